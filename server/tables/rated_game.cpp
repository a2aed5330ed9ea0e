#include "server/tables/rated_game.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

std::string rating_class_of(const std::string& game, const OptionValues& options) {
  std::string name = lower(game);
  for (const auto& [key, value] : options)
    if (key == "size") name += "-" + lower(value);
  return name;
}

RatedGame rated_game(const std::string& id, const Table& table) {
  RatedGame out;
  out.table = id;
  out.rating_class = rating_class_of(table.setup().game, table.setup().options);
  out.at_ms = table.setup().created_ms;
  for (const Entry& entry : table.log())  // a rematch is asked for behind the end
    if (entry.words.rfind(to_word(OfferKind::rematch), 0) != 0) out.at_ms = entry.at_ms;
  const Outcome outcome = table.view(Viewer::spectator).outcome;
  if (outcome.how == Outcome::How::no_result) return out;
  if (!unrated_options(table.info(), table.setup().options, out.ahead).empty())
    return out;  // from before it was refused
  for (std::size_t i = 0; i < table.occupants().size(); ++i) {
    const Seat seat = seat_at(static_cast<int>(i));
    const bool moved = std::any_of(table.steps().begin(), table.steps().end(),
                                   [&](const Step& step) { return step.seat == seat && !step.left && !step.refused; });
    const Occupant& player = table.occupants()[i];
    // A bot that ran out of time had too little of the machine: that tells nothing of its player.
    const bool late = player.kind == SeatKind::bot && outcome.how == Outcome::How::timed_out && outcome.rank[i] != 1;
    if (player.kind == SeatKind::bot && !late)
      out.bot_kyu = rank_of_level(table.info(), table.setup().options, table.setup().level);
    if (!moved || (player.kind != SeatKind::guest && !(player.kind == SeatKind::bot && out.bot_kyu))) {
      out.people.clear();
      out.ranks.clear();
      return out;
    }
    out.people.push_back(player.kind == SeatKind::bot ? kBotPerson : player.person);
    out.ranks.push_back(outcome.rank[i]);
  }
  return out;
}

}  // namespace cairn
