// Why an attempt is refused: a word that clients script against, and a sentence for people, without a full stop.
// The pages have the same sentences: `npm run messages` in web/ copies them into web/src/lang/reasons.json.
#pragma once

#include <array>
#include <string_view>

namespace cairn {

struct ReasonText {
  std::string_view word;  // "off-board"
  std::string_view text;  // "that point is not on this board"
};

// The reasons below are for all games. A game adds reasons of its own as constants in its folder, each with a
// ReasonText that lives as long as the program, and lists them in GameInfo::reasons (games/registry.h).
class Reason {
 public:
  constexpr Reason() = default;  // none
  explicit constexpr Reason(const ReasonText& said) : said_(&said) {}
  constexpr std::string_view word() const { return said_ == nullptr ? std::string_view() : said_->word; }
  constexpr std::string_view text() const { return said_ == nullptr ? std::string_view() : said_->text; }
  friend constexpr bool operator==(Reason, Reason) = default;

  static const Reason none, occupied, unsupported, off_board, suicide, repetition, not_your_turn, too_far, no_piece,
      game_over, unknown_move;

 private:
  const ReasonText* said_ = nullptr;
};

inline constexpr std::array<ReasonText, 10> kReasonTexts{{
    {"occupied", "there is already a piece there"},
    {"unsupported", "a ball needs four balls below it"},
    {"off-board", "that point is not on this board"},
    {"suicide", "that would be suicide: your own group would be captured"},
    {"repetition", "that would repeat an earlier position"},
    {"not-your-turn", "it is not your turn"},
    {"too-far", "that is too far for one step"},
    {"no-piece", "you have no piece there"},
    {"game-over", "the game is over"},
    {"unknown-move", "that is not a move of this game"},
}};
inline constexpr Reason Reason::none{};
inline constexpr Reason Reason::occupied{kReasonTexts[0]};
inline constexpr Reason Reason::unsupported{kReasonTexts[1]};
inline constexpr Reason Reason::off_board{kReasonTexts[2]};
inline constexpr Reason Reason::suicide{kReasonTexts[3]};
inline constexpr Reason Reason::repetition{kReasonTexts[4]};
inline constexpr Reason Reason::not_your_turn{kReasonTexts[5]};
inline constexpr Reason Reason::too_far{kReasonTexts[6]};
inline constexpr Reason Reason::no_piece{kReasonTexts[7]};
inline constexpr Reason Reason::game_over{kReasonTexts[8]};
inline constexpr Reason Reason::unknown_move{kReasonTexts[9]};

constexpr std::string_view to_word(Reason reason) {  // "" for none
  return reason.word();
}

}  // namespace cairn
