#include "notation/agreement.h"

#include <algorithm>

#include "core/text.h"
#include "notation/words.h"
#include "search/choice.h"

namespace cairn {

namespace {

constexpr std::uint64_t kFirstLook = 32, kLook = 750;  // playouts: does the engine tell ownership; what it is
constexpr float kDeadOwner = -0.4F;                    // of a dead group's points, for its own side, in the mean
constexpr int kMostContradictions = 6;                 // in one agreement
constexpr std::size_t kJudgeMemory = std::size_t{32} << 20;

std::set<std::string> names_of_dead(const Position& position) {
  std::set<std::string> names;
  for (const View::Mark& mark : position.view(Viewer::referee).marks)
    if (mark.kind == "dead")
      for (const Point point : mark.points) names.insert(upper(position.name(point)));
  return names;
}

std::vector<std::size_t> marked_groups(const View& view, std::string_view kind) {
  std::vector<std::size_t> found;
  for (const View::Mark& mark : view.marks)
    for (std::size_t i = 0; mark.kind == kind && i < view.groups.size(); ++i)
      if (std::find(mark.points.begin(), mark.points.end(), view.groups[i].pieces.front()) != mark.points.end())
        found.push_back(i);
  return found;
}

// Marks by the others since this agreement began.
int contradictions(const Moves& moves, Seat seat) {
  int count = 0;
  for (auto at = moves.rbegin(); at != moves.rend() && of_agreement(at->second) && at->second != kResume; ++at)
    count += at->first != seat && at->second.starts_with(kMarkDead) ? 1 : 0;
  return count;
}

}  // namespace

bool of_agreement(std::string_view word) {
  return word == kConsent || word == kResume || word.starts_with(kMarkDead);
}

bool settles_dead(const Position& position, Seat seat) {
  return position.to_act().size() > 1 && may_play(position, seat, kResume);
}

std::vector<std::size_t> dead_by_owner(const View& view, std::span<const float> ownership) {
  std::vector<std::size_t> dead;
  for (std::size_t i = 0; i < view.groups.size(); ++i) {
    const View::Group& group = view.groups[i];
    float sum = 0;
    for (const Point& piece : group.pieces)
      sum += ownership[static_cast<std::size_t>((view.rows - 1 - piece.row) * view.columns + piece.column)];
    if (view.sides[static_cast<std::size_t>(group.side)].seat != seat_at(0)) sum = -sum;
    if (sum < kDeadOwner * static_cast<float>(group.pieces.size())) dead.push_back(i);
  }
  return dead;
}

std::vector<std::size_t> judge_dead(const GameInfo& info, const Position& position, const EngineSettings& settings) {
  const View view = position.view(Viewer::referee);
  const SeatSet acting = position.to_act();
  if (acting.size() < 2) return marked_groups(view, "dead");
  std::vector<float> sum(static_cast<std::size_t>(view.columns * view.rows));
  for (int i = 0; i < position.seats(); ++i) {  // the others move first when this one resumes
    const Seat seat = seat_at(i);
    if (!acting.contains(seat)) continue;
    Position resumed = position;
    if (play_for(resumed, seat, kResume, nullptr) != Reason::none || resumed.to_act().size() != 1)
      return marked_groups(view, "proposed");
    const Seat mover = resumed.to_act().front();
    const auto engine = make_engine(info, resumed, settings);
    if (think(*engine, resumed, mover, {.playouts = kFirstLook, .decide = false}).ownership.size() != sum.size())
      return marked_groups(view, "proposed");
    const auto owners = think(*engine, resumed, mover, {.playouts = kLook, .decide = false}).ownership;
    for (std::size_t at = 0; at < sum.size(); ++at) sum[at] += owners[at] / static_cast<float>(acting.size());
  }
  return dead_by_owner(view, sum);
}

std::vector<std::string> insist(const Position& position, Seat seat, const std::set<std::string>& dead,
                                const Moves& moves) {
  std::vector<std::string> words;
  Position after = position;
  std::set<std::string> tried;
  while (true) {
    const std::set<std::string> standing = names_of_dead(after);
    std::vector<std::string> differing;
    std::set_symmetric_difference(dead.begin(), dead.end(), standing.begin(), standing.end(),
                                  std::back_inserter(differing));
    const auto next =
        std::find_if(differing.begin(), differing.end(), [&](const auto& name) { return !tried.contains(name); });
    if (next == differing.end()) break;  // all of it, or of a group only a part is named
    tried.insert(*next);
    std::string word = std::string(kMarkDead) + *next;
    if (play_for(after, seat, word, nullptr) == Reason::none) words.push_back(std::move(word));
  }
  const bool insisted = !words.empty() && contradictions(moves, seat) > kMostContradictions;
  if (insisted || words.size() >= kMostSaid) return {std::string(kResume)};
  words.emplace_back(kConsent);
  return words;
}

std::optional<std::vector<std::string>> agree(const GameInfo& info, const Position& position, Seat seat,
                                              const Moves& moves) {
  if (position.to_act().size() < 2) return std::nullopt;
  if (!settles_dead(position, seat)) {
    const auto yes = consent(position, seat);
    return yes ? std::optional(std::vector{position.format(*yes)}) : std::nullopt;
  }
  const View view = position.view(Viewer::referee);
  std::set<std::string> dead;
  for (const std::size_t i : judge_dead(info, position, {.memory = kJudgeMemory, .shipped = false}))
    for (const Point& piece : view.groups[i].pieces) dead.insert(upper(position.name(piece)));
  return insist(position, seat, dead, moves);
}

}  // namespace cairn
