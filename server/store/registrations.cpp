// Invitations and accounts that wait, in SQL.
#include "server/store/registrations.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/days.h"
#include "server/base/tokens.h"
#include "server/play/names.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr int kMostLettersWaiting = 10;  // letters at an address, before no more are added

Written not_registered(std::int64_t why = 0) {
  return {How::conflict, {}, why};
}

constexpr char kOpenInvitations[] =
    "SELECT i.key, i.person, COALESCE(p.name, ''), i.note, i.uses, i.used, i.created_ms, i.expires_ms "
    "FROM invitations i LEFT JOIN people p ON p.id = i.person "
    "WHERE i.used < i.uses AND i.expires_ms > $1 AND (i.person = $2 OR $2 = 0) ORDER BY i.key DESC LIMIT $3";
constexpr char kInvitationsOf[] =
    "SELECT i.key, i.person, COALESCE(p.name, ''), i.note, i.uses, i.used, i.created_ms, i.expires_ms "
    "FROM invitations i LEFT JOIN people p ON p.id = i.person WHERE i.person = $1 ORDER BY i.key DESC";

std::vector<Invitation> invitations_in(const SqlRows& rows) {
  std::vector<Invitation> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0),
                   {},
                   rows.integer(i, 1),
                   rows.text(i, 2),
                   rows.text(i, 3),
                   static_cast<int>(rows.integer(i, 4)),
                   static_cast<int>(rows.integer(i, 5)),
                   rows.integer(i, 6),
                   rows.integer(i, 7)});
  return out;
}

std::optional<Joining::Asked> read_asked(SqlConnection& db, std::int64_t person) {
  const SqlRows rows = db.run(
      "SELECT name, email, language, note, bot, proven, refused, why, created_ms FROM sign_ups WHERE person = $1 "
      "ORDER BY key DESC LIMIT 1",
      {person});
  if (rows.empty()) return std::nullopt;
  return Joining::Asked{rows.text(0, 0),         rows.text(0, 1),         rows.text(0, 2),
                        rows.text(0, 3),         rows.integer(0, 4) != 0, rows.integer(0, 5) != 0,
                        rows.integer(0, 6) != 0, rows.text(0, 7),         rows.integer(0, 8)};
}

std::string invitation_about(const Invitation& made) {
  return std::to_string(made.uses) + " until " + minute_text(made.expires_ms) +
         (made.note.empty() ? "" : ": " + made.note);
}

// Counts it down, and tells who made it; none: it is not good any more.
std::optional<std::int64_t> use_invitation(SqlConnection& db, const TokenHash& token, std::int64_t now_ms) {
  const SqlRows rows = db.run(
      "UPDATE invitations SET used = used + 1 WHERE token_hash = $1 AND used < uses AND expires_ms > $2 "
      "RETURNING person",
      {token, now_ms});
  if (rows.empty()) return std::nullopt;
  return rows.integer(0, 0);
}

// One that no earlier wish had, though it may be gone: whoever decides with an old list at hand decides about nobody
// else. In seconds of the time, as far as it goes.
std::int64_t new_number(SqlConnection& db, std::int64_t now_ms) {
  constexpr std::int64_t kSince = 1'700'000'000;
  const std::int64_t last = db.run("SELECT COALESCE(MAX(key), 0) FROM sign_ups").integer(0, 0);
  return std::max(last + 1, now_ms / 1'000 - kSince);
}

Written insert_waiting(SqlConnection& db, const Account& account, const std::string& note, int most) {
  const std::string& name = account.person.name;
  forget_old_wishes(db, account.created_ms);
  if (db.run("SELECT COUNT(*) FROM sign_ups WHERE refused = 0").integer(0, 0) >= most)
    return not_registered(RegistrationStore::kTooManyWait);
  if (!db.run("SELECT 1 FROM accounts WHERE {likeness} = $1", {likeness(name)}).empty()) return not_registered();
  if (!db.run("SELECT 1 FROM sign_ups WHERE alike = $1 AND refused = 0", {likeness(name)}).empty())
    return not_registered();
  db.run("DELETE FROM sign_ups WHERE alike = $1 OR lower_name = $2", {likeness(name), lower(name)});
  // Who asks again as the same guest asks for one account.
  if (account.person.id != 0) db.run("DELETE FROM sign_ups WHERE person = $1", {account.person.id});
  db.run(
      "INSERT INTO sign_ups (key, name, lower_name, alike, password, email, language, bot, person, note, created_ms, "
      "proven, refused, decided_ms, why) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, '')",
      {new_number(db, account.created_ms), name, lower(name), likeness(name), account.password, account.email,
       account.language, account.person.bot ? 1 : 0, account.person.id, note, account.created_ms,
       account.proven.empty() ? 0 : 1});
  return {};
}

WaitingAccount waiting_in(const SqlRows& rows, std::size_t i) {
  return {rows.integer(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3), rows.text(i, 4), rows.integer(i, 5)};
}

void tell_by_mail(SqlConnection& db, const std::string& address, const Notice& letter) {
  if (!address.empty() && !letter.id.empty()) write_letter(db, lower(address), letter, kMostLettersWaiting);
}

}  // namespace

