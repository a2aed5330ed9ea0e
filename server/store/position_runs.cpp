#include "server/store/position_runs.h"

#include <cstddef>

namespace cairn {

namespace {

// Six bytes of the key, four of the game's number, two of ply and ending, four of the move; the lowest first.
constexpr std::size_t kEntryBytes = 16;
constexpr int kKeyBytes = 6;

void put(std::string& out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
}

std::uint64_t take(std::string_view from, int bytes) {
  std::uint64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(from[static_cast<std::size_t>(i)]);
  return value;
}

std::uint64_t kept_bits(std::uint64_t key) {
  return key >> 4 & 0xFFFF'FFFF'FFFFU;  // behind those of the bucket
}

}  // namespace

void PositionRun::add(const PositionEntry& entry) {
  if (entry.ply > kMostPly) return;
  std::string& out = parts_[static_cast<std::size_t>(bucket_of(entry.key))];
  put(out, kept_bits(entry.key), kKeyBytes);
  put(out, entry.game, 4);
  put(out, static_cast<std::uint64_t>(entry.ply) << 3 | static_cast<std::uint64_t>(entry.ending), 2);
  put(out, entry.move, 4);
}

void PositionRun::clear() {
  for (std::string& part : parts_) part.clear();
}

void find_entries(std::string_view part, std::uint64_t key, std::vector<PositionEntry>& out) {
  const std::uint64_t wanted = kept_bits(key);
  for (; part.size() >= kEntryBytes; part.remove_prefix(kEntryBytes)) {
    if (take(part, kKeyBytes) != wanted) continue;
    const std::uint64_t end = take(part.substr(10), 2), how = end & 7U;
    out.push_back({key, static_cast<std::uint32_t>(take(part.substr(6), 4)), static_cast<std::uint16_t>(end >> 3),
                   how <= static_cast<std::uint64_t>(Ending::drawn) ? static_cast<Ending>(how) : Ending::unknown,
                   static_cast<std::uint32_t>(take(part.substr(12), 4))});
  }
}

}  // namespace cairn
