#include "server/engines/relay_messages.h"

#include <algorithm>

#include "core/text.h"

namespace cairn::engines {

namespace {

constexpr std::size_t kMostOffered = 100, kMostOfferedWord = 40;  // games or sizes of an engine, and letters of one
constexpr std::uint64_t kMostRelayedId = 1'000'000'000;

constexpr MessageText kUnknownToRelay{"bridge-relay-unknown",
                                      "the server does not understand this message of the page; load the page again"};

// How many bytes the letter here has, and its number; the text is UTF-8.
std::pair<std::size_t, std::uint32_t> letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::uint32_t first = byte(at);
  const auto later = [&](std::size_t i) { return byte(at + i) & 0x3FU; };
  if (first < 0xC0U) return {1, first};
  if (first < 0xE0U) return {2, (first & 0x1FU) << 6U | later(1)};
  if (first < 0xF0U) return {3, (first & 0x0FU) << 12U | later(1) << 6U | later(2)};
  return {4, (first & 0x07U) << 18U | later(1) << 12U | later(2) << 6U | later(3)};
}

// A control character, one of no width, or one that changes the direction of what follows.
bool cannot_be_seen(std::uint32_t letter) {
  const auto within = [letter](std::uint32_t from, std::uint32_t to) { return letter >= from && letter <= to; };
  return letter < 0x20U || within(0x7F, 0x9F) || letter == 0xAD || letter == 0x061C || within(0x200B, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2060, 0x206F) || letter == 0xFEFF || within(0xFFF9, 0xFFFB) ||
         within(0xE0000, 0xE0FFF);
}

// The first letters of what was read as JSON, which is UTF-8; "?" for those that cannot be seen.
std::string shown_text(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t at = 0, count = 0; at < text.size() && count < most; ++count) {
    const auto [size, letter] = letter_at(text, at);
    if (cannot_be_seen(letter))
      out += '?';
    else
      out += text.substr(at, size);
    at += size;
  }
  return out;
}

// null, or a list of short words.
Json offered_words(const Json& engine, const char* key) {
  const auto found = engine.find(key);
  if (found == engine.end() || !found->is_array() || found->size() > kMostOffered) return nullptr;
  Json out = Json::array();
  for (const Json& one : *found)
    if (one.is_string()) out.push_back(shown_text(one.get<std::string>(), kMostOfferedWord));
  return out;
}

std::string relayed_text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint64_t> relayed_number(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  return value <= kMostRelayedId ? std::optional(value) : std::nullopt;
}

OptionValues relayed_options(const Json& record) {
  OptionValues out;
  const auto found = record.find("options");
  if (found == record.end() || !found->is_object() || found->size() > kMostOffered) return out;
  for (const auto& [name, value] : found->items())
    if (value.is_string() || value.is_number_integer())
      out.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  return out;
}

// What is not told as it should be is the bridge's to refuse.
RelayQuestion relayed_question(Json& json, std::uint64_t id, bool report) {
  RelayQuestion out;
  out.id = id;
  const auto record = json.find("record");
  if (record == json.end() || !record->is_object()) return out;
  out.game = relayed_text(*record, "game");
  out.options = relayed_options(*record);
  const auto moves = record->find("moves");
  if (moves == record->end() || !moves->is_array()) return out;
  std::size_t most = std::min(moves->size(), kMostBridgeMoves);
  if (const auto ply = relayed_number(json, "ply"); ply && !report)
    most = std::min(most, static_cast<std::size_t>(*ply));
  for (std::size_t at = 0; at < most; ++at) {
    const Json& move = (*moves)[at];
    const bool told = move.is_array() && move.size() == 2 && move[1].is_string();
    out.words.push_back(told ? move[1].get<std::string>() : std::string());
  }
  // More than the bridge takes is left, so that it says so.
  if (most < moves->size() && moves->size() <= kMostBridgeMoves)
    moves->erase(moves->begin() + static_cast<std::ptrdiff_t>(most), moves->end());
  return out;
}

}  // namespace

std::optional<RelayOffer> read_relay_offer(std::string_view text) {
  const Json json = text.size() <= kMostBridgeMessage ? parse_json(text) : Json();
  if (!json.is_object() || relayed_text(json, "type") != "welcome") return std::nullopt;
  const auto version = relayed_number(json, "version");
  const auto engine = json.find("engine");
  if (!version || engine == json.end() || !engine->is_object()) return std::nullopt;
  RelayOffer out;
  out.version = static_cast<int>(*version);
  out.name = shown_text(relayed_text(*engine, "name"), kMostRelayedName);
  if (trim(out.name).empty()) return std::nullopt;
  out.engine = {{"name", out.name},
                {"protocol", shown_text(relayed_text(*engine, "protocol"), kMostOfferedWord)},
                {"games", offered_words(*engine, "games")},
                {"sizes", offered_words(*engine, "sizes")}};
  return out;
}

RelayAsked read_relay_asked(std::string_view text) {
  Json json = text.size() <= kMostBridgeMessage ? parse_json(text) : Json();
  if (!json.is_object()) return BridgeFault{std::nullopt, kUnknownToRelay};
  const std::string type = relayed_text(json, "type");
  if (type == "use") return RelayUse{relayed_text(json, "engine")};
  if (type == "leave") return RelayLeave{};
  const auto id = relayed_number(json, "id");
  if (id && type == "stop") return RelayStop{*id};
  if (id && (type == "analyse" || type == "report")) {
    RelayQuestion question = relayed_question(json, *id, type == "report");
    question.frame = json_text(json);
    return question;
  }
  return BridgeFault{id, kUnknownToRelay};
}

bool asks_about(const std::vector<std::string>& asked, const std::vector<std::string>& going_on) {
  const std::size_t most = std::min(asked.size(), going_on.size());
  std::size_t both = 0;
  while (both < most && equal_ignoring_case(asked[both], going_on[both])) ++both;
  if (both < kTellingMoves) return false;
  if (both == asked.size() && both >= kOpeningMoves) return true;
  return both + kNearMoves >= going_on.size() &&
         (both >= kOpeningMoves || asked.size() <= going_on.size() + kNearMoves);
}

RelayedFrame read_relayed_frame(std::string_view text) {
  const Json json = text.size() <= kMostBridgeMessage ? parse_json(text) : Json();
  if (!json.is_object()) return {};
  const std::string type = relayed_text(json, "type");
  const bool state = type == "engine";
  if (!state && type != "analysis" && type != "move" && type != "done" && type != "failed") return {};
  return {json_text(json), state};
}

}  // namespace cairn::engines
