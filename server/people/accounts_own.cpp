// What people see and change of what is theirs, and what they show to others.
#include <algorithm>

#include "server/base/tokens.h"
#include "server/people/accounts.h"
#include "server/people/talk_replies.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

constexpr int kMaxApiTokens = 50;
constexpr int kMaxBlocks = 500;

Reply nobody() {
  return Refusal{Code::not_found, "nobody has this name"};
}

}  // namespace

void Accounts::account(const Caller& caller, Done done) {
  if (!caller.person.account) return done(good(guest_json(caller.person)));
  store_.account_of(caller.person.id, [this, done](const Found<Account>& found) {
    if (!found.value) return done(unavailable("reading an account", found.error));
    done(good(account_json(*found.value)));
  });
}

void Accounts::profile(const std::string& name, Done done) {
  store_.account_named(name, [this, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    done(found.value ? good(profile_json(*found.value)) : nobody());
  });
}

void Accounts::edit(const Caller& caller, const AccountEdit& edit, Done done) {
  store_.edit_account(caller.person.id, edit, [this, caller, edit, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing an account", written.message));
    if (edit.bot) forget_person(caller.person.id);
    edit.preferences ? preferences(caller, done) : account(caller, done);
  });
}

void Accounts::preferences(const Caller& caller, Done done) {
  store_.account_of(caller.person.id, [this, done](const Found<Account>& found) {
    if (!found.value) return done(unavailable("reading an account", found.error));
    done({200, found.value->preferences, 0, {}});
  });
}

// --- sessions and tokens

void Accounts::sessions(const Caller& caller, Done done) {
  store_.sessions_of(caller.person.id, world_.now_ms(),
                     [this, token = caller.token, done](const Found<std::vector<Session>>& found) {
                       if (!found.value) return done(unavailable("reading sessions", found.error));
                       const auto json = [&](const Session& one) { return session_json(one, token); };
                       done(good({{"sessions", list_json(*found.value, json)}}));
                     });
}

void Accounts::end_sessions(const Caller& caller, std::function<bool(const Session&)> which, Done done) {
  const auto listed = [this, caller, which = std::move(which), done](const Found<std::vector<Session>>& found) {
    if (!found.value) return done(unavailable("reading sessions", found.error));
    Store::Hashes ending;
    for (const Session& session : *found.value)
      if (which(session)) ending.push_back(session.token);
    if (ending.empty()) return done(Refusal{Code::not_found, "there is no such session"});
    const auto ended = [this, caller, ending, done](const Written& written) {
      const auto is_ended = [&](const TokenHash& token) {
        return std::find(ending.begin(), ending.end(), token) != ending.end();
      };
      if (written.how == Written::How::durable) forget([&](const Caller& known) { return is_ended(known.token); });
      Reply reply = good({{"ended", ending.size()}});
      reply.sign_out = is_ended(caller.token);
      write("ending sessions", written, std::move(reply), done);
    };
    store_.end_tokens(caller.person.id, false, ending, ended);
  };
  store_.sessions_of(caller.person.id, world_.now_ms(), listed);
}

void Accounts::end_session(const Caller& caller, const std::string& id, Done done) {
  end_sessions(
      caller, [id](const Session& session) { return public_id(session.token) == id; }, std::move(done));
}

void Accounts::end_other_sessions(const Caller& caller, Done done) {
  const auto none = [done](Reply reply) { done(reply.status == 404 ? good({{"ended", 0}}) : std::move(reply)); };
  end_sessions(
      caller, [token = caller.token](const Session& session) { return session.token != token; }, none);
}

void Accounts::api_tokens(const Caller& caller, Done done) {
  store_.api_tokens_of(caller.person.id, [this, done](const Found<std::vector<ApiToken>>& found) {
    if (!found.value) return done(unavailable("reading tokens", found.error));
    done(good({{"tokens", list_json(*found.value, api_token_json)}}));
  });
}

