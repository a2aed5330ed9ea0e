#include "games/margo/ai_certificate.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "games/margo/names.h"

namespace cairn::margo {

namespace {

using Search = SuperkoSearch<SmallPyramid>;
constexpr std::uint64_t kStep = 100'000;  // states between two looks at the time
constexpr std::uint8_t kPassByte = 0xFF;  // the reply that is no point

struct Move {
  SmallState after;
  int at;
};
using Moves = std::vector<Move>;

// That the winner wins from a state on, after every way that lacks the fresh boards and on which the others stood, for
// they bar moves of the loser.
struct Lemma {
  struct Stood {
    SmallBalls balls;
    int mover;
    friend bool operator==(const Stood&, const Stood&) = default;
  };
  FreshBoards<SmallMask> fresh{};
  std::vector<Stood> stood{};
  std::uint32_t number = 0;  // in the graph

  void need(const Stood& one) {
    if (std::find(stood.begin(), stood.end(), one) == stood.end()) stood.push_back(one);
  }
};

// What a walk has proven so far.
class Lemmas {
 public:
  Lemmas(const SmallPyramid& rules, int winner) : rules_(rules), winner_(winner) {}

  // The first that holds for a state to which the way leads, as the state has it.
  std::optional<Lemma> find(const SmallState& state, const SmallWay& way) const {
    const auto name = rules_.name(state);
    const auto found = ends_.find(name.key);
    for (std::uint32_t at = found == ends_.end() ? kNone : found->second.first; at != kNone; at = kept_[at].next) {
      const Kept& kept = kept_[at];
      Lemma lemma = turned({kept.fresh, stood_[kept.stood], kept.number}, rules_.inverse(name.symmetry));
      if (holds(lemma, way)) return lemma;
    }
    return std::nullopt;
  }
  void add(const SmallState& state, const Lemma& lemma) {
    const auto name = rules_.name(state);
    const Lemma image = turned(lemma, name.symmetry);
    const auto at = static_cast<std::uint32_t>(kept_.size());
    std::uint32_t stood = 0;
    if (!image.stood.empty()) {
      stood = static_cast<std::uint32_t>(stood_.size());
      stood_.push_back(image.stood);
    }
    kept_.push_back({image.fresh, image.number, kNone, stood});
    const auto [found, fresh] = ends_.try_emplace(name.key, at, at);
    if (!fresh) kept_[std::exchange(found->second.second, at)].next = at;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  struct Kept {
    FreshBoards<SmallMask> fresh;
    std::uint32_t number;
    std::uint32_t next;   // of the same state
    std::uint32_t stood;  // in `stood_`
  };
  Lemma turned(Lemma lemma, std::size_t symmetry) const {
    lemma.fresh = cairn::turned(rules_, lemma.fresh, symmetry);
    for (Lemma::Stood& one : lemma.stood) one.balls = rules_.turned(one.balls, symmetry);
    return lemma;
  }
  bool holds(const Lemma& lemma, const SmallWay& way) const {
    return way.lacks(lemma.fresh, winner_) && std::all_of(lemma.stood.begin(), lemma.stood.end(), [&](const auto& one) {
             return way.find(one.balls, one.mover) != SmallWay::kNowhere;
           });
  }

  const SmallPyramid& rules_;
  int winner_;
  std::vector<Kept> kept_;
  std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>>
      ends_;  // the first and the last of a state
  std::vector<std::vector<Lemma::Stood>> stood_{{}};
};

// Plays against a strategy all that can be played, depth first and with superko, and proves a lemma of each state.
class StrategyWalk {
 public:
  // Which of the moves the winner makes, or -1.
  using Pick = std::function<int(const SmallState& state, const Moves& moves)>;

  // `graph`: null, or gets what the walk meets.
  StrategyWalk(const SmallPyramid& rules, SmallWay& way, const Strategy& strategy, Lemmas& lemmas, Pick pick,
               const Keep& keep, StrategyGraph* graph = nullptr)
      : rules_(rules),
        way_(way),
        winner_(strategy.winner),
        aim_(winner_ == 0 ? strategy.aim : 1 - strategy.aim),
        lemmas_(lemmas),
        pick_(std::move(pick)),
        keep_(keep),
        graph_(graph) {}

  // "" or where it breaks.
  std::string walk(const SmallState& state) {
    visit(state);
    return fault_;
  }

 private:
  static constexpr int kBetweenStops = 1000;  // states
  using Steps = std::vector<StrategyGraph::Step>;

