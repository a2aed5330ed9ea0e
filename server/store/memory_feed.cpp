// What changed at somebody's tables, in the store that forgets. Its clock counts the changes.
#include <algorithm>
#include <tuple>

#include "server/store/memory.h"

namespace cairn {

FeedCard MemoryStore::feed_card_of(std::int64_t number) const {
  FeedCard out;
  out.card = card(number);
  const auto state = states_.find(out.card.id);
  if (state != states_.end()) {
    out.told = state->second.told;
    out.told_kind = state->second.told_kind;
  }
  return out;
}

void MemoryStore::feed_of(std::int64_t person, FeedPlace after, bool running, int most, Read<FeedPage> done) {
  FeedPage page;
  page.now = told_;
  for (std::int64_t number = 1; number <= static_cast<std::int64_t>(tables_in_order_.size()); ++number) {
    FeedCard one = feed_card_of(number);
    const bool sits = person > 0 && std::any_of(one.card.chairs.begin(), one.card.chairs.end(),
                                                [&](const Chair& chair) { return chair.person == person; });
    if (sits && !(running && one.card.over) && std::tuple(one.told, number) > std::tuple(after.told, after.number))
      page.cards.push_back(std::move(one));
  }
  std::sort(page.cards.begin(), page.cards.end(), [](const FeedCard& a, const FeedCard& b) {
    return std::tuple(a.told, a.card.number) < std::tuple(b.told, b.card.number);
  });
  if (page.cards.size() > static_cast<std::size_t>(most)) page.cards.resize(static_cast<std::size_t>(most));
  answer(std::move(done), std::optional(std::move(page)));
}

void MemoryStore::feed_card(std::string table, Read<FeedCard> done) {
  const auto found = std::find(tables_in_order_.begin(), tables_in_order_.end(), table);
  std::optional<FeedCard> out;
  if (found != tables_in_order_.end()) out = feed_card_of(found - tables_in_order_.begin() + 1);
  answer(std::move(done), std::move(out));
}

void MemoryStore::told_lately(std::int64_t last_ms, int most, Read<std::vector<ToldTable>> done) {
  std::vector<ToldTable> out;
  for (auto number = static_cast<std::int64_t>(tables_in_order_.size()); number > 0; --number) {
    const FeedCard one = feed_card_of(number);
    if (one.told <= told_ - last_ms) continue;
    for (const Chair& chair : one.card.chairs)
      if (chair.person > 0 && static_cast<int>(out.size()) < most) out.push_back({one.card.id, one.told, chair.person});
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
