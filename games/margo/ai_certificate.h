// A winner's strategy on a small pyramid, taken from a proof (ai_proof_search.h): a reply for every state that can
// arise while the winner follows it. It is kept as the replies alone, a byte each, in the order in which a walk meets
// the states; whoever knows the rules makes the same walk and needs no positions (docs/theory.md, "The certificate").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "games/margo/ai_proof_search.h"
#include "search/exact.h"

namespace cairn::margo {

// Where a strategy begins, and the positions before it.
struct Beginning {
  int size = 4;
  bool positional = false;
  Geometry<WordBits> geo{};
  ProofState state{};
  std::vector<ProofState> past{};
};

// All points of a pyramid in the order that numbers them in a strategy: by level, row and column.
std::vector<int> points_in_order(int size);

// The picture of a state that its name stands for.
ProofState canonical(const StateNames& names, const ProofState& state);

// The replies by the names of the states with the winner to move: numbers of points (`points_in_order`) on the
// canonical picture.
using ReplyBook = std::unordered_map<std::uint64_t, std::uint8_t>;

// Proves that either side wins from the beginning on, and takes the strategy out of the proof.
Certified certify(const Beginning& beginning, std::size_t memory, const Keep& keep);

// Whether the proof that the search has of the beginning yields a strategy that passes `verify`. A proof alone may
// still come to a position twice, with different points barred.
bool stands(ProofSearch& search, const Beginning& beginning, const Keep& keep);

// Makes the walk and looks at every promise: "" or where the strategy breaks. `book`: null, or gets the replies.
std::string verify(const Beginning& beginning, const Strategy& strategy, const Keep& keep, ReplyBook* book = nullptr);

// The walk alone, for a strategy that was verified: false where its replies do not fit the rules.
bool read_replies(const Beginning& beginning, const Strategy& strategy, ReplyBook& book);

}  // namespace cairn::margo
