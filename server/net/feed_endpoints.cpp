// Feeds.
#include "server/net/answers.h"
#include "server/protocol/atom_to_client.h"

namespace cairn::net {

std::vector<Endpoint> feed_endpoints() {
  return {
      {{"GET", "/api/feed", "own-feed", Needs::session, ask<&AtomFeeds::show>},
       {"feed", "Get the state of your feed"},
       {{200, "OwnFeed", "your seek, or null"}}},
      {{"POST", "/api/feed", "renew-feed", Needs::session, ask<&AtomFeeds::renew>},
       {"feed", "Create your feed's address; an earlier address stops working"},
       {{201, "NewFeed", "your feed with its address, which is shown only this once"}}},
      {{"DELETE", "/api/feed", "end-feed", Needs::session, ask<&AtomFeeds::end>},
       {"feed", "Delete your feed"},
       {{200, "Ended", "0: there were none"}}},
      {{"GET", "/api/feed/{secret}", "feed", Needs::nothing, ask<&AtomFeeds::read>},
       {"feed", "Get a feed of a player's games"},
       {{200, "", "Atom 1.0, with an ETag"}, {304, "", "unchanged (If-None-Match)"}},
       {},
       {},
       "application/atom+xml"},
  };
}

}  // namespace cairn::net
