// The audit log in SQL.
#include "server/store/audit.h"

#include <array>

#include "core/text.h"
#include "server/play/names.h"
#include "server/store/links.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 5> kActWords = {"sign-out", "rename", "password-link", "role", "worker"};
constexpr int kMostFactsLog = 20;

constexpr char kAuditBefore[] =
    "SELECT l.id, l.at_ms, COALESCE(b.name, ''), l.act, COALESCE(p.name, ''), l.about, l.why FROM audit_log l "
    "LEFT JOIN people b ON b.id = l.actor LEFT JOIN people p ON p.id = l.person WHERE l.id < $1 "
    "ORDER BY l.id DESC LIMIT $2";
constexpr char kAuditOf[] =
    "SELECT l.id, l.at_ms, COALESCE(b.name, ''), l.act, COALESCE(p.name, ''), l.about, l.why FROM audit_log l "
    "LEFT JOIN people b ON b.id = l.actor LEFT JOIN people p ON p.id = l.person WHERE l.person = $1 "
    "ORDER BY l.id DESC LIMIT $2";

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
  return kActWords[static_cast<std::size_t>(act)];
}

void write_audit(SqlConnection& db, Act act, const ActWish& wish, const std::string& about) {
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
  facts.log = audit_from(db.run(kAuditOf, {id, kMostFactsLog}));
  return facts;
}

std::int64_t write_sign_out(SqlConnection& db, const ActWish& wish) {
  const std::int64_t sessions = db.run("SELECT COUNT(*) FROM sessions WHERE person = $1", {wish.person}).integer(0, 0);
  end_sessions_but(db, wish.person, TokenHash{});
  db.run(
      "INSERT INTO people_news (at_ms, person, token_hash) SELECT {now}, person, token_hash FROM api_tokens "
      "WHERE person = $1",
      {wish.person});
  const std::int64_t tokens = db.run("DELETE FROM api_tokens WHERE person = $1", {wish.person}).changed();
  erase_links(db, wish.person);
  write_audit(db, Act::sign_out, wish, "");
  return sessions + tokens;
}

bool write_new_name(SqlConnection& db, const ActWish& wish, const std::string& name) {
  if (!db.run("SELECT person FROM accounts WHERE {likeness} = $1 AND person <> $2", {likeness(name), wish.person})
           .empty())
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

}  // namespace cairn
