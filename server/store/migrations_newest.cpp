// The steps from the libraries on.
#include <array>

#include "server/store/migrations.h"

namespace cairn {

namespace {

// Collections of games from files. Of whole libraries `last` is the greatest number that a game was given, and `runs`
// how many batches were taken in.
constexpr std::string_view kLibraries = R"sql(
CREATE TABLE libraries (
  key {key},
  name TEXT NOT NULL UNIQUE,       -- "." and its key while it is being removed
  created_ms BIGINT NOT NULL,
  changed_ms BIGINT NOT NULL,
  games BIGINT NOT NULL,
  last BIGINT NOT NULL,
  runs BIGINT NOT NULL
);
CREATE TABLE library_games (
  key {key},
  library BIGINT NOT NULL REFERENCES libraries (key),
  number BIGINT NOT NULL,
  digest BIGINT NOT NULL,          -- of the moves, however the board is turned
  game TEXT NOT NULL,
  class TEXT NOT NULL,             -- the game with its size, as in ratings
  options TEXT NOT NULL,
  players TEXT NOT NULL,           -- a line a seat
  names TEXT NOT NULL,             -- the same in small letters
  ranks TEXT NOT NULL,             -- a line a seat
  event TEXT NOT NULL,
  events TEXT NOT NULL,            -- the same in small letters
  date TEXT NOT NULL,              -- as the file has it
  day BIGINT NOT NULL,             -- since 1970; the least number of 32 bits: not known
  result TEXT NOT NULL,
  ending INTEGER NOT NULL,         -- 1 to 4: that seat won; 5: drawn; 0: not known
  moves INTEGER NOT NULL,
  board TEXT NOT NULL              -- at the end, a line a row
);
CREATE UNIQUE INDEX library_games_number ON library_games (library, number);
CREATE UNIQUE INDEX library_games_digest ON library_games (library, digest);
CREATE TABLE library_records (
  game BIGINT PRIMARY KEY REFERENCES library_games (key),
  record TEXT NOT NULL             -- SGF
);
CREATE TABLE library_positions (   -- store/position_runs.h
  key {key},
  library BIGINT NOT NULL REFERENCES libraries (key),
  run BIGINT NOT NULL,
  bucket INTEGER NOT NULL,
  entries {blob} NOT NULL
);
CREATE UNIQUE INDEX library_positions_bucket ON library_positions (library, bucket, run);
CREATE TABLE library_files (       -- that were read to their ends
  library BIGINT NOT NULL REFERENCES libraries (key),
  digest BIGINT NOT NULL,          -- of the content
  PRIMARY KEY (library, digest)
) {rowless};
)sql";

// Accounts that may not come in, and what they came with: whoever comes with it again is told why.
constexpr std::string_view kSuspensions = R"sql(
CREATE TABLE suspensions (
  person BIGINT NOT NULL PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL,        -- 0: until it is lifted
  closed INTEGER NOT NULL,         -- 1: the account is closed
  why TEXT NOT NULL
) {rowless};
CREATE TABLE ended_tokens (
  token_hash {blob} NOT NULL PRIMARY KEY,
  person BIGINT NOT NULL
) {rowless};
CREATE INDEX ended_tokens_person ON ended_tokens (person);
)sql";

// What changed on the boards of a library's games, for the search for patterns (server/library/board_changes.h). Games
// that were taken in before have none.
constexpr std::string_view kLibraryChanges = R"sql(
CREATE TABLE library_changes (
  key BIGINT PRIMARY KEY REFERENCES library_games (key),
  changes {blob} NOT NULL
);
)sql";

// Of which game a tournament is, so that a list can show those of one game.
constexpr std::string_view kTournamentGame = R"sql(
ALTER TABLE tournaments ADD COLUMN game TEXT NOT NULL DEFAULT '';
UPDATE tournaments SET game = COALESCE(CAST(setup AS {json}) ->> 'game', '') WHERE setup LIKE '{%';
CREATE INDEX tournaments_game ON tournaments (state, game, key);
)sql";

