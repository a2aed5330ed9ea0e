#include "games/go/sgf.h"

#include <algorithm>
#include <array>

namespace cairn::go {

namespace {

// What RU calls a set of rules: its name in small letters and digits alone, so that "Tromp-Taylor", "Tromp/Taylor" and
// "tromp taylor" are one.
struct RuleSet {
  std::string_view name, ko, scoring;
  bool suicide = false;
  std::string_view beside{};  // what the set has, and no option tells
};
constexpr std::string_view kStonePerHandicap = "a point to White for each handicap stone",
                           kStonePerHandicapButOne = "a point to White for each handicap stone but one";
constexpr std::array<RuleSet, 28> kRuleSets{{{"japanese", "simple", "territory"},
                                             {"japan", "simple", "territory"},
                                             {"jp", "simple", "territory"},
                                             {"jpn", "simple", "territory"},
                                             {"nihonkiin", "simple", "territory"},
                                             {"korean", "simple", "territory"},
                                             {"korea", "simple", "territory"},
                                             {"kr", "simple", "territory"},
                                             {"chinese", "simple", "area", false, kStonePerHandicap},
                                             {"china", "simple", "area", false, kStonePerHandicap},
                                             {"cn", "simple", "area", false, kStonePerHandicap},
                                             {"chn", "simple", "area", false, kStonePerHandicap},
                                             {"chineseogs", "positional", "area", false, kStonePerHandicap},
                                             {"aga", "situational", "area", false, kStonePerHandicapButOne},
                                             {"american", "situational", "area", false, kStonePerHandicapButOne},
                                             {"bga", "situational", "area", false, kStonePerHandicapButOne},
                                             {"french", "situational", "area", false, kStonePerHandicapButOne},
                                             {"ffg", "situational", "area", false, kStonePerHandicapButOne},
                                             {"nz", "situational", "area", true},
                                             {"newzealand", "situational", "area", true},
                                             {"goe", "simple", "area", true, "Ing's ko rule"},
                                             {"ing", "simple", "area", true, "Ing's ko rule"},
                                             {"ings", "simple", "area", true, "Ing's ko rule"},
                                             {"tromptaylor", "positional", "area", true},
                                             {"tt", "positional", "area", true},
                                             {"cgos", "positional", "area", false},
                                             {"area", "", "area"},
                                             {"territory", "", "territory"}}};

bool has(const std::vector<OptionSpec>& specs, std::string_view name) {
  return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
}

std::string shown(std::string_view value) {
  return '[' + std::string(value.substr(0, 40)) + ']';
}

std::string bare_name(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_letter(c) || is_digit(c)) out += to_lower(c);
  return out;
}

// "19", "19:19" (which the standard forbids and programs write).
std::string read_size(std::string_view value, OptionValues& options) {
  const auto colon = value.find(':');
  const auto side = parse_int(trim(value.substr(0, colon)));
  const auto other = colon == std::string_view::npos ? side : parse_int(trim(value.substr(colon + 1)));
  if (!side || !other) return "SZ" + shown(value) + " is no size; a side of the board is right, as in SZ[19]";
  if (*side != *other)
    return "SZ" + shown(value) + " is a rectangle; only square boards are played here, as in SZ[" +
           std::to_string(std::max(*side, *other)) + "]";
  options.emplace_back("size", std::to_string(*side));
  return {};
}

// "6.5", "6,5", "6.50": in quarters of a point, for some count in the stones of half a board.
std::optional<int> read_quarters(std::string_view value) {
  std::string text(trim(value));
  std::replace(text.begin(), text.end(), ',', '.');
  if (!text.empty() && text.front() == '+') text.erase(0, 1);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.erase(0, 1);
  const auto dot = text.find('.');
  std::string whole = text.substr(0, dot), part = dot == std::string::npos ? "" : text.substr(dot + 1);
  while (!part.empty() && part.back() == '0') part.pop_back();
  const auto points = parse_int(whole.empty() ? "0" : whole);
  const int quarters = part.empty() ? 0 : part == "25" ? 1 : part == "5" ? 2 : part == "75" ? 3 : -1;
  if (!points || *points > 100'000 || quarters < 0 || (whole.empty() && part.empty())) return std::nullopt;
  const int all = 4 * *points + quarters;
  return negative ? -all : all;
}

constexpr int kMostKomi = 400;  // half points; more is a fault of the file

// Komi in half points, and what has to be said of it. Fox writes hundredths, and for Chinese rules stones of half a
// board (two points each); others took that over without its name.
struct Komi {
  std::optional<int> half_points{};
  std::string remark{};
};
Komi read_komi(std::string_view value, std::string_view program) {
  const auto wrong = [&] {
    return Komi{{}, "KM" + shown(value) + " is no komi in half points; the usual one is taken"};
  };
  const auto given = read_quarters(value);
  if (!given) return wrong();
  const bool hundredths = lower(program).find("fox") != std::string::npos || std::abs(*given) > 2 * kMostKomi;
  int quarters = *given;
  if (hundredths && std::abs(quarters) >= 4 * 25) {
    if (quarters % 100 != 0) return wrong();
    quarters /= 100;
  }
  constexpr std::array<int, 4> kStones{11, 13, 14, 15};  // 2.75, 3.25, 3.5 and 3.75 stones of Chinese counting
  const bool scaled = quarters != *given;
  const bool stones =
      std::find(kStones.begin(), kStones.end(), quarters) != kStones.end() && (scaled || quarters % 2 != 0);
  if (stones) quarters *= 2;
  if (quarters % 2 != 0 || std::abs(quarters) > 2 * kMostKomi) return wrong();
  Komi komi{quarters / 2, {}};
  if (scaled || stones)
    komi.remark = "KM" + shown(value) + " is taken as a komi of " + half_points_text(quarters / 2) + " points" +
                  (stones ? ", told in stones of two points" : ", told in hundredths");
  return komi;
}

// What RU says, as options; `beside`: what of it no option tells.
struct Rules {
  std::string ko, scoring;
  std::optional<bool> suicide{};
  std::string_view beside{};
  bool understood = true;
};

// "koPOSITIONALscoreAREAtaxNONEsui1", as KataGo writes rules that have no name.
bool read_parts(const std::string& word, Rules& rules) {
  if (word.rfind("ko", 0) != 0 || word.find("score") == std::string::npos) return false;
  const auto has_part = [&](std::string_view part) { return word.find(part) != std::string::npos; };
  rules.ko = has_part("kosituational") ? "situational" : has_part("kopositional") ? "positional" : "simple";
  rules.scoring = has_part("scoreterritory") ? "territory" : "area";
  rules.suicide = has_part("sui1");
  if (has_part("taxall")) rules.beside = "group tax";
  return true;
}

Rules read_rules(std::string_view value) {
  Rules rules;
  for (const auto part : split(value, ',')) {
    const std::string word = bare_name(part);
    const auto found =
        std::find_if(kRuleSets.begin(), kRuleSets.end(), [&](const RuleSet& r) { return r.name == word; });
    if (found != kRuleSets.end()) {
      if (!found->ko.empty()) rules.ko = found->ko;
      rules.scoring = found->scoring;
      if (!found->ko.empty()) rules.suicide = found->suicide;
      rules.beside = found->beside;
    } else if (word == "positionalsuperko" || word == "situationalsuperko" || word == "simpleko") {
      rules.ko = word == "simpleko" ? "simple" : word.substr(0, word.find("super"));
    } else if (word == "suicide" || word == "nosuicide") {
      rules.suicide = word == "suicide";
    } else if (word != "toroidal" && word != "phantom" && !read_parts(word, rules)) {
      rules.understood = false;
    }
  }
  return rules;
}

void take_rules(std::string_view value, int handicap, const std::vector<OptionSpec>& specs, OptionValues& options,
                std::vector<std::string>& remarks) {
  const Rules rules = read_rules(value);
  if (!rules.understood)
    remarks.push_back("RU" + shown(value) + " is not known here; " +
                      (rules.ko.empty() ? "the usual rules are taken" : "what is known of it is taken"));
  if (!rules.ko.empty() && has(specs, "ko")) options.emplace_back("ko", rules.ko);
  if (!rules.scoring.empty() && has(specs, "scoring")) options.emplace_back("scoring", rules.scoring);
  if (rules.suicide.value_or(false)) {
    if (has(specs, "suicide"))
      options.emplace_back("suicide", "yes");
    else
      remarks.push_back("RU" + shown(value) + " allows suicide, which this game does not");
  }
  const bool of_handicap = rules.beside.find("handicap") != std::string_view::npos;
  if (!rules.beside.empty() && (!of_handicap || handicap > 1))
    remarks.push_back("RU" + shown(value) + " has " + std::string(rules.beside) + ", which is not counted here");
}

}  // namespace

std::string read_sgf_root(const OptionValues& root, const std::vector<OptionSpec>& specs, OptionValues& options,
                          std::vector<std::string>& remarks) {
  bool sized = false;
  int size = 19, handicap = 0;
  std::string_view program, komi, rules;
  for (const auto& [name, value] : root) {
    if (trim(value).empty()) continue;  // as if it were not there
    if (name == "SZ") {
      if (auto error = read_size(value, options); !error.empty()) return error;
      sized = true;
      size = parse_int(options.back().second).value_or(0);
    } else if (name == "KM" || (name == "KO" && komi.empty() && read_quarters(value))) {  // gokifu writes KO[7.5]
      komi = value;
    } else if (name == "AP") {
      program = value;
    } else if (name == "HA") {
      const auto stones = parse_int(trim(value));
      if (!stones || *stones < 0 || *stones > 9 || !has(specs, "handicap"))
        remarks.push_back("HA" + shown(value) + " is no handicap of 0 to 9 stones; only the stones set up count");
      else if (*stones > 1)
        handicap = *stones;
    } else if (name == "RU") {
      rules = value;
    }
  }
  if (!komi.empty()) {
    const Komi read = read_komi(komi, program);
    if (read.half_points) options.emplace_back("komi", half_points_text(*read.half_points));
    if (!read.remark.empty()) remarks.push_back(read.remark);
  }
  if (!rules.empty()) take_rules(rules, handicap, specs, options, remarks);
  if (handicap > 0 && (size < 7 || size % 2 == 0))
    remarks.push_back("HA[" + std::to_string(handicap) +
                      "]: a board of this size has no star points; only the stones set up count");
  else if (handicap > 0)
    options.emplace_back("handicap", std::to_string(handicap));
  if (!sized) options.emplace_back("size", "19");  // SGF's default for this game
  return {};
}

OptionValues sgf_root(const Options& options, std::string_view variant) {
  const bool situational = options.ko == KoRule::situational;
  std::string rules;
  if (options.scoring == Scoring::area && options.ko != KoRule::simple && options.suicide) {
    rules = situational ? "NZ" : "Tromp-Taylor";
  } else {
    const bool aga = options.scoring == Scoring::area && situational;
    rules = options.scoring == Scoring::territory ? "Japanese" : aga ? "AGA" : "Chinese";
    if (!aga && options.ko != KoRule::simple)
      rules += ", " + std::string(kKoWords[static_cast<std::size_t>(options.ko)]) + " superko";
    if (options.suicide) rules += ", suicide";
  }
  if (options.topology == Topology::torus) rules += ", toroidal";
  if (!variant.empty()) rules += ", " + std::string(variant);
  OptionValues root{{"SZ", std::to_string(options.size)}, {"KM", options.komi_text()}};
  if (options.handicap > 1) root.emplace_back("HA", std::to_string(options.handicap));
  root.emplace_back("RU", rules);
  return root;
}

}  // namespace cairn::go
