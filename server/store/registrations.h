// How accounts come to be where not everybody may make one: invitations, and wishes for an account that wait for a
// moderator. Part of the store; what store.h says of its calls and answers holds here.
//
// An invitation is a token, of which a hash is stored. It is good for some accounts and until a moment; what it is good
// for is counted down by the write that makes the account.
//
// A wish that waits is no account: it takes its name for itself and has a password, and nobody comes in with it.
// Whoever asked as a guest stays the guest, and becomes the account when it is approved. One that was refused is kept
// for a while, so that its owner can read why.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/store/audit.h"
#include "server/store/outbox.h"
#include "server/store/people.h"
#include "server/store/store_part.h"

namespace cairn {

inline constexpr std::int64_t kWaitingKeptMs = 60LL * 24 * 3600 * 1000;  // then nobody will answer it any more
inline constexpr std::int64_t kRefusedKeptMs = 30LL * 24 * 3600 * 1000;

struct Invitation {
  std::int64_t id = 0;
  TokenHash token{};       // of one that was read: zeros
  std::int64_t by = 0;     // kHost: the host
  std::string by_name{};   // as it is now; "": the host
  std::string note{};      // whom it is for
  int uses = 1, used = 0;  // accounts
  std::int64_t created_ms = 0, expires_ms = 0;
};

struct WaitingAccount {
  std::int64_t id = 0;
  std::string name, note;  // note: what they wrote to the moderators
  std::string email{};     // "": none was given; it is not confirmed
  std::string language{};
  std::int64_t created_ms = 0;
};

// Of an account: how it came to be here, and whom it let in.
struct Joining {
  // A wish that waits or was refused, which they made as a guest: the account came to be in another way.
  struct Asked {
    std::string name, email, language, note;
    bool bot = false, proven = false, refused = false;
    std::string why{};  // it was refused
    std::int64_t created_ms = 0;
  };
  std::vector<Invitation> invitations{};    // that they made, and that are kept; the newest first
  std::optional<std::string> invited_by{};  // a name as it is now, "": the host; none: came without an invitation
  std::optional<Asked> asked{};
};

class RegistrationStore : public StorePart {
 public:
  RegistrationStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}

  // Conflict: its maker has `most` that are open, or is suspended. `audited`: with a row of the audit log.
  void add_invitation(Invitation made, int most, bool audited, Done done);
  // Of one person, or (0) of everybody: the open ones, the newest first.
  void invitations(std::int64_t by, std::int64_t now_ms, int most, Read<std::vector<Invitation>> done);
  // `any`: also one of somebody else, with a row of the audit log. Conflict: there is none.
  void end_invitation(std::int64_t id, std::int64_t by, bool any, Done done);
  // Whether it is good for one more account. This and the next are always found.
  void is_open(TokenHash invitation, std::int64_t now_ms, Read<bool> done);
  void joining_of(std::int64_t person, Read<Joining> done);
  // As PeopleStore::add_account. Conflict with the key `kNotInvited`: the invitation is not good (any more).
  static constexpr std::int64_t kNotInvited = -1;
  void add_invited(TokenHash invitation, Account account, Session session, Done done);

  // Conflict: the name is taken, also by another one that waits. With the key `kTooManyWait`: so many wait already.
  // `account.proven`: its address is known to be theirs, and is when it is approved; "": nobody has proven it.
  static constexpr std::int64_t kTooManyWait = -2;
  void add_waiting(Account account, std::string note, int most, Done done);
  void waiting(int most, Read<std::vector<WaitingAccount>> done);  // the oldest first
  void waiting_one(std::int64_t id, Read<WaitingAccount> done);
  // `letter` goes to its address, where it has one; without an id nothing does. Conflict: nothing of this number waits.
  // With the key `kNameTaken`: somebody else got the name meanwhile.
  static constexpr std::int64_t kNameTaken = -3;
  void approve(ActWish wish, std::int64_t id, Notice letter, Done done);
  void refuse(ActWish wish, std::int64_t id, Notice letter, Done done);

 private:
  const Sealer& sealer_;
};

// The same within a transaction.
void write_invitation(SqlConnection& db, const Invitation& made, bool audited);
std::vector<Invitation> read_invitations(SqlConnection& db, std::int64_t by, std::int64_t now_ms, int most);
std::optional<std::string> read_inviter(SqlConnection& db, std::int64_t person);  // as Joining::invited_by
bool erase_invitation(SqlConnection& db, std::int64_t id, std::int64_t by, bool any);
std::vector<WaitingAccount> read_waiting(SqlConnection& db, int most);
std::optional<WaitingAccount> read_waiting_one(SqlConnection& db, std::int64_t id);
Written write_approval(SqlConnection& db, const ActWish& wish, std::int64_t id, const Notice& letter);
Written write_refusal(SqlConnection& db, const ActWish& wish, std::int64_t id, const Notice& letter);

}  // namespace cairn
