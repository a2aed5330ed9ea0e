#include "server/protocol/atom_to_client.h"

#include "server/base/tokens.h"

namespace cairn {

Json to_client(const OwnFeed& feed) {
  return {{"feed", feed.created_ms ? Json{{"created", *feed.created_ms}} : Json(nullptr)}};
}

Json to_client(const NewFeed& feed) {
  return {{"address", "/api/feed/" + feed.name}, {"created", feed.created_ms}};
}

Json to_client(const FeedEnded& ended) {
  return {{"ended", ended.was_there ? 1 : 0}};
}

Reply to_client(const AtomFeed& feed) {
  Reply reply;
  reply.body = atom_text(feed);
  reply.type = "application/atom+xml; charset=utf-8";
  reply.etag = "\"" + public_id(hash_token(reply.body)) + "\"";
  return reply;
}

}  // namespace cairn
