// The file of the endings: all values of a table that mirroring does not give, one after the other, each coded by the
// values of two neighbours.
#include <algorithm>

#include "games/margrites/ai_endings.h"

namespace cairn::margrites {

namespace {

constexpr std::string_view kMark = "cairn-endings 1\n";
constexpr int kMostKinds = 64, kKindBits = 6;

// An adaptive binary range coder: G. N. N. Martin, "Range encoding", 1979, with the chances of 12 bits that LZMA uses.
constexpr std::uint32_t kChanceBits = 12, kSpeed = 4, kLeastRange = 1U << 24U;
using Chance = std::uint16_t;
constexpr Chance kEven = 1U << (kChanceBits - 1);

struct RangeEncoder {
  std::string out{};
  std::uint64_t low = 0, held = 1;  // bytes that a carry may still change
  std::uint32_t range = ~0U;
  std::uint8_t first = 0;

  void shift() {
    if (static_cast<std::uint32_t>(low) < 0xFF000000U || (low >> 32U) != 0) {
      const auto carry = static_cast<std::uint8_t>(low >> 32U);
      for (std::uint8_t byte = first; held > 0; --held, byte = 0xFF)
        out += static_cast<char>(static_cast<std::uint8_t>(byte + carry));
      first = static_cast<std::uint8_t>(low >> 24U);
    }
    ++held;
    low = static_cast<std::uint32_t>(low) << 8U;
  }
  bool bit(Chance& zero, bool one) {
    const std::uint32_t bound = (range >> kChanceBits) * zero;
    if (one)
      low += bound, range -= bound, zero = static_cast<Chance>(zero - (zero >> kSpeed));
    else
      range = bound, zero = static_cast<Chance>(zero + (((1U << kChanceBits) - zero) >> kSpeed));
    for (; range < kLeastRange; range <<= 8U) shift();
    return one;
  }
  bool finish() {
    for (int i = 0; i < 5; ++i) shift();
    return true;
  }
};

struct RangeDecoder {
  explicit RangeDecoder(std::string_view text) : bytes(text) {
    for (int i = 0; i < 5; ++i) code = code << 8U | next();
  }
  std::string_view bytes;
  std::size_t at = 0, missing = 0;
  std::uint32_t range = ~0U, code = 0;

  std::uint8_t next() {
    if (at < bytes.size()) return static_cast<std::uint8_t>(bytes[at++]);
    ++missing;
    return 0;
  }
  bool bit(Chance& zero, bool /*one*/) {
    const std::uint32_t bound = (range >> kChanceBits) * zero;
    const bool one = code >= bound;
    if (one)
      code -= bound, range -= bound, zero = static_cast<Chance>(zero - (zero >> kSpeed));
    else
      range = bound, zero = static_cast<Chance>(zero + (((1U << kChanceBits) - zero) >> kSpeed));
    for (; range < kLeastRange; range <<= 8U) code = code << 8U | next();
    return one;
  }
};

// Which kinds of values a table has, and how one of them is written: each bit of its number by the kinds of two
// neighbours, which are mostly the same.
template <class Coder>
struct KindCoder {
  Coder& coder;
  std::vector<EndingValue> kinds{};
  std::vector<Chance> chances{};

