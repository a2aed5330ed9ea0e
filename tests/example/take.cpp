#include "tests/example/take.h"

#include "core/swap.h"

namespace cairn::example {

namespace {

Made make(const Config& config) {
  TakeOptions options;
  if (auto error = set_options(options, config.options); !error.empty()) return {.error = error};
  if (config.setup) return {.error = "this game starts from the full heap; give `stones` instead of a position"};
  const Take game(options);
  return {.position = options.swap ? Position(Swap<Take>(game)) : Position(game)};
}

OptionValues complete(const OptionValues& given) {
  TakeOptions options;
  set_options(options, given);
  return option_values(options);
}

}  // namespace

GameInfo take_info() {
  return {.name = "take",
          .title = "Take",
          .summary = "Two players take one to three stones in turn from a heap. The last stone wins.",
          .options = option_specs<TakeOptions>(),
          .variety = {"", "stones=7 most=2 misere", "stones=1 most=1", "stones=30 most=9 swap"},
          .make = make,
          .complete = complete};
}

}  // namespace cairn::example
