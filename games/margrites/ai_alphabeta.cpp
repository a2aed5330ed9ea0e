#include "games/margrites/ai_alphabeta.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/hash.h"
#include "games/margrites/actions.h"
#include "games/margrites/ai_setup.h"
#include "search/spin_lock.h"

namespace cairn::margrites {

namespace {

// Scores are chances less a half; a certain win is kWin, less a little for each ply until then.
constexpr float kWin = 10, kPly = 0.01F, kCertain = 5, kAlmostLost = -0.5F, kNull = 1e-4F;
constexpr std::size_t kMostEntries = std::size_t{1} << 18;
constexpr int kFewPieces = 2;  // with so many a side's turns can all be looked at
constexpr BeamWidths kAll{64, 600, 2000, true};
constexpr std::size_t kRoomForAll = std::size_t{1} << 19;  // bytes

float certain_win(int ply) {
  return kWin - kPly * static_cast<float>(ply);
}

float score_of(const TurnChoice& choice, int ply) {
  const float score = static_cast<float>(choice.value) - 0.5F;
  if (!choice.over) return score;
  return score > 0.25F ? certain_win(ply) : score < -0.25F ? -certain_win(ply) : 0;
}

// In the table certain scores count from the position that they stand for.
float moved_by(float score, int plies) {
  const float change = kPly * static_cast<float>(plies);
  return score > kCertain ? score + change : score < -kCertain ? score - change : score;
}

bool is_end(const TurnChoice& choice) {
  return choice.over || choice.next_game;
}

Margrites after(const Margrites& game, TurnCode turn) {
  Margrites next = game;
  play(next, turn);
  return next;
}

// What a turn changes among the mover's pieces, as a small number: the same for such a turn elsewhere.
std::uint16_t change_of(const Margrites& before, TurnCode turn) {
  const Side side = before.board().mover();
  const Squares change = before.board().pieces(side) ^ after(before, turn).board().pieces(side);
  return static_cast<std::uint16_t>(mix(change.low, change.high) & 0xFFFU);
}

bool few_pieces(const Margrites& game) {
  const Side side = game.board().mover();
  return game.board().count(side) <= kFewPieces && !game.options().returning;
}

AlphaBetaTuning alphabeta_tuned(const EngineSettings& settings) {
  const auto known = alphabeta_parameters();
  const auto value = [&](std::string_view name) { return parameter(known, settings, name); };
  const auto width = [&](std::string_view name) { return static_cast<std::size_t>(value(name)); };
  return {.inner = {width("ab_first"), width("ab_beam"), width("ab_turns")},
          .margin = static_cast<float>(value("ab_margin")),
          .late = static_cast<int>(value("ab_late")),
          .verify = static_cast<int>(value("ab_verify")),
          .history = static_cast<float>(value("ab_history")),
          .depth = static_cast<int>(value("ab_depth")),
          .weights = tuned_weights(settings)};
}

}  // namespace

std::vector<Parameter> alphabeta_parameters() {
  const AlphaBetaTuning usual;
  const auto number = [](auto value) { return static_cast<double>(value); };
  return {{"ab_first", "alpha-beta: lines kept after a turn's first step", number(usual.inner.first), 1, 200},
          {"ab_beam", "after the second and third step", number(usual.inner.middle), 1, 200},
          {"ab_turns", "turns looked at in a position", number(usual.inner.last), 1, 200},
          {"ab_margin", "chance by which a turn may promise less and yet be searched before the horizon",
           number(usual.margin), 0, 1},
          {"ab_late", "turns searched to full depth before the others are doubted", number(usual.late), 1, 200},
          {"ab_verify", "turns held against captures at the horizon", number(usual.verify), 0, 50},
          {"ab_history", "weight of the history in the order of turns", number(usual.history), 0, 1},
          {"ab_depth", "turns looked ahead at most", number(usual.depth), 1, AlphaBetaTuning::kDeepest}};
}

AlphaBeta::AlphaBeta(const Margrites& start, EngineSettings settings)
    : settings_(std::move(settings)), tuning_(alphabeta_tuned(settings_)), root_(start) {}

void AlphaBeta::forget() {
  const SpinLock lock(busy_);
  std::vector<Entry>().swap(table_);
  std::vector<RootTurn>().swap(turns_);
}

// ---- the root

void AlphaBeta::set_position(const Position& position, Seat seat) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr) return;  // another game than the one this was made for
  const SpinLock lock(busy_);
  std::vector<RootTurn> left;  // of the turns that began with the step that was made
  if (root_.hash() == game->hash()) {
    left = std::move(turns_);
  } else if (playing() && game->turn_number() == root_.turn_number() && game->game_number() == root_.game_number()) {
    for (const RootTurn& turn : turns_) {
      Margrites next = root_;
      next.apply(root_.turn().seat, turn.choice.turn.first(root_), NoEvents{});
      if (turn.choice.turn.size() < 2 || next.hash() != game->hash()) continue;
      left.push_back(turn);
      left.back().choice.turn = turn.choice.turn.rest();
    }
  }
  root_ = *game;
  seat_ = seat;
  turns_ = std::move(left);
  kept_ = 0;
  for (const RootTurn& turn : turns_) kept_ += turn.visits;
}

