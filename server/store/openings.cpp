// Openings in SQL. Their counts are changed by one transaction of all servers at a time, behind the row of
// `openings_gate`; and that job comes last in its group, when no lock of a table is waited for any more.
#include "server/store/archive.h"

#include <map>

#include "server/store/sql_answers.h"
#include "server/store/sql_archive.h"

namespace cairn {

namespace {

constexpr const char* kBehindAllTables = "~";  // '~' is greater than every letter of a table's id

Written fold(SqlConnection& db, int most) {
  db.run("UPDATE openings_gate SET folds = folds + 1");
  const SqlRows noted = db.run(
      "DELETE FROM openings_due WHERE id IN (SELECT id FROM openings_due ORDER BY id LIMIT $1) "
      "RETURNING position, word, games, won, drawn",
      {most});
  std::map<std::pair<std::int64_t, std::string>, OpeningLine> sums;
  for (std::size_t i = 0; i < noted.size(); ++i) {
    OpeningLine& sum = sums[{noted.integer(i, 0), noted.text(i, 1)}];
    sum.games += noted.integer(i, 2);
    sum.won += noted.integer(i, 3);
    sum.drawn += noted.integer(i, 4);
  }
  for (const auto& [key, sum] : sums)
    db.later(
        "INSERT INTO openings (position, word, games, won, drawn) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT (position, word) DO UPDATE SET games = openings.games + $3, won = openings.won + $4, "
        "drawn = openings.drawn + $5",
        {key.first, key.second, sum.games, sum.won, sum.drawn});
  return {Written::How::durable, {}, static_cast<std::int64_t>(noted.size())};
}

}  // namespace

void note_openings(SqlConnection& db, const std::vector<OpeningMove>& moves) {
  for (const OpeningMove& move : moves)
    db.later("INSERT INTO openings_due (position, word, games, won, drawn) VALUES ($1, $2, $3, $4, $5)",
             {move.position, move.word, move.games, move.won, move.drawn});
}

void ArchiveStore::openings_wait(Read<bool> done) {
  read(std::move(done),
       [](SqlConnection& db) -> std::optional<bool> { return !db.run("SELECT 1 FROM openings_due LIMIT 1").empty(); });
}

void ArchiveStore::fold_openings(int most, Done done) {
  write(kBehindAllTables, std::move(done), [most](SqlConnection& db) { return fold(db, most); });
}

void ArchiveStore::openings_at(std::int64_t position, int most, Read<std::vector<OpeningLine>> done, Freshness fresh) {
  const auto work = [position, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT word, games, won, drawn FROM openings WHERE position = $1 AND games > 0 "
        "ORDER BY games DESC, word LIMIT $2",
        {position, most});
    std::vector<OpeningLine> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({rows.text(i, 0), rows.integer(i, 1), rows.integer(i, 2), rows.integer(i, 3)});
    return std::optional(std::move(out));
  };
  read(std::move(done), work, fresh);
}

}  // namespace cairn
