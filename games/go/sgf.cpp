#include "games/go/sgf.h"

#include <algorithm>
#include <array>

namespace cairn::go {

namespace {

// What RU calls a set of rules. Suicide, where a set allows it, is not played here.
struct RuleSet {
  std::string_view name, ko, scoring;
};
constexpr std::array<RuleSet, 11> kRuleSets{{{"japanese", "simple", "territory"},
                                             {"chinese", "simple", "area"},
                                             {"korean", "simple", "territory"},
                                             {"aga", "situational", "area"},
                                             {"bga", "situational", "area"},
                                             {"french", "situational", "area"},
                                             {"nz", "situational", "area"},
                                             {"new zealand", "situational", "area"},
                                             {"goe", "simple", "area"},
                                             {"ing", "simple", "area"},
                                             {"tromp-taylor", "positional", "area"}}};

bool has(const std::vector<OptionSpec>& specs, std::string_view name) {
  return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
}

std::string shown(std::string_view value) {
  return '[' + std::string(value.substr(0, 40)) + ']';
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

// "6.5", "6,5", "6.50"
std::optional<int> read_komi(std::string_view value) {
  std::string text(trim(value));
  std::replace(text.begin(), text.end(), ',', '.');
  if (const auto dot = text.find('.'); dot != std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  if (!text.empty() && text.front() == '+') text.erase(0, 1);
  const auto half_points = parse_half_points(text);
  return half_points && std::abs(*half_points) <= 800 ? half_points : std::nullopt;
}

// "Japanese", "Chinese, positional superko"
void read_rules(std::string_view value, const std::vector<OptionSpec>& specs, OptionValues& options,
                std::vector<std::string>& remarks) {
  std::string ko, scoring;
  bool understood = true;
  for (const auto part : split(value, ',')) {
    const std::string word = lower(trim(part));
    const auto rules =
        std::find_if(kRuleSets.begin(), kRuleSets.end(), [&](const RuleSet& r) { return r.name == word; });
    if (rules != kRuleSets.end()) {
      ko = rules->ko;
      scoring = rules->scoring;
    } else if (word == "positional superko" || word == "situational superko" || word == "simple ko") {
      ko = word.substr(0, word.find(' '));
    } else if (word != "toroidal" && word != "phantom") {
      understood = false;
    }
  }
  if (!understood)
    remarks.push_back("RU" + shown(value) + " is not known here; " +
                      (ko.empty() ? "the usual rules are taken" : "what is known of it is taken"));
  if (!ko.empty() && has(specs, "ko")) options.emplace_back("ko", ko);
  if (!scoring.empty() && has(specs, "scoring")) options.emplace_back("scoring", scoring);
}

}  // namespace

std::string read_sgf_root(const OptionValues& root, const std::vector<OptionSpec>& specs, OptionValues& options,
                          std::vector<std::string>& remarks) {
  bool sized = false;
  int size = 19, handicap = 0;
  for (const auto& [name, value] : root) {
    if (name == "SZ") {
      if (auto error = read_size(value, options); !error.empty()) return error;
      sized = true;
      size = parse_int(options.back().second).value_or(0);
    } else if (name == "KM") {
      if (const auto komi = read_komi(value))
        options.emplace_back("komi", half_points_text(*komi));
      else
        remarks.push_back("KM" + shown(value) + " is no komi in half points; the usual one is taken");
    } else if (name == "HA") {
      const auto stones = parse_int(trim(value));
      if (!stones || *stones < 0 || *stones > 9 || !has(specs, "handicap"))
        remarks.push_back("HA" + shown(value) + " is no handicap of 0 to 9 stones; only the stones set up count");
      else if (*stones > 1)
        handicap = *stones;
    } else if (name == "RU") {
      read_rules(value, specs, options, remarks);
    }
  }
  if (handicap > 0 && (size < 7 || size % 2 == 0))
    remarks.push_back("HA[" + std::to_string(handicap) +
                      "]: a board of this size has no star points; only the stones set up count");
  else if (handicap > 0)
    options.emplace_back("handicap", std::to_string(handicap));
  if (!sized) options.emplace_back("size", "19");  // SGF's default for this game
  return {};
}

OptionValues sgf_root(const Options& options, std::string_view variant) {
  std::string rules = options.scoring == Scoring::territory ? "Japanese"
                      : options.ko == KoRule::situational   ? "AGA"
                                                            : "Chinese";
  const bool plain = options.ko == KoRule::simple || (options.ko == KoRule::situational && rules == "AGA");
  if (!plain) rules += ", " + std::string(kKoWords[static_cast<std::size_t>(options.ko)]) + " superko";
  if (options.topology == Topology::torus) rules += ", toroidal";
  if (!variant.empty()) rules += ", " + std::string(variant);
  OptionValues root{{"SZ", std::to_string(options.size)}, {"KM", options.komi_text()}};
  if (options.handicap > 1) root.emplace_back("HA", std::to_string(options.handicap));
  root.emplace_back("RU", rules);
  return root;
}

}  // namespace cairn::go
