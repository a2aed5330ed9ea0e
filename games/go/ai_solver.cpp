#include "games/go/ai_solver.h"

#include <algorithm>

#include "core/hash.h"

namespace cairn::go {

namespace {

// A position not yet looked at is in doubt by `kDoubt` both ways, shifted by what the side to move is ahead in stones
// and liberties; each move that left no stone on the board adds to both, for ways through captures get long.
constexpr int kDoubt = 40, kAhead = 4, kLost = 2;
constexpr int kMostRounds = 250;  // moves without a stone that are counted so

constexpr std::uint64_t kScatter = 0x9E3779B97F4A7C15ULL;

std::uint64_t word_of(const Stones& stones) {
  return std::uint64_t{stones[0]} << 16 | stones[1];
}
std::size_t mark_of(const Stones& stones) {
  return word_of(stones) * kScatter >> 52;
}

}  // namespace

void Solver::Made::add(const Made& other) {
  for (std::size_t c = 0; c < 2; ++c) {
    always[c] &= other.always[c];
    ever[c] |= other.ever[c];
  }
  fewest = std::min(fewest, other.fewest);
}
void Solver::Made::add(const Stones& board) {
  add({board, board, static_cast<std::uint8_t>(count(board[0]) + count(board[1]))});
}
bool Solver::Made::may_hold(const Stones& board) const {
  for (std::size_t c = 0; c < 2; ++c)
    if ((always[c] & ~board[c]) != 0 || (board[c] & ~ever[c]) != 0) return false;
  return count(board[0]) + count(board[1]) >= fewest;
}

Solver::Solver(const SmallBoard& board, bool situational, std::size_t bytes)
    : board_(board), situational_(situational), most_entries_(std::max(kFewest, bytes / sizeof(Entry))) {
  table_.resize(kFewest);
}

void Solver::ask(std::span<const SmallState> past, const SmallState& root, int least) {
  path_.clear();
  ways_.clear();
  marks_.fill(0);
  for (const SmallState& state : past) push(state);
  root_ = root;
  root_at_ = path_.size();
  least_ = std::clamp(least, -board_.points(), board_.points() + 1);
  answer_ = Answer::open;
}

Solver::Answer Solver::work(std::uint64_t nodes) {
  limit_ = nodes_ + nodes;
  Found found;
  while (answer_ == Answer::open && nodes_ < limit_) {
    visit(root_, kInfinite, kInfinite, found);
    if (found.shown()) answer_ = winner(root_, found.phi == 0) == 0 ? Answer::yes : Answer::no;
  }
  return answer_;
}

// The least of the pictures of a state under the symmetries of the board, with the aim.
Solver::Name Solver::name(const SmallState& state) const {
  Name least{kEmpty, 0};
  for (std::size_t s = 0; s < board_.symmetries(); ++s) {
    const std::uint64_t ko = state.ko < 0 ? 0 : static_cast<std::uint64_t>(1 + board_.image(state.ko, s));
    const std::uint64_t key = word_of(board_.turned(state.stones, s)) << 5 | ko;
    if (key < least.key) least = {key, s};
  }
  least.key = least.key << 8 | static_cast<std::uint64_t>(state.mover + 2 * state.passes) << 6 |
              static_cast<std::uint64_t>(least_ + kMaxSmallPoints + 1);
  return least;
}

// Of a state reached by the way in `path_` and no other.
std::uint64_t Solver::way_key(const SmallState& state) const {
  const std::uint64_t here = word_of(state.stones) << 8 |
                             static_cast<std::uint64_t>(state.mover + 2 * state.passes) << 6 |
                             static_cast<std::uint64_t>(least_ + kMaxSmallPoints + 1);
  return mix(here, ways_.empty() ? 0 : ways_.back()) | std::uint64_t{1} << 63;
}

const Solver::Entry* Solver::find(std::uint64_t key) const {
  const std::size_t at = (key * kScatter >> 20) & (table_.size() - 1) & ~(kBucket - 1);
  for (std::size_t i = at; i < at + kBucket; ++i)
    if (table_[i].key == key) return &table_[i];
  return nullptr;
}

// In the place of the same state, else of what took the least work.
void Solver::put(const Entry& entry) {
  const std::size_t at = (entry.key * kScatter >> 20) & (table_.size() - 1) & ~(kBucket - 1);
  Entry* to = &table_[at];
  for (std::size_t i = at; i < at + kBucket; ++i) {
    if (table_[i].key == entry.key) {
      to = &table_[i];
      break;
    }
    if (table_[i].work < to->work) to = &table_[i];
  }
  stored_ += to->key == kEmpty;
  *to = entry;
}

void Solver::store(std::uint64_t key, const Found& found, std::uint64_t work) {
  if (stored_ > table_.size() / 2 && table_.size() * 3 <= most_entries_) {  // both tables stand for a moment
    std::vector<Entry> old(table_.size() * 2);
    old.swap(table_);
    stored_ = 0;
    for (const Entry& entry : old)
      if (entry.key != kEmpty) put(entry);
  }
  const Entry* known = find(key);
  work += known == nullptr ? 1 : known->work;
  put({key, found.phi, found.delta, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xFFFF'FFFF)),
       static_cast<std::uint16_t>(std::min<std::size_t>(found.leans, kNoLean)), found.made});
}

Solver::Made Solver::turned(const Made& made, std::size_t symmetry) const {
  return {board_.turned(made.always, symmetry), board_.turned(made.ever, symmetry), made.fewest};
}

// Whether none of the winner's boards stands on the way.
bool Solver::apart(const Made& made, int winner) const {
  return std::none_of(path_.begin(), path_.end(), [&](const Stood& one) {
    return made.may_hold(one.stones) && (!situational_ || one.mover != winner);
  });
}

// Where on the way the position stands that a move would make; kNowhere.
std::size_t Solver::stood(const SmallState& next) const {
  if (marks_[mark_of(next.stones)] == 0) return kNowhere;
  for (std::size_t i = 0; i < path_.size(); ++i)
    if (path_[i].stones == next.stones && (!situational_ || path_[i].mover == next.mover)) return i;
  return kNowhere;
}

void Solver::push(const SmallState& state) {
  const std::uint64_t before = ways_.empty() ? 1 : ways_.back();
  path_.push_back({state.stones, state.mover});
  ways_.push_back(mix(before, word_of(state.stones) << 1 | static_cast<std::uint64_t>(state.mover)));
  ++marks_[mark_of(state.stones)];
}
void Solver::pop() {
  --marks_[mark_of(path_.back().stones)];
  path_.pop_back();
  ways_.pop_back();
}

// What the table says of a state reached by the way in `path_`.
Solver::Found Solver::look_up(const SmallState& state) const {
  if (state.passes == 2) return guess(state);
  const Name named = name(state);
  const Entry* entry = find(named.key);
  if (entry != nullptr && entry->shown()) {
    const Made made = turned(entry->made, board_.inverse(named.symmetry));
    if (apart(made, winner(state, entry->phi == 0))) return {entry->phi, entry->delta, kNowhere, made};
    entry = nullptr;
  }
  if (way_proofs_ > 0)
    if (const Entry* here = find(way_key(state)); here != nullptr)
      return {here->phi, here->delta, here->leans == kNoLean ? kNowhere : here->leans, here->made};
  if (entry != nullptr) return {entry->phi, entry->delta};
  return guess(state);
}

// Of a state that was not looked at yet: known at once where a side can end the game, or has enough if it always
// passes; then the winner makes no boards.
Solver::Found Solver::guess(const SmallState& state) const {
  const auto shown = [&](int winner) {
    return winner == state.mover ? Found{.phi = 0, .delta = kInfinite} : Found{.phi = kInfinite, .delta = 0};
  };
  if (state.passes > 0) {
    const bool good = wants(state.mover, board_.lead(state.stones));
    if (good || state.passes == 2) return shown(winner(state, good));
  }
  for (const int colour : {0, 1}) {
    const int sign = colour == 0 ? 1 : -1, others = count(state.stones[static_cast<std::size_t>(1 - colour)]);
    if (!wants(colour, sign * (board_.points() - 2 * others))) continue;  // not with all the rest
    const int held = count(board_.safe(state.stones, colour));
    if (wants(colour, sign * (2 * held - board_.points()))) return shown(colour);
  }
  return doubt(state);
}

Solver::Found Solver::doubt(const SmallState& state) const {
  const Mask black = state.stones[0], white = state.stones[1];
  const auto empty = static_cast<Mask>(~(black | white));
  const int stones = count(black) + count(white);
  const int lead =
      count(black) + count(board_.beside(black) & empty) - count(white) - count(board_.beside(white) & empty);
  const int ahead = kAhead * (state.mover == 0 ? lead : -lead);
  const int lost = kLost * std::clamp(static_cast<int>(path_.size()) - stones, 0, kMostRounds);
  return {.phi = static_cast<std::uint32_t>(std::max(1, kDoubt - ahead) + lost),
          .delta = static_cast<std::uint32_t>(std::max(1, kDoubt + ahead) + lost)};
}

// The moves of a position, without those barred; `barred`: the earliest board that bars one.
void Solver::list(const SmallState& state, Children& children, std::size_t& barred) const {
  children.push_back({SmallBoard::pass(state), {}, kPassing});
  const auto taken = static_cast<Mask>(state.stones[0] | state.stones[1]);
  for (int point = 0; point < board_.points(); ++point) {
    SmallState next;
    if ((taken & bit_of(point)) != 0 || point == state.ko || !board_.play(state, point, next)) continue;
    if (const std::size_t at = stood(next); at != kNowhere)
      barred = std::min(barred, at);
    else
      children.push_back({next, {}, point});
  }
}

Solver::Choice Solver::choose(const Children& children) {
  Choice choice{};
  std::uint32_t most = 0, least = kInfinite + 1;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Found& one = children[i].found;
    most = std::max(most, one.phi);
    choice.open += one.phi != 0;
    if (one.delta < least) {
      choice.second = std::min(least, kInfinite);
      least = one.delta;
      choice.best = i;
    } else {
      choice.second = std::min(choice.second, one.delta);
    }
  }
  const bool won = least == 0, lost = most == 0;
  choice.phi = lost ? kInfinite : least;
  choice.delta = won || most >= kInfinite ? kInfinite : lost ? 0 : std::min(most + choice.open - 1, kInfinite - 1);
  return choice;
}

