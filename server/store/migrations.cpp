#include "server/store/migrations.h"

#include <array>

namespace cairn {

namespace {

// Times are milliseconds since 1970. `entries` is the record; all else about a game follows from it and `tables`.
constexpr std::string_view kFirst = R"sql(
CREATE TABLE people (
  id {key},
  name TEXT NOT NULL,
  created_ms BIGINT NOT NULL
);
CREATE TABLE sessions (
  token_hash {blob} PRIMARY KEY,
  person BIGINT NOT NULL REFERENCES people (id),
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL
);
CREATE TABLE tables (
  key {key},
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  options TEXT NOT NULL,           -- JSON: {"name":"value"}, all of them
  seed BIGINT NOT NULL,
  rules_version INTEGER NOT NULL,
  seconds DOUBLE PRECISION NOT NULL,
  created_ms BIGINT NOT NULL,
  number INTEGER NOT NULL,         -- of entries; the compare-and-set of every write
  over INTEGER NOT NULL,
  bot_due INTEGER NOT NULL
);
CREATE INDEX tables_bot_due ON tables (key) WHERE bot_due = 1;
CREATE TABLE chairs (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL,           -- 0 open, 1 guest, 2 bot
  person BIGINT NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (table_key, seat)
) {rowless};
CREATE TABLE entries (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  number INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL,           -- 0 play, 1 resign, 2 undo, 3 join
  words TEXT NOT NULL,
  request TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (table_key, number)
) {rowless};
)sql";

// Of the bot, 1 to 10.
constexpr std::string_view kBotLevels = "ALTER TABLE tables ADD COLUMN level INTEGER NOT NULL DEFAULT 10";

// Which server is to move a bot, where several share the database: `bot_owner`, as long as it lives; 0: any.
constexpr std::string_view kInstances = R"sql(
CREATE TABLE instances (
  id BIGINT PRIMARY KEY,           -- a random number of each start
  alive_until_ms BIGINT NOT NULL   -- by the database's clock
);
ALTER TABLE tables ADD COLUMN bot_owner BIGINT NOT NULL DEFAULT 0;
)sql";

// Kinds of entries since: 4 timeout, 5 offer, 6 accept, 7 decline, 8 resume, 9 vacation, 10 back, 11 plan.
constexpr std::string_view kClocks = R"sql(
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
ALTER TABLE tables ADD COLUMN due_ms BIGINT NOT NULL DEFAULT 0;    -- when a server must look at the clocks; 0: never
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms > 0;
ALTER TABLE entries ADD COLUMN trip_ms INTEGER NOT NULL DEFAULT 0;  -- to the client and back, where a clock counts it
)sql";

constexpr std::array kAll = {kFirst, kBotLevels, kInstances, kClocks};

}  // namespace

std::span<const std::string_view> migrations() {
  return kAll;
}

void migrate(SqlConnection& db) {
  db.lock_schema();
  const std::int64_t version = db.version();
  if (version > static_cast<std::int64_t>(kAll.size()))
    throw SqlError(SqlError::Kind::other, "it was written by a newer version of this program (its form is number " +
                                              std::to_string(version) + ", this program knows " +
                                              std::to_string(kAll.size()) + "); use that version or a newer one");
  for (auto step = static_cast<std::size_t>(version); step < kAll.size(); ++step) {
    db.begin();
    try {
      db.execute(in_dialect(kAll[step], db.dialect()));
      db.execute(db.set_version_sql(static_cast<std::int64_t>(step) + 1));
      db.commit();
    } catch (const SqlError&) {
      db.rollback();
      throw;
    }
  }
}

}  // namespace cairn