  bool wins(const SmallState& state) const { return (rules_.lead(state) >= aim_) == (winner_ == 0); }
  Lemma broken(const std::string& why, const SmallState& state) {
    if (fault_.empty()) fault_ = why + ": " + picture(state);
    return {};
  }

  Lemma visit(const SmallState& state) {
    if (rules_.over(state))
      return rules_.winner(state, aim_) == winner_ ? Lemma{} : broken("the winner loses there", state);
    if (auto known = lemmas_.find(state, way_)) return *std::move(known);
    if (way_.size() >= Search::kDeepest) return broken("play gets too long", state);
    if (++visited_ % kBetweenStops == 0 && !keep_()) return broken("stopped", state);
    way_.push(rules_.stones(state), state.mover);
    Steps steps;
    Lemma lemma = look_at(state, steps);
    way_.pop();
    if (!fault_.empty()) return lemma;
    // The state is on every way to what is below it.
    std::erase(lemma.stood, Lemma::Stood{rules_.stones(state), state.mover});
    lemma.number = graph_ == nullptr ? 0 : graph_->add(rules_.name(state).symmetry, steps);
    lemmas_.add(state, lemma);
    return lemma;
  }
  Lemma look_at(const SmallState& state, Steps& steps) {
    Moves moves;
    Lemma lemma;
    rules_.moves(state, [&](const SmallState& after, int at) {
      const SmallBalls balls = rules_.stones(after);
      if (at == SmallPyramid::kPassing || way_.find(balls, after.mover) == SmallWay::kNowhere)
        moves.push_back({after, at});
      else
        lemma.need({balls, after.mover});
    });
    if (moves.empty()) return wins(state) ? lemma : broken("the game ends there without the lead", state);
    if (state.mover == winner_) return reply(state, moves, steps);
    for (const Move& move : moves) {
      const Lemma one = visit(move.after);
      if (!fault_.empty()) return lemma;
      steps.push_back({move.at, one.number});
      lemma.fresh.add(one.fresh);
      for (const Lemma::Stood& stood : one.stood) lemma.need(stood);
    }
    if (!rules_.may_pass() && !wins(state)) {
      const auto most = std::max_element(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return a.after.board.all.count() < b.after.board.all.count();
      });
      lemma.fresh.add(rules_.stones(most->after), true);
    }
    return lemma;
  }
  Lemma reply(const SmallState& state, const Moves& moves, Steps& steps) {
    const int at = pick_(state, moves);
    if (at < 0) return broken("there is no legal reply there", state);
    const Move& move = moves[static_cast<std::size_t>(at)];
    Lemma lemma = visit(move.after);
    if (move.at != SmallPyramid::kPassing) lemma.fresh.add(rules_.stones(move.after), false);
    steps.push_back({move.at, lemma.number});
    return lemma;
  }
  static std::string picture(const SmallState& state) {
    std::string text;
    for (const int at : points_in_order(WordBits::kMaxSize)) {
      const int colour = state.board.colour_at(at);
      if (colour < 0) continue;
      text +=
          (text.empty() ? "" : " ") + std::string(colour == 0 ? "white " : "black ") + point_name(WordBits::point(at));
    }
    return text + (state.mover == 0 ? "; white to move" : "; black to move");
  }

  const SmallPyramid& rules_;
  SmallWay& way_;
  int winner_, aim_;  // White's lead is to reach the aim, or to stay below it
  Lemmas& lemmas_;
  Pick pick_;
  const Keep& keep_;
  StrategyGraph* graph_;
  std::uint64_t visited_ = 0;
  std::string fault_;
};

// The strategy of a proof that the search has: of the moves that win, the one that is known already, else what took the
// least work to prove.
Strategy take(Search& search, const Beginning& beginning, int winner, const Keep& keep, std::string& fault) {
  constexpr std::uint64_t kAgain = 50'000'000;  // states at most
  Strategy strategy{winner, winner == 0 ? search.aim() : 1 - search.aim(), {}};
  const std::vector<int> points = points_in_order(beginning.options.size);
  Lemmas lemmas(search.rules(), winner);
  const auto best = [&](const Moves& moves) {
    int found = -1;
    std::uint64_t least = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::uint64_t work = search.lost_by(moves[i].after);
      if (work == 0) continue;
      const bool known = !search.rules().over(moves[i].after) && lemmas.find(moves[i].after, search.way());
      if (found >= 0 && (known ? 0 : work) >= least) continue;
      least = known ? 0 : work;
      found = static_cast<int>(i);
    }
    return found;
  };
  const auto pick = [&](const SmallState& state, const Moves& moves) {
    int found = best(moves);
    if (found < 0) {  // the table lost it, or this way bars what it has
      search.way().pop();
      for (std::uint64_t looked = 0; looked < kAgain && keep() && search.prove(state, kStep) < 0;) looked += kStep;
      search.way().push(search.rules().stones(state), state.mover);
      found = best(moves);
    }
    if (found < 0) return found;
    const int at = moves[static_cast<std::size_t>(found)].at;
    const auto number = std::find(points.begin(), points.end(), at) - points.begin();
    strategy.replies += static_cast<char>(at == SmallPyramid::kPassing ? kPassByte : static_cast<std::uint8_t>(number));
    return found;
  };
  fault = StrategyWalk(search.rules(), search.way(), strategy, lemmas, pick, keep).walk(beginning.state);
  return strategy;
}

}  // namespace