void Solver::visit(const SmallState& state, std::uint32_t phi_limit, std::uint32_t delta_limit, Found& found) {
  ++nodes_;
  const std::uint64_t began = nodes_;
  const std::size_t self = path_.size();
  found = {.phi = kInfinite - 1, .delta = kInfinite - 1};
  if (self >= kDeepest) return;
  push(state);
  Children children;
  std::size_t barred = kNowhere;
  list(state, children, barred);
  for (Child& child : children) child.found = look_up(child.state);
  Choice choice;
  while (true) {
    choice = choose(children);
    found.phi = choice.phi;
    found.delta = choice.delta;
    if (found.shown() || found.phi >= phi_limit || found.delta >= delta_limit || nodes_ >= limit_) break;
    Child& child = children[choice.best];
    const std::uint32_t child_phi = delta_limit >= kInfinite ? kInfinite : delta_limit - (choice.open - 1);
    const std::uint32_t child_delta = std::min({phi_limit, kInfinite, choice.second + choice.second / 4 + 1});
    visit(child.state, child_phi, child_delta, child.found);
  }
  conclude(children, choice.best, barred, found);
  if (self == root_at_) best_ = children[choice.best].move;
  pop();
  keep(state, self, nodes_ - began, found);
}

// What a proof needs of the past.
void Solver::conclude(const Children& children, std::size_t best, std::size_t barred, Found& found) {
  if (found.phi == 0) {
    const Child& child = children[best];
    found.made = child.found.made;
    found.leans = child.found.leans;
    if (child.move != kPassing) found.made.add(child.state.stones);
  } else if (found.delta == 0) {
    found.leans = barred;  // all moves were needed: those that were barred, too
    for (const Child& child : children) {
      found.made.add(child.found.made);
      found.leans = std::min(found.leans, child.found.leans);
    }
  }
}

// The way in `path_` leads to the state.
void Solver::keep(const SmallState& state, std::size_t self, std::uint64_t work, Found& found) {
  if (found.leans >= self) found.leans = kNowhere;  // this state is on every way to what is below it
  // What is shown must be found again on this way, though what its boards have in common may fit others, too.
  if (found.shown() && (found.leans != kNowhere || !apart(found.made, winner(state, found.phi == 0)))) {
    ++way_proofs_;
    store(way_key(state), found, work);
    return;
  }
  const Name named = name(state);
  Found kept = found;
  kept.made = turned(found.made, named.symmetry);
  store(named.key, kept, work);
}

}  // namespace cairn::go
