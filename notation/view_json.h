// Views, events and game descriptions as JSON: one shape for the command line, the server and the browser.
// The shapes are described in docs/protocol.md. Knows no game; everything comes through View and GameInfo.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "games/registry.h"

namespace cairn {

using Json = nlohmann::ordered_json;

// {"surface","columns","rows","levels","board","sides":[...],"to_act":[seat],"turn":{...},"to_move","marks","groups",
//  "facts","lives_on","tally","next","steps_bind","over","result"}
Json view_json(const View& view);
// The same as text, several times as fast: a server writes it to every viewer of every move.
std::string view_text(const View& view);
void append_view(std::string& out, const View& view);
// {"winner":"white"|null,"seat":0|null,"text":"W+3","how":"count","ranks":[1,2]}, or null while the game goes on
Json result_json(const View& view);
// {"white":2,"black":1}, or as a pair {"black":{"points":1,"captures":3},...} (GameInfo::score_is_pair)
Json score_json(const View& view, bool pair);
// Only what `viewer` may see: [{"kind":"placed","side":"white","at":[level,column,row],"name":"C3"},...]
void append_events(std::string& out, const EventLog& events, const Position& position, const View& view, Viewer viewer);
// [[level,column,row],...]
Json points_json(const std::vector<Point>& points);
// Names of the removed pieces among what `viewer` may see, sorted as text.
std::vector<std::string> removed_names(const EventLog& events, const Position& position, Viewer viewer);
// {"name","title","summary","hidden","options":[{"name","values","default","help"}]}
Json game_json(const GameInfo& info);
// How a game ended: "none", "count", "capture", "resigned", "timed-out", "no-result",
// "agreed", "forfeit".
std::string_view how_word(Outcome::How how);
// The name of the side that a seat plays: "white".
std::string side_name(const View& view, Seat seat);

// Options from a JSON object of strings, numbers and booleans. Returns "" or what was wrong.
Message read_options(const Json& object, OptionValues& out);
// {"board":[...],"to_move":"white"}. Returns "" or what was wrong.
Message read_setup(const Json& object, Setup& out);
// {"code","message","arguments"?}: an argument is a text, a whole number or a message again. A message without a code
// has only its English.
Json message_json(const Message& message);
Json messages_json(const std::vector<Message>& messages);
Json arguments_json(const Message& message);
// Parses text without throwing; nullopt-like: `discarded` when it is no JSON, or has an object with more keys.
inline constexpr std::size_t kMostJsonKeys = 500;
Json parse_json(std::string_view text);
// One line of JSON. Never throws: bytes that are no UTF-8 are replaced.
std::string json_text(const Json& json);
// Appends a text with its quotes, as `json_text` writes it.
void append_quoted(std::string& out, std::string_view text);

}  // namespace cairn