bool AlphaBeta::avoided(Action step) const {
  return std::find(limits_.avoid.begin(), limits_.avoid.end(), step) != limits_.avoid.end();
}

void AlphaBeta::begin(const SearchLimits& limits) {
  const SpinLock lock(busy_);
  limits_ = limits;
  const std::uint64_t cap = level(settings_.level, settings_.levels).playouts;
  if (cap > 0 && (limits_.playouts == 0 || cap < limits_.playouts)) limits_.playouts = cap;
  began_ = settings_.clock ? settings_.clock() : 0;
  ended_ = -1;
  playouts_ = 0;
  done_ = false;
  workers_ = 0;
  ++age_;
  if (table_.empty())
    table_.resize(std::clamp(settings_.memory / 2 / sizeof(Entry), std::size_t{2}, kMostEntries) / 2 * 2);
  if (playing()) gather_turns();
}

// The beam's turns, and those that were looked at when the turn began with the step just made.
void AlphaBeta::gather_turns() {
  TurnMaker maker(tuning_.weights, blur_of(settings_));
  std::vector<TurnChoice> choices;
  const bool all = few_pieces(root_) && settings_.memory >= kRoomForAll;
  maker.make(root_, all ? kAll : tuning_.root, choices, limits_.avoid);
  complete_ = maker.complete() && limits_.avoid.empty();
  std::erase_if(turns_, [&](const RootTurn& turn) { return avoided(turn.choice.turn.first(root_)); });
  const std::size_t old = turns_.size();
  for (const TurnChoice& choice : choices) {
    const auto end = turns_.begin() + static_cast<std::ptrdiff_t>(old);
    const bool known =
        std::any_of(turns_.begin(), end, [&](const RootTurn& turn) { return turn.choice.hash == choice.hash; });
    if (!known) turns_.push_back({choice});
  }
  for (RootTurn& turn : turns_) turn.score = score_of(turn.choice, 0);
  std::stable_sort(turns_.begin(), turns_.end(),
                   [](const RootTurn& a, const RootTurn& b) { return a.score > b.score; });
}

// ---- searching

// Books a playout, which is a beam search; true when no more is to be made.
bool AlphaBeta::spend(Worker& worker) {
  worker.stopped = worker.stopped || done_.load(std::memory_order_relaxed) ||
                   worker.stop->load(std::memory_order_relaxed) ||
                   (limits_.seconds > 0 && seconds_used() >= limits_.seconds);
  if (worker.stopped) return true;
  const std::uint64_t made = playouts_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (limits_.playouts == 0 || made <= limits_.playouts) return false;
  playouts_.fetch_sub(1, std::memory_order_relaxed);
  return worker.stopped = true;
}

bool AlphaBeta::settled(const std::vector<RootTurn>& root) const {
  return root.empty() || std::abs(root.front().score) > kCertain || (limits_.decide && root.size() == 1);
}

