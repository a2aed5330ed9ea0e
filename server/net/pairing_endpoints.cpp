// Games that people want with each other.
#include "server/net/answers.h"
#include "server/protocol/challenge_from_client.h"
#include "server/protocol/challenges_to_client.h"

namespace cairn::net {

namespace {

Response list_challenges(const Asked& asked) {
  return Act([&asked, mark = std::string(asked.query("mark"))](const Answered& done) {
    call(&Challenges::list, asked, done, mark);
  });
}

}  // namespace

std::vector<Endpoint> pairing_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/challenges", "challenges", Needs::read, list_challenges},
       {"pairing", "List your challenges"},
       {{200, "ChallengeList", "newest first"}},
       {},
       {{"mark", "the `mark` of the last answer: an unchanged list is left out", text(0, 40)}}},
      {{"POST", "/api/challenges", "make-challenge", Needs::play, tell<&Challenges::make, read_challenge_wish>},
       {"pairing", "Challenge one or more players", "ChallengeWish"},
       {{201, "Challenge", "waiting for answers; repeating the request gets the same challenge"}},
       {"unknown-game", "bad-options", "no-account", "blocked", "not-challenged", "not-found", "too-many-kept"}},
      {{"GET", "/api/challenges/{id}", "challenge", Needs::read, ask<&Challenges::show>},
       {"pairing", "Get a challenge"},
       {{200, "Challenge", "its present state"}}},
      {{"POST", "/api/challenges/{id}/accept", "accept-challenge", Needs::play,
        tell<&Challenges::accept, read_accept_wish>},
       {"pairing", "Accept a challenge", "AcceptWish"},
       {{200, "Challenge", "the challenge, with the table if everyone has accepted"}},
       {"not-open", "terms-changed", "not-challenged", "unknown-game", "bad-options"}},
      {{"POST", "/api/challenges/{id}/decline", "decline-challenge", Needs::play,
        tell<&Challenges::decline, read_decline_wish>},
       {"pairing", "Decline a challenge", "DeclineWish"},
       {{200, "Challenge", "ended"}},
       {"not-open", "terms-changed", "not-for-you"}},
      {{"POST", "/api/challenges/{id}/counter", "counter-challenge", Needs::play,
        tell<&Challenges::counter, read_counter_wish>},
       {"pairing", "Make a counter-offer", "CounterWish"},
       {{200, "Challenge", "all others must accept again"}},
       {"not-open", "terms-changed", "not-challenged", "no-account", "unknown-game", "bad-options"}},
      {{"DELETE", "/api/challenges/{id}", "withdraw-challenge", Needs::play, ask<&Challenges::withdraw>},
       {"pairing", "Withdraw a challenge"},
       {{200, "Challenge", "ended"}},
       {"not-open", "not-for-you"}},
      {{"PUT", "/api/seek", "put-seek", Needs::play, tell<&Seeks::put, read_seek_wish>},
       {"pairing", "Seek an opponent by rating, or renew your seek", "SeekWish"},
       {{200, "SeekShown", "your seek, with the table if an opponent was found"}},
       {"unknown-game", "bad-options", "no-account"}},
      {{"GET", "/api/seek", "seek", Needs::read, ask<&Seeks::show>},
       {"pairing", "Get your seek"},
       {{200, "SeekShown", "its present state"}}},
      {{"DELETE", "/api/seek", "end-seek", Needs::play, ask<&Seeks::end>},
       {"pairing", "Cancel your seek"},
       {{200, "SeekShown", "ended, or the table that was found before"}}},
  };
}

}  // namespace cairn::net
