// What the browser asks of a position, as JSON in the shapes of docs/protocol.md. Knows no game and no memory layout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/wasm/face.h"

namespace cairn::wasm {

// Reads {"game","options"?,"position"?,"later"?}; `later` is a position set up anew in the game's middle. On failure
// `error` says what was wrong.
Game make_game(std::string_view config, CodedMessage& error);
// Plays a word, or "resign": {"reason":"","events":[...]}; nothing changes unless the reason is "".
Json play(Position& position, Seat seat, std::string_view word);
// What the word would do: as `play`, with the view afterwards; the position stays.
Json check(const Position& position, Seat seat, std::string_view word);
// Every empty place where a piece could stand and what the core says to it: [{"at","word","reason"},...].
Json places(const Position& position, Seat seat);

}  // namespace cairn::wasm
