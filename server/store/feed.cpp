// What changed at somebody's tables, in SQL.
#include "server/store/feed.h"

#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"

namespace cairn {

namespace {

std::vector<FeedCard> feed_cards(SqlConnection& db, const SqlRows& rows) {
  std::vector<TableCard> cards = cards_from(db, rows);
  std::vector<FeedCard> out;
  out.reserve(cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i)
    out.push_back({std::move(cards[i]), rows.integer(i, 11), static_cast<int>(rows.integer(i, 12))});
  return out;
}

}  // namespace

void FeedStore::feed_of(std::int64_t person, FeedPlace after, bool running, int most, Read<FeedPage> done) {
  read(std::move(done), [=](SqlConnection& db) {
    FeedPage page;
    page.now = db.run("SELECT {now}").integer(0, 0);
    page.cards =
        feed_cards(db, db.run("SELECT DISTINCT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, "
                              "t.created_ms, t.changed_ms, t.due_ms, t.told_ms, t.told_kind FROM chairs c "
                              "JOIN tables t ON t.key = c.table_key WHERE c.person = $1 AND c.person > 0 "
                              "AND (t.told_ms, t.key) > ($2, $3) AND (t.over = 0 OR CAST($4 AS INTEGER) = 0) "
                              "ORDER BY t.told_ms, t.key LIMIT $5",
                              {person, after.change, after.number, running, most}));
    return page;
  });
}

void FeedStore::feed_card(std::string table, Read<FeedCard> done) {
  read(std::move(done), [table = std::move(table)](SqlConnection& db) -> std::optional<FeedCard> {
    auto cards = feed_cards(db, db.run("SELECT key, id, game, options, clock, rated, over, to_act, created_ms, "
                                       "changed_ms, due_ms, told_ms, told_kind FROM tables WHERE id = $1",
                                       {table}));
    if (cards.empty()) return std::nullopt;
    return std::move(cards.front());
  });
}

void FeedStore::changed_lately(std::int64_t last_ms, int most, Read<std::vector<ChangedTable>> done) {
  read(std::move(done), [last_ms, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT t.id, t.told_ms, c.person FROM tables t JOIN chairs c ON c.table_key = t.key "
        "WHERE t.told_ms > {now} - $1 AND c.person > 0 ORDER BY t.told_ms DESC LIMIT $2",
        {last_ms, most});
    std::vector<ChangedTable> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({rows.text(i, 0), rows.integer(i, 1), rows.integer(i, 2)});
    return out;
  });
}

}  // namespace cairn
