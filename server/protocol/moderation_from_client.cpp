#include "server/protocol/moderation_from_client.h"

#include "server/play/ratings.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kAnnulForm("form-of-annul",
                                 R"(to annul rated games, send {"class":"go-19","since":1763780000000,"why":"..."})");

}  // namespace

std::variant<AnnulWish, Fault> read_annul_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"class", "since", "why"}, kAnnulForm); !error.empty())
    return Fault{std::move(error)};
  AnnulWish out;
  const auto* rating_class = text_at(object, "class");
  if (rating_class == nullptr || !is_rating_class(*rating_class))
    return Fault{Message("class-must-game-its", "\"class\" must be a game with its size, such as \"go-19\"")};
  out.rating_class = *rating_class;
  const auto since = object.find("since");
  if (since == object.end() || !since->is_number_integer() || *since < 0 || *since > kMostAnnulSinceMs)
    return Fault{
        Message("since-must-moment-milliseconds",
                "\"since\" must be a time in milliseconds since 1970; games that ended then or later are annulled")};
  out.since_ms = since->get<std::int64_t>();
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

}  // namespace cairn
