// The audit log in SQL.
#include "server/store/audit.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

#include "core/text.h"
#include "server/play/may_not_act.h"
#include "server/play/names.h"
#include "server/store/links.h"
#include "server/store/registrations.h"
#include "server/store/second_factor.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 31> kActWords = {"sign-out",
                                                        "rename",
                                                        "password-link",
                                                        "role",
                                                        "worker",
                                                        "suspend",
                                                        "lift",
                                                        "close",
                                                        "mute",
                                                        "unmute",
                                                        "remove",
                                                        "settle",
                                                        "hide-study",
                                                        "show-study",
                                                        "delete-study",
                                                        "settle-study",
                                                        "annul",
                                                        "rule",
                                                        "uphold-ruling",
                                                        "cancel-tournament",
                                                        "withdraw-game",
                                                        "invite",
                                                        "withdraw-invitation",
                                                        "approve-account",
                                                        "refuse-account",
                                                        "announce",
                                                        "start-tournament",
                                                        "remove-player",
                                                        "second-factor-off",
                                                        "second-factor-on",
                                                        "forget-secrets"};
static_assert(kActWords.size() == static_cast<std::size_t>(Act::forget_secrets) + 1);
constexpr int kMostFactsLog = 20;

constexpr char kAuditBefore[] =
    "SELECT l.id, l.at_ms, COALESCE(b.name, ''), l.act, COALESCE(p.name, ''), l.about, l.why FROM audit_log l "
    "LEFT JOIN people b ON b.id = l.actor LEFT JOIN people p ON p.id = l.person WHERE l.id < $1 "
    "ORDER BY l.id DESC LIMIT $2";
constexpr char kAuditOf[] =
    "SELECT l.id, l.at_ms, COALESCE(b.name, ''), l.act, COALESCE(p.name, ''), l.about, l.why FROM audit_log l "
    "LEFT JOIN people b ON b.id = l.actor LEFT JOIN people p ON p.id = l.person WHERE l.person = $1 "
    "ORDER BY l.id DESC LIMIT $2";

// Their account, and how each act of it is written.
using ActWork = std::function<Written(SqlConnection&)>;

Written not_written_act() {
  return {Written::How::conflict, {}, 0};
}

// Whoever acts and whom, in the order of their numbers: of two who act on each other on two servers one waits.
void lock_both(SqlConnection& db, std::int64_t by, std::int64_t person) {
  lock_account(db, std::min(by, person));
  if (by != person) lock_account(db, std::max(by, person));
}

ActWork on_account(std::int64_t by, std::int64_t person, ActWork work) {
  return [by, person, work = std::move(work)](SqlConnection& db) {
    lock_both(db, by, person);
    return db.run("SELECT 1 FROM accounts WHERE person = $1", {person}).empty() ? not_written_act() : work(db);
  };
}

// Acts of admins alone, and acts on accounts: those of lower roles only.
constexpr Act kAdminActs[] = {Act::password_link, Act::role, Act::close, Act::second_factor_off};
constexpr Act kAccountActs[] = {
    Act::sign_out, Act::rename, Act::password_link, Act::role,  Act::suspend,          Act::lift,
    Act::close,    Act::mute,   Act::unmute,        Act::annul, Act::second_factor_off};

bool is_among(std::span<const Act> acts, Act act) {
  return std::find(acts.begin(), acts.end(), act) != acts.end();
}

// Throws where whoever acts may not, as of this very transaction: then nothing of it is written. What the service saw
// of the role may be a moment old.
void expect_may_act(SqlConnection& db, Act act, const ActWish& wish) {
  if (wish.by == kHost) return;
  const Role least = is_among(kAdminActs, act) ? Role::admin : Role::moderator;
  if (is_among(kAccountActs, act)) lock_both(db, wish.by, wish.person);
  // An update holds the row: the role stays as it is until the act is written, whatever other servers do.
  const SqlRows actor = db.run("UPDATE accounts SET role = role WHERE person = $1 AND role >= $2 RETURNING role",
                               {wish.by, static_cast<int>(least)});
  bool may = !actor.empty() && !is_barred(db, wish.by);
  if (may && wish.person != 0 && is_among(kAccountActs, act)) {
    const SqlRows whom = db.run("SELECT role FROM accounts WHERE person = $1", {wish.person});
    may = whom.empty() || whom.integer(0, 0) < actor.integer(0, 0);
  }
  if (!may) throw SqlError(SqlError::Kind::other, std::string(kMayNotAct));
}

