// Options as words ("size=4 ko=simple"), as a JSON object, and one by one, for every game.
#include <set>
#include <string>

#include "fuzz/fuzz.h"
#include "notation/view_json.h"

namespace {

using namespace cairn;

void try_options(const OptionValues& values) {
  for (const GameInfo& info : games()) {
    const Made made = info.make({values, {}});
    fuzz::require(made.error.empty() == static_cast<bool>(made.position), "either a position or what was wrong");
    if (!made.error.empty()) {
      fuzz::require(made.error.size() < 4000, "an error is short");
      continue;
    }
    const OptionValues all = info.complete(values);
    const Made again = info.make({all, {}});
    fuzz::require(again.error.empty() && again.position.hash() == made.position.hash(),
                  "completed options mean the same game");
    fuzz::require(info.complete(all) == all, "completing twice changes nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 400) return -1;
  const auto text = fuzz::text_of(data, size);
  try_options(parse_option_words(text));
  OptionValues values;
  if (read_options(parse_json(text), values).empty()) try_options(values);
  find_game(text);
  fuzz::require(unknown_game(text).size() < 1000, "an error is short");
  return 0;
}
