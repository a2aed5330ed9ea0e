// One club as files that any program can read, so that nobody has to stay: a folder with TABLE.jsonl for each table,
// one JSON object a line, and club.json, which says what they hold (docs/club-files.md). The export reads one moment of
// a database that servers may go on using. The import is one transaction: all of it is there, or nothing. Files of an
// older schema are imported into a database of that schema, which is migrated then.
//
// Both read and write in small parts, and compare what they wrote with what they read: rows and digests of each table.
#pragma once

#include <string>

#include "server/store/move.h"

namespace cairn {

// From a database to `wish.to.folder`, which must not exist. `program`: the version of this program, "0.2.0".
MoveResult export_club(const MoveWish& wish, const std::string& program);
// From `wish.from.folder` to a database that is empty, or not there yet.
MoveResult import_club(const MoveWish& wish);

}  // namespace cairn