SmallWay Beginning::way(const SmallPyramid& rules) const {
  SmallWay way(options.ko == Ko::situational);
  for (const SmallState& one : past) way.push(rules.stones(one), one.mover);
  return way;
}

SmallState reached_by_move(const SmallPyramid& rules, const SmallState& before, const SmallState& after) {
  SmallState found = after;
  rules.moves(before, [&](const SmallState& next, int) {
    if (next.board.balls == after.board.balls && next.passes == after.passes) found = next;
  });
  return found;
}

std::uint32_t StrategyGraph::add(std::size_t symmetry, const std::vector<Step>& steps) {
  symmetries_.push_back(static_cast<std::uint8_t>(symmetry));
  for (const Step& step : steps) steps_.push_back(step.where << kPointBits | static_cast<std::uint32_t>(step.at + 1));
  ends_.push_back(static_cast<std::uint32_t>(steps_.size()));
  return beginning();
}

std::optional<std::uint32_t> StrategyGraph::after(std::uint32_t situation, int at) const {
  for (std::uint32_t i = ends_[situation - 1]; i < ends_[situation]; ++i)
    if (point_of(steps_[i]) == at) return steps_[i] >> kPointBits;
  return std::nullopt;
}

Certified certify(const Beginning& beginning, std::optional<int> lead, std::size_t memory, const Keep& keep) {
  const bool situational = beginning.options.ko == Ko::situational;
  Search search(SmallPyramid(beginning.options, beginning.geo), situational, memory);
  // Without a lead: whether White wins, and if not, whether Black does.
  for (const int aim : lead ? std::vector<int>{*lead} : std::vector<int>{1, 0}) {
    search.ask(beginning.past, beginning.state, aim);
    Search::Answer answer;
    while ((answer = search.work(kStep)) == Search::Answer::open)
      if (!keep()) return {{}, "stopped before a proof was found"};
    const int winner = answer == Search::Answer::yes ? 0 : 1;
    if (!lead && winner != 1 - aim) continue;
    std::string fault;
    Strategy strategy = take(search, beginning, winner, keep, fault);
    if (!fault.empty()) return {{}, "the table is too small for the strategy; give more memory (" + fault + ")"};
    if (fault = verify(beginning, strategy, keep); !fault.empty()) return {{}, "the strategy breaks: " + fault};
    return {strategy, {}, search.nodes()};
  }
  return {{}, "the position is a draw; --lead 0 and --lead 1 write how White and Black do not lose"};
}

std::string verify(const Beginning& beginning, const Strategy& strategy, const Keep& keep, StrategyGraph* graph) {
  const SmallPyramid rules(beginning.options, beginning.geo);
  const std::vector<int> points = points_in_order(beginning.options.size);
  SmallWay way = beginning.way(rules);
  Lemmas lemmas(rules, strategy.winner);
  std::size_t read = 0;
  const auto pick = [&](const SmallState&, const Moves& moves) {
    if (read == strategy.replies.size()) return -1;
    const auto number = static_cast<std::uint8_t>(strategy.replies[read++]);
    const int at = number == kPassByte ? SmallPyramid::kPassing : number < points.size() ? points[number] : -2;
    const auto found = std::find_if(moves.begin(), moves.end(), [&](const Move& move) { return move.at == at; });
    return found == moves.end() ? -1 : static_cast<int>(found - moves.begin());
  };
  StrategyWalk walk(rules, way, strategy, lemmas, pick, keep, graph);
  if (auto fault = walk.walk(beginning.state); !fault.empty())
    return read == strategy.replies.size() ? "there are fewer replies than positions, or the last is wrong: " + fault
                                           : fault;
  return read == strategy.replies.size() ? "" : "there are more replies than positions";
}

}  // namespace cairn::margo
