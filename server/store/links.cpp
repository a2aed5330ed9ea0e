// Mailed links in SQL.
#include "server/store/links.h"

#include "core/text.h"
#include "server/store/second_factor.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr int kMostLettersHere = 100;  // letters at an address, before no more are added

bool take_link(SqlConnection& db, const MailedLink& link) {
  return db.run("DELETE FROM links WHERE token_hash = $1", {link.token}).changed() == 1;
}

// Whether mail of its person goes to where it was sent, still. One without an address was given by the host.
bool goes_there(SqlConnection& db, const MailedLink& link) {
  if (link.address.empty() && link.kind == LinkKind::password) return true;
  return !db.run("SELECT 1 FROM hooks WHERE person = $1 AND mail = 1 AND url = $2",
                 {link.person, std::string(kMailUrl) + link.address})
              .empty();
}

Written insert_links(SqlConnection& db, const std::vector<LinkLetter>& all, std::int64_t now_ms, int most) {
  db.run("DELETE FROM links WHERE expires_ms <= $1", {now_ms});
  for (const auto& [link, letter] : all) {
    if (db.run("SELECT 1 FROM accounts WHERE person = $1", {link.person}).empty() ||
        write_letter(db, link.address, letter, most).how != How::durable)
      continue;
    db.run("INSERT INTO links (token_hash, kind, person, address, expires_ms) VALUES ($1, $2, $3, $4, $5)",
           {link.token, static_cast<int>(link.kind), link.person, link.address, link.expires_ms});
  }
  return {};
}

Written write_proof(SqlConnection& db, const MailedLink& link, const Hook& hook, const Notice& letter) {
  const SqlRows account = db.run("SELECT email FROM accounts WHERE person = $1", {link.person});
  if (!take_link(db, link) || account.empty() || lower(account.text(0, 0)) != link.address)
    return {How::conflict, {}, 0};
  const SqlRows before = db.run("SELECT url FROM hooks WHERE person = $1 AND mail = 1", {link.person});
  Written written = write_mail_hook(db, hook);
  if (written.how != How::durable || before.empty() || before.text(0, 0) == hook.url) return written;
  write_letter(db, before.text(0, 0).substr(kMailUrl.size()), letter, kMostLettersHere);
  return {};
}

Written write_reset(SqlConnection& db, const MailedLink& link, const std::string& password, const Notice& letter) {
  if (!take_link(db, link) || !goes_there(db, link) ||
      db.run("UPDATE accounts SET password = $2 WHERE person = $1", {link.person, password}).changed() == 0)
    return {How::conflict, {}, 0};
  end_sessions_but(db, link.person, TokenHash{});
  erase_links(db, link.person);
  erase_begun_factor(db, link.person);
  if (!link.address.empty()) write_letter(db, link.address, letter, kMostLettersHere);
  return {};
}

}  // namespace

void erase_links(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM links WHERE person = $1", {person});
}

void LinkStore::add_links(std::vector<LinkLetter> all, std::int64_t now_ms, int most, Done done) {
  write({}, std::move(done),
        [all = std::move(all), now_ms, most](SqlConnection& db) { return insert_links(db, all, now_ms, most); });
}

void LinkStore::find_link(const TokenHash& token, LinkKind kind, std::int64_t now_ms, Read<MailedLink> done) {
  read(std::move(done), [token, kind, now_ms](SqlConnection& db) -> std::optional<MailedLink> {
    const SqlRows rows =
        db.run("SELECT person, address, expires_ms FROM links WHERE token_hash = $1 AND kind = $2 AND expires_ms > $3",
               {token, static_cast<int>(kind), now_ms});
    if (rows.empty()) return std::nullopt;
    return MailedLink{token, kind, rows.integer(0, 0), rows.text(0, 1), rows.integer(0, 2)};
  });
}

void LinkStore::prove_address(MailedLink link, Hook hook, Notice letter, Done done) {
  const std::int64_t person = link.person;
  write_person(person, std::move(done),
               [link = std::move(link), hook = std::move(hook), letter = std::move(letter)](SqlConnection& db) {
                 return write_proof(db, link, hook, letter);
               });
}

void LinkStore::sign_in_by(MailedLink link, Session session, std::optional<TokenHash> instead, int most, Done done) {
  const std::int64_t person = link.person;
  write_person(
      person, std::move(done),
      [link = std::move(link), session = std::move(session), instead, most, &sealer = sealer_](SqlConnection& db) {
        // First, so that with a wrong code the link stays good.
        if (const auto no = ask_factor(db, sealer, link.person, {session.code, session.created_ms})) return *no;
        if (!take_link(db, link) || !goes_there(db, link)) return Written{How::conflict, {}, 0};
        return write_session(db, sealer, link.person, session, instead, most);
      });
}

void LinkStore::reset_password(MailedLink link, std::string password, FactorProof proof, Notice letter, Done done) {
  const std::int64_t person = link.person;
  write_person(person, std::move(done),
               [link = std::move(link), password = std::move(password), proof = std::move(proof),
                letter = std::move(letter), &sealer = sealer_](SqlConnection& db) {
                 if (const auto no = ask_factor(db, sealer, link.person, proof)) return *no;
                 return write_reset(db, link, password, letter);
               });
}

}  // namespace cairn
