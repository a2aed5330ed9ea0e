// Moves of every game: the first byte chooses the game and its options, the rest is a list of moves as people write it.
#include <algorithm>
#include <string>

#include "fuzz/fuzz.h"
#include "notation/replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size < 1 || size > 1000) return -1;
  const fuzz::Choice& choice = fuzz::choose(data[0]);
  Replay replay(*choice.info, choice.start);
  Position twin = choice.start;
  int refusals = 0;
  for (const std::string& word : read_words(fuzz::text_of(data + 1, size - 1))) {
    fuzz::require(!word.empty(), "a word has letters");
    const std::uint64_t before = replay.position().hash();
    const int ply = replay.ply();
    const Attempt attempt = replay.play(word);
    if (attempt.refused != Reason::none) {
      fuzz::require(replay.position().hash() == before && replay.ply() == ply, "a refused word changes nothing");
      fuzz::require(!replay.error_line(attempt).dump(-1, ' ', false, Json::error_handler_t::replace).empty(),
                    "a refusal can be told");
      if (++refusals > 8) break;
      continue;
    }
    // What was played goes into records by the game's own spelling, and that spelling does the same.
    fuzz::require(
        play_for(twin, attempt.seat, attempt.word, nullptr) == Reason::none && twin.hash() == replay.position().hash(),
        "the spelling of a played word plays it again");
    fuzz::require(replay.ply() == ply + 1, "a played word counts");
  }
  fuzz::require(!replay.line().dump(-1, ' ', false, Json::error_handler_t::replace).empty(), "a position can be told");
  return 0;
}
