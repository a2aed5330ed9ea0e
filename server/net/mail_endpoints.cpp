// Mail: of its owner, and of whoever has a mail and wants no more.
#include "server/net/answers.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"

namespace cairn::net {

namespace {

constexpr std::string_view kUnsubscribeHead = R"(<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Mails about your games</title></head>
<body><h1>Mails about your games</h1>
)";

Answer unsubscribe_page(std::string_view body) {
  Answer answer;
  answer.type = "text/html; charset=utf-8";
  answer.form = true;
  answer.body = std::string(kUnsubscribeHead) + std::string(body) + "</body>\n</html>\n";
  return answer;
}

Response show_unsubscribe(const Asked&) {
  return unsubscribe_page(
      "<p>No more mails about your games to this address?</p>\n"
      "<form method=\"post\"><p><button>No more mails</button></p></form>\n");
}

Task<Answer> unsubscribed(const Asked& asked) {
  const auto done = co_await await_callback<Result<Unit>>(asked.shared.io.get_executor(), [&](Done<Unit> resume) {
    asked.services.mail.outbox().unsubscribe(asked.route.id, std::move(resume));
  });
  if (!done) {
    Answer answer = refuse(done.refusal().code, done.refusal().message, done.refusal().retry_after_s);
    answer.form = true;
    co_return answer;
  }
  co_return unsubscribe_page(
      "<p>No more mails about games go to this address. In your account you can ask for them again.</p>\n");
}

// The token is the proof: a mail program that sends it has no session, and comes from nowhere. What it says besides
// (List-Unsubscribe=One-Click) is of no account.
Response unsubscribe(const Asked& asked) {
  return unsubscribed(asked);
}

}  // namespace

std::vector<Endpoint> mail_endpoints() {
  return {
      {{"GET", "/api/mail", "own-mail", Needs::session, ask<&MailOutbox::mode>},
       {"mail", "What is mailed to you"},
       {{200, "OwnMail", "the address and the mode"}}},
      {{"PUT", "/api/mail", "set-mail", Needs::session, tell<&MailOutbox::set_mode, read_mail_mode>},
       {"mail", "Say what is mailed to you", "MailEdit"},
       {{200, "OwnMail", "as it is now"}},
       {"not-found"}},
      {{"POST", "/api/mail/test", "test-mail", Needs::session, ask<&MailOutbox::test>},
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
