// People in SQL.
#include "server/store/people.h"

#include <algorithm>

#include "core/text.h"
#include "server/play/names.h"
#include "server/store/challenges.h"
#include "server/store/second_factor.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

TokenHash hash_from(const std::string& bytes) {
  TokenHash hash{};
  if (bytes.size() != hash.size()) throw SqlError(SqlError::Kind::other, "a stored token is damaged");
  std::copy(bytes.begin(), bytes.end(), hash.begin());
  return hash;
}

Role role_from(std::int64_t number) {
  return number >= 0 && number <= static_cast<int>(Role::admin) ? static_cast<Role>(number) : Role::player;
}

// What servers may have in memory and is so no more: told with the write, found by each when it looks (`people_news`).
void tell_ended(SqlConnection& db, std::int64_t person, const TokenHash& token) {
  erase_hooks(db, token);
  db.run("INSERT INTO people_news (at_ms, person, token_hash) VALUES ({now}, $1, $2)", {person, token});
}

void tell_changed(SqlConnection& db, std::int64_t person) {
  db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {person});
}

void end_session(SqlConnection& db, std::int64_t person, const std::string& bytes) {
  const TokenHash token = hash_from(bytes);
  if (db.run("DELETE FROM sessions WHERE token_hash = $1", {token}).changed() > 0) tell_ended(db, person, token);
}

void insert_session(SqlConnection& db, std::int64_t person, const Session& session) {
  db.run(
      "INSERT INTO sessions (token_hash, person, created_ms, used_ms, expires_ms, device) "
      "VALUES ($1, $2, $3, $4, $5, $6)",
      {session.token, person, session.created_ms, session.used_ms, session.expires_ms, session.device});
}

void rename(SqlConnection& db, std::int64_t person, std::string_view name) {
  db.run("UPDATE people SET name = $2 WHERE id = $1", {person, name});
  db.run("UPDATE chairs SET name = $2 WHERE person = $1 AND person > 0", {person, name});
}

Written insert_guest(SqlConnection& db, const std::string& name, const TokenHash& token, std::int64_t now_ms,
                     std::int64_t expires_ms) {
  const std::int64_t person =
      db.run("INSERT INTO people (name, created_ms) VALUES ($1, $2) RETURNING id", {name, now_ms}).integer(0, 0);
  insert_session(db, person, {token, {}, now_ms, now_ms, expires_ms});
  return {How::durable, {}, person};
}

constexpr char kPersonNamed[] = "SELECT person FROM accounts WHERE lower_name = $1";
constexpr char kPersonLike[] = "SELECT person FROM accounts WHERE {likeness} = $1 ORDER BY person LIMIT 1";

Written erase_account(SqlConnection& db, std::int64_t person) {
  if (db.run("DELETE FROM accounts WHERE person = $1", {person}).changed() == 0) return {How::conflict, {}, 0};
  rename(db, person, kDeletedName);
  end_sessions_but(db, person, TokenHash{});
  end_api_tokens(db, person);
  db.run("DELETE FROM blocks WHERE person = $1 OR blocked = $1", {person});
  db.run("DELETE FROM rating_history WHERE person = $1", {person});
  db.run("DELETE FROM annulments WHERE person = $1", {person});
  db.run("DELETE FROM ratings WHERE person = $1", {person});
  db.run("DELETE FROM mutes WHERE person = $1", {person});
  db.run("DELETE FROM notes WHERE person = $1", {person});
  db.run("DELETE FROM study_reports WHERE person = $1 OR study IN (SELECT id FROM studies WHERE owner = $1)", {person});
  db.run("DELETE FROM studies WHERE owner = $1", {person});
  db.run("DELETE FROM puzzle_tries WHERE person = $1", {person});
  db.run("UPDATE analyses SET person = 0 WHERE person = $1", {person});
  db.run("DELETE FROM atom_feeds WHERE person = $1", {person});
  db.run("DELETE FROM away_due WHERE person = $1", {person});
  erase_suspension(db, person);
  withdraw_wishes(db, person);
  db.run("DELETE FROM invitations WHERE person = $1", {person});
  db.run("DELETE FROM sign_ups WHERE person = $1", {person});
  db.run("UPDATE challenges SET note = '' WHERE maker = $1", {person});
  erase_hooks(db, person);
  erase_links(db, person);
  erase_factor(db, person);
  tell_changed(db, person);
  return {};
}

