// The second factor in SQL.
#include "server/store/second_factor.h"

#include <sodium.h>

#include "server/base/tokens.h"
#include "server/base/totp.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

Written factor_conflict(std::int64_t why = 0) {
  return {How::conflict, {}, why};
}

void tell_factor_changed(SqlConnection& db, std::int64_t person) {
  db.run("INSERT INTO people_news (at_ms, person) VALUES ({now}, $1)", {person});
}

constexpr int kMostOwnerLetters = 100;  // that wait, before no more are added

void write_owner_letter(SqlConnection& db, std::int64_t person, const OwnerLetter& letter) {
  if (!letter) return;
  const SqlRows hook = db.run("SELECT url FROM hooks WHERE person = $1 AND mail = 1", {person});
  if (!hook.empty()) write_letter(db, hook.text(0, 0).substr(kMailUrl.size()), *letter, kMostOwnerLetters);
}

void note_moderator(SqlConnection& db, std::int64_t person) {
  const SqlRows role = db.run("SELECT role FROM accounts WHERE person = $1", {person});
  if (!role.empty() && role.integer(0, 0) != 0) write_audit(db, Act::second_factor_on, {person, person, {}}, "");
}

void put_recovery_codes(SqlConnection& db, std::int64_t person, const SecondFactorStore::Hashes& codes) {
  db.run("DELETE FROM recovery_codes WHERE person = $1", {person});
  for (const TokenHash& code : codes)
    db.run("INSERT INTO recovery_codes (code_hash, person) VALUES ($1, $2)", {code, person});
}

bool use_recovery_code(SqlConnection& db, std::int64_t person, std::string_view typed) {
  const std::string plain = plain_recovery_code(typed);
  return !plain.empty() && db.run("DELETE FROM recovery_codes WHERE code_hash = $1 AND person = $2",
                                  {hash_recovery_code(person, plain), person})
                                   .changed() == 1;
}

// As a text, for what is not sealed stays as it is.
std::string text_of_secret(std::string_view secret) {
  return hex_of({reinterpret_cast<const unsigned char*>(secret.data()), secret.size()});
}

std::string secret_of_text(std::string_view text) {
  std::string secret(text.size() / 2, '\0');
  std::size_t length = 0;
  if (sodium_hex2bin(reinterpret_cast<unsigned char*>(secret.data()), secret.size(), text.data(), text.size(), nullptr,
                     &length, nullptr) != 0 ||
      length != secret.size())
    throw SqlError(SqlError::Kind::other, "a stored second factor is damaged");
  return secret;
}

// Of one that is on (`since_ms` > 0), or was only begun. The step that is stored rises: of two writes at once on two
// servers one finds the other's there.
bool use_totp(SqlConnection& db, const Sealer& sealer, std::int64_t person, const FactorProof& proof, bool on) {
  const SqlRows rows =
      on ? db.run("SELECT secret, last_step FROM second_factors WHERE person = $1 AND since_ms > 0", {person})
         : db.run("SELECT secret, last_step FROM second_factors WHERE person = $1 AND since_ms = 0", {person});
  if (rows.empty() || rows.text(0, 0).empty()) return false;  // the secret is lost
  const auto step =
      match_totp(secret_of_text(sealer.open(rows.text(0, 0))), proof.code, proof.now_ms, rows.integer(0, 1));
  return step && db.run("UPDATE second_factors SET last_step = $2 WHERE person = $1 AND last_step < $2 AND secret = $3",
                        {person, *step, rows.text(0, 0)})
                         .changed() == 1;
}

}  // namespace

TokenHash hash_recovery_code(std::int64_t person, std::string_view plain) {
  return hash_token("recovery " + std::to_string(person) + ' ' + std::string(plain));
}

bool has_factor(SqlConnection& db, std::int64_t person) {
  return !db.run("SELECT 1 FROM second_factors WHERE person = $1 AND since_ms > 0", {person}).empty();
}

std::optional<Written> ask_factor(SqlConnection& db, const Sealer& sealer, std::int64_t person,
                                  const FactorProof& proof) {
  lock_account(db, person);  // whether it is on stays so until all is written
  if (!has_factor(db, person)) return std::nullopt;
  if (proof.code.empty()) return factor_conflict(kNeedsCode);
  if (use_totp(db, sealer, person, proof, true) || use_recovery_code(db, person, proof.code)) return std::nullopt;
  return factor_conflict(kWrongCode);
}

void erase_begun_factor(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM second_factors WHERE person = $1 AND since_ms = 0", {person});
}

