// Lists and ratings of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

TableCard MemoryStore::card(std::int64_t number) const {
  const std::string& id = tables_in_order_[static_cast<std::size_t>(number - 1)];
  const TableRow& row = tables_.at(id).row;
  const auto state = states_.find(id);
  TableCard card;
  card.number = number;
  card.id = id;
  card.game = row.setup.game;
  card.options = row.setup.options;
  card.clock = to_text(row.setup.clock);
  card.rated = row.setup.rated;
  card.to_act = row.to_act;
  card.created_ms = row.setup.created_ms;
  card.due_ms = row.due_ms;
  card.chairs = row.chairs;
  if (state != states_.end()) {
    card.over = state->second.over;
    card.changed_ms = state->second.changed_ms;
  }
  return card;
}

void MemoryStore::blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done) {
  const bool any =
      std::any_of(people.begin(), people.end(), [&](std::int64_t one) { return people_[one].blocks.contains(person); });
  answer(std::move(done), std::optional(any));
}

bool MemoryStore::listed(const std::string& table, std::int64_t now_ms) const {
  const TableRow& row = tables_.at(table).row;
  return row.listed_until_ms > now_ms && !is_over(table) &&
         std::any_of(row.chairs.begin(), row.chairs.end(),
                     [](const Chair& chair) { return chair.kind == SeatKind::open; });
}

int MemoryStore::listed_by(std::int64_t creator, std::int64_t now_ms) const {
  return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [&](const auto& one) {
    return one.second.row.creator == creator && listed(one.first, now_ms);
  }));
}

void MemoryStore::open_tables(std::int64_t person, std::int64_t now_ms, int most, int most_of_one,
                              Read<std::vector<TableCard>> done) {
  std::vector<TableCard> out;
  std::map<std::int64_t, int> places;  // by creator
  for (auto number = static_cast<std::int64_t>(tables_in_order_.size()); number > 0; --number) {
    TableCard one = card(number);
    one.creator = tables_.at(one.id).row.creator;
    const bool apart = std::any_of(one.chairs.begin(), one.chairs.end(), [&](const Chair& chair) {
      return chair.person > 0 &&
             (people_[chair.person].blocks.contains(person) || people_[person].blocks.contains(chair.person));
    });
    if (apart || !listed(one.id, now_ms) || static_cast<int>(out.size()) >= most) continue;
    if (one.creator == 0 || ++places[one.creator] <= most_of_one) out.push_back(std::move(one));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::end_listing(std::string table, std::int64_t creator, std::int64_t now_ms, Done done) {
  if (fail_writes) return answer(std::move(done), {Written::How::failed, "told to fail", 0});
  const auto found = tables_.find(table);
  if (found == tables_.end() || !listed(table, now_ms)) return answer(std::move(done), {Written::How::conflict, {}, 0});
  if (creator != 0 && found->second.row.creator != creator)
    return answer(std::move(done), {Written::How::conflict, "it is another's", 0});
  found->second.row.listed_until_ms = 0;
  answer(std::move(done), {});
}

void MemoryStore::tables_of(std::int64_t person, bool over, std::int64_t before, int most,
                            Read<std::vector<TableCard>> done) {
  std::vector<TableCard> out;
  for (auto number = static_cast<std::int64_t>(tables_in_order_.size()); number > 0; --number) {
    TableCard one = card(number);
    const bool sits = std::any_of(one.chairs.begin(), one.chairs.end(),
                                  [&](const Chair& chair) { return chair.person == person && person > 0; });
    if (sits && one.over == over && number < before && static_cast<int>(out.size()) < most)
      out.push_back(std::move(one));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::unrated(int most, Read<std::vector<std::string>> done) {
  std::vector<std::string> out;
  for (const auto& id : tables_in_order_)
    if (const auto state = states_.find(id);
        state != states_.end() && state->second.rate_due && static_cast<int>(out.size()) < most)
      out.push_back(id);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done) {
  std::vector<ClassRating> out;
  for (const auto& [key, all] : ratings_)
    if (key.first == person && !all.games.empty()) out.push_back({key.second, all.now});
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::rating_history(std::int64_t person, std::string rating_class, int most,
                                 Read<std::vector<RatingStep>> done) {
  std::vector<RatingStep> out;
  for (const RatedGameOf& one : ratings_[{person, std::move(rating_class)}].games) out.push_back(one.step);
  if (out.size() > static_cast<std::size_t>(most)) out.erase(out.begin(), out.end() - most);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::leaders(std::string rating_class, std::int64_t now_ms, int most, Read<std::vector<LeaderLine>> done) {
  std::vector<LeaderLine> lines;
  for (const auto& [key, all] : ratings_)
    if (key.second == rating_class && !all.games.empty() && people_[key.first].account)
      lines.push_back({people_[key.first].name, all.now});
  answer(std::move(done), std::optional(board_of(std::move(lines), now_ms, most)));
}

}  // namespace cairn
