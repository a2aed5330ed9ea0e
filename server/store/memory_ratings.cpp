// Rated games and what moderators take back, of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

void MemoryStore::note_neighbours(const std::string& table, int seat) {
  const TableRow& row = tables_.at(table).row;
  if (!row.setup.rated) return;
  auto& pairs = beside_[table];
  const auto from = [&](int at) {
    const auto found = from_.find(row.chairs[static_cast<std::size_t>(at)].person);
    return found == from_.end() ? std::string() : found->second;
  };
  const int seats = static_cast<int>(row.chairs.size());
  for (int i = 0; i < seats; ++i)
    for (int j = i + 1; j < seats; ++j) {
      if (seat >= 0 && i != seat && j != seat) continue;
      pairs.erase({i, j});
      if (!from(i).empty() && from(i) == from(j)) pairs.insert({i, j});
    }
}

int MemoryStore::games_at_own_address(std::int64_t person, std::int64_t since_ms) const {
  int games = 0;
  for (const auto& [key, in] : ratings_)
    for (const RatedGameOf& one : in.games)
      games += key.first == person && one.one_address && !one.step.annulled && one.step.rating.at_ms > since_ms ? 1 : 0;
  return games;
}

bool MemoryStore::sits(std::int64_t person, const std::string& table) const {
  const auto& chairs = tables_.at(table).row.chairs;
  return std::any_of(chairs.begin(), chairs.end(), [&](const Chair& chair) { return chair.person == person; });
}

Meeting MemoryStore::meeting_at(const RatedGame& game, std::size_t one, std::size_t other) const {
  const std::int64_t since = game.at_ms - kWeighedMs;
  Meeting meeting;
  const auto mine = ratings_.find({game.people[one], game.rating_class}),
             others = ratings_.find({game.people[other], game.rating_class});
  if (mine != ratings_.end() && others != ratings_.end())
    for (const RatedGameOf& before : mine->second.games) {
      const auto& games = others->second.games;
      const bool together =
          std::any_of(games.begin(), games.end(), [&](const RatedGameOf& also) { return also.table == before.table; });
      meeting.games += together && !before.step.annulled && before.step.rating.at_ms > since ? 1 : 0;
    }
  const auto beside = beside_.find(game.table);
  if (beside != beside_.end() && beside->second.contains({static_cast<int>(one), static_cast<int>(other)}))
    meeting.at_one_address =
        1 + std::max(games_at_own_address(game.people[one], since), games_at_own_address(game.people[other], since));
  return meeting;
}

bool MemoryStore::is_new(std::int64_t person, std::int64_t at_ms) const {
  const auto found = people_.find(person);
  return found != people_.end() && found->second.account && found->second.account->created_ms > at_ms - kNewAccountMs;
}

void MemoryStore::rate(RatedGame game, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = states_.find(game.table);
  if (found == states_.end() || !found->second.rate_due)
    return answer(std::move(done), {Written::How::conflict, {}, 0});
  found->second.rate_due = false;
  if (game.people.empty()) return answer(std::move(done), {});
  const std::size_t seats = game.people.size();
  std::vector<Rating> players;
  players.reserve(seats);
  for (const std::int64_t person : game.people) players.push_back(ratings_[{person, game.rating_class}].now);
  const std::vector<double> weights = pair_weights(
      seats, game.one_address, [&](std::size_t one, std::size_t other) { return meeting_at(game, one, other); });
  const std::vector<Rating> after = rate_game(players, game.ranks, game.at_ms, game.ahead, weights);
  const auto& pairs = beside_[game.table];
  for (std::size_t i = 0; i < seats; ++i) {
    RatedGameOf one;
    one.step.rating = after[i];
    one.step.moved = after[i].rating - players[i].rating;
    one.step.weight = mean_weight(weights, seats, i);
    one.table = game.table;
    const int seat = static_cast<int>(i);
    for (const auto& [a, b] : pairs) one.one_address = one.one_address || a == seat || b == seat;
    for (std::size_t j = 0; j < seats; ++j)
      one.against_new = one.against_new || (j != i && is_new(game.people[j], game.at_ms));
    if (one.step.weight <= 0) continue;
    RatedIn& in = ratings_[{game.people[i], game.rating_class}];
    in.now = after[i];
    in.games.push_back(std::move(one));
  }
  answer(std::move(done), {});
}

std::vector<GainedGame> MemoryStore::gained_games(std::int64_t person, const RatedIn& in, std::int64_t since_ms) const {
  std::vector<GainedGame> out;
  for (const RatedGameOf& one : in.games) {
    if (one.step.annulled || one.step.rating.at_ms <= since_ms) continue;
    GainedGame game{one.step.rating.rating, one.step.moved, one.one_address, one.against_new, {}};
    for (const Chair& chair : tables_.at(one.table).row.chairs)
      if (chair.person != person && chair.person > 0) game.opponents.push_back(chair.person);
    out.push_back(std::move(game));
  }
  return out;
}

void MemoryStore::rating_gains(std::int64_t since_ms, int most, Read<std::vector<RatingGain>> done) {
  std::vector<RatingGain> out;
  const auto name_of = [&](std::int64_t person) {
    const auto found = people_.find(person);
    return found == people_.end() ? std::string() : found->second.name;
  };
  for (const auto& [key, in] : ratings_) {
    auto found = made_gain(gained_games(key.first, in, since_ms));
    if (!found) continue;
    found->gain.name = name_of(key.first);
    found->gain.rating_class = key.second;
    found->gain.opponent = name_of(found->opponent);
    out.push_back(std::move(found->gain));
  }
  const auto gained = [](const RatingGain& gain) { return gain.after - gain.before; };
  std::stable_sort(out.begin(), out.end(),
                   [&](const RatingGain& a, const RatingGain& b) { return gained(a) > gained(b); });
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  answer(std::move(done), std::optional(std::move(out)));
}

Annulment MemoryStore::take_back(Annulment wish) {
  std::set<std::string> tables;
  for (const RatedGameOf& one : ratings_[{wish.person, wish.rating_class}].games) {
    if (one.step.annulled || one.step.rating.at_ms < wish.since_ms) continue;
    if (sits(wish.by, one.table))
      ++wish.left;
    else
      tables.insert(one.table);
  }
  wish.games = static_cast<int>(tables.size());
  for (auto& [key, in] : ratings_) {
    double moved = 0;
    for (RatedGameOf& one : in.games) {
      if (key.second != wish.rating_class || one.step.annulled || !tables.contains(one.table)) continue;
      one.step.annulled = true;
      moved += one.step.moved;
    }
    if (moved == 0) continue;
    in.now.rating = taken_back(in.now.rating, moved);
    wish.refunded += key.first != wish.person && moved < 0 ? 1 : 0;
  }
  if (wish.games > 0) annulments_.push_back(wish);
  return wish;
}

void MemoryStore::annul(Annulment wish, Read<Annulment> done) {
  if (fail_writes) {
    post_([done = std::move(done)] { done({std::nullopt, "told to fail"}); });
    return;
  }
  answer(std::move(done), std::optional(take_back(std::move(wish))));
}

void MemoryStore::annulments(int most, Read<std::vector<Annulment>> done) {
  std::vector<Annulment> out(annulments_.rbegin(), annulments_.rend());
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  for (Annulment& one : out) {
    one.name = people_[one.person].name;
    one.by_name = people_[one.by].name;
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