void forget_old_wishes(SqlConnection& db, std::int64_t now_ms) {
  db.run("DELETE FROM sign_ups WHERE (refused = 0 AND created_ms < $1) OR (refused = 1 AND decided_ms < $2)",
         {now_ms - kWaitingKeptMs, now_ms - kRefusedKeptMs});
}

void write_invitation(SqlConnection& db, const Invitation& made, bool audited) {
  db.run("DELETE FROM invitations WHERE expires_ms <= $1 OR used >= uses", {made.created_ms});
  db.run(
      "INSERT INTO invitations (token_hash, person, note, uses, used, created_ms, expires_ms) "
      "VALUES ($1, $2, $3, $4, 0, $5, $6)",
      {made.token, made.by, made.note, made.uses, made.created_ms, made.expires_ms});
  if (audited) write_audit(db, Act::invite, {made.by, 0, {}}, invitation_about(made));
}

std::vector<Invitation> read_invitations(SqlConnection& db, std::int64_t by, std::int64_t now_ms, int most) {
  return invitations_in(db.run(kOpenInvitations, {now_ms, by, most}));
}

std::optional<std::string> read_inviter(SqlConnection& db, std::int64_t person) {
  const SqlRows rows = db.run(
      "SELECT COALESCE(p.name, '') FROM accounts a LEFT JOIN people p ON p.id = a.invited_by WHERE a.person = $1 "
      "AND a.invited_by >= 0",
      {person});
  return rows.empty() ? std::nullopt : std::optional(rows.text(0, 0));
}

void end_invitations_of(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM invitations WHERE person = $1", {person});
}

bool erase_invitation(SqlConnection& db, std::int64_t id, std::int64_t by, bool any) {
  const SqlRows rows =
      db.run("DELETE FROM invitations WHERE key = $1 AND (person = $2 OR $3 = 1) RETURNING person, note, uses, used",
             {id, by, any ? 1 : 0});
  if (rows.empty()) return false;
  if (any) {
    const std::int64_t maker = rows.integer(0, 0);
    const std::string left = std::to_string(rows.integer(0, 2) - rows.integer(0, 3)), note = rows.text(0, 1);
    write_audit(db, Act::withdraw_invitation, {by, maker, {}}, left + (note.empty() ? "" : ": " + note));
  }
  return true;
}

std::vector<WaitingAccount> read_waiting(SqlConnection& db, int most) {
  const SqlRows rows = db.run(
      "SELECT key, name, note, email, language, created_ms FROM sign_ups WHERE refused = 0 ORDER BY key LIMIT $1",
      {most});
  std::vector<WaitingAccount> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(waiting_in(rows, i));
  return out;
}

std::optional<WaitingAccount> read_waiting_one(SqlConnection& db, std::int64_t id) {
  const SqlRows rows =
      db.run("SELECT key, name, note, email, language, created_ms FROM sign_ups WHERE key = $1 AND refused = 0", {id});
  if (rows.empty()) return std::nullopt;
  return waiting_in(rows, 0);
}

Written write_approval(SqlConnection& db, const ActWish& wish, std::int64_t id, const Notice& letter) {
  const SqlRows rows = db.run(
      "SELECT name, password, email, language, bot, person, created_ms, proven FROM sign_ups WHERE key = $1 AND "
      "refused = 0",
      {id});
  if (rows.empty()) return not_registered();
  Account account;
  std::int64_t guest = rows.integer(0, 5);
  // The guest may have become an account meanwhile, or be gone.
  if (guest != 0 && (!db.run("SELECT 1 FROM accounts WHERE person = $1", {guest}).empty() ||
                     db.run("SELECT 1 FROM people WHERE id = $1", {guest}).empty()))
    guest = 0;
  account.person = {guest, rows.text(0, 0), true, Role::player, rows.integer(0, 4) != 0};
  account.password = rows.text(0, 1);
  account.email = rows.text(0, 2);
  account.language = rows.text(0, 3);
  account.created_ms = rows.integer(0, 6);
  Written made = write_account(db, account, nullptr, id);  // in the guest's browser it is signed in
  if (made.how != How::durable) return not_registered(RegistrationStore::kNameTaken);
  db.run("DELETE FROM sign_ups WHERE key = $1", {id});
  if (rows.integer(0, 7) != 0)
    write_mail_hook(db, {new_table_id(), made.key, std::string(kMailUrl) + lower(account.email), new_token(),
                         kAllNotices, account.created_ms});
  tell_by_mail(db, account.email, letter);
  write_audit(db, Act::approve_account, {wish.by, made.key, wish.why}, "");
  return made;
}