void AlphaBeta::work(const std::atomic<bool>& stop) {
  if (stop.load(std::memory_order_relaxed)) return;
  Worker worker(tuning_, blur_of(settings_));
  worker.stop = &stop;
  int first_depth = 1;
  {
    const SpinLock lock(busy_);
    worker.root = turns_;
    worker.decides = workers_ == 0;
    first_depth += workers_++ % 2;
  }
  if (worker.decides) ++playouts_;  // the root's turns
  if (playing())
    for (int depth = first_depth; depth <= tuning_.depth && !worker.stopped && !settled(worker.root); ++depth)
      deepen(worker, depth);
  if (!worker.decides) return;
  done_ = true;
  const SpinLock lock(busy_);
  ended_ = seconds_used();
}

void AlphaBeta::deepen(Worker& worker, int depth) {
  auto& root = worker.root;
  std::size_t best = 0;
  for (std::size_t i = 0; i < root.size() && !worker.stopped; ++i) {
    RootTurn& turn = root[i];
    const std::uint64_t before = playouts_.load(std::memory_order_relaxed);
    const float alpha = i == 0 ? -kWin : root[best].score;
    const int less = i >= static_cast<std::size_t>(tuning_.late) && depth > 2 ? 1 : 0;
    float score = search_turn(worker, root_, turn.choice, {alpha, i == 0 ? kWin : alpha + kNull, depth - less, 0});
    if (i > 0 && score > alpha && !worker.stopped)
      score = search_turn(worker, root_, turn.choice, {alpha, kWin, depth, 0});
    turn.visits += playouts_.load(std::memory_order_relaxed) - before;
    if (worker.stopped) break;
    turn.score = score;
    if (i > 0 && score > alpha) best = i;
  }
  const auto at = root.begin() + static_cast<std::ptrdiff_t>(best);
  std::rotate(root.begin(), at, at + 1);
  if (!worker.decides) return;
  const SpinLock lock(busy_);
  turns_ = root;
}

// The score of a turn for the side that makes it.
float AlphaBeta::search_turn(Worker& worker, const Margrites& game, const TurnChoice& choice, Window window) {
  if (is_end(choice) || window.depth <= 1) return score_of(choice, window.ply);
  const Margrites next = after(game, choice.turn);
  if (next.turn().seat == game.turn().seat)  // the other side has no step
    return search(worker, next, {window.alpha, window.beta, window.depth - 1, window.ply + 1});
  return -search(worker, next, {-window.beta, -window.alpha, window.depth - 1, window.ply + 1});
}

float AlphaBeta::search(Worker& worker, const Margrites& game, Window window) {
  const std::uint64_t hash = game.hash();
  const Entry known = recall(hash);
  if (known.bound != Bound::none) {
    const float score = moved_by(known.score, -window.ply);
    const bool deep = known.depth >= window.depth || std::abs(score) > kCertain;
    if (deep && (known.bound == Bound::exact || (known.bound == Bound::lower && score >= window.beta) ||
                 (known.bound == Bound::upper && score <= window.alpha)))
      return score;
  }
  if (spend(worker)) return 0;
  auto& list = worker.lists[static_cast<std::size_t>(window.ply)];
  TurnCode best_turn = known.turn;
  worker.maker.make(game, tuning_.inner, list);
  float score = best_of(worker, game, window, best_turn);
  if (score < -kCertain && !worker.stopped) {
    bool complete = false;  // the beam never is
    if (few_pieces(game)) {
      worker.maker.make(game, kAll, list);
      complete = worker.maker.complete();
      score = best_of(worker, game, window, best_turn);
    }
    if (!complete && score < -kCertain) score = kAlmostLost;
  }
  if (worker.stopped) return 0;
  const Bound bound = score >= window.beta ? Bound::lower : score > window.alpha ? Bound::exact : Bound::upper;
  remember(hash, moved_by(score, window.ply), best_turn, window.depth, bound);
  return score;
}

