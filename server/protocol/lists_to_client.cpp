#include "server/protocol/lists_to_client.h"

#include <cmath>

#include "server/protocol/to_client.h"

namespace cairn {

Json card_json(const TableCard& card, const GameInfo* info, std::int64_t person) {
  Json options = Json::object(), seats = Json::array();
  for (const auto& [name, value] : card.options) options[name] = value;
  Json you = nullptr;
  bool your_turn = false;
  for (std::size_t i = 0; i < card.chairs.size(); ++i) {
    const Chair& chair = card.chairs[i];
    seats.push_back(chair_json(chair));
    if (person == 0 || chair.kind != SeatKind::guest || chair.person != person) continue;
    you = i;
    your_turn = !card.over && card.to_act.contains(seat_at(static_cast<int>(i)));
  }
  return {{"number", card.number},
          {"id", card.id},
          {"game", card.game},
          {"title", info != nullptr ? Json(info->title) : Json(card.game)},
          {"options", std::move(options)},
          {"clock", card.clock},
          {"rated", card.rated},
          {"seats", std::move(seats)},
          {"you", std::move(you)},
          {"your_turn", your_turn},
          {"over", card.over},
          {"created", card.created_ms},
          {"changed", card.changed_ms == 0 ? Json(nullptr) : Json(card.changed_ms)}};
}

Json rating_json(const Rating& rating, std::int64_t now_ms) {
  return {{"rating", std::lround(rating.rating)},
          {"deviation", std::lround(deviation_at(rating, now_ms))},
          {"provisional", provisional(rating, now_ms)},
          {"games", rating.games},
          {"at", rating.at_ms}};
}

Json class_rating_json(const ClassRating& rating, std::int64_t now_ms) {
  Json json = rating_json(rating.rating, now_ms);
  json["class"] = rating.name;
  return json;
}

Json leader_json(const LeaderLine& line, std::int64_t now_ms) {
  Json json = rating_json(line.rating, now_ms);
  json["name"] = line.name;
  return json;
}

}  // namespace cairn
