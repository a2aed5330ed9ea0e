// Who sits down at a clock that knows days brings a time zone along: the account's at that moment, which the game keeps
// whatever happens to the account. Guests and bots go by UTC.
#pragma once

#include <functional>
#include <vector>

#include "server/play/table.h"
#include "server/store/people.h"

namespace cairn {

// `done` with the same occupants and their zones: at once where the clock knows no days, else when the store has told.
void with_zones(PeopleStore& store, const ClockRule& clock, std::vector<Occupant> occupants,
                std::function<void(const Found<std::vector<Occupant>>&)> done);

}  // namespace cairn
