#include <algorithm>
#include <tuple>

#include "core/text.h"
#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::change(Done done, const std::function<Written()>& what) {
  answer(std::move(done), fail_writes ? Written{How::failed, "told to fail", 0} : what());
}

std::int64_t MemoryStore::number_named(const std::string& name) const {
  for (const auto& [number, somebody] : people_)
    if (somebody.account && equal_ignoring_case(somebody.name, name)) return number;
  return 0;
}

bool MemoryStore::token_known(const TokenHash& token) const {
  return std::any_of(people_.begin(), people_.end(), [&](const auto& one) {
    return one.second.sessions.contains(token) || one.second.tokens.contains(token);
  });
}

void MemoryStore::end(std::int64_t person, TokenHash token) {
  Somebody& somebody = people_[person];
  if (somebody.sessions.erase(token) + somebody.tokens.erase(token) > 0) news_.push_back({person, token, {}});
  for (const Hook& hook : hooks_)
    if (hook.session == token) std::erase_if(outbox_, [&](const Sent& one) { return one.hook == hook.id; });
  std::erase_if(hooks_, [&](const Hook& hook) { return hook.session == token; });
}

void MemoryStore::end_sessions_but(std::int64_t person, const TokenHash& kept) {
  const auto sessions = people_[person].sessions;
  for (const auto& [token, session] : sessions)
    if (token != kept) end(person, token);
}

void MemoryStore::add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                            Done done) {
  change(std::move(done), [&] {
    if (token_known(token)) return Written{How::failed, "the token is there", 0};
    const auto number = static_cast<std::int64_t>(people_.size()) + 1;
    people_[number] = {std::move(name), std::nullopt, {{token, {token, {}, now_ms, now_ms, expires_ms}}}, {}, {}};
    return Written{How::durable, {}, number};
  });
}

void MemoryStore::add_account(Account account, Session session, Done done) {
  change(std::move(done), [&] {
    std::int64_t number = account.person.id;
    if (number_named(account.person.name) != 0 || (number != 0 && people_[number].account))
      return Written{How::conflict, {}, 0};
    if (number == 0) number = static_cast<std::int64_t>(people_.size()) + 1;
    end_sessions_but(number, session.token);
    Somebody& somebody = people_[number];
    somebody.name = account.person.name;
    somebody.sessions[session.token] = session;
    account.person.id = number;
    account.person.account = true;
    account.seen_ms = account.created_ms;
    somebody.account = std::move(account);
    note_address(number, session.from);
    news_.push_back({number, std::nullopt, {}});
    return Written{How::durable, {}, number};
  });
}

void MemoryStore::edit_account(std::int64_t person, AccountEdit edit, Done done) {
  change(std::move(done), [&] {
    if (auto& account = people_[person].account) {
      if (edit.email) account->email = *edit.email;
      if (edit.email && edit.email->empty()) end_mail_hook(person);
      if (edit.profile) account->profile = *edit.profile;
      if (edit.preferences) account->preferences = *edit.preferences;
      if (edit.bot) account->person.bot = *edit.bot;
      if (edit.hidden) account->hidden = *edit.hidden;
      if (edit.zone_minutes) account->zone_minutes = *edit.zone_minutes;
      news_.push_back({person, std::nullopt, {}});
    }
    return Written{};
  });
}

void MemoryStore::set_password(std::int64_t person, std::string old, std::string password, const TokenHash& kept,
                               Done done) {
  change(std::move(done), [&] {
    auto& account = people_[person].account;
    if (!account || account->password != old) return Written{How::conflict, {}, 0};
    account->password = std::move(password);
    end_sessions_but(person, kept);
    end_links(person);
    return Written{};
  });
}

void MemoryStore::set_role(std::string name, Role role, Done done) {
  change(std::move(done), [&] {
    const std::int64_t number = number_named(name);
    if (number == 0) return Written{How::conflict, {}, 0};
    people_[number].account->person.role = role;
    news_.push_back({number, std::nullopt, {}});
    return Written{};
  });
}

