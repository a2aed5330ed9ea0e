// Feeds: the address at which somebody's reader of news asks what there is to know of his games, without signing in.
// Part of the store; what store.h says of its calls and answers holds here.
//
// An account has one such address or none. Its last part is a secret, of which a hash alone is kept.
#pragma once

#include <string>
#include <vector>

#include "server/store/lists.h"
#include "server/store/store_part.h"

namespace cairn {

struct AtomOwner {
  std::int64_t person = 0;
  std::string name;
  std::int64_t created_ms = 0;  // the address
};

struct TournamentTable {
  TableCard card;
  std::string setup;  // of its tournament, JSON
};

class AtomStore : public StorePart {
 public:
  using StorePart::StorePart;

  // In the place of the one before. Conflict: there is no such account.
  void set_atom(std::int64_t person, const TokenHash& secret, std::int64_t now_ms, Done done);
  void end_atom(std::int64_t person, Done done);               // conflict: there is none
  void atom_of(std::int64_t person, Read<std::int64_t> done);  // when it was made
  void atom_owner(const TokenHash& secret, Read<AtomOwner> done);
  // Where somebody sits for a tournament, the newest first.
  void tournament_tables(std::int64_t person, int most, Read<std::vector<TournamentTable>> done);
};

}  // namespace cairn
