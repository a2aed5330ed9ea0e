// What a club's server reads of the messages between an analysis page and a player's own engine that it relays
// (docs/protocol.md, "The bridge through the server"): who asks for what. It checks no game; the bridge does. The
// readers take any text, never throw, and are bounded by `kMostBridgeMessage`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/engines/bridge_messages.h"

namespace cairn::engines {

inline constexpr std::size_t kMostRelayedName = 40;  // letters of an engine's name

// What a bridge says of its engine, first of all.
struct RelayOffer {
  int version = 0;
  std::string name;
  Json engine;  // {"name","protocol","games","sizes"}, and nothing else that stood there
};
// nullopt: it is none, or names no engine.
std::optional<RelayOffer> read_relay_offer(std::string_view text);

// What a page asks for.
struct RelayUse {
  std::string engine;  // its name
};
struct RelayLeave {};
struct RelayStop {
  std::uint64_t id = 0;
};
struct RelayQuestion {
  std::uint64_t id = 0;
  std::string game;                // "" where it is not told as it should be
  OptionValues options{};          // those that were given as texts or whole numbers
  std::vector<std::string> words;  // its moves, as far as the engine is to look
  std::string frame;               // for the bridge: without later moves
};
using RelayAsked = std::variant<RelayUse, RelayLeave, RelayStop, RelayQuestion, BridgeFault>;
RelayAsked read_relay_asked(std::string_view text);

// Whether somebody who asks about these moves asks about the game that goes on, by the moves from the start that both
// have, at least `kTellingMoves`. They reach close to where that game is: all but its last `kNearMoves`. Where it was
// in its opening then, less than `kOpeningMoves`, a question that goes far beyond is one about another game. Or all
// that is asked about is in the game that goes on, and is more than an opening.
inline constexpr std::size_t kTellingMoves = 4, kNearMoves = 6, kOpeningMoves = 10;
bool asks_about(const std::vector<std::string>& asked, const std::vector<std::string>& going_on);

// What a bridge says about a question or its engine, as a page gets it: `text` written anew; "": it says nothing of the
// kind. `state`: it tells how the engine is.
struct RelayedFrame {
  std::string text;
  bool state = false;
};
RelayedFrame read_relayed_frame(std::string_view text);

}  // namespace cairn::engines
