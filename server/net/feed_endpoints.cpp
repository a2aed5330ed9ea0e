// Feeds.
#include "server/net/answers.h"
#include "server/protocol/atom_to_client.h"

namespace cairn::net {

std::vector<Endpoint> feed_endpoints() {
  return {
      {{"GET", "/api/feed", "own-feed", Needs::session, ask<&AtomFeeds::show>},
       {"feed", "Whether there is a feed of your games"},
       {{200, "OwnFeed", "it, or null"}}},
      {{"POST", "/api/feed", "renew-feed", Needs::session, ask<&AtomFeeds::renew>},
       {"feed", "Make the feed's address, or another; the one before ends"},
       {{201, "NewFeed", "with its address, this once"}}},
      {{"DELETE", "/api/feed", "end-feed", Needs::session, ask<&AtomFeeds::end>},
       {"feed", "End the feed"},
       {{200, "Ended", "0: there was none"}}},
      {{"GET", "/api/feed/{secret}", "feed", Needs::nothing, ask<&AtomFeeds::read>},
       {"feed", "What there is to know of somebody's games"},
       {{200, "", "Atom 1.0, with an ETag"}, {304, "", "as it was, by If-None-Match"}},
       {},
       {},
       "application/atom+xml"},
  };
}

}  // namespace cairn::net
