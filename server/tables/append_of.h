// What the store is given of a change at a table.
#pragma once

#include <string>

#include "server/store/tables.h"

namespace cairn {

bool visible_to_all(const Change& change);  // whether nobody is left in the dark

// Of a change that was prepared on `before`, without what else it may begin or settle.
Append append_of(const std::string& id, const Table& before, const Change& change);

}  // namespace cairn
