// Requests about mail: of its owner, and of whoever has a mail and wants no more.
#include "server/net/answers.h"

namespace cairn::net {

Plan mail_plan(Shared& shared, const Request& request, const Route& route, const Person& person) {
  using Done = Club::Done;
  Postman& desk = *shared.postman;
  switch (route.to) {
    case Route::To::own_mail:
      return Act([&desk, person](Done done) { desk.mode(person, std::move(done)); });
    case Route::To::set_mail:
      return with(read_mail_mode(request.body()),
                  [&desk, person](MailMode mode, const Done& done) { desk.set_mode(person, mode, done); });
    default:  // test_mail
      return Act([&desk, person](Done done) { desk.test(person, std::move(done)); });
  }
}

// The token is the proof: a mail program that sends it has no session, and comes from nowhere. What it says besides
// (List-Unsubscribe=One-Click) is of no account.
Task<Answer> answer_unsubscribe(Shared& shared, const Route& route) {
  Answer answer;
  answer.type = "text/html; charset=utf-8";
  answer.form = true;
  if (route.to == Route::To::unsubscribe_page) {
    answer.body = Postman::unsubscribe_page();
    co_return answer;
  }
  Reply reply = co_await await_callback<Reply>(
      shared.io.get_executor(), [&](Club::Done done) { shared.postman->unsubscribe(route.table, std::move(done)); });
  answer.status = http::int_to_status(static_cast<unsigned>(reply.status));
  answer.type = reply.type;
  answer.body = std::move(reply.body);
  answer.retry_after_s = reply.retry_after_s;
  co_return answer;
}

}  // namespace cairn::net
