// The second factor of accounts: a secret that an authenticator app has, too (base/totp.h), and recovery codes. Part of
// the store; what store.h says of its calls and answers holds here.
//
// The secret is sealed (sealer.h), of recovery codes a hash is stored. A code counts once: the write that asks for one
// uses it up, with whatever else it writes or with nothing. An account has no second factor until it was begun and
// confirmed by a code. Its owner gets a letter with each change, where they have a confirmed address; where a moderator
// turns it on, a line of the audit log says so. One whose secret is lost (sealer.h) is on, and takes recovery codes
// alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/store/audit.h"
#include "server/store/store_part.h"

namespace cairn {

struct FactorState {
  std::int64_t since_ms = 0;  // 0: it is off
  int recovery_codes = 0;     // that are left
  bool on() const { return since_ms != 0; }
};

// The keys of conflicts, of every write that takes a FactorProof: a code is missing, or is wrong or used.
inline constexpr std::int64_t kNeedsCode = -101, kWrongCode = -102;
inline constexpr std::int64_t kFactorIsOn = -103;
// How long a secret that was begun waits for its first code.
inline constexpr std::int64_t kFactorBegunMs = 15LL * 60 * 1000;

class SecondFactorStore : public StorePart {
 public:
  using Hashes = std::vector<TokenHash>;
  SecondFactorStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}

  void state(std::int64_t person, Read<FactorState> done);  // always found
  // A new secret, in place of one that was not confirmed. Conflict: it is on, or there is no such account.
  void begin(std::int64_t person, std::string secret, std::int64_t now_ms, Done done);
  // Turns it on, with these recovery codes, and ends whatever somebody with the password alone may have made before:
  // all sessions but `kept`, mailed links, API tokens and webhooks. Conflict: nothing was begun, or too long ago (key
  // 0); kFactorIsOn; or kWrongCode.
  void confirm(std::int64_t person, FactorProof proof, Hashes recovery, const TokenHash& kept, OwnerLetter letter,
               Done done);
  // Conflict: it is off (key 0); or as of a proof.
  // Codes for recovery before count no more.
  void renew(std::int64_t person, FactorProof proof, Hashes recovery, OwnerLetter letter, Done done);
  void turn_off(std::int64_t person, FactorProof proof, OwnerLetter letter, Done done);

 private:
  const Sealer& sealer_;
};

TokenHash hash_recovery_code(std::int64_t person, std::string_view plain);  // as of plain_recovery_code

// Within a transaction.
// Uses the code up, where the account has a second factor; std::nullopt: go on. First in a write: what was written
// before stays written.
std::optional<Written> ask_factor(SqlConnection& db, const Sealer& sealer, std::int64_t person,
                                  const FactorProof& proof);
bool has_factor(SqlConnection& db, std::int64_t person);
void erase_begun_factor(SqlConnection& db, std::int64_t person);  // that no code has confirmed yet
void erase_factor(SqlConnection& db, std::int64_t person);
// By an admin or the host, for whoever lost phone and codes. False: it is off.
bool write_factor_off(SqlConnection& db, const ActWish& wish, const OwnerLetter& letter);

}  // namespace cairn
