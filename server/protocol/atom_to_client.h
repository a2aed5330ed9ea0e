// Feeds, as their owner sees their address and as readers of news get them. Pure.
#pragma once

#include "server/notifications/atom.h"
#include "server/protocol/replies.h"

namespace cairn {

Json to_client(const OwnFeed& feed);
Json to_client(const NewFeed& feed);
Json to_client(const FeedEnded& ended);
Reply to_client(const AtomFeed& feed);  // with a tag that changes with what it says

}  // namespace cairn
