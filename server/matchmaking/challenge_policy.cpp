#include "server/matchmaking/challenge_policy.h"

#include <algorithm>
#include <array>

#include "notation/stored_json.h"
#include "server/play/fields.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 4> kFrom = {"everybody", "accounts", "window", "nobody"};

}  // namespace

Message challenge_policy_fault(const Json& preferences) {
  const auto found = preferences.find("challenges");
  if (found == preferences.end()) return {};
  constexpr std::string_view kForm =
      R"({"from":"everybody" or "accounts" or "nobody"} or {"from":"window","window":200})";
  const Message right("form-of-challenge-policy",
                      "\"challenges\" must be {form}, with a rating range of {least} to {most}",
                      {{"form", kForm}, {"least", kLeastWindow}, {"most", kMostWindow}});
  if (!check_object(*found, {"from", "window"}, "").empty()) return right;
  const auto* from = text_at(*found, "from");
  if (from == nullptr || std::find(kFrom.begin(), kFrom.end(), *from) == kFrom.end()) return right;
  const auto window = found->find("window");
  if ((*from == "window") != (window != found->end())) return right;
  if (window != found->end() && (!window->is_number_integer() || *window < kLeastWindow || *window > kMostWindow))
    return right;
  return {};
}

ChallengePolicy challenge_policy(std::string_view preferences_text) {
  const Json preferences = parse_stored_json(preferences_text);
  ChallengePolicy out;
  if (!preferences.is_object() || !preferences.contains("challenges") || !challenge_policy_fault(preferences).empty())
    return out;  // kept before anybody read it
  const Json& policy = preferences.at("challenges");
  const auto word = std::find(kFrom.begin(), kFrom.end(), *text_at(policy, "from"));
  out.from = static_cast<ChallengePolicy::From>(word - kFrom.begin());
  if (policy.contains("window")) out.window = policy.at("window").get<int>();
  return out;
}

}  // namespace cairn