// The last row of a person's browsers is the one that was not used for longest.
void trim_sessions(SqlConnection& db, std::int64_t person, std::int64_t now_ms, int most) {
  const SqlRows over =
      db.run("SELECT token_hash FROM sessions WHERE person = $1 AND expires_ms <= $2", {person, now_ms});
  for (std::size_t i = 0; i < over.size(); ++i) end_session(db, person, over.text(i, 0));
  const SqlRows rows =
      db.run("SELECT token_hash FROM sessions WHERE person = $1 ORDER BY used_ms DESC, created_ms DESC", {person});
  for (auto i = static_cast<std::size_t>(most); i < rows.size(); ++i) end_session(db, person, rows.text(i, 0));
}

static_assert(kAllScopes == 31, "a session has them all, in the next statement");
constexpr char kSessionCaller[] =
    "SELECT p.id, p.name, s.expires_ms, s.used_ms, 31, a.role, a.bot, CASE WHEN a.person IS NULL THEN 0 ELSE 1 END, "
    "u.person, u.at_ms, u.until_ms, u.closed, u.why, f.since_ms "
    "FROM sessions s JOIN people p ON p.id = s.person LEFT JOIN accounts a ON a.person = p.id "
    "LEFT JOIN suspensions u ON u.person = p.id LEFT JOIN second_factors f ON f.person = p.id "
    "WHERE s.token_hash = $1 AND s.expires_ms > $2";
constexpr char kTokenCaller[] =
    "SELECT p.id, p.name, t.expires_ms, t.used_ms, t.scopes, a.role, a.bot, 1, "
    "u.person, u.at_ms, u.until_ms, u.closed, u.why, f.since_ms "
    "FROM api_tokens t JOIN people p ON p.id = t.person JOIN accounts a ON a.person = p.id "
    "LEFT JOIN suspensions u ON u.person = p.id LEFT JOIN second_factors f ON f.person = p.id "
    "WHERE t.token_hash = $1 AND t.expires_ms > $2";
constexpr char kEndedCaller[] =
    "SELECT p.id, p.name, 0, 0, 0, a.role, a.bot, 1, u.person, u.at_ms, u.until_ms, u.closed, u.why, 0 "
    "FROM ended_tokens t JOIN people p ON p.id = t.person JOIN accounts a ON a.person = p.id "
    "JOIN suspensions u ON u.person = p.id "
    "WHERE t.token_hash = $1 AND (u.until_ms = 0 OR u.until_ms > $2)";

// In five columns of a row; the first one is null where there is none.
std::optional<Suspension> suspension_in(const SqlRows& rows, std::size_t column) {
  if (rows.integer(0, column) == 0) return std::nullopt;
  return Suspension{rows.integer(0, column + 1), rows.integer(0, column + 2), rows.integer(0, column + 3) != 0,
                    rows.text(0, column + 4)};
}

std::optional<Caller> read_caller(SqlConnection& db, const TokenHash& token, bool bearer, std::int64_t now_ms) {
  SqlRows rows = db.run(bearer ? kTokenCaller : kSessionCaller, {token, now_ms});
  if (rows.empty()) rows = db.run(kEndedCaller, {token, now_ms});
  if (rows.empty()) return std::nullopt;
  Caller caller;
  caller.person = {rows.integer(0, 0),      rows.text(0, 1),
                   rows.integer(0, 7) != 0, role_from(rows.integer(0, 5)),
                   rows.integer(0, 6) != 0, rows.integer(0, 13) != 0};
  caller.person.factor_since_ms = rows.integer(0, 13);
  caller.token = token;
  caller.bearer = bearer;
  caller.scopes = static_cast<Scopes>(rows.integer(0, 4) & kAllScopes);
  caller.expires_ms = rows.integer(0, 2);
  caller.used_ms = rows.integer(0, 3);
  if (auto suspension = suspension_in(rows, 8); suspension && suspension->holds(now_ms))
    caller.suspended = std::move(suspension);
  return caller;
}

