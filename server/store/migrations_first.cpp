// The first steps of the database (migrations.h): tables and their record, people, lists, talk, challenges,
// tournaments.
#include <array>

#include "server/store/migrations.h"

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
  id BIGINT PRIMARY KEY,           -- a random number of each start, or of a worker's lease of one bot
  alive_until_ms BIGINT NOT NULL   -- by the database's clock
);
ALTER TABLE tables ADD COLUMN bot_owner BIGINT NOT NULL DEFAULT 0;
)sql";

// Kinds of entries since: 4 timeout, 5 offer, 6 accept, 7 decline, 8 resume, 9 vacation, 10 back, 11 plan, 12 forfeit,
// 13 set_clock.
constexpr std::string_view kClocks = R"sql(
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT 'none';
ALTER TABLE tables ADD COLUMN due_ms BIGINT NOT NULL DEFAULT 0;    -- when a server must look at the clocks; 0: never
CREATE INDEX tables_due ON tables (due_ms) WHERE due_ms > 0;
ALTER TABLE entries ADD COLUMN trip_ms INTEGER NOT NULL DEFAULT 0;  -- to the client and back, where a clock counts it
)sql";

// People with a name of their own. `people_news` tells servers what they may have in memory and is so no more.
constexpr std::string_view kAccounts = R"sql(
CREATE TABLE accounts (
  person BIGINT PRIMARY KEY REFERENCES people (id),
  lower_name TEXT NOT NULL UNIQUE, -- of people.name
  password TEXT NOT NULL,          -- argon2id, with its salt and costs
  role INTEGER NOT NULL,           -- 0 player, 1 moderator, 2 admin
  bot INTEGER NOT NULL,
  email TEXT NOT NULL,             -- unverified; '': none
  profile TEXT NOT NULL,
  preferences TEXT NOT NULL,       -- JSON
  created_ms BIGINT NOT NULL,
  seen_ms BIGINT NOT NULL
);
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN used_ms BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_person ON sessions (person);
CREATE TABLE api_tokens (
  token_hash {blob} PRIMARY KEY,
  person BIGINT NOT NULL REFERENCES people (id),
  name TEXT NOT NULL,
  scopes INTEGER NOT NULL,         -- bits: 1 read, 2 play, 4 account, 8 work
  created_ms BIGINT NOT NULL,
  used_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL
);
CREATE INDEX api_tokens_person ON api_tokens (person);
CREATE TABLE blocks (
  person BIGINT NOT NULL REFERENCES people (id),
  blocked BIGINT NOT NULL REFERENCES people (id),
  PRIMARY KEY (person, blocked)
) {rowless};
CREATE INDEX blocks_blocked ON blocks (blocked);
CREATE INDEX chairs_person ON chairs (person, table_key) WHERE person > 0;
CREATE TABLE people_news (
  at_ms BIGINT NOT NULL,           -- by the database's clock
  person BIGINT NOT NULL,
  token_hash {blob}                -- that ended; NULL: the person's name or role is another
);
CREATE INDEX people_news_at ON people_news (at_ms);
)sql";

// Who waits for an opponent, whose turn it is, and how strong people are. `to_act` of older tables follows with the
// next entry.
constexpr std::string_view kLists = R"sql(
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN rate_due INTEGER NOT NULL DEFAULT 0;         -- over, but its ratings are not written
ALTER TABLE tables ADD COLUMN listed_until_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN to_act INTEGER NOT NULL DEFAULT 0;           -- bits of the seats
ALTER TABLE tables ADD COLUMN changed_ms BIGINT NOT NULL DEFAULT 0;        -- the last change that all were told of
UPDATE tables SET open_seats = (SELECT count(*) FROM chairs WHERE table_key = tables.key AND kind = 0);
CREATE INDEX tables_listed ON tables (listed_until_ms) WHERE open_seats > 0 AND over = 0 AND listed_until_ms > 0;
CREATE TABLE table_requests (      -- a request that made a table: sent again it gets the same
  person BIGINT NOT NULL,
  request TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (person, request)
) {rowless};
CREATE INDEX tables_unrated ON tables (key) WHERE rate_due = 1;
CREATE TABLE ratings (
  person BIGINT NOT NULL REFERENCES people (id),
  class TEXT NOT NULL,
  rating DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  at_ms BIGINT NOT NULL,           -- of the last rated game's end
  games INTEGER NOT NULL,
  PRIMARY KEY (person, class)
) {rowless};
CREATE INDEX ratings_class ON ratings (class);
CREATE TABLE rating_history (
  person BIGINT NOT NULL REFERENCES people (id),
  class TEXT NOT NULL,
  number INTEGER NOT NULL,         -- of this person's rated games of the class
  table_key BIGINT NOT NULL REFERENCES tables (key),
  rating DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (person, class, number)
) {rowless};
)sql";

