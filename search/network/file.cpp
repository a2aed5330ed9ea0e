#include "search/network/file.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>

namespace cairn::network {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in the file");

constexpr std::string_view kMagic = "cairn network 1\n", kFamily = "cairn network ";
constexpr std::size_t kMostHeader = 16'384;

constexpr std::array<std::uint32_t, 256> kCrc = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB8'8320U : 0U);
    table[i] = crc;
  }
  return table;
}();

template <class S>
auto numbers_of(S& shape) {
  using Number = std::conditional_t<std::is_const_v<S>, const int, int>;
  using Named = std::pair<std::string_view, Number*>;
  return std::array{Named{"planes", &shape.planes},       Named{"globals", &shape.globals},
                    Named{"channels", &shape.channels},   Named{"blocks", &shape.blocks},
                    Named{"pool_each", &shape.pool_each}, Named{"policy", &shape.policy},
                    Named{"extras", &shape.extras},       Named{"hidden", &shape.hidden}};
}

// The header's lines, up to an empty one; "" or what is wrong.
std::string read_header(std::string_view header, File& file) {
  Shape& shape = file.weights.shape;
  while (!header.empty()) {
    const std::size_t end = header.find('\n');
    const std::string_view line = header.substr(0, end);
    header.remove_prefix(end == std::string_view::npos ? header.size() : end + 1);
    const std::size_t space = line.find(' ');
    const std::string_view key = line.substr(0, space);
    const std::string_view value = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
    if (key == "note") {
      file.notes.emplace_back(value);
      continue;
    }
    if (key == "features") {
      shape.features = value;
      continue;
    }
    bool known = false;
    for (const auto& [name, number] : numbers_of(shape)) {
      if (name != key) continue;
      known = true;
      const auto [rest, fault] = std::from_chars(value.data(), value.data() + value.size(), *number);
      if (fault != std::errc() || rest != value.data() + value.size())
        return "its header says \"" + std::string(line.substr(0, 60)) + "\" where a number should stand";
    }
    if (!known) return "its header says \"" + std::string(line.substr(0, 60)) + "\", which this version does not know";
  }
  return check(shape);
}

template <class T>
std::size_t bytes_of(const T& tensor) {
  if constexpr (std::is_same_v<T, float>)
    return sizeof tensor;
  else
    return tensor.size() * sizeof(typename T::value_type);
}

bool finite(float number) {
  return std::isfinite(number);
}
template <class T>
bool finite(const std::vector<T>& tensor) {
  if constexpr (std::is_same_v<T, float>)
    for (const float number : tensor)
      if (!finite(number)) return false;
  return true;
}

template <class T>
auto data_of(T& tensor) {
  if constexpr (std::is_same_v<std::remove_const_t<T>, float>)
    return &tensor;
  else
    return tensor.data();
}

ReadFile fault(std::string why) {
  return {std::nullopt, std::move(why)};
}

}  // namespace

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t crc = 0xFFFF'FFFFU;
  for (const char byte : bytes) crc = kCrc[(crc ^ static_cast<std::uint8_t>(byte)) & 0xFFU] ^ (crc >> 8);
  return ~crc;
}

ReadFile read_file(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    if (bytes.starts_with(kFamily))
      return fault("it is a network of another version: this program reads those that begin with \"cairn network 1\"");
    return fault("it is no network: one begins with the line \"cairn network 1\"");
  }
  const std::size_t end = bytes.substr(0, kMostHeader).find("\n\n");
  if (end == std::string_view::npos) return fault("its header has no end: an empty line should close it");
  File file;
  if (auto wrong = read_header(bytes.substr(kMagic.size(), end > kMagic.size() ? end - kMagic.size() : 0), file);
      !wrong.empty())
    return fault(std::move(wrong));
  file.weights = zeros(file.weights.shape);
  std::size_t wanted = end + 2 + sizeof(std::uint32_t);
  each_tensor(file.weights, [&](const auto& tensor) { wanted += bytes_of(tensor); });
  if (bytes.size() != wanted)
    return fault("it has " + std::to_string(bytes.size()) + " bytes, and one of its shape has " +
                 std::to_string(wanted) + ": it is cut off, or was changed on its way");
  std::uint32_t sum = 0;
  std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
  if (sum != checksum(bytes.substr(0, bytes.size() - sizeof sum)))
    return fault("its checksum is wrong: it was changed on its way; fetch it again");
  std::size_t at = end + 2;
  bool good = true;
  each_tensor(file.weights, [&](auto& tensor) {
    const std::size_t size = bytes_of(tensor);
    if (size > 0) std::memcpy(data_of(tensor), bytes.data() + at, size);
    at += size;
    good = good && finite(tensor);
  });
  each_tensor(file.weights, [&](const auto& tensor) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(tensor)>, float>) good = good && tensor > 0;
  });
  if (!good) return fault("some of its numbers are none, or a step is not above 0");
  return {std::move(file), {}};
}

std::string write_file(const File& file) {
  const Shape& shape = file.weights.shape;
  std::string out(kMagic);
  out += "features " + shape.features + "\n";
  for (const auto& [name, number] : numbers_of(shape)) out += std::string(name) + " " + std::to_string(*number) + "\n";
  for (const std::string& note : file.notes) out += "note " + note + "\n";
  out += "\n";
  each_tensor(file.weights, [&](const auto& tensor) {
    const std::size_t size = bytes_of(tensor), at = out.size();
    out.resize(at + size);
    if (size > 0) std::memcpy(out.data() + at, data_of(tensor), size);
  });
  const std::uint32_t sum = checksum(out);
  out.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  return out;
}

}  // namespace cairn::network
