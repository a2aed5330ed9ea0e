// SGF (notation/sgf.h, sgf_game.h): what is read is written as canonical text that even the strict reader takes; what
// is played survives both SGF and JSON.
#include "fuzz/fuzz.h"
#include "notation/record.h"
#include "notation/sgf_game.h"

namespace {

using namespace cairn;

void check_game(const sgf::GameTree& file) {
  if (file.size() > 30) return;
  const Imported got = import_sgf(file);
  fuzz::require(got.error.empty() || got.game == AnnotatedGame(), "a game that cannot be played is empty");
  if (!got.error.empty()) return;
  AnnotatedGame from_json;
  fuzz::require(read_record(json_text(record_json(got.game)), from_json).empty(), "a record of an SGF game is read");
  fuzz::require(from_json == got.game, "a record of an SGF game comes back");
  fuzz::require(check_and_cut(from_json).cut == 0, "an imported game can be played");
  const sgf::GameTree written = export_sgf(got.game, "Cairn:1");
  const Imported again = import_sgf(written);
  fuzz::require(again.error.empty() && again.cut == 0, "an exported game can be played");
  fuzz::require(export_sgf(again.game, "Cairn:1") == written, "an exported game comes back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2000) return -1;
  const auto text = fuzz::text_of(data, size);
  for (const auto strictness : {sgf::Strictness::strict, sgf::Strictness::lenient}) {
    const sgf::Reading reading = sgf::read(text, strictness);
    fuzz::require(reading.fault || !reading.games.empty(), "a text without a game is refused");
    const std::string canonical = sgf::write(reading.games);
    if (!reading.games.empty()) {
      const sgf::Reading again = sgf::read(canonical, sgf::Strictness::strict);
      fuzz::require(!again.fault && again.remarks.empty(), "canonical text is read without a remark");
      fuzz::require(again.games == reading.games, "canonical text is the same collection");
      fuzz::require(sgf::write(again.games) == canonical, "canonical text is written unchanged");
    }
    if (strictness == sgf::Strictness::lenient && !reading.games.empty()) check_game(reading.games[0]);
  }
  return 0;
}
