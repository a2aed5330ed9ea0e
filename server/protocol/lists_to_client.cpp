#include "server/protocol/lists_to_client.h"

#include <algorithm>

#include "server/play/to_client.h"

namespace cairn {

std::int64_t hurry_ms(const ClockRule& rule) {
  if (rule.kind != ClockRule::Kind::correspondence) return 0;
  if (!rule.nags_ms.empty()) return rule.nags_ms.front();
  return rule.main_ms < 2 * kDayMs ? rule.main_ms / 5 : kDayMs;
}

Json card_json(const TableCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms) {
  Json options = Json::object(), seats = Json::array();
  for (const auto& [name, value] : card.options) options[name] = value;
  for (const Occupant& occupant : card.occupants) seats.push_back(occupant_json(occupant));
  const auto you = card.seat_of(person);
  const bool your_turn = card.waits_for(person);
  const auto rule = parse_clock_rule(card.clock).rule;
  const bool runs = card.due_ms > 0 && !card.over;
  const bool hurry = your_turn && runs && rule && card.due_ms - now_ms <= hurry_ms(*rule);
  return {{"number", card.number},
          {"id", card.id},
          {"game", card.game},
          {"title", info != nullptr ? Json(info->title) : Json(card.game)},
          {"options", std::move(options)},
          {"clock", card.clock},
          {"rated", card.rated},
          {"seats", std::move(seats)},
          {"you", you ? Json(*you) : Json(nullptr)},
          {"your_turn", your_turn},
          {"due", runs ? Json(card.due_ms) : Json(nullptr)},
          {"hurry", hurry},
          {"over", card.over},
          {"created", card.created_ms},
          {"changed", card.changed_ms == 0 ? Json(nullptr) : Json(card.changed_ms)}};
}

Json feed_card_json(const FeedCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms) {
  const auto& occupants = card.card.occupants;
  const bool open = std::any_of(occupants.begin(), occupants.end(),
                                [](const Occupant& occupant) { return occupant.kind == SeatKind::open; });
  const bool fresh = card.visible_kind < 0 || card.visible_kind == static_cast<int>(Entry::Kind::join);
  const char* news = card.card.over ? "ended" : open ? "open" : fresh ? "begun" : "changed";
  return {{"type", "table"},
          {"number", card.change},
          {"news", news},
          {"table", card_json(card.card, info, person, now_ms)}};
}

}  // namespace cairn
