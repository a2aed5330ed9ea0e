// Game records (notation/record.h): reading, writing back, refolding; of version 2 through SGF too.
#include "fuzz/fuzz.h"
#include "notation/record.h"
#include "notation/sgf_game.h"

namespace {

void check_tree(std::string_view text) {
  using namespace cairn;
  AnnotatedGame game, again;
  if (!read_record(text, game).empty()) return;
  fuzz::require(read_record(json_text(record_json(game)), again).empty(), "a written tree can be read");
  fuzz::require(again == game, "a tree comes back");
  if (game.tree.size() > 60 || !check_and_cut(game).error.empty()) return;
  fuzz::require(check_and_cut(game).cut == 0, "nothing is left to cut");
  const sgf::Reading reading = sgf::read(sgf::write(export_sgf(game, "Cairn:1")), sgf::Strictness::strict);
  fuzz::require(reading.games.size() == 1 && !reading.fault, "an exported game is good SGF");
  const Imported got = import_sgf(reading.games[0], sgf::Strictness::strict);
  fuzz::require(got.error.empty() && got.cut == 0, "an exported game can be played");
  const MainLine before = main_line(game.tree), after = main_line(got.game.tree);
  fuzz::require(before.moves == after.moves, "an exported game has the same moves");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size > 2000) return -1;
  check_tree(fuzz::text_of(data, size));
  Record record;
  if (!read_record(fuzz::text_of(data, size), record).empty()) return 0;
  const std::string text = record_json(record).dump(-1, ' ', false, Json::error_handler_t::replace);
  Record again;
  fuzz::require(read_record(text, again).empty(), "a written record can be read");
  fuzz::require(again.game == record.game && again.moves == record.moves, "a record comes back");
  if (record.moves.size() > 60) return 0;
  const Refolded one = refold(record), two = refold(again);
  fuzz::require(one.error == two.error, "a record refolds alike twice");
  if (one.position) fuzz::require(one.position.hash() == two.position.hash(), "a record refolds to the same hash");
  return 0;
}