// Of the turns in the ply's list. `best_turn` is the first to be looked at, where it is one of them.
float AlphaBeta::best_of(Worker& worker, const Margrites& game, Window window, TurnCode& best_turn) {
  if (window.depth <= 1) return horizon(worker, game, window, best_turn);
  order(worker, game, best_turn, window.ply);
  const auto& list = worker.lists[static_cast<std::size_t>(window.ply)];
  float best = -kWin, alpha = window.alpha;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const TurnChoice& choice = list[i];
    float score = score_of(choice, window.ply);
    if (i > 0 && window.depth == 2 && !is_end(choice) && score + tuning_.margin <= alpha) {
      best = std::max(best, std::min(score + tuning_.margin, alpha));
      continue;
    }
    const int less = i >= static_cast<std::size_t>(tuning_.late) && window.depth > 2 ? 1 : 0;
    const float beta = i == 0 ? window.beta : alpha + kNull;
    score = search_turn(worker, game, choice, {alpha, beta, window.depth - less, window.ply});
    if (i > 0 && score > alpha && (less > 0 || score < window.beta) && !worker.stopped)
      score = search_turn(worker, game, choice, {alpha, window.beta, window.depth, window.ply});
    if (worker.stopped) return 0;
    if (score > best) {
      best = score;
      best_turn = choice.turn;
    }
    alpha = std::max(alpha, score);
    if (alpha < window.beta) continue;
    reward(worker, game, choice.turn, window.ply);
    break;
  }
  return best;
}

// What the best turn is worth; the most promising ones are held against the other side's captures.
float AlphaBeta::horizon(Worker& worker, const Margrites& game, Window window, TurnCode& best_turn) {
  const auto& list = worker.lists[static_cast<std::size_t>(window.ply)];
  auto& replies = worker.lists[static_cast<std::size_t>(window.ply) + 1];
  float best = -kWin;
  int verified = 0;
  for (const TurnChoice& choice : list) {
    float score = score_of(choice, window.ply);
    if (score <= best) break;
    if (!is_end(choice) && verified < tuning_.verify) {
      const Margrites next = after(game, choice.turn);
      if (next.turn().seat != game.turn().seat && promise(standing_of(next), tuning_.weights).hunts) {
        ++verified;
        if (spend(worker)) return 0;
        worker.maker.make(next, tuning_.reply, replies);
        score = std::min(score, -score_of(replies.front(), window.ply + 1));
      }
    }
    if (score <= best) continue;
    best = score;
    best_turn = choice.turn;
    if (best >= window.beta) break;
  }
  return best;
}

void AlphaBeta::order(Worker& worker, const Margrites& game, TurnCode first, int ply) {
  auto& list = worker.lists[static_cast<std::size_t>(ply)];
  const auto& history = worker.history[index(game.board().mover())];
  const auto& killers = worker.killers[static_cast<std::size_t>(ply)];
  for (TurnChoice& choice : list) {
    const std::uint16_t change = change_of(game, choice.turn);
    const bool killer = change == killers[0] || change == killers[1];
    choice.odds = static_cast<float>(choice.value) + tuning_.history * (history[change] + (killer ? 1.0F : 0.0F)) +
                  (choice.turn == first ? kWin : 0.0F);
  }
  std::sort(list.begin(), list.end(), [](const TurnChoice& a, const TurnChoice& b) {
    return a.odds != b.odds ? a.odds > b.odds : a.hash < b.hash;
  });
}

// The turn was good enough.
void AlphaBeta::reward(Worker& worker, const Margrites& game, TurnCode turn, int ply) {
  const std::uint16_t change = change_of(game, turn);
  auto& killers = worker.killers[static_cast<std::size_t>(ply)];
  if (killers[0] != change) killers = {change, killers[0]};
  float& history = worker.history[index(game.board().mover())][change];
  history += (1 - history) * 0.1F;
}

// Two places a position: the deeper of this search's stays.
void AlphaBeta::remember(std::uint64_t hash, float score, TurnCode turn, int depth, Bound bound) {
  const SpinLock lock(busy_);
  Entry* const places = &table_[hash % (table_.size() / 2) * 2];
  const auto worth = [&](const Entry& entry) {
    return entry.hash == hash ? 1000 : entry.bound == Bound::none ? 500 : (entry.age != age_ ? 250 : 0) - entry.depth;
  };
  places[worth(places[1]) > worth(places[0]) ? 1 : 0] = {hash,  score, turn, static_cast<std::int8_t>(depth),
                                                         bound, age_};
}

