// What a host may look up in a store, beside the server or without one. Nothing is written but where that is said.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/store/damage_check.h"
#include "server/store/people.h"
#include "server/store/tables.h"

namespace cairn {

struct OpenedToRead {
  std::unique_ptr<SqlConnection> db;
  std::int64_t form = 0;  // the number of its migrations
  std::string error;      // for people
};
// `database`: a PostgreSQL; "": the one of the folder. It must be of the form that this program knows.
OpenedToRead open_to_read(const std::string& folder, const std::string& database);
OpenedToRead open_to_write(const std::string& folder, const std::string& database);  // the same; it may be written

// Looks through the whole database of a folder, also beside a server.
StoreCheck check_folder(const std::string& folder);

enum class GameState : std::uint8_t { open, running, over };  // open: a seat is free

struct GameLine {
  std::string id, game;
  GameState state = GameState::running;
  int entries = 0;
  std::int64_t created_ms = 0, last_ms = 0;  // last: of its entries; 0: none
  std::vector<Occupant> occupants;
};
struct GameFilter {
  std::optional<GameState> state;
  std::string game;         // "": any
  std::int64_t person = 0;  // 0: any
  int most = 100;
};
std::vector<GameLine> find_games(SqlConnection& db, const GameFilter& filter);  // the newest first

struct PersonLine {
  std::int64_t id = 0, created_ms = 0;
  std::string name;
  int games = 0;
};
std::vector<PersonLine> find_people(SqlConnection& db, int most);  // the newest first

struct StoreStats {
  std::int64_t people = 0, sessions = 0, entries = 0, last_ms = 0;
  struct Game {
    std::string name;
    std::int64_t open = 0, running = 0, over = 0;
  };
  std::vector<Game> games;
};
StoreStats read_stats(SqlConnection& db);

}  // namespace cairn
