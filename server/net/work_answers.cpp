// Requests of workers.
#include "server/net/answers.h"
#include "server/protocol/work_from_client.h"

namespace cairn::net {

Plan work_plan(Shared& shared, const Request& request, const Route& route) {
  Club& club = *shared.club;
  if (route.to == Route::To::take_work)
    return with(read_work_wish(request.body()),
                [&club](const WorkWish& wish, Club::Done done) { club.take_work(wish, std::move(done)); });
  return with(read_work_answer(request.body()),
              [&club](const WorkAnswer& answer, Club::Done done) { club.answer_work(answer, std::move(done)); });
}

}  // namespace cairn::net
