// The daily puzzles, as schemas: server/library/puzzles.cpp, protocol/puzzles_from_client.cpp.
#include "server/play/from_client.h"
#include "server/protocol/puzzles_to_client.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace puzzles_shapes {
namespace {

using namespace schema;

Json day() {
  return described(matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"), "UTC");
}

Json puzzle_answer() {
  return one_of({object({must("word", matching("^[!-~]{1," + std::to_string(kMaxWord) + "}$"))}),
                 object({must("give_up", always(true))})});
}

Json puzzle_try() {
  return object({must("day", ref("Day")), must("tried", list_of(text(), 0, kPuzzleTries)),
                 must("state", words(words_of<PuzzleTry::State>(to_word))),
                 must("on_day", described(yes_no(), "it was solved or failed on its day")), must("at", time())});
}

Json yours() {
  return described(nullable(ref("PuzzleTry")), "null: you have not tried");
}

Json puzzle() {
  const auto earned = [](std::string_view what) {
    return described(nullable(list_of(text())),
                     std::string(what) + "; null until you have solved it, failed or given up");
  };
  return object(
      {must("day", ref("Day")), must("game", text()), must("title", text()),
       must("source", described(words({"solved", "game"}),
                                "a position whose values are proven, or a mistake in a game that was played here")),
       must("table", described(nullable(text()), "the game; null as long as the solution is null")),
       must("record", described(ref("GameFile"), "how the position arose")),
       must("seat", described(whole(0, kMaxSeats - 1), "player to move")), must("view", ref("View")),
       must("legal", list_of(text())), must("tries", whole(1)),
       must("found_by", described(nullable(whole(0, 100)),
                                  "percent of tries in which bots of levels 1 to 8 and plain search find the move; "
                                  "null: not measured")),
       must("you", yours()), must("right", earned("the moves that solve it")),
       must("line", earned("how it goes on, the right move first")),
       must("themes", earned("what it is about: zombie, overpass, race, revealed, sacrifice"))});
}

Json puzzle_list() {
  const Json card =
      object({must("day", ref("Day")), must("game", text()), must("title", text()), must("you", yours())});
  const Json score = object(
      {must("tried", whole(0)), must("solved", whole(0)), must("at_once", described(whole(0), "at the first try")),
       must("streak", described(whole(0), "number of days in a row, each solved on its day, up to today or yesterday")),
       must("longest", whole(0))});
  return object({must("puzzles", list_of(card)), must("next", described(nullable(ref("Day")), "null: no more")),
                 must("score", described(nullable(score), "null: not requested"))});
}

}  // namespace
}  // namespace puzzles_shapes

std::vector<NamedSchema> puzzle_schemas() {
  using namespace puzzles_shapes;
  return {{"Day", day},
          {"PuzzleAnswer", puzzle_answer},
          {"PuzzleTry", puzzle_try},
          {"Puzzle", puzzle},
          {"PuzzleList", puzzle_list}};
}

}  // namespace cairn
