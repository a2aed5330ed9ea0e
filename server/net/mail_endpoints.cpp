// Mail: of its owner, and of whoever has a mail and wants no more.
#include "server/net/answers.h"

namespace cairn::net {

namespace {

Answer unsubscribe_answer(std::string page) {
  Answer answer;
  answer.type = "text/html; charset=utf-8";
  answer.form = true;
  answer.body = std::move(page);
  return answer;
}

Plan show_unsubscribe(const Asked&) {
  return unsubscribe_answer(Postman::unsubscribe_page());
}

Task<Answer> unsubscribed(const Asked& asked) {
  Reply reply = co_await await_callback<Reply>(asked.shared.io.get_executor(), [&](Answered done) {
    asked.shared.postman->unsubscribe(asked.route.id, std::move(done));
  });
  Answer answer = unsubscribe_answer(std::move(reply.body));
  answer.status = http::int_to_status(static_cast<unsigned>(reply.status));
  answer.type = reply.type;
  answer.retry_after_s = reply.retry_after_s;
  co_return answer;
}

// The token is the proof: a mail program that sends it has no session, and comes from nowhere. What it says besides
// (List-Unsubscribe=One-Click) is of no account.
Plan unsubscribe(const Asked& asked) {
  return unsubscribed(asked);
}

}  // namespace

std::vector<Endpoint> mail_endpoints() {
  return {
      {{"GET", "/api/mail", "own-mail", Needs::session, ask<&Postman::mode>},
       {"mail", "What is mailed to you"},
       {{200, "OwnMail", "the address and the mode"}}},
      {{"PUT", "/api/mail", "set-mail", Needs::session, tell<&Postman::set_mode, read_mail_mode>},
       {"mail", "Say what is mailed to you", "MailEdit"},
       {{200, "OwnMail", "as it is now"}},
       {"not-found"}},
      {{"POST", "/api/mail/test", "test-mail", Needs::session, ask<&Postman::test>},
       {"mail", "Have a mail sent to you"},
       {{201, "HookTest", "it is on its way"}},
       {"not-found"}},
  };
}

std::vector<Endpoint> unsubscribe_endpoints() {
  return {
      {{"GET", "/mail/unsubscribe/{token}", "unsubscribe-page", Needs::nothing, show_unsubscribe, Kind::unguarded},
       {"mail", "The page of a mail's List-Unsubscribe, the same for all"},
       {{200, "", "a page with a button"}},
       {},
       {},
       "text/html"},
      {{"POST", "/mail/unsubscribe/{token}", "unsubscribe", Needs::nothing, unsubscribe, Kind::unguarded},
       {"mail", "No more mails about games; any body, as one-click mail programs send it"},
       {{200, "", "a page, whether or not there was something to do"}},
       {},
       {},
       "text/html"},
  };
}

}  // namespace cairn::net
