#include "notation/kata_rules.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace cairn {

namespace {

struct NamedRules {
  std::string_view name, ko, scoring;
  bool suicide = false;
  HandicapBonus bonus = HandicapBonus::none;
};
// Those without button and with the tax that goes with their scoring. Names are compared with '-' for '_' and ' '.
constexpr std::array kNamed = std::to_array<NamedRules>({
    {"chinese", "simple", "area", false, HandicapBonus::each_stone},
    {"chinese-ogs", "positional", "area", false, HandicapBonus::each_stone},
    {"chinese-kgs", "positional", "area", false, HandicapBonus::each_stone},
    {"japanese", "simple", "territory"},
    {"korean", "simple", "territory"},
    {"aga", "situational", "area", false, HandicapBonus::each_but_one},
    {"bga", "situational", "area", false, HandicapBonus::each_but_one},
    {"french", "situational", "area", false, HandicapBonus::each_but_one},
    {"tromp-taylor", "positional", "area", true},
    {"new-zealand", "situational", "area", true},
});
constexpr std::array<std::string_view, 3> kKo{"simple", "positional", "situational"};

// "koSIMPLEscoreAREAtaxNONEsui0whbN", in small letters.
std::optional<KataRules> read_parts(std::string_view word) {
  const auto has = [&](std::string_view part) { return word.find(part) != std::string_view::npos; };
  if (!word.starts_with("ko") || !has("score")) return std::nullopt;
  KataRules rules;
  const auto ko =
      std::find_if(kKo.begin(), kKo.end(), [&](std::string_view one) { return word.substr(2).starts_with(one); });
  if (ko == kKo.end() || has("taxall") || has("button1")) return std::nullopt;
  rules.ko = *ko;
  if (has("scoreterritory")) {
    rules.scoring = "territory";
  } else if (!has("scorearea")) {
    return std::nullopt;
  }
  if (has(rules.scoring == "area" ? "taxseki" : "taxnone")) return std::nullopt;
  rules.suicide = has("sui1");
  rules.bonus = has("whbn-1") ? HandicapBonus::each_but_one
                : has("whbn") ? HandicapBonus::each_stone
                              : HandicapBonus::none;
  return rules;
}

}  // namespace

std::optional<HandicapBonus> find_handicap_bonus(std::string_view word) {
  const std::string wanted = upper(word);
  for (const auto bonus : {HandicapBonus::none, HandicapBonus::each_stone, HandicapBonus::each_but_one})
    if (wanted == handicap_bonus_word(bonus)) return bonus;
  return std::nullopt;
}

std::string_view handicap_bonus_word(HandicapBonus bonus) {
  return bonus == HandicapBonus::none ? "0" : bonus == HandicapBonus::each_stone ? "N" : "N-1";
}

int handicap_points(HandicapBonus bonus, int stones) {
  if (stones < 2 || bonus == HandicapBonus::none) return 0;
  return bonus == HandicapBonus::each_stone ? stones : stones - 1;
}

std::optional<KataRules> find_kata_rules(std::string_view name) {
  std::string wanted = lower(trim(name));
  if (auto parts = read_parts(wanted)) return parts;
  std::replace_if(
      wanted.begin(), wanted.end(), [](char c) { return c == '_' || c == ' '; }, '-');
  const auto* const found =
      std::find_if(kNamed.begin(), kNamed.end(), [&](const NamedRules& rules) { return rules.name == wanted; });
  if (found == kNamed.end()) return std::nullopt;
  return KataRules{std::string(found->ko), std::string(found->scoring), found->suicide, found->bonus};
}

std::string set_kata_rule(KataRules& rules, std::string_view rule, std::string_view value) {
  const std::string wanted = lower(value);
  const bool truth = wanted == "true" || wanted == "false";
  if (rule == "ko") {
    if (std::find(kKo.begin(), kKo.end(), wanted) == kKo.end()) return "rule ko is SIMPLE, POSITIONAL or SITUATIONAL";
    rules.ko = wanted;
    return {};
  }
  if (rule == "scoring") {
    if (wanted != "area" && wanted != "territory") return "rule scoring is AREA or TERRITORY";
    rules.scoring = wanted;
    return {};
  }
  if (rule == "tax") {
    if (wanted == "all") return "rule tax is NONE with area scoring, SEKI with territory scoring";
    return wanted == "none" || wanted == "seki" ? "" : "rule tax is NONE or SEKI";
  }
  if (rule == "suicide" || rule == "multiStoneSuicideLegal") {
    if (!truth) return "rule suicide is true or false";
    rules.suicide = wanted == "true";
    return {};
  }
  if (rule == "hasButton") return wanted == "false" ? "" : "rule hasButton can only be false";
  if (rule == "friendlyPassOk") return truth ? "" : "rule friendlyPassOk is true or false";
  if (rule == "whiteHandicapBonus") {
    const auto bonus = find_handicap_bonus(value);
    if (!bonus) return "rule whiteHandicapBonus is 0, N or N-1";
    rules.bonus = *bonus;
    return {};
  }
  return "unknown rule; the rules are ko, scoring, suicide, tax, hasButton, whiteHandicapBonus, friendlyPassOk";
}

KataRules kata_rules_of(const OptionValues& complete) {
  KataRules rules;
  for (const auto& [name, value] : complete) {
    if (name == "ko") rules.ko = value;
    if (name == "scoring") rules.scoring = value;
    if (name == "suicide") rules.suicide = value == "yes";
  }
  return rules;
}

void put_kata_rules(const KataRules& rules, OptionValues& options) {
  std::erase_if(options,
                [](const auto& one) { return one.first == "ko" || one.first == "scoring" || one.first == "suicide"; });
  options.emplace_back("ko", rules.ko);
  options.emplace_back("scoring", rules.scoring);
  options.emplace_back("suicide", rules.suicide ? "yes" : "no");
}

int handicap_stones(const std::vector<std::string>& board, char letter) {
  int stones = 0;
  for (const std::string& row : board)
    for (const char c : row) {
      if (c == letter) ++stones;
      if (c != letter && c != '.') return 0;
    }
  return stones < 2 ? 0 : stones;
}

}  // namespace cairn
