// Rules of Go as KataGo's programs name them: sets of rules, single rules, and the points that White gets for handicap
// stones. What GTP (gtp_rules.cpp) and the analysis protocol (kata_query.h) both read. As options: "ko", "scoring" and
// "suicide" of a game that has them. Source: `kata-set-rules` in KataGo's docs/GTP_Extensions.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "games/registry.h"

namespace cairn {

enum class HandicapBonus : std::uint8_t { none, each_stone, each_but_one };
std::optional<HandicapBonus> find_handicap_bonus(std::string_view word);  // "0", "N", "N-1"
std::string_view handicap_bonus_word(HandicapBonus bonus);
int handicap_points(HandicapBonus bonus, int stones);  // below two stones none

struct KataRules {
  std::string ko = "simple", scoring = "area";  // words of the options
  bool suicide = false;
  HandicapBonus bonus = HandicapBonus::none;
};

// "chinese", "Tromp_Taylor", or the parts in one word as SGF has them: "koPOSITIONALscoreAREAtaxNONEsui1". Absent: no
// such rules, or such as need what the games here have not.
std::optional<KataRules> find_kata_rules(std::string_view name);
inline constexpr std::string_view kKataRuleNames =
    "chinese, chinese-ogs, chinese-kgs, japanese, korean, aga, bga, tromp-taylor, new-zealand";
// One rule by its name and its value as text. Returns "" or what is wrong.
std::string set_kata_rule(KataRules& rules, std::string_view rule, std::string_view value);

KataRules kata_rules_of(const OptionValues& complete);  // without the bonus, which no option tells
void put_kata_rules(const KataRules& rules, OptionValues& options);

// Stones of a handicap on a board to start from, rows of `letter` for Black's: its stones where there are at least two
// and none of the other side, else 0.
int handicap_stones(const std::vector<std::string>& board, char letter);

}  // namespace cairn
