// Mailed links: to prove an address, to sign in, to choose a password anew. Whether somebody has an account or an
// address is told by no answer, and by none that comes sooner: for everybody something is read and something written.
#include "core/text.h"
#include "server/base/tokens.h"
#include "server/people/accounts.h"
#include "server/people/link_letters.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

constexpr int kMostLetters = 10;  // that wait for one address

Reply mailed() {
  return good({{"mailed", true}}, 202);
}

Reply bad_link() {
  return Refusal{Code::bad_link, "this link was used, or has run out, or is none; ask for another"};
}

LinkLetter new_link(LinkKind kind, const Account& account, const std::string& address, std::int64_t reader,
                    const std::string& base, std::int64_t now_ms) {
  const std::string token = new_token();
  const Letter letter = link_letter(kind, account.person.name, base, token);
  return {{hash_token(token), kind, account.person.id, address, now_ms + life_ms(kind)},
          letter_notice(reader, new_table_id() + ".link", letter, now_ms)};
}

}  // namespace

// "" and an answer where nothing is to be mailed.
std::string Accounts::mail_base(const Visit& visit, const std::string& to, const Done& done) {
  std::string base = settings_.mail_base();
  if (base.empty()) {
    done(Refusal{Code::no_mail, "no mail goes out from this server: its host sets mail-relay and public-url for that"});
    return {};
  }
  const double now = world_.seconds();
  int wait = mails_by_name_.ask(to, now);
  if (wait == 0 && !visit.address.empty()) {
    wait = mails_by_address_.ask(visit.address, now);
    if (wait > 0) mails_by_name_.give_back(to);
  }
  if (wait == 0) return base;
  done(Refusal{Code::too_many, "links were mailed just now; look for them, or come again later", wait});
  return {};
}

void Accounts::mail_link(const Visit& visit, const LinkWish& wish, LinkKind kind, Done done) {
  const std::string base = mail_base(visit, lower(wish.name + wish.email), done);
  if (base.empty()) return;
  const auto mail = [this, kind, base, done](const std::vector<Account>& found) {
    std::vector<LinkLetter> letters;
    const std::int64_t now = world_.now_ms();
    for (const Account& account : found)
      if (!account.proven.empty())
        letters.push_back(new_link(kind, account, account.proven, account.person.id, base, now));
    store_.add_links(std::move(letters), now, kMostLetters,
                     [this, done](const Written& written) { write("storing a link", written, mailed(), done); });
  };
  if (wish.name.empty())
    return store_.people_at(lower(wish.email), [this, mail, done](const Found<std::vector<Account>>& found) {
      found.value ? mail(*found.value) : done(unavailable("reading accounts", found.error));
    });
  store_.account_named(wish.name, [this, mail, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    mail(found.value ? std::vector{*found.value} : std::vector<Account>());
  });
}

void Accounts::mail_proof(const Visit& visit, Done done) {
  store_.account_of(visit.caller->person.id, [this, visit, done](const Found<Account>& found) {
    if (!found.value) return done(unavailable("reading an account", found.error));
    const std::string address = lower(found.value->email);
    if (address.empty())
      return done(
          Refusal{Code::no_address, R"(the account has no address; set one: PUT /api/account {"email":"..."})"});
    if (address == found.value->proven) return done(Refusal{Code::no_address, "this address is proven; all is done"});
    const std::string base = mail_base(visit, address, done);
    if (base.empty()) return;
    const std::int64_t now = world_.now_ms();
    const LinkLetter one = new_link(LinkKind::address, *found.value, address, kStranger, base, now);
    store_.add_links({one}, now, kMostLetters,
                     [this, done](const Written& written) { write("storing a link", written, mailed(), done); });
  });
}

