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

namespace cairn {

inline constexpr std::size_t kMaxPlanText = 4'000;  // bytes
inline constexpr int kMaxPlanTurns = 200;           // answers in a plan
inline constexpr int kMaxPlanDepth = 20;            // one behind the other

struct PlanTurn {
  std::string on, play;  // words with blanks between them
  std::vector<PlanTurn> then;
  friend bool operator==(const PlanTurn&, const PlanTurn&) = default;
};
using PlanTurns = std::vector<PlanTurn>;

struct PlanRead {
  std::optional<PlanTurns> turns;
  std::string error;  // what was wrong and what would be right
};
PlanRead parse_plan(std::string_view text);
std::string plan_text(const PlanTurns& turns);  // `parse_plan` of it is the same plan

// How far a plan has come: a value, cheap to copy.
class Plan {
 public:
  Plan() = default;
  explicit Plan(PlanTurns turns)
      : turns_(turns.empty() ? nullptr : std::make_shared<const PlanTurns>(std::move(turns))) {}
  bool empty() const { return turns_ == nullptr; }
  std::string text() const { return turns_ ? plan_text(*turns_) : std::string(); }
  // What to play now, if this is one's turn; none: the others played what is not provided for.
  const PlanTurn* answer() const;

  void hear(std::string_view words);    // others have played
  void played(std::string_view words);  // the owner has: what follows stays, if this was the answer

 private:
  std::shared_ptr<const PlanTurns> turns_;
  std::string heard_;  // since the owner's last turn
};

}  // namespace cairn
