// What the host and moderators do to accounts and to what people write, and the log of it. Each function is a part of
// the caller's transaction, so that an act and its row of the log are written together or not at all. Rows are only
// ever added: triggers in the database refuse to change or delete one, whoever asks. Running servers hear of an act
// within a second (`people_news`).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/outbox.h"
#include "server/store/people.h"

namespace cairn {

class SqlConnection;

// Words in the store.
enum class Act : std::uint8_t {
  sign_out,
  rename,
  password_link,
  role,
  worker,
  suspend,
  lift,
  close,
  mute,
  unmute,
  remove_message,
  settle_report,
  hide_study,
  show_study,
  delete_study,
  settle_study_report,
  annul,
  rule,
  uphold,
  cancel_tournament,
  withdraw_game,
  invite,
  withdraw_invitation,
  approve_account,
  refuse_account,
  announce,
  start_tournament,
  remove_player,
  second_factor_off,
  second_factor_on,  // by a moderator, of the own account
  forget_secrets,
};
std::string_view to_word(Act act);  // "sign-out"; "" behind the last

inline constexpr std::int64_t kHost = 0;  // who acts on the server's machine

struct AuditEntry {
  std::int64_t id = 0, at_ms = 0;
  std::string by;     // the moderator, as the name is now; "": the host
  std::string act;    // a word
  std::string name;   // whom it concerns, as the name is now; "": nobody alone
  std::string about;  // what else there is to say of it, such as the name before, or "/t/ID p3"
  std::string why;
};

// That tells an account's owner what was done; none: no mail goes out.
using OwnerLetter = std::optional<Notice>;

struct ActWish {
  std::int64_t by = kHost, person = 0;
  std::string why;
};
// An act that is written with what it did.
struct ActNote {
  Act act{};
  ActWish wish{};
  std::string about{};
};

struct PersonFacts {
  Account account;
  int sessions = 0, tokens = 0, games = 0, studies = 0, reported = 0;  // reported: messages of theirs, still waiting
  std::optional<std::string> invited_by{};  // a name as it is now, "": the host; none: came without an invitation
  std::vector<AuditEntry> log{};            // about them, the newest first
};

// What the page of moderators reads and does. Of each write: conflict where the account is gone.
class AuditStore : public StorePart {
 public:
  using StorePart::StorePart;
  void person_facts(std::string name, Read<PersonFacts> done);  // an account
  void log(std::int64_t before, int most, Read<std::vector<AuditEntry>> done);
  void sign_out(ActWish wish, Done done);
  void rename(ActWish wish, std::string name, Done done);  // conflict: also where the name is taken
  void give_password_link(ActWish wish, const TokenHash& token, std::int64_t expires_ms, Done done);
  void set_role(ActWish wish, Role role, std::string word, Done done);
  void suspend(ActWish wish, std::int64_t until_ms, Done done);
  void close(ActWish wish, Done done);
  void lift(ActWish wish, Done done);                                   // conflict: also where nothing is to be lifted
  void second_factor_off(ActWish wish, OwnerLetter letter, Done done);  // conflict: also where there is none
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

// All that the account came with ends, nothing else comes in, and nobody waits for its open games and challenges; games
// that have begun go on. `until_ms`: 0 until it is lifted. In the place of an earlier suspension;
// false: the account is closed, and stays so.
bool write_suspension(SqlConnection& db, const ActWish& wish, std::int64_t until_ms);
// The same without an end, and what the account kept for its owner alone is erased: address of mail, settings, hooks,
// feeds, notes, blocks. The name, the games and what others could read stay.
void write_closing(SqlConnection& db, const ActWish& wish);
bool write_lift(SqlConnection& db, const ActWish& wish);  // of both; false: there is none

}  // namespace cairn
