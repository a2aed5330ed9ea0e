// Takes the games of many files into a library: one thread reads the files, some read the games, and the caller's
// writes them in batches, each with the names of the files that are read to their ends. So a run that was interrupted
// goes on where its last batch ended. A game that cannot be read is told and stops nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cairn/terminal.h"
#include "server/store/libraries.h"
#include "server/store/sql.h"

namespace cairn::cli {

struct ImportReport {
  std::size_t games = 0;                // taken in
  std::size_t doubles = 0;              // that were there already
  std::size_t unread = 0;               // files and games that could not be read
  std::size_t cut = 0;                  // of the games: end before a move that cannot be played
  std::size_t files = 0;                // read
  std::size_t known = 0;                // files that an earlier run read
  std::vector<std::string> problems{};  // the first ones
  bool interrupted = false;
};
inline constexpr std::size_t kMostProblems = 50;

struct ImportWish {
  std::vector<std::string> places;
  int threads = 2;  // that read games
};

// Throws SqlError where a batch cannot be written; what was written before stays.
ImportReport import_games(SqlConnection& db, Library& library, const ImportWish& wish, Progress& progress);

}  // namespace cairn::cli
