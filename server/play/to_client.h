// The closed list of what a client is told (docs/protocol.md). Everything of a game goes through `Seen`, the one
// projection for a viewer; nothing else of the server writes about a position.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notation/view_json.h"
#include "server/play/table.h"

namespace cairn {

// A viewer at a table: a seat, or null for a spectator.
class Seen {
 public:
  // `now_ms`: for what the clocks show.
  Seen(const Table& table, std::optional<Seat> you, std::int64_t now_ms = 0);
  std::string state_text(std::string_view id) const;  // State, for the wire
  Json state(std::string_view id) const;              // the same, to look into
  // Of a State what is worth keeping, and when the table was created, in ms since 1970.
  std::string record_text(std::string_view id, std::int64_t created_ms) const;
  Json reply(const Change& change) const;  // Reply
  // {"type":"change",...} for the wire, after the commit
  std::string change_text(std::string_view id, const Change& change) const;
  Json told_before(const Change& change) const;  // the same of the past, without a state
  Viewer viewer() const { return viewer_; }

 private:
  void append_head(std::string& out, std::string_view id) const;
  void append_moves(std::string& out) const;
  const Table& table_;
  std::optional<Seat> you_;
  std::int64_t now_ms_;
  Viewer viewer_;
};

Json chair_json(const Chair& chair);

Json error_json(const Refusal& refusal);         // {"error":{"code","message","reason"?,"index"?,"retry_after"?}}
std::string error_text(const Refusal& refusal);  // the same for the wire, with "state" where there is one
// Text for the wire. Never throws: bytes that are no UTF-8 are replaced.
std::string to_text(const Json& json);

}  // namespace cairn
