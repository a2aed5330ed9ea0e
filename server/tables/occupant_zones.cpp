#include "server/tables/occupant_zones.h"

namespace cairn {

void with_zones(PeopleStore& store, const ClockRule& clock, std::vector<Occupant> occupants,
                std::function<void(const Found<std::vector<Occupant>>&)> done) {
  if (!clock.weekends && clock.vacation_ms == 0) return done({std::move(occupants), {}});
  std::vector<std::int64_t> people;
  people.reserve(occupants.size());
  for (const Occupant& occupant : occupants) people.push_back(occupant.person);
  store.zones_of(std::move(people), [occupants = std::move(occupants),
                                     done = std::move(done)](const Found<std::vector<int>>& found) mutable {
    if (!found.value) return done({std::nullopt, found.error});
    for (std::size_t i = 0; i < occupants.size(); ++i) occupants[i].zone_minutes = (*found.value)[i];
    done({std::move(occupants), {}});
  });
}

}  // namespace cairn