std::optional<Account> account_from(const SqlRows& rows) {
  if (rows.empty()) return std::nullopt;
  Account account;
  account.person = {rows.integer(0, 0), rows.text(0, 1), true, role_from(rows.integer(0, 2)), rows.integer(0, 3) != 0};
  account.password = rows.text(0, 4);
  account.email = rows.text(0, 5);
  account.profile = rows.text(0, 6);
  account.preferences = rows.text(0, 7);
  account.created_ms = rows.integer(0, 8);
  account.seen_ms = rows.integer(0, 9);
  account.hidden = rows.integer(0, 10) != 0;
  account.zone_minutes = static_cast<int>(rows.integer(0, 11));
  account.language = rows.text(0, 13);
  account.suspension = suspension_in(rows, 14);
  account.person.factor_since_ms = rows.integer(0, 19);
  account.person.second_factor = account.person.factor_since_ms != 0;
  if (!rows.text(0, 12).empty()) account.proven = rows.text(0, 12).substr(kMailUrl.size());
  return account;
}

constexpr char kAccountOf[] =
    "SELECT p.id, p.name, a.role, a.bot, a.password, a.email, a.profile, a.preferences, a.created_ms, a.seen_ms, "
    "a.hidden, a.zone_minutes, (SELECT url FROM hooks h WHERE h.person = a.person AND h.mail = 1), "
    "a.language, u.person, u.at_ms, u.until_ms, u.closed, u.why, f.since_ms "
    "FROM accounts a JOIN people p ON p.id = a.person LEFT JOIN suspensions u ON u.person = a.person "
    "LEFT JOIN second_factors f ON f.person = a.person "
    "WHERE a.person = $1";

std::optional<Account> account_by(SqlConnection& db, const char* sql, const std::string& name) {
  const SqlRows rows = db.run(sql, {name});
  return rows.empty() ? std::nullopt : read_account(db, rows.integer(0, 0));
}

void insert_api_token(SqlConnection& db, std::int64_t person, const ApiToken& token) {
  db.run(
      "INSERT INTO api_tokens (token_hash, person, name, scopes, created_ms, used_ms, expires_ms) "
      "VALUES ($1, $2, $3, $4, $5, 0, $6)",
      {token.token, person, token.name, static_cast<int>(token.scopes), token.created_ms, token.expires_ms});
}

}  // namespace

bool name_waits(SqlConnection& db, const std::string& name, std::int64_t person, std::int64_t but) {
  return !db.run(
                "SELECT 1 FROM sign_ups WHERE alike = $1 AND refused = 0 AND key <> $2 AND (person = 0 OR person <> "
                "$3)",
                {likeness(name), but, person})
              .empty();
}

Written write_account(SqlConnection& db, const Account& account, const TokenHash* kept, std::int64_t wish) {
  const std::string& name = account.person.name;
  const bool fresh = account.person.id == 0;
  if (!db.run(kPersonLike, {likeness(name)}).empty() || name_waits(db, name, account.person.id, wish))
    return {How::conflict, {}, 0};
  const std::int64_t person =
      fresh ? db.run("INSERT INTO people (name, created_ms) VALUES ($1, $2) RETURNING id", {name, account.created_ms})
                  .integer(0, 0)
            : account.person.id;
  const SqlRows made = db.run(
      "INSERT INTO accounts (person, lower_name, password, role, bot, email, profile, preferences, created_ms, "
      "seen_ms, language) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) ON CONFLICT DO NOTHING",
      {person, lower(name), account.password, static_cast<int>(account.person.role), account.person.bot, account.email,
       account.profile, account.preferences, account.created_ms, account.language});
  if (made.changed() == 0) {
    if (fresh) db.run("DELETE FROM people WHERE id = $1", {person});
    return {How::conflict, {}, 0};
  }
  if (!fresh) {
    rename(db, person, name);
    if (kept != nullptr) end_sessions_but(db, person, *kept);
    tell_changed(db, person);
  }
  return {How::durable, {}, person};
}

