// Requests of moderators about ratings.
#include "server/net/answers.h"
#include "server/protocol/moderation_from_client.h"

namespace cairn::net {

Plan moderation_plan(Shared& shared, const Request& request, const Route& route, const Person& person) {
  using To = Route::To;
  using Done = Club::Done;
  Lobby& lobby = *shared.lobby;
  const std::string& name = route.table;
  switch (route.to) {
    case To::rating_gains:
      return Act([&lobby, person](Done done) { lobby.gains(person, std::move(done)); });
    case To::annul:
      return with(read_annul_wish(request.body()), [&lobby, person, name](const AnnulWish& wish, const Done& done) {
        lobby.annul(person, name, wish, done);
      });
    default:
      return Act([&lobby, person](Done done) { lobby.annulments(person, std::move(done)); });
  }
}

}  // namespace cairn::net
