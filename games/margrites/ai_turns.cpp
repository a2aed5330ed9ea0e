#include "games/margrites/ai_turns.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/hash.h"
#include "games/margrites/actions.h"
#include "search/knowledge.h"

namespace cairn::margrites {

namespace {

constexpr std::uint32_t kReturning = 64;  // in a step's seven bits
constexpr float kDecided = 20;            // log-odds of a game that is over

std::array<Squares, 2> as_squares(const Lanes& lanes) {
  return std::bit_cast<std::array<Squares, 2>>(lanes);
}

std::uint64_t key_of(const Standing& standing) {
  const auto& [mine, theirs] = standing.pieces;
  const auto counts = static_cast<std::uint64_t>(standing.points[0] + 16 * standing.points[1] +
                                                 256 * standing.captures[0] + 4096 * standing.captures[1]);
  return mix(mine.low * 0x9E3779B97F4A7C15ULL ^ mine.high * 0xC2B2AE3D27D4EB4FULL,
             theirs.low * 0x165667B19E3779F9ULL ^ theirs.high * 0xD6E8FEB86659FD93ULL ^ counts << 40) |
         1U;
}

std::uint64_t exact_key(Margrites game, Action step) {
  game.apply(game.turn().seat, step, NoEvents{});
  return game.hash() | 1U;
}

// From a random word: mean 0, variance 1, between -2.45 and 2.45.
float deviation(std::uint64_t word) {
  const auto half = [](std::uint64_t bits) { return static_cast<float>(bits & 0xFFFF'FFFFU) * 0x1p-32F; };
  return (half(word) + half(word >> 32) - 1) * 2.449F;
}

// What stands after a step that is legal.
Standing after(const Standing& before, const Board& board, Action action) {
  const std::size_t me = index(before.mover);
  Standing next = before;
  --next.steps;
  Lanes lanes = board.lanes() ^ kLaneBits.of(before.mover, from_of(action)) ^ kLaneBits.of(before.mover, to_of(action));
  const auto moved = as_squares(lanes);
  settle(lanes, Lanes{});
  next.pieces = as_squares(lanes);
  next.points[me] += to_of(action) == kOff ? 1 : from_of(action) == kOff ? -1 : 0;
  for (std::size_t s = 0; s < 2; ++s) next.captures[1 - s] += moved[s].size() - next.pieces[s].size();
  return next;
}

float count_odds(const Standing& standing) {  // when a side has no piece left
  const std::size_t me = index(standing.mover);
  const int points = standing.points[me] - standing.points[1 - me],
            captures = standing.captures[me] - standing.captures[1 - me];
  const int margin = points != 0 ? points : captures;
  return margin > 0 ? kDecided : margin < 0 ? -kDecided : 0;
}

// A match is won with two of three points: this game, the other one and the most captures. The other game, where it is
// still to come, is even, and captures may change as long as steps are made.
double match_value(const Margrites& game, const Standing& end, double win) {
  const std::size_t me = index(end.mover);
  double other_game = 0.5;
  int lead = end.captures[me] - end.captures[1 - me];
  if (game.game_number() == 2) {
    const Ending& first = game.first_game();  // I was the other side
    lead += first.captures[1 - me] - first.captures[me];
    if (first.winner >= 0) other_game = first.winner == static_cast<int>(me) ? 0 : 1;
  }
  const double most = 1 / (1 + std::exp(-0.7 * lead));
  return win * other_game + win * most + other_game * most - 2 * win * other_game * most;
}

}  // namespace

Action TurnCode::first(const Margrites& game) const {
  const std::uint32_t step = bits_ & 0x7FU;
  const Side side = game.board().mover();
  if (step >= kReturning) return make_step(kOff, square_at(static_cast<int>(step - kReturning), far_row(side)));
  Squares pieces = game.board().pieces(side);
  for (std::uint32_t skip = step / kDirections; skip > 0; --skip) pieces.drop_front();
  const Square from = pieces.front();
  return make_step(from, kSteps[index(side)][index(from)][step % kDirections]);
}

TurnCode TurnCode::with(const Margrites& game, Action step) const {
  const Side side = game.board().mover();
  const Square from = from_of(step), to = to_of(step);
  std::uint32_t code = kReturning + static_cast<std::uint32_t>(file_of(to));
  if (from != kOff) {
    std::uint32_t which = 0, way = 0;
    for (Squares pieces = game.board().pieces(side); pieces.front() != from; pieces.drop_front()) ++which;
    while (kSteps[index(side)][index(from)][way] != to) ++way;
    code = which * kDirections + way;
  }
  const std::uint32_t count = bits_ >> 28;
  return TurnCode((bits_ & 0x0FFF'FFFFU) | code << (7 * count) | (count + 1) << 28);
}

void play(Margrites& game, TurnCode turn) {
  for (; turn.size() > 0; turn = turn.rest()) game.apply(game.turn().seat, turn.first(game), NoEvents{});
}

// Notes the key. Where the slots are full it may be taken for new: that costs time, no more.
bool TurnMaker::seen(std::uint64_t key) {
  for (std::size_t i = 0; i < 8; ++i) {
    std::uint64_t& slot = keys_[((key >> 32) + i) % kKeySlots];
    if (slot == key) return true;
    if (slot != 0) continue;
    slot = key;
    return false;
  }
  return false;
}

// Lines that lead to the same pieces are one, that of the better parent.
void TurnMaker::look(const Line& line, std::uint32_t parent, bool exact, std::span<const Action> avoid) {
  const Board& board = line.game.board();
  const Standing before = standing_of(line.game);
  line.game.legal(line.game.turn().seat, actions_);
  for (const Action action : actions_) {
    if (std::find(avoid.begin(), avoid.end(), action) != avoid.end()) continue;
    const Standing next = after(before, board, action);
    const std::uint64_t key = exact ? exact_key(line.game, action) : key_of(next);
    if (seen(key)) continue;
    const bool bare = next.pieces[0].empty() || next.pieces[1].empty();
    Promise seems = bare ? Promise{count_odds(next), false} : promise(next, weights_);
    if (blur_.log_odds > 0) seems.odds += blur_.log_odds * deviation(mix(key, blur_.seed));
    steps_.push_back({seems, parent, action});
  }
}

// The best `width` steps, best first, then the best of the others that hunt: a chase may look bad until it succeeds, so
// half as many places more are its own.
void TurnMaker::rank(std::size_t width) {
  order_.clear();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(steps_[i].promise.odds);
    const std::uint32_t falling = bits >> 31 != 0 ? bits : ~bits & 0x7FFF'FFFFU;
    order_.push_back(std::uint64_t{falling} << 32 | i);
  }
  const auto after = [&](std::size_t count) {
    return order_.begin() + static_cast<std::ptrdiff_t>(std::min(count, order_.size()));
  };
  std::nth_element(order_.begin(), after(width), order_.end());
  std::sort(order_.begin(), after(width));
  order_.erase(std::remove_if(after(width), order_.end(),
                              [&](std::uint64_t at) { return !steps_[at & 0xFFFF'FFFFU].promise.hunts; }),
               order_.end());
  const std::size_t all = width + width / 2;
  std::partial_sort(after(width), after(all), order_.end());
  order_.erase(after(all), order_.end());
}

void TurnMaker::make(const Margrites& game, const BeamWidths& widths, std::vector<TurnChoice>& out,
                     std::span<const Action> avoid) {
  out.clear();
  complete_ = widths.exact;
  lines_.assign(1, {game, {}});
  const Seat seat = game.turn().seat;
  const int number = game.turn_number(), played = game.game_number();
  for (int left = game.board().steps_left(); !lines_.empty(); --left) {
    steps_.clear();
    std::fill(keys_.begin(), keys_.end(), 0);
    for (std::size_t i = 0; i < lines_.size(); ++i) look(lines_[i], static_cast<std::uint32_t>(i), widths.exact, avoid);
    avoid = {};  // of the first step alone
    const std::size_t width = left <= 1 ? widths.last : left == 4 ? widths.first : widths.middle;
    rank(width);
    complete_ = complete_ && order_.size() == steps_.size();
    next_.clear();
    for (const std::uint64_t at : order_) {
      const Step& step = steps_[at & 0xFFFF'FFFFU];
      const Line& parent = lines_[step.parent];
      Line line{parent.game, parent.turn.with(parent.game, step.action)};
      line.game.apply(seat, step.action, NoEvents{});
      const Margrites& end = line.game;
      const bool over = end.phase() == Phase::over || end.game_number() != played;
      if (!over && end.turn_number() == number) {
        next_.push_back(line);
        continue;
      }
      TurnChoice choice{
          line.turn, step.promise.odds, end.hash(), end.phase() == Phase::over, end.game_number() != played, 0};
      choice.value = choice.over ? seat_value(end.outcome(), 2, seat) : 1 / (1 + std::exp(-double{step.promise.odds}));
      if (choice.next_game || (!choice.over && game.options().two_for_three))
        choice.value =
            match_value(game, after(standing_of(parent.game), parent.game.board(), step.action), choice.value);
      if (!choice.over)  // the nearer the draw by quiet turns
        choice.value = 0.5 + (choice.value - 0.5) * (1 - 0.5 * end.quiet_turns() / kQuietTurns);
      out.push_back(choice);
    }
    std::swap(lines_, next_);
  }
  std::stable_sort(out.begin(), out.end(), [](const TurnChoice& a, const TurnChoice& b) { return a.odds > b.odds; });
}

std::vector<Parameter> weight_parameters() {
  std::vector<Parameter> all{
      {"hunt", "log-odds of a capture that can be made in this turn", double{Weights().hunt}, 0, 10}};
  for (const Weight& weight : kWeights) all.push_back({weight.name, weight.help, double{weight.value}, -10, 10});
  return all;
}

Weights tuned_weights(const EngineSettings& settings) {
  const auto known = weight_parameters();
  Weights weights;
  weights.hunt = static_cast<float>(parameter(known, settings, "hunt"));
  for (std::size_t i = 0; i < kFeatures; ++i)
    weights.of[i] = static_cast<float>(parameter(known, settings, kWeights[i].name));
  return weights;
}

}  // namespace cairn::margrites
