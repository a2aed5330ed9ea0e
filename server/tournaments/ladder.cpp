#include "server/tournaments/ladder.h"

#include <algorithm>
#include <utility>

namespace cairn {
namespace {

std::string name(int player) {
  return "player " + std::to_string(player);
}

}  // namespace

std::optional<int> Ladder::rung_of(int player) const {
  for (std::size_t i = 0; i < rungs_.size(); ++i)
    if (rungs_[i].player == player) return static_cast<int>(i);
  return std::nullopt;
}

bool Ladder::challenged_or_challenging(int player) const {
  return std::any_of(challenges_.begin(), challenges_.end(),
                     [&](const Challenge& c) { return c.challenger == player || c.challenged == player; });
}

// Nobody sinks below the last rung, nor out of a challenge: it would be of other rungs than it was about.
std::optional<std::int64_t> Ladder::sinks(std::size_t rung) const {
  if (rule_.idle_ms == 0 || rung + 1 >= rungs_.size() || challenged_or_challenging(rungs_[rung].player))
    return std::nullopt;
  return std::max(rungs_[rung].active_ms + rule_.idle_ms, last_ms_);
}

std::optional<std::int64_t> Ladder::due() const {
  std::optional<std::int64_t> first;
  const auto offer = [&](std::optional<std::int64_t> at) {
    if (at && (!first || *at < *first)) first = at;
  };
  for (const Challenge& c : challenges_) offer(c.until_ms);
  for (std::size_t i = 0; i < rungs_.size(); ++i) offer(sinks(i));
  return first;
}

// One thing after the other, each at its own moment: what comes of it does not depend on how often this is called.
void Ladder::advance(std::int64_t now_ms) {
  while (const auto at = due()) {
    if (*at > now_ms) break;
    last_ms_ = std::max(last_ms_, *at);
    const auto out =
        std::find_if(challenges_.begin(), challenges_.end(), [&](const Challenge& c) { return c.until_ms <= *at; });
    if (out != challenges_.end()) {
      finish(static_cast<std::size_t>(out - challenges_.begin()), Result::challenger, *at);
      continue;
    }
    // From below, so that two idle neighbours do not change places for ever.
    for (std::size_t i = rungs_.size(); i-- > 0;) {
      const auto sinking = sinks(i);
      if (!sinking || *sinking > *at) continue;
      rungs_[i].active_ms = *at;
      std::swap(rungs_[i], rungs_[i + 1]);
      break;
    }
  }
  last_ms_ = std::max(last_ms_, now_ms);
}

void Ladder::finish(std::size_t challenge, Result result, std::int64_t at_ms) {
  const Challenge c = challenges_[challenge];
  challenges_.erase(challenges_.begin() + static_cast<std::ptrdiff_t>(challenge));
  const auto from = static_cast<std::ptrdiff_t>(rung_of(c.challenger).value_or(0));
  const auto to = static_cast<std::ptrdiff_t>(rung_of(c.challenged).value_or(0));
  rungs_[static_cast<std::size_t>(from)].active_ms = rungs_[static_cast<std::size_t>(to)].active_ms = at_ms;
  if (result == Result::challenger && to < from)
    std::rotate(rungs_.begin() + to, rungs_.begin() + from, rungs_.begin() + from + 1);
}

std::string Ladder::join(int player, std::int64_t now_ms) {
  advance(now_ms);
  if (rung_of(player)) return name(player) + " is on the ladder already";
  rungs_.push_back({player, last_ms_});
  return "";
}

std::string Ladder::leave(int player, std::int64_t now_ms) {
  advance(now_ms);
  const auto rung = rung_of(player);
  if (!rung) return name(player) + " is not on the ladder";
  std::erase_if(challenges_, [&](const Challenge& c) { return c.challenger == player || c.challenged == player; });
  rungs_.erase(rungs_.begin() + *rung);
  return "";
}

std::string Ladder::challenge(int challenger, int challenged, std::int64_t now_ms) {
  advance(now_ms);
  const auto from = rung_of(challenger), to = rung_of(challenged);
  if (!from) return name(challenger) + " is not on the ladder; join first";
  if (!to) return name(challenged) + " is not on the ladder";
  if (*to >= *from) return name(challenged) + " does not stand above; challenge somebody who does";
  if (*from - *to > rule_.reach)
    return name(challenged) + " stands " + std::to_string(*from - *to) + " rungs above; at most " +
           std::to_string(rule_.reach) + " can be challenged";
  for (const int player : {challenger, challenged})
    if (challenged_or_challenging(player)) return name(player) + " is in a challenge already; wait for its end";
  challenges_.push_back({challenger, challenged, last_ms_ + rule_.patience_ms});
  return "";
}

std::string Ladder::result(int challenger, Result result, std::int64_t now_ms) {
  advance(now_ms);
  const auto found = std::find_if(challenges_.begin(), challenges_.end(),
                                  [&](const Challenge& c) { return c.challenger == challenger; });
  if (found == challenges_.end()) return name(challenger) + " has challenged nobody, or the challenge has run out";
  finish(static_cast<std::size_t>(found - challenges_.begin()), result, last_ms_);
  return "";
}

std::string Ladder::decline(int challenged, std::int64_t now_ms) {
  advance(now_ms);
  const auto found = std::find_if(challenges_.begin(), challenges_.end(),
                                  [&](const Challenge& c) { return c.challenged == challenged; });
  if (found == challenges_.end()) return name(challenged) + " is not challenged, or the challenge has run out";
  finish(static_cast<std::size_t>(found - challenges_.begin()), Result::challenger, last_ms_);
  return "";
}

}  // namespace cairn
