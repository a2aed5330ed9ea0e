// Found by:
//   cairn puzzles spargo --count 14 --seed 2026 --source
//   cairn puzzles margo -o size=3 --count 20 --seed 1 --source
//   cairn puzzles margo -o size=4 --count 12 --seed 1 --source
#include "games/solved.h"

namespace cairn {

namespace {

constexpr SolvedPosition kSolved[] = {
    // clang-format off
    {"spargo", "", "E1 A1 G7 G5 G3 E5 C3 C5 G1 E7 A5 A3 C1 A3 B4 C7 E3 D6", "D4", "D4 F4 F2 G7 A7 E7 G5 C7 D6 B6 F4 C5 D2"},
    {"spargo", "", "G7 A7 E1 E3 C5 C3 E5 G3 A3 C1 G5 C7 D2 D4 A5 B6 F4 A1 B4 G1 B2 E7 G7 G5 F4 A7 E7 A3 E1 C3 A3 C1 D2 D4 C7 G1 B4 F6 A1 B2 D6 E5 E1", "C1", "C1"},
    {"spargo", "", "C1 G7 A5 C7 E5 E1 C3 C5 E3 G3 G5 A3 F4 B4", "E7", "E7 D6 G1 A1 A7 C5 C7 E1 D2 A3 A1"},
    {"spargo", "", "C7 G3 C5 C3 A3 E1 E5 E7 E3 A7 D4 G5 G7 A1 C1 E7 D2 D6 A5 F4 B4 G1 G7 G3 A7 G5", "G1", "G1 G3 G5 F4 B6"},
    {"spargo", "", "G7 E3 G1 G3 C3 C5 E5 A5 A3 C1 D4 C7 E7 E1 A7 A5 G5 D2 F6 B4 C7", "D6", "D6 F4 A1"},
    {"spargo", "", "E3 C7 G3 C5 C3 A3 G1 C1 A5 B4 E5 E7 D4 E1 A1 G5 G7 C1 G5 E1 G3 E3 G5 E5 F4 G7 F6 A1 D4 A7 D2 B6 D6 C5 E5 G1 G3", "G5", "G5"},
    {"spargo", "", "E5 A1 A3 C1 C5 C7 G3 A5 C3 E1 B4 G1 E3 E7 E1 C1 A1 D6 G7 G5", "D4", "D4 A7 G7 C7 E7 D6 A7 C7 D6"},
    {"spargo", "", "E3 G1 A5 E7 C5 C3 G5 C7 E5 C1 A3 D4 E1 D6 G3", "G7", "G7 D2 B4 F6 G1 E1 G5 G3 G1 G3 E1 D2 A7 B6 C5 F6 A1 G3 G1 A1 G1 E3 A3 C5 E5 D2 D6 D4 A5 B4 G3"},
    {"spargo", "", "E5 A7 E3 E1 A3 C5 A5 C3 C7 C1 D2 E7 G7 G3 B4 G5", "G1", "G1 D4 G3 F2 A1 A7 A5 A3 A1 A3 C5 D4 F2 B4 A1 A3 D4 B4 A1 A3 B4"},
    {"spargo", "", "C1 A5 A1 A3 E3 C7 E5 G5 E7 G3 F4 C3 E1 G1 D2 C5 A7 C5 D4 C7", "A3", "A3 A5 A7 C7 A5 B4 F2 B2 C3"},
    {"spargo", "", "C1 C7 C3 A5 E5 E7 G5 E3 E1 G3 F4 C5 D4 D2", "A3", "A3 A7 G7 A7 E7 C7 A5 C7 D6 B4 G1"},
    {"spargo", "", "E7 G5 G3 E5 E1 C3 A5 C1 E3 F4 D2 C7 C5 D4 A7 A3 C7 B4 B6", "G1", "G1 E1 D6 D2 G1 C5 E1"},
    {"spargo", "", "C1 A5 C7 A3 E3 E5 G1 G5 C5 C3 D4 G3 E1 D2 F2", "F4", "F4 E3 E7 G7 A7"},
    {"spargo", "", "E1 G3 A5 E5 C3 A3 A1 C5 E3 E7 A3 G5 C7 A7 D4 C7 D6 B6 B4 G1 G7", "G3", "G3 C1 A7 D2 G1 E3 C3 E1 C1 A1 A3 E1 E3"},
    {"margo", "size=3", "E5 A5 C1 C3", "E3", "E3 A3 A1 E1 C1 C5 A1 A5 A3 C5 C3 A5 C5"},
    {"margo", "size=3", "A5 A3 E5 A1 C3", "C5", "C5 E3 D4 A5 C5 E1 C1 E3 E5 C3 E1 C3 B2"},
    {"margo", "size=3", "E1 A3 C3", "C5", "C5 C1 E5 E3 A1 E1 C1 C3 E3"},
    {"margo", "size=3", "E1 C5 A1 E5", "C3", "C3 A5 A3 B4 E3 C5 E5 D4 A5"},
    {"margo", "size=3", "C5 A3 E5 A1", "C3", "C3 C1 E3 E1 A5 C1 A3 E1 D4 A1 C3 A3 C5 E3 A5 E5 C5 A5 C3 E3 C1 A3 A5 B4 A1 E1 E5 E3 D4"},
    {"margo", "size=3", "E1 A1 E5 A3", "C3", "C3 A5 C5 B4 C1 A3 A5 B4 A1"},
    {"margo", "size=3", "E1 A3 E5 E3", "C3", "C3 A1 C1 A5 C5 A3 A1 B2 A5"},
    {"margo", "size=3", "E1 A5 E3", "C3", "C3 C1 C5 A1 A3 B2 E5 C1 B4 E1 E3 A1 C5 C3 A5 E3 A3 E5 A5 D2 C5 A3 C5 A5 C5 A3 C1 A1 C3 E1 E5 B2 A5 A3 B4"},
    {"margo", "size=3", "C3 E3 A5", "C1", "C1 C5 A1 A3 E5 C3 C5 A3 A5 C3 D4"},
    {"margo", "size=3", "C5 E3 A5 E1", "C3", "C3 C1 A3 E5 A1 E3 B4 E1 C1 E5 C3 C5 C1 A3 A5 C5 A1 E1 A5 E3 E5 E3 E1"},
    {"margo", "size=3", "E5 A5 E3 A3", "C1", "C1 C3 A1 E1 C1 C5 A1 A5 A3 C5 C3 A5 C5"},
    {"margo", "size=3", "E3 A3 E1 A5", "C3", "C3 C5 C1 E5 A1 C5 D2 A5 A3 E5 C3 E3 A3 C1 E1 E3 A1 E1 E5 A5 E1"},
    {"margo", "size=3", "E3 E5 A1 C3 C5 C1", "A3", "A3 A5 A3 A1 E1 C1 A1"},
    {"margo", "size=3", "C3 A3 E5", "C1", "C1 C5 E1 E3 A5 C5 E3 C3 E5 C5 C3"},
    {"margo", "size=3", "A1 C5 C1 E5", "C3", "C3 E3 A3 A5 E1 C5 B2 E5 E3 A5 C3 A3 E3 C1 A1 A3 E1 A1 A5 C1 E5 A3 A1"},
    {"margo", "size=3", "E1 C3 A1 A3 C1 B2 E3", "C5", "C5 D2 E5 E3 E1"},
    {"margo", "size=3", "E1 A5 A1 A3 C3", "C1", "C1 E3 D2 A1 C1 E5 C5 E3 C3 E5 E1 E3 D2"},
    {"margo", "size=3", "C3 E3 A1", "C5", "C5 C1 A5 A3 E1 A3 C1 A1 C3 A3 B4"},
    {"margo", "size=3", "C3 C5 A1", "E3", "E3 C1 A5 A3 E1 A3 C1 A1 C3 A3 B4"},
    {"margo", "size=3", "A1 C1 E1 E5", "C3", "C3 E3 C5 E5 E3 A5 A3"},
    {"margo", "size=4", "E1 E7 A1 C7 C3 A5 E5 G3 G5 A3 C1 C5 E3 D6 F4 D4 D2 B2 B4 A7", "C3", "C3 B6 C5"},
    {"margo", "size=4", "A3 C1 G7 C3 C5 E5 E3 G3 E1 C7 A1 C3 A5 E7 B4 G5 D4 F4 G1 D6 A7 F2 G7 E7", "G5", "G5 G3 G5 C7 G7 E7 C7"},
    {"margo", "size=4", "C1 E7 C7 E3 E5 C5 G7 G3 C3 A5 E7 D6 A3 D4 G5 A7 G5 B6 A1 G7", "E1", "E1 G1 C1 A3 B4 E1 G5"},
    {"margo", "size=4", "C3 C1 G3 G1 E1 E5 C5 E3 A5 G1 E7 G5 C7 G7 A3 D4 B4", "A1", "A1 E1 C1 D6 A1 E1 C1 F6 A1 E1 C1 A7 A1 C7 A3 E7 A5 B2 A7 B4 B2 E7 C7"},
    {"margo", "size=4", "C5 E7 A1 A5 C7 C1 A7 E5 C3 A3 E3 G3 A1 E1 G1 E1 G5 F4 C1 D2 G1 E1 D4", "D2", "D2 G1 E1 D6 D2 A3 B2 G1 E1 B2 A5 C1 A3 C3 C5 G1 A1 D4 E1 C7 D6 C3 D4 B4 C1"},
    {"margo", "size=4", "G1 A1 E1 C7 A5 E3 E5 A3 C3 C5 G3 G5 G7 A7 G5 A5 E7 B4 C1 A5 C7 A3 C5 B4 A7 B6 A1 A3 D6 B2 E3 D2 F6 F2 F4 A5 A7 C7 G5 E5 E7", "G7", "G7 F4 E7 F6 C5 D4 D6 B4 C3"},
    {"margo", "size=4", "G1 G5 E7 E3 C3 E5 C5 C1 E1 G3 E1 A5 A1 C7 D6 D4 G7 F4 F6 A3", "A7", "A7 A5 G1 A3 A7 A5 G3 A3 B4"},
    {"margo", "size=4", "E3 G5 G3 A5 C7 C3 E5 E1 C5 G7 A7 D4 E7 G5 C1 F4 D2 G7 A7 C7 A1 E7 A3 G1 A3", "A1", "A1 C1 E1"},
    {"margo", "size=4", "G1 G7 A3 C1 C5 A7 E5 E3 C7 G5 G3 E1 G3 F4 E7 C3 A5 F6 B4 D4 D6 D2 A1 A7", "A3", "A3 C7 D6 E5 A5 G1 A1 C3 E1 C1 E3 G5 F4 C1 C3"},
    {"margo", "size=4", "G7 G3 A5 A3 C3 E1 E5 C7 C1 C5 E3 E7 D6 B4 G1", "G5", "G5"},
    {"margo", "size=4", "C5 E7 G7 E5 E3 C3 C7 D4 C1 A3 G5 F6 A5 A7 E1 G3 G1 C7", "D6", "D6 A5 A1 A3 C7 A5 A7 B6 C3 A5 B6 E5 D4"},
    {"margo", "size=4", "E3 C1 G7 E7 C3 A3 A5 A1 G5 C5 B2 A7 E5 F6 E1 D4 C7 E7 D2 F6 G3 G1 G3 E1 C7", "E7", "E7 B2 G3 B2 G5"},
    // clang-format on
};

}  // namespace

std::span<const SolvedPosition> solved_positions() {
  return kSolved;
}

}  // namespace cairn
