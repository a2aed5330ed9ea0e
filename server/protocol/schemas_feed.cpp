// Feeds, as schemas: server/notifications/atom.cpp.
#include "server/protocol/schemas.h"

namespace cairn {

namespace feed_shapes {
namespace {

using namespace schema;

Json own_feed() {
  const Json feed = object({must("created", time())});
  return object(
      {must("feed", described(nullable(feed), "null: none. The address was shown when the feed was created"))});
}

Json new_feed() {
  Json address = matching("^/api/feed/[A-Za-z0-9_-]{32}\\.atom$");
  return object({must("address", described(std::move(address),
                                           "secret: whoever knows it can read the feed; shown only this once")),
                 must("created", time())});
}

}  // namespace
}  // namespace feed_shapes

std::vector<NamedSchema> feed_schemas() {
  using namespace feed_shapes;
  return {{"OwnFeed", own_feed}, {"NewFeed", new_feed}};
}

}  // namespace cairn
