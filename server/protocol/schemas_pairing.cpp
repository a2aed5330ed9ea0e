// Games that people want with each other, as schemas: protocol/challenges_to_client.cpp, challenge_from_client.cpp.
#include "server/play/table.h"
#include "server/protocol/challenge_from_client.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace pairing_shapes {
namespace {

using namespace schema;

Json place() {
  return whole(0, kMaxSeats - 1);
}

Json decline_reason() {
  return words(words_of<DeclineReason>(to_word));
}

Json challenge() {
  const Json one = object({must("name", text()), must("accepted", yes_no()),
                           must("seat", described(nullable(place()), "seat in the game; null: at random"))});
  const Json declined = object({must("by", place()), must("reason", ref("DeclineReason"))});
  return object({must("id", text()), must("state", words(words_of<ChallengeState>(to_word))),
                 must("offer", described(whole(1), "the number of these terms; an answer must name it")),
                 must("maker", described(nullable(place()), "index into `people`")), must("you", nullable(place())),
                 must("people", list_of(one, 2, kMaxSeats)), must("game", text()), must("title", text()),
                 must("options", map_of(text())), must("clock", text()), must("rated", yes_no()), must("note", text()),
                 must("created", time()), must("expires", time()), must("changed", time()),
                 must("table", described(nullable(text()), "the table created when everyone had accepted")),
                 must("declined", nullable(declined))});
}

Json challenge_list() {
  return object(
      {must("mark", described(text(), "for the next time: `?mark=`")),
       may("challenges", described(list_of(ref("Challenge")), "left out if nothing has changed since `mark`"))});
}

Json seek_shown() {
  const Json seek =
      object({must("request", text()), must("game", text()), must("title", text()), must("options", map_of(text())),
              must("clock", text()), must("rated", yes_no()),
              must("handicap", described(yes_no(), "stones and komi by the ratings")), must("class", text()),
              must("since", time()), must("until", described(time(), "expires at this time unless it is renewed")),
              must("window", described(nullable(whole(0)), "present rating window; null: anyone")),
              must("table", nullable(text()))});
  return object({must("seek", nullable(seek))});
}

// --- what clients say

std::vector<Field> terms() {
  Json value = Json::object();
  value["type"] = {"string", "number", "boolean"};
  return {must("game", described(text(1, 64), "a `name` of GET /api/games")),
          may("options", described(nullable(map_of(value)), "as GET /api/games lists them")),
          may("clock", described(text(), R"("none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...)")),
          may("rated", described(yes_no(), "needs a time control, and accounts on all seats"))};
}

Json any_name() {
  return matching("^[^\\x00-\\x1f\\x7f]{1,40}$");
}

Json wish(std::vector<Field> fields) {
  for (Field& field : terms()) fields.push_back(std::move(field));
  Json note = text(0, kMostChallengeNote);
  note["pattern"] = "^[^\\x00-\\x1f\\x7f]*$";
  fields.push_back(may("note", std::move(note)));
  fields.push_back(may("minutes", described(whole(1, kMostChallengeMinutes), "how long it has been waiting")));
  auto ordered = fields;
  fields.push_back(may("seat", words({"first", "second", "random"})));
  ordered.push_back(must("order", described(list_of(any_name(), 1, kMaxSeats), "names by seat; yourself as `me`")));
  return one_of({object(fields), object(ordered)});
}

Json offer() {
  return described(whole(1, kMostOffers), "the `offer` of the terms that this request answers");
}

Json seek_wish() {
  std::vector<Field> fields = {must("request", described(request_id(), "repeating it keeps you in the lobby"))};
  for (Field& field : terms()) fields.push_back(std::move(field));
  fields.push_back(may("handicap", described(yes_no(), "stones and komi by the ratings")));
  return object(fields);
}

Json challenge_wish() {
  return wish({must("request", request_id()), must("people", list_of(any_name(), 1, kMostChallenged))});
}

Json counter_wish() {
  return wish({must("request", request_id()), must("offer", offer())});
}

Json accept_wish() {
  return object({must("offer", offer())});
}

Json decline_wish() {
  return object({must("offer", offer()), must("reason", ref("DeclineReason"))});
}

}  // namespace
}  // namespace pairing_shapes

std::vector<NamedSchema> pairing_schemas() {
  using namespace pairing_shapes;
  return {{"DeclineReason", decline_reason}, {"Challenge", challenge},      {"ChallengeList", challenge_list},
          {"ChallengeWish", challenge_wish}, {"CounterWish", counter_wish}, {"AcceptWish", accept_wish},
          {"DeclineWish", decline_wish},     {"SeekShown", seek_shown},     {"SeekWish", seek_wish}};
}

}  // namespace cairn
