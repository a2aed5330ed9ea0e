// The archive in SQL.
#include "server/store/archive.h"

#include "server/store/sql_archive.h"

#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"

namespace cairn {

namespace {

using How = Written::How;

// One statement for each index, the last that ended first. CROSS: SQLite takes the tables in the order in which they
// stand. What is not asked for lets everything pass.
std::string statement(const std::string& from, const std::string& by) {
  return "SELECT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, t.created_ms, t.changed_ms, "
         "t.due_ms, "
         "a.ended_ms, a.class, a.result, a.how, a.winner, a.moves, t.number FROM " +
         from + " CROSS JOIN tables t WHERE t.key = a.table_key AND t.over = 1 AND " + by +
         " AND a.ended_ms >= $3 AND ($4 = '' OR a.game = $4) AND ($5 = '' OR a.class = $5) "
         "AND a.options LIKE $6 ESCAPE '\\' AND a.options LIKE $7 ESCAPE '\\' "
         "AND a.options LIKE $8 ESCAPE '\\' AND a.options LIKE $9 ESCAPE '\\' "
         "AND (CAST($10 AS INTEGER) = 0 OR a.seats = CAST($10 AS INTEGER)) "
         "AND (CAST($11 AS INTEGER) = -1 OR a.rated = CAST($11 AS INTEGER)) "
         "AND (CAST($12 AS INTEGER) = -1 OR (a.bots > 0) = (CAST($12 AS INTEGER) = 1)) "
         "AND (CAST($13 AS INTEGER) = -2 OR a.winner = CAST($13 AS INTEGER)) "
         "AND (CAST($14 AS INTEGER) = -1 OR a.how = CAST($14 AS INTEGER)) "
         "AND (CAST($15 AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM archive_people o WHERE o.person = CAST($15 AS BIGINT) "
         "AND o.ended_ms = a.ended_ms AND o.table_key = a.table_key)) ";
}

std::string by_person() {
  return statement("archive_people p CROSS JOIN archive a",
                   "a.table_key = p.table_key AND p.person = CAST($17 AS BIGINT) "
                   "AND (p.ended_ms, p.table_key) < ($1, $2) AND (CAST($18 AS INTEGER) = 0 "
                   "OR (CAST($18 AS INTEGER) = 1 AND a.winner = p.seat) "
                   "OR (CAST($18 AS INTEGER) = 2 AND a.winner >= 0 AND a.winner <> p.seat))") +
         "ORDER BY p.ended_ms DESC, p.table_key DESC LIMIT $16";
}

std::string by(const std::string& column) {
  return statement("archive a", column + "(a.ended_ms, a.table_key) < ($1, $2)") +
         "ORDER BY a.ended_ms DESC, a.table_key DESC LIMIT $16";
}

// What an option has in `options_text`; a text that everything has, where there is none.
std::string pattern(const OptionValues& options, std::size_t i) {
  if (i >= options.size()) return "%";
  std::string text = options_text({options[i]}), out = "%";
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c == '%' || c == '_' || c == '\\') out += '\\';
    out += c;
  }
  return out + '%';
}

SqlRows look_for(SqlConnection& db, const ArchiveQuery& query) {
  const int rated = query.rated ? (*query.rated ? 1 : 0) : -1, bots = query.bots ? (*query.bots ? 1 : 0) : -1,
            how = query.how ? static_cast<int>(*query.how) : -1;
  const std::string options[] = {pattern(query.options, 0), pattern(query.options, 1), pattern(query.options, 2),
                                 pattern(query.options, 3)};
  const ArchivePlace& at = query.before;
  const auto& all = archive_statements();
  if (query.person > 0)
    return db.run(all[0].c_str(), {at.ended_ms, at.number, query.since_ms, query.game, query.game_class, options[0],
                                   options[1], options[2], options[3], query.seats, rated, bots, query.winner, how,
                                   query.against, query.most, query.person, static_cast<int>(query.outcome)});
  const std::size_t path = !query.game_class.empty() ? 1 : !query.game.empty() ? 2 : 3;
  return db.run(all[path].c_str(),
                {at.ended_ms, at.number, query.since_ms, query.game, query.game_class, options[0], options[1],
                 options[2], options[3], query.seats, rated, bots, query.winner, how, query.against, query.most});
}

