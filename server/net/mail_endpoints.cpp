// Mail: of its owner, and of whoever has a mail and wants no more.
#include "notation/texts/catalogue.h"
#include "server/net/answers.h"
#include "server/protocol/hooks_to_client.h"
#include "server/protocol/mail_to_client.h"

namespace cairn::net {

namespace {

// In the language that the request accepts; `asks`: with a button below the sentence.
Answer unsubscribe_page(const Asked& asked, const Message& says, bool asks) {
  const std::string accepted = asked.visit().language;
  const Language language = find_language(accepted).value_or(Language::en);
  const std::string title = translated(language, Message("mail-unsubscribe-title", "Mails about your games"));
  Answer answer;
  answer.type = "text/html; charset=utf-8";
  answer.form = true;
  answer.body = "<!DOCTYPE html>\n<html lang=\"" + std::string(language_code(language)) +
                "\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\"><title>" +
                title + "</title></head>\n<body><h1>" + title + "</h1>\n<p>" + translated(language, says) + "</p>\n";
  if (asks)
    answer.body += "<form method=\"post\"><p><button>" +
                   translated(language, Message("mail-unsubscribe-button", "No more mails")) + "</button></p></form>\n";
  answer.body += "</body>\n</html>\n";
  return answer;
}

Response show_unsubscribe(const Asked& asked) {
  return unsubscribe_page(asked, Message("mail-unsubscribe-ask", "No more mails about your games to this address?"),
                          true);
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
  co_return unsubscribe_page(asked,
                             Message("mail-unsubscribe-done",
                                     "No more mails about games go to this address. In your account you can ask for "
                                     "them again."),
                             false);
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
       {"mail", "Get your e-mail settings"},
       {{200, "OwnMail", "the address and the mode"}}},
      {{"PUT", "/api/mail", "set-mail", Needs::session, tell<&MailOutbox::set_mode, read_mail_mode>},
       {"mail", "Change your e-mail settings", "MailEdit"},
       {{200, "OwnMail", "its new state"}},
       {"not-found"}},
      {{"POST", "/api/mail/test", "test-mail", Needs::session, ask<&MailOutbox::test>},
       {"mail", "Send yourself a test e-mail"},
       {{201, "HookTest", "sent"}},
       {"not-found"}},
  };
}

std::vector<Endpoint> unsubscribe_endpoints() {
  return {
      {{"GET", "/mail/unsubscribe/{token}", "unsubscribe-page", Needs::nothing, show_unsubscribe, Kind::unguarded},
       {"mail", "Show the unsubscribe page of an e-mail; it is the same for everyone"},
       {{200, "", "a page with a button"}},
       {},
       {},
       "text/html"},
      {{"POST", "/mail/unsubscribe/{token}", "unsubscribe", Needs::nothing, unsubscribe, Kind::unguarded},
       {"mail", "Unsubscribe from e-mails about games; the body may be anything (one-click unsubscription)"},
       {{200, "", "the same page, whether or not anything changed"}},
       {},
       {},
       "text/html"},
  };
}

}  // namespace cairn::net
