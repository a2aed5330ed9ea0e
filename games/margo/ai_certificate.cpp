#include "games/margo/ai_certificate.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_set>
#include <utility>

#include "games/margo/names.h"

namespace cairn::margo {

namespace {

using Claim = ProofSearch::Claim;
using Verdict = ProofSearch::Verdict;

// The strategy as it is taken out, depth first: no position of the way may come back.
class Taker {
 public:
  Taker(ProofSearch& search, const Geometry<WordBits>& geo, const Keep& keep)
      : search_(search), geo_(geo), keep_(keep) {}

  bool take(const ProofState& state) {
    const std::uint64_t name = search_.names().name(state);
    if (done_.contains(name)) return true;
    const std::uint64_t position = search_.position_of(name);
    if (std::find(way_.begin(), way_.end(), position) != way_.end()) return false;
    way_.push_back(position);
    const bool taken = state.mover == search_.claim().winner ? reply(state, name) : answers(state);
    way_.pop_back();
    if (taken) done_.insert(name);
    return taken;
  }
  const ReplyBook& replies() const { return replies_; }  // points as the board has them

 private:
  static constexpr std::uint64_t kAgain = 20'000'000;  // states

  bool answers(const ProofState& state) {
    ProofMoves moves;
    proof_moves(state, geo_, moves);
    if (moves.empty()) return search_.holds(state.board);
    return std::all_of(moves.begin(), moves.end(),
                       [&](const ProofMove& move) { return take(canonical(search_.names(), move.after)); });
  }
  bool reply(const ProofState& state, std::uint64_t name) {
    ProofMoves moves;
    proof_moves(state, geo_, moves);
    if (moves.empty()) return search_.holds(state.board);
    if (known_reply(name, moves)) return true;
    if (!keep_()) return false;
    // The table lost it, or it comes back to the way from here.
    const std::span way(way_.data(), way_.size() - 1);
    return search_.show(state, way, kAgain) == Verdict::shown && known_reply(name, moves);
  }
  bool known_reply(std::uint64_t name, const ProofMoves& moves) {
    const StateNames& names = search_.names();
    // What was shown first rests on nothing that rests on it.
    std::vector<std::pair<std::uint32_t, int>> known;
    for (const ProofMove& move : moves)
      if (const std::uint32_t when = search_.shown(names.name(move.after)); when != 0)
        known.emplace_back(when, move.at);
    std::sort(known.begin(), known.end());
    for (const auto& [when, at] : known) {
      const auto move =
          std::find_if(moves.begin(), moves.end(), [at = at](const ProofMove& one) { return one.at == at; });
      if (!take(canonical(names, move->after))) continue;
      replies_[name] = static_cast<std::uint8_t>(at);
      return true;
    }
    return false;
  }

  ProofSearch& search_;
  const Geometry<WordBits>& geo_;
  const Keep& keep_;
  std::unordered_set<std::uint64_t> done_;
  std::vector<std::uint64_t> way_;  // positions
  ReplyBook replies_;
};

// All states that the strategy leads to, each once, in the order in which a last-in, first-out walk meets them.
class StrategyWalk {
 public:
  StrategyWalk(const Beginning& beginning, const Strategy& strategy)
      : beginning_(beginning), strategy_(strategy), names_(beginning.size), points_(points_in_order(beginning.size)) {
    for (std::size_t i = 0; i < points_.size(); ++i)
      number_[static_cast<std::size_t>(points_[i])] = static_cast<std::uint8_t>(i);
  }

  // With `edges`, keeps what leads where.
  std::string make(bool edges, ReplyBook* book) {
    std::vector<std::pair<ProofState, std::uint32_t>> open;
    open.emplace_back(canonical(names_, beginning_.state), add(names_.name(beginning_.state)));
    while (!open.empty()) {
      const auto [state, id] = open.back();
      open.pop_back();
      ProofMoves moves;
      proof_moves(state, beginning_.geo, moves);
      if (moves.empty()) {
        if (lead(state.board) < strategy_.aim) return "the game ends there without the lead: " + picture(state);
        continue;
      }
      if (state.mover == strategy_.winner)
        if (auto fault = keep_reply(state, id, moves, book); !fault.empty()) return fault;
      for (const ProofMove& move : moves) {
        const std::uint64_t name = names_.name(move.after);
        const auto [at, fresh] = ids_.try_emplace(name, static_cast<std::uint32_t>(states_.size()));
        if (fresh) {
          states_.push_back(name);
          leads_.push_back(lead(move.after.board));
          open.emplace_back(canonical(names_, move.after), at->second);
        }
        if (edges) edges_.emplace_back(id, at->second);
      }
    }
    if (read_ != strategy_.replies.size()) return "there are more replies than positions";
    return {};
  }
  std::string look_for_returns() const;

