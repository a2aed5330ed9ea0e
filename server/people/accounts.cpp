#include "server/people/accounts.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/people/suspended.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxKnown = 50'000;
constexpr std::size_t kMaxDevice = 120;                        // letters
constexpr std::int64_t kSessionMs = 400LL * 24 * 3600 * 1000;  // what browsers keep a cookie at most
constexpr std::int64_t kUseMs = 600'000;                       // how exactly the last use is noted
constexpr std::int64_t kMovedMs = 60'000;                      // ... of who comes from another address
constexpr double kSureSeconds = 5;                             // how old the last look for news may be

Refusal no_guests() {
  return {Code::no_registration,
          Message("this-server-has-no-guests", "this server has no guests: sign in, or create an account, to play")};
}

std::string device_of(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kMaxDevice))
    if (c >= ' ' && c <= '~') out += c;
  return out;
}

}  // namespace

std::size_t Accounts::HashOfHash::operator()(const TokenHash& token) const {
  std::size_t out = 0;
  std::memcpy(&out, token.data(), sizeof out);
  return out;
}

Accounts::Accounts(const Stores& stores, TableService& table_service, PasswordPool& passwords, World world,
                   Settings settings)
    : stores_(stores),
      table_service_(table_service),
      passwords_(passwords),
      world_(std::move(world)),
      settings_(std::move(settings)) {}

Refusal Accounts::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

Refusal Accounts::not_written(const std::string& what, const Written& written) const {
  return unavailable(what, written.message.empty() ? "what it was about is gone" : written.message);
}

Session Accounts::new_session(const Visit& visit, const std::string& token) const {
  const std::int64_t now = world_.now_ms();
  return {hash_token(token), device_of(visit.device), now, now, now + kSessionMs, visit.from};
}

// --- who it is

void Accounts::who(std::string_view token, bool bearer, const std::string& from,
                   std::function<void(Found<Caller>)> done) {
  if (token.empty() || token.size() > 64) return done({});
  const TokenHash hash = hash_token(token);
  const std::int64_t now = world_.now_ms();
  if (const auto found = known_.find(hash); found != known_.end()) {
    const bool sure = news_at_ && world_.seconds() - *news_at_ <= kSureSeconds && found->second.expires_ms > now;
    if (sure && found->second.bearer == bearer) {
      note_use(found->second, from);
      Caller caller = found->second;
      barred_without_factor(caller);
      return done({std::move(caller), {}});
    }
    if (!sure) known_.erase(found);
  }
  auto& look = looks_[{hash, bearer}];
  if (look != nullptr && look->forgotten == forgotten_)  // whatever comes of an older one may be out of date
    return look->waiting.push_back({from, std::move(done)});
  look = std::make_shared<Look>(Look{forgotten_, {{from, std::move(done)}}});
  stores_.people.caller_of(hash, bearer, now, [this, key = std::pair(hash, bearer), look](const Found<Caller>& found) {
    if (const auto mine = looks_.find(key); mine != looks_.end() && mine->second == look) looks_.erase(mine);
    told_who(look, found);
  });
}

void Accounts::told_who(const std::shared_ptr<Look>& look, const Found<Caller>& found) {
  if (!found.error.empty()) world_.log("reading a session: " + found.error);
  for (const WhoAsks& asks : std::exchange(look->waiting, {})) {
    Found<Caller> told = found;
    if (told.value && !told.value->suspended) {
      note_use(*told.value, asks.from);
      if (known_.size() >= kMaxKnown) known_.clear();
      if (look->forgotten == forgotten_) known_.insert_or_assign(told.value->token, *told.value);
    }
    if (told.value) barred_without_factor(*told.value);
    asks.done(std::move(told));
  }
}

// Not remembered: the host may change the setting.
void Accounts::barred_without_factor(Caller& caller) const {
  Person& person = caller.person;
  // A token may be older than the second factor, and asks for none.
  const bool without = caller.bearer || !person.second_factor;
  person.needs_factor = person.role != Role::player && without && settings_.moderators_need_factor();
}

void Accounts::note_use(Caller& caller, const std::string& from) {
  const std::int64_t now = world_.now_ms();
  const bool moved = caller.person.account && from != caller.from;
  if (now - caller.used_ms < (moved ? kMovedMs : kUseMs)) return;
  caller.used_ms = now;
  if (caller.person.account) caller.from = from;
  stores_.people.note_use(caller, now, [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("noting a session's use: " + written.message);
  });
}

void Accounts::forget(const Callers& which) {
  ++forgotten_;
  std::erase_if(known_, [&](const auto& one) { return which(one.second); });
  settings_.ended(which);
}

void Accounts::forget_person(std::int64_t person) {
  ++forgotten_;
  std::erase_if(known_, [&](const auto& one) { return one.second.person.id == person; });
}

void Accounts::tick() {
  forget_guesses();
  if (reading_news_) return;
  reading_news_ = true;
  const double now = world_.seconds();
  const auto since = news_at_ ? static_cast<std::int64_t>((now - *news_at_) * 1000) : 0;
  stores_.people.people_news(since + kOverlapMs, [this, now](const Found<std::vector<PeopleNews>>& found) {
    reading_news_ = false;
    if (!found.value) return;
    heard(*found.value);
    news_at_ = now;
  });
}

void Accounts::heard(const std::vector<PeopleNews>& news) {
  for (const PeopleNews& one : news) {
    if (one.ended) {
      forget([&](const Caller& caller) { return caller.token == *one.ended; });
      continue;
    }
    forget_person(one.person);
    table_service_.rename(one.person, one.name);
  }
}

