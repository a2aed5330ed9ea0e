#include "core/position.h"

#include <algorithm>

namespace cairn {

Reason Position::play(Seat seat, std::string_view word, EventLog& log) {
  if (to_act().empty()) return Reason::game_over;
  if (!to_act().contains(seat)) return Reason::not_your_turn;
  const Parsed parsed = parse(seat, word);
  if (parsed.refused != Reason::none) return parsed.refused;
  if (const Reason reason = check(seat, parsed.action); reason != Reason::none) return reason;
  self_->apply(seat, parsed.action, &log);
  return Reason::none;
}

std::vector<std::string> Position::legal_words(Seat seat) const {
  ActionList actions;
  legal(seat, actions);
  std::vector<std::string> words;
  words.reserve(actions.size());
  for (const Action action : actions) words.push_back(format(action));
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace cairn