void write_first_session(SqlConnection& db, const Sealer& sealer, std::int64_t person, const Session& session) {
  insert_session(db, person, session);
  note_address(db, sealer, person, session.from);
}

void lock_account(SqlConnection& db, std::int64_t person) {
  db.run("UPDATE accounts SET role = role WHERE person = $1", {person});
}

void end_api_tokens(SqlConnection& db, std::int64_t person) {
  const SqlRows tokens = db.run("DELETE FROM api_tokens WHERE person = $1 RETURNING token_hash", {person});
  for (std::size_t i = 0; i < tokens.size(); ++i) tell_ended(db, person, hash_from(tokens.text(i, 0)));
}

void end_sessions_but(SqlConnection& db, std::int64_t person, const TokenHash& kept) {
  const SqlRows rows = db.run("SELECT token_hash FROM sessions WHERE person = $1 AND token_hash <> $2", {person, kept});
  for (std::size_t i = 0; i < rows.size(); ++i) end_session(db, person, rows.text(i, 0));
}

Written write_session(SqlConnection& db, const Sealer& sealer, std::int64_t person, const Session& session,
                      const std::optional<TokenHash>& instead, int most) {
  // The account may have been deleted or suspended a moment ago.
  if (db.run("SELECT 1 FROM accounts WHERE person = $1", {person}).empty()) return {How::conflict, {}, 0};
  const auto suspension = read_suspension(db, person);
  if (suspension && suspension->holds(session.created_ms)) return {How::conflict, {}, 0};
  if (suspension) erase_suspension(db, person);
  if (instead)  // the browser stays the same
    db.run("UPDATE hooks SET session_hash = $2 WHERE session_hash = $1 AND person = $3",
           {*instead, session.token, person});
  if (instead && db.run("DELETE FROM sessions WHERE token_hash = $1", {*instead}).changed() > 0)
    tell_ended(db, person, *instead);
  insert_session(db, person, session);
  note_address(db, sealer, person, session.from);
  trim_sessions(db, person, session.created_ms, most);
  db.run("DELETE FROM people_news WHERE at_ms < {now} - 86400000");
  return {};
}

bool write_api_token(SqlConnection& db, const std::string& name, const ApiToken& token) {
  const SqlRows rows = db.run(kPersonNamed, {lower(name)});
  if (!rows.empty()) insert_api_token(db, rows.integer(0, 0), token);
  return !rows.empty();
}

bool write_role(SqlConnection& db, const std::string& name, Role role) {
  const SqlRows rows = db.run("UPDATE accounts SET role = $2 WHERE lower_name = $1 RETURNING person",
                              {lower(name), static_cast<int>(role)});
  if (!rows.empty() && role == Role::player) end_invitations_of(db, rows.integer(0, 0));
  if (!rows.empty()) tell_changed(db, rows.integer(0, 0));
  return !rows.empty();
}

void PeopleStore::add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                            Done done) {
  write({}, std::move(done), [name = std::move(name), token, now_ms, expires_ms](SqlConnection& db) {
    return insert_guest(db, name, token, now_ms, expires_ms);
  });
}

void PeopleStore::add_account(Account account, Session session, Done done) {
  const std::int64_t person = account.person.id;
  write_person(person, std::move(done),
               [account = std::move(account), session = std::move(session), &sealer = sealer_](SqlConnection& db) {
                 const Written made = write_account(db, account, &session.token);
                 if (made.how == How::durable) write_first_session(db, sealer, made.key, session);
                 return made;
               });
}

