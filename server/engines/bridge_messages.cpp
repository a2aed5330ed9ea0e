#include "server/engines/bridge_messages.h"

#include <algorithm>
#include <cmath>

namespace cairn::engines {

namespace {

constexpr std::size_t kMostSecret = 200, kLeastNonce = 16;
constexpr std::uint64_t kMostNumber = 1'000'000'000;

const MessageText kUnknownMessage{"bridge-message-unknown",
                                  "the bridge does not understand this message; page and program may have different "
                                  "versions"};

std::optional<std::uint64_t> whole_field(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  const auto value = found->get<std::uint64_t>();
  return value <= kMostNumber ? std::optional(value) : std::nullopt;
}

std::string secret_field(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) return {};
  auto text = found->get<std::string>();
  return text.size() <= kMostSecret ? text : std::string();
}

CodedMessage read_bridge_game(const Json& json, BridgeQuestion& question) {
  const auto found = json.find("record");
  if (found == json.end() || !found->is_object()) return kUnknownMessage;
  const auto moves = found->find("moves");
  if (moves == found->end() || !moves->is_array()) return kUnknownMessage;
  if (moves->size() > kMostBridgeMoves)
    return Message("bridge-game-too-long", "your own engine can look at games of up to {most} moves",
                   {{"most", kMostBridgeMoves}});
  if (found->contains("position") || found->contains("later"))
    return Message("bridge-no-set-up", "your own engine cannot begin with a position that was set up");
  const auto name = found->find("game");
  question.info = name != found->end() && name->is_string() ? find_game(name->get<std::string>()) : nullptr;
  if (question.info == nullptr)
    return Message("bridge-game-unknown", "the bridge does not know this game; its program may be older than the page");
  if (question.info->hidden)
    return Message("bridge-game-hides", "your own engine cannot look at games with hidden information");
  if (const Message wrong = read_record(json_text(*found), question.record); !wrong.empty())
    return Message("bridge-game-unreadable", "the bridge cannot read this game: {why}", {{"why", wrong}});
  const Made made = question.info->make(question.record.config);
  if (!made.error.empty())
    return Message("bridge-game-unreadable", "the bridge cannot read this game: {why}", {{"why", made.error}});
  if (made.position.seats() != 2)
    return Message("bridge-two-players", "your own engine can look at games for two players only");
  return {};
}

BridgeMessage read_question(const Json& json, bool report) {
  BridgeQuestion question;
  const auto id = whole_field(json, "id"), ply = whole_field(json, "ply");
  if (!id) return BridgeFault{std::nullopt, kUnknownMessage};
  const auto seconds = json.find("seconds");
  if (!ply || seconds == json.end() || !seconds->is_number()) return BridgeFault{id, kUnknownMessage};
  question.seconds = seconds->get<double>();
  if (!(question.seconds > 0 && question.seconds <= kMostBridgeSeconds)) return BridgeFault{id, kUnknownMessage};
  question.id = *id;
  question.report = report;
  if (CodedMessage wrong = read_bridge_game(json, question); !wrong.empty()) return BridgeFault{id, std::move(wrong)};
  question.ply = static_cast<std::size_t>(*ply);
  if (question.ply > question.record.moves.size()) return BridgeFault{id, kUnknownMessage};
  return question;
}

}  // namespace

BridgeMessage read_bridge_message(std::string_view text) {
  const Json json = text.size() <= kMostBridgeMessage ? parse_json(text) : Json();
  const auto type = json.is_object() ? json.find("type") : json.end();
  if (!json.is_object() || type == json.end() || !type->is_string()) return BridgeFault{std::nullopt, kUnknownMessage};
  const auto word = type->get<std::string>();
  if (word == "analyse" || word == "report") return read_question(json, word == "report");
  if (word == "stop") {
    const auto id = whole_field(json, "id");
    return id ? BridgeMessage(BridgeStop{*id}) : BridgeMessage(BridgeFault{std::nullopt, kUnknownMessage});
  }
  if (word == "proof") return BridgeProof{secret_field(json, "proof")};
  if (word != "hello") return BridgeFault{whole_field(json, "id"), kUnknownMessage};
  const auto version = whole_field(json, "version");
  if (!version) return BridgeFault{std::nullopt, kUnknownMessage};
  const std::string nonce = secret_field(json, "nonce");
  return BridgeHello{static_cast<int>(*version), secret_field(json, "by") == "key",
                     nonce.size() >= kLeastNonce ? nonce : std::string()};
}

std::string bridge_refused(const CodedMessage& why, int wait) {
  Json frame = {{"type", "refused"}};
  frame.update(message_json(why));
  if (wait > 0) frame["wait"] = wait;
  return json_text(frame);
}

std::string bridge_failed(const BridgeFault& fault) {
  Json frame = {{"type", "failed"}};
  if (fault.id) frame["id"] = *fault.id;
  frame["said"] = message_json(fault.message);
  return json_text(frame);
}

}  // namespace cairn::engines
