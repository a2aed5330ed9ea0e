#include "server/store/migrations.h"

#include <array>

namespace cairn {

namespace {

// Times are milliseconds since 1970. `entries` is the record; all else about a game follows from it and `tables`.
constexpr std::string_view kFirst = R"sql(
CREATE TABLE people (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  created_ms BIGINT NOT NULL
);
CREATE TABLE sessions (
  token_hash BLOB PRIMARY KEY,
  person BIGINT NOT NULL REFERENCES people (id),
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL
);
CREATE TABLE tables (
  key INTEGER PRIMARY KEY,
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
) WITHOUT ROWID;
CREATE TABLE entries (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  number INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL,           -- 0 play, 1 resign, 2 undo, 3 join
  words TEXT NOT NULL,
  request TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (table_key, number)
) WITHOUT ROWID;
)sql";

// Of the bot, 1 to 10.
constexpr std::string_view kBotLevels = "ALTER TABLE tables ADD COLUMN level INTEGER NOT NULL DEFAULT 10";

constexpr std::array kAll = {kFirst, kBotLevels};

}  // namespace

std::span<const std::string_view> migrations() {
  return kAll;
}

}  // namespace cairn
