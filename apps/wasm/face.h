// What all exports share: how text goes out, the last error, and what the handles hold. A text answer is a pointer to
// {uint32 length, bytes}, good until the next call; nullptr means that there is nothing to say (see cairn_error).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/wasm/handles.h"
#include "core/position.h"
#include "games/registry.h"
#include "notation/agreement.h"
#include "notation/view_json.h"
#include "server/play/coded_message.h"

#define CAIRN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace cairn::wasm {

struct Game {
  const GameInfo* info = nullptr;
  Position position{};
  Moves moves{};  // that led to it from where it began
};

CodedMessage& last_error();  // of cairn_error, as JSON (message_json)
const char* text(std::string_view words);
const char* json_answer(const Json& json);

// nullptr, and an error, for a wrong handle.
Game* held_game(std::uint32_t handle);
// The same for a seat that the game does not have.
Game* held_game(std::uint32_t handle, std::uint32_t seat);

inline Seat as_seat(std::uint32_t seat) {
  return seat_at(static_cast<int>(seat));
}

}  // namespace cairn::wasm