AlphaBeta::Entry AlphaBeta::recall(std::uint64_t hash) const {
  const SpinLock lock(busy_);
  return entry_of(hash);
}

AlphaBeta::Entry AlphaBeta::entry_of(std::uint64_t hash) const {
  if (table_.empty()) return {};
  const Entry* const places = &table_[hash % (table_.size() / 2) * 2];
  for (int i = 0; i < 2; ++i)
    if (places[i].hash == hash) return places[i];
  return {};
}

// ---- telling

// What is expected from the root on: the turn, then the table's best ones. `busy_` is held.
void AlphaBeta::follow(TurnCode turn, std::size_t length, std::vector<Action>& line) const {
  Margrites game = root_;
  while (turn.size() > 0) {
    for (; turn.size() > 0; turn = turn.rest()) {
      if (line.size() == length || game.to_act().empty()) return;
      const Action step = turn.first(game);
      if (game.check(game.turn().seat, step) != Reason::none) return;
      line.push_back(step);
      game.apply(game.turn().seat, step, NoEvents{});
    }
    if (game.phase() == Phase::over || game.game_number() != root_.game_number()) return;
    turn = entry_of(game.hash()).turn;
  }
}

Analysis AlphaBeta::analysis(std::size_t candidates, std::size_t line) const {
  const SpinLock lock(busy_);
  Analysis result;
  result.seat = seat_;
  result.playouts = playouts_;
  result.visits = playouts_ + kept_;
  result.seconds = ended_ >= 0 ? ended_ : seconds_used();
  result.nodes = table_.size();
  result.bytes = table_.capacity() * sizeof(Entry) + turns_.capacity() * sizeof(RootTurn);
  if (!root_.to_act().contains(seat_)) return result;
  result.candidates = playing() ? steps_of(line) : setup();
  if (result.candidates.empty()) return result;
  if (candidates > 0 && result.candidates.size() > candidates) result.candidates.resize(candidates);
  result.decided = !playing() || settled(turns_);
  result.best = result.candidates.front().action;
  result.win_rate = result.candidates.front().win_rate;
  return result;
}

std::vector<Candidate> AlphaBeta::setup() const {
  std::vector<Candidate> all;
  for (const Action action : setup_actions(root_, seat_))
    if (!avoided(action)) all.push_back({.action = action, .line = {action}});
  if (!all.empty()) {
    all.front().visits = playouts_;
    all.front().prior = 1;
  }
  return all;
}

// All legal steps, best first: by the best turn that begins with each. `busy_` is held.
std::vector<Candidate> AlphaBeta::steps_of(std::size_t length) const {
  std::vector<Candidate> all;
  float least = turns_.empty() ? 0 : kWin;
  double odds = 0;
  for (const RootTurn& turn : turns_) {
    least = std::min(least, turn.score);
    odds += turn.choice.value;
    const Action step = turn.choice.turn.first(root_);
    auto known = std::find_if(all.begin(), all.end(), [&](const Candidate& one) { return one.action == step; });
    if (known == all.end()) {
      known = all.insert(all.end(), {.action = step, .win_rate = std::clamp(double{turn.score} + 0.5, 0.0, 1.0)});
      if (turn.score > kCertain) known->proof = Proof::win;
      if (turn.score < -kCertain && complete_) known->proof = Proof::loss;
      follow(turn.choice.turn, length, known->line);
    } else if (turn.score > kCertain) {
      known->proof = Proof::win;
    }
    known->visits += turn.visits;
    known->prior += turn.choice.value;
  }
  for (Candidate& one : all) one.prior /= odds;
  ActionList steps;
  root_.legal(root_.turn().seat, steps);
  for (const Action step : steps) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const Candidate& one) { return one.action == step; });
    if (known || avoided(step)) continue;
    all.push_back({.action = step, .win_rate = std::clamp(double{least} + 0.5, 0.0, 1.0)});
    if (length > 0) all.back().line.push_back(step);
  }
  return all;
}

Action AlphaBeta::choose() {
  const Analysis all = analysis(1, 1);
  return all.candidates.empty() ? Action{} : all.best;
}

}  // namespace cairn::margrites
