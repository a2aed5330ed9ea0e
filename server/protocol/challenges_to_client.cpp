#include "server/protocol/challenges_to_client.h"

#include <cmath>

#include "server/base/tokens.h"
#include "server/protocol/challenge_from_client.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

Json terms_options(const OptionValues& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json;
}

}  // namespace

Json challenge_json(const Challenge& challenge, std::string_view title, std::int64_t person) {
  Json people = Json::array(), you = nullptr, maker = nullptr, declined = nullptr;
  for (std::size_t i = 0; i < challenge.people.size(); ++i) {
    const Challenged& one = challenge.people[i];
    people.push_back(
        {{"name", one.name}, {"accepted", one.accepted}, {"seat", one.seat < 0 ? Json(nullptr) : Json(one.seat)}});
    if (one.person == person) you = i;
    if (one.person == challenge.maker) maker = i;
    if (one.person == challenge.declined_by && challenge.state == ChallengeState::declined)
      declined = {{"by", i}, {"reason", to_word(challenge.reason)}};
  }
  return {{"id", challenge.id},
          {"state", to_word(challenge.state)},
          {"offer", challenge.offer},
          {"maker", std::move(maker)},
          {"you", std::move(you)},
          {"people", std::move(people)},
          {"game", challenge.terms.game},
          {"title", title},
          {"options", terms_options(challenge.terms.options)},
          {"clock", to_text(challenge.terms.clock)},
          {"rated", challenge.terms.rated},
          {"note", challenge.note},
          {"created", challenge.created_ms},
          {"expires", challenge.expires_ms},
          {"changed", challenge.changed_ms},
          {"table", challenge.table.empty() ? Json(nullptr) : Json(challenge.table)},
          {"declined", std::move(declined)}};
}

Json to_client(const ChallengeShown& shown) {
  return challenge_json(shown.challenge, shown.title, shown.person);
}

Json to_client(const ChallengeList& list) {
  Json challenges = list_json(list.challenges, [](const ChallengeShown& one) { return to_client(one); });
  const std::string mark = public_id(hash_token(to_text(challenges)));
  Json json = {{"mark", mark}};
  if (mark != list.mark) json["challenges"] = std::move(challenges);
  return json;
}

Json to_client(const SeekShown& shown) {
  if (!shown.seek) return {{"seek", nullptr}};
  const Seek& seek = *shown.seek;
  return {{"seek",
           {{"request", seek.request},
            {"game", seek.terms.game},
            {"title", shown.title},
            {"options", terms_options(seek.terms.options)},
            {"clock", to_text(seek.terms.clock)},
            {"rated", seek.terms.rated},
            {"handicap", seek.handicap},
            {"class", seek.rating_class},
            {"since", seek.since_ms},
            {"until", seek.until_ms},
            {"window", shown.window ? Json(std::llround(*shown.window)) : Json(nullptr)},
            {"table", seek.table.empty() ? Json(nullptr) : Json(seek.table)}}}};
}

}  // namespace cairn
