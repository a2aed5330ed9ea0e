#include "games/margrites/info.h"

#include <algorithm>

#include "games/margrites/actions.h"
#include "games/margrites/ai.h"
#include "games/margrites/ai_network.h"
#include "games/margrites/margrites.h"
#include "games/margrites/text.h"
#include "games/margrites/words.h"

namespace cairn::margrites {

namespace {

constexpr MessageText kBoardForm("board-8-rows-9", "a board is 8 rows of 9, row 8 first, of B, W and '.'");

Message read_board(const Setup& setup, std::array<Squares, 2>& pieces, Side& side) {
  if (setup.board.size() != kRows)
    return bad_position(
        Message("board-rows", "the board has {n} rows; {why}", {{"n", setup.board.size()}, {"why", kBoardForm}}));
  for (int i = 0; i < kRows; ++i) {
    const std::string& line = setup.board[static_cast<std::size_t>(i)];
    const int row = kRows - 1 - i;
    if (line.size() != kFiles)
      return bad_position(Message("row-length", "row {row} has {n} squares; {why}",
                                  {{"row", row + 1}, {"n", line.size()}, {"why", kBoardForm}}));
    for (int file = 0; file < kFiles; ++file) {
      const char c = to_upper(line[static_cast<std::size_t>(file)]);
      const Squares bit = Squares::of(square_at(file, row));
      if (c == 'B' || c == 'W')
        pieces[c == 'B' ? 0 : 1] = pieces[c == 'B' ? 0 : 1] | bit;
      else if (c != '.')
        return bad_position(Message("row-holds-letter-piece", "row {row} contains a letter that is not a piece; {why}",
                                    {{"row", row + 1}, {"why", kBoardForm}}));
    }
  }
  if (const Message wrong = Margrites::fits(pieces); !wrong.empty()) return bad_position(wrong);
  if (setup.to_move.empty() || equal_ignoring_case(setup.to_move, "black"))
    side = Side::black;
  else if (equal_ignoring_case(setup.to_move, "white"))
    side = Side::white;
  else
    return bad_position(Message("to-move-must-be", "\"to_move\" is \"{name}\"; it must be black or white",
                                {{"name", setup.to_move.substr(0, 80)}}));
  return {};
}

Made make(const Config& config) {
  Options options;
  if (auto error = set_options(options, config.options); !error.empty()) return {{}, std::move(error)};
  if (!config.setup) return {Position(Margrites(options)), {}};
  if (options.two_for_three)
    return {{},
            bad_position(
                Message("match-two-for-three", "a match (two_for_three) starts from formations, not from a position"))};
  std::array<Squares, 2> pieces{};
  Side side{};
  if (auto error = read_board(*config.setup, pieces, side); !error.empty()) return {{}, std::move(error)};
  return {Position(Margrites(options, pieces, side)), {}};
}

OptionValues complete(const OptionValues& given) {
  Options options;
  set_options(options, given);
  return option_values(options);
}

// A lead of one side, or formations that whoever opens the table has chosen for both. In a match of two games each
// player has both sides once.
bool favours(const OptionValues& complete) {
  Options options;
  set_options(options, complete);
  return !options.two_for_three && (options.black_handicap || options.white_rebuttal || options.black);
}

WrittenMoves read_text(std::string_view text) {
  const Reading reading = read_game(text);
  WrittenMoves out;
  const OptionValues usual = option_values(Options());
  for (auto& value : option_values(reading.game.options))
    if (std::find(usual.begin(), usual.end(), value) == usual.end()) out.config.options.push_back(std::move(value));
  for (const Remark& remark : reading.remarks) out.remarks.push_back(to_text(remark));
  if (reading.fault) out.fault = to_text(*reading.fault);
  if (!reading.game.options.black || !reading.game.options.white) return out;
  Margrites game = reading.game.start();
  for (const Step step : reading.game.steps) {
    out.moves.emplace_back(game.turn().seat, write_step(game.board().mover(), step.from, step.to));
    game.apply(game.turn().seat, make_step(step.from, step.to), NoEvents{});
  }
  if (reading.game.resigned) out.moves.emplace_back(game.seat_of(*reading.game.resigned), "resign");
  return out;
}

// One game from two formations: those that the options give, or that the players agreed on or placed.
Message write_text(const Config& config, const std::vector<std::pair<Seat, std::string>>& moves, std::string& text) {
  GameText out;
  if (auto error = set_options(out.options, config.options); !error.empty()) return error;
  if (config.setup)
    return Message("notation-margrites-begins-with",
                   "the notation of MARGRITES begins with two formations, not with a position");
  if (out.options.two_for_three)
    return Message("notation-margrites-holds-one", "the notation of MARGRITES holds one game, not a match of two");
  Margrites game(out.options);
  for (const auto& [seat, word] : moves) {
    if (equal_ignoring_case(word, "resign")) {
      if (!game.to_act().empty()) out.resigned = game.side_of(seat);
      break;
    }
    const Parsed parsed = game.parse(seat, word);
    if (parsed.refused != Reason::none || game.check(seat, parsed.action) != Reason::none)
      return Message("move-cannot-played", "the move {word} cannot be played", {{"word", word.substr(0, 80)}});
    if (kind_of(parsed.action) == Kind::step) out.steps.push_back({from_of(parsed.action), to_of(parsed.action)});
    game.apply(seat, parsed.action, NoEvents{});
  }
  if (game.phase() == Phase::arranging || game.phase() == Phase::placing)
    return Message("formations-not-agreed",
                   "the notation of MARGRITES begins with two formations, and the players have not agreed on them yet");
  out.options.black = game.formation(Side::black);
  out.options.white = game.formation(Side::white);
  if (!out.options.black || !out.options.white)
    return Message("formations-not-agreed",
                   "the notation of MARGRITES begins with two formations, and the players have not agreed on them yet");
  text = write_game(out);
  return {};
}

}  // namespace

GameInfo info() {
  return {
      .name = "margrites",
      .title = "MARGRITES",
      .summary =
          "Eight pieces a side on 9 by 8 squares. A turn is up to four steps, in any direction; a step off the far\n"
          "row scores a point. A piece falls when the enemies touching it number at least twice its friends and\n"
          "itself. No step may end in capture (martyrdom) nor take a piece back to where it began the turn\n"
          "(stalling). The game ends when a side has no piece left: more points win, then more captures.\n"
          "Both sides first arrange their pieces in their own two rows (a2,b2,...) and accept the other's\n"
          "formation, or demand the hostile setup (hostile): a piece each in turn. Steps: d2>d3, e8>B++.",
      .options = option_specs<Options>(),
      .variety = {"", "black=b2,c2,d2,e1,e2,f2,g2,h2 white=b7,c7,d7,e7,e8,f7,g7,h7", "hostile", "hostile=full",
                  "black=a2,b2,c2,d2,e2,f2,g2,h2 white=b7,c7,d7,e7,f7,g7,h7,i7 returning",
                  "black=a1,c1,e1,g1,b2,d2,f2,h2 white=a7,c7,e7,g7,b8,d8,f8,h8 black_handicap white_rebuttal",
                  "hostile two_for_three", "hostile=full returning black_handicap white_rebuttal two_for_three"},
      .score_is_pair = true,
      .reasons = {kMartyrdom, kStalling},
      .placeless = {"accept", "hostile"},
      .make = &make,
      .engine = &make_engine,
      .parameters = engine_parameters(),
      .features = network_features(),
      .complete = &complete,
      .favours = &favours,
      .read_text = &read_text,
      .write_text = &write_text};
}

}  // namespace cairn::margrites
