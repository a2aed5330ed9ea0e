// What is stored of vacations from all games at once. Part of the store; what store.h says of its calls and answers
// holds here.
//
// Somebody goes, or comes back: that is one write, with a row for each running game of theirs whose clock knows
// vacations. Who begins such a game while away gets a row with it. Any server does what a row asks for, by an entry at
// the table, and takes the row away in the same write; so it is done once, whichever server ends in between.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/store/store_part.h"

namespace cairn {

struct Away {
  std::int64_t since_ms = 0;  // 0: here
  std::int64_t until_ms = 0;  // comes back by itself; 0: does not
  int waiting = 0;            // games at whose tables it is still to be said
};

// A table where somebody is still to go away from, or to come back to.
struct AwayDue {
  std::int64_t person = 0;
  std::string table;
  std::int64_t number = 0;  // of the person's comings and goings
  bool away = false;
};

class AwayStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Of who is away already: only until when. Conflict: there is no such account.
  void set_away(std::int64_t person, bool away, std::int64_t now_ms, std::int64_t until_ms, Done done);
  void end_aways(std::int64_t now_ms, int most, Done done);  // whose time is over come back
  void away_of(std::int64_t person, Read<Away> done);
  void due_away(int most, Read<std::vector<AwayDue>> done);
  // Nothing is to be done at the table as it is with so many entries. Conflict: it has others.
  void end_due_away(AwayDue due, int entries, Done done);
};

}  // namespace cairn
