#include "server/protocol/lists_to_client.h"

#include <algorithm>
#include <cmath>

#include "server/play/to_client.h"

namespace cairn {

namespace {

constexpr double kWeightParts = 10'000;  // a weight is told to four digits

}  // namespace

std::int64_t hurry_ms(const ClockRule& rule) {
  if (rule.kind != ClockRule::Kind::correspondence) return 0;
  if (!rule.nags_ms.empty()) return rule.nags_ms.front();
  return rule.main_ms < 2 * kDayMs ? rule.main_ms / 5 : kDayMs;
}

Json card_json(const TableCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms) {
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
          {"you", std::move(you)},
          {"your_turn", your_turn},
          {"due", runs ? Json(card.due_ms) : Json(nullptr)},
          {"hurry", hurry},
          {"over", card.over},
          {"created", card.created_ms},
          {"changed", card.changed_ms == 0 ? Json(nullptr) : Json(card.changed_ms)}};
}

Json archive_card_json(const ArchiveCard& card, const GameInfo* info) {
  Json json = card_json(card.card, info, 0, 0);
  for (const char* key : {"number", "you", "your_turn", "due", "hurry", "over", "changed"}) json.erase(key);
  json["class"] = card.game_class;
  json["result"] = card.result;
  json["how"] = how_word(card.how);
  json["winner"] = card.winner < 0 ? Json(nullptr) : Json(card.winner);
  json["moves"] = card.moves;
  json["ended"] = card.ended_ms;
  return json;
}

Json feed_card_json(const FeedCard& card, const GameInfo* info, std::int64_t person, std::int64_t now_ms) {
  const auto& chairs = card.card.chairs;
  const bool open =
      std::any_of(chairs.begin(), chairs.end(), [](const Chair& chair) { return chair.kind == SeatKind::open; });
  const bool fresh = card.told_kind < 0 || card.told_kind == static_cast<int>(Entry::Kind::join);
  const char* news = card.card.over ? "ended" : open ? "open" : fresh ? "begun" : "changed";
  return {
      {"type", "table"}, {"number", card.told}, {"news", news}, {"table", card_json(card.card, info, person, now_ms)}};
}

Json rating_json(const Rating& rating, std::int64_t now_ms) {
  return {{"rating", std::lround(rating.rating)},
          {"deviation", std::lround(deviation_at(rating, now_ms))},
          {"provisional", provisional(rating, now_ms)},
          {"games", rating.games},
          {"at", rating.at_ms}};
}

Json rating_step_json(const RatingStep& step) {
  Json json = rating_json(step.rating, step.rating.at_ms);
  if (step.weight < 1) json["weight"] = std::round(step.weight * kWeightParts) / kWeightParts;
  if (step.annulled) json["annulled"] = true;
  return json;
}

Json rating_gain_json(const RatingGain& gain) {
  return {{"name", gain.name},
          {"class", gain.rating_class},
          {"games", gain.games},
          {"before", std::lround(gain.before)},
          {"after", std::lround(gain.after)},
          {"opponents", gain.opponents},
          {"at_one_address", gain.at_one_address},
          {"against_new", gain.against_new},
          {"opponent", gain.opponent},
          {"against_one", gain.against_one}};
}

Json annulment_json(const Annulment& annulment) {
  return {{"name", annulment.name},   {"class", annulment.rating_class},
          {"games", annulment.games}, {"refunded", annulment.refunded},
          {"left", annulment.left},   {"since", annulment.since_ms},
          {"by", annulment.by_name},  {"why", annulment.why},
          {"at", annulment.at_ms}};
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
