// Requests of workers.
#include "server/net/answers.h"
#include "server/protocol/work_from_client.h"

namespace cairn::net {

Plan work_plan(Shared& shared, const Request& request, const Route& route) {
  using To = Route::To;
  using Done = Club::Done;
  Club& club = *shared.club;
  School& school = *shared.school;
  switch (route.to) {
    case To::take_games:
      return with(read_selfplay_wish(request.body()),
                  [&school](const SelfPlayWish& wish, Done done) { school.take(wish, std::move(done)); });
    case To::answer_games:
      return Act([&school, body = request.body()](Done done) { school.keep(body, std::move(done)); });
    case To::taught_network:
      return Act([&school, name = route.table](Done done) { school.network(name, std::move(done)); });
    case To::take_work:
      return with(read_work_wish(request.body()),
                  [&club](const WorkWish& wish, Done done) { club.take_work(wish, std::move(done)); });
    default:
      return with(read_work_answer(request.body()),
                  [&club](const WorkAnswer& answer, Done done) { club.answer_work(answer, std::move(done)); });
  }
}

}  // namespace cairn::net
