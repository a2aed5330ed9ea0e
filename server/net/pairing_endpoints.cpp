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
       {"pairing", "Your challenges"},
       {{200, "ChallengeList", "the newest first"}},
       {},
       {{"mark", "of the last answer: the list is left out where it is the same", text(0, 40)}}},
      {{"POST", "/api/challenges", "make-challenge", Needs::play, tell<&Challenges::make, read_challenge_wish>},
       {"pairing", "Challenge somebody", "ChallengeWish"},
       {{201, "Challenge", "it waits for answers; the same request again gets the same challenge"}},
       {"unknown-game", "bad-options", "no-account", "blocked", "not-challenged", "not-found", "too-many-kept"}},
      {{"GET", "/api/challenges/{id}", "challenge", Needs::read, ask<&Challenges::show>},
       {"pairing", "A challenge"},
       {{200, "Challenge", "as it stands now"}}},
      {{"POST", "/api/challenges/{id}/accept", "accept-challenge", Needs::play,
        tell<&Challenges::accept, read_accept_wish>},
       {"pairing", "Agree to the terms", "AcceptWish"},
       {{200, "Challenge", "with the table, where all have agreed"}},
       {"not-open", "terms-changed", "not-challenged", "unknown-game", "bad-options"}},
      {{"POST", "/api/challenges/{id}/decline", "decline-challenge", Needs::play,
        tell<&Challenges::decline, read_decline_wish>},
       {"pairing", "Decline a challenge", "DeclineWish"},
       {{200, "Challenge", "it is over"}},
       {"not-open", "terms-changed", "not-for-you"}},
      {{"POST", "/api/challenges/{id}/counter", "counter-challenge", Needs::play,
        tell<&Challenges::counter, read_counter_wish>},
       {"pairing", "Offer other terms", "CounterWish"},
       {{200, "Challenge", "everybody else must agree anew"}},
       {"not-open", "terms-changed", "not-challenged", "no-account", "unknown-game", "bad-options"}},
      {{"DELETE", "/api/challenges/{id}", "withdraw-challenge", Needs::play, ask<&Challenges::withdraw>},
       {"pairing", "Take your offer back"},
       {{200, "Challenge", "it is over"}},
       {"not-open", "not-for-you"}},
      {{"PUT", "/api/seek", "put-seek", Needs::play, tell<&Seeks::put, read_seek_wish>},
       {"pairing", "Seek an opponent by rating, or go on seeking", "SeekWish"},
       {{200, "SeekShown", "with the table, where one was found"}},
       {"unknown-game", "bad-options", "no-account"}},
      {{"GET", "/api/seek", "seek", Needs::read, ask<&Seeks::show>},
       {"pairing", "Your seek"},
       {{200, "SeekShown", "as it stands now"}}},
      {{"DELETE", "/api/seek", "end-seek", Needs::play, ask<&Seeks::end>},
       {"pairing", "Seek no more"},
       {{200, "SeekShown", "none, or the table that was found"}}},
  };
}

}  // namespace cairn::net