std::vector<AuditEntry> audit_from(const SqlRows& rows) {
  std::vector<AuditEntry> log;
  log.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    log.push_back({rows.integer(i, 0), rows.integer(i, 1), rows.text(i, 2), rows.text(i, 3), rows.text(i, 4),
                   rows.text(i, 5), rows.text(i, 6)});
  return log;
}

}  // namespace

std::string_view to_word(Act act) {
  const auto number = static_cast<std::size_t>(act);
  return number < kActWords.size() ? kActWords[number] : std::string_view();
}

void write_audit(SqlConnection& db, Act act, const ActWish& wish, const std::string& about) {
  expect_may_act(db, act, wish);
  db.run("INSERT INTO audit_log (at_ms, actor, act, person, about, why) VALUES ({now}, $1, $2, $3, $4, $5)",
         {wish.by, to_word(act), wish.person, about, wish.why});
}

std::vector<AuditEntry> read_audit(SqlConnection& db, std::int64_t before, int most) {
  return audit_from(db.run(kAuditBefore, {before, most}));
}

std::optional<PersonFacts> read_person_facts(SqlConnection& db, const std::string& name) {
  const SqlRows found = db.run("SELECT person FROM accounts WHERE lower_name = $1", {lower(name)});
  const auto account = found.empty() ? std::nullopt : read_account(db, found.integer(0, 0));
  if (!account) return std::nullopt;
  PersonFacts facts;
  facts.account = *account;
  const std::int64_t id = account->person.id;
  const auto count = [&](const char* sql) { return static_cast<int>(db.run(sql, {id}).integer(0, 0)); };
  facts.sessions = count("SELECT COUNT(*) FROM sessions WHERE person = $1 AND expires_ms > {now}");
  facts.tokens = count("SELECT COUNT(*) FROM api_tokens WHERE person = $1 AND expires_ms > {now}");
  facts.games = count("SELECT COUNT(DISTINCT table_key) FROM chairs WHERE person = $1 AND person > 0");
  facts.studies = count("SELECT COUNT(*) FROM studies WHERE owner = $1");
  facts.reported = count("SELECT COUNT(*) FROM reports WHERE said_by = $1");
  facts.invited_by = read_inviter(db, id);
  facts.log = audit_from(db.run(kAuditOf, {id, kMostFactsLog}));
  return facts;
}

std::int64_t end_sessions_and_tokens(SqlConnection& db, std::int64_t person) {
  const std::int64_t sessions = db.run("SELECT COUNT(*) FROM sessions WHERE person = $1", {person}).integer(0, 0);
  end_sessions_but(db, person, TokenHash{});
  db.run(
      "INSERT INTO people_news (at_ms, person, token_hash) SELECT {now}, person, token_hash FROM api_tokens "
      "WHERE person = $1",
      {person});
  const std::int64_t tokens = db.run("DELETE FROM api_tokens WHERE person = $1", {person}).changed();
  erase_links(db, person);
  return sessions + tokens;
}

std::int64_t write_sign_out(SqlConnection& db, const ActWish& wish) {
  const std::int64_t ended = end_sessions_and_tokens(db, wish.person);
  write_audit(db, Act::sign_out, wish, "");
  return ended;
}

