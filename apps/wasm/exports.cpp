// The exports for positions, and memory; engines and tables have files of their own. All are listed in
// docs/protocol.md, "WebAssembly face".
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/wasm/describe.h"
#include "apps/wasm/face.h"

namespace {

using cairn::Json;
using cairn::wasm::as_seat;
using cairn::wasm::Game;
using cairn::wasm::held_game;
using cairn::wasm::json_answer;
using cairn::wasm::last_error;
using cairn::wasm::text;

cairn::wasm::Handles<Game> games_held;

}  // namespace

namespace cairn::wasm {

CodedMessage& last_error() {
  static CodedMessage error;
  return error;
}

const char* text(std::string_view words) {
  static std::vector<char> answer;
  const auto length = static_cast<std::uint32_t>(words.size());
  answer.resize(sizeof length + words.size());
  std::memcpy(answer.data(), &length, sizeof length);
  if (!words.empty()) std::memcpy(answer.data() + sizeof length, words.data(), words.size());
  return answer.data();
}

const char* json_answer(const Json& json) {
  return text(json_text(json));
}

Game* held_game(std::uint32_t handle) {
  Game* game = games_held.find(handle);
  if (!game) last_error() = cairn::MessageText("no-such-handle", "this handle does not exist");
  return game;
}

Game* held_game(std::uint32_t handle, std::uint32_t seat) {
  Game* game = held_game(handle);
  if (game && seat >= static_cast<std::uint32_t>(game->position.seats())) {
    last_error() = cairn::MessageText("no-such-seat", "this seat does not exist");
    return nullptr;
  }
  return game;
}

}  // namespace cairn::wasm

CAIRN_EXPORT(cairn_alloc) void* cairn_alloc(std::uint32_t size) {
  return std::malloc(size ? size : 1);
}
CAIRN_EXPORT(cairn_free) void cairn_free(void* memory) {
  std::free(memory);
}

CAIRN_EXPORT(cairn_error) const char* cairn_error() {
  return json_answer(cairn::message_json(last_error()));
}
CAIRN_EXPORT(cairn_games) const char* cairn_games() {
  Json list = Json::array();
  for (const auto& game : cairn::games()) {
    list.push_back(cairn::game_json(game));
    Json& reasons = list.back()["reasons"] = Json::object();
    for (const cairn::Reason own : game.reasons) reasons[std::string(own.word())] = own.text();
  }
  return json_answer(Json{{"games", std::move(list)}});
}

CAIRN_EXPORT(cairn_new) std::uint32_t cairn_new(const char* config, std::uint32_t size) {
  last_error() = {};
  Game game = cairn::wasm::make_game({config, size}, last_error());
  return last_error().empty() ? games_held.insert(std::make_unique<Game>(std::move(game))) : 0;
}
CAIRN_EXPORT(cairn_copy) std::uint32_t cairn_copy(std::uint32_t handle) {
  const Game* game = held_game(handle);
  return game ? games_held.insert(std::make_unique<Game>(*game)) : 0;
}
CAIRN_EXPORT(cairn_delete) void cairn_delete(std::uint32_t handle) {
  games_held.remove(handle);
}

CAIRN_EXPORT(cairn_play)
const char* cairn_play(std::uint32_t handle, std::uint32_t seat, const char* word, std::uint32_t size) {
  Game* game = held_game(handle, seat);
  if (!game) return nullptr;
  const Json answer = cairn::wasm::play(game->position, as_seat(seat), {word, size});
  if (answer.contains("events")) game->moves.emplace_back(as_seat(seat), std::string(word, size));
  return json_answer(answer);
}
CAIRN_EXPORT(cairn_check)
const char* cairn_check(std::uint32_t handle, std::uint32_t seat, const char* word, std::uint32_t size) {
  const Game* game = held_game(handle, seat);
  return game ? json_answer(cairn::wasm::check(game->position, as_seat(seat), {word, size})) : nullptr;
}
CAIRN_EXPORT(cairn_view) const char* cairn_view(std::uint32_t handle, std::uint32_t viewer) {
  const Game* game = held_game(handle);
  if (!game || viewer > static_cast<std::uint32_t>(cairn::Viewer::referee)) return nullptr;
  return json_answer(cairn::view_json(game->position.view(static_cast<cairn::Viewer>(viewer))));
}
CAIRN_EXPORT(cairn_legal) const char* cairn_legal(std::uint32_t handle, std::uint32_t seat) {
  const Game* game = held_game(handle, seat);
  return game ? json_answer(Json(game->position.legal_words(as_seat(seat)))) : nullptr;
}
CAIRN_EXPORT(cairn_places) const char* cairn_places(std::uint32_t handle, std::uint32_t seat) {
  const Game* game = held_game(handle, seat);
  return game ? json_answer(cairn::wasm::places(game->position, as_seat(seat))) : nullptr;
}
CAIRN_EXPORT(cairn_name)
const char* cairn_name(std::uint32_t handle, std::uint32_t level, std::uint32_t column, std::uint32_t row) {
  const Game* game = held_game(handle);
  if (!game || level > 255 || column > 255 || row > 255) return nullptr;
  return text(game->position.name(
      {static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}));
}
