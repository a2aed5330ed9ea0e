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
    call(&Tournaments::list, asked, done, *state, std::string(asked.query("game")), from);
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
        "List the tournaments in a state: the newest of each organiser first; finished ones by date, newest first"},
       {{200, "TournamentList", "at most 50 at once"}},
       {},
       {{"state", "default: open", words(words_of<Tournament::State>(to_word))}, game_query(), before_query()}},
      {{"GET", "/api/tournaments/{id}", "tournament", Needs::watch, ask<&Tournaments::show>},
       {"tournaments", "Get a tournament with its players, games and standings"},
       {{200, "Tournament", "the tournament"}},
       {"broken-record"}},
      {{"POST", "/api/tournaments", "add-tournament", Needs::play, announce, Kind::creates},
       {"tournaments", "Create a tournament", "TournamentWish"},
       {{201, "Tournament", "players can now join it"}},
       {"unknown-game", "bad-options", "no-account", "too-many-kept", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/enter", "enter-tournament", Needs::play, ask<&Tournaments::enter>},
       {"tournaments", "Join a tournament"},
       {{200, "Tournament", "you have joined"}},
       {"tournament", "no-account", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/withdraw", "leave-tournament", Needs::play,
        tell<&Tournaments::withdraw, read_player_wish>},
       {"tournaments", "Withdraw from a tournament; its organiser can withdraw others", "PlayerWish"},
       {{200, "Tournament", "withdrawn: you lose your running game and get no more pairings"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/here", "attend", Needs::play, ask<&Tournaments::attend>},
       {"tournaments", "Confirm that you are ready to play"},
       {{200, "Tournament", "you are ready for your current game"}},
       {"tournament", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/start", "start-tournament", Needs::play, ask<&Tournaments::start>},
       {"tournaments", "Start a tournament (organiser only)"},
       {{200, "Tournament", "started"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/cancel", "cancel-tournament", Needs::play, ask<&Tournaments::cancel>},
       {"tournaments", "Cancel a tournament, or end a ladder (organiser only)"},
       {{200, "Tournament", "running games no longer count for the tournament"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/rulings", "rule-game", Needs::play, tell<&Tournaments::rule, read_ruling>},
       {"tournaments", "Rule on a game: annul it or award it (organiser only)", "Ruling"},
       {{200, "Tournament", "its state with this change"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/challenge", "challenge-rung", Needs::play,
        tell<&Tournaments::challenge, read_rung_wish>},
       {"tournaments", "Challenge a higher player on a ladder", "RungWish"},
       {{200, "Tournament", "started"}},
       {"tournament", "broken-record"}},
      {{"POST", "/api/tournaments/{id}/decline", "decline-rung", Needs::play, ask<&Tournaments::decline>},
       {"tournaments", "Decline a ladder challenge; the challenger takes your rung"},
       {{200, "Tournament", "declined; the challenger takes the rung"}},
       {"tournament", "broken-record"}},
  };
}

std::vector<Endpoint> appeal_endpoints() {
  return {
      {{"POST", "/api/tournaments/{id}/appeals", "appeal-ruling", Needs::play, tell<&Tournaments::appeal, read_appeal>},
       {"tournaments", "Appeal against a ruling on your game", "AppealWish"},
       {{200, "Tournament", "the moderators will see it"}},
       {"tournament", "broken-record"}},
      {{"DELETE", "/api/tournaments/{id}/appeals/{item}", "uphold-ruling", Needs::session, uphold_ruling},
       {"tournaments", "Reject an appeal"},
       {{200, "Tournament", "decided"}},
       {"tournament", "not-for-you", "broken-record"}},
      {{"DELETE", "/api/people/{name}/tournaments", "take-tournaments-off", Needs::session,
        ask<&Tournaments::take_off>},
       {"tournaments", "Cancel all tournaments of an organiser that have not started (moderators only)"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
      {{"GET", "/api/appeals", "appeals", Needs::session, ask<&Tournaments::appeals>},
       {"tournaments", "List open appeals"},
       {{200, "AppealList", "for moderators"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
