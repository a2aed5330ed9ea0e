// What an analysis page sends to `cairn bridge` (server/engines/bridge_messages.h), what a server reads of it and of
// the bridge (server/engines/relay_messages.h), and how an origin is written (server/net/bridge_listener.h): what is
// taken keeps the limits, and what is refused says why by a code.
#include "server/engines/bridge_messages.h"

#include "fuzz/fuzz.h"
#include "server/engines/engine_game.h"
#include "server/engines/relay_messages.h"
#include "server/net/bridge_listener.h"

namespace {

void check_relayed(std::string_view text) {
  using namespace cairn;
  if (const auto offer = engines::read_relay_offer(text)) {
    fuzz::require(!offer->name.empty() && offer->name.size() <= 4 * engines::kMostRelayedName,
                  "a name that can be shown");
    const auto again = engines::read_relay_offer(
        json_text({{"type", "welcome"}, {"version", offer->version}, {"engine", offer->engine}}));
    fuzz::require(again && again->engine == offer->engine, "what was read is read again as it is");
  }
  const auto asked = engines::read_relay_asked(text);
  if (const auto* question = std::get_if<engines::RelayQuestion>(&asked)) {
    fuzz::require(question->words.size() <= engines::kMostBridgeMoves, "so many moves at most");
    fuzz::require(
        engines::asks_about(question->words, question->words) == (question->words.size() >= engines::kTellingMoves),
        "a game is like itself, where that tells");
  }
  if (const auto* fault = std::get_if<engines::BridgeFault>(&asked))
    fuzz::require(!fault->message.code().empty(), "a fault has a code");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace cairn;
  if (size > 8'000) return -1;
  const auto text = fuzz::text_of(data, size);
  check_relayed(text);
  std::string origin, again;
  if (net::read_origin(text, origin).empty())
    fuzz::require(net::read_origin(origin, again).empty() && origin == again, "an origin that was read stays itself");
  const engines::BridgeMessage read = engines::read_bridge_message(text);
  if (const auto* fault = std::get_if<engines::BridgeFault>(&read)) {
    fuzz::require(!fault->message.code().empty(), "a fault has a code");
    fuzz::require(parse_json(engines::bridge_failed(*fault)).is_object(), "and can be told");
    return 0;
  }
  const auto* question = std::get_if<engines::BridgeQuestion>(&read);
  if (question == nullptr) return 0;
  fuzz::require(question->info != nullptr && !question->info->hidden, "the game can be shown to an engine");
  fuzz::require(
      question->ply <= question->record.moves.size() && question->record.moves.size() <= engines::kMostBridgeMoves,
      "numbers in range");
  fuzz::require(question->seconds > 0 && question->seconds <= engines::kMostBridgeSeconds, "a time in range");
  const auto game = engines::engine_game(*question->info, question->record.config, question->record.moves,
                                         question->ply, question->ply);
  if (game) fuzz::require(game->positions.size() == 1, "the position that was asked for");
  return 0;
}
