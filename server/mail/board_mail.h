// A table as a mail shows it: subject and text, of what its viewer may know (spec mail, A board mail). Pure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/picture/board_picture.h"
#include "notation/text_board.h"
#include "notation/texts/language.h"
#include "server/play/table.h"

namespace cairn {

// One move of the record, as a viewer knows it.
struct VisibleMove {
  int number = 0;  // of moves up to it; 0: it was none (a seat that left, a try that was refused)
  const Step* step = nullptr;
  bool known = false;  // the word
};
std::vector<VisibleMove> visible_moves(const Table& table, Viewer viewer);
int moves_played(const Table& table, Viewer viewer);  // that the viewer knows of: what stands behind #

// Who is to move, "" when nobody is.
std::string who_moves(const Table& table, Language language);

// "TITLE Board 101 anna", with " **" where the viewer is to move.
std::string board_subject(const Table& table, int board, Viewer viewer, Language language);

struct BoardShown {
  int board = 0;  // its number
  Viewer viewer = Viewer::spectator;
  BoardSize size = BoardSize::medium;
  Language language = Language::en;
  std::string news{};     // what has to be said first, whole lines
  std::string remarks{};  // what was said to it, whole lines
  std::string reply{};    // how to answer, whole lines
};
std::string examples_text(const Table& table, Viewer viewer, Language language);  // of moves; "": the viewer has none
std::string board_text(const Table& table, const BoardShown& how);

// What a board's picture is drawn from, of the view that the text shows; and the same in words.
inline constexpr int kMailPicture = 440;  // pixels: with all its parts a mail stays below 60 KB
struct BoardShot {
  BoardSheet sheet{};
  std::string alt{};
};
using BoardShotPtr = std::shared_ptr<const BoardShot>;  // null: no picture is wanted
BoardShotPtr view_shot(const Position& position, View view, std::string_view title, Language language);
BoardShotPtr board_shot(const Table& table, const BoardShown& how);

// As it was after so many moves that the viewer knew of; none: there were not so many.
std::optional<Position> position_after(const Table& table, int moves, Viewer viewer);
std::optional<View> view_after(const Table& table, int moves, Viewer viewer);
std::string view_text(const Position& position, const View& view, BoardSize size, Language language);

// So much of a comment as may be said at a table at once (talk_from_client.h).
std::string talk_of(std::string_view comment);
// What stands under a board: stars, and who writes what.
std::string comment_text(std::string_view writer, std::string_view comment, Language language);

}  // namespace cairn