Written write_archived(SqlConnection& db, const ArchivedGame& game) {
  const SqlRows mine = db.run(
      "UPDATE tables SET archived = number * over WHERE id = $1 AND number = $2 AND over = $3 AND archived = $4 "
      "AND archived <> number * over RETURNING key",
      {game.table, game.number, game.over, game.archived});
  if (mine.empty()) return {How::conflict, {}, 0};
  const std::int64_t key = mine.integer(0, 0);
  db.run("DELETE FROM archive_people WHERE table_key = $1", {key});
  db.run("DELETE FROM archive WHERE table_key = $1", {key});
  note_openings(db, game.openings);
  if (!game.over || !game.shown) return {};
  db.run(
      "INSERT INTO archive (table_key, ended_ms, game, class, options, rated, seats, bots, result, how, winner, moves) "
      "SELECT key, CAST($2 AS BIGINT), game, $3, options, rated, CAST($4 AS INTEGER), CAST($5 AS INTEGER), $6, "
      "CAST($7 AS INTEGER), CAST($8 AS INTEGER), CAST($9 AS INTEGER) FROM tables WHERE key = $1",
      {key, game.ended_ms, game.game_class, game.seats, game.bots, game.result, static_cast<int>(game.how), game.winner,
       game.moves});
  for (const auto& [person, seat] : game.people)
    db.run(
        "INSERT INTO archive_people (person, ended_ms, table_key, seat) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (person, ended_ms, table_key) DO NOTHING",
        {person, game.ended_ms, key, seat});
  return {};
}

}  // namespace

const std::array<std::string, kArchivePaths>& archive_statements() {
  static const std::array<std::string, kArchivePaths> all = {by_person(), by("a.class = $5 AND "),
                                                             by("a.game = $4 AND "), by("")};
  return all;
}

void ArchiveStore::unarchived(int most, Read<std::vector<ArchiveDue>> done) {
  read(std::move(done), [most](SqlConnection& db) {
    const SqlRows rows =
        db.run("SELECT id, over, archived FROM tables WHERE archived <> number * over ORDER BY key LIMIT $1", {most});
    std::vector<ArchiveDue> due;
    due.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      due.push_back({rows.text(i, 0), rows.integer(i, 1) != 0, static_cast<int>(rows.integer(i, 2))});
    return due;
  });
}

void ArchiveStore::archive(ArchivedGame game, Done done) {
  std::string lock = game.table;
  write(std::move(lock), std::move(done),
        [game = std::move(game)](SqlConnection& db) { return write_archived(db, game); });
}

void ArchiveStore::find_archived(ArchiveQuery query, Read<std::vector<ArchiveCard>> done, Freshness fresh) {
  const auto work = [query = std::move(query)](SqlConnection& db) {
    const SqlRows rows = look_for(db, query);
    std::vector<TableCard> cards = cards_from(db, rows);
    std::vector<ArchiveCard> found;
    found.reserve(cards.size());
    for (std::size_t i = 0; i < cards.size(); ++i)
      found.push_back({std::move(cards[i]), rows.text(i, 12), rows.text(i, 13),
                       static_cast<Outcome::How>(rows.integer(i, 14)), static_cast<int>(rows.integer(i, 15)),
                       static_cast<int>(rows.integer(i, 16)), rows.integer(i, 11),
                       static_cast<int>(rows.integer(i, 17))});
    return std::optional(std::move(found));
  };
  read(std::move(done), work, fresh);
}

}  // namespace cairn
