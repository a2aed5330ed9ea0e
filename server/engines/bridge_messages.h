// What an analysis page and `cairn bridge` say to each other, as JSON texts (docs/protocol.md, "The bridge"). The
// readers take any text, never throw, and give the message or what is wrong with it and what would be right. Bounded by
// `kMostBridgeMessage`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "notation/record.h"
#include "server/play/coded_message.h"

namespace cairn::engines {

inline constexpr int kBridgeVersion = 2;
inline constexpr std::size_t kMostBridgeMessage = std::size_t{128} << 10;  // bytes
inline constexpr std::size_t kMostBridgeMoves = 5'000;                     // of a game
inline constexpr double kMostBridgeSeconds = 3'600;                        // for a position

// Who knocks, and by what they will show that they may: the code that the bridge printed, or the key that it gave for
// it. Neither is ever said. `nonce`: chosen by the page for this once; "": it is none.
struct BridgeHello {
  int version = 0;
  bool by_key = false;
  std::string nonce{};
};
struct BridgeProof {
  std::string proof{};  // of net/bridge_lock.h
};
struct BridgeQuestion {
  std::uint64_t id = 0;
  bool report = false;             // about all positions from `ply` on, else about the one after `ply` moves
  const GameInfo* info = nullptr;  // two players, nothing hidden
  Record record{};
  std::size_t ply = 0;
  double seconds = 0;  // for a position
};
struct BridgeStop {
  std::uint64_t id = 0;
};
struct BridgeFault {
  std::optional<std::uint64_t> id{};  // of the question, where it could be read
  CodedMessage message{};
};
using BridgeMessage = std::variant<BridgeHello, BridgeProof, BridgeQuestion, BridgeStop, BridgeFault>;

BridgeMessage read_bridge_message(std::string_view text);

// {"type":"refused","code","message","arguments"?,"wait"?}: the connection ends.
std::string bridge_refused(const CodedMessage& why, int wait = 0);
// {"type":"failed","id"?,"said":{"code","message","arguments"?}}
std::string bridge_failed(const BridgeFault& fault);

}  // namespace cairn::engines
