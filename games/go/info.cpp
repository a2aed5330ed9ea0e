#include "games/go/info.h"

#include <array>

#include "games/go/ai.h"
#include "games/go/ai_network.h"
#include "games/go/go.h"
#include "games/go/phantom.h"
#include "games/go/sgf.h"

namespace cairn::go {

namespace {

constexpr std::string_view kGoSummary =
    "In turn, place a stone on an empty point, or pass; Black first. Connected stones of one colour share their\n"
    "liberties; enemy chains without a liberty are captured, and a move may not leave its own chain without one.\n"
    "A move may not recreate the board before the opponent's last move (ko). After two passes the players agree on\n"
    "dead stones; the most stones and surrounded points win (or, under territory scoring, surrounded points less\n"
    "prisoners). Moves: D4, Q16 (no column I), pass; then dead:D4 (turns the mark of that chain), accept, resume.";
constexpr std::string_view kToroidalSummary =
    "Go on a board without edges: left meets right and top meets bottom, so every point has four neighbours. All else\n"
    "as in Go. Moves: D4, L11 (no column I), pass; then dead:D4, accept, resume.";

constexpr std::string_view kPhantomSummary =
    "Go in the dark: you see your own stones and what the referee says. Try a point; if the move is illegal on the "
    "true\n"
    "board the referee tells you alone, and you try again. Your opponent hears only that you played, and which stones\n"
    "were captured. After two passes the board is shown and the players agree on dead stones as in Go.\n"
    "Moves: D4, J9 (no column I), pass; then dead:D4, accept, resume.";

// Measured by bench/ranks.py: see bench/strength.md. Level 10 has no limit but time, so it has no rank.
constexpr std::array kKyuOn19{30, 30, 30, 30, 19, 18, 10, 8, 7};
constexpr std::array kRanks{LevelRanks{"19", kKyuOn19}};

// Reads the board of a set-up. Returns "" or what was wrong.
Message read_picture(const Setup& setup, const Options& options, Picture& picture, Colour& to_move) {
  const auto columns = static_cast<std::size_t>(options.size.columns);
  const auto rows = static_cast<std::size_t>(options.size.rows);
  if (options.handicap > 0)
    return bad_position(
        Message("give-handicap-stones-on", "place the handicap stones on the board; do not give them as an option"));
  if (setup.board.size() != rows)
    return bad_position(Message("board-size-rows-not", "a board of size {size} has {n} rows, not {given}",
                                {{"size", size_text(options.size)}, {"n", rows}, {"given", setup.board.size()}}));
  picture.size = options.size;
  picture.topology = options.topology;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string& line = setup.board[row];
    if (line.size() != columns || line.find_first_not_of("BW.") != std::string::npos)
      return bad_position(Message("row-must-letters-b", "row {row} must be {n} letters of B, W and .",
                                  {{"row", row + 1}, {"n", columns}}));
    for (std::size_t column = 0; column < columns; ++column)
      picture.at[(rows - 1 - row) * columns + column] = line[column] == 'B'   ? Colour::black
                                                        : line[column] == 'W' ? Colour::white
                                                                              : Colour::empty;
  }
  if (setup.to_move.empty() || equal_ignoring_case(setup.to_move, "black"))
    to_move = Colour::black;
  else if (equal_ignoring_case(setup.to_move, "white"))
    to_move = Colour::white;
  else
    return bad_position(Message("to-move-black-or-white", "\"to_move\" must be black or white"));
  for (const Region& chain : regions(picture).list)
    if (chain.colour != Colour::empty && liberties(picture, chain).empty())
      return bad_position(Message("group-without-liberty", "the group of {point} has no liberty",
                                  {{"point", point_name(options.size, chain.points.front())}}));
  return {};
}

template <class Game, class GameOptions>
Made build(const GameOptions& options, const std::optional<Setup>& setup) {
  Game game(options);
  if (setup) {
    Picture picture;
    Colour to_move = Colour::black;
    if (auto error = read_picture(*setup, options, picture, to_move); !error.empty()) return {{}, std::move(error)};
    game.set_up(picture, to_move);
  }
  return {Position(std::move(game)), {}};
}

// The size may be left out where a board is given.
template <class GameOptions>
Message read(GameOptions& options, const Config& config) {
  if (config.setup) {
    const std::string size = size_text(size_of_rows(config.setup->board));
    if (auto error = set_option(options, "size", size); !error.empty()) return bad_position(error);
  }
  return set_options(options, config.options);
}

template <template <int> class Game, class GameOptions>
Made make(const Config& config) {
  GameOptions options;
  if (auto error = read(options, config); !error.empty()) return {{}, std::move(error)};
  const int side = options.size.longer();
  if (side <= 9) return build<Game<9>>(options, config.setup);
  if (side <= 13) return build<Game<13>>(options, config.setup);
  if constexpr (std::is_same_v<GameOptions, PhantomOptions>) {
    return build<Game<19>>(options, config.setup);
  } else {
    if (side <= 19) return build<Game<19>>(options, config.setup);
    return build<Game<25>>(options, config.setup);
  }
}

template <class GameOptions>
OptionValues complete(const OptionValues& given) {
  GameOptions options;
  set_options(options, given);
  return option_values(options);
}

constexpr int kSmallestRated = 5;  // on smaller boards anybody can know which side always wins

template <class GameOptions>
std::optional<double> ahead(const OptionValues& complete) {
  GameOptions options;
  set_options(options, complete);
  if (options.size.shorter() < kSmallestRated) return std::nullopt;
  return options.ahead();
}

template <class GameOptions>
std::optional<OptionValues> give(const OptionValues& complete, double ranks) {
  GameOptions options;
  set_options(options, complete);
  if (!options.give(ranks)) return std::nullopt;
  return option_values(options);
}

template <class GameOptions>
Message read_root(const OptionValues& root, OptionValues& options, std::vector<Message>& remarks) {
  return read_sgf_root(root, option_specs<GameOptions>(), options, remarks);
}
template <class GameOptions>
OptionValues for_setup(const OptionValues& given) {
  GameOptions options;
  set_options(options, given);
  options.komi = options.komi_half_points();
  options.handicap = 0;
  return option_values(options);
}
template <class GameOptions>
OptionValues write_root(const OptionValues& given) {
  GameOptions options;
  set_options(options, given);
  return sgf_root(options, std::is_same_v<GameOptions, PhantomOptions> ? "phantom" : "");
}
template <class GameOptions>
SgfForm sgf_form(std::pair<std::string_view, std::string_view> mark = {}) {
  return {.number = 1,
          .mark = mark,
          .pass = "pass",
          .size = "size",
          .read_root = &read_root<GameOptions>,
          .write_root = &write_root<GameOptions>,
          .for_setup = &for_setup<GameOptions>};
}

}  // namespace

