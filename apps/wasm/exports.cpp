// The C face of the core for JavaScript, as docs/protocol.md lists it. A text answer is a pointer to
// {uint32 length, bytes}, good until the next call; 0 means that there is nothing to say (see cairn_error).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/wasm/describe.h"
#include "apps/wasm/handles.h"

#define CAIRN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using cairn::Json;
using cairn::Position;

cairn::wasm::Handles handles;
std::string last_error;
std::vector<char> answer;

const char* text(std::string_view words) {
  const auto length = static_cast<std::uint32_t>(words.size());
  answer.resize(sizeof length + words.size());
  std::memcpy(answer.data(), &length, sizeof length);
  if (!words.empty()) std::memcpy(answer.data() + sizeof length, words.data(), words.size());
  return answer.data();
}

const char* json_text(const Json& json) {
  return text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Position* held(std::uint32_t handle) {
  Position* position = handles.find(handle);
  if (!position) last_error = "no such handle";
  return position;
}

// The position if both are good; a seat that does not exist is refused like a wrong handle.
Position* held(std::uint32_t handle, std::uint32_t seat) {
  Position* position = held(handle);
  if (position && seat >= static_cast<std::uint32_t>(position->seats())) {
    last_error = "no such seat";
    return nullptr;
  }
  return position;
}

cairn::Seat as_seat(std::uint32_t seat) {
  return cairn::seat_at(static_cast<int>(seat));
}

}  // namespace

CAIRN_EXPORT(cairn_alloc) void* cairn_alloc(std::uint32_t size) {
  return std::malloc(size ? size : 1);
}
CAIRN_EXPORT(cairn_free) void cairn_free(void* memory) {
  std::free(memory);
}

CAIRN_EXPORT(cairn_error) const char* cairn_error() {
  return text(last_error);
}
CAIRN_EXPORT(cairn_games) const char* cairn_games() {
  Json list = Json::array();
  for (const auto& game : cairn::games()) list.push_back(cairn::game_json(game));
  return json_text(Json{{"games", std::move(list)}});
}

CAIRN_EXPORT(cairn_new) std::uint32_t cairn_new(const char* config, std::uint32_t size) {
  last_error.clear();
  Position position = cairn::wasm::make_position({config, size}, last_error);
  return last_error.empty() ? handles.insert(std::move(position)) : 0;
}
CAIRN_EXPORT(cairn_copy) std::uint32_t cairn_copy(std::uint32_t handle) {
  const Position* position = held(handle);
  return position ? handles.insert(Position(*position)) : 0;
}
CAIRN_EXPORT(cairn_delete) void cairn_delete(std::uint32_t handle) {
  handles.remove(handle);
}

CAIRN_EXPORT(cairn_play)
const char* cairn_play(std::uint32_t handle, std::uint32_t seat, const char* word, std::uint32_t size) {
  Position* position = held(handle, seat);
  return position ? json_text(cairn::wasm::play(*position, as_seat(seat), {word, size})) : nullptr;
}
CAIRN_EXPORT(cairn_check)
const char* cairn_check(std::uint32_t handle, std::uint32_t seat, const char* word, std::uint32_t size) {
  const Position* position = held(handle, seat);
  return position ? json_text(cairn::wasm::check(*position, as_seat(seat), {word, size})) : nullptr;
}
CAIRN_EXPORT(cairn_view) const char* cairn_view(std::uint32_t handle, std::uint32_t viewer) {
  const Position* position = held(handle);
  if (!position || viewer > static_cast<std::uint32_t>(cairn::Viewer::spectator)) return nullptr;
  return json_text(cairn::view_json(position->view(static_cast<cairn::Viewer>(viewer))));
}
CAIRN_EXPORT(cairn_legal) const char* cairn_legal(std::uint32_t handle, std::uint32_t seat) {
  const Position* position = held(handle, seat);
  return position ? json_text(Json(position->legal_words(as_seat(seat)))) : nullptr;
}
CAIRN_EXPORT(cairn_places) const char* cairn_places(std::uint32_t handle, std::uint32_t seat) {
  const Position* position = held(handle, seat);
  return position ? json_text(cairn::wasm::places(*position, as_seat(seat))) : nullptr;
}
CAIRN_EXPORT(cairn_name)
const char* cairn_name(std::uint32_t handle, std::uint32_t level, std::uint32_t column, std::uint32_t row) {
  const Position* position = held(handle);
  if (!position || level > 255 || column > 255 || row > 255) return nullptr;
  return text(position->name(
      {static_cast<std::uint8_t>(level), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}));
}
