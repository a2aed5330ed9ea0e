#include "server/store/moving.h"

#include <chrono>
#include <functional>
#include <thread>

#include "server/store/sql_lists.h"

namespace cairn {

namespace {

constexpr int kLockTries = 20;
constexpr auto kLockPause = std::chrono::milliseconds(250);
constexpr const char* kWays[] = {"INSERT", "UPDATE", "DELETE"};

bool speaks_postgres(const SqlConnection& db) {
  return db.dialect().rowless.empty();
}

std::string quoted(const std::string& name) {
  return '"' + name + '"';
}

// Writers hold some of the tables for moments: whoever is in the way of another begins anew.
void in_transaction(SqlConnection& db, const std::function<void()>& what) {
  for (int tries = 1;; ++tries) {
    try {
      db.begin();
      what();
      return db.commit();
    } catch (const SqlError& error) {
      db.rollback();
      if (error.kind() != SqlError::Kind::busy || tries == kLockTries) throw;
    }
    std::this_thread::sleep_for(kLockPause);
  }
}

std::string refusing_sql(const std::string& table, bool postgres) {
  const std::string on = quoted(table), name = "moving_" + table;
  if (postgres)
    return "CREATE TRIGGER " + quoted(name) + " BEFORE INSERT OR UPDATE OR DELETE ON " + on +
           " FOR EACH STATEMENT EXECUTE FUNCTION moving_refuses();";
  std::string sql;
  for (const char* way : kWays)
    sql += "CREATE TRIGGER " + quoted(name + "_" + way) + " BEFORE " + way + " ON " + on +
           " BEGIN SELECT RAISE(ABORT, '" + std::string(kMovingFault) + "'); END;";
  return sql;
}

}  // namespace

std::optional<Moving> read_moving(SqlConnection& db) {
  const SqlRows rows = db.run("SELECT id, side, place, at_ms FROM moving");
  if (rows.empty()) return std::nullopt;
  return Moving{rows.text(0, 0), static_cast<MovingSide>(rows.integer(0, 1)), rows.text(0, 2), rows.integer(0, 3)};
}

void expect_not_moving(SqlConnection& db) {
  const auto mark = read_moving(db);
  if (mark && mark->side != MovingSide::target)
    throw SqlError(SqlError::Kind::other, std::string(kMovingFault) + " to " + mark->place);
}

SqlLists& lists_of(SqlConnection& db) {
  if (auto* lists = dynamic_cast<SqlLists*>(&db)) return *lists;
  throw SqlError(SqlError::Kind::other, "this connection takes no lists of values");
}

std::string why_moving_stops(SqlConnection& db, const std::string& place) {
  const auto mark = read_moving(db);
  if (!mark) return {};
  const std::string again = "; the same `cairn move` command continues it";
  switch (mark->side) {
    case MovingSide::source:
      return "it is being moved to " + mark->place + again + ", and `cairn move --from " + place +
             " --give-up` cancels it";
    case MovingSide::target:
      return "it is not complete: the move to it from " + mark->place + " is unfinished" + again;
    case MovingSide::left:
      break;
  }
  return "it was moved to " + mark->place + ": start the server with that database";
}

void write_moving(SqlConnection& db, const Moving& mark) {
  db.run("DELETE FROM moving");
  db.run("INSERT INTO moving (one, id, side, place, at_ms) VALUES (1, $1, $2, $3, {now})",
         {mark.id, static_cast<int>(mark.side), mark.place});
}

void refuse_writes(SqlConnection& db, std::span<const std::string> tables, const Moving& mark) {
  in_transaction(db, [&] {
    const bool postgres = speaks_postgres(db);
    std::string sql;
    if (postgres)
      sql =
          "CREATE OR REPLACE FUNCTION moving_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
          "'" +
          std::string(kMovingFault) + "' USING ERRCODE = '" + std::string(kMovingState) + "'; END $$;";
    for (const std::string& table : tables) sql += refusing_sql(table, postgres);
    db.execute(sql);
    write_moving(db, mark);
  });
}

bool has_moving_table(SqlConnection& db) {
  return !(speaks_postgres(db) ? db.run("SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() "
                                        "AND table_name = 'moving'")
                               : db.run("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'moving'"))
              .empty();
}

void allow_writes(SqlConnection& db, const Moving& mark) {
  in_transaction(db, [&] {
    // Its row first: of a move that ends just now and of who gives it up, one finds it changed.
    if (db.run("DELETE FROM moving WHERE id = $1 AND side = $2", {mark.id, static_cast<int>(mark.side)}).changed() == 0)
      throw SqlError(SqlError::Kind::other,
                     "the move has just ended or been cancelled; run the command again to see which");
    if (speaks_postgres(db)) return db.execute("DROP FUNCTION IF EXISTS moving_refuses() CASCADE");
    const SqlRows triggers =
        db.run(R"(SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'moving\_%' ESCAPE '\')");
    for (std::size_t i = 0; i < triggers.size(); ++i) db.execute("DROP TRIGGER " + quoted(triggers.text(i, 0)));
  });
}

bool leave_source(SqlConnection& db, const Moving& mark) {
  bool left = false;
  in_transaction(db, [&] {
    left = db.run("UPDATE moving SET side = $2, at_ms = {now} WHERE id = $1",
                  {mark.id, static_cast<int>(MovingSide::left)})
               .changed() == 1;
  });
  return left;
}

}  // namespace cairn
