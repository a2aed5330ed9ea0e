// The exports for engines (docs/protocol.md, "WebAssembly face").
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "apps/wasm/face.h"
#include "apps/wasm/thought.h"
#include "games/ai_exact.h"
#include "games/ai_levels.h"
#include "search/levels.h"
#include "search/network/shipped.h"

namespace {

using cairn::wasm::as_seat;
using cairn::wasm::held_game;
using cairn::wasm::json_answer;
using cairn::wasm::last_error;
using cairn::wasm::text;
using cairn::wasm::Thought;

cairn::wasm::Handles<Thought> thoughts;

constexpr std::string_view kNetwork = ".network";  // how the names of networks' files end

Thought* held_thought(std::uint32_t handle) {
  Thought* thought = thoughts.find(handle);
  if (!thought) last_error() = cairn::MessageText("no-such-engine", "this engine does not exist");
  return thought;
}

std::uint32_t done(cairn::CodedMessage error) {
  last_error() = std::move(error);
  return last_error().empty() ? 1 : 0;
}

}  // namespace

CAIRN_EXPORT(cairn_file_wanted)
const char* cairn_file_wanted(std::uint32_t game, std::uint32_t level) {
  const auto* held = held_game(game);
  if (!held) return nullptr;
  const cairn::Level played =
      cairn::level(static_cast<int>(std::min(level, 99U)), levels_of(*held->info, held->position));
  const auto* network = played.network ? cairn::shipped_network(*held->info, held->position) : nullptr;
  if (network && !network_of(*network)) return text(std::string(network->name) + std::string(kNetwork));
  return text(played.playouts == 0 && played.visits == 0 ? cairn::proof_wanted(held->position) : std::string_view());
}
// The name, a zero byte and the file.
CAIRN_EXPORT(cairn_file_give) std::uint32_t cairn_file_give(const char* file, std::uint32_t size) {
  const std::string_view all(file, size);
  const std::size_t end = std::min(all.find('\0'), all.size());
  const std::string_view name = all.substr(0, end), bytes = all.substr(std::min(end + 1, all.size()));
  const std::string wrong = name.ends_with(kNetwork)
                                ? cairn::network::hand_over(name.substr(0, name.size() - kNetwork.size()), bytes)
                                : cairn::give_proof(name, bytes);
  if (wrong.empty()) return done({});
  return done(cairn::Message("file-not-taken", "the file cannot be used: {why}", {{"why", wrong}}));
}

CAIRN_EXPORT(cairn_engine_new)
std::uint32_t cairn_engine_new(std::uint32_t game, const char* settings, std::uint32_t size) {
  const auto* held = held_game(game);
  if (!held) return 0;
  auto thought = Thought::make(*held, {settings, size}, last_error());
  return thought ? thoughts.insert(std::move(thought)) : 0;
}
CAIRN_EXPORT(cairn_engine_delete) void cairn_engine_delete(std::uint32_t engine) {
  thoughts.remove(engine);
}

CAIRN_EXPORT(cairn_engine_position)
std::uint32_t cairn_engine_position(std::uint32_t engine, std::uint32_t game, std::uint32_t seat, std::uint32_t ply) {
  Thought* thought = held_thought(engine);
  const auto* held = thought ? held_game(game, seat) : nullptr;
  return held ? done(thought->set_position(*held, as_seat(seat), static_cast<int>(ply & 0x7FFF'FFFF))) : 0;
}
CAIRN_EXPORT(cairn_engine_begin)
std::uint32_t cairn_engine_begin(std::uint32_t engine, const char* limits, std::uint32_t size) {
  Thought* thought = held_thought(engine);
  return thought ? done(thought->begin({limits, size})) : 0;
}
// 1: there is more to think about; 0: it has come to its end; -1: a wrong handle.
CAIRN_EXPORT(cairn_engine_work) std::int32_t cairn_engine_work(std::uint32_t engine, double milliseconds) {
  Thought* thought = held_thought(engine);
  return !thought ? -1 : thought->work(milliseconds) ? 1 : 0;
}
CAIRN_EXPORT(cairn_engine_analysis)
const char* cairn_engine_analysis(std::uint32_t engine, std::uint32_t candidates) {
  const Thought* thought = held_thought(engine);
  return thought ? json_answer(thought->analysis(candidates)) : nullptr;
}
CAIRN_EXPORT(cairn_engine_choose) const char* cairn_engine_choose(std::uint32_t engine) {
  Thought* thought = held_thought(engine);
  if (!thought) return nullptr;
  const auto words = thought->choose();
  if (words.empty())
    last_error() = cairn::MessageText("no-move-to-choose", "there is no move to choose: it is not that seat's turn");
  return words.empty() ? nullptr : json_answer(cairn::Json(words));
}

CAIRN_EXPORT(cairn_engine_note) std::uint32_t cairn_engine_note(std::uint32_t engine) {
  Thought* thought = held_thought(engine);
  if (thought) thought->note();
  return thought ? 1 : 0;
}
CAIRN_EXPORT(cairn_engine_move)
const char* cairn_engine_move(std::uint32_t engine, std::uint32_t ply, std::uint32_t seat, const char* word,
                              std::uint32_t size) {
  const Thought* thought = held_thought(engine);
  if (!thought) return nullptr;
  if (seat >= thought->seats()) {
    last_error() = cairn::MessageText("no-such-seat", "this seat does not exist");
    return nullptr;
  }
  return json_answer(thought->move(static_cast<int>(ply & 0x7FFF'FFFF), as_seat(seat), {word, size}));
}