void MemoryStore::delete_account(std::int64_t person, Done done) {
  change(std::move(done), [&] {
    if (!people_[person].account) return Written{How::conflict, {}, 0};
    end_sessions_but(person, TokenHash{});
    const auto tokens = people_[person].tokens;
    for (const auto& [token, one] : tokens) end(person, token);
    people_[person] = {std::string(kDeletedName), std::nullopt, {}, {}, {}};
    for (auto& [number, somebody] : people_) somebody.blocks.erase(person);
    std::erase_if(ratings_, [&](const auto& one) { return one.first.first == person; });
    std::erase_if(annulments_, [&](const Annulment& one) { return one.person == person; });
    from_.erase(person);
    mutes_.erase(person);
    puzzle_tries_.erase(person);
    for (auto& [table, one] : analyses_)
      if (one.stored.job.person == person) one.stored.job.person = 0;
    atoms_.erase(person);
    away_.erase(person);
    std::erase_if(away_due_, [&](const auto& one) { return one.first.first == person; });
    std::erase_if(study_reports_, [&](const StudyReport& one) { return one.by == person; });
    for (const auto& [number, one] : studies_)
      if (one.owner == person) end_study_reports(one.id);
    std::erase_if(studies_, [&](const auto& one) { return one.second.owner == person; });
    std::erase_if(notes_, [&](const auto& one) { return one.first.first == person; });
    seeks_.erase(person);
    end_links(person);
    std::erase_if(outbox_, [&](const Sent& one) {
      return std::any_of(hooks_.begin(), hooks_.end(),
                         [&](const Hook& hook) { return hook.person == person && hook.id == one.hook; });
    });
    std::erase_if(hooks_, [&](const Hook& hook) { return hook.person == person; });
    std::erase_if(watches_, [&](const auto& one) { return one.first.first == person; });
    for (Challenge& challenge : challenges_) {
      const bool in = std::any_of(challenge.people.begin(), challenge.people.end(),
                                  [&](const Challenged& one) { return one.person == person; });
      if (in && challenge.state == ChallengeState::open) {
        challenge.state = ChallengeState::withdrawn;
        ++challenge.version;
      }
      if (challenge.maker == person) challenge.note.clear();
    }
    news_.push_back({person, std::nullopt, {}});
    return Written{};
  });
}

Written MemoryStore::keep_session(std::int64_t person, const Session& session, const std::optional<TokenHash>& instead,
                                  int most) {
  if (!people_[person].account) return Written{How::conflict, {}, 0};
  for (Hook& hook : hooks_)
    if (instead && hook.person == person && hook.session == *instead) hook.session = session.token;
  if (instead)
    for (auto& [number, somebody] : people_) end(number, *instead);
  auto& sessions = people_[person].sessions;
  sessions[session.token] = session;
  note_address(person, session.from);
  const auto before = sessions;
  for (const auto& [token, one] : before)
    if (one.expires_ms <= session.created_ms) end(person, token);
  while (sessions.size() > static_cast<std::size_t>(most))
    end(person, std::min_element(sessions.begin(), sessions.end(), [](const auto& a, const auto& b) {
                  return a.second.used_ms < b.second.used_ms;
                })->first);
  return Written{};
}

void MemoryStore::add_session(std::int64_t person, Session session, std::optional<TokenHash> instead, int most,
                              Done done) {
  change(std::move(done), [&] { return keep_session(person, session, instead, most); });
}

void MemoryStore::add_api_token(std::int64_t person, ApiToken token, int most, Done done) {
  change(std::move(done), [&] {
    Somebody& somebody = people_[person];
    std::erase_if(somebody.tokens, [&](const auto& one) { return one.second.expires_ms <= token.created_ms; });
    if (!somebody.account || somebody.tokens.size() >= static_cast<std::size_t>(most))
      return Written{How::conflict, {}, 0};
    somebody.tokens[token.token] = token;
    return Written{};
  });
}

void MemoryStore::end_tokens(std::int64_t person, bool bearer, Hashes tokens, Done done) {
  change(std::move(done), [&] {
    for (const TokenHash& token : tokens)
      if (bearer ? people_[person].tokens.contains(token) : people_[person].sessions.contains(token))
        end(person, token);
    return Written{};
  });
}

void MemoryStore::note_use(const Caller& caller, std::int64_t now_ms, Done done) {
  change(std::move(done), [&] {
    Somebody& somebody = people_[caller.person.id];
    if (const auto found = somebody.sessions.find(caller.token); found != somebody.sessions.end())
      found->second.used_ms = now_ms;
    if (const auto found = somebody.tokens.find(caller.token); found != somebody.tokens.end())
      found->second.used_ms = now_ms;
    if (somebody.account) somebody.account->seen_ms = now_ms;
    note_address(caller.person.id, caller.from);
    return Written{};
  });
}

void MemoryStore::note_present(std::vector<std::int64_t> people, std::int64_t now_ms, Done done) {
  change(std::move(done), [&] {
    for (const std::int64_t person : people)
      if (auto& account = people_[person].account) account->seen_ms = std::max(account->seen_ms, now_ms);
    std::erase_if(from_, [&](const auto& one) {
      const auto& account = people_[one.first].account;
      return !account || account->seen_ms < now_ms - kAddressKeptMs;
    });
    return Written{};
  });
}

