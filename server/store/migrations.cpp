#include "server/store/migrations.h"

#include <array>
#include <vector>

namespace cairn {

namespace {

// How often which move was played in a position. What is noted with a game waits in `openings_due` until it is added
// up; whoever does that holds the row of `openings_gate`.
constexpr std::string_view kOpenings = R"sql(
CREATE TABLE openings (
  position BIGINT NOT NULL,        -- a hash of what is seen, with the game and its options
  word TEXT NOT NULL,
  games BIGINT NOT NULL,
  won BIGINT NOT NULL,             -- by who played it
  drawn BIGINT NOT NULL,
  PRIMARY KEY (position, word)
) {rowless};
CREATE TABLE openings_due (
  id {key},
  position BIGINT NOT NULL,
  word TEXT NOT NULL,
  games INTEGER NOT NULL,          -- 1, or -1 of a game that went on after its end
  won INTEGER NOT NULL,
  drawn INTEGER NOT NULL
);
CREATE TABLE openings_gate (folds BIGINT NOT NULL);
INSERT INTO openings_gate (folds) VALUES (0);
)sql";

// Records that people keep. Of all others than its owner who may read one, `access` tells.
constexpr std::string_view kStudies = R"sql(
CREATE TABLE studies (
  key {key},
  id TEXT NOT NULL UNIQUE,
  owner BIGINT NOT NULL REFERENCES people (id),
  request TEXT NOT NULL,           -- that made it: sent again it gets the same
  name TEXT NOT NULL,
  game TEXT NOT NULL,
  table_id TEXT NOT NULL,          -- whose game it is about; '': none
  access INTEGER NOT NULL,         -- 0 nobody, 1 who knows its id, 2 everybody
  version INTEGER NOT NULL,        -- the compare-and-set of every change
  nodes INTEGER NOT NULL,
  bytes INTEGER NOT NULL,          -- of the record
  record TEXT NOT NULL,            -- JSON, version 2
  created_ms BIGINT NOT NULL,
  changed_ms BIGINT NOT NULL
);
CREATE INDEX studies_owner ON studies (owner, key);
CREATE INDEX studies_table ON studies (table_id, key) WHERE access = 2 AND table_id <> '';
CREATE UNIQUE INDEX studies_request ON studies (owner, request) WHERE request <> '';
)sql";

// Addresses that people want to be told by, and what is to be told: a row of `outbox` for each hook, written with its
// cause. It has no reference to `hooks`: who writes a move waits for nobody's settings.
constexpr std::string_view kOutbox = R"sql(
CREATE TABLE hooks (
  key {key},
  id TEXT NOT NULL UNIQUE,
  person BIGINT NOT NULL REFERENCES people (id),
  url TEXT NOT NULL,
  secret TEXT NOT NULL,            -- what is sent is signed with it
  wants INTEGER NOT NULL,          -- bits, by kind as in outbox
  created_ms BIGINT NOT NULL,
  off TEXT NOT NULL,               -- why it takes no more; '': it does
  held_ms BIGINT NOT NULL          -- until then a server delivers to it
);
CREATE INDEX hooks_person ON hooks (person);
CREATE TABLE outbox (
  key {key},
  hook BIGINT NOT NULL,
  id TEXT NOT NULL,
  kind INTEGER NOT NULL,           -- 0 your turn, 1 game over, 2 challenge, 3 round, 4 reminder, 5 test
  facts TEXT NOT NULL,             -- JSON
  at_ms BIGINT NOT NULL,
  tries INTEGER NOT NULL,
  state INTEGER NOT NULL,          -- 0 waiting, 1 delivered, 2 given up
  due_ms BIGINT NOT NULL,          -- of the next try
  why TEXT NOT NULL,               -- the last one failed
  UNIQUE (hook, id)
);
CREATE INDEX outbox_due ON outbox (due_ms) WHERE state = 0;
CREATE INDEX outbox_waiting ON outbox (hook, key) WHERE state = 0;
CREATE INDEX outbox_over ON outbox (at_ms) WHERE state > 0;
ALTER TABLE tables ADD COLUMN remind_ms BIGINT NOT NULL DEFAULT 0;  -- when somebody is to be reminded of a clock; 0: never
CREATE INDEX tables_remind ON tables (remind_ms) WHERE remind_ms > 0;
)sql";

