// What the proofs that ship with the program (tools/certificates) know about games of Spargo: whether the side to move
// wins or loses, and how it wins. docs/theory.md tells why the proofs hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"
#include "games/margo/ai_certificate.h"
#include "games/margo/margo.h"
#include "search/knowledge.h"

namespace cairn::margo {

struct BookAnswer {
  Proof proof = Proof::none;  // for the side to move
  int at = -1;                // the point to play, of a win
};

// The value of a plain game from the empty board: an opening that is proven, after which the winner has followed the
// strategy of the proof so far. nullopt: the book says nothing.
std::optional<BookAnswer> book_answer(const Game<SmallBoard>& game);

// The file of a proof that would answer in this game and is not there yet, or "": only in the browser, which fetches
// them.
std::string_view proof_wanted(const Position& position);
// Takes a file of tools/certificates. Returns "" or what is wrong. For one thread.
std::string give_proof(std::string_view name, std::string_view bytes);

}  // namespace cairn::margo