GameInfo go_info() {
  return {
      .name = "go",
      .title = "Go",
      .summary = kGoSummary,
      .options = option_specs<GridOptions>(),
      .variety = {"", "size=9", "size=2", "size=3 ko=positional", "size=4 ko=situational", "size=5 scoring=territory",
                  "size=5 ko=positional agreement=no", "size=7 handicap=5", "size=9 handicap=9 scoring=territory",
                  "size=13 komi=0 ko=situational", "size=25 agreement=no", "size=3 suicide",
                  "size=5 ko=positional suicide", "size=2x5", "size=7x3 ko=positional", "size=13x9 handicap=9",
                  "size=19x2 scoring=territory", "size=3x4 ko=situational suicide", "size=25x6 agreement=no"},
      .make = &make<Go, GridOptions>,
      .engine = &go_engine,
      .parameters = go_parameters(),
      .ranks = kRanks,
      .features = network_features(),
      .complete = &complete<GridOptions>,
      .ahead = &ahead<GridOptions>,
      .give = &give<GridOptions>,
      .sgf = sgf_form<GridOptions>(),
  };
}

GameInfo toroidal_info() {
  return {
      .name = "toroidal",
      .title = "Toroidal Go",
      .summary = kToroidalSummary,
      .options = option_specs<TorusOptions>(),
      .variety = {"", "size=3", "size=4 ko=positional", "size=5 scoring=territory",
                  "size=7 ko=situational agreement=no", "size=19", "size=4 ko=situational suicide", "size=3x5",
                  "size=8x3 ko=positional"},
      .make = &make<Go, TorusOptions>,
      .engine = &go_engine,
      .parameters = go_parameters(),
      .features = network_features(),
      .complete = &complete<TorusOptions>,
      .ahead = &ahead<TorusOptions>,
      .sgf = sgf_form<TorusOptions>({"TO", "3"}),
  };
}

GameInfo phantom_info() {
  return {
      .name = "phantom",
      .title = "Phantom Go",
      .summary = kPhantomSummary,
      .options = option_specs<PhantomOptions>(),
      .variety = {"", "size=5", "size=5 terse", "size=6 atari", "size=7 public_tries ko=positional",
                  "size=5 terse public_tries atari agreement=no", "size=7 handicap=4 ko=situational", "size=13",
                  "size=5x7 atari", "size=9x6 terse public_tries"},
      .hidden = true,
      .make = &make<Phantom, PhantomOptions>,
      .engine = &phantom_engine,
      .parameters = phantom_parameters(),
      .features = network_features(),
      .complete = &complete<PhantomOptions>,
      .ahead = &ahead<PhantomOptions>,
      .give = &give<PhantomOptions>,
      .sgf = sgf_form<PhantomOptions>({"CGAME", "phantom"}),
  };
}

}  // namespace cairn::go
