#include "server/tournaments/ladder.h"

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace cairn {

std::string player_name(int player) {
  return "player " + std::to_string(player);
}

std::optional<int> player_number(std::string_view name) {
  constexpr std::string_view kPlayer = "player ";
  if (!name.starts_with(kPlayer)) return std::nullopt;
  return parse_int(name.substr(kPlayer.size()));
}

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

Message Ladder::join(int player, std::int64_t now_ms) {
  advance(now_ms);
  if (rung_of(player))
    return Message("on-ladder-already", "{player} is on the ladder already", {{"player", player_name(player)}});
  rungs_.push_back({player, last_ms_});
  return "";
}

Message Ladder::leave(int player, std::int64_t now_ms) {
  advance(now_ms);
  const auto rung = rung_of(player);
  if (!rung) return Message("player-not-on-ladder", "{player} is not on the ladder", {{"player", player_name(player)}});
  std::erase_if(challenges_, [&](const Challenge& c) { return c.challenger == player || c.challenged == player; });
  rungs_.erase(rungs_.begin() + *rung);
  return "";
}

Message Ladder::challenge(int challenger, int challenged, std::int64_t now_ms) {
  advance(now_ms);
  const auto from = rung_of(challenger), to = rung_of(challenged);
  if (!from)
    return Message("not-on-ladder-join", "{player} is not on the ladder; join first",
                   {{"player", player_name(challenger)}});
  if (!to)
    return Message("player-not-on-ladder", "{player} is not on the ladder", {{"player", player_name(challenged)}});
  if (*to >= *from)
    return Message("does-not-stand-above", "{player} is not above you on the ladder; challenge a player above you",
                   {{"player", player_name(challenged)}});
  if (*from - *to > rule_.reach)
    return Message("stands-rungs-above-at",
                   "{player} is {rungs} rungs above you; you can challenge players at most {most} rungs above",
                   {{"player", player_name(challenged)}, {"rungs", *from - *to}, {"most", rule_.reach}});
  for (const int player : {challenger, challenged})
    if (challenged_or_challenging(player))
      return Message("challenge-already-wait-for", "{player} is in a challenge already; wait until it ends",
                     {{"player", player_name(player)}});
  challenges_.push_back({challenger, challenged, last_ms_ + rule_.patience_ms});
  return "";
}

Message Ladder::result(int challenger, Result result, std::int64_t now_ms) {
  advance(now_ms);
  const auto found = std::find_if(challenges_.begin(), challenges_.end(),
                                  [&](const Challenge& c) { return c.challenger == challenger; });
  if (found == challenges_.end())
    return Message("challenged-nobody-challenge-run",
                   "{player} has not challenged anybody, or the challenge has expired",
                   {{"player", player_name(challenger)}});
  finish(static_cast<std::size_t>(found - challenges_.begin()), result, last_ms_);
  return "";
}

Message Ladder::decline(int challenged, std::int64_t now_ms) {
  advance(now_ms);
  const auto found = std::find_if(challenges_.begin(), challenges_.end(),
                                  [&](const Challenge& c) { return c.challenged == challenged; });
  if (found == challenges_.end())
    return Message("not-challenged-challenge-run", "{player} is not challenged, or the challenge has expired",
                   {{"player", player_name(challenged)}});
  finish(static_cast<std::size_t>(found - challenges_.begin()), Result::challenger, last_ms_);
  return "";
}

}  // namespace cairn