  void begin() { chances.assign(kinds.size() * kinds.size() << kKindBits, kEven); }
  std::size_t code(std::size_t left, std::size_t up, std::size_t kind) {
    Chance* const own = &chances[(left * kinds.size() + up) << kKindBits];
    std::size_t node = 1;
    for (int i = kKindBits - 1; i >= 0; --i)
      node = node * 2 + (coder.bit(own[node], (kind >> static_cast<unsigned>(i) & 1U) != 0) ? 1 : 0);
    return std::min(node - (std::size_t{1} << kKindBits), kinds.size() - 1);
  }
};

std::uint64_t sum_of(std::string_view bytes) {
  std::uint64_t sum = bytes.size();
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return sum;
}

}  // namespace

// All values of a table that are not known by mirroring others, in one order for writing and reading.
template <class Coder>
bool Endings::code(int own, int enemies, Table& table, Coder& coder) {
  const int rows = count(own), across = count(enemies);
  std::vector<std::uint8_t> kinds(table.size());
  for (int row = 0; row < rows; ++row)
    for (int i = 0; i < across; ++i) {
      const auto at = static_cast<std::size_t>(row * across + i);
      const int mirrored_row = mirrored(own, row), mirrored_i = mirrored(enemies, i);
      if (mirrored_row < row || (mirrored_row == row && mirrored_i < i)) continue;
      const auto mine = places(own, row), theirs = places(enemies, i);
      const std::size_t left = i > 0 ? kinds[at - 1] : 0,
                        up = row > 0 ? kinds[at - static_cast<std::size_t>(across)] : 0;
      bool both = false;  // on one square
      for (int a = 0; a < own; ++a)
        for (int b = 0; b < enemies; ++b)
          both = both || mine[static_cast<std::size_t>(a)] == theirs[static_cast<std::size_t>(b)];
      std::size_t kind = left;
      if (!both) {
        const auto found = std::find(coder.kinds.begin(), coder.kinds.end(), table[at]);
        kind = coder.code(left, up, static_cast<std::size_t>(found - coder.kinds.begin()));
        table[at] = coder.kinds[kind];
      }
      const auto image = static_cast<std::size_t>(mirrored_row * across + mirrored_i);
      kinds[at] = kinds[image] = static_cast<std::uint8_t>(kind);
      if (!both) table[image] = table[at];
    }
  return true;
}

std::string Endings::pack() const {
  std::string out(kMark);
  for (int own = 1; own <= kMostPieces; ++own)
    for (int enemies = 1; enemies <= kMostPieces; ++enemies) {
      Table table = tables_[index(own, enemies)];
      RangeEncoder encoder;
      KindCoder<RangeEncoder> coder{encoder};
      for (const EndingValue& value : table)
        if (std::find(coder.kinds.begin(), coder.kinds.end(), value) == coder.kinds.end()) coder.kinds.push_back(value);
      if (coder.kinds.size() > kMostKinds) return {};
      coder.begin();
      code(own, enemies, table, coder);
      encoder.finish();
      out += static_cast<char>(coder.kinds.size());
      for (const EndingValue& kind : coder.kinds) {
        out += static_cast<char>(kind.wins_from);
        out += static_cast<char>(kind.loses_to);
      }
      for (std::size_t size = encoder.out.size(), i = 0; i < 4; ++i) out += static_cast<char>(size >> (8 * i) & 0xFFU);
      out += encoder.out;
    }
  const std::uint64_t sum = sum_of(out);
  for (unsigned i = 0; i < 8; ++i) out += static_cast<char>(sum >> (8 * i) & 0xFFU);
  return out;
}

std::string Endings::unpack(std::string_view bytes) {
  const auto number_at = [&](std::size_t at, std::size_t size) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < size && at + i < bytes.size(); ++i)
      out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
    return out;
  };
  if (!bytes.starts_with(kMark)) return "this is no file of endings";
  if (bytes.size() < kMark.size() + 8 || sum_of(bytes.substr(0, bytes.size() - 8)) != number_at(bytes.size() - 8, 8))
    return "the file of endings is damaged";
  std::size_t at = kMark.size();
  for (int own = 1; own <= kMostPieces; ++own)
    for (int enemies = 1; enemies <= kMostPieces; ++enemies) {
      const auto kinds = static_cast<std::size_t>(number_at(at++, 1));
      if (kinds == 0 || kinds > kMostKinds || at + 2 * kinds + 4 > bytes.size())
        return "the file of endings is damaged";
      std::vector<EndingValue> list(kinds);
      for (EndingValue& kind : list) {
        kind = {static_cast<std::int8_t>(bytes[at]), static_cast<std::int8_t>(bytes[at + 1])};
        at += 2;
      }
      const auto size = static_cast<std::size_t>(number_at(at, 4));
      RangeDecoder decoder(bytes.substr(std::min(at + 4, bytes.size()), size));
      KindCoder<RangeDecoder> coder{decoder, std::move(list)};
      coder.begin();
      code(own, enemies, tables_[index(own, enemies)], coder);
      at += 4 + size;
    }
  return {};
}

}  // namespace cairn::margrites
