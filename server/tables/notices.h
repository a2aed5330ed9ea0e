// What changes mean for people who are not looking: notices, with the facts that each may know. Pure. What is said of a
// game is what its `view` says to that seat; a change of which somebody is not told makes no notice for him, and the
// name of a notice counts what he was told, as his version does.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/play/table.h"
#include "server/store/challenges.h"
#include "server/store/outbox.h"
#include "server/tournaments/tournament.h"

namespace cairn {

// Of a change at a table: whose turn it is now, and that the game is over. `before`: the table without it.
std::vector<Notice> notices_of(const std::string& id, const Table& before, const Change& change);
// Of a table that begins with everybody on his seat; `but`: who makes it.
std::vector<Notice> beginning(const std::string& id, const Table& table, std::int64_t but);

// When the next reminder of a clock is due, after a moment; 0: never.
std::int64_t next_reminder(const Terms& terms, std::int64_t after_ms);
// Those that were due from a moment on until now, the last of each seat.
std::vector<Notice> reminders(const std::string& id, const Table& table, std::int64_t from_ms, std::int64_t now_ms);

// Of new terms, to all but who made them.
std::vector<Notice> notices_of(const Challenge& challenge, std::string_view title);

// Of the games that were paired behind the first so many.
std::vector<Notice> notices_of(const std::string& id, const Tournament& tournament, std::size_t paired,
                               const std::vector<std::pair<std::int64_t, std::string>>& names, std::int64_t at_ms);

}  // namespace cairn
