// What moderators see and do about ratings, as schemas: server/matchmaking/lobby_moderation.cpp,
// protocol/lobby_to_client.cpp, protocol/moderation_from_client.cpp.
#include "server/protocol/moderation_from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/talk_from_client.h"
#include "server/store/lists.h"

namespace cairn {

namespace moderation_shapes {
namespace {

using namespace schema;

Json rating_gains() {
  const Json one =
      object({must("name", text()), must("class", text()), must("games", whole(kLeastGames)),
              must("before", described(number(), "the rating before the first of these games")),
              must("after", described(number(), "evaluation after the last move")),
              must("opponents", described(whole(0), "people")),
              must("at_one_address", described(whole(0), "games with people from the same network address")),
              must("against_new", described(whole(0), "games with accounts younger than a week")),
              must("opponent", described(text(), "most frequent opponents")),
              must("against_one", described(whole(0), "games with that player"))});
  return object({must("gains", list_of(one))});
}

std::vector<Field> done_fields() {
  return {must("name", text()), must("class", text()), must("games", described(whole(0), "annulled games")),
          must("refunded", described(whole(0), "other players who got points back")),
          must("left", described(whole(0), "games in which this moderator played: another moderator must annul them"))};
}

Json annulled() {
  return object(done_fields());
}

Json annulment_list() {
  std::vector<Field> fields = done_fields();
  const std::vector<Field> more = {must("since", time()), must("by", text()), must("why", text()), must("at", time())};
  fields.insert(fields.end(), more.begin(), more.end());
  return object({must("annulments", list_of(object(fields)))});
}

Json annul_wish() {
  Json why = text(1, kMostWhy);
  why["pattern"] = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";
  return object({must("class", matching("^[a-z0-9-]{1,40}$")),
                 must("since", described(whole(0, kMostAnnulSinceMs), "milliseconds since 1970")), must("why", why)});
}

}  // namespace
}  // namespace moderation_shapes

std::vector<NamedSchema> moderation_schemas() {
  using namespace moderation_shapes;
  return {{"RatingGains", rating_gains},
          {"Annulled", annulled},
          {"AnnulmentList", annulment_list},
          {"AnnulWish", annul_wish}};
}

}  // namespace cairn