Written write_refusal(SqlConnection& db, const ActWish& wish, std::int64_t id, const Notice& letter) {
  const SqlRows rows = db.run(
      "UPDATE sign_ups SET refused = 1, decided_ms = {now}, why = $2, note = '' WHERE key = $1 AND refused = 0 "
      "RETURNING name, email",
      {id, wish.why});
  if (rows.empty()) return not_registered();
  tell_by_mail(db, rows.text(0, 1), letter);
  db.run("UPDATE sign_ups SET email = '' WHERE key = $1", {id});
  write_audit(db, Act::refuse_account, {wish.by, 0, wish.why}, rows.text(0, 0));
  return {};
}

void RegistrationStore::add_invitation(Invitation made, int most, bool audited, Done done) {
  const std::int64_t by = made.by;
  write_person(by, std::move(done), [made = std::move(made), most, audited](SqlConnection& db) {
    if (is_barred(db, made.by)) return not_registered();
    const SqlRows open =
        db.run("SELECT COUNT(*) FROM invitations WHERE person = $1 AND used < uses AND expires_ms > $2",
               {made.by, made.created_ms});
    if (open.integer(0, 0) >= most) return not_registered();
    write_invitation(db, made, audited);
    return Written{};
  });
}

void RegistrationStore::invitations(std::int64_t by, std::int64_t now_ms, int most,
                                    Read<std::vector<Invitation>> done) {
  read(std::move(done),
       [by, now_ms, most](SqlConnection& db) { return std::optional(read_invitations(db, by, now_ms, most)); });
}

void RegistrationStore::end_invitation(std::int64_t id, std::int64_t by, bool any, Done done) {
  write_person(by, std::move(done), [id, by, any](SqlConnection& db) {
    return erase_invitation(db, id, by, any) ? Written{} : not_registered();
  });
}

void RegistrationStore::is_open(TokenHash invitation, std::int64_t now_ms, Read<bool> done) {
  read(std::move(done), [invitation, now_ms](SqlConnection& db) {
    return std::optional(!db.run("SELECT 1 FROM invitations WHERE token_hash = $1 AND used < uses AND expires_ms > $2",
                                 {invitation, now_ms})
                              .empty());
  });
}

void RegistrationStore::joining_of(std::int64_t person, Read<Joining> done) {
  read(std::move(done), [person](SqlConnection& db) {
    return std::optional(
        Joining{invitations_in(db.run(kInvitationsOf, {person})), read_inviter(db, person), read_asked(db, person)});
  });
}

void RegistrationStore::add_invited(TokenHash invitation, Account account, Session session, Done done) {
  write(" invited", std::move(done),
        [invitation, account = std::move(account), session = std::move(session), &sealer = sealer_](SqlConnection& db) {
          const auto by = use_invitation(db, invitation, account.created_ms);
          if (!by) return not_registered(kNotInvited);
          const Written made = write_account(db, account, &session.token);
          if (made.how == How::durable) {
            write_first_session(db, sealer, made.key, session);
            db.run("UPDATE accounts SET invited_by = $2 WHERE person = $1", {made.key, *by});
          } else {
            db.run("UPDATE invitations SET used = used - 1 WHERE token_hash = $1", {invitation});
          }
          return made;
        });
}

void RegistrationStore::add_waiting(Account account, std::string note, int most, Done done) {
  write(" waiting", std::move(done), [account = std::move(account), note = std::move(note), most](SqlConnection& db) {
    return insert_waiting(db, account, note, most);
  });
}

void RegistrationStore::waiting(int most, Read<std::vector<WaitingAccount>> done) {
  read(std::move(done), [most](SqlConnection& db) { return std::optional(read_waiting(db, most)); });
}

void RegistrationStore::waiting_one(std::int64_t id, Read<WaitingAccount> done) {
  read(std::move(done), [id](SqlConnection& db) { return read_waiting_one(db, id); });
}

void RegistrationStore::approve(ActWish wish, std::int64_t id, Notice letter, Done done) {
  write(" waiting", std::move(done), [wish = std::move(wish), id, letter = std::move(letter)](SqlConnection& db) {
    return write_approval(db, wish, id, letter);
  });
}

void RegistrationStore::refuse(ActWish wish, std::int64_t id, Notice letter, Done done) {
  write(" waiting", std::move(done), [wish = std::move(wish), id, letter = std::move(letter)](SqlConnection& db) {
    return write_refusal(db, wish, id, letter);
  });
}

}  // namespace cairn