// Web push: hooks of browsers, and the key that all servers sign with.
constexpr std::string_view kPush = R"sql(
ALTER TABLE hooks ADD COLUMN push INTEGER NOT NULL DEFAULT 0;  -- 1: of a browser, of which there is one row
CREATE INDEX hooks_push ON hooks (url) WHERE push = 1;
CREATE TABLE push_key (
  one INTEGER PRIMARY KEY,         -- 1: there is one
  key TEXT NOT NULL
);
)sql";

// Who is on line.
constexpr std::string_view kPresence = R"sql(
ALTER TABLE accounts ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;  -- 1: is in no list of who is on line
CREATE INDEX accounts_seen ON accounts (seen_ms);
)sql";

// The pool of puzzles, which one was proposed for a day (counted from 1970), and who has tried it.
constexpr std::string_view kPuzzles = R"sql(
CREATE TABLE puzzles (
  key {key},
  id TEXT NOT NULL UNIQUE,         -- of the position
  game TEXT NOT NULL,
  record TEXT NOT NULL,            -- JSON
  right_moves TEXT NOT NULL,       -- a line each
  line TEXT NOT NULL,              -- a move each line
  proposed BIGINT NOT NULL         -- the last day; 0: never
);
CREATE INDEX puzzles_next ON puzzles (proposed, id);
CREATE TABLE puzzle_days (
  day BIGINT NOT NULL PRIMARY KEY,
  puzzle_key BIGINT NOT NULL REFERENCES puzzles (key)
) {rowless};
CREATE TABLE puzzle_tries (
  person BIGINT NOT NULL REFERENCES people (id),
  day BIGINT NOT NULL,
  number INTEGER NOT NULL,         -- of moves; the compare-and-set of every change
  moves TEXT NOT NULL,             -- a line each
  state INTEGER NOT NULL,          -- 0 open, 1 solved, 2 failed, 3 given up
  on_day INTEGER NOT NULL,         -- it was settled on the puzzle's day
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (person, day)
) {rowless};
)sql";

// The address of somebody's feed: its last part is a secret.
constexpr std::string_view kAtom = R"sql(
CREATE TABLE atom_feeds (
  person BIGINT PRIMARY KEY REFERENCES people (id),
  secret_hash {blob} NOT NULL UNIQUE,
  created_ms BIGINT NOT NULL
);
)sql";

// Time zones: of people, and of who sits at a table since he sat down. Minutes east of UTC.
constexpr std::string_view kZones = R"sql(
ALTER TABLE accounts ADD COLUMN zone_minutes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chairs ADD COLUMN zone_minutes INTEGER NOT NULL DEFAULT 0;
)sql";

// Who is away from all games at once, and at which tables that is still to be said.
constexpr std::string_view kAway = R"sql(
ALTER TABLE accounts ADD COLUMN away_ms BIGINT NOT NULL DEFAULT 0;      -- since then; 0: here
ALTER TABLE accounts ADD COLUMN away_number BIGINT NOT NULL DEFAULT 0;  -- raised by each coming and going
CREATE TABLE away_due (
  person BIGINT NOT NULL REFERENCES people (id),
  table_id TEXT NOT NULL,
  number BIGINT NOT NULL,          -- accounts.away_number
  PRIMARY KEY (person, table_id)
) {rowless};
)sql";

// A browser's hook ends with the session that made it.
constexpr std::string_view kHookSessions = R"sql(
ALTER TABLE hooks ADD COLUMN session_hash {blob};  -- NULL: with none
CREATE INDEX hooks_session ON hooks (session_hash) WHERE session_hash IS NOT NULL;
)sql";

