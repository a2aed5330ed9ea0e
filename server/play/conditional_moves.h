// Conditional moves: what a player will answer to what the others may play, so that correspondence goes on while he
// sleeps. A tree of turns with a text form of its own, which is also what clients send and what is stored:
//
//   (D4=E5(F6=G7))(E4=D5)     to D4 E5, then to F6 G7; to E4 D5
//   (*=C3)                    C3, whatever comes: a premove
//   (d7>d6 d6>d5=e2>e3)       turns of several steps: the words of a turn with blanks between them
//
// `on` is all that the others play until it is one's own turn again, `*` anything. What stands first counts.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace cairn {

inline constexpr std::size_t kMaxConditionalText = 4'000;  // bytes
inline constexpr int kMaxConditionalTurns = 200;           // answers in a plan
inline constexpr int kMaxConditionalDepth = 20;            // one behind the other

struct ConditionalTurn {
  std::string on, play;  // words with blanks between them
  std::vector<ConditionalTurn> then;
  friend bool operator==(const ConditionalTurn&, const ConditionalTurn&) = default;
};
using ConditionalTurns = std::vector<ConditionalTurn>;

struct ConditionalMovesRead {
  std::optional<ConditionalTurns> turns;
  Message error;  // what was wrong and what would be right
};
ConditionalMovesRead parse_conditional_moves(std::string_view text);
std::string conditional_moves_text(const ConditionalTurns& turns);  // `parse_conditional_moves` of it is the same plan

// How far a plan has come: a value, cheap to copy.
class ConditionalMoves {
 public:
  ConditionalMoves() = default;
  explicit ConditionalMoves(ConditionalTurns turns)
      : turns_(turns.empty() ? nullptr : std::make_shared<const ConditionalTurns>(std::move(turns))) {}
  bool empty() const { return turns_ == nullptr; }
  std::string text() const { return turns_ ? conditional_moves_text(*turns_) : std::string(); }
  // What to play now, if this is one's turn; none: the others played what is not provided for.
  const ConditionalTurn* answer() const;

  void hear(std::string_view words);    // others have played
  void played(std::string_view words);  // the owner has: what follows stays, if this was the answer

 private:
  std::shared_ptr<const ConditionalTurns> turns_;
  std::string heard_;  // since the owner's last turn
};

}  // namespace cairn
