// What the host does to accounts by `cairn admin`, and the log of it. Each function is a part of the caller's
// transaction, so that an act and its row of the log are written together or not at all. Rows are only ever added:
// triggers in the database refuse to change or delete one, whoever asks. Running servers hear of an act within a second
// (`people_news`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/people.h"

namespace cairn {

class SqlConnection;

enum class Act : std::uint8_t { sign_out, rename, password_link, role, worker };  // words in the store
std::string_view to_word(Act act);

inline constexpr std::int64_t kHost = 0;  // who acts on the server's machine

struct AuditEntry {
  std::int64_t id = 0, at_ms = 0;
  std::string by;     // the moderator, as the name is now; "": the host
  std::string act;    // a word
  std::string name;   // whom it concerns, as the name is now
  std::string about;  // what else there is to say of it, such as the name before
  std::string why;
};

struct ActWish {
  std::int64_t by = kHost, person = 0;
  std::string why;
};

struct PersonFacts {
  Account account;
  int sessions = 0, tokens = 0, games = 0, studies = 0, reported = 0;  // reported: messages of theirs, still waiting
  std::vector<AuditEntry> log{};                                       // about them, the newest first
};

std::optional<PersonFacts> read_person_facts(SqlConnection& db, const std::string& name);  // an account
std::vector<AuditEntry> read_audit(SqlConnection& db, std::int64_t before, int most);      // the newest first
void write_audit(SqlConnection& db, Act act, const ActWish& wish, const std::string& about);
// Ends all sessions, API tokens and mailed links. How many sessions and tokens.
std::int64_t write_sign_out(SqlConnection& db, const ActWish& wish);
// False: another account has the name, or one that looks like it.
bool write_new_name(SqlConnection& db, const ActWish& wish, const std::string& name);
// A link to choose a new password, which works once and without mail.
void write_password_link(SqlConnection& db, const ActWish& wish, const TokenHash& token, std::int64_t expires_ms);

}  // namespace cairn
