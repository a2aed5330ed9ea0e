// Seeks in SQL. Two rows are locked by who pairs them; where two servers wait for each other the database ends one,
// which tries again.
#include "server/store/seeks.h"

#include <algorithm>

#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr std::int64_t kKeptMs = 30LL * 24 * 3'600'000;  // of those that are over

// Rows of person, name, account, rating (five columns), request, game, options, clock, rated, class, since, until,
// table, handicap.
std::vector<Seek> seeks_from(const SqlRows& rows) {
  std::vector<Seek> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Seek seek;
    seek.person = rows.integer(i, 0);
    seek.name = rows.text(i, 1);
    seek.account = rows.integer(i, 2) != 0;
    if (rows.integer(i, 7) > 0)
      seek.rating = {rows.real(i, 3), rows.real(i, 4), rows.real(i, 5), rows.integer(i, 6),
                     static_cast<int>(rows.integer(i, 7))};
    seek.request = rows.text(i, 8);
    const auto clock = parse_clock_rule(rows.text(i, 11));
    if (!clock.rule) throw SqlError(SqlError::Kind::other, "the clock of a seek is damaged: " + clock.error);
    seek.terms = {rows.text(i, 9), options_from(rows.text(i, 10)), *clock.rule, rows.integer(i, 12) != 0};
    seek.rating_class = rows.text(i, 13);
    seek.since_ms = rows.integer(i, 14);
    seek.until_ms = rows.integer(i, 15);
    seek.table = rows.text(i, 16);
    seek.handicap = rows.integer(i, 17) != 0;
    out.push_back(std::move(seek));
  }
  return out;
}

Written write_seek(SqlConnection& db, const Seek& seek) {
  const SqlRows there = db.run("SELECT request FROM seeks WHERE person = $1", {seek.person});
  if (!there.empty() && there.text(0, 0) == seek.request) {
    db.run(
        "UPDATE seeks SET since_ms = CASE WHEN until_ms <= $3 THEN CAST($3 AS BIGINT) ELSE since_ms END, until_ms = $4 "
        "WHERE person = $1 AND request = $2 AND table_id = ''",
        {seek.person, seek.request, seek.since_ms, seek.until_ms});
    return {};
  }
  db.run("DELETE FROM seeks WHERE until_ms < $1", {seek.since_ms - kKeptMs});
  db.run(
      "INSERT INTO seeks (person, request, game, options, clock, rated, class, since_ms, until_ms, table_id, handicap) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', $10) ON CONFLICT (person) DO UPDATE SET request = $2, "
      "game = $3, options = $4, clock = $5, rated = $6, class = $7, since_ms = $8, until_ms = $9, table_id = '', "
      "handicap = $10",
      {seek.person, seek.request, seek.terms.game, options_text(seek.terms.options), to_text(seek.terms.clock),
       seek.terms.rated, seek.rating_class, seek.since_ms, seek.until_ms, seek.handicap});
  return {};
}

OpenSeeks read_open(SqlConnection& db, std::int64_t now_ms, int most) {
  OpenSeeks out;
  out.seeks = seeks_from(
      db.run("SELECT s.person, p.name, CASE WHEN a.person IS NULL THEN 0 ELSE 1 END, r.rating, r.deviation, "
             "r.volatility, r.at_ms, COALESCE(r.games, 0), s.request, s.game, s.options, s.clock, s.rated, s.class, "
             "s.since_ms, s.until_ms, s.table_id, s.handicap FROM seeks s JOIN people p ON p.id = s.person "
             "LEFT JOIN accounts a ON a.person = s.person "
             "LEFT JOIN ratings r ON r.person = s.person AND r.class = s.class "
             "WHERE s.table_id = '' AND s.until_ms > $1 ORDER BY s.since_ms, s.person LIMIT $2",
             {now_ms, most}));
  if (out.seeks.size() < 2) return out;
  const SqlRows rows = db.run(
      "SELECT b.person, b.blocked FROM seeks s JOIN blocks b ON b.person = s.person JOIN seeks o ON o.person = "
      "b.blocked WHERE s.table_id = '' AND s.until_ms > $1 AND o.table_id = '' AND o.until_ms > $1 "
      "ORDER BY b.person, b.blocked",
      {now_ms});
  for (std::size_t i = 0; i < rows.size(); ++i) out.blocks.emplace_back(rows.integer(i, 0), rows.integer(i, 1));
  return out;
}

