#include "tests/skeleton/info.h"

#include "core/swap.h"
#include "tests/skeleton/ai.h"
#include "tests/skeleton/skeleton.h"

namespace cairn::skeleton {

namespace {

constexpr std::string_view kSummary =
    "Two sides place stones in turn, and so many in a row win.\n"
    "A stone is put on any empty crossing and stays there. On a board of odd size\n"
    "the first one may not lie in the middle. Four in a row (option `line`), across,\n"
    "up or aslant, win; a full board without such a row is a draw.\n"
    "Moves: A1, B2, ...";

Made make(const Config& config) {
  Options options;
  if (auto error = set_options(options, config.options); !error.empty()) return {.error = error};
  Skeleton game(options);
  if (config.setup)
    if (auto error = game.set_up(*config.setup); !error.empty()) return {.error = error};
  return {.position = options.swap ? Position(Swap<Skeleton>(game)) : Position(game)};
}

OptionValues complete(const OptionValues& given) {
  Options options;
  set_options(options, given);
  return option_values(options);
}

}  // namespace

GameInfo info() {
  return {.name = "skeleton",
          .title = "Skeleton",
          .summary = kSummary,
          .options = option_specs<Options>(),
          .variety = {"", "size=4 line=3", "size=5 swap", "size=9 line=5", "size=4"},
          .reasons = {kMiddle},
          .make = make,
          .engine = make_ai,
          .parameters = ai_parameters(),
          .complete = complete};
}

}  // namespace cairn::skeleton
