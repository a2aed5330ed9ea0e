// Links that are mailed: each does one thing, once. Part of the store; what store.h says of its calls and answers holds
// here.
//
// What stands in a link is a token, of which a hash is stored. The write that does what it is good for deletes it. A
// link to sign in or to choose a password is good as long as mail of its person goes to where it was sent.
#pragma once

#include <string>
#include <vector>

#include "server/store/outbox.h"
#include "server/store/people.h"
#include "server/store/store_part.h"

namespace cairn {

enum class LinkKind : std::uint8_t { address, session, password };  // the numbers stand in the store

struct MailedLink {
  TokenHash token{};
  LinkKind kind{};
  std::int64_t person = 0;
  std::string address;  // that it is sent to, in small letters
  std::int64_t expires_ms = 0;
};
struct LinkLetter {
  MailedLink link;
  Notice letter;  // that it stands in; of nobody (kStranger) where the address is still to be proven
};

class LinkStore : public StorePart {
 public:
  LinkStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}

  // Each with its letter, or, where the letter cannot be sent (MailStore::add_letter), neither. Forgets those that are
  // over: it is a write also where there are none to add.
  void add_links(std::vector<LinkLetter> all, std::int64_t now_ms, int most, Done done);
  void find_link(const TokenHash& token, LinkKind kind, std::int64_t now_ms, Read<MailedLink> done);

  // Conflict, of all: the link is there no more, or does not fit any more; or a code of the second factor is missing or
  // wrong (second_factor.h).
  // Mail goes to the address from now on, if it is still the one that the account names. `told`: a letter to the
  // address before.
  void prove_address(MailedLink link, Hook hook, Notice letter, Done done);
  void sign_in_by(MailedLink link, Session session, std::optional<TokenHash> instead, int most, Done done);
  // Ends all sessions and all links; `told`: a letter. A wrong code leaves the link good.
  void reset_password(MailedLink link, std::string password, FactorProof proof, Notice letter, Done done);

 private:
  const Sealer& sealer_;
};

}  // namespace cairn
