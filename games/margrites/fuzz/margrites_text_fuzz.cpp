// Whole games as text (games/margrites/text.h): read, mended by a narrow search, written, read back.
#include "fuzz/fuzz.h"
#include "games/margrites/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  using namespace cairn::margrites;
  if (size > 3000) return -1;
  const auto text = fuzz::text_of(data, size);
  for (const Slips slips : {Slips::refuse, Slips::correct}) {
    const Reading reading = read_game(text, slips, 8);
    for (const Remark& remark : reading.remarks) fuzz::require(!to_text(remark).empty(), "a remark says something");
    if (reading.fault) fuzz::require(!to_text(*reading.fault).empty(), "a fault says what and where");
    fuzz::require(slips == Slips::correct || reading.corrections == 0, "nothing is corrected unasked");
    if (!reading.game.options.black || !reading.game.options.white) {
      fuzz::require(reading.fault.has_value(), "a game without formations is none");
      continue;
    }
    // also up to a fault, what was read is a game
    const std::string written = write_game(reading.game);
    const Reading again = read_game(written);
    fuzz::require(!again.fault && again.remarks.empty(), "a written game reads clean");
    fuzz::require(again.game.steps == reading.game.steps && again.game.resigned == reading.game.resigned,
                  "a written game reads back as itself");
    fuzz::require(again.game.end().hash() == reading.game.end().hash(), "and ends alike");
    fuzz::require(write_game(again.game) == written, "writing twice changes nothing");
  }
  return 0;
}
