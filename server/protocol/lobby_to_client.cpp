#include "server/protocol/lobby_to_client.h"

#include <cmath>

#include "core/text.h"
#include "server/protocol/lists_to_client.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

constexpr double kWeightParts = 10'000;  // a weight is told to four digits

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

// A rating that is sure enough is a rank of Go, too, in the classes where levels of the bot have ranks.
Json ranked_json(const Rating& rating, std::int64_t now_ms, std::span<const GameInfo> games,
                 std::string_view rating_class) {
  Json json = rating_json(rating, now_ms);
  for (const GameInfo& game : games)
    for (const LevelRanks& ranks : game.ranks)
      if (rating_class == lower(game.name) + "-" + lower(ranks.size) && !provisional(rating, now_ms))
        json["kyu"] = kyu_of_rating(rating.rating);
  return json;
}

Json own_card_json(const OpenTables& of, const TableCard& card) {
  return card_json(card, find_game(card.game, of.games), of.person, of.now_ms);
}

}  // namespace

Json to_client(const OpenTables& open) {
  const auto line = [&](const TableCard& card) {
    Json json = own_card_json(open, card);
    if (open.person != 0 && card.creator == open.person) json["yours"] = true;
    return json;
  };
  return {{"tables", list_json(open.tables, line)}};
}

Json to_client(const RunningTables& running) {
  const auto line = [&](const RunningCard& one) {
    Json json = card_json(one.card, find_game(one.card.game, running.games), running.person, running.now_ms);
    json["ratings"] = list_json(one.ratings, [&](const std::optional<Rating>& rating) {
      if (!rating) return Json(nullptr);
      return Json{{"rating", std::lround(rating->rating)}, {"provisional", provisional(*rating, running.now_ms)}};
    });
    return json;
  };
  return {{"tables", list_json(*running.tables, line)}};
}

Json to_client(const OwnTables& own) {
  const auto line = [&](const TableCard& card) { return own_card_json(own, card); };
  return {{"tables", list_json(own.tables, line)}, {"next", own.next ? Json(*own.next) : Json(nullptr)}};
}

Json to_client(const TakenOffList&) {
  return {{"ended", 1}};
}

Json to_client(const PersonRatings& of_person) {
  const auto line = [&](const ClassRating& one) {
    Json json = ranked_json(one.rating, of_person.now_ms, of_person.games, one.name);
    json["class"] = one.name;
    return json;
  };
  return {{"ratings", list_json(of_person.ratings, line)}};
}

Json to_client(const std::vector<RatingStep>& history) {
  return {{"history", list_json(history, rating_step_json)}};
}

Json to_client(const Leaders& leaders) {
  const auto line = [&](const LeaderLine& one) {
    Json json = ranked_json(one.rating, leaders.now_ms, leaders.games, leaders.rating_class);
    json["name"] = one.name;
    return json;
  };
  return {{"leaders", list_json(leaders.lines, line)}};
}

Json to_client(const std::vector<RatingGain>& gains) {
  return {{"gains", list_json(gains, rating_gain_json)}};
}

Json to_client(const Annulment& annulled) {
  return {{"name", annulled.name},
          {"class", annulled.rating_class},
          {"games", annulled.games},
          {"refunded", annulled.refunded},
          {"left", annulled.left}};
}

Json to_client(const std::vector<Annulment>& annulments) {
  return {{"annulments", list_json(annulments, annulment_json)}};
}

}  // namespace cairn
