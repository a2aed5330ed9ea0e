// Requests about feeds.
#include "server/net/answers.h"

namespace cairn::net {

Plan feed_plan(Shared& shared, const Route& route, const std::optional<Person>& person) {
  using To = Route::To;
  using Done = Club::Done;
  AtomFeeds& feeds = *shared.feeds;
  switch (route.to) {
    case To::own_feed:
      return Act([&feeds, person](Done done) { feeds.show(*person, std::move(done)); });
    case To::renew_feed:
      return Act([&feeds, person](Done done) { feeds.renew(*person, std::move(done)); });
    case To::end_feed:
      return Act([&feeds, person](Done done) { feeds.end(*person, std::move(done)); });
    default:  // feed
      return Act([&feeds, name = route.table](Done done) { feeds.read(name, std::move(done)); });
  }
}

}  // namespace cairn::net
