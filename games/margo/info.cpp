#include "games/margo/info.h"

#include "core/swap.h"
#include "games/margo/ai.h"
#include "games/margo/ai_network.h"
#include "games/margo/margo.h"
#include "games/margo/site_games.h"

namespace cairn::margo {

namespace {

constexpr std::string_view kMargoSummary =
    "Marbles and Go on a pyramid. In turn, place a ball of your colour on an empty hole of the board or on four balls\n"
    "that form a square. Balls of one colour are linked side by side and up and down; a group lives on empty board\n"
    "holes beside its board-level balls. A group without one is captured; balls that carry others stay as zombies.\n"
    "The game ends when the player to move has no legal move; the most balls on the board win.\n"
    "Moves: A1, B2, ... (column letter, row number on a grid of half steps), pass, swap.";
constexpr std::string_view kSpargoSummary =
    "Margo on a board of four by four: short and sharp. In turn, place a ball on an empty hole or on four balls that\n"
    "form a square; groups without an empty board hole beside them are captured. When the player to move has no legal\n"
    "move the most balls on the board win.\n"
    "Moves: A1, B2, ... (column letter, row number on a grid of half steps), pass, swap.";

template <class Board>
Made build(const Options& options, const std::optional<Setup>& setup) {
  Game<Board> game(options);
  if (setup)
    if (auto error = game.set_up(*setup); !error.empty()) return {{}, std::move(error)};
  if (options.swap) return {Position(Swap<Game<Board>>(std::move(game))), {}};
  return {Position(std::move(game)), {}};
}

template <class Bits>
Made build_for(const Options& options, const std::optional<Setup>& setup) {
  if (options.players > 2) return build<Board<Bits, 4>>(options, setup);
  return build<Board<Bits, 2>>(options, setup);
}

Made build_any(const Options& options, const std::optional<Setup>& setup) {
  if (options.size <= WordBits::kMaxSize) return build_for<WordBits>(options, setup);
  if (options.size <= LaneBits::kMaxSize) return build_for<LaneBits>(options, setup);
  if (options.size <= WideBits::kMaxSize) return build_for<WideBits>(options, setup);
  return build_for<WidestBits>(options, setup);
}

// Spargo's size is fixed; saying `size=4` is no error.
Message read_spargo(SpargoOptions& options, const OptionValues& values) {
  if (auto error = set_options(static_cast<Options&>(options), values); !error.empty()) return error;
  return options.size == 4 ? ""
                           : bad_option("size", Message("spargo-played-on-size",
                                                        "Spargo is played on size 4; for other sizes choose margo"));
}

std::vector<OptionSpec> without_size(std::vector<OptionSpec> specs) {
  std::erase_if(specs, [](const OptionSpec& spec) { return spec.name == "size"; });
  return specs;
}

std::optional<double> even_but_testing(const OptionValues& complete) {
  Options options;
  set_options(options, complete);
  return options.testing ? std::nullopt : std::optional(0.0);
}

}  // namespace

GameInfo margo_info() {
  return {
      .name = "margo",
      .title = "Margo",
      .summary = kMargoSummary,
      .options = option_specs<Options>(),
      .variety = {"",
                  "size=2",
                  "size=3",
                  "size=4",
                  "size=5",
                  "size=7",
                  "size=8",
                  "size=9",
                  "size=4 players=3",
                  "size=5 players=4",
                  "size=6 players=3",
                  "size=5 height=1",
                  "size=6 height=2",
                  "size=4 can_pass",
                  "size=5 can_pass ko=simple",
                  "size=5 all_freedoms",
                  "size=4 ko=simple",
                  "size=5 ko=positional",
                  "size=4 ko=none",
                  "size=4 swap",
                  "size=5 beginner",
                  "size=3 testing",
                  "size=5 testing",
                  "size=4 players=3 beginner ko=positional all_freedoms"},
      .make = [](const Config& config) -> Made {
        Options options;
        if (auto error = set_options(options, config.options); !error.empty()) return {{}, std::move(error)};
        return build_any(options, config.setup);
      },
      .engine = make_ai,
      .parameters = ai_parameters(),
      .features = network_features(),
      .complete =
          [](const OptionValues& given) {
            Options options;
            set_options(options, given);
            return option_values(options);
          },
      .ahead = even_but_testing,
      .read_site_game = [](const SiteGame& game) { return read_site_game(game, false); },
  };
}

GameInfo spargo_info() {
  return {
      .name = "spargo",
      .title = "Spargo",
      .summary = kSpargoSummary,
      .options = without_size(option_specs<Options>(SpargoOptions())),
      .variety = {"", "swap", "ko=simple", "ko=positional all_freedoms", "players=3", "players=4", "height=2",
                  "can_pass", "beginner"},
      .make = [](const Config& config) -> Made {
        SpargoOptions options;
        if (auto error = read_spargo(options, config.options); !error.empty()) return {{}, std::move(error)};
        return build_any(options, config.setup);
      },
      .engine = make_ai,
      .parameters = ai_parameters(),
      .features = network_features(),
      .complete =
          [](const OptionValues& given) {
            SpargoOptions options;
            read_spargo(options, given);
            auto values = option_values(static_cast<const Options&>(options));
            std::erase_if(values, [](const auto& value) { return value.first == "size"; });
            return values;
          },
      .ahead = even_but_testing,
      .read_site_game = [](const SiteGame& game) { return read_site_game(game, true); },
  };
}

}  // namespace cairn::margo
