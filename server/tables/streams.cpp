#include "server/tables/streams.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr int kPart = 100;      // tables of a part
constexpr int kAloneTicks = 4;  // a second
constexpr std::int64_t kAloneMs = 3'000;
constexpr int kMostLately = 20'000;  // people at tables of a look at what other servers did
constexpr std::size_t kMostNumbers = 50'000;

}  // namespace

TableNews Streams::news(FeedCard card, std::int64_t person) const {
  const GameInfo* info = find_game(card.card.game, world_.games);
  return {std::move(card), info, person, world_.now_ms()};
}

Result<Unit> Streams::listen(const Person& person, NewsListener& listener) {
  auto& ears = ears_[person.id];
  if (ears.size() >= kMostStreams)
    return Refusal{
        Code::too_many,
        Message("streams-already-end-one", "you have {n} streams open; close one of them", {{"n", kMostStreams}}), 20};
  ears.push_back(&listener);
  return Unit{};
}

void Streams::leave(const Person& person, const NewsListener& listener) {
  const auto found = ears_.find(person.id);
  if (found == ears_.end()) return;
  std::erase(found->second, &listener);
  if (found->second.empty()) ears_.erase(found);
}

void Streams::missed(const Person& person, const Wish& wish, std::function<void(Found<Part>)> done) {
  FeedPlace from{-1, 0};
  if (wish.from)
    from = *wish.from;
  else if (wish.after)
    from = {std::max(std::int64_t{-1}, *wish.after - kRepeatMs), 0};
  store_.feed_of(person.id, from, !wish.after, kPart, [this, person, wish, from, done](const Found<FeedPage>& found) {
    if (!found.value) return done({std::nullopt, found.error});
    // The time of day was ahead, and the host has set it back since: who knows what changed behind such a number?
    if (!wish.from && from.change > found.value->now) return missed(person, {}, done);
    Part part;
    for (const FeedCard& card : found.value->cards) part.news.push_back(news(card, person.id));
    if (found.value->cards.size() == static_cast<std::size_t>(kPart)) {
      const FeedCard& last = found.value->cards.back();
      part.next = FeedPlace{last.change, last.card.number};
    } else {
      // A table's number may be ahead of the clock, by as many changes as it had within a millisecond.
      const std::int64_t last = found.value->cards.empty() ? from.change : found.value->cards.back().change;
      part.last = std::max(found.value->now, last);
    }
    done({std::move(part), {}});
  });
}

void Streams::on_change(const std::string& table, const std::vector<Occupant>& occupants) {
  if (std::any_of(occupants.begin(), occupants.end(),
                  [this](const Occupant& occupant) { return ears_.contains(occupant.person); }))
    look(table);
}

// How the table stands, to those who sit there. While it is read more may happen: then it is read again.
void Streams::look(const std::string& table) {
  const auto [place, first] = looking_.try_emplace(table, false);
  if (!first) {
    place->second = true;
    return;
  }
  store_.feed_card(table, [this, table](const Found<FeedCard>& found) {
    const bool again = looking_[table];
    looking_.erase(table);
    if (!found.error.empty()) world_.log("reading a table for a stream: " + found.error);
    // Looked at twice for one change, by us and by who found it among the latest: once is told.
    const auto known = last_numbers_.find(table);
    if (found.value && (known == last_numbers_.end() || known->second != found.value->change)) {
      if (last_numbers_.size() > kMostNumbers) last_numbers_.clear();
      last_numbers_[table] = found.value->change;
      std::unordered_set<std::int64_t> people;
      for (const Occupant& occupant : found.value->card.occupants)
        if (ears_.contains(occupant.person)) people.insert(occupant.person);
      for (const std::int64_t person : people) {
        const TableNews one = news(*found.value, person);
        const std::vector<NewsListener*> ears = ears_[person];  // one may leave when it is told
        SharedText text;
        for (NewsListener* ear : ears) ear->hear(one, text);
      }
    }
    if (again) look(table);
  });
}

void Streams::tick() {
  // Where this is the only server there is less to find: what challenges, seeks and tournaments began.
  if (ears_.empty() || polling_ || (!store_.shared() && ++ticks_ % kAloneTicks != 0)) return;
  polling_ = true;
  store_.changed_lately(store_.shared() ? kRepeatMs : kAloneMs, kMostLately,
                        [this](const Found<std::vector<ChangedTable>>& found) {
                          polling_ = false;
                          if (!found.value) return;
                          std::unordered_set<std::string> changed;
                          for (const ChangedTable& one : *found.value) {
                            if (!ears_.contains(one.person)) continue;
                            const auto known = last_numbers_.find(one.table);
                            if (known == last_numbers_.end() || known->second != one.change) changed.insert(one.table);
                          }
                          for (const std::string& table : changed) look(table);
                        });
}

}  // namespace cairn