// What people say at a table: a log for each room, numbered by `talk_rooms`, whose row is locked while one is added; so
// numbers are seen in their order.
constexpr std::string_view kChat = R"sql(
CREATE TABLE talk_rooms (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  room INTEGER NOT NULL,           -- 0 players, 1 spectators, 2 everybody
  number INTEGER NOT NULL,         -- of entries
  changed_ms BIGINT NOT NULL,      -- by the database's clock
  PRIMARY KEY (table_key, room)
) {rowless};
CREATE INDEX talk_rooms_changed ON talk_rooms (changed_ms);
CREATE TABLE talk (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  room INTEGER NOT NULL,
  number INTEGER NOT NULL,
  person BIGINT NOT NULL REFERENCES people (id),
  request TEXT NOT NULL,           -- '' of a removal
  at_ms BIGINT NOT NULL,
  text TEXT NOT NULL,              -- '' when it was removed
  removed_by BIGINT NOT NULL,      -- 0: it stands
  removes INTEGER NOT NULL,        -- the number that this took away; 0: something was said
  PRIMARY KEY (table_key, room, number)
) {rowless};
CREATE UNIQUE INDEX talk_person ON talk (person, table_key, request) WHERE request <> '';
CREATE TABLE reports (
  id {key},
  table_key BIGINT NOT NULL REFERENCES tables (key),
  room INTEGER NOT NULL,
  number INTEGER NOT NULL,
  person BIGINT NOT NULL REFERENCES people (id),
  said_by BIGINT NOT NULL REFERENCES people (id),
  text TEXT NOT NULL,              -- as it was then
  why TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  UNIQUE (person, table_key, room, number)
);
CREATE TABLE mutes (
  person BIGINT PRIMARY KEY REFERENCES people (id),
  until_ms BIGINT NOT NULL,
  muted_by BIGINT NOT NULL REFERENCES people (id),
  why TEXT NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE TABLE notes (
  person BIGINT NOT NULL REFERENCES people (id),
  table_key BIGINT NOT NULL REFERENCES tables (key),
  text TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (person, table_key)
) {rowless};
)sql";

// Games that people want with each other.
constexpr std::string_view kChallenges = R"sql(
CREATE TABLE challenges (
  key {key},
  id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,        -- the compare-and-set of every change
  offer INTEGER NOT NULL,          -- a counter-offer is the next one
  state INTEGER NOT NULL,          -- 0 open, 1 made, 2 declined, 3 withdrawn, 4 expired
  began_by BIGINT NOT NULL REFERENCES people (id),
  began_request TEXT NOT NULL,     -- sent again it gets the same challenge
  maker BIGINT NOT NULL REFERENCES people (id),
  request TEXT NOT NULL,           -- of this offer
  game TEXT NOT NULL,
  options TEXT NOT NULL,           -- JSON
  clock TEXT NOT NULL,
  rated INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  changed_ms BIGINT NOT NULL,
  table_id TEXT NOT NULL,          -- '': none is made
  declined_by BIGINT NOT NULL,     -- 0: nobody
  reason INTEGER NOT NULL,
  UNIQUE (began_by, began_request)
);
CREATE INDEX challenges_open ON challenges (expires_ms) WHERE state = 0;
CREATE TABLE challenge_people (
  challenge_key BIGINT NOT NULL REFERENCES challenges (key),
  place INTEGER NOT NULL,          -- 0: who began
  person BIGINT NOT NULL REFERENCES people (id),
  seat INTEGER NOT NULL,           -- -1: by lot
  accepted INTEGER NOT NULL,
  PRIMARY KEY (challenge_key, place)
) {rowless};
CREATE INDEX challenge_people_person ON challenge_people (person, challenge_key);
CREATE TABLE seeks (               -- who waits for any opponent
  person BIGINT PRIMARY KEY REFERENCES people (id),
  request TEXT NOT NULL,           -- sent again it says that its owner is there
  game TEXT NOT NULL,
  options TEXT NOT NULL,           -- JSON
  clock TEXT NOT NULL,
  rated INTEGER NOT NULL,
  class TEXT NOT NULL,             -- of the rating
  since_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL,        -- without another sign
  table_id TEXT NOT NULL           -- '': it is not paired
);
CREATE INDEX seeks_open ON seeks (until_ms) WHERE table_id = '';
)sql";

