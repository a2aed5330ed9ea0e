// What people see and change of what is theirs, and what they show to others.
#include <algorithm>

#include "server/base/tokens.h"
#include "server/people/accounts.h"
#include "server/people/talk_replies.h"

namespace cairn {

namespace {

constexpr int kMaxApiTokens = 50;
constexpr int kMaxBlocks = 500;

}  // namespace

std::string blocked_guest_id(std::int64_t person) {
  return public_id(hash_token("guest " + std::to_string(person)));
}

void Accounts::account(const Caller& caller, Done<Account> done) {
  if (!caller.person.account) {
    Account guest;
    guest.person = caller.person;
    return done(guest);
  }
  stores_.people.account_of(caller.person.id, must("reading an account", done, done));
}

void Accounts::with_named(const std::string& name, Right go, Refused refused) {
  stores_.people.account_named(name, [=, this](const Found<Account>& found) {
    if (!found.error.empty()) return refused(unavailable("reading an account", found.error));
    found.value ? go(*found.value)
                : refused({Code::not_found, Message("nobody-name", "there is no player with this name")});
  });
}

void Accounts::profile(const std::string& name, Done<Profile> done) {
  const auto show = [done](const Account& account) {
    const Person& person = account.person;
    done(Profile{person.name, person.role, person.bot, account.profile, account.created_ms});
  };
  with_named(name, show, done);
}

void Accounts::edit(const Visit& visit, const AccountEdit& edit, Done<Account> done) {
  const Caller caller = *visit.caller;
  const auto store = [this, caller, edit](const FactorProof& proof, const StorePart::Done& written) {
    AccountEdit proven = edit;
    proven.proof = proof;
    stores_.people.edit_account(caller.person.id, std::move(proven), written);
  };
  const auto then = [this, caller, edit, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing an account", written.message));
    if (edit.bot) forget_person(caller.person.id);
    account(caller, done);
  };
  with_code(visit, caller.person, edit.proof.code, store, then, done);
}

void Accounts::preferences(const Caller& caller, Done<Preferences> done) {
  const auto show = [done](const Account& account) { done(Preferences{account.preferences}); };
  stores_.people.account_of(caller.person.id, must("reading an account", done, show));
}

void Accounts::set_preferences(const Caller& caller, const Preferences& wish, Done<Preferences> done) {
  AccountEdit edit;
  edit.preferences = wish.json;
  stores_.people.edit_account(caller.person.id, edit, [this, caller, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing an account", written.message));
    preferences(caller, done);
  });
}

// --- sessions and tokens

void Accounts::sessions(const Caller& caller, Done<SessionList> done) {
  const auto show = [token = caller.token, done](const std::vector<Session>& all) { done(SessionList{all, token}); };
  stores_.people.sessions_of(caller.person.id, world_.now_ms(), must("reading sessions", done, show));
}

void Accounts::end_sessions(const Caller& caller, std::function<bool(const Session&)> which, Done<SessionsEnded> done) {
  const auto end = [this, caller, which = std::move(which), done](const std::vector<Session>& all) {
    PeopleStore::Hashes ending;
    for (const Session& session : all)
      if (which(session)) ending.push_back(session.token);
    if (ending.empty())
      return done(Refusal{Code::not_found, Message("no-such-session", "this session does not exist")});
    const auto ended = [this, caller, ending, done](const Written& written) {
      const auto is_ended = [&](const TokenHash& token) {
        return std::find(ending.begin(), ending.end(), token) != ending.end();
      };
      if (written.how == Written::How::durable) forget([&](const Caller& known) { return is_ended(known.token); });
      write("ending sessions", written, SessionsEnded{ending.size(), is_ended(caller.token)}, done);
    };
    stores_.people.end_tokens(caller.person.id, false, ending, ended);
  };
  stores_.people.sessions_of(caller.person.id, world_.now_ms(), must("reading sessions", done, end));
}

void Accounts::end_session(const Caller& caller, const std::string& id, Done<SessionsEnded> done) {
  end_sessions(
      caller, [id](const Session& session) { return public_id(session.token) == id; }, std::move(done));
}

void Accounts::end_other_sessions(const Caller& caller, Done<SessionsEnded> done) {
  const auto none = [done](const Result<SessionsEnded>& result) {
    done(result.refused_by(Code::not_found) ? SessionsEnded() : result);
  };
  end_sessions(
      caller, [token = caller.token](const Session& session) { return session.token != token; }, none);
}

void Accounts::api_tokens(const Caller& caller, Done<std::vector<ApiToken>> done) {
  stores_.people.api_tokens_of(caller.person.id, must("reading tokens", done, done));
}

void Accounts::add_api_token(const Visit& visit, const NewApiToken& wish, Done<AddedApiToken> done) {
  const std::string secret = new_api_token();
  const std::int64_t now = world_.now_ms();
  const ApiToken token = {hash_token(secret), wish.name, wish.scopes, now, 0, now + wish.days * kDayMs};
  const Person person = visit.caller->person;
  const auto add = [this, person, token](const FactorProof& proof, const StorePart::Done& written) {
    stores_.people.add_api_token(person.id, token, kMaxApiTokens, proof, written);
  };
  const auto then = [this, token, secret, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(Refusal{Code::too_many_kept,
                          Message("50-tokens-end-one", "you have 50 tokens; delete one that you do not need")});
    write("storing a token", written, AddedApiToken{token, secret}, done);
  };
  with_code(visit, person, wish.code, add, then, done);
}

void Accounts::end_api_token(const Caller& caller, const std::string& id, Done<ApiTokenEnded> done) {
  const auto end = [this, caller, id, done](const std::vector<ApiToken>& all) {
    const auto one =
        std::find_if(all.begin(), all.end(), [&](const ApiToken& token) { return public_id(token.token) == id; });
    if (one == all.end()) return done(Refusal{Code::not_found, Message("no-such-token", "this token does not exist")});
    stores_.people.end_tokens(caller.person.id, true, {one->token},
                              [this, token = one->token, done](const Written& written) {
                                if (written.how == Written::How::durable)
                                  forget([&](const Caller& known) { return known.token == token; });
                                write("ending a token", written, ApiTokenEnded(), done);
                              });
  };
  stores_.people.api_tokens_of(caller.person.id, must("reading tokens", done, end));
}

// --- vacations

void Accounts::vacation(const Caller& caller, Done<Away> done) {
  stores_.away.away_of(caller.person.id, must("reading a vacation", done, done));
}

void Accounts::set_vacation(const Caller& caller, bool away, int days, Done<Away> done) {
  if (const int wait = vacations_.ask(std::to_string(caller.person.id), world_.seconds()); wait > 0)
    return done(Refusal{Code::too_many,
                        Message("much-coming-going-do", "you have joined and left too often; try again later"), wait});
  const std::int64_t now = world_.now_ms(), until = days == 0 ? 0 : now + days * kDayMs;
  stores_.away.set_away(caller.person.id, away, now, until, [this, caller, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing a vacation", written.message));
    vacation(caller, done);
  });
}

// --- blocks

void Accounts::blocks(const Caller& caller, Done<BlockList> done) {
  const auto add_guests = [this, caller, done](const std::vector<std::string>& names) {
    const auto show = [names, done](const std::vector<Person>& guests) { done(BlockList{names, guests}); };
    stores_.people.blocked_guests(caller.person.id, must("reading a block list", done, show));
  };
  stores_.people.blocks_of(caller.person.id, must("reading a block list", done, add_guests));
}

void Accounts::block(const Caller& caller, const std::string& name, bool on, Done<BlockList> done) {
  with_named(
      name, [=, this](const Account& account) { set_block(caller, account.person.id, on, done); }, done);
}

void Accounts::block_seat(const Caller& caller, const SeatAt& at, Done<BlockList> done) {
  stores_.talk.read_talk(at.table, {}, [this, caller, at, done](const Found<TalkPlace>& found) {
    if (!found.error.empty()) return done(unavailable("reading a table", found.error));
    const auto person = found.value ? person_at(*found.value, at.seat) : std::nullopt;
    person ? set_block(caller, *person, true, done) : done(nobody_there());
  });
}

void Accounts::unblock_guest(const Caller& caller, const std::string& id, Done<BlockList> done) {
  const auto take = [this, caller, id, done](const std::vector<Person>& guests) {
    for (const Person& one : guests)
      if (blocked_guest_id(one.id) == id) return set_block(caller, one.id, false, done);
    done(Refusal{Code::not_found, Message("block-no-such-guest", "you have not blocked such a guest")});
  };
  stores_.people.blocked_guests(caller.person.id, must("reading a block list", done, take));
}

void Accounts::set_block(const Caller& caller, std::int64_t person, bool on, const Done<BlockList>& done) {
  if (person == caller.person.id)
    return done(Refusal{Code::bad_request,
                        Message("you-cannot-block-yourself", "you cannot block yourself; give another name")});
  stores_.people.set_block(caller.person.id, person, on, kMaxBlocks, [this, caller, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(Refusal{Code::too_many_kept,
                          Message("block-500-people-let", "you have blocked 500 people; unblock one first")});
    if (written.how == Written::How::failed) return done(unavailable("storing a block", written.message));
    blocks(caller, done);
  });
}

}  // namespace cairn