// Analyses of finished games, and puzzles of what they found.
constexpr std::string_view kAnalysis = R"sql(
CREATE TABLE analyses (
  id TEXT NOT NULL PRIMARY KEY,    -- of the table
  record TEXT NOT NULL,            -- JSON: what is analysed
  positions INTEGER NOT NULL,      -- to be looked at
  playouts BIGINT NOT NULL,        -- for each
  shown INTEGER NOT NULL,          -- 1: puzzles may be made of it
  person BIGINT NOT NULL,          -- who asked; 0: whose account is gone
  asked_ms BIGINT NOT NULL,
  stage INTEGER NOT NULL,          -- 0 positions are looked at, 1 mistakes are checked, 2 over, 3 failed
  looked INTEGER NOT NULL,         -- positions
  looks TEXT NOT NULL,             -- JSON, a line each
  mistakes TEXT NOT NULL,          -- still to be checked: numbers of moves before them
  lease BIGINT NOT NULL,           -- of who works at it
  held_ms BIGINT NOT NULL,         -- until then nobody else does
  tries INTEGER NOT NULL,          -- leases in a row of which nothing came
  failure TEXT NOT NULL
);
CREATE INDEX analyses_open ON analyses (stage, asked_ms, id) WHERE stage < 2;
CREATE INDEX analyses_person ON analyses (person, asked_ms);
ALTER TABLE puzzles ADD COLUMN from_table TEXT NOT NULL DEFAULT '';  -- where the mistake was made; '': solved
)sql";

// Play by mail. An address is a hook.
constexpr std::string_view kMail = R"sql(
ALTER TABLE hooks ADD COLUMN mail INTEGER NOT NULL DEFAULT 0;  -- an address of mail: 1 an account's, 2 nobody's
CREATE INDEX hooks_mail ON hooks (url) WHERE mail > 0;
CREATE TABLE watches (             -- who wants mail of a table
  person BIGINT NOT NULL REFERENCES people (id),
  table_id TEXT NOT NULL,
  end_only INTEGER NOT NULL,
  number INTEGER NOT NULL,         -- of entries that were looked at
  told INTEGER NOT NULL,           -- the version that a spectator was told of
  PRIMARY KEY (person, table_id)
) {rowless};
CREATE TABLE boards (              -- numbers that mails name tables by
  game TEXT NOT NULL,
  number INTEGER NOT NULL,
  table_id TEXT NOT NULL UNIQUE,
  PRIMARY KEY (game, number)
) {rowless};
)sql";

// Outgoing mail.
constexpr std::string_view kMailOut = R"sql(
ALTER TABLE hooks ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;  -- an address of mail: once a day, all at once
CREATE TABLE mail_key (            -- of what stands in addresses of ours
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key TEXT NOT NULL
);
)sql";

// Links that are mailed to people.
constexpr std::string_view kLinks = R"sql(
CREATE TABLE links (
  token_hash {blob} PRIMARY KEY,
  kind INTEGER NOT NULL,           -- 0 proves an address, 1 signs in, 2 sets a password
  person BIGINT NOT NULL REFERENCES people (id),
  address TEXT NOT NULL,           -- that it was sent to
  expires_ms BIGINT NOT NULL
);
CREATE INDEX links_person ON links (person);
CREATE INDEX links_over ON links (expires_ms);
)sql";

// Studies that were reported, and those that moderators hide.
constexpr std::string_view kStudyReports = R"sql(
ALTER TABLE studies ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;  -- 1: whatever `access` says
CREATE TABLE study_reports (
  id {key},
  study TEXT NOT NULL,             -- its id
  person BIGINT NOT NULL REFERENCES people (id),
  why TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  UNIQUE (person, study)
);
CREATE INDEX study_reports_study ON study_reports (study);
CREATE INDEX tournament_people_person ON tournament_people (person);
)sql";

// A vacation that ends by itself.
constexpr std::string_view kAwayUntil = R"sql(
ALTER TABLE accounts ADD COLUMN away_until_ms BIGINT NOT NULL DEFAULT 0;  -- 0: until somebody says so
CREATE INDEX accounts_away_until ON accounts (away_until_ms) WHERE away_until_ms > 0;
)sql";

// What waits, the oldest first, apart for mail and for the other hooks.
constexpr std::string_view kOutboxNext = R"sql(
ALTER TABLE outbox ADD COLUMN mail INTEGER NOT NULL DEFAULT 0;  -- 1: its hook is an address of mail
UPDATE outbox SET mail = 1 WHERE hook IN (SELECT key FROM hooks WHERE mail > 0);
DROP INDEX outbox_due;
CREATE INDEX outbox_next ON outbox (mail, due_ms) WHERE state = 0;
)sql";