// --- the door

void Accounts::enter(const Visit& visit, const CreateGuest& wish, Done<Entered> done) {
  if (visit.caller) return done(Entered{visit.caller->person.name});
  if (!settings_.admission().guests) return done(no_guests());
  const auto add = [this, done](const std::string& name) {
    std::string token = new_token();
    const std::int64_t now = world_.now_ms();
    stores_.people.add_guest(name, hash_token(token), now, now + kSessionMs,
                             [this, name, token, done](const Written& written) {
                               write("storing a guest", written, Entered{name, token}, done);
                             });
  };
  if (wish.name.empty()) return add("Guest");
  stores_.people.account_like(wish.name, [this, add, name = wish.name, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    add(found.value ? name + " (guest)" : name);
  });
}

void Accounts::with_key(std::function<void(const std::string&)> go) {
  if (!key_.empty()) return go(key_);
  stores_.mail.mail_key(new_token(), [this, go = std::move(go)](const Found<std::string>& found) {
    if (found.value)
      key_ = *found.value;
    else
      world_.log("reading the key of browsers: " + found.error);
    go(key_);
  });
}

void Accounts::session_began(const Visit& visit, const Written& written, SignedIn in, const Done<SignedIn>& done) {
  if (written.how != Written::How::durable) return done(not_written("storing a session", written));
  // Of too many sessions one may have ended; which, the next look will tell.
  forget([&](const Caller& caller) { return visit.caller && caller.token == visit.caller->token; });
  with_key([known = visit.known, in = std::move(in), done](const std::string& key) mutable {
    const std::int64_t person = in.account.person.id, since = in.account.person.factor_since_ms;
    const bool is_known =
        since == 0 ? is_device_token(key, person, known) : is_proven_device(key, person, since, known);
    if (!key.empty() && !is_known) in.device = new_device_token(key, person, since);
    done(std::move(in));
  });
}

void Accounts::sign_in(const Visit& visit, const SignIn& claimed, Done<SignedIn> done) {
  const auto right = [this, visit, code = claimed.code, done](const Account& account) {
    if (auto refused = refuse_suspended(account, world_.now_ms())) return done(std::move(*refused));
    const std::string token = new_token();
    const auto begin = [this, visit, token, person = account.person.id](const FactorProof& proof,
                                                                        const StorePart::Done& written) {
      const auto instead = visit.caller ? std::optional(visit.caller->token) : std::nullopt;
      Session session = new_session(visit, token);
      session.code = proof.code;
      stores_.people.add_session(person, std::move(session), instead, kMaxSessions, written);
    };
    const auto then = [this, visit, account, token, done](const Written& written) {
      session_began(visit, written, {account, token}, done);
    };
    with_code(visit, account.person, code, begin, then, done);
  };
  // What can be no name need not be looked for, but takes its time.
  claim(visit, plain_text(claimed.name, 64) ? claimed.name : std::string(), claimed.password, right, done);
}

void Accounts::sign_out(const Caller& caller, Done<SignedOut> done) {
  stores_.people.end_tokens(caller.person.id, false, {caller.token},
                            [this, token = caller.token, done](const Written& written) {
                              if (written.how == Written::How::durable)
                                forget([&](const Caller& known) { return known.token == token; });
                              write("ending a session", written, SignedOut(), done);
                            });
}

void Accounts::change_password(const Visit& visit, const ChangePassword& wish, Done<PasswordChanged> done) {
  const auto store = [this, visit, by_mail = wish.by_mail, code = wish.code, done](const Account& account,
                                                                                   const std::string& hash) {
    if (hash.empty()) return done(unavailable("hashing a password", "there is no memory"));
    const TokenHash kept = visit.caller->token;
    const auto set = [this, account, fresh = std::string(by_mail ? kAnyCase : "") + hash, kept](
                         const FactorProof& proof, const StorePart::Done& written) {
      stores_.people.set_password(account.person.id, account.password, fresh, kept, proof, written);
    };
    const auto then = [this, person = account.person.id, kept, done](const Written& written) {
      if (written.how == Written::How::durable)
        forget(
            [&](const Caller& caller) { return caller.person.id == person && !caller.bearer && caller.token != kept; });
      write("storing a password", written, PasswordChanged(), done);
    };
    with_code(visit, account.person, code, set, then, done);
  };
  const auto right = [this, store, password = wish.password, sharer = visit.sharer(), done](const Account& account) {
    const auto hashed = [store, account](const std::string& hash) { store(account, hash); };
    if (!passwords_.hash(sharer, password, hashed)) done(crowded());
  };
  claim(visit, visit.caller->person.name, wish.old, right, done);
}

void Accounts::remove(const Visit& visit, const DeleteAccount& wish, Done<AccountDeleted> done) {
  const auto right = [this, visit, code = wish.code, done](const Account& account) {
    const std::int64_t person = account.person.id;
    const auto erase = [this, person](const FactorProof& proof, const StorePart::Done& written) {
      stores_.people.delete_account(person, proof, written);
    };
    const auto then = [this, person, done](const Written& written) {
      if (written.how == Written::How::durable) {
        forget([&](const Caller& caller) { return caller.person.id == person; });
        table_service_.rename(person, std::string(kDeletedName));
      }
      write("deleting an account", written, AccountDeleted(), done);
    };
    with_code(visit, account.person, code, erase, then, done);
  };
  claim(visit, visit.caller->person.name, wish.password, right, done);
}

}  // namespace cairn