void PeopleStore::edit_account(std::int64_t person, AccountEdit edit, Done done) {
  write_person(person, std::move(done), [person, edit = std::move(edit), &sealer = sealer_](SqlConnection& db) {
    if (is_barred(db, person)) return Written{How::conflict, {}, 0};
    if (edit.email && db.run("SELECT 1 FROM accounts WHERE person = $1 AND email = $2", {person, *edit.email}).empty())
      if (const auto no = ask_factor(db, sealer, person, edit.proof)) return *no;
    if (edit.email) db.run("UPDATE accounts SET email = $2 WHERE person = $1", {person, *edit.email});
    if (edit.email && edit.email->empty()) erase_mail_hook(db, person);
    if (edit.profile) db.run("UPDATE accounts SET profile = $2 WHERE person = $1", {person, *edit.profile});
    if (edit.preferences) db.run("UPDATE accounts SET preferences = $2 WHERE person = $1", {person, *edit.preferences});
    if (edit.hidden) db.run("UPDATE accounts SET hidden = $2 WHERE person = $1", {person, *edit.hidden ? 1 : 0});
    if (edit.zone_minutes)
      db.run("UPDATE accounts SET zone_minutes = $2 WHERE person = $1", {person, *edit.zone_minutes});
    if (edit.language) db.run("UPDATE accounts SET language = $2 WHERE person = $1", {person, *edit.language});
    if (edit.bot) {
      db.run("UPDATE accounts SET bot = $2 WHERE person = $1", {person, *edit.bot});
      tell_changed(db, person);
    }
    return Written{};
  });
}

void PeopleStore::set_password(std::int64_t person, std::string old, std::string password, const TokenHash& kept,
                               FactorProof proof, Done done) {
  write_person(person, std::move(done),
               [person, old = std::move(old), password = std::move(password), kept, proof = std::move(proof),
                &sealer = sealer_](SqlConnection& db) {
                 if (const auto no = ask_factor(db, sealer, person, proof)) return *no;
                 const SqlRows rows = db.run("UPDATE accounts SET password = $3 WHERE person = $1 AND password = $2",
                                             {person, old, password});
                 if (rows.changed() == 0) return Written{How::conflict, {}, 0};
                 end_sessions_but(db, person, kept);
                 erase_links(db, person);
                 erase_begun_factor(db, person);
                 return Written{};
               });
}

void PeopleStore::set_role(std::string name, Role role, Done done) {
  write({}, std::move(done), [name = lower(name), role](SqlConnection& db) {
    return Written{write_role(db, name, role) ? How::durable : How::conflict, {}, 0};
  });
}

void PeopleStore::delete_account(std::int64_t person, FactorProof proof, Done done) {
  write_person(person, std::move(done), [person, proof = std::move(proof), &sealer = sealer_](SqlConnection& db) {
    if (const auto no = ask_factor(db, sealer, person, proof)) return *no;
    return erase_account(db, person);
  });
}

void PeopleStore::add_session(std::int64_t person, Session session, std::optional<TokenHash> instead, int most,
                              Done done) {
  write_person(person, std::move(done),
               [person, session = std::move(session), instead, most, &sealer = sealer_](SqlConnection& db) {
                 if (const auto no = ask_factor(db, sealer, person, {session.code, session.created_ms})) return *no;
                 return write_session(db, sealer, person, session, instead, most);
               });
}

