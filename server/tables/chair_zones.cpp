#include "server/tables/chair_zones.h"

namespace cairn {

void with_zones(PeopleStore& store, const ClockRule& clock, std::vector<Chair> chairs,
                std::function<void(const Found<std::vector<Chair>>&)> done) {
  if (!clock.weekends && clock.vacation_ms == 0) return done({std::move(chairs), {}});
  std::vector<std::int64_t> people;
  people.reserve(chairs.size());
  for (const Chair& chair : chairs) people.push_back(chair.person);
  store.zones_of(std::move(people),
                 [chairs = std::move(chairs), done = std::move(done)](const Found<std::vector<int>>& found) mutable {
                   if (!found.value) return done({std::nullopt, found.error});
                   for (std::size_t i = 0; i < chairs.size(); ++i) chairs[i].zone_minutes = (*found.value)[i];
                   done({std::move(chairs), {}});
                 });
}

}  // namespace cairn