void MemoryStore::seen_since(std::int64_t since_ms, int most, Read<Online> done) {
  Online out;
  for (const auto& [id, somebody] : people_)
    if (const auto& account = somebody.account; account && !account->hidden && account->seen_ms >= since_ms)
      out.people.push_back({somebody.name, account->person.bot, account->seen_ms});
  out.count = static_cast<std::int64_t>(out.people.size());
  std::sort(out.people.begin(), out.people.end(), [](const Online::Somebody& a, const Online::Somebody& b) {
    return std::tie(b.seen_ms, a.name) < std::tie(a.seen_ms, b.name);
  });
  out.people.resize(std::min(out.people.size(), static_cast<std::size_t>(most)));
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::set_block(std::int64_t person, std::int64_t blocked, bool on, int most, Done done) {
  change(std::move(done), [&] {
    auto& blocks = people_[person].blocks;
    if (!on) blocks.erase(blocked);
    if (on && !blocks.contains(blocked) && blocks.size() >= static_cast<std::size_t>(most))
      return Written{How::conflict, {}, 0};
    if (on) blocks.insert(blocked);
    return Written{};
  });
}

void MemoryStore::caller_of(const TokenHash& token, bool bearer, std::int64_t now_ms, Read<Caller> done) {
  std::optional<Caller> out;
  for (const auto& [number, somebody] : people_) {
    Caller caller;
    caller.person = somebody.account ? somebody.account->person : Person{number, somebody.name};
    caller.token = token;
    caller.bearer = bearer;
    if (const auto found = somebody.sessions.find(token); !bearer && found != somebody.sessions.end()) {
      caller.expires_ms = found->second.expires_ms;
      caller.used_ms = found->second.used_ms;
    }
    if (const auto found = somebody.tokens.find(token); bearer && found != somebody.tokens.end()) {
      caller.expires_ms = found->second.expires_ms;
      caller.used_ms = found->second.used_ms;
      caller.scopes = found->second.scopes;
    }
    if (caller.expires_ms > now_ms) out = caller;
  }
  answer(std::move(done), std::move(out));
}

void MemoryStore::account_named(std::string name, Read<Account> done) {
  account_of(number_named(name), std::move(done));
}

void MemoryStore::account_of(std::int64_t person, Read<Account> done) {
  const auto found = people_.find(person);
  std::optional<Account> out = found == people_.end() ? std::nullopt : found->second.account;
  if (out) out->proven = proven_of(person);
  answer(std::move(done), std::move(out));
}

void MemoryStore::zones_of(std::vector<std::int64_t> people, Read<std::vector<int>> done) {
  std::vector<int> out;
  for (const std::int64_t person : people) {
    const auto found = people_.find(person);
    out.push_back(found != people_.end() && found->second.account ? found->second.account->zone_minutes : 0);
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::sessions_of(std::int64_t person, std::int64_t now_ms, Read<std::vector<Session>> done) {
  std::vector<Session> out;
  for (const auto& [token, session] : people_[person].sessions)
    if (session.expires_ms > now_ms) {
      out.push_back(session);
      out.back().from.clear();
    }
  std::stable_sort(out.begin(), out.end(),
                   [](const Session& a, const Session& b) { return a.created_ms < b.created_ms; });
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::api_tokens_of(std::int64_t person, Read<std::vector<ApiToken>> done) {
  std::vector<ApiToken> out;
  for (const auto& [token, one] : people_[person].tokens) out.push_back(one);
  std::stable_sort(out.begin(), out.end(),
                   [](const ApiToken& a, const ApiToken& b) { return a.created_ms < b.created_ms; });
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::blocks_of(std::int64_t person, Read<std::vector<std::string>> done) {
  std::vector<std::string> out;
  for (const std::int64_t blocked : people_[person].blocks)
    if (people_[blocked].account) out.push_back(people_[blocked].name);
  std::sort(out.begin(), out.end());
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::blocked_guests(std::int64_t person, Read<std::vector<Person>> done) {
  std::vector<Person> out;
  for (const std::int64_t blocked : people_[person].blocks)
    if (!people_[blocked].account) out.push_back({blocked, people_[blocked].name});
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::games_of(std::int64_t person, std::int64_t before, int most, Read<Games> done) {
  Games out;
  for (auto number = static_cast<std::int64_t>(tables_in_order_.size()); number > 0; --number) {
    const std::string& id = tables_in_order_[static_cast<std::size_t>(number - 1)];
    const auto& chairs = tables_.at(id).row.chairs;
    const bool sits = std::any_of(chairs.begin(), chairs.end(), [&](const Chair& one) { return one.person == person; });
    if (sits && number < before && static_cast<int>(out.size()) < most) out.emplace_back(number, id);
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::people_news(std::int64_t, Read<std::vector<PeopleNews>> done) {
  std::vector<PeopleNews> out = news_;
  for (PeopleNews& one : out) one.name = people_[one.person].name;
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
