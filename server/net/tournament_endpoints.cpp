// Tournaments.
#include "server/net/answers.h"
#include "server/protocol/tournaments_from_client.h"
#include "server/protocol/tournaments_to_client.h"

namespace cairn::net {

namespace {

Response list_tournaments(const Asked& asked) {
  const auto before = read_before(asked);
  const std::string_view word = asked.query("state");
  const auto state = word.empty() ? Tournament::State::open : tournament_state_of(word);
  if (before.index() == 0 && !state)
    return refuse(Code::bad_request,
                  Message("state-must-open-running", "\"state\" must be open, running, over or cancelled"));
  return with(before, [&asked, state](std::int64_t from, const Answered& done) {
    call(&Tournaments::list, asked, done, *state, from);
  });
}

// Counted by address, too; what was refused does not count.
Response announce(const Asked& asked) {
  return with_body(asked, read_tournament_wish, [&asked](const TournamentWish& wish, const Answered& done) {
    if (const int wait = asked.shared.ask_announcement(asked.key); wait > 0)
      return done(Refusal{
          Code::too_many,
          Message("too-many-tournaments-come", "too many tournaments come from your address; try again later"), wait});
    const Answered counted = [&shared = asked.shared, key = asked.key, done](Reply reply) {
      if (reply.status != 201) shared.announcements.give_back(key);
      done(std::move(reply));
    };
    asked.services.tournaments.create(asked.known().person, wish, answered_by<TournamentShown>(asked, counted));
  });
}

Response uphold_ruling(const Asked& asked) {
  return Act([&asked](const Answered& done) {
    asked.services.tournaments.uphold(asked.route.id, asked.known().person, asked.route.item,
                                      answered_by<TournamentShown>(asked, done));
  });
}

}  // namespace

std::vector<Endpoint> tournament_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/tournaments", "tournaments", Needs::nothing, list_tournaments},
       {"tournaments",
        "Tournaments of a state: first the newest of every organiser, or of those that are over the newest"},
       {{200, "TournamentList", "at most fifty at once"}},
       {},
       {{"state", "open where it is left out", words(words_of<Tournament::State>(to_word))}, before_query()}},
      {{"GET", "/api/tournaments/{id}", "tournament", Needs::watch, ask<&Tournaments::show>},
       {"tournaments", "A tournament: players, games, how it stands"},
       {{200, "Tournament", "the tournament"}},
       {"broken-record"}},
      {{"POST", "/api/tournaments", "add-tournament", Needs::play, announce, Kind::creates},
       {"tournaments", "Announce a tournament, as its organiser", "TournamentWish"},
       {{201, "Tournament", "it may be entered"}},
       {"unknown-game", "bad-options", "no-account", "too-many-kept", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/enter", "enter-tournament", Needs::play, ask<&Tournaments::enter>},
       {"tournaments", "Take part"},
       {{200, "Tournament", "you are among its players"}},
       {"tournament", "no-account", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/withdraw", "leave-tournament", Needs::play,
        tell<&Tournaments::withdraw, read_player_wish>},
       {"tournaments", "Take part no more; its organiser may take others out", "PlayerWish"},
       {{200, "Tournament", "without you: your open game is lost, and no other follows"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/here", "attend", Needs::play, ask<&Tournaments::attend>},
       {"tournaments", "Say that you are ready to play"},
       {{200, "Tournament", "you have come to your game of this moment"}},
       {"tournament", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/start", "start-tournament", Needs::play, ask<&Tournaments::start>},
       {"tournaments", "Begin, as its organiser"},
       {{200, "Tournament", "it runs"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/cancel", "cancel-tournament", Needs::play, ask<&Tournaments::cancel>},
       {"tournaments", "End it before its end, or a ladder, as its organiser"},
       {{200, "Tournament", "games that go on count for it no more"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/rulings", "rule-game", Needs::play, tell<&Tournaments::rule, read_ruling>},
       {"tournaments", "Annul a game or give it away, as its organiser", "Ruling"},
       {{200, "Tournament", "as it stands with this"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/challenge", "challenge-rung", Needs::play,
        tell<&Tournaments::challenge, read_rung_wish>},
       {"tournaments", "Challenge somebody above on a ladder", "RungWish"},
       {{200, "Tournament", "the game is made"}},
       {"tournament", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/decline", "decline-rung", Needs::play, ask<&Tournaments::decline>},
       {"tournaments", "Decline to play who challenges you: the rung is his"},
       {{200, "Tournament", "the challenge is lost"}},
       {"tournament", "broken-record"}},
  };
}

std::vector<Endpoint> appeal_endpoints() {
  return {
      {{"POST", "/api/tournaments/{id}/appeals", "appeal-ruling", Needs::play, tell<&Tournaments::appeal, read_appeal>},
       {"tournaments", "Appeal against a ruling on your game", "AppealWish"},
       {{200, "Tournament", "moderators are shown it"}},
       {"tournament", "broken-record"}},
      {{"DELETE", "/api/tournaments/{id}/appeals/{item}", "uphold-ruling", Needs::session, uphold_ruling},
       {"tournaments", "Let a ruling stand that was appealed against"},
       {{200, "Tournament", "the appeal is decided"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"DELETE", "/api/people/{name}/tournaments", "take-tournaments-off", Needs::session,
        ask<&Tournaments::take_off>},
       {"tournaments", "Cancel all tournaments of somebody that have not begun, as a moderator"},
       {{200, "Ended", "how many"}},
       {"not-for-you"}},
      {{"GET", "/api/appeals", "appeals", Needs::session, ask<&Tournaments::appeals>},
       {"tournaments", "Appeals that wait for a moderator"},
       {{200, "AppealList", "for moderators"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