bool write_new_name(SqlConnection& db, const ActWish& wish, const std::string& name) {
  if (!db.run("SELECT person FROM accounts WHERE {likeness} = $1 AND person <> $2", {likeness(name), wish.person})
           .empty() ||
      name_waits(db, name, wish.person))
    return false;
  const std::string before = db.run("SELECT name FROM people WHERE id = $1", {wish.person}).text(0, 0);
  db.run("UPDATE accounts SET lower_name = $2 WHERE person = $1", {wish.person, lower(name)});
  db.run("UPDATE people SET name = $2 WHERE id = $1", {wish.person, name});
  db.run("UPDATE chairs SET name = $2 WHERE person = $1 AND person > 0", {wish.person, name});
  db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {wish.person});
  write_audit(db, Act::rename, wish, before);
  return true;
}

void write_password_link(SqlConnection& db, const ActWish& wish, const TokenHash& token, std::int64_t expires_ms) {
  db.run("INSERT INTO links (token_hash, kind, person, address, expires_ms) VALUES ($1, $2, $3, '', $4)",
         {token, static_cast<int>(LinkKind::password), wish.person, expires_ms});
  write_audit(db, Act::password_link, wish, "");
}

void AuditStore::person_facts(std::string name, Read<PersonFacts> done) {
  read(std::move(done), [name = std::move(name)](SqlConnection& db) { return read_person_facts(db, name); });
}

void AuditStore::log(std::int64_t before, int most, Read<std::vector<AuditEntry>> done) {
  read(std::move(done), [before, most](SqlConnection& db) { return std::optional(read_audit(db, before, most)); });
}

void AuditStore::sign_out(ActWish wish, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done), on_account(by, person, [wish = std::move(wish)](SqlConnection& db) {
                 return Written{Written::How::durable, {}, write_sign_out(db, wish)};
               }));
}

void AuditStore::rename(ActWish wish, std::string name, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done),
               on_account(by, person, [wish = std::move(wish), name = std::move(name)](SqlConnection& db) {
                 return write_new_name(db, wish, name) ? Written{} : not_written_act();
               }));
}

void AuditStore::give_password_link(ActWish wish, const TokenHash& token, std::int64_t expires_ms, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done),
               on_account(by, person, [wish = std::move(wish), token, expires_ms](SqlConnection& db) {
                 write_password_link(db, wish, token, expires_ms);
                 return Written{};
               }));
}

void AuditStore::set_role(ActWish wish, Role role, std::string word, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done),
               on_account(by, person, [wish = std::move(wish), role, word = std::move(word)](SqlConnection& db) {
                 expect_may_act(db, Act::role, wish);  // of the role before
                 db.run("UPDATE accounts SET role = $2 WHERE person = $1", {wish.person, static_cast<int>(role)});
                 if (role == Role::player) end_invitations_of(db, wish.person);
                 db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {wish.person});
                 write_audit(db, Act::role, wish, word);
                 return Written{};
               }));
}

void AuditStore::suspend(ActWish wish, std::int64_t until_ms, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done), on_account(by, person, [wish = std::move(wish), until_ms](SqlConnection& db) {
                 return write_suspension(db, wish, until_ms) ? Written{} : not_written_act();
               }));
}

void AuditStore::close(ActWish wish, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done), on_account(by, person, [wish = std::move(wish)](SqlConnection& db) {
                 write_closing(db, wish);
                 return Written{};
               }));
}

void AuditStore::lift(ActWish wish, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done), on_account(by, person, [wish = std::move(wish)](SqlConnection& db) {
                 const auto there = read_suspension(db, wish.person);
                 if (there && there->closed) expect_may_act(db, Act::close, wish);  // only admins open one again
                 return write_lift(db, wish) ? Written{} : not_written_act();
               }));
}

void AuditStore::second_factor_off(ActWish wish, OwnerLetter letter, Done done) {
  const std::int64_t by = wish.by, person = wish.person;
  write_person(person, std::move(done),
               on_account(by, person, [wish = std::move(wish), letter = std::move(letter)](SqlConnection& db) {
                 return write_factor_off(db, wish, letter) ? Written{} : not_written_act();
               }));
}

}  // namespace cairn
