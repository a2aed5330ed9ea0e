// Rules by their names, for games that have them as options: scoring and ko. What the rules here cannot be is refused.
#include <algorithm>

#include "core/text.h"
#include "notation/gtp_session.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

struct RuleSet {
  std::string_view name, ko, scoring;
  bool suicide = false;
};
// Those without button and tax; for even games, as a bonus for handicap stones is not counted.
constexpr std::array<RuleSet, 12> kNamed{{{"chinese", "simple", "area"},
                                          {"chinese-ogs", "positional", "area"},
                                          {"chinese-kgs", "positional", "area"},
                                          {"japanese", "simple", "territory"},
                                          {"korean", "simple", "territory"},
                                          {"aga", "situational", "area"},
                                          {"bga", "situational", "area"},
                                          {"tromp-taylor", "positional", "area", true},
                                          {"new-zealand", "situational", "area", true},
                                          {"new_zealand", "situational", "area", true},
                                          {"chinese_kgs", "positional", "area"},
                                          {"chinese_ogs", "positional", "area"}}};

Json rules_json(const GtpSession& session) {
  const bool territory = session.game.option("scoring") == "territory";
  return {{"friendlyPassOk", false},
          {"hasButton", false},
          {"ko", upper(session.game.option("ko"))},
          {"scoring", upper(session.game.option("scoring"))},
          {"suicide", session.game.option("suicide") == "yes"},
          {"tax", territory ? "SEKI" : "NONE"},
          {"whiteHandicapBonus", "0"}};
}

// One rule; "" or what is wrong.
std::string set_rule(Config& config, std::string_view rule, std::string_view value) {
  const std::string wanted = lower(value);
  const auto only = [&](std::string_view right) {
    return wanted == right ? std::string() : "rule " + std::string(rule) + " can only be " + std::string(right);
  };
  if (rule == "ko") {
    if (wanted != "simple" && wanted != "positional" && wanted != "situational")
      return "rule ko is SIMPLE, POSITIONAL or SITUATIONAL";
    set_value(config.options, "ko", wanted);
    return {};
  }
  if (rule == "scoring") {
    if (wanted != "area" && wanted != "territory") return "rule scoring is AREA or TERRITORY";
    set_value(config.options, "scoring", wanted);
    return {};
  }
  if (rule == "tax") {
    if (wanted == "all") return "rule tax is NONE with area scoring, SEKI with territory scoring";
    return wanted == "none" || wanted == "seki" ? "" : "rule tax is NONE or SEKI";
  }
  if (rule == "suicide") {
    if (wanted != "true" && wanted != "false") return "rule suicide is true or false";
    set_value(config.options, "suicide", wanted == "true" ? "yes" : "no");
    return {};
  }
  if (rule == "hasButton") return only("false");
  if (rule == "friendlyPassOk")
    return wanted == "true" || wanted == "false" ? "" : "rule friendlyPassOk is true or false";
  if (rule == "whiteHandicapBonus") return only("0");
  return "unknown rule; the rules are ko, scoring, suicide, tax, hasButton, whiteHandicapBonus, friendlyPassOk";
}

GtpReply take(GtpSession& session, const Config& config) {
  session.rest();
  if (auto error = session.game.change(config); !error.empty()) return gtp_error(error);
  session.forget_engine();
  return {};
}

GtpReply set_named(GtpSession& session, std::string_view name) {
  const auto found =
      std::find_if(kNamed.begin(), kNamed.end(), [&](const RuleSet& rules) { return rules.name == name; });
  if (found == kNamed.end())
    return gtp_error(
        "unknown or unsupported rules; there are chinese, chinese-ogs, chinese-kgs, japanese, korean, aga, bga, "
        "tromp-taylor, new-zealand");
  Config config = session.game.config();
  set_value(config.options, "ko", std::string(found->ko));
  set_value(config.options, "scoring", std::string(found->scoring));
  set_value(config.options, "suicide", found->suicide ? "yes" : "no");
  return take(session, config);
}

GtpReply set_rules(GtpSession& session, const GtpLine& line) {
  if (line.rest.empty()) return gtp_error(kSyntaxError);
  if (line.rest.front() != '{') return set_named(session, lower(line.rest));
  const Json json = parse_json(line.rest);
  if (!json.is_object()) return gtp_error(kSyntaxError);
  Config config = session.game.config();
  for (const auto& [key, value] : json.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
    if (auto error = set_rule(config, key, text); !error.empty()) return gtp_error(error);
  }
  return take(session, config);
}

GtpReply set_one_rule(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() != 2) return gtp_error(kSyntaxError);
  Config config = session.game.config();
  if (auto error = set_rule(config, line.arguments[0], line.arguments[1]); !error.empty()) return gtp_error(error);
  return take(session, config);
}

GtpReply kgs_rules(GtpSession& session, const GtpLine& line) {
  const std::string name = lower(line.rest);
  return set_named(session, name == "chinese" ? "chinese-kgs" : name);
}

}  // namespace

std::span<const GtpCommand> gtp_rules_commands() {
  static constexpr GtpCommand kCommands[]{
      {"kata-get-rules",
       [](GtpSession& session, const GtpLine&) {
         return GtpReply{true, json_text(rules_json(session))};
       },
       "scoring"},
      {"kata-set-rules", set_rules, "scoring"},
      {"kata-set-rule", set_one_rule, "scoring"},
      {"kgs-rules", kgs_rules, "scoring"},
  };
  return kCommands;
}

}  // namespace cairn