void PeopleStore::add_api_token(std::int64_t person, ApiToken token, int most, FactorProof proof, Done done) {
  write_person(
      person, std::move(done),
      [person, token = std::move(token), most, proof = std::move(proof), &sealer = sealer_](SqlConnection& db) {
        if (is_barred(db, person)) return Written{How::conflict, {}, 0};
        db.run("DELETE FROM api_tokens WHERE person = $1 AND expires_ms <= $2", {person, token.created_ms});
        if (db.run("SELECT COUNT(*) FROM api_tokens WHERE person = $1", {person}).integer(0, 0) >= most ||
            db.run("SELECT 1 FROM accounts WHERE person = $1", {person}).empty())
          return Written{How::conflict, {}, 0};
        if (const auto no = ask_factor(db, sealer, person, proof)) return *no;
        insert_api_token(db, person, token);
        return Written{};
      });
}

void PeopleStore::end_tokens(std::int64_t person, bool bearer, Hashes tokens, Done done) {
  write_person(person, std::move(done), [person, bearer, tokens = std::move(tokens)](SqlConnection& db) {
    for (const TokenHash& token : tokens) {
      const SqlRows rows = bearer
                               ? db.run("DELETE FROM api_tokens WHERE token_hash = $1 AND person = $2", {token, person})
                               : db.run("DELETE FROM sessions WHERE token_hash = $1 AND person = $2", {token, person});
      if (rows.changed() > 0) tell_ended(db, person, token);
    }
    return Written{};
  });
}

void PeopleStore::note_use(const Caller& caller, std::int64_t now_ms, Done done) {
  write_person(caller.person.id, std::move(done),
               [person = caller.person.id, token = caller.token, bearer = caller.bearer, from = caller.from, now_ms,
                &sealer = sealer_](SqlConnection& db) {
                 if (bearer)
                   db.run("UPDATE api_tokens SET used_ms = $2 WHERE token_hash = $1", {token, now_ms});
                 else
                   db.run("UPDATE sessions SET used_ms = $2 WHERE token_hash = $1", {token, now_ms});
                 db.run("UPDATE accounts SET seen_ms = $2 WHERE person = $1", {person, now_ms});
                 note_address(db, sealer, person, from);
                 return Written{};
               });
}

void PeopleStore::note_present(std::vector<std::int64_t> people, std::int64_t now_ms, Done done) {
  write({}, std::move(done), [people = std::move(people), now_ms](SqlConnection& db) {
    for (const std::int64_t person : people)
      db.later("UPDATE accounts SET seen_ms = $2 WHERE person = $1 AND seen_ms < $2", {person, now_ms});
    db.later("UPDATE accounts SET address = 0 WHERE address <> 0 AND seen_ms < $1", {now_ms - kAddressKeptMs});
    forget_rated_addresses(db, now_ms - kAddressKeptMs);
    db.settle();
    forget_old_wishes(db, now_ms);
    return Written{};
  });
}

void PeopleStore::seen_since(std::int64_t since_ms, int most, Read<Online> done) {
  read(std::move(done), [since_ms, most](SqlConnection& db) {
    Online out;
    out.count = db.run("SELECT COUNT(*) FROM accounts WHERE seen_ms >= $1 AND hidden = 0", {since_ms}).integer(0, 0);
    const SqlRows rows = db.run(
        "SELECT p.name, a.bot, a.seen_ms FROM accounts a JOIN people p ON p.id = a.person WHERE a.seen_ms >= $1 "
        "AND a.hidden = 0 ORDER BY a.seen_ms DESC, p.name LIMIT $2",
        {since_ms, most});
    out.people.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.people.push_back({rows.text(i, 0), rows.integer(i, 1) != 0, rows.integer(i, 2)});
    return out;
  });
}

void PeopleStore::caller_of(const TokenHash& token, bool bearer, std::int64_t now_ms, Read<Caller> done) {
  read(std::move(done), [token, bearer, now_ms](SqlConnection& db) { return read_caller(db, token, bearer, now_ms); });
}

std::optional<Account> read_account(SqlConnection& db, std::int64_t person) {
  return account_from(db.run(kAccountOf, {person}));
}

void PeopleStore::account_named(std::string name, Read<Account> done) {
  read(std::move(done), [name = lower(name)](SqlConnection& db) { return account_by(db, kPersonNamed, name); });
}

