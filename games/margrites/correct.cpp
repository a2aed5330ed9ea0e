// Mends a game printed with slips: of all ways to play as many steps as the text holds, the one that changes least.
// A beam search: after each step the cheapest positions are kept, each reached in its cheapest way. Slips show late
// (the wrong piece of two moves, and the right one is missing three turns on), so many positions must be kept.
#include "games/margrites/actions.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "games/margrites/written.h"

namespace cairn::margrites {

namespace {

constexpr int kMostCost = 1000;          // above it a text is no game
constexpr std::size_t kMostSteps = 400;  // longer games are not mended
// Costs: one square of a step changed, both changed, other captures than told, captures not told, another end score.
constexpr int kNearSlip = 8, kFarSlip = 9, kLostCapture = 40, kSilentCapture = 40, kWrongScore = 80;

struct Branch {
  Margrites game;
  int cost = 0;
  int turn = 0;  // of the last step
  Step step;
  std::uint32_t before = 0;  // the way to it
};
struct Way {
  Step step;
  std::uint32_t before = 0;
};

int slip(Step written, Step played) {
  const int changed = (written.from != played.from) + (written.to != played.to);
  return changed == 0 ? 0 : changed == 1 ? kNearSlip : kFarSlip;
}

// The cost above which a position will not be kept: as many as there is room for are cheaper.
class Limit {
 public:
  explicit Limit(std::size_t room) : room_(room) {}
  int most() const { return most_; }
  void add(int cost) {
    if (cost >= most_) return;
    ++of_[static_cast<std::size_t>(cost)];
    std::size_t cheaper = 0;
    for (std::size_t c = 0; c < of_.size(); ++c) {
      cheaper += of_[c];
      if (cheaper < room_) continue;
      most_ = static_cast<int>(c);
      return;
    }
  }

 private:
  std::size_t room_;
  int most_ = kMostCost;
  std::array<std::size_t, kMostCost> of_{};
};

// Plays one step; returns what it costs besides the step itself.
int play(Branch& branch, const WrittenStep& said, bool tells) {
  Margrites& game = branch.game;
  const Squares before = game.board().occupied();
  game.apply(game.turn().seat, make_step(branch.step.from, branch.step.to), NoEvents{});
  Squares fell = before ^ (before & game.board().occupied());
  if (branch.step.from != kOff) fell = fell ^ (fell & Squares::of(branch.step.from));
  if (fell == said.captures) return 0;
  return said.tells_captures ? kLostCapture : tells ? kSilentCapture : 0;
}

}  // namespace

std::optional<std::vector<Step>> correct(const Margrites& start, const Written& written, std::size_t room) {
  if (written.steps.size() > kMostSteps) return std::nullopt;
  bool tells = false;  // a text without any captures leaves them out
  for (const WrittenStep& said : written.steps) tells = tells || said.tells_captures;
  std::vector<Way> ways{{}};
  std::vector<Branch> kept{{start, 0, 0, {}, 0}}, grown;
  std::unordered_map<std::uint64_t, std::size_t> seen;
  std::vector<std::size_t> order;
  ActionList list;
  for (const WrittenStep& said : written.steps) {
    grown.clear();
    seen.clear();
    Limit limit(room);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const Margrites& game = kept[k].game;
      if (game.to_act().empty() || (said.opens_turn && kept[k].turn == game.turn_number())) continue;
      const auto here = static_cast<std::uint32_t>(ways.size() - kept.size() + k);
      game.legal(game.turn().seat, list);
      for (const Action action : list) {
        const int slipped = kept[k].cost + slip(said.step, {from_of(action), to_of(action)});
        if (slipped > limit.most()) continue;
        Branch branch{game, slipped, game.turn_number(), {from_of(action), to_of(action)}, here};
        branch.cost += play(branch, said, tells);
        if (branch.cost > limit.most()) continue;
        const auto [place, is_new] = seen.emplace(branch.game.hash(), grown.size());
        if (is_new) {
          grown.push_back(branch);
          limit.add(branch.cost);
        } else if (branch.cost < grown[place->second].cost) {
          grown[place->second] = branch;
        }
      }
    }
    if (grown.empty()) return std::nullopt;
    order.resize(grown.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return grown[a].cost != grown[b].cost ? grown[a].cost < grown[b].cost : a < b;
    });
    if (order.size() > room) order.resize(room);
    kept.clear();
    for (const std::size_t i : order) {
      kept.push_back(grown[i]);
      ways.push_back({grown[i].step, grown[i].before});
    }
  }
  std::size_t best = 0;
  int least = std::numeric_limits<int>::max();
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const bool right = !written.score || reaches(kept[k].game, *written.score);
    const int cost = kept[k].cost + (right ? 0 : kWrongScore);
    if (cost < least) best = k;
    least = std::min(least, cost);
  }
  std::vector<Step> steps;
  for (std::size_t at = ways.size() - kept.size() + best; at != 0; at = ways[at].before) steps.push_back(ways[at].step);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

}  // namespace cairn::margrites
