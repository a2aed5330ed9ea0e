// What moderators do about ratings and open games.
#include "server/net/answers.h"
#include "server/protocol/lobby_to_client.h"
#include "server/protocol/moderation_from_client.h"

namespace cairn::net {

std::vector<Endpoint> moderation_endpoints() {
  return {
      {{"GET", "/api/moderation/ratings", "rating-gains", Needs::session, ask<&Lobby::gains>},
       {"talk", "List unusual recent rating gains"},
       {{200, "RatingGains", "for moderators; the largest gains of a week first, at most 50"}},
       {"not-for-you"}},
      {{"GET", "/api/moderation/annulments", "annulments", Needs::session, ask<&Lobby::annulments>},
       {"talk", "List the annulments by moderators"},
       {{200, "AnnulmentList", "newest first, at most 100"}},
       {"not-for-you"}},
      {{"POST", "/api/people/{name}/annulments", "annul", Needs::session, tell<&Lobby::annul, read_annul_wish>},
       {"talk", "Annul a player's rated games: everyone who played in them gets the rating points back", "AnnulWish"},
       {{200, "Annulled", "number of games; repeating the request finds none"}},
       {"not-for-you"}},
      {{"DELETE", "/api/lobby/{id}", "take-back", Needs::play, ask<&Lobby::take_back>},
       {"lists", "Remove your open game from the lobby (moderators: any); people with its link can still join"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