  // What the writer needs: replies in the walk's order, where `known` has them.
  std::string write(const ReplyBook& known) {
    known_ = &known;
    return make(false, nullptr).empty() ? std::move(written_) : std::string();
  }

 private:
  std::uint32_t add(std::uint64_t name) {
    ids_.emplace(name, static_cast<std::uint32_t>(states_.size()));
    states_.push_back(name);
    leads_.push_back(lead(beginning_.state.board));
    return static_cast<std::uint32_t>(states_.size() - 1);
  }
  int mover(std::uint32_t id) const { return static_cast<int>(states_[id] & 1U); }
  int lead(const SmallBoard& board) const {
    const auto own = static_cast<std::size_t>(strategy_.winner);
    return board.balls[own].count() - board.balls[1 - own].count();
  }
  // Leaves only the reply in `moves`.
  std::string keep_reply(const ProofState& state, std::uint32_t id, ProofMoves& moves, ReplyBook* book) {
    int at = -1;
    if (known_ != nullptr) {
      const auto found = known_->find(states_[id]);
      if (found == known_->end()) return "no reply";
      at = found->second;
      written_ += static_cast<char>(number_[static_cast<std::size_t>(at)]);
    } else {
      if (read_ == strategy_.replies.size()) return "there are fewer replies than positions: " + picture(state);
      const auto number = static_cast<std::uint8_t>(strategy_.replies[read_++]);
      if (number < points_.size()) at = points_[number];
      if (book != nullptr) book->emplace(states_[id], number);
    }
    std::erase_if(moves, [&](const ProofMove& move) { return move.at != at; });
    return moves.empty() ? "the reply is illegal there: " + picture(state) : std::string();
  }
  std::string picture(const ProofState& state) const {
    std::string text;
    for (const int at : points_) {
      const int colour = state.board.colour_at(at);
      if (colour < 0) continue;
      text +=
          (text.empty() ? "" : " ") + std::string(colour == 0 ? "white " : "black ") + point_name(WordBits::point(at));
    }
    return text + (state.mover == 0 ? "; white to move" : "; black to move");
  }