// Finds the link and whose it is; guesses count as wrong passwords do.
void Accounts::with_link(const Visit& visit, const std::string& token, LinkKind kind, LinkUse use, const Done& done) {
  const int wait = visit.address.empty() ? 0 : tries_by_address_.ask(visit.address, world_.seconds());
  if (wait > 0) return done(Refusal{Code::too_many, "too many wrong links; come again later", wait});
  store_.find_link(hash_token(token), kind, world_.now_ms(), [=, this](const Found<MailedLink>& found) {
    if (found.value || !found.error.empty()) tries_by_address_.give_back(visit.address);
    if (!found.error.empty()) return done(unavailable("reading a link", found.error));
    if (!found.value) return done(bad_link());
    store_.account_of(found.value->person, [this, link = *found.value, use, done](const Found<Account>& account) {
      if (!account.error.empty()) return done(unavailable("reading an account", account.error));
      account.value ? use(link, *account.value) : done(bad_link());
    });
  });
}

void Accounts::prove_address(const Visit& visit, const LinkToken& given, Done done) {
  const auto use = [this, done](const MailedLink& link, const Account& account) {
    const std::int64_t now = world_.now_ms();
    const Hook hook = {new_table_id(), link.person, std::string(kMailUrl) + link.address, {}, kAllNotices, now};
    const Letter told = moved_letter(account.person.name, settings_.mail_base());
    const Json good_news = {{"name", account.person.name}, {"address", link.address}};
    store_.prove_address(link, hook, letter_notice(kStranger, new_table_id() + ".moved", told, now),
                         [this, good_news, done](const Written& written) {
                           if (written.how == Written::How::conflict) return done(bad_link());
                           write("proving an address", written, good(good_news), done);
                         });
  };
  with_link(visit, given.token, LinkKind::address, use, done);
}

void Accounts::sign_in_by(const Visit& visit, const LinkToken& given, Done done) {
  const auto use = [this, visit, done](const MailedLink& link, const Account& account) {
    const std::string token = new_token();
    const auto instead = visit.caller ? std::optional(visit.caller->token) : std::nullopt;
    store_.sign_in_by(link, new_session(visit, token), instead, kMaxSessions,
                      [this, visit, account, instead, token, done](const Written& written) {
                        if (written.how == Written::How::conflict) return done(bad_link());
                        const Callers gone = [&](const Caller& caller) { return instead && caller.token == *instead; };
                        if (written.how == Written::How::durable) forget(gone);
                        const Done in = [this, visit, person = account.person.id, done](Reply reply) {
                          welcome(visit, person, std::move(reply), done);
                        };
                        write("storing a session", written, {200, to_text(account_json(account)), 0, token}, in);
                      });
  };
  with_link(visit, given.token, LinkKind::session, use, done);
}

void Accounts::reset_password(const Visit& visit, const PasswordByLink& wish, Done done) {
  const auto store = [this, visit, done](const MailedLink& link, const Account& account, const std::string& hash) {
    if (hash.empty()) return done(unavailable("hashing a password", "there is no memory"));
    const std::int64_t now = world_.now_ms();
    const Letter told = password_letter(account.person.name, settings_.mail_base());
    store_.reset_password(link, hash, letter_notice(link.person, new_table_id() + ".password", told, now),
                          [this, visit, person = link.person, done](const Written& written) {
                            if (written.how == Written::How::conflict) return done(bad_link());
                            const auto ended = [person](const Caller& caller) {
                              return caller.person.id == person && !caller.bearer;
                            };
                            if (written.how == Written::How::durable) forget(ended);
                            Reply reply = good({{"changed", true}});
                            reply.sign_out = visit.caller && ended(*visit.caller);
                            write("storing a password", written, std::move(reply), done);
                          });
  };
  const auto use = [this, store, password = wish.password, address = visit.address, done](const MailedLink& link,
                                                                                          const Account& account) {
    if (equal_ignoring_case(password, account.person.name))
      return done(Refusal{Code::bad_request, "the password must not be the name"});
    if (!passwords_.hash(address, password, [=](const std::string& hash) { store(link, account, hash); }))
      done(crowded());
  };
  with_link(visit, wish.token, LinkKind::password, use, done);
}

}  // namespace cairn
