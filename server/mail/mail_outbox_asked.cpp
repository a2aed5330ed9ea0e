// What people say about the mail that they get.
#include "server/base/tokens.h"
#include "server/mail/mail_outbox.h"
#include "server/mail/outgoing.h"

namespace cairn {

namespace {

constexpr int kMostAsked = 100;  // before no more tests are sent

std::optional<Hook> mail_hook(const std::vector<Hook>& hooks) {
  for (const Hook& hook : hooks)
    if (hook.mail) return hook;
  return std::nullopt;
}

Refusal no_address() {
  return {Code::not_found,
          Message("no-address-yours-proven",
                  "you have no confirmed address; add one to your account, then open the link in the mail")};
}

}  // namespace

Refusal MailOutbox::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

void MailOutbox::mode(const Person& person, Done<OwnMail> done) {
  stores_.people.account_of(person.id, [this, person, done](const Found<Account>& account) {
    if (!account.value) return done(unavailable("reading an account", account.error));
    stores_.outbox.hooks_of(person.id,
                            [this, email = account.value->email, done](const Found<std::vector<Hook>>& found) {
                              if (!found.value) return done(unavailable("reading an address", found.error));
                              done(OwnMail{email, mail_hook(*found.value)});
                            });
  });
}

void MailOutbox::set_mode(const Person& person, MailMode wanted, Done<OwnMail> done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  stores_.outbox.hooks_of(person.id, [this, person, wanted, done](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(unavailable("reading an address", found.error));
    const auto hook = mail_hook(*found.value);
    if (!hook) return done(no_address());
    stores_.mail.set_mail_mode(hook->id, wants_of(wanted), wanted == MailMode::digest,
                               [this, person, done](const Written& written) {
                                 if (written.how == Written::How::conflict) return done(no_address());
                                 if (written.how == Written::How::failed)
                                   return done(unavailable("storing what is mailed", written.message));
                                 mode(person, done);
                               });
  });
}

void MailOutbox::test(const Person& person, Done<Notice> done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  stores_.outbox.hooks_of(person.id, [this, person, done](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(unavailable("reading an address", found.error));
    const auto hook = mail_hook(*found.value);
    if (!hook) return done(no_address());
    const Notice notice = {person.id, NoticeKind::test, new_table_id() + ".test", "{}", world_.now_ms()};
    stores_.mail.add_letter(
        hook->url.substr(kMailUrl.size()), notice, kMostAsked, [this, notice, done](const Written& written) {
          if (written.how == Written::How::conflict)
            return done(Refusal{Code::not_found,
                                Message("address-off-much-waits",
                                        "your address is switched off, or too many notifications wait for it")});
          if (written.how == Written::How::failed) return done(unavailable("storing a mail", written.message));
          done(notice);
        });
  });
}

// --- by what stands in a mail

void MailOutbox::unsubscribe(const std::string& token, Done<Unit> done) {
  with_key([this, token, done](const std::string* key, const std::string& error) {
    if (key == nullptr) return done(unavailable("reading the key of mails", error));
    const std::string hook = hook_of_stop_token(*key, token).value_or("");
    stores_.mail.set_mail_mode(hook, 0, false, [this, done](const Written& written) {
      if (written.how == Written::How::failed) return done(unavailable("storing what is mailed", written.message));
      done(Unit{});
    });
  });
}

void MailOutbox::stopped(const std::string& local_part, const MailDone& done) {
  with_key([this, local_part, done](const std::string* key, const std::string&) {
    if (key == nullptr) return done({MailVerdict::later, kDatabaseAway});
    const auto hook = stop_of(*key, local_part);
    if (!hook) return done({MailVerdict::refused, kNoMailbox});
    stores_.mail.set_mail_mode(*hook, 0, false, came(done));
  });
}

void MailOutbox::bounced(const std::string& local_part, const std::string& words, const MailDone& done) {
  with_key([this, local_part, words, done](const std::string* key, const std::string&) {
    if (key == nullptr) return done({MailVerdict::later, kDatabaseAway});
    const auto hook = bounce_of(*key, local_part);
    if (!hook) return done({MailVerdict::refused, kNoMailbox});
    stores_.mail.end_mails(*hook, words, came(done));
  });
}

// What the mail server hears of a mail once its effect is stored.
std::function<void(const Written&)> MailOutbox::came(const MailDone& done) {
  return [this, done](const Written& written) {
    if (written.how == Written::How::durable) return done({});
    if (written.how == Written::How::conflict)
      return done({MailVerdict::refused, "that address receives no mail from us"});
    world_.log("storing that an address wants no mail: " + written.message);
    done({MailVerdict::later, kDatabaseAway});
  };
}

}  // namespace cairn