void PeopleStore::claimed(std::string name, Read<Claimed> done) {
  read(std::move(done), [name = lower(name)](SqlConnection& db) {
    Claimed out;
    out.account = account_by(db, kPersonNamed, name);
    const SqlRows rows = db.run("SELECT password, refused, why FROM sign_ups WHERE lower_name = $1", {name});
    if (!rows.empty()) out.waits = Claimed::Waits{rows.text(0, 0), rows.integer(0, 1) != 0, rows.text(0, 2)};
    return std::optional(std::move(out));
  });
}

void PeopleStore::account_like(std::string name, Read<Account> done) {
  read(std::move(done), [like = likeness(name)](SqlConnection& db) { return account_by(db, kPersonLike, like); });
}

void PeopleStore::account_of(std::int64_t person, Read<Account> done) {
  read(std::move(done), [person](SqlConnection& db) { return read_account(db, person); });
}

void PeopleStore::zones_of(std::vector<std::int64_t> people, Read<std::vector<int>> done) {
  read(std::move(done), [people = std::move(people)](SqlConnection& db) {
    std::vector<int> out;
    out.reserve(people.size());
    for (const std::int64_t person : people) {
      const SqlRows rows = db.run("SELECT zone_minutes FROM accounts WHERE person = $1", {person});
      out.push_back(rows.empty() ? 0 : static_cast<int>(rows.integer(0, 0)));
    }
    return out;
  });
}

void PeopleStore::sessions_of(std::int64_t person, std::int64_t now_ms, Read<std::vector<Session>> done) {
  read(std::move(done), [person, now_ms](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT token_hash, device, created_ms, used_ms, expires_ms FROM sessions "
        "WHERE person = $1 AND expires_ms > $2 ORDER BY created_ms, token_hash",
        {person, now_ms});
    std::vector<Session> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back(
          {hash_from(rows.text(i, 0)), rows.text(i, 1), rows.integer(i, 2), rows.integer(i, 3), rows.integer(i, 4)});
    return out;
  });
}

void PeopleStore::api_tokens_of(std::int64_t person, Read<std::vector<ApiToken>> done) {
  read(std::move(done), [person](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT token_hash, name, scopes, created_ms, used_ms, expires_ms FROM api_tokens WHERE person = $1 "
        "ORDER BY created_ms, token_hash",
        {person});
    std::vector<ApiToken> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({hash_from(rows.text(i, 0)), rows.text(i, 1), static_cast<Scopes>(rows.integer(i, 2) & kAllScopes),
                     rows.integer(i, 3), rows.integer(i, 4), rows.integer(i, 5)});
    return out;
  });
}

void PeopleStore::games_of(std::int64_t person, std::int64_t before, int most, Read<Games> done) {
  read(std::move(done), [person, before, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT t.key, t.id FROM chairs c JOIN tables t ON t.key = c.table_key "
        "WHERE c.person = $1 AND c.person > 0 AND c.table_key < $2 ORDER BY c.table_key DESC LIMIT $3",
        {person, before, most});
    Games out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.emplace_back(rows.integer(i, 0), rows.text(i, 1));
    return out;
  });
}

void PeopleStore::people_news(std::int64_t last_ms, Read<std::vector<PeopleNews>> done) {
  read(std::move(done), [last_ms](SqlConnection& db) -> std::optional<std::vector<PeopleNews>> {
    const SqlRows rows = db.run(
        "SELECT n.person, n.token_hash, p.name FROM people_news n JOIN people p ON p.id = n.person "
        "WHERE n.at_ms > {now} - $1",
        {last_ms});
    std::vector<PeopleNews> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::string token = rows.text(i, 1);
      out.push_back(
          {rows.integer(i, 0), token.empty() ? std::nullopt : std::optional(hash_from(token)), rows.text(i, 2)});
    }
    return out;
  });
}

}  // namespace cairn
