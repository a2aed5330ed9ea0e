// The exports for tables: a game of this browser's own, kept by the very code that keeps the server's, so that what a
// seat may see, undo and agreements are one (docs/protocol.md, "WebAssembly face").
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "apps/wasm/face.h"
#include "core/text.h"
#include "notation/words.h"
#include "server/play/from_client.h"
#include "server/play/table.h"
#include "server/play/to_client.h"

namespace cairn::wasm {

namespace {

struct Held {
  std::string id;
  Table table;
};

Handles<Held> tables;

constexpr MessageText kForm(
    "form-of-local-table",
    R"(a table is {"id":"...","game":"...","options":{...},"seats":[{"name":"...","kind":"guest" or "bot"},...],)"
    R"("log":[{"seat":0,"command":"play" or "undo" or "resign","words":"..."},...]})");

Held* held_table(std::uint32_t handle) {
  Held* held = tables.find(handle);
  if (!held) last_error() = MessageText("no-such-table", "this table does not exist");
  return held;
}

std::string text_of(const Json& object, const char* name) {
  return object.is_object() && object.contains(name) && object[name].is_string() ? object[name].get<std::string>() : "";
}

std::optional<Occupant> read_occupant(const Json& json) {
  const std::string kind = text_of(json, "kind");
  if (kind != "guest" && kind != "bot") return std::nullopt;
  return Occupant{kind == "bot" ? SeatKind::bot : SeatKind::guest, kind == "bot" ? 0 : 1, text_of(json, "name")};
}

std::optional<Entry> read_entry(const Json& json) {
  const std::string command = text_of(json, "command");
  if (command.empty() || !json.contains("seat") || !json["seat"].is_number_unsigned() || json["seat"] >= kMaxSeats)
    return std::nullopt;
  if (command != "play" && command != "undo" && command != "resign") return std::nullopt;
  return Entry{command == "play"   ? Entry::Kind::play
               : command == "undo" ? Entry::Kind::undo
                                   : Entry::Kind::resign,
               seat_at(json["seat"].get<int>()),
               text_of(json, "words"),
               {}};
}

std::unique_ptr<Held> open_table(std::string_view text, CodedMessage& error) {
  const Json json = parse_json(text);
  error = kForm;
  if (!json.is_object() || !json.contains("seats") || !json["seats"].is_array()) return nullptr;
  const std::string name = text_of(json, "game");
  const GameInfo* info = find_game(name);
  if (!info) {
    error = unknown_game(name);
    return nullptr;
  }
  OptionValues given;
  if (json.contains("options"))
    if (error = read_options(json["options"], given); !error.empty()) return nullptr;
  if (error = info->make({given, std::nullopt}).error; !error.empty()) return nullptr;
  error = kForm;
  TableSetup setup{std::string(info->name), info->complete(given)};
  std::vector<Occupant> occupants;
  for (const Json& one : json["seats"]) {
    auto occupant = read_occupant(one);
    if (!occupant) return nullptr;
    occupants.push_back(*std::move(occupant));
  }
  std::vector<Entry> log;
  if (json.contains("log"))
    for (const Json& one : json["log"]) {
      auto entry = read_entry(one);
      if (!entry) return nullptr;
      log.push_back(*std::move(entry));
    }
  Table::Opened opened = Table::open(*info, std::move(setup), std::move(occupants), std::move(log));
  if (!opened.table)
    error = Message("table-does-not-replay", "the game cannot be replayed: {why}", {{"why", opened.error}});
  return opened.table ? std::make_unique<Held>(Held{text_of(json, "id"), *std::move(opened.table)}) : nullptr;
}

Json refused(std::string_view request, Json error) {
  Json answer = {{"type", "refused"}, {"request", request}};
  answer.update(error);
  return answer;
}

// As a table of the server answers a message of its socket; what an accepted command changed comes with it.
Json command(Held& held, Seat seat, std::string_view message) {
  const auto read = read_socket_message(message);
  if (const auto* fault = std::get_if<SocketFault>(&read))
    return refused(fault->request, error_json({Code::bad_request, fault->message}));
  const Command& asked = std::get<Command>(read);
  const Answer answer = held.table.prepare(seat, asked);
  if (const auto* refusal = std::get_if<Refusal>(&answer)) {
    Json error = error_json(*refusal);
    if (refusal->code == Code::stale) error["state"] = TableView(held.table, held.id, seat).state();
    return refused(asked.request, std::move(error));
  }
  const Change& change = std::get<Change>(answer);
  if (!change.repeated) held.table.commit(change);
  Json reply = {{"type", "reply"}};
  reply.update(parse_json(TableView(held.table, held.id, seat).reply_text(change)));
  return reply;
}

std::string_view command_word(Entry::Kind kind) {
  return kind == Entry::Kind::play ? "play" : kind == Entry::Kind::undo ? "undo" : "resign";
}

}  // namespace

}  // namespace cairn::wasm

using namespace cairn::wasm;
using cairn::Json;

CAIRN_EXPORT(cairn_table_new) std::uint32_t cairn_table_new(const char* config, std::uint32_t size) {
  auto held = open_table({config, size}, last_error());
  return held ? tables.insert(std::move(held)) : 0;
}
CAIRN_EXPORT(cairn_table_delete) void cairn_table_delete(std::uint32_t table) {
  tables.remove(table);
}
CAIRN_EXPORT(cairn_table_state) const char* cairn_table_state(std::uint32_t table, std::uint32_t viewer) {
  const Held* held = held_table(table);
  if (!held) return nullptr;
  const bool seated = viewer < held->table.occupants().size();
  return json_answer(
      cairn::TableView(held->table, held->id, seated ? std::optional(as_seat(viewer)) : std::nullopt).state());
}
CAIRN_EXPORT(cairn_table_command)
const char* cairn_table_command(std::uint32_t table, std::uint32_t seat, const char* message, std::uint32_t size) {
  Held* held = held_table(table);
  if (held && seat >= held->table.occupants().size()) {
    last_error() = cairn::MessageText("no-such-seat", "this seat does not exist");
    return nullptr;
  }
  return held ? json_answer(command(*held, as_seat(seat), {message, size})) : nullptr;
}
// The bot's seat that should choose a move now; -1: none.
CAIRN_EXPORT(cairn_table_bot) std::int32_t cairn_table_bot(std::uint32_t table) {
  const Held* held = held_table(table);
  const auto seat = held ? held->table.bot_to_act() : std::nullopt;
  return seat ? cairn::index(*seat) : -1;
}
CAIRN_EXPORT(cairn_table_log) const char* cairn_table_log(std::uint32_t table) {
  const Held* held = held_table(table);
  if (!held) return nullptr;
  Json log = Json::array();
  for (const auto& entry : held->table.log())
    log.push_back({{"seat", cairn::index(entry.seat)}, {"command", command_word(entry.kind)}, {"words", entry.words}});
  return json_answer(log);
}
CAIRN_EXPORT(cairn_table_moves) const char* cairn_table_moves(std::uint32_t table) {
  const Held* held = held_table(table);
  if (!held) return nullptr;
  Json moves = Json::array();
  for (const auto& step : held->table.steps())
    moves.push_back({{"seat", cairn::index(step.seat)}, {"side", step.side}, {"word", step.said()}});
  return json_answer(moves);
}
