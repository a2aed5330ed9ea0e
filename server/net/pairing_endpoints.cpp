// Requests about games that people want with each other.
#include "server/net/answers.h"
#include "server/protocol/challenge_from_client.h"

namespace cairn::net {

namespace {

Plan seek_plan(Seeks& desk, const Request& request, const Route& route, const Person& person) {
  switch (route.to) {
    case Route::To::put_seek:
      return with(read_seek_wish(request.body()),
                  [&desk, person](const SeekWish& wish, const Club::Done& done) { desk.put(person, wish, done); });
    case Route::To::seek:
      return Act([&desk, person](Club::Done done) { desk.show(person, std::move(done)); });
    default:  // end_seek
      return Act([&desk, person](Club::Done done) { desk.end(person, std::move(done)); });
  }
}

}  // namespace

Plan pairing_plan(Shared& shared, const Request& request, const Route& route, const Person& person) {
  using To = Route::To;
  using Done = Club::Done;
  Challenges& desk = *shared.challenges;
  const std::string& id = route.table;
  const std::string& body = request.body();
  switch (route.to) {
    case To::challenges: {
      const std::string mark(query_value(view(request.target()), "mark"));
      return Act([&desk, person, mark](Done done) { desk.list(person, mark, std::move(done)); });
    }
    case To::make_challenge:
      return with(read_challenge_wish(body),
                  [&desk, person](const ChallengeWish& wish, const Done& done) { desk.make(person, wish, done); });
    case To::challenge:
      return Act([&desk, id, person](Done done) { desk.show(id, person, std::move(done)); });
    case To::accept_challenge:
      return with(read_accept_wish(body), [&desk, id, person](const AcceptWish& wish, const Done& done) {
        desk.accept(id, person, wish, done);
      });
    case To::decline_challenge:
      return with(read_decline_wish(body), [&desk, id, person](const DeclineWish& wish, const Done& done) {
        desk.decline(id, person, wish, done);
      });
    case To::counter_challenge:
      return with(read_counter_wish(body), [&desk, id, person](const ChallengeWish& wish, const Done& done) {
        desk.counter(id, person, wish, done);
      });
    case To::withdraw_challenge:
      return Act([&desk, id, person](Done done) { desk.withdraw(id, person, std::move(done)); });
    default:  // put_seek, seek, end_seek
      return seek_plan(*shared.seeks, request, route, person);
  }
}

}  // namespace cairn::net
