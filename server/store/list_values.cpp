#include "server/store/lists.h"

#include <algorithm>
#include <map>

namespace cairn {

std::optional<int> TableCard::seat_of(std::int64_t person) const {
  for (std::size_t i = chairs.size(); person != 0 && i-- > 0;)
    if (chairs[i].kind == SeatKind::guest && chairs[i].person == person) return static_cast<int>(i);
  return std::nullopt;
}

bool TableCard::waits_for(std::int64_t person) const {
  const auto seat = seat_of(person);
  return seat && !over && to_act.contains(seat_at(*seat));
}

std::vector<LeaderLine> board_of(std::vector<LeaderLine> lines, std::int64_t now_ms, int most) {
  std::erase_if(lines, [&](const LeaderLine& line) { return provisional(line.rating, now_ms); });
  std::sort(lines.begin(), lines.end(), [&](const LeaderLine& a, const LeaderLine& b) {
    if (stands_before(a.rating, b.rating, now_ms)) return true;
    return !stands_before(b.rating, a.rating, now_ms) && a.name < b.name;
  });
  if (lines.size() > static_cast<std::size_t>(most)) lines.resize(static_cast<std::size_t>(most));
  return lines;
}

std::vector<double> pair_weights(std::size_t seats, OneAddress rule,
                                 const std::function<Meeting(std::size_t, std::size_t)>& meeting) {
  std::vector<double> weights(seats * seats, 0);
  for (std::size_t i = 0; i < seats; ++i)
    for (std::size_t j = 0; j < seats; ++j)
      if (j != i) weights[i * seats + j] = meeting_weight(meeting(i, j), rule);
  return weights;
}

double mean_weight(const std::vector<double>& weights, std::size_t seats, std::size_t seat) {
  double sum = 0;
  for (std::size_t j = 0; j < seats; ++j) sum += weights[seat * seats + j];
  return sum / static_cast<double>(seats - 1);
}

std::optional<FoundGain> made_gain(const std::vector<GainedGame>& games) {
  if (games.size() < static_cast<std::size_t>(kLeastGames)) return std::nullopt;
  struct Met {
    int games = 0;
    double won = 0;
  };
  std::map<std::int64_t, Met> met;
  FoundGain out;
  RatingGain& gain = out.gain;
  gain.games = static_cast<int>(games.size());
  gain.before = games.front().rating - games.front().moved;
  gain.after = games.back().rating;
  double all = 0, there = 0, fresh = 0;  // what was won, at one address, from new accounts
  for (const GainedGame& game : games) {
    const double won = std::max(0.0, game.moved);
    all += won;
    there += game.one_address ? won : 0;
    fresh += game.against_new ? won : 0;
    gain.at_one_address += game.one_address ? 1 : 0;
    gain.against_new += game.against_new ? 1 : 0;
    for (const std::int64_t opponent : game.opponents) {
      ++met[opponent].games;
      met[opponent].won += won;
    }
  }
  gain.opponents = static_cast<int>(met.size());
  Met most;
  for (const auto& [opponent, one] : met)
    if (one.games > most.games || (one.games == most.games && one.won > most.won)) {
      most = one;
      out.opponent = opponent;
    }
  gain.against_one = most.games;
  const double half = all / 2;
  const bool one_gave = most.games > 1 && most.won > half;
  if (gain.after <= gain.before || !(there > half || fresh > half || one_gave)) return std::nullopt;
  return out;
}

}  // namespace cairn