constexpr std::string_view kSeekHandicap = R"sql(
ALTER TABLE seeks ADD COLUMN handicap INTEGER NOT NULL DEFAULT 0;  -- 1: stones and komi by the ratings
)sql";

constexpr std::string_view kAdjourned = R"sql(
ALTER TABLE tables ADD COLUMN resume_ms BIGINT NOT NULL DEFAULT 0;  -- adjourned: when its clocks run again; 0: not
CREATE INDEX tables_adjourned ON tables (tournament) WHERE resume_ms > 0;
)sql";

constexpr std::string_view kAppeals = R"sql(
ALTER TABLE tournaments ADD COLUMN appeals INTEGER NOT NULL DEFAULT 0;  -- that wait for a moderator
CREATE INDEX tournaments_appealed ON tournaments (key) WHERE appeals > 0;
)sql";

// How much a rated game counts, what it has moved, and that a moderator took that back.
constexpr std::string_view kRatingWeights = R"sql(
CREATE TABLE address_key (         -- of the hashes below
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key TEXT NOT NULL
);
ALTER TABLE accounts ADD COLUMN address BIGINT NOT NULL DEFAULT 0;  -- a hash of where its last use came from; 0: not known
CREATE INDEX accounts_address ON accounts (seen_ms) WHERE address <> 0;
ALTER TABLE chairs ADD COLUMN beside INTEGER NOT NULL DEFAULT 0;  -- rated: bits of the seats at the same address, when taken
ALTER TABLE rating_history ADD COLUMN weight DOUBLE PRECISION NOT NULL DEFAULT 1;
ALTER TABLE rating_history ADD COLUMN moved DOUBLE PRECISION NOT NULL DEFAULT 0;  -- the rating, by this game
ALTER TABLE rating_history ADD COLUMN one_address INTEGER NOT NULL DEFAULT 0;  -- 1: an opponent was at the same one
ALTER TABLE rating_history ADD COLUMN against_new INTEGER NOT NULL DEFAULT 0;  -- 1: an opponent's account was new
ALTER TABLE rating_history ADD COLUMN annulled_ms BIGINT NOT NULL DEFAULT 0;   -- 0: it counts
ALTER TABLE rating_history ADD COLUMN annulled_by BIGINT NOT NULL DEFAULT 0;   -- a person
UPDATE rating_history SET moved = rating - COALESCE((SELECT b.rating FROM rating_history b
  WHERE b.person = rating_history.person AND b.class = rating_history.class
  AND b.number = rating_history.number - 1), 1500);
CREATE INDEX rating_history_at ON rating_history (at_ms);
CREATE INDEX rating_history_person ON rating_history (person, at_ms);
CREATE INDEX rating_history_table ON rating_history (table_key);
CREATE TABLE annulments (
  id {key},
  person BIGINT NOT NULL REFERENCES people (id),
  class TEXT NOT NULL,
  since_ms BIGINT NOT NULL,
  annulled_by BIGINT NOT NULL REFERENCES people (id),
  why TEXT NOT NULL,
  at_ms BIGINT NOT NULL,
  games INTEGER NOT NULL,
  refunded INTEGER NOT NULL,       -- other people who got points back
  remained INTEGER NOT NULL        -- games in which the moderator sat
);
CREATE INDEX annulments_person ON annulments (person);
)sql";

// Who opened a table, which is theirs in the lobby. Of those that wait already it is who sits there first.
constexpr std::string_view kCreators = R"sql(
ALTER TABLE tables ADD COLUMN creator BIGINT NOT NULL DEFAULT 0;  -- 0: nobody knows, or people who agreed to play
UPDATE tables SET creator = COALESCE((SELECT person FROM chairs WHERE table_key = tables.key AND person > 0
  ORDER BY seat LIMIT 1), 0) WHERE listed_until_ms > 0 AND open_seats > 0 AND over = 0;
CREATE INDEX tables_listed_by ON tables (creator) WHERE open_seats > 0 AND over = 0 AND listed_until_ms > 0;
)sql";

