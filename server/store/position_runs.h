// The index of a library's positions: which games came through a position, at which move, and what was played next. Of
// each batch of games that is taken in it is one run: its entries in kBuckets parts by the first bits of their keys, a
// part a row of the database. Who looks for a position reads its part of every run. So a batch is written in order and
// needs no place in an index of millions of rows, and 16 bytes tell an entry.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

inline constexpr int kBuckets = 4096;
inline constexpr int kMostPly = 8191;  // of positions that are told apart; later ones are not in the index

// How a game ended, as it is counted.
enum class Ending : std::uint8_t { unknown, first, second, third, fourth, drawn };

struct PositionEntry {
  std::uint64_t key = 0;   // server/library/board_keys.h; of it 60 bits are kept
  std::uint32_t game = 0;  // its number in the library
  std::uint16_t ply = 0;   // moves before it
  Ending ending{};         // of the game
  std::uint32_t move = 0;  // that was played there; 0: none
};

inline int bucket_of(std::uint64_t key) {
  return static_cast<int>(key >> 52);
}

// The parts of a run, as they are stored.
class PositionRun {
 public:
  PositionRun() : parts_(kBuckets) {}
  void add(const PositionEntry& entry);
  const std::string& part(int bucket) const { return parts_[static_cast<std::size_t>(bucket)]; }
  void clear();

 private:
  std::vector<std::string> parts_;
};

// The entries of a part that have this key, behind what is in `out`. What is damaged is passed over.
void find_entries(std::string_view part, std::uint64_t key, std::vector<PositionEntry>& out);

}  // namespace cairn
