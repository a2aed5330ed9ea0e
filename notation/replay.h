// A game being replayed word by word, and the lines that `cairn replay --json` prints of it. The shape of the lines
// is a contract that others script against. Knows no game; sees with the referee's eyes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn {

inline constexpr std::size_t kMaxListedWords = 2000;  // more legal words are counted, not listed

class Replay {
 public:
  // `position` belongs to the game of `info`, which must outlive this.
  Replay(const GameInfo& info, Position position);

  const Position& position() const { return position_; }
  const View& view() const { return view_; }
  int ply() const { return ply_; }
  const EventLog& events() const { return events_; }  // of the last word

  // Plays a word (notation/words.h). A refused one changes nothing.
  Attempt play(std::string_view word);
  // Goes on from another position, as a record may that sets one up; nothing was played to get there.
  void set_up(Position position);

  // {"ply","move","by","captured","to_move","board","legal","over","result","score"} and, where they mean something,
  // "legal_count" instead of "legal", "steps_left", "refused" (an attempt that the referee refused) and "to_act"
  // (names of the sides, when several may act).
  Json line() const;
  // {"error":"illegal move","ply","move","reason"} for a word that `play` refused.
  Json error_line(const Attempt& attempt) const;

 private:
  const GameInfo& info_;
  Position position_;
  View view_;
  int ply_ = 0;
  Attempt last_;
  EventLog events_;
};

// The legal words of a seat, sorted; where they are too many to list (formations: 43,759) those of GameInfo::placeless.
std::vector<std::string> seat_words(const GameInfo& info, const Position& position, Seat seat, std::size_t& count);
// The legal words of all that may act, sorted, each once; empty and `count` > kMaxListedWords when there are too many.
std::vector<std::string> listed_words(const Position& position, std::size_t& count);

}  // namespace cairn
