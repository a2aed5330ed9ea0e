// The board of a record, for lists of studies and puzzles. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/rules.h"
#include "server/library/small_boards.h"

namespace cairn {

inline constexpr std::size_t kMostPlayed = 1'000;  // moves of one record: a list of long ones stays quick

// `record`: JSON of either version (notation/record.h). Where its main line leads, up to kMostPlayed moves and up to
// the first that cannot be played, as `viewer` sees it; none without a start. `version` is the caller's.
std::optional<SmallBoard> board_of_record(std::string id, int version, const std::string& record,
                                          Viewer viewer = Viewer::referee);

}  // namespace cairn
