// Requests about tournaments.
#include "server/net/answers.h"

namespace cairn::net {

namespace {

using Done = Club::Done;

Plan list_plan(Tournaments& tournaments, std::string_view target) {
  const auto before = page_before(target);
  if (!before) return refuse(400, "bad-request", kBadBefore);
  const std::string_view word = query_value(target, "state");
  const auto state = word.empty() ? Tournament::State::open : tournament_state_of(word);
  if (!state) return refuse(400, "bad-request", R"("state" must be open, running, over or cancelled)");
  return Act([&tournaments, state = *state, before = *before](Done done) {
    tournaments.list(state, before, std::move(done));
  });
}

}  // namespace

Plan tournament_plan(Shared& shared, const Request& request, const Route& route, const std::optional<Person>& person) {
  using To = Route::To;
  Tournaments& tournaments = *shared.tournaments;
  const std::string& id = route.table;
  const std::string& body = request.body();
  const auto act = [&](void (Tournaments::*what)(const std::string&, const Person&, Done)) {
    return Act(
        [&tournaments, what, id, person = *person](Done done) { (tournaments.*what)(id, person, std::move(done)); });
  };
  switch (route.to) {
    case To::tournaments:
      return list_plan(tournaments, view(request.target()));
    case To::tournament:
      return Act([&tournaments, id, person](Done done) { tournaments.show(id, person, std::move(done)); });
    case To::add_tournament:
      return with(read_tournament_wish(body), [&tournaments, person](const TournamentWish& wish, const Done& done) {
        tournaments.create(*person, wish, done);
      });
    case To::enter_tournament:
      return act(&Tournaments::enter);
    case To::leave_tournament:
      return with(read_player_wish(body), [&tournaments, id, person](const PlayerWish& wish, const Done& done) {
        tournaments.withdraw(id, *person, wish, done);
      });
    case To::attend:
      return act(&Tournaments::attend);
    case To::start_tournament:
      return act(&Tournaments::start);
    case To::cancel_tournament:
      return act(&Tournaments::cancel);
    case To::rule_game:
      return with(read_ruling(body), [&tournaments, id, person](const Ruling& ruling, const Done& done) {
        tournaments.rule(id, *person, ruling, done);
      });
    case To::appeal_ruling:
      return with(read_appeal(body), [&tournaments, id, person](const AppealWish& wish, const Done& done) {
        tournaments.appeal(id, *person, wish, done);
      });
    case To::uphold_ruling:
      return Act([&tournaments, id, person = *person, game = route.item](Done done) {
        tournaments.uphold(id, person, game, std::move(done));
      });
    case To::appeals:
      return Act([&tournaments, person = *person](Done done) { tournaments.appeals(person, std::move(done)); });
    case To::challenge_rung:
      return with(read_rung_wish(body), [&tournaments, id, person](const PlayerWish& wish, const Done& done) {
        tournaments.challenge(id, *person, wish, done);
      });
    default:  // decline_rung
      return act(&Tournaments::decline);
  }
}

}  // namespace cairn::net
