// The closed list of what a client is told (docs/protocol.md). Everything of a game goes through `TableView`, the one
// projection for a viewer; nothing else of the server writes about a position.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "notation/view_json.h"
#include "server/play/table.h"

namespace cairn {

// A table as a viewer sees it: a seat, or null for a spectator. It refers to the table and to its id.
class TableView {
 public:
  // What all viewers of one moment of a table see alike, each part written once: for the first of them. In a game with
  // hidden information nobody takes another's events or view.
  struct Alike {
    std::optional<std::string> events, head, moves, view, rest;
  };
  // `now_ms`: for what the clocks show.
  TableView(const Table& table, std::string_view id, std::optional<Seat> you, std::int64_t now_ms = 0);
  const Table& table() const { return table_; }
  std::string_view id() const { return id_; }
  std::optional<Seat> seat() const { return you_; }
  Viewer viewer() const { return viewer_; }
  std::string state_text() const;   // State, for the wire
  Json state() const;               // the same, to look into
  std::string record_text() const;  // of a State what is worth keeping, and when the table was created
  std::string reply_text(const Change& change) const;  // Reply
  // {"type":"change",...} for the wire, after the commit. `alike` belongs to this moment of the table.
  std::string change_text(const Change& change, Alike& alike) const;
  std::string past_change_text(const Change& change) const;  // the same of the past, without a state

 private:
  void append_head(std::string& out) const;
  void append_you(std::string& out) const;
  void append_moves(std::string& out) const;
  bool moves_alike() const;
  void append_change(std::string& out, const Change& change, Alike& alike) const;
  void append_state(std::string& out, Alike& alike) const;
  void append_rest(std::string& out) const;
  const Table& table_;
  std::string_view id_;
  std::optional<Seat> you_;
  std::int64_t now_ms_;
  Viewer viewer_;
};

Json occupant_json(const Occupant& occupant);

Json error_json(
    const Refusal& refusal);  // {"error":{"code","message","detail"?,"arguments"?,"reason"?,"index"?,"retry_after"?}}
std::string error_text(const Refusal& refusal);  // the same for the wire, with "state" where there is one
// Text for the wire. Never throws: bytes that are no UTF-8 are replaced.
std::string to_text(const Json& json);

}  // namespace cairn