FirstMoves read_first_moves(SqlConnection& db, std::int64_t person, const std::string& game, int most) {
  const SqlRows rows = db.run(
      "SELECT c.seat FROM chairs c JOIN tables t ON t.key = c.table_key WHERE c.person = $1 AND c.person > 0 AND "
      "t.game = $2 AND (SELECT COUNT(*) FROM chairs o WHERE o.table_key = t.key AND o.kind = 1) = 2 AND "
      "(SELECT COUNT(*) FROM chairs o WHERE o.table_key = t.key) = 2 ORDER BY c.table_key DESC LIMIT $3",
      {person, game, most});
  FirstMoves out;
  out.games = static_cast<int>(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.first += rows.integer(i, 0) == 0 ? 1 : 0;
  return out;
}

Written write_pair(SqlConnection& db, const Seek& one, const Seek& other, const TableRow& row, std::int64_t now_ms,
                   std::int64_t me) {
  const SqlRows paired = db.run(
      "UPDATE seeks SET table_id = $5 WHERE table_id = '' AND until_ms > $6 AND "
      "((person = $1 AND request = $2) OR (person = $3 AND request = $4))",
      {one.person, one.request, other.person, other.request, row.id, now_ms});
  if (paired.changed() != 2) {
    if (paired.changed() != 0) db.run("UPDATE seeks SET table_id = '' WHERE table_id = $1", {row.id});
    return {How::conflict, {}, 0};
  }
  if (insert_table(db, row, me).how != How::durable)
    throw SqlError(SqlError::Kind::constraint, "the table of two seeks is there already");
  return {};
}

}  // namespace

void SeekStore::put_seek(Seek seek, Done done) {
  const std::int64_t person = seek.person;
  write_person(person, std::move(done), [seek = std::move(seek)](SqlConnection& db) { return write_seek(db, seek); });
}

void SeekStore::end_seek(std::int64_t person, Done done) {
  write_person(person, std::move(done), [person](SqlConnection& db) {
    db.run("DELETE FROM seeks WHERE person = $1 AND table_id = ''", {person});
    return Written{};
  });
}

void SeekStore::seek_of(std::int64_t person, Read<Seek> done) {
  read(std::move(done), [person](SqlConnection& db) -> std::optional<Seek> {
    auto found = seeks_from(
        db.run("SELECT s.person, p.name, CASE WHEN a.person IS NULL THEN 0 ELSE 1 END, r.rating, r.deviation, "
               "r.volatility, r.at_ms, COALESCE(r.games, 0), s.request, s.game, s.options, s.clock, s.rated, "
               "s.class, s.since_ms, s.until_ms, s.table_id, s.handicap FROM seeks s JOIN people p ON p.id = s.person "
               "LEFT JOIN accounts a ON a.person = s.person "
               "LEFT JOIN ratings r ON r.person = s.person AND r.class = s.class WHERE s.person = $1",
               {person}));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
  });
}

void SeekStore::open_seeks(std::int64_t now_ms, int most, Read<OpenSeeks> done) {
  read(std::move(done), [now_ms, most](SqlConnection& db) { return read_open(db, now_ms, most); });
}

void SeekStore::first_moves(std::vector<std::int64_t> people, std::string game, int most,
                            Read<std::vector<FirstMoves>> done) {
  read(std::move(done), [people = std::move(people), game = std::move(game), most](SqlConnection& db) {
    std::vector<FirstMoves> out;
    out.reserve(people.size());
    for (const std::int64_t person : people) out.push_back(read_first_moves(db, person, game, most));
    return out;
  });
}

void SeekStore::pair_seeks(Seek one, Seek other, std::shared_ptr<const TableRow> begins, std::int64_t now_ms,
                           Done done) {
  write("  pairing", std::move(done),
        [one = std::move(one), other = std::move(other), begins = std::move(begins), now_ms,
         me = me_](SqlConnection& db) { return write_pair(db, one, other, *begins, now_ms, me); });
}

}  // namespace cairn
