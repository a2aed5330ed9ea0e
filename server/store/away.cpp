// Vacations in SQL. Whoever asks whether somebody is away in order to write accordingly locks the account's row;
// whoever finds nothing to do at a table locks the table's row, as a new entry does.
#include "server/store/away.h"

#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

using How = Written::How;

Written write_away(SqlConnection& db, std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms) {
  const SqlRows rows = away ? db.run(
                                  "UPDATE accounts SET away_ms = $2, away_number = away_number + 1 WHERE person = $1 "
                                  "AND away_ms = 0 RETURNING away_number",
                                  {person, now_ms})
                            : db.run(
                                  "UPDATE accounts SET away_ms = 0, away_number = away_number + 1 WHERE person = $1 "
                                  "AND away_ms > 0 RETURNING away_number",
                                  {person});
  if (db.run("UPDATE accounts SET away_until_ms = $2 WHERE person = $1", {person, away ? until_ms : 0}).changed() == 0)
    return {How::conflict, {}, 0};
  if (rows.empty()) return {};
  db.run(
      "INSERT INTO away_due (person, table_id, number) SELECT c.person, t.id, CAST($2 AS BIGINT) FROM chairs c "
      "JOIN tables t ON t.key = c.table_key WHERE c.person = $1 AND c.person > 0 AND t.over = 0 AND t.open_seats = 0 "
      "AND t.clock LIKE '%vacation%' ON CONFLICT (person, table_id) DO UPDATE SET number = $2",
      {person, rows.integer(0, 0)});
  return {};
}

void begin_away(SqlConnection& db, const std::string& table) {
  const SqlRows people = db.run(
      "SELECT c.person FROM chairs c JOIN tables t ON t.key = c.table_key WHERE t.id = $1 AND c.person > 0 "
      "AND t.over = 0 AND t.open_seats = 0 AND t.clock LIKE '%vacation%' ORDER BY c.person",
      {table});
  for (std::size_t i = 0; i < people.size(); ++i) {
    const std::int64_t person = people.integer(i, 0);
    const SqlRows there =
        db.run("UPDATE accounts SET away_ms = away_ms WHERE person = $1 RETURNING away_ms, away_number", {person});
    if (!there.empty() && there.integer(0, 0) > 0)
      db.run("INSERT INTO away_due (person, table_id, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
             {person, table, there.integer(0, 1)});
  }
}

// Where somebody has come or gone again meanwhile, another may have found that done which this entry undoes: it is
// looked at once more.
void settle_away(SqlConnection& db, const AwayDue& due) {
  const SqlRows done = db.run("DELETE FROM away_due WHERE person = $1 AND table_id = $2 AND number = $3",
                              {due.person, due.table, due.number});
  if (done.changed() > 0) return;
  db.run(
      "INSERT INTO away_due (person, table_id, number) SELECT person, CAST($2 AS TEXT), away_number FROM accounts "
      "WHERE person = $1 ON CONFLICT (person, table_id) DO NOTHING",
      {due.person, due.table});
}

void AwayStore::set_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms, Done done) {
  write_person(person, std::move(done),
               [=](SqlConnection& db) { return write_away(db, person, away, now_ms, until_ms); });
}

// Looked for without a transaction that writes, for there is seldom any; then one after the other.
void AwayStore::end_aways(std::int64_t now_ms, int most, Done done) {
  using People = std::vector<std::int64_t>;
  const auto proceed = [this, now_ms, most, done](const Found<People>& found) {
    if (!found.value || found.value->empty() || most == 0)
      return done(found.value ? Written{} : Written{How::failed, found.error, 0});
    const auto back = [now_ms, person = found.value->front()](SqlConnection& db) {
      const SqlRows rows =
          db.run("SELECT 1 FROM accounts WHERE person = $1 AND away_until_ms BETWEEN 1 AND $2", {person, now_ms});
      return rows.empty() ? Written{} : write_away(db, person, false, now_ms, 0);
    };
    write_person(
        found.value->front(),
        [this, now_ms, most, done](const Written& written) {
          written.how == How::failed ? done(written) : end_aways(now_ms, most - 1, done);
        },
        back);
  };
  read<People>(proceed, [now_ms](SqlConnection& db) -> std::optional<People> {
    const SqlRows rows =
        db.run("SELECT person FROM accounts WHERE away_until_ms > 0 AND away_until_ms <= $1 LIMIT 1", {now_ms});
    return rows.empty() ? People{} : People{rows.integer(0, 0)};
  });
}

void AwayStore::away_of(std::int64_t person, Read<Away> done) {
  read(std::move(done), [person](SqlConnection& db) -> std::optional<Away> {
    const SqlRows rows = db.run(
        "SELECT a.away_ms, a.away_until_ms, (SELECT COUNT(*) FROM away_due d WHERE d.person = a.person) "
        "FROM accounts a WHERE a.person = $1",
        {person});
    if (rows.empty()) return std::nullopt;
    return Away{rows.integer(0, 0), rows.integer(0, 1), static_cast<int>(rows.integer(0, 2))};
  });
}

void AwayStore::due_away(int most, Read<std::vector<AwayDue>> done) {
  read(std::move(done), [most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT d.person, d.table_id, d.number, CASE WHEN a.away_ms > 0 THEN 1 ELSE 0 END FROM away_due d "
        "JOIN accounts a ON a.person = d.person LIMIT $1",
        {most});
    std::vector<AwayDue> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({rows.integer(i, 0), rows.text(i, 1), rows.integer(i, 2), rows.integer(i, 3) != 0});
    return out;
  });
}

void AwayStore::end_due_away(AwayDue due, int entries, Done done) {
  std::string id = due.table;
  write(std::move(id), std::move(done), [due = std::move(due), entries](SqlConnection& db) {
    if (db.run("UPDATE tables SET number = number WHERE id = $1 AND number = $2", {due.table, entries}).changed() == 0)
      return Written{How::conflict, {}, 0};
    db.run("DELETE FROM away_due WHERE person = $1 AND table_id = $2 AND number = $3",
           {due.person, due.table, due.number});
    return Written{};
  });
}

}  // namespace cairn