void Accounts::add_api_token(const Caller& caller, const NewApiToken& wish, Done done) {
  const std::string secret = new_api_token();
  const std::int64_t now = world_.now_ms();
  const ApiToken token = {hash_token(secret), wish.name, wish.scopes, now, 0, now + wish.days * kDayMs};
  store_.add_api_token(caller.person.id, token, kMaxApiTokens, [this, token, secret, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(Refusal{Code::too_many_kept, "you have 50 tokens; end one that is not needed"});
    Json json = api_token_json(token);
    json["token"] = secret;
    write("storing a token", written, good(json, 201), done);
  });
}

void Accounts::end_api_token(const Caller& caller, const std::string& id, Done done) {
  store_.api_tokens_of(caller.person.id, [this, caller, id, done](const Found<std::vector<ApiToken>>& found) {
    if (!found.value) return done(unavailable("reading tokens", found.error));
    const auto one = std::find_if(found.value->begin(), found.value->end(),
                                  [&](const ApiToken& token) { return public_id(token.token) == id; });
    if (one == found.value->end()) return done(Refusal{Code::not_found, "there is no such token"});
    store_.end_tokens(caller.person.id, true, {one->token}, [this, token = one->token, done](const Written& written) {
      if (written.how == Written::How::durable) forget([&](const Caller& known) { return known.token == token; });
      write("ending a token", written, good({{"ended", 1}}), done);
    });
  });
}

// --- vacations

void Accounts::vacation(const Caller& caller, Done done) {
  store_.away_of(caller.person.id, [this, done](const Found<Away>& found) {
    if (!found.value) return done(unavailable("reading a vacation", found.error));
    done(good(vacation_json(*found.value)));
  });
}

void Accounts::set_vacation(const Caller& caller, bool away, int days, Done done) {
  if (const int wait = vacations_.ask(std::to_string(caller.person.id), world_.seconds()); wait > 0)
    return done(Refusal{Code::too_many, "that is much coming and going; do it a little later", wait});
  const std::int64_t now = world_.now_ms(), until = days == 0 ? 0 : now + days * kDayMs;
  store_.set_away(caller.person.id, away, now, until, [this, caller, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing a vacation", written.message));
    vacation(caller, done);
  });
}

// --- blocks

void Accounts::blocks(const Caller& caller, Done done) {
  store_.blocks_of(caller.person.id, [this, caller, done](const Found<std::vector<std::string>>& names) {
    if (!names.value) return done(unavailable("reading a block list", names.error));
    store_.blocked_guests(caller.person.id, [this, names = *names.value, done](const Found<std::vector<Person>>& all) {
      if (!all.value) return done(unavailable("reading a block list", all.error));
      done(good({{"blocks", names}, {"guests", list_json(*all.value, blocked_guest_json)}}));
    });
  });
}

void Accounts::block(const Caller& caller, const std::string& name, bool on, Done done) {
  store_.account_named(name, [this, caller, on, done](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    found.value ? set_block(caller, found.value->person.id, on, done) : done(nobody());
  });
}

void Accounts::block_seat(const Caller& caller, const SeatAt& at, Done done) {
  store_.read_talk(at.table, {}, [this, caller, at, done](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return done(unavailable("reading a table", found.error));
    const auto person = found.value ? person_at(*found.value, at.seat) : std::nullopt;
    person ? set_block(caller, *person, true, done) : done(nobody_there());
  });
}

void Accounts::unblock_guest(const Caller& caller, const std::string& id, Done done) {
  store_.blocked_guests(caller.person.id, [this, caller, id, done](const Found<std::vector<Person>>& found) {
    if (!found.value) return done(unavailable("reading a block list", found.error));
    for (const Person& one : *found.value)
      if (blocked_guest_id(one.id) == id) return set_block(caller, one.id, false, done);
    done(Refusal{Code::not_found, "you block no such guest"});
  });
}

void Accounts::set_block(const Caller& caller, std::int64_t person, bool on, const Done& done) {
  if (person == caller.person.id)
    return done(Refusal{Code::bad_request, "you cannot block yourself; give the name of another"});
  store_.set_block(caller.person.id, person, on, kMaxBlocks, [this, caller, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(Refusal{Code::too_many_kept, "you block 500 people; let one go first"});
    if (written.how == Written::How::failed) return done(unavailable("storing a block", written.message));
    blocks(caller, done);
  });
}

}  // namespace cairn
