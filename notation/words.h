// A list of moves as people write and paste it, cut into words; and the one rule for who plays a bare word.
// Knows no game. Never throws; bounded by its input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace cairn {

// Cuts text into words at blanks and ';'. Dropped are captures in brackets ("(xg5, xh5)", blanks inside too), turn
// numbers ("12."), and a word's trailing '.'. A bracket that never closes stays in its word.
std::vector<std::string> read_words(std::string_view text);

inline constexpr std::string_view kResign = "resign", kTimeout = "timeout",  // how a seat leaves a game
    kForfeit = "forfeit";
inline constexpr std::string_view kDraw = "draw";  // all have agreed on one
constexpr std::string_view leave_word(Leave why) {
  return why == Leave::resigned ? kResign : why == Leave::timed_out ? kTimeout : kForfeit;
}
inline constexpr std::string_view kConsent = "accept";  // every agreement ends by this word

// Plays one word for a seat: a move of the game, or, at any time, "resign", "timeout" (its time is over), "forfeit"
// (others decided so) or "draw" (all agreed, whichever seat says it). Changes nothing unless it returns none.
Reason play_for(Position& position, Seat seat, std::string_view word, EventLog* log);

// A word as records keep it: the game's own spelling where the seat may play it, small letters where it ends the game
// or the seat's part in it, else as given.
std::string spelled(const Position& position, Seat seat, std::string_view word);

// Whether a seat may play this word of the game now.
bool may_play(const Position& position, Seat seat, std::string_view word);

// What became of a word.
struct Attempt {
  Seat seat{};       // who tried
  std::string side;  // the side that this seat played before the word
  std::string word;  // the game's own spelling when it was played, else as given
  Reason refused = Reason::none;
};

// Plays one word for whoever is to act. A word may name its side ("white:accept"). Without one it is tried for the
// seat whose turn it is, then for the others in `to_act` in seat order, and the first seat that may play it does.
// `before` is the referee's view of `position`.
// Nothing changes unless `refused` is none; `log` grows by what happened.
Attempt play_word(Position& position, const View& before, std::string_view word, EventLog& log);

}  // namespace cairn