void erase_factor(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM second_factors WHERE person = $1", {person});
  db.run("DELETE FROM recovery_codes WHERE person = $1", {person});
}

bool write_factor_off(SqlConnection& db, const ActWish& wish, const OwnerLetter& letter) {
  lock_account(db, wish.person);
  if (!has_factor(db, wish.person)) return false;
  erase_factor(db, wish.person);
  tell_factor_changed(db, wish.person);
  write_audit(db, Act::second_factor_off, wish, "");
  write_owner_letter(db, wish.person, letter);
  return true;
}

void SecondFactorStore::state(std::int64_t person, Read<FactorState> done) {
  read(std::move(done), [person](SqlConnection& db) {
    FactorState out;
    const SqlRows rows = db.run("SELECT since_ms FROM second_factors WHERE person = $1", {person});
    if (rows.empty() || rows.integer(0, 0) == 0) return std::optional(out);
    out.since_ms = rows.integer(0, 0);
    out.recovery_codes =
        static_cast<int>(db.run("SELECT COUNT(*) FROM recovery_codes WHERE person = $1", {person}).integer(0, 0));
    return std::optional(out);
  });
}

void SecondFactorStore::begin(std::int64_t person, std::string secret, std::int64_t now_ms, Done done) {
  const auto put = [person, now_ms, sealed = sealer_.seal(text_of_secret(secret))](SqlConnection& db) {
    lock_account(db, person);
    if (db.run("SELECT 1 FROM accounts WHERE person = $1", {person}).empty() || is_barred(db, person))
      return factor_conflict();
    const SqlRows rows = db.run(
        "INSERT INTO second_factors (person, secret, begun_ms, since_ms, last_step) VALUES ($1, $2, $3, 0, 0) "
        "ON CONFLICT (person) DO UPDATE SET secret = excluded.secret, begun_ms = excluded.begun_ms, last_step = 0 "
        "WHERE second_factors.since_ms = 0",
        {person, sealed, now_ms});
    return rows.changed() == 1 ? Written{} : factor_conflict();
  };
  write_person(person, std::move(done), put);
}

void SecondFactorStore::confirm(std::int64_t person, FactorProof proof, Hashes recovery, const TokenHash& kept,
                                OwnerLetter letter, Done done) {
  write_person(person, std::move(done),
               [person, proof = std::move(proof), recovery = std::move(recovery), kept, letter = std::move(letter),
                &sealer = sealer_](SqlConnection& db) {
                 lock_account(db, person);
                 if (has_factor(db, person)) return factor_conflict(kFactorIsOn);
                 if (is_barred(db, person) || db.run("SELECT 1 FROM second_factors WHERE person = $1 AND begun_ms > $2",
                                                     {person, proof.now_ms - kFactorBegunMs})
                                                  .empty())
                   return factor_conflict();
                 if (!use_totp(db, sealer, person, proof, false)) return factor_conflict(kWrongCode);
                 db.run("UPDATE second_factors SET since_ms = $2 WHERE person = $1", {person, proof.now_ms});
                 put_recovery_codes(db, person, recovery);
                 end_sessions_but(db, person, kept);
                 end_api_tokens(db, person);
                 erase_web_hooks(db, person);
                 erase_links(db, person);
                 tell_factor_changed(db, person);
                 note_moderator(db, person);
                 write_owner_letter(db, person, letter);
                 return Written{};
               });
}

void SecondFactorStore::renew(std::int64_t person, FactorProof proof, Hashes recovery, OwnerLetter letter, Done done) {
  write_person(person, std::move(done),
               [person, proof = std::move(proof), recovery = std::move(recovery), letter = std::move(letter),
                &sealer = sealer_](SqlConnection& db) {
                 lock_account(db, person);
                 if (is_barred(db, person) || !has_factor(db, person)) return factor_conflict();
                 if (const auto no = ask_factor(db, sealer, person, proof)) return *no;
                 put_recovery_codes(db, person, recovery);
                 write_owner_letter(db, person, letter);
                 return Written{};
               });
}

void SecondFactorStore::turn_off(std::int64_t person, FactorProof proof, OwnerLetter letter, Done done) {
  write_person(person, std::move(done),
               [person, proof = std::move(proof), letter = std::move(letter), &sealer = sealer_](SqlConnection& db) {
                 lock_account(db, person);
                 if (is_barred(db, person) || !has_factor(db, person)) return factor_conflict();
                 if (const auto no = ask_factor(db, sealer, person, proof)) return *no;
                 erase_factor(db, person);
                 tell_factor_changed(db, person);
                 write_owner_letter(db, person, letter);
                 return Written{};
               });
}

}  // namespace cairn
