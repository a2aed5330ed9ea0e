#include "games/margrites/ai_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/hash.h"
#include "games/margrites/actions.h"
#include "games/margrites/ai_setup.h"
#include "search/spin_lock.h"

namespace cairn::margrites {

namespace {

TurnTuning tuned(const EngineSettings& settings) {
  const auto known = turn_parameters();
  const auto value = [&](std::string_view name) { return parameter(known, settings, name); };
  const auto width = [&](std::string_view name) { return static_cast<std::size_t>(value(name)); };
  return {value("explore"),
          value("minimax"),
          value("temperature"),
          {width("beam_first"), width("beam"), width("turns")},
          tuned_weights(settings)};
}

// The siblings from `first` on share 1 by their log-odds.
void share_out(std::vector<TurnNode>& nodes, std::size_t first, double temperature) {
  if (first == nodes.size()) return;
  float most = nodes[first].odds, total = 0;
  for (std::size_t i = first; i < nodes.size(); ++i) most = std::max(most, nodes[i].odds);
  for (std::size_t i = first; i < nodes.size(); ++i)
    total += nodes[i].share = std::exp((nodes[i].odds - most) / static_cast<float>(temperature));
  for (std::size_t i = first; i < nodes.size(); ++i) nodes[i].share /= total;
}

// A turn of which nothing is known but what the evaluation says.
TurnNode fresh(const TurnChoice& choice, Seat mover) {
  TurnNode node;
  node.hash = choice.hash;
  node.turn = choice.turn;
  node.value = static_cast<float>(choice.value);
  node.mover = static_cast<std::uint8_t>(index(mover));
  node.odds = choice.odds;
  if (choice.over || choice.next_game) node.state = TurnNode::State::over;
  if (choice.over) node.proof = choice.value > 0.75 ? Proof::win : choice.value < 0.25 ? Proof::loss : Proof::draw;
  return node;
}

// Gives the nodes of `to`, copies from `from` but for a root that has its children already, what lies below them there.
void copy_below(const std::vector<TurnNode>& from, std::vector<TurnNode>& to) {
  for (std::size_t i = to.size() > 1 ? 1 : 0; i < to.size(); ++i) {
    if (to[i].state != TurnNode::State::grown) continue;
    const auto old = static_cast<std::ptrdiff_t>(to[i].first);
    to[i].first = static_cast<std::uint32_t>(to.size());
    to.insert(to.end(), from.begin() + old, from.begin() + old + to[i].count);
  }
}

// Nodes that one growth may need at most: a turn can end early after any step.
std::size_t most_turns(const BeamWidths& widths) {
  return 3 * (widths.first + 2 * widths.middle + widths.last) / 2;
}

int known_rank(Proof proof) {
  return proof == Proof::win ? 2 : proof == Proof::loss ? 0 : 1;
}

}  // namespace

std::vector<Parameter> turn_parameters() {
  const TurnTuning defaults;
  const auto width = [](std::size_t value) { return static_cast<double>(value); };
  return {
      {"explore", "weight of the prior share (PUCT)", defaults.explore, 0, 20},
      {"minimax", "share of the minimax value in a turn's worth; the rest is the mean", defaults.minimax, 0, 1},
      {"temperature", "log-odds that make a turn e times as likely to be looked at", defaults.temperature, 0.01, 10},
      {"beam_first", "lines kept after a turn's first step", width(defaults.widths.first), 1, 200},
      {"beam", "lines kept after the second and third step", width(defaults.widths.middle), 1, 200},
      {"turns", "turns looked at in a position", width(defaults.widths.last), 1, 200}};
}

TurnSearch::TurnSearch(const Margrites& start, EngineSettings settings)
    : settings_(std::move(settings)),
      tuning_(tuned(settings_)),
      spare_(most_turns(tuning_.widths)),
      room_(std::max(settings_.memory / 3 / sizeof(TurnNode), 1 + spare_)),
      root_(start) {
  restart();
}

void TurnSearch::restart() {
  nodes_.assign(1, TurnNode{});
  nodes_.shrink_to_fit();
  nodes_[0].mover = static_cast<std::uint8_t>(1 - index(seat_));
}

void TurnSearch::forget() {
  const SpinLock lock(busy_);
  restart();
}

// ---- from position to position

void TurnSearch::set_position(const Position& position, Seat seat) {
  const auto* game = position.get_if<Margrites>();
  if (game == nullptr) return;  // another game than the one this was made for
  const SpinLock lock(busy_);
  const bool kept = playing() && game->to_act().contains(seat) && reuse(*game);
  root_ = *game;
  seat_ = seat;
  if (!kept) restart();
  nodes_[0].mover = static_cast<std::uint8_t>(1 - index(seat_));
  nodes_[0].proof = Proof::none;
}

bool TurnSearch::reuse(const Margrites& game) {
  const std::uint64_t hash = game.hash();
  if (root_.hash() == hash) return true;
  std::uint32_t found = 0;
  for (std::uint32_t i = 1; i < nodes_.size(); ++i)
    if (nodes_[i].hash == hash && nodes_[i].state == TurnNode::State::grown &&
        (found == 0 || nodes_[i].visits > nodes_[found].visits))
      found = i;
  if (found != 0) {
    keep(found);
    return true;
  }
  if (nodes_[0].state != TurnNode::State::grown) return false;
  ActionList steps;
  root_.legal(root_.turn().seat, steps);
  for (const Action step : steps) {
    Margrites next = root_;
    next.apply(root_.turn().seat, step, NoEvents{});
    if (next.hash() != hash || next.turn_number() != root_.turn_number()) continue;
    narrow(step, game);
    return true;
  }
  return false;
}

void TurnSearch::keep(std::uint32_t node) {
  std::vector<TurnNode> kept{nodes_[node]};
  copy_below(nodes_, kept);
  nodes_ = std::move(kept);
}

// A step of the turn was made: keeps the turns that begin with it, and looks for more.
void TurnSearch::narrow(Action step, const Margrites& game) {
  std::vector<TurnChoice> choices;
  maker().make(game, tuning_.widths, choices);
  std::vector<TurnNode> kept{TurnNode{}};
  kept[0].state = TurnNode::State::grown;
  kept[0].first = 1;
  const TurnNode& root = nodes_[0];
  for (std::uint32_t i = root.first; i < root.first + root.count; ++i) {
    if (nodes_[i].turn.size() < 2 || nodes_[i].turn.first(root_) != step) continue;
    kept.push_back(nodes_[i]);
    kept.back().turn = nodes_[i].turn.rest();
    kept[0].visits += nodes_[i].visits;
  }
  const std::size_t old = kept.size();
  for (const TurnChoice& choice : choices) {
    const bool known = std::any_of(kept.begin() + 1, kept.begin() + static_cast<std::ptrdiff_t>(old),
                                   [&](const TurnNode& node) { return node.hash == choice.hash; });
    if (!known) kept.push_back(fresh(choice, root_.turn().seat));
  }
  kept[0].count = static_cast<std::uint16_t>(kept.size() - 1);
  share_out(kept, 1, tuning_.temperature);
  copy_below(nodes_, kept);
  nodes_ = std::move(kept);
}

// ---- searching

void TurnSearch::begin(const SearchLimits& limits) {
  const SpinLock lock(busy_);
  limits_ = limits;
  if (!limits_.avoid.empty() || !avoid_.empty()) restart();  // the root lacks some turns, or is to
  avoid_ = limits_.avoid;
  const std::uint64_t cap = level(settings_.level, settings_.levels).playouts;
  if (cap > 0 && (limits_.playouts == 0 || cap < limits_.playouts)) limits_.playouts = cap;
  began_ = settings_.clock ? settings_.clock() : 0;
  ended_ = -1;
  playouts_ = 0;
  done_ = false;
}

void TurnSearch::work(const std::atomic<bool>& stop) {
  Worker worker(maker());
  while (!stop.load(std::memory_order_relaxed)) {
    {
      const SpinLock lock(busy_);
      if (done_) break;
      ++playouts_;
    }
    if (playing()) playout(worker);
    const SpinLock lock(busy_);
    done_ = done_ || !playing() || settled() || (limits_.playouts > 0 && playouts_ >= limits_.playouts) ||
            (limits_.seconds > 0 && seconds_used() >= limits_.seconds);
  }
  const SpinLock lock(busy_);
  ended_ = seconds_used();
}

void TurnSearch::playout(Worker& worker) {
  Margrites game = root_;
  SpinLock lock(busy_);
  worker.path.assign(1, 0);
  for (std::uint32_t at = 0;;) {
    ++nodes_[at].visits;
    const TurnNode& node = nodes_[at];
    if (node.state == TurnNode::State::over || (at != 0 && node.proof != Proof::none)) break;
    if (node.state == TurnNode::State::growing) break;
    if (node.state == TurnNode::State::leaf) {
      if (nodes_.size() + spare_ > room_) break;
      nodes_[at].state = TurnNode::State::growing;
      lock.give();
      worker.maker.make(game, tuning_.widths, worker.choices, at == 0 ? avoid_ : std::span<const Action>{});
      lock.take();
      grow(at, game.turn().seat, worker.choices);
      break;
    }
    if (node.count == 0) break;  // all is to be avoided
    at = select(node);
    play(game, nodes_[at].turn);
    worker.path.push_back(at);
  }
  back_up(worker);
}

TurnMaker TurnSearch::maker() const {
  return TurnMaker(tuning_.weights, blur_of(settings_));
}

bool TurnSearch::avoided(Action action) const {
  return std::find(avoid_.begin(), avoid_.end(), action) != avoid_.end();
}

void TurnSearch::grow(std::uint32_t at, Seat mover, const std::vector<TurnChoice>& choices) {
  if (nodes_.capacity() < nodes_.size() + choices.size())
    nodes_.reserve(std::min(room_, 2 * nodes_.capacity() + spare_));
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for (const TurnChoice& choice : choices) nodes_.push_back(fresh(choice, mover));
  share_out(nodes_, first, tuning_.temperature);
  nodes_[at].first = first;
  nodes_[at].count = static_cast<std::uint16_t>(choices.size());
  nodes_[at].state = TurnNode::State::grown;
}

double TurnSearch::worth(const TurnNode& node) const {
  if (node.visits == 0) return double{node.value};
  return tuning_.minimax * double{node.value} + (1 - tuning_.minimax) * node.sum / node.visits;
}

std::uint32_t TurnSearch::select(const TurnNode& node) const {
  const double spread = tuning_.explore * std::sqrt(static_cast<double>(node.visits));
  std::uint32_t best = node.first;
  double most = -1;
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    const TurnNode& child = nodes_[i];
    if (child.proof == Proof::win) return i;
    const double value = worth(child) + spread * double{child.share} / (1 + child.visits);
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

void TurnSearch::back_up(const Worker& worker) {
  for (std::size_t i = worker.path.size(); i-- > 0;) {
    TurnNode& node = nodes_[worker.path[i]];
    if (node.state != TurnNode::State::grown) continue;
    float best = 0;
    bool won = false;
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
      best = std::max(best, nodes_[c].value);
      won = won || nodes_[c].proof == Proof::win;
    }
    const bool same = nodes_[node.first].mover == node.mover;
    node.value = same ? best : 1 - best;
    if (won) node.proof = same ? Proof::win : Proof::loss;
  }
  const TurnNode& leaf = nodes_[worker.path.back()];
  const double value = double{leaf.value};
  const std::uint8_t mover = leaf.mover;
  for (const std::uint32_t at : worker.path) nodes_[at].sum += nodes_[at].mover == mover ? value : 1 - value;
}

bool TurnSearch::settled() const {
  const TurnNode& root = nodes_[0];
  if (root.state != TurnNode::State::grown) return false;
  std::uint32_t most = 0, second = 0;
  for (std::uint32_t i = root.first; i < root.first + root.count; ++i) {
    if (nodes_[i].proof == Proof::win) return true;
    const std::uint32_t visits = nodes_[i].visits;
    if (visits > most)
      second = std::exchange(most, visits);
    else
      second = std::max(second, visits);
  }
  if (root.count <= 1) return true;
  if (!limits_.decide) return false;
  double left = 1e18;
  const auto made = static_cast<double>(playouts_);
  if (limits_.playouts > 0) left = static_cast<double>(limits_.playouts) - made;
  if (limits_.seconds > 0)
    if (const double used = seconds_used(); used > 0) left = std::min(left, made * (limits_.seconds - used) / used);
  return static_cast<double>(most) - static_cast<double>(second) > left;
}

// ---- telling

bool TurnSearch::better(const TurnNode& a, const TurnNode& b) const {
  const auto order = [](const TurnNode& node) { return std::tuple(known_rank(node.proof), node.visits, node.value); };
  return order(a) > order(b);
}

// All legal steps, best first: by the best turn that begins with each.
std::vector<TurnSearch::Group> TurnSearch::groups() const {
  std::vector<Group> all;
  if (!root_.to_act().contains(seat_)) return all;
  if (!playing()) {
    for (const Action action : setup_actions(root_, seat_))
      if (!avoided(action)) all.push_back({.action = action});
    if (all.empty()) return all;
    all.front().visits = playouts_;
    all.front().share = 1;
    return all;
  }
  ActionList steps;
  root_.legal(seat_, steps);
  for (const Action step : steps)
    if (!avoided(step)) all.push_back({.action = step, .value = 0});
  const TurnNode& root = nodes_[0];
  double least = 1;
  if (root.state == TurnNode::State::grown)
    for (std::uint32_t i = root.first; i < root.first + root.count; ++i) {
      const TurnNode& node = nodes_[i];
      const Action step = node.turn.first(root_);
      Group& group = *std::find_if(all.begin(), all.end(), [&](const Group& g) { return g.action == step; });
      group.visits += node.visits;
      group.share += double{node.share};
      if (group.best == 0 || better(node, nodes_[group.best])) group.best = i;
      least = std::min(least, worth(node));
    }
  for (Group& group : all) {
    group.value = group.best != 0 ? worth(nodes_[group.best]) : root.count > 0 ? least : 0.5;
    // The beam may have left out the turn that saves the game: a loss is not certain.
    if (group.best != 0 && nodes_[group.best].proof == Proof::win) group.proof = Proof::win;
  }
  std::stable_sort(all.begin(), all.end(), [&](const Group& a, const Group& b) {
    if (a.best == 0 || b.best == 0) return a.best != 0 && b.best == 0;
    return better(nodes_[a.best], nodes_[b.best]);
  });
  return all;
}

void TurnSearch::follow(std::uint32_t node, std::size_t length, std::vector<Action>& line) const {
  Margrites game = root_;
  while (true) {
    for (TurnCode turn = nodes_[node].turn; turn.size() > 0; turn = turn.rest()) {
      if (line.size() == length) return;
      line.push_back(turn.first(game));
      game.apply(game.turn().seat, line.back(), NoEvents{});
    }
    const TurnNode& here = nodes_[node];
    if (here.state != TurnNode::State::grown || here.count == 0) return;
    std::uint32_t best = here.first;
    for (std::uint32_t i = here.first; i < here.first + here.count; ++i)
      if (better(nodes_[i], nodes_[best])) best = i;
    if (nodes_[best].visits == 0) return;
    node = best;
  }
}

Analysis TurnSearch::analysis(std::size_t candidates, std::size_t line) const {
  const SpinLock lock(busy_);
  Analysis result;
  result.seat = seat_;
  result.playouts = playouts_;
  result.visits = nodes_[0].visits;
  result.seconds = ended_ >= 0 ? ended_ : seconds_used();
  result.nodes = nodes_.size();
  result.bytes = nodes_.capacity() * sizeof(TurnNode);
  for (const Group& group : groups()) {
    if (candidates > 0 && result.candidates.size() == candidates) break;
    Candidate candidate{group.action, group.value, 0, group.share, group.visits, group.proof, {}};
    if (group.best != 0) follow(group.best, line, candidate.line);
    if (candidate.line.empty() && line > 0) candidate.line.push_back(group.action);
    result.candidates.push_back(std::move(candidate));
  }
  if (result.candidates.empty()) return result;
  result.decided = !playing() || settled();
  result.best = result.candidates.front().action;
  result.win_rate = result.candidates.front().win_rate;
  return result;
}

Action TurnSearch::choose() {
  const SpinLock lock(busy_);
  const auto all = groups();
  return all.empty() ? Action{} : all.front().action;
}

}  // namespace cairn::margrites
