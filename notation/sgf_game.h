// Between SGF (notation/sgf.h) and annotated games (notation/game_tree.h). docs/notation.md tells the convention: games
// that SGF knows stand in its own form (GameInfo::sgf), all others under GM[1001] with CGAME, COPT and their words as
// moves. Knows no game.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/game_tree.h"
#include "notation/sgf.h"

namespace cairn {

inline constexpr int kPrivateGameNumber = 1001;  // GM; FF[4] has registered 1 to 40

struct Imported {
  AnnotatedGame game{};
  Message error{};                  // nothing can be played; then all else is empty
  std::vector<Message> remarks{};   // what was mended or passed over
  std::vector<TreeFault> faults{};  // what cannot be played and was cut off; that of the main line first
  std::size_t cut = 0;              // how many of these there are
};

// Every move is played; the tree is kept up to those that cannot be.
Imported import_sgf(const sgf::GameTree& file, sgf::Strictness strictness = sgf::Strictness::lenient);
// Where the game begins, by the root and the first moves; nothing where the root is wrong.
std::optional<Config> start_of_sgf(const sgf::GameTree& file);
// What the file of a game left open and its options assume: "komi 6.5, rules Chinese"; "" where it told all.
std::string assumed_text(const AnnotatedGame& game);
// `game` must be one that imports or `check_and_cut` left. `program` stands in AP: "Cairn:1.0".
sgf::GameTree export_sgf(const AnnotatedGame& game, std::string_view program);

}  // namespace cairn
