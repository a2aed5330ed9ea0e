// Accounts that may not come in, in SQL.
#include "server/base/days.h"
#include "server/store/audit.h"
#include "server/store/challenges.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

// What the account came with ends; who comes with it again is told why.
void end_what_it_came_with(SqlConnection& db, std::int64_t person) {
  db.run(
      "INSERT INTO ended_tokens (token_hash, person) SELECT token_hash, person FROM sessions WHERE person = $1 "
      "ON CONFLICT DO NOTHING",
      {person});
  db.run(
      "INSERT INTO ended_tokens (token_hash, person) SELECT token_hash, person FROM api_tokens WHERE person = $1 "
      "ON CONFLICT DO NOTHING",
      {person});
  end_sessions_and_tokens(db, person);
  db.run("DELETE FROM atom_feeds WHERE person = $1", {person});
}

// Nobody is to wait for them: open games, challenges and seeks end. Games that have begun go on.
void withdraw_all(SqlConnection& db, std::int64_t person) {
  withdraw_wishes(db, person);
  db.run("DELETE FROM invitations WHERE person = $1", {person});
  db.run(
      "UPDATE tables SET listed_until_ms = 0, watchable = rated WHERE creator = $1 AND open_seats > 0 AND over = 0 "
      "AND listed_until_ms > 0",
      {person});
}

void put_suspension(SqlConnection& db, const ActWish& wish, std::int64_t until_ms, bool closed) {
  db.run(
      "INSERT INTO suspensions (person, at_ms, until_ms, closed, why) VALUES ($1, {now}, $2, $3, $4) "
      "ON CONFLICT (person) DO UPDATE SET at_ms = excluded.at_ms, until_ms = $2, closed = $3, why = $4",
      {wish.person, until_ms, closed ? 1 : 0, wish.why});
  end_what_it_came_with(db, wish.person);
  write_away(db, wish.person, false, 0, 0);  // clocks of running games go on
  withdraw_all(db, wish.person);
  db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {wish.person});
}

}  // namespace

bool is_barred(SqlConnection& db, std::int64_t person) {
  return !db.run("SELECT 1 FROM suspensions WHERE person = $1 AND (closed = 1 OR until_ms = 0 OR until_ms > {now})",
                 {person})
              .empty();
}

void withdraw_wishes(SqlConnection& db, std::int64_t person) {
  db.run(
      "UPDATE challenges SET state = $2, version = version + 1, changed_ms = {now} WHERE state = 0 AND key IN "
      "(SELECT challenge_key FROM challenge_people WHERE person = $1)",
      {person, static_cast<int>(ChallengeState::withdrawn)});
  db.run("DELETE FROM seeks WHERE person = $1", {person});
}

std::optional<Suspension> read_suspension(SqlConnection& db, std::int64_t person) {
  const SqlRows rows = db.run("SELECT at_ms, until_ms, closed, why FROM suspensions WHERE person = $1", {person});
  if (rows.empty()) return std::nullopt;
  return Suspension{rows.integer(0, 0), rows.integer(0, 1), rows.integer(0, 2) != 0, rows.text(0, 3)};
}

void erase_suspension(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM suspensions WHERE person = $1", {person});
  db.run("DELETE FROM ended_tokens WHERE person = $1", {person});
}

bool write_suspension(SqlConnection& db, const ActWish& wish, std::int64_t until_ms) {
  if (const auto there = read_suspension(db, wish.person); there && there->closed) return false;
  put_suspension(db, wish, until_ms, false);
  write_audit(db, Act::suspend, wish, until_ms == 0 ? "" : minute_text(until_ms));
  return true;
}

void write_closing(SqlConnection& db, const ActWish& wish) {
  put_suspension(db, wish, 0, true);
  db.run(
      "UPDATE accounts SET email = '', profile = '', preferences = $2, language = '', zone_minutes = 0, address = 0 "
      "WHERE person = $1",
      {wish.person, "{}"});
  db.run("DELETE FROM study_reports WHERE study IN (SELECT id FROM studies WHERE owner = $1 AND access = 0)",
         {wish.person});
  db.run("DELETE FROM studies WHERE owner = $1 AND access = 0", {wish.person});
  db.run("DELETE FROM puzzle_tries WHERE person = $1", {wish.person});
  db.run("UPDATE analyses SET person = 0 WHERE person = $1", {wish.person});
  db.run("DELETE FROM notes WHERE person = $1", {wish.person});
  db.run("DELETE FROM blocks WHERE person = $1", {wish.person});
  db.run("UPDATE challenges SET note = '' WHERE maker = $1", {wish.person});
  erase_hooks(db, wish.person);
  write_audit(db, Act::close, wish, "");
}

bool write_lift(SqlConnection& db, const ActWish& wish) {
  if (!read_suspension(db, wish.person)) return false;
  erase_suspension(db, wish.person);
  db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {wish.person});
  write_audit(db, Act::lift, wish, "");
  return true;
}

}  // namespace cairn
