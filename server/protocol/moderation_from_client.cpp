#include "server/protocol/moderation_from_client.h"

#include "server/play/names.h"
#include "server/play/ratings.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

constexpr MessageText kAnnulForm("form-of-annul",
                                 R"(to annul rated games, send {"class":"go-19","since":1763780000000,"why":"..."})");

constexpr MessageText kReasonForm("form-of-act", R"(say why: {"why":"..."})");
constexpr MessageText kRenameForm("form-of-rename", R"(to correct a name send {"name":"...","why":"..."})");
constexpr MessageText kSuspendForm(
    "form-of-suspend", R"(to suspend an account send {"days":7,"why":"..."}; without "days" it has no end)");
constexpr MessageText kRoleForm("form-of-role", R"(a role is {"role":"player" or "moderator","why":"..."})");

}  // namespace

std::variant<AnnulWish, Fault> read_annul_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"class", "since", "why"}, kAnnulForm); !error.empty())
    return Fault{std::move(error)};
  AnnulWish out;
  const auto* rating_class = text_at(object, "class");
  auto named = rating_class == nullptr ? std::nullopt : read_rating_class(*rating_class);
  if (!named) return Fault{Message("class-must-game-its", "\"class\" must be a game with its size, such as \"go-19\"")};
  out.rating_class = std::move(*named);
  const auto since = object.find("since");
  if (since == object.end() || !since->is_number_integer() || *since < 0 || *since > kMostAnnulSinceMs)
    return Fault{
        Message("since-must-moment-milliseconds",
                "\"since\" must be a time in milliseconds since 1970; games that ended then or later are annulled")};
  out.since_ms = since->get<std::int64_t>();
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<ActReason, Fault> read_act_reason(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"why"}, kReasonForm); !error.empty()) return Fault{std::move(error)};
  ActReason out;
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<RenameWish, Fault> read_rename_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name", "why"}, kRenameForm); !error.empty()) return Fault{std::move(error)};
  RenameWish out;
  const auto* name = text_at(object, "name");
  if (name == nullptr) return Fault{Message("name-missing", "\"name\" is missing; {why}", {{"why", kRenameForm}})};
  if (auto error = account_name_fault(*name); !error.empty()) return Fault{std::move(error)};
  out.name = *name;
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<SuspendWish, Fault> read_suspend_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"days", "why"}, kSuspendForm); !error.empty()) return Fault{std::move(error)};
  SuspendWish out;
  if (object.contains("days"))
    if (auto error = read_whole(object, "days", 1, kMostSuspendedDays, out.days); !error.empty())
      return Fault{std::move(error)};
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<RoleWish, Fault> read_role_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"role", "why"}, kRoleForm); !error.empty()) return Fault{std::move(error)};
  RoleWish out;
  const auto* role = text_at(object, "role");
  if (role == nullptr || (*role != "player" && *role != "moderator"))
    return Fault{
        Message("role-player-or-moderator", "\"role\" must be player or moderator; only the host makes admins")};
  out.role = *role == "moderator" ? Role::moderator : Role::player;
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

}  // namespace cairn
