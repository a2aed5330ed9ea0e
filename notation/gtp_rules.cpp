// Rules by their names, for games that have them as options: scoring and ko. What the rules here cannot be is refused.
#include "core/text.h"
#include "notation/gtp_session.h"
#include "notation/kata_rules.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

KataRules rules_of(const GtpGame& game) {
  KataRules rules;
  rules.ko = game.option("ko");
  rules.scoring = game.option("scoring");
  rules.suicide = game.option("suicide") == "yes";
  rules.bonus = game.bonus();
  return rules;
}

Json rules_json(const GtpSession& session) {
  const KataRules rules = rules_of(session.game);
  return {{"friendlyPassOk", false},
          {"hasButton", false},
          {"ko", upper(rules.ko)},
          {"scoring", upper(rules.scoring)},
          {"suicide", rules.suicide},
          {"tax", rules.scoring == "territory" ? "SEKI" : "NONE"},
          {"whiteHandicapBonus", handicap_bonus_word(rules.bonus)}};
}

GtpReply take(GtpSession& session, const KataRules& rules) {
  Config config = session.game.config();
  put_kata_rules(rules, config.options);
  session.rest();
  if (auto error = session.game.change(config, rules.bonus); !error.empty()) return gtp_error(error);
  session.forget_engine();
  return {};
}

GtpReply set_named(GtpSession& session, std::string_view name) {
  const auto found = find_kata_rules(name);
  if (!found) return gtp_error("unknown or unsupported rules; there are " + std::string(kKataRuleNames));
  return take(session, *found);
}

GtpReply set_rules(GtpSession& session, const GtpLine& line) {
  if (line.rest.empty()) return gtp_error(kSyntaxError);
  if (line.rest.front() != '{') return set_named(session, line.rest);
  const Json json = parse_json(line.rest);
  if (!json.is_object()) return gtp_error(kSyntaxError);
  KataRules rules = rules_of(session.game);
  for (const auto& [key, value] : json.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
    if (auto error = set_kata_rule(rules, key, text); !error.empty()) return gtp_error(error);
  }
  return take(session, rules);
}

GtpReply set_one_rule(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() != 2) return gtp_error(kSyntaxError);
  KataRules rules = rules_of(session.game);
  if (auto error = set_kata_rule(rules, line.arguments[0], line.arguments[1]); !error.empty()) return gtp_error(error);
  return take(session, rules);
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
