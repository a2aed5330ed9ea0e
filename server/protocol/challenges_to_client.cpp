#include "server/protocol/challenges_to_client.h"

#include "server/protocol/challenge_from_client.h"

namespace cairn {

Json challenge_json(const Challenge& challenge, std::string_view title, std::int64_t person) {
  Json people = Json::array(), options = Json::object(), you = nullptr, maker = nullptr, declined = nullptr;
  for (std::size_t i = 0; i < challenge.people.size(); ++i) {
    const Challenged& one = challenge.people[i];
    people.push_back(
        {{"name", one.name}, {"accepted", one.accepted}, {"seat", one.seat < 0 ? Json(nullptr) : Json(one.seat)}});
    if (one.person == person) you = i;
    if (one.person == challenge.maker) maker = i;
    if (one.person == challenge.declined_by && challenge.state == ChallengeState::declined)
      declined = {{"by", i}, {"reason", to_word(challenge.reason)}};
  }
  for (const auto& [name, value] : challenge.terms.options) options[name] = value;
  return {{"id", challenge.id},
          {"state", to_word(challenge.state)},
          {"offer", challenge.offer},
          {"maker", std::move(maker)},
          {"you", std::move(you)},
          {"people", std::move(people)},
          {"game", challenge.terms.game},
          {"title", title},
          {"options", std::move(options)},
          {"clock", to_text(challenge.terms.clock)},
          {"rated", challenge.terms.rated},
          {"note", challenge.note},
          {"created", challenge.created_ms},
          {"expires", challenge.expires_ms},
          {"changed", challenge.changed_ms},
          {"table", challenge.table.empty() ? Json(nullptr) : Json(challenge.table)},
          {"declined", std::move(declined)}};
}

}  // namespace cairn
