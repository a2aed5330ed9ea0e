// Inside of the SQL store: the statements that look for finished games, for the test of how they are carried out too,
// and what is noted of openings together with a game.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "server/store/archive.h"
#include "server/store/sql.h"

namespace cairn {

enum class ArchivePath : unsigned char { person, game_class, game, all };  // by which index
inline constexpr std::size_t kArchivePaths = 4;
const std::array<std::string, kArchivePaths>& archive_statements();

void note_openings(SqlConnection& db, const std::vector<OpeningMove>& moves);  // within a transaction

}  // namespace cairn
