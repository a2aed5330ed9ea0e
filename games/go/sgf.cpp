#include "games/go/sgf.h"

#include <algorithm>
#include <array>

namespace cairn::go {

namespace {

// What RU calls a set of rules: its `bare_name`, so that "Tromp-Taylor", "Tromp/Taylor" and "tromp taylor rules" are
// one.
struct RuleSet {
  std::string_view name, ko, scoring;
  bool suicide = false;
  MessageText beside = "";  // what the set has, and no option tells: said of "RU{value}"
};
constexpr MessageText kStonePerHandicap(
    "ru-handicap-points", "RU{value} gives White a point for each handicap stone; it is not counted here");
constexpr MessageText kStonePerHandicapButOne(
    "ru-handicap-points-but-one",
    "RU{value} gives White a point for each handicap stone except one; it is not counted here");
constexpr MessageText kIngKo("ru-ing-ko", "RU{value} has Ing's ko rule; it is not supported here");
constexpr MessageText kGroupTax("ru-group-tax", "RU{value} has a group tax; it is not counted here");
constexpr std::array kRuleSets = std::to_array<RuleSet>({
    {"japanese", "simple", "territory"},
    {"japan", "simple", "territory"},
    {"jp", "simple", "territory"},
    {"jpn", "simple", "territory"},
    {"nihonkiin", "simple", "territory"},
    {"日本", "simple", "territory"},
    {"日本棋院", "simple", "territory"},
    {"日", "simple", "territory"},
    {"일본", "simple", "territory"},
    {"korean", "simple", "territory"},
    {"korea", "simple", "territory"},
    {"kr", "simple", "territory"},
    {"kor", "simple", "territory"},
    {"韩国", "simple", "territory"},
    {"韓国", "simple", "territory"},
    {"韓國", "simple", "territory"},
    {"韩", "simple", "territory"},
    {"韓", "simple", "territory"},
    {"한국", "simple", "territory"},
    {"chinese", "simple", "area", false, kStonePerHandicap},
    {"china", "simple", "area", false, kStonePerHandicap},
    {"cn", "simple", "area", false, kStonePerHandicap},
    {"chn", "simple", "area", false, kStonePerHandicap},
    {"中国", "simple", "area", false, kStonePerHandicap},
    {"中國", "simple", "area", false, kStonePerHandicap},
    {"中", "simple", "area", false, kStonePerHandicap},
    {"중국", "simple", "area", false, kStonePerHandicap},
    {"chineseogs", "positional", "area", false, kStonePerHandicap},
    {"chinesekgs", "positional", "area", false, kStonePerHandicap},
    {"aga", "situational", "area", false, kStonePerHandicapButOne},
    {"american", "situational", "area", false, kStonePerHandicapButOne},
    {"usa", "situational", "area", false, kStonePerHandicapButOne},
    {"bga", "situational", "area", false, kStonePerHandicapButOne},
    {"british", "situational", "area", false, kStonePerHandicapButOne},
    {"french", "situational", "area", false, kStonePerHandicapButOne},
    {"france", "situational", "area", false, kStonePerHandicapButOne},
    {"ffg", "situational", "area", false, kStonePerHandicapButOne},
    {"美国", "situational", "area", false, kStonePerHandicapButOne},
    {"美國", "situational", "area", false, kStonePerHandicapButOne},
    {"アメリカ", "situational", "area", false, kStonePerHandicapButOne},
    {"미국", "situational", "area", false, kStonePerHandicapButOne},
    {"法国", "situational", "area", false, kStonePerHandicapButOne},
    {"法國", "situational", "area", false, kStonePerHandicapButOne},
    {"フランス", "situational", "area", false, kStonePerHandicapButOne},
    {"프랑스", "situational", "area", false, kStonePerHandicapButOne},
    {"nz", "situational", "area", true},
    {"newzealand", "situational", "area", true},
    {"新西兰", "situational", "area", true},
    {"新西蘭", "situational", "area", true},
    {"紐西蘭", "situational", "area", true},
    {"ニュージーランド", "situational", "area", true},
    {"뉴질랜드", "situational", "area", true},
    {"goe", "simple", "area", true, kIngKo},
    {"ing", "simple", "area", true, kIngKo},
    {"ings", "simple", "area", true, kIngKo},
    {"inggoe", "simple", "area", true, kIngKo},
    {"应氏", "simple", "area", true, kIngKo},
    {"應氏", "simple", "area", true, kIngKo},
    {"応氏", "simple", "area", true, kIngKo},
    {"应昌期", "simple", "area", true, kIngKo},
    {"應昌期", "simple", "area", true, kIngKo},
    {"응씨", "simple", "area", true, kIngKo},
    {"응창기", "simple", "area", true, kIngKo},
    {"잉", "simple", "area", true, kIngKo},
    {"tromptaylor", "positional", "area", true},
    {"tt", "positional", "area", true},
    {"トロンプテイラー", "positional", "area", true},
    {"트롬프테일러", "positional", "area", true},
    {"cgos", "positional", "area", false},
    {"area", "", "area"},
    {"数子", "", "area"},
    {"數子", "", "area"},
    {"territory", "", "territory"},
    {"数目", "", "territory"},
    {"數目", "", "territory"},
    {"点目", "", "territory"},
});

bool has(const std::vector<OptionSpec>& specs, std::string_view name) {
  return std::any_of(specs.begin(), specs.end(), [&](const OptionSpec& spec) { return spec.name == name; });
}

std::string shown(std::string_view value) {
  return '[' + std::string(value.substr(0, 40)) + ']';
}

// What follows a name and says nothing of its own, and letters between words that are not ASCII.
constexpr std::array<std::string_view, 16> kRulesWords{"ruleset", "rules",  "rule", "counting", "scoring", "规则",
                                                       "規則",    "ルール", "룰",   "규칙",     "棋规",    "棋規",
                                                       "围棋",    "圍棋",   "囲碁", "法"};
constexpr std::array<std::string_view, 4> kBetweenWords{"\u3000", "\u00A0", "\u30FB", "\u2019"};

void drop_end(std::string& name, std::string_view end) {
  if (name.size() > end.size() && name.ends_with(end)) name.resize(name.size() - end.size());
}

// A name of rules without case, blanks, hyphens, the word "rules" and a year: "Japanese Rules 1989" is "japanese".
std::string bare_name(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto blank = std::find_if(kBetweenWords.begin(), kBetweenWords.end(),
                                    [&](std::string_view one) { return text.starts_with(one); });
    const bool other = static_cast<unsigned char>(text[0]) >= 0x80;
    if (blank == kBetweenWords.end() && (other || is_letter(text[0]) || is_digit(text[0]))) out += to_lower(text[0]);
    text.remove_prefix(blank == kBetweenWords.end() ? 1 : blank->size());
  }
  if (out.size() > 4 && std::all_of(out.end() - 4, out.end(), is_digit)) out.resize(out.size() - 4);
  for (int i = 0; i < 2; ++i)
    for (const std::string_view word : kRulesWords) drop_end(out, word);
  return out;
}

// "19", "13:9" (columns and rows), "19:19" (which the standard forbids and programs write).
Message read_size(std::string_view value, GridSize& size) {
  const auto colon = value.find(':');
  const auto columns = parse_int(trim(value.substr(0, colon)));
  const auto rows = colon == std::string_view::npos ? columns : parse_int(trim(value.substr(colon + 1)));
  if (!columns || !rows)
    return Message("sz-size-side-board",
                   "SZ{value} is not a board size; write the length of a side, such as SZ[19], or columns and rows, "
                   "such as SZ[13:9]",
                   {{"value", shown(value)}});
  size = {*columns, *rows};
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
  if (!points || *points < 0 || *points > 100'000 || quarters < 0 || (whole.empty() && part.empty()))
    return std::nullopt;
  const int all = 4 * *points + quarters;
  return negative ? -all : all;
}

// Who wrote a file, by what its root says of programs and sources.
enum class Writer : std::uint8_t { unknown, fox, own };
Writer writer_of(const OptionValues& root) {
  // Properties that programs name themselves in, and those that only Fox (RL, TC, TT) and gokifu (RD, LC) write.
  constexpr std::array<std::string_view, 6> kSources{"AP", "SO", "US", "AN", "CP", "PC"};
  constexpr std::array<std::string_view, 5> kTheirs{"RL", "TC", "TT", "RD", "LC"};
  constexpr std::array<std::string_view, 3> kNames{"fox", "gokifu", "野狐"};
  const auto among = [](const auto& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  bool fox = false;
  for (const auto& [name, value] : root) {
    const std::string text = lower(value);
    if (name == "AP" && (text == "cairn" || text.starts_with("cairn:"))) return Writer::own;
    fox = fox || among(kTheirs, name) ||
          (among(kSources, name) && std::any_of(kNames.begin(), kNames.end(), [&](std::string_view one) {
             return text.find(one) != std::string::npos;
           }));
  }
  return fox ? Writer::fox : Writer::unknown;
}

constexpr int kMostKomi = 400;     // half points; more is a fault of the file
constexpr int kMostOwnKomi = 800;  // of the option

// More points than this are beyond reason: one for each line of the board in either direction, 25 on a small one (5x5
// is worth as much), and never more than it has points.
int most_reasonable(GridSize size) {
  return std::min(size.points(), std::max(25, size.columns + size.rows));
}

// Komi in half points, and what has to be said of it. Fox and gokifu write hundredths, and for Chinese rules stones of
// half a board (two points each); others took that over without their names.
struct Komi {
  std::optional<int> half_points{};
  Message remark{};
};
Komi read_komi(std::string_view value, Writer writer, GridSize size) {
  const auto wrong = [&] {
    return Komi{{},
                Message("km-komi-half-points", "KM{value} is not a komi in half points; the default komi is used",
                        {{"value", shown(value)}})};
  };
  const auto given = read_quarters(value);
  if (!given) return wrong();
  int quarters = *given;
  bool scaled = false, stones = false;
  if (writer != Writer::own) {
    scaled = writer == Writer::fox ? std::abs(quarters) >= 4 * 25 : std::abs(quarters) > 2 * kMostKomi;
    if (scaled && quarters % 100 != 0) return wrong();
    if (scaled) quarters /= 100;
    constexpr std::array<int, 4> kStones{11, 13, 14, 15};  // 2.75, 3.25, 3.5 and 3.75 stones of Chinese counting
    stones = std::find(kStones.begin(), kStones.end(), quarters) != kStones.end() && (scaled || quarters % 2 != 0);
    if (stones) quarters *= 2;
  }
  if (quarters % 2 != 0 || std::abs(quarters) > 2 * (writer == Writer::own ? kMostOwnKomi : kMostKomi)) return wrong();
  Komi komi{quarters / 2, {}};
  if (scaled || stones) {
    const MessageText said =
        stones
            ? MessageText("km-in-stones",
                          "KM{value} was read as a komi of {komi} points, written in stones of two points")
            : MessageText("km-in-hundredths", "KM{value} was read as a komi of {komi} points, written in hundredths");
    komi.remark = Message(said.code, said.text, {{"value", shown(value)}, {"komi", half_points_text(quarters / 2)}});
  } else if (std::abs(quarters) > 4 * most_reasonable(size))
    komi.remark = Message("km-beyond-reason-which",
                          "KM{value} is unusually large: the limit on this board is {n} points; it was kept as written",
                          {{"value", shown(value)}, {"n", most_reasonable(size)}});
  return komi;
}

// What RU says, as options; `beside`: what of it no option tells.
struct Rules {
  std::string ko, scoring;
  std::optional<bool> suicide{};
  MessageText beside = "";
  bool understood = true;
};

// "koPOSITIONALscoreAREAtaxNONEsui1", as KataGo writes rules that have no name.
bool read_parts(const std::string& word, Rules& rules) {
  if (word.rfind("ko", 0) != 0 || word.find("score") == std::string::npos) return false;
  const auto has_part = [&](std::string_view part) { return word.find(part) != std::string::npos; };
  rules.ko = has_part("kosituational") ? "situational" : has_part("kopositional") ? "positional" : "simple";
  rules.scoring = has_part("scoreterritory") ? "territory" : "area";
  rules.suicide = has_part("sui1");
  if (has_part("taxall")) rules.beside = kGroupTax;
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
                std::vector<Message>& remarks) {
  const Rules rules = read_rules(value);
  if (!rules.understood)
    remarks.push_back(
        rules.ko.empty()
            ? Message("ru-unknown", "RU{value} is not known; the default rules are used", {{"value", shown(value)}})
            : Message("ru-partly-known", "RU{value} is only partly known; the known part is used",
                      {{"value", shown(value)}}));
  if (!rules.ko.empty() && has(specs, "ko")) options.emplace_back("ko", rules.ko);
  if (!rules.scoring.empty() && has(specs, "scoring")) options.emplace_back("scoring", rules.scoring);
  if (rules.suicide.value_or(false)) {
    if (has(specs, "suicide"))
      options.emplace_back("suicide", "yes");
    else
      remarks.push_back(Message("ru-allows-suicide-which", "RU{value} allows suicide, which this game does not",
                                {{"value", shown(value)}}));
  }
  const MessageText& beside = rules.beside;
  const bool of_handicap = beside.code == kStonePerHandicap.code || beside.code == kStonePerHandicapButOne.code;
  if (!beside.code.empty() && (!of_handicap || handicap > 1))
    remarks.emplace_back(beside.code, beside.text, std::initializer_list<Message::Argument>{{"value", shown(value)}});
}

}  // namespace

Message read_sgf_root(const OptionValues& root, const std::vector<OptionSpec>& specs, OptionValues& options,
                      std::vector<Message>& remarks) {
  // Of each the first that says something.
  const auto said = [&](std::string_view name) {
    for (const auto& [other, value] : root)
      if (name == other && !trim(value).empty()) return std::string_view(value);
    return std::string_view();
  };
  GridSize size{19, 19};  // SGF's default for this game
  int handicap = 0;
  if (const auto value = said("SZ"); !value.empty())
    if (auto error = read_size(value, size); !error.empty()) return error;
  options.emplace_back("size", size_text(size));
  if (const auto value = said("HA"); !value.empty()) {
    const auto stones = parse_int(trim(value));
    if (!stones || *stones < 0 || *stones > 9 || !has(specs, "handicap"))
      remarks.push_back(Message("ha-no-handicap",
                                "HA{value} is not a handicap of 0 to 9 stones; only the stones on the board count",
                                {{"value", shown(value)}}));
    else if (*stones > 1)
      handicap = *stones;
  }
  std::string_view komi = said("KM");
  if (komi.empty() && read_quarters(said("KO"))) komi = said("KO");  // gokifu writes KO[7.5]
  if (!komi.empty()) {
    const GridSize sane{std::clamp(size.columns, 2, 52), std::clamp(size.rows, 2, 52)};
    const Komi read = read_komi(komi, writer_of(root), sane);
    if (read.half_points) options.emplace_back("komi", half_points_text(*read.half_points));
    if (!read.remark.empty()) remarks.push_back(read.remark);
  }
  if (const auto value = said("RU"); !value.empty()) take_rules(value, handicap, specs, options, remarks);
  if (handicap > 0 && !has_star_points(size))
    remarks.push_back(Message("ha-no-star-points",
                              "HA{value}: a board of this size has no star points; only the stones on the board count",
                              {{"value", shown(std::to_string(handicap))}}));
  else if (handicap > 0)
    options.emplace_back("handicap", std::to_string(handicap));
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
  std::string size = size_text(options.size);
  std::replace(size.begin(), size.end(), 'x', ':');
  OptionValues root{{"SZ", size}, {"KM", options.komi_text()}};
  if (options.handicap > 1) root.emplace_back("HA", std::to_string(options.handicap));
  root.emplace_back("RU", rules);
  return root;
}

}  // namespace cairn::go
