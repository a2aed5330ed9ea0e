// What changed at somebody's tables, for those who follow all of them at once. Part of the store; what store.h says of
// its calls and answers holds here.
//
// A table has a number that grows with every change of which everybody at it is told: the moment by the database's
// clock, so that all servers count alike. A change that somebody is not told of leaves it as it was. Of two writes
// under way at once the one with the smaller number may be seen later: who asks for what came behind a number asks for
// a little more.
#pragma once

#include <string>
#include <vector>

#include "server/store/lists.h"
#include "server/store/store_part.h"

namespace cairn {

struct FeedCard {
  TableCard card;
  std::int64_t change = 0;  // the number
  int visible_kind = -1;    // of the last change that everybody was told of, as Entry::Kind; -1: there was none
};

struct FeedPlace {
  std::int64_t change = -1, number = 0;  // and of the table, where several have the same
};

struct FeedPage {
  std::vector<FeedCard> cards;
  std::int64_t now = 0;  // by the database's clock
};

struct ChangedTable {
  std::string table;
  std::int64_t change = 0, person = 0;  // who sits there; a line for each
};

class FeedStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Where somebody sits, what changed behind a place, in that order; `running`: those that are not over.
  void feed_of(std::int64_t person, FeedPlace after, bool running, int most, Read<FeedPage> done);
  void feed_card(std::string table, Read<FeedCard> done);
  // Tables that changed in the last so many milliseconds, and their people.
  void changed_lately(std::int64_t last_ms, int most, Read<std::vector<ChangedTable>> done);
};

}  // namespace cairn
