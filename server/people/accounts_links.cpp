// Mailed links: to prove an address, to sign in, to choose a password anew. Whether somebody has an account or an
// address is told by no answer, and by none that comes sooner: for everybody something is read and something written.
#include "core/text.h"
#include "server/base/tokens.h"
#include "server/people/accounts.h"
#include "server/people/link_letters.h"
#include "server/people/suspended.h"

namespace cairn {

namespace {

constexpr int kMostLetters = 10;  // that wait for one address

Refusal bad_link() {
  return Refusal{Code::bad_link,
                 Message("link-used-run-out", "this link is invalid, used or expired; ask for a new one")};
}

Language reads(const Account& account) {
  return find_language(account.language).value_or(Language::en);
}

LinkLetter new_link(LinkKind kind, const Account& account, const std::string& address, std::int64_t reader,
                    const std::string& base, std::int64_t now_ms) {
  const std::string token = new_token();
  const Letter letter = link_letter(kind, account.person.name, base, token, reads(account));
  return {{hash_token(token), kind, account.person.id, address, now_ms + life_ms(kind)},
          letter_notice(reader, new_table_id() + ".link", letter, now_ms)};
}

}  // namespace

Refusal Accounts::too_many_links(int retry_after_s) {
  return {Code::too_many,
          Message("too-many-wrong-links", "too many invalid links came from your address; try again later"),
          retry_after_s};
}

Result<std::string> Accounts::mail_base(const Visit& visit, const std::string& to) {
  std::string base = settings_.mail_base();
  if (base.empty())
    return Refusal{
        Code::no_mail,
        Message("no-mail-goes-out", "this server does not send mail; its host can set mail-relay and public-url")};
  const double now = world_.seconds();
  int wait = mails_by_name_.ask(to, now);
  if (wait == 0 && !visit.address.empty()) {
    wait = mails_by_address_.ask(visit.address, now);
    if (wait > 0) mails_by_name_.give_back(to);
  }
  if (wait == 0) return base;
  return Refusal{
      Code::too_many,
      Message("links-mailed-just-now", "a link was sent to you a moment ago; check your mail, or try again later"),
      wait};
}

void Accounts::mail_link(const Visit& visit, const LinkWish& wish, LinkKind kind, Done<LinkMailed> done) {
  const auto base = mail_base(visit, lower(wish.name + wish.email));
  if (!base) return done(base.refusal());
  const auto mail = [this, kind, base = *base, done](const std::vector<Account>& found) {
    std::vector<LinkLetter> letters;
    const std::int64_t now = world_.now_ms();
    for (const Account& account : found)
      if (!account.proven.empty())
        letters.push_back(new_link(kind, account, account.proven, account.person.id, base, now));
    stores_.links.add_links(std::move(letters), now, kMostLetters, [this, done](const Written& written) {
      write("storing a link", written, LinkMailed(), done);
    });
  };
  if (wish.name.empty()) return stores_.mail.people_at(lower(wish.email), must("reading accounts", done, mail));
  stores_.people.account_named(wish.name, [this, mail, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    mail(found.value ? std::vector{*found.value} : std::vector<Account>());
  });
}

void Accounts::mail_proof(const Visit& visit, Done<LinkMailed> done) {
  const auto mail = [this, visit, done](const Account& account) {
    const std::string address = lower(account.email);
    if (address.empty())
      return done(Refusal{Code::no_address,
                          Message("account-no-address-set",
                                  "the account has no address; add one: PUT /api/account {\"email\":\"...\"}")});
    if (address == account.proven)
      return done(Refusal{Code::no_address, Message("address-proven-all-done", "this address is confirmed already")});
    const auto base = mail_base(visit, address);
    if (!base) return done(base.refusal());
    const std::int64_t now = world_.now_ms();
    const LinkLetter one = new_link(LinkKind::address, account, address, kStranger, *base, now);
    stores_.links.add_links({one}, now, kMostLetters, [this, done](const Written& written) {
      write("storing a link", written, LinkMailed(), done);
    });
  };
  stores_.people.account_of(visit.caller->person.id, must("reading an account", done, mail));
}

// Finds the link and whose it is; guesses count as wrong passwords do.
void Accounts::with_link(const Visit& visit, const std::string& token, LinkKind kind, LinkUse use, Refused refused) {
  Costs taken;
  const int wait = ask_address(visit.address, taken);
  if (wait > 0) return refused(too_many_links(wait));
  stores_.links.find_link(hash_token(token), kind, world_.now_ms(), [=, this](const Found<MailedLink>& found) {
    if (found.value || !found.error.empty()) give_back(taken);
    if (!found.error.empty()) return refused(unavailable("reading a link", found.error));
    if (!found.value) return refused(bad_link());
    stores_.people.account_of(found.value->person,
                              [this, link = *found.value, use, refused](const Found<Account>& account) {
                                if (!account.error.empty())
                                  return refused(unavailable("reading an account", account.error));
                                if (!account.value) return refused(bad_link());
                                if (auto barred = refuse_suspended(*account.value, world_.now_ms()))
                                  return refused(*barred);
                                use(link, *account.value);
                              });
  });
}

void Accounts::prove_address(const Visit& visit, const LinkToken& given, Done<AddressProven> done) {
  const auto use = [this, done](const MailedLink& link, const Account& account) {
    const std::int64_t now = world_.now_ms();
    const Hook hook = {new_table_id(), link.person, std::string(kMailUrl) + link.address, {}, kAllNotices, now};
    const Letter letter = moved_letter(account.person.name, settings_.mail_base(), reads(account));
    const AddressProven proven = {account.person.name, link.address};
    stores_.links.prove_address(link, hook, letter_notice(kStranger, new_table_id() + ".moved", letter, now),
                                [this, proven, done](const Written& written) {
                                  if (written.how == Written::How::conflict) return done(bad_link());
                                  write("proving an address", written, proven, done);
                                });
  };
  with_link(visit, given.token, LinkKind::address, use, done);
}

void Accounts::sign_in_by(const Visit& visit, const LinkToken& given, Done<SignedIn> done) {
  const auto use = [this, visit, code = given.code, done](const MailedLink& link, const Account& account) {
    const std::string token = new_token();
    const auto begin = [this, visit, link, token](const FactorProof& proof, const StorePart::Done& written) {
      const auto instead = visit.caller ? std::optional(visit.caller->token) : std::nullopt;
      Session session = new_session(visit, token);
      session.code = proof.code;
      stores_.links.sign_in_by(link, std::move(session), instead, kMaxSessions, written);
    };
    const auto then = [this, visit, account, token, done](const Written& written) {
      if (written.how == Written::How::conflict) return done(bad_link());
      session_began(visit, written, {account, token}, done);
    };
    with_code(visit, account.person, code, begin, then, done, ComesBy::link);
  };
  with_link(visit, given.token, LinkKind::session, use, done);
}

void Accounts::reset_password(const Visit& visit, const PasswordByLink& wish, Done<PasswordChanged> done) {
  const auto store = [this, visit, code = wish.code, done](const MailedLink& link, const Account& account,
                                                           const std::string& hash) {
    if (hash.empty()) return done(unavailable("hashing a password", "there is no memory"));
    const std::int64_t now = world_.now_ms();
    const Letter letter = password_letter(account.person.name, settings_.mail_base(), reads(account));
    const Notice notice = letter_notice(link.person, new_table_id() + ".password", letter, now);
    const auto set = [this, link, hash, notice](const FactorProof& proof, const StorePart::Done& written) {
      stores_.links.reset_password(link, hash, proof, notice, written);
    };
    const auto then = [this, visit, person = link.person, done](const Written& written) {
      if (written.how == Written::How::conflict) return done(bad_link());
      const auto ended = [person](const Caller& caller) { return caller.person.id == person && !caller.bearer; };
      if (written.how == Written::How::durable) forget(ended);
      const PasswordChanged changed = {visit.caller && ended(*visit.caller)};
      write("storing a password", written, changed, done);
    };
    with_code(visit, account.person, code, set, then, done, ComesBy::link);
  };
  const auto use = [this, store, password = wish.password, sharer = visit.sharer(), done](const MailedLink& link,
                                                                                          const Account& account) {
    if (equal_ignoring_case(password, account.person.name))
      return done(
          Refusal{Code::bad_request, Message("password-must-not-name", "the password cannot be the same as the name")});
    if (!passwords_.hash(sharer, password, [=](const std::string& hash) { store(link, account, hash); }))
      done(crowded());
  };
  with_link(visit, wish.token, LinkKind::password, use, done);
}

}  // namespace cairn