// Who may have an account: invitations, and wishes for one that wait for a moderator.
constexpr std::string_view kRegistrations = R"sql(
CREATE TABLE invitations (
  key {key},
  token_hash {blob} NOT NULL UNIQUE,
  person BIGINT NOT NULL,          -- who made it; 0: the host
  note TEXT NOT NULL,              -- whom it is for
  uses INTEGER NOT NULL,           -- accounts that it is good for
  used INTEGER NOT NULL,
  created_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL
);
CREATE INDEX invitations_person ON invitations (person);
CREATE TABLE sign_ups (
  key {key},
  name TEXT NOT NULL,
  lower_name TEXT NOT NULL UNIQUE,
  alike TEXT NOT NULL UNIQUE,      -- the name's likeness, by play/names.h
  password TEXT NOT NULL,          -- as in accounts
  email TEXT NOT NULL,
  language TEXT NOT NULL,
  bot INTEGER NOT NULL,
  person BIGINT NOT NULL,          -- the guest who asked; 0: nobody here
  note TEXT NOT NULL,              -- to the moderators
  created_ms BIGINT NOT NULL,
  refused INTEGER NOT NULL,        -- 1: a moderator did not approve it
  decided_ms BIGINT NOT NULL,
  why TEXT NOT NULL
);
CREATE INDEX sign_ups_person ON sign_ups (person);
ALTER TABLE accounts ADD COLUMN invited_by BIGINT NOT NULL DEFAULT -1;  -- a person; 0: the host; -1: not invited
)sql";

// What moderators tell everybody on top of each page.
constexpr std::string_view kAnnouncements = R"sql(
CREATE TABLE announcements (
  key {key},
  text TEXT NOT NULL,
  person BIGINT NOT NULL,          -- who made it; 0: the host
  at_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL         -- 0: until it is ended
);
)sql";

// Second factors of accounts (store/second_factor.h).
constexpr std::string_view kSecondFactors = R"sql(
CREATE TABLE second_factors (
  person BIGINT NOT NULL PRIMARY KEY,
  secret TEXT NOT NULL,            -- sealed
  begun_ms BIGINT NOT NULL,
  since_ms BIGINT NOT NULL,        -- 0: it was begun, and not confirmed by a code yet
  last_step BIGINT NOT NULL        -- of the last code that counted
) {rowless};
CREATE TABLE recovery_codes (
  code_hash {blob} NOT NULL PRIMARY KEY,
  person BIGINT NOT NULL
) {rowless};
CREATE INDEX recovery_codes_person ON recovery_codes (person);
)sql";

// What each server writes again and again, to see how far a replica of the database follows it (store/replica_look.h).
constexpr std::string_view kReplicaMarks = R"sql(
CREATE TABLE replica_marks (
  server BIGINT NOT NULL PRIMARY KEY,  -- one start of one
  mark BIGINT NOT NULL,                -- another one each time, by chance
  at_ms BIGINT NOT NULL
) {rowless};
)sql";

// Of a wish for an account: its address is known to be of who asked, so that it counts when the account is approved.
constexpr std::string_view kProvenSignUps = R"sql(
ALTER TABLE sign_ups ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
)sql";

// How often passwords and codes were guessed (store/guesses.h).
constexpr std::string_view kGuesses = R"sql(
CREATE TABLE guesses (
  key_hash {blob} NOT NULL PRIMARY KEY,  -- of a limit, and of who guesses or whose secret it is
  full_ms BIGINT NOT NULL          -- when all its tries will be there again
) {rowless};
CREATE INDEX guesses_full ON guesses (full_ms);
)sql";

constexpr std::array kNewestOnes = {kLibraries,     kSuspensions,   kLibraryChanges, kTournamentGame, kRegistrations,
                                    kAnnouncements, kSecondFactors, kReplicaMarks,   kProvenSignUps,  kGuesses};

}  // namespace

std::span<const std::string_view> newest_migrations() {
  return kNewestOnes;
}

}  // namespace cairn
