// The backups that a server makes by itself: into a folder, to a program, or both; which of them are deleted; and the
// restore that is really tried, into a scratch folder, so that the host knows that a backup is good before one is
// needed. All of it takes its time: call it on a thread of its own. Of SQLite only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/store/backup_plan.h"

namespace cairn {

// Where and how; times are milliseconds since 1970.
struct BackupWish {
  std::string data;                  // folder of the database
  std::string folder;                // "": nothing is kept
  std::vector<std::string> command;  // gets the file on its standard input; empty: none
  BackupsKept kept{};
  std::int64_t reserve_bytes = 0;  // that stay free on the disk
  bool try_restore = false;        // afterwards
  std::int64_t now_ms = 0;
  std::int64_t due_ms = INT64_MAX;  // a file of this moment or later, whose command failed, is given to it again
  std::function<bool()> stop = [] { return false; };
};

// What became of the last backup and the last tried restore. In the file backups.json of the data folder, so that the
// next start and `cairn doctor` know it.
struct BackupReport {
  std::string id;             // of the data folder, random; the folder of its backups is marked with it
  std::int64_t at_ms = 0;     // when the last one that went well was begun; 0: none did
  std::int64_t tried_ms = 0;  // of the last one
  std::string error;          // of that one; "": it went well
  std::int64_t made_ms = 0;   // when the last file was begun, whatever its command did; the next ones are about it
  std::string file;           // absolute path of what was kept; "": it went to the command alone
  std::int64_t bytes = 0, games = 0, entries = 0, people = 0;
  double seconds = 0;  // that it took
  std::string digest;  // of its content, as `cairn move` prints it

  std::int64_t restored_ms = 0;       // of the last tried restore that went well; 0: none did
  std::int64_t restore_tried_ms = 0;  // of the last one
  std::string restore_error;          // of that one; "": it went well
  std::string restore_postponed;      // why none could be tried since; ""
  std::int64_t restored_games = 0, restored_entries = 0;
};

BackupReport read_backup_report(const std::string& data);                              // empty where there is none
std::string write_backup_report(const std::string& data, const BackupReport& report);  // "" or what is wrong

// Makes one, and where asked for tries to restore it; `before` is what was known. Whatever goes wrong is in the result.
// One process at a time works in a folder, and a file `.cairn-backups` there keeps other data folders out. Writes the
// report only where it gets its id.
BackupReport make_backup(const BackupWish& wish, const BackupReport& before);

// The names of a folder's backups, the newest first.
std::vector<std::string> list_backups(const std::string& folder);

// Runs a program with a file as its standard input and waits for it, at most `seconds`; "" or why it failed, with the
// last line that it wrote. `stop` ends it.
std::string feed_program(const std::vector<std::string>& command, const std::string& file, double seconds,
                         const std::function<bool()>& stop);

}  // namespace cairn