// What is written to find out whether there is room.
constexpr std::string_view kTriedWrites = R"sql(
CREATE TABLE tried_writes (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  bytes {blob} NOT NULL
);
)sql";

// Accounts whose names look alike, by play/names.h: `likeness`, of which this is the same for the letters that the name
// of an account has.
constexpr std::string_view kLikenesses = R"sql(
CREATE INDEX accounts_alike ON accounts (({likeness}));
)sql";

// Where whoever plays a rated game has sat down.
constexpr std::string_view kRatedFrom = R"sql(
CREATE TABLE rated_from (
  table_key BIGINT NOT NULL REFERENCES tables (key),
  person BIGINT NOT NULL,
  address BIGINT NOT NULL,         -- as of accounts
  at_ms BIGINT NOT NULL,           -- when the seat was taken; once the game is rated, when it was
  PRIMARY KEY (table_key, person)
) {rowless};
CREATE INDEX rated_from_at ON rated_from (at_ms);
)sql";

// The games that go on, the last that changed first.
constexpr std::string_view kRunning = R"sql(
-- Lists of running games show it to anybody: 2, or 1 with rated = 1 or listed_until_ms > 0. Servers of an older version
-- clear only the latter when a game is taken back.
ALTER TABLE tables ADD COLUMN watchable INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET watchable = CASE WHEN tournament <> '' THEN 2 ELSE 1 END
  WHERE over = 0 AND (rated = 1 OR listed_until_ms > 0 OR tournament <> '');
CREATE INDEX tables_running ON tables (changed_ms) WHERE watchable > 0 AND over = 0 AND open_seats = 0;
)sql";

// A move to another database: its mark on both sides, and how far a target has got.
constexpr std::string_view kMoving = R"sql(
CREATE TABLE moving (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id TEXT NOT NULL,                -- the same on both sides
  side INTEGER NOT NULL,           -- 0 the source, 1 the target, 2 a source that was left
  place TEXT NOT NULL,             -- the other side, for people
  at_ms BIGINT NOT NULL
);
CREATE TABLE moved_tables (
  name TEXT NOT NULL PRIMARY KEY,
  last_key TEXT NOT NULL,          -- of the last row that was copied, as move_plan.h writes it
  copied BIGINT NOT NULL,          -- rows
  done INTEGER NOT NULL
);
)sql";

// What moderators and the host did to accounts.
constexpr std::string_view kAuditLog = R"sql(
CREATE TABLE audit_log (
  id {key},
  at_ms BIGINT NOT NULL,
  actor BIGINT NOT NULL,           -- a person; 0: the host, on the server's machine
  act TEXT NOT NULL,
  person BIGINT NOT NULL,          -- whom it concerns
  about TEXT NOT NULL,             -- what else there is to say of it
  why TEXT NOT NULL
);
CREATE INDEX audit_log_person ON audit_log (person, id);
{append_only audit_log}
)sql";

// In which language somebody reads mails.
constexpr std::string_view kLanguage = R"sql(
ALTER TABLE accounts ADD COLUMN language TEXT NOT NULL DEFAULT '';  -- "de"; "": not chosen, English
)sql";

constexpr std::array kLaterOnes = {kOpenings,  kStudies, kOutbox,        kPush,         kPresence,    kPuzzles,
                                   kAtom,      kZones,   kAway,          kHookSessions, kAnalysis,    kMail,
                                   kMailOut,   kLinks,   kStudyReports,  kAwayUntil,    kOutboxNext,  kSeekHandicap,
                                   kAdjourned, kAppeals, kRatingWeights, kCreators,     kTriedWrites, kLikenesses,
                                   kRatedFrom, kRunning, kMoving,        kAuditLog,     kLanguage};

}  // namespace

std::span<const std::string_view> migrations() {
  static const std::vector<std::string_view> all = [] {
    const auto first = first_migrations();
    std::vector<std::string_view> steps(first.begin(), first.end());
    steps.insert(steps.end(), kLaterOnes.begin(), kLaterOnes.end());
    const auto newest = newest_migrations();
    steps.insert(steps.end(), newest.begin(), newest.end());
    return steps;
  }();
  return all;
}

}  // namespace cairn