// A tournament is its setup and `tournament_entries`; all else about it follows from them. Its tables name it.
constexpr std::string_view kTournaments = R"sql(
CREATE TABLE tournaments (
  key {key},
  id TEXT NOT NULL UNIQUE,
  setup TEXT NOT NULL,             -- JSON
  organiser BIGINT NOT NULL REFERENCES people (id),
  request TEXT NOT NULL,           -- that made it: sent again it gets the same
  created_ms BIGINT NOT NULL,
  number INTEGER NOT NULL,         -- of entries; the compare-and-set of every write
  state INTEGER NOT NULL,          -- 0 open, 1 running, 2 over, 3 cancelled
  players INTEGER NOT NULL,
  due_ms BIGINT NOT NULL           -- when a server must look at it; 0: when a table is over
);
CREATE INDEX tournaments_state ON tournaments (state, key);
CREATE INDEX tournaments_due ON tournaments (due_ms) WHERE due_ms > 0;
CREATE INDEX tournaments_organiser ON tournaments (organiser);
CREATE UNIQUE INDEX tournaments_request ON tournaments (organiser, request) WHERE request <> '';
CREATE TABLE tournament_entries (
  tournament_key BIGINT NOT NULL REFERENCES tournaments (key),
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,           -- 0 enter, 1 withdraw, 2 start, 3 cancel, 4 pair, 5 made, 6 shown, 7 end, 8 closed,
                                   -- 9 here, 10 challenge
  person BIGINT NOT NULL,          -- who did it; 0: the server
  at_ms BIGINT NOT NULL,
  words TEXT NOT NULL,
  PRIMARY KEY (tournament_key, number)
) {rowless};
CREATE TABLE tournament_people (   -- who ever entered
  tournament_key BIGINT NOT NULL REFERENCES tournaments (key),
  person BIGINT NOT NULL REFERENCES people (id),
  PRIMARY KEY (tournament_key, person)
) {rowless};
ALTER TABLE tables ADD COLUMN tournament TEXT NOT NULL DEFAULT '';     -- the id of one; '': none
ALTER TABLE tables ADD COLUMN result_due INTEGER NOT NULL DEFAULT 0;   -- its result is not taken into the tournament
CREATE INDEX tables_result_due ON tables (tournament) WHERE result_due = 1 AND over = 1;
)sql";

// Finished games as they are looked for. `archived`: how many entries the archive knows of a game that is over.
constexpr std::string_view kArchive = R"sql(
ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_unarchived ON tables (key) WHERE archived <> number * over;
CREATE TABLE archive (
  table_key BIGINT PRIMARY KEY REFERENCES tables (key),
  ended_ms BIGINT NOT NULL,
  game TEXT NOT NULL,              -- this and the two next as in tables
  options TEXT NOT NULL,
  rated INTEGER NOT NULL,
  class TEXT NOT NULL,             -- the game with its size, as in ratings
  seats INTEGER NOT NULL,
  bots INTEGER NOT NULL,
  result TEXT NOT NULL,
  how INTEGER NOT NULL,            -- as Outcome::How counts
  winner INTEGER NOT NULL,         -- a seat; -1: nobody alone
  moves INTEGER NOT NULL
);
CREATE INDEX archive_all ON archive (ended_ms, table_key);
CREATE INDEX archive_game ON archive (game, ended_ms, table_key);
CREATE INDEX archive_class ON archive (class, ended_ms, table_key);
CREATE TABLE archive_people (
  person BIGINT NOT NULL,
  ended_ms BIGINT NOT NULL,
  table_key BIGINT NOT NULL REFERENCES tables (key),
  seat INTEGER NOT NULL,
  PRIMARY KEY (person, ended_ms, table_key)
) {rowless};
CREATE INDEX archive_people_table ON archive_people (table_key);
)sql";

// The last change of which everybody at a table was told: when, and its kind as in entries; -1: there was none.
constexpr std::string_view kFeed = R"sql(
ALTER TABLE tables ADD COLUMN told_ms BIGINT NOT NULL DEFAULT 0;   -- by the database's clock, and greater each time
ALTER TABLE tables ADD COLUMN told_kind INTEGER NOT NULL DEFAULT -1;
UPDATE tables SET told_kind = 0 WHERE number > 0;
CREATE INDEX tables_told ON tables (told_ms);
)sql";

constexpr std::array kFirstOnes = {kFirst, kBotLevels,  kInstances,   kClocks,  kAccounts, kLists,
                                   kChat,  kChallenges, kTournaments, kArchive, kFeed};

}  // namespace

std::span<const std::string_view> first_migrations() {
  return kFirstOnes;
}

}  // namespace cairn
