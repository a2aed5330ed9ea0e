// What moderators do about ratings and open games.
#include "server/net/answers.h"
#include "server/protocol/lobby_to_client.h"
#include "server/protocol/moderation_from_client.h"

namespace cairn::net {

std::vector<Endpoint> moderation_endpoints() {
  return {
      {{"GET", "/api/moderation/ratings", "rating-gains", Needs::session, ask<&Lobby::gains>},
       {"talk", "Who has gained much of late by games that look made"},
       {{200, "RatingGains", "for moderators; the largest gains of a week first, at most 50"}},
       {"not-for-you"}},
      {{"GET", "/api/moderation/annulments", "annulments", Needs::session, ask<&Lobby::annulments>},
       {"talk", "What moderators have annulled"},
       {{200, "AnnulmentList", "the newest first, at most 100"}},
       {"not-for-you"}},
      {{"POST", "/api/people/{name}/annulments", "annul", Needs::session, tell<&Lobby::annul, read_annul_wish>},
       {"talk", "Take back what somebody's rated games have moved, of everybody who sat in them", "AnnulWish"},
       {{200, "Annulled", "how many games; the same again finds none"}},
       {"not-for-you"}},
      {{"DELETE", "/api/lobby/{id}", "take-back", Needs::play, ask<&Lobby::take_back>},
       {"lists", "Take your open game off the list, or any as a moderator; whoever has its link may still join"},
       {{200, "Ended", "how many"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
