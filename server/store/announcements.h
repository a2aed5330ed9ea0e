// What moderators and the host tell everybody on top of each page: one text at a time, until a moment. Part of the
// store; what store.h says of its calls and answers holds here.
#pragma once

#include "server/store/audit.h"
#include "server/store/store_part.h"

namespace cairn {

struct Announcement {
  std::int64_t id = 0;
  std::string text;
  std::int64_t at_ms = 0, until_ms = 0;  // until_ms: 0 until it is ended
  bool holds(std::int64_t now_ms) const { return until_ms == 0 || until_ms > now_ms; }
  friend bool operator==(const Announcement&, const Announcement&) = default;
};

class AnnouncementStore : public StorePart {
 public:
  using StorePart::StorePart;
  void current(Read<Announcement> done);  // it may be over
  // In the place of the one before, with a row of the audit log; its number is the key.
  void announce(ActWish wish, std::string text, std::int64_t until_ms, Done done);
  void end(ActWish wish, Done done);  // conflict: there is none
};

// The same within a transaction.
std::optional<Announcement> read_announcement(SqlConnection& db);
std::int64_t write_announcement(SqlConnection& db, const ActWish& wish, const std::string& text, std::int64_t until_ms);
bool end_announcement(SqlConnection& db, const ActWish& wish);

}  // namespace cairn