  const Beginning& beginning_;
  const Strategy& strategy_;
  StateNames names_;
  std::vector<int> points_;
  std::array<std::uint8_t, 64> number_{};
  std::unordered_map<std::uint64_t, std::uint32_t> ids_;
  std::vector<std::uint64_t> states_;  // names
  std::vector<int> leads_;             // of the winner, in each state
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
  std::size_t read_ = 0;
  const ReplyBook* known_ = nullptr;
  std::string written_;
};

// In play that follows the strategy, no move of the winner may come to a position twice, or to one of the past. States
// of one position differ in what is barred. Where the other side comes to a position again, superko bars that move: it
// has another one, or the winner is far enough ahead already.
std::string StrategyWalk::look_for_returns() const {
  const std::size_t count = states_.size();
  const auto position = [&](std::uint64_t name) { return StateNames::position_of(name, beginning_.positional); };
  std::unordered_set<std::uint64_t> past;
  for (const ProofState& state : beginning_.past) past.insert(position(names_.name(state)));
  std::unordered_map<std::uint64_t, int> times;
  for (const std::uint64_t name : states_) {
    if (past.contains(position(name))) return "a position from before the strategy can come back";
    ++times[position(name)];
  }
  // In an order in which what leads comes first; where there is none, a state comes back to itself.
  std::vector<std::uint32_t> into(count), first(count + 1), to(edges_.size()), order;
  for (const auto& [from, at] : edges_) ++into[at], ++first[from + 1];
  for (std::size_t i = 0; i < count; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (const auto& [from, at] : edges_) to[next[from]++] = at;
  for (std::uint32_t i = 0; i < count; ++i)
    if (into[i] == 0) order.push_back(i);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::uint32_t k = first[order[i]]; k < first[order[i] + 1]; ++k)
      if (--into[to[k]] == 0) order.push_back(to[k]);
  if (order.size() != count) return "play can come back to where it was";
  // By 64 positions at a time: which of them can be reached from each state.
  std::vector<std::uint64_t> several;
  for (const auto& [one, many] : times)
    if (many > 1) several.push_back(one);
  std::sort(several.begin(), several.end());
  std::vector<std::uint64_t> reach(count);
  std::unordered_set<std::uint64_t> again;
  for (std::size_t begin = 0; begin < several.size(); begin += 64) {
    const auto end = several.begin() + static_cast<std::ptrdiff_t>(std::min(several.size(), begin + 64));
    std::fill(reach.begin(), reach.end(), 0);
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      for (std::uint32_t k = first[*at]; k < first[*at + 1]; ++k) reach[*at] |= reach[to[k]];
      const auto found =
          std::lower_bound(several.begin() + static_cast<std::ptrdiff_t>(begin), end, position(states_[*at]));
      if (found == end || *found != position(states_[*at])) continue;
      const std::uint64_t bit = std::uint64_t{1} << (found - several.begin() - static_cast<std::ptrdiff_t>(begin));
      if ((reach[*at] & bit) != 0) {
        if (beginning_.positional || mover(*at) != strategy_.winner) return "the winner can come back to a position";
        again.insert(*found);
      }
      reach[*at] |= bit;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (mover(i) == strategy_.winner || leads_[i] >= strategy_.aim) continue;
    const auto all = std::all_of(to.data() + first[i], to.data() + first[i + 1],
                                 [&](std::uint32_t target) { return again.contains(position(states_[target])); });
    if (all && !again.empty()) return "all answers of a position may be barred, and the winner is not ahead there";
  }
  return {};
}

}  // namespace

std::vector<int> points_in_order(int size) {
  std::vector<int> points;
  for (int l = 0; l < size; ++l)
    for (int r = 0; r < size - l; ++r)
      for (int c = 0; c < size - l; ++c)
        points.push_back(WordBits::index(
            {static_cast<std::uint8_t>(l), static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(r)}));
  return points;
}

ProofState canonical(const StateNames& names, const ProofState& state) {
  const std::size_t turn = names.turn(state);
  ProofState image{{}, state.mover, state.barred < 0 ? -1 : names.image(state.barred, turn)};
  for (int c = 0; c < 2; ++c)
    state.board.balls[static_cast<std::size_t>(c)].for_each([&](int i) { image.board.put(names.image(i, turn), c); });
  return image;
}

Certified certify(const Beginning& beginning, std::size_t memory, const Keep& keep) {
  constexpr std::uint64_t kStep = 100'000;  // states
  std::array<ProofSearch, 2> searches{ProofSearch(beginning.size, beginning.geo, beginning.positional, memory / 2),
                                      ProofSearch(beginning.size, beginning.geo, beginning.positional, memory / 2)};
  std::vector<std::uint64_t> past;
  past.reserve(beginning.past.size());
  for (const ProofState& state : beginning.past)
    past.push_back(searches[0].position_of(searches[0].names().name(state)));
  for (int winner = 0; winner < 2; ++winner)
    searches[static_cast<std::size_t>(winner)].set(beginning.state, {winner, 1}, past);
  std::array<bool, 2> open{true, true};
  while (open[0] || open[1]) {
    for (std::size_t winner = 0; winner < 2; ++winner) {
      if (!keep()) return {{}, "stopped before a proof was found"};
      if (!open[winner]) continue;
      ProofSearch& search = searches[winner];
      const Verdict verdict = search.work(kStep);
      open[winner] = verdict == Verdict::open;
      if (verdict != Verdict::shown) continue;
      Taker taker(search, beginning.geo, keep);
      Strategy strategy{static_cast<int>(winner), 1, {}};
      if (!taker.take(canonical(search.names(), beginning.state)))
        return {{}, "the proof was found, but the table is too small for its strategy; give more memory"};
      strategy.replies = StrategyWalk(beginning, strategy).write(taker.replies());
      if (auto fault = verify(beginning, strategy, keep); !fault.empty())
        return {{}, "a proof was found, but it leans on the history: " + fault};
      return {strategy, {}};
    }
  }
  return {{}, "neither side has a win here that holds whatever the other side repeats"};
}

bool stands(ProofSearch& search, const Beginning& beginning, const Keep& keep) {
  Taker taker(search, beginning.geo, keep);
  if (!taker.take(canonical(search.names(), beginning.state))) return false;
  Strategy strategy{search.claim().winner, search.claim().aim, {}};
  strategy.replies = StrategyWalk(beginning, strategy).write(taker.replies());
  return verify(beginning, strategy, keep).empty();
}

std::string verify(const Beginning& beginning, const Strategy& strategy, const Keep& keep, ReplyBook* book) {
  StrategyWalk walk(beginning, strategy);
  if (auto fault = walk.make(true, book); !fault.empty()) return fault;
  if (!keep()) return "stopped";
  return walk.look_for_returns();
}

bool read_replies(const Beginning& beginning, const Strategy& strategy, ReplyBook& book) {
  return StrategyWalk(beginning, strategy).make(false, &book).empty();
}

}  // namespace cairn::margo
