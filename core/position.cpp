#include "core/position.h"

#include <algorithm>

namespace cairn {

View Position::view(Viewer viewer) const {
  View view = self_->view(viewer);
  if (!drawn_) return view;
  view.to_act = {};
  view.next.reset();
  view.outcome = {};
  view.outcome.over = true;
  view.outcome.how = Outcome::How::agreed;
  const auto playing =
      std::count_if(view.sides.begin(), view.sides.end(), [](const auto& side) { return !side.retired; });
  for (const auto& side : view.sides)  // who had left before has lost all the same
    view.outcome.rank[static_cast<std::size_t>(index(side.seat))] =
        side.retired ? static_cast<std::uint8_t>(playing + 1) : std::uint8_t{1};
  view.result = "0";
  return view;
}

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
  return words_of(actions);
}

std::vector<std::string> Position::words_of(const ActionList& actions) const {
  std::vector<std::string> words;
  words.reserve(actions.size());
  for (const Action action : actions) words.push_back(format(action));
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace cairn
