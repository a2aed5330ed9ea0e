// What is stored of people: guests, accounts, and what they come with: sessions (a browser's cookie), API tokens (a
// program's). Part of the store; what store.h says of its calls and answers holds here.
//
// Of where somebody comes from an account keeps one number: a hash of the address of the last request that was noted,
// by a key that is made once for all servers on a store. It tells whether two people are at one address and nothing
// else, ends with the account, and is forgotten when its owner was not seen for `kAddressKeptMs`. It outlives a
// session: otherwise whoever signs out before a game begins would be nowhere. By mail nobody is anywhere.
//
// A person is a number. A guest is a name and a session; an account adds a row that takes the name for itself, ignoring
// case. Whoever deletes the account stays a number, so that games keep their occupants, and loses everything else.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "server/play/names.h"
#include "server/store/store_part.h"

namespace cairn {

inline constexpr std::int64_t kAddressKeptMs = 30LL * 24 * 3600 * 1000;

enum class Role : std::uint8_t { player, moderator, admin };

struct Person {
  std::int64_t id = 0;
  std::string name;
  bool account = false;  // otherwise a guest
  Role role = Role::player;
  bool bot = false;
  bool second_factor = false;  // is on
  // The host wants moderators to have one: without it, and by an API token, they may read and do no act.
  bool needs_factor = false;
  std::int64_t factor_since_ms = 0;  // when the second factor was turned on; 0: it is off
};
// Whether somebody may do what moderators do.
constexpr bool may_moderate(const Person& person) {
  return person.role != Role::player && !person.needs_factor;
}

// What proves the second factor with a write that asks for it (second_factor.h).
struct FactorProof {
  std::string code{};  // of an app, or for recovery; "": none was given
  std::int64_t now_ms = 0;
};

// Why an account may not come in.
struct Suspension {
  std::int64_t at_ms = 0;
  std::int64_t until_ms = 0;  // 0: until it is lifted
  bool closed = false;        // the account is closed
  std::string why{};          // its owner reads it
  bool holds(std::int64_t now_ms) const { return until_ms == 0 || until_ms > now_ms; }
};

// What a program may do with a token; a browser's session may do everything.
// `work` is granted by the host alone; `bridge` connects an engine to its owner's own pages, and nothing else.
enum class Scope : std::uint8_t { read = 1, play = 2, account = 4, work = 8, bridge = 16 };
using Scopes = std::uint8_t;  // bits
inline constexpr Scopes kAllScopes = 31;

// Who asks, and with what.
struct Caller {
  Person person;
  TokenHash token{};
  bool bearer = false;  // an API token
  Scopes scopes = kAllScopes;
  std::int64_t expires_ms = 0;
  std::int64_t used_ms = 0;               // the last use that was noted
  std::string from{};                     // the address of that use, in this server's memory alone; "": not known
  std::optional<Suspension> suspended{};  // that holds: nothing may be done for them
};

struct Account {
  Person person;
  std::string password;            // argon2id, with its salt and costs
  std::string email, profile;      // "" where none was given
  std::string preferences = "{}";  // JSON
  std::int64_t created_ms = 0, seen_ms = 0;
  bool hidden = false;                     // is in no list of who is on line
  int zone_minutes = 0;                    // east of UTC
  std::string proven{};                    // the address that mail goes to; "": none
  std::string language{};                  // "de" (notation/texts/language.h); "": not chosen
  std::optional<Suspension> suspension{};  // it may have run out
};

// Who was seen since a moment, and wants to be.
struct Online {
  struct Somebody {
    std::string name;
    bool bot = false;
    std::int64_t seen_ms = 0;
    friend bool operator==(const Somebody&, const Somebody&) = default;
  };
  std::int64_t count = 0;
  std::vector<Somebody> people;  // the last ones of them, the last first
};

struct Session {
  TokenHash token{};
  std::string device;  // what the browser says of itself, in short
  std::int64_t created_ms = 0, used_ms = 0, expires_ms = 0;
  std::string from{};  // the address that it was made from; "": not known, as of one that was read
  std::string code{};  // as of FactorProof, where it begins; not stored
};

struct ApiToken {
  TokenHash token{};
  std::string name;  // that its owner gave it
  Scopes scopes = 0;
  std::int64_t created_ms = 0, used_ms = 0, expires_ms = 0;
};

// Whose password somebody claims to know: of an account, or of one that waits for a moderator (registrations.h).
struct Claimed {
  struct Waits {
    std::string password;
    bool refused = false;
    std::string why{};  // it was refused
  };
  std::optional<Account> account;
  std::optional<Waits> waits;
};

// A change of an account; what is not given stays.
struct AccountEdit {
  std::optional<std::string> email, profile, preferences;
  std::optional<bool> bot, hidden{};
  std::optional<int> zone_minutes{};
  std::optional<std::string> language{};
  FactorProof proof{};  // another email asks for it
};

// Something that servers may have in memory and that is so no more.
struct PeopleNews {
  std::int64_t person = 0;
  std::optional<TokenHash> ended;  // a session or API token; none: the person is another now
  std::string name;                // as it is now
};

class PeopleStore : public StorePart {
 public:
  PeopleStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}
  using Hashes = std::vector<TokenHash>;
  using Games = std::vector<std::pair<std::int64_t, std::string>>;  // numbers, later ones greater, and ids of tables

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms, Done done);
  // Of a guest (`account.person.id`; 0: a new person), whose sessions end. Conflict: the name is taken.
  void add_account(Account account, Session session, Done done);
  // Conflict of what takes a proof: also by the keys of second_factor.h.
  void edit_account(std::int64_t person, AccountEdit edit, Done done);
  // Where the password is still `old`; ends all sessions but `kept`, and a second factor that is not on yet.
  void set_password(std::int64_t person, std::string old, std::string password, const TokenHash& kept,
                    FactorProof proof, Done done);
  void set_role(std::string name, Role role, Done done);  // conflict: there is no such account
  void delete_account(std::int64_t person, FactorProof proof, Done done);
  void delete_account(std::int64_t person, Done done) { delete_account(person, {}, std::move(done)); }

  // Ends `instead`, which was this browser's, and of more than `most` sessions those that were not used for longest.
  // Conflict: the account is gone, or suspended.
  void add_session(std::int64_t person, Session session, std::optional<TokenHash> instead, int most, Done done);
  // Conflict: so many exist.
  void add_api_token(std::int64_t person, ApiToken token, int most, FactorProof proof, Done done);
  void end_tokens(std::int64_t person, bool bearer, Hashes tokens, Done done);
  void note_use(const Caller& caller, std::int64_t now_ms, Done done);  // with its address
  // Of accounts, no guests. Forgets the addresses of those who were not seen for long.
  void note_present(std::vector<std::int64_t> people, std::int64_t now_ms, Done done);
  void set_block(std::int64_t person, std::int64_t blocked, bool on, int most, Done done);

  // Also of a session or token that ended when its account was suspended, for as long as that holds.
  void caller_of(const TokenHash& token, bool bearer, std::int64_t now_ms, Read<Caller> done);
  void account_named(std::string name, Read<Account> done);
  void claimed(std::string name, Read<Claimed> done);  // always found
  // One whose name looks like this one: names.h. Older accounts may look like each other.
  void account_like(std::string name, Read<Account> done);
  // The time zones of accounts, in this order; of others 0.
  void zones_of(std::vector<std::int64_t> people, Read<std::vector<int>> done);
  void account_of(std::int64_t person, Read<Account> done);
  void sessions_of(std::int64_t person, std::int64_t now_ms, Read<std::vector<Session>> done);
  void api_tokens_of(std::int64_t person, Read<std::vector<ApiToken>> done);
  void seen_since(std::int64_t since_ms, int most, Read<Online> done);
  void blocks_of(std::int64_t person, Read<std::vector<std::string>> done);  // accounts
  void blocked_guests(std::int64_t person, Read<std::vector<Person>> done);  // by their numbers
  // The last tables this person sits at whose number is below `before`, the newest first.
  void games_of(std::int64_t person, std::int64_t before, int most, Read<Games> done);

  // Of the last so many milliseconds; a day is kept. Look about once a second.
  void people_news(std::int64_t last_ms, Read<std::vector<PeopleNews>> done);

 private:
  const Sealer& sealer_;
};

// Within a transaction; servers hear of it. False: there is no such account.
bool write_role(SqlConnection& db, const std::string& name, Role role);

// An API token for an account, as by `add_api_token`. False: there is no such account.
bool write_api_token(SqlConnection& db, const std::string& name, const ApiToken& token);

}  // namespace cairn
