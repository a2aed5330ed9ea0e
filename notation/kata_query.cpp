#include "notation/kata_query.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text.h"
#include "notation/gtp_line.h"
#include "notation/kata_fields.h"

namespace cairn {

namespace {

constexpr std::int64_t kMostVisits = std::int64_t{1} << 50, kMostPriority = std::int64_t{1} << 62;
constexpr int kMostKomi = 150, kLargest = 25, kSmallest = 2;
constexpr double kShortest = 0.001, kLongest = 1'000'000;  // seconds between reports

// Fields of a query that are read, or rightly passed over.
constexpr std::array kFields = std::to_array<std::string_view>({"id",
                                                                "action",
                                                                "moves",
                                                                "initialStones",
                                                                "initialPlayer",
                                                                "rules",
                                                                "komi",
                                                                "whiteHandicapBonus",
                                                                "boardXSize",
                                                                "boardYSize",
                                                                "analyzeTurns",
                                                                "maxVisits",
                                                                "rootPolicyTemperature",
                                                                "rootFpuReductionMax",
                                                                "analysisPVLen",
                                                                "includeOwnership",
                                                                "includeOwnershipStdev",
                                                                "includeMovesOwnership",
                                                                "includeMovesOwnershipStdev",
                                                                "includePolicy",
                                                                "includePVVisits",
                                                                "includeNoResultValue",
                                                                "avoidMoves",
                                                                "allowMoves",
                                                                "overrideSettings",
                                                                "reportDuringSearchEvery",
                                                                "firstReportDuringSearchAfter",
                                                                "priority",
                                                                "priorities"});

class KataReader : public KataFields {
 public:
  KataReader(const Json& json, const GameInfo& game, const KataUsual& usual) : KataFields(json), game_(game) {
    query_.visits = usual.visits;
    query_.line = usual.line;
    query_.perspective = usual.perspective;
  }

  bool read_query();
  KataQuery take() { return std::move(query_); }

 private:
  bool read_moves(const char* field, bool passes, std::vector<KataMove>& out);
  bool read_board();
  bool read_turns();
  bool read_priorities(const std::vector<std::int64_t>& turns);
  bool read_rules();
  bool read_rule_object(const Json& rules);
  bool read_komi();
  bool read_settings();
  std::string set(const std::string& key, const Json& value, std::vector<std::string>& unknown);
  bool read_limits();
  bool read_wishes();
  bool read_bounds(const char* field, bool only);
  bool play();
  void warn_of_unknown();

  const GameInfo& game_;
  KataQuery query_;
  KataRules rules_;
  GridSize size_{};
};

bool KataReader::read_moves(const char* field, bool passes, std::vector<KataMove>& out) {
  const char* const right = "Must be an array of pairs of a player, \"b\" or \"w\", and a GTP vertex";
  if (!json_[field].is_array()) return fail(field, right);
  if (json_[field].size() > kMostKataMoves)
    return fail(field, "There may be at most " + std::to_string(kMostKataMoves) + " of these");
  for (const Json& pair : json_[field]) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) return fail(field, right);
    const auto player = kata_player(pair[0]);
    if (!player) return fail(field, "Could not read the player: " + pair[0].get<std::string>().substr(0, 40));
    const std::string given = pair[1].get<std::string>();
    const auto vertex = kata_vertex(given, size_);
    if (!vertex || (!passes && *vertex == "pass"))
      return fail(field, "Could not read the location: " + given.substr(0, 40));
    out.push_back({*player, *vertex});
  }
  return true;
}

bool KataReader::read_board() {
  const std::string right =
      "Must provide an integer from " + std::to_string(kSmallest) + " to " + std::to_string(kLargest);
  std::int64_t columns = 0, rows = 0;
  for (const char* field : {"boardXSize", "boardYSize"})
    if (!has(field)) return fail(field, right);
  if (!read_whole("boardXSize", kSmallest, kLargest, right, columns) ||
      !read_whole("boardYSize", kSmallest, kLargest, right, rows))
    return false;
  size_ = {static_cast<int>(columns), static_cast<int>(rows)};
  query_.config.options.emplace_back("size", size_text(size_));
  std::vector<KataMove> stones;
  if (has("initialStones") && !read_moves("initialStones", false, stones)) return false;
  if (!stones.empty()) {
    std::vector<std::string> board(static_cast<std::size_t>(size_.rows),
                                   std::string(static_cast<std::size_t>(size_.columns), '.'));
    for (const KataMove& stone : stones) {
      const int letter = stone.word[0] - 'A', row = parse_int(stone.word.substr(1)).value_or(1);
      const auto column = static_cast<std::size_t>(letter - (letter > 'I' - 'A' ? 1 : 0));
      board[static_cast<std::size_t>(size_.rows - row)][column] = stone.player == 0 ? 'B' : 'W';
    }
    query_.config.setup = Setup{std::move(board), {}};
  }
  if (!has("moves")) return fail("moves", "Must specify an array of pairs of a player and a location");
  if (!read_moves("moves", true, query_.moves)) return false;
  if (!has("initialPlayer")) return true;
  query_.first = kata_player(json_["initialPlayer"]);
  return query_.first ? true : fail("initialPlayer", "Must be \"b\" or \"w\"");
}

bool KataReader::read_turns() {
  std::vector<std::int64_t> turns{static_cast<std::int64_t>(query_.moves.size())};
  if (has("analyzeTurns")) {
    const auto given = kata_integers(json_["analyzeTurns"]);
    if (!given) return fail("analyzeTurns", "Must specify an array of integers: the turns to analyze");
    turns = *given;
    for (const std::int64_t turn : turns)
      if (turn < 0 || turn > static_cast<std::int64_t>(query_.moves.size()))
        return fail("analyzeTurns", "Invalid turn number: " + std::to_string(turn));
  }
  return read_priorities(turns);
}

bool KataReader::read_priorities(const std::vector<std::int64_t>& turns) {
  std::int64_t priority = 0;
  const bool several = has("priorities");
  if (several && has("priority")) return fail("priority", "Cannot specify both priority and priorities");
  if (!read_whole("priority", -kMostPriority, kMostPriority, "Must be an integer between -2^62 and 2^62", priority))
    return false;
  std::vector<std::int64_t> priorities(turns.size(), priority);
  if (several) {
    const auto given = kata_integers(json_["priorities"]);
    if (!given) return fail("priorities", "Must specify an array of integers");
    if (!has("analyzeTurns")) return fail("priorities", "Can only be specified together with analyzeTurns");
    if (given->size() != turns.size()) return fail("priorities", "Must be as many as analyzeTurns");
    for (const std::int64_t one : *given)
      if (one < -kMostPriority || one > kMostPriority)
        return fail("priorities", "Invalid priority: " + std::to_string(one));
    priorities = *given;
  }
  for (std::size_t i = 0; i < turns.size(); ++i) query_.turns.emplace_back(turns[i], priorities[i]);
  const auto turn = [](const auto& one) { return one.first; };
  std::stable_sort(query_.turns.begin(), query_.turns.end(),
                   [&](const auto& a, const auto& b) { return turn(a) < turn(b); });
  // Of a turn that is named twice the last priority counts.
  const auto last = std::unique(query_.turns.rbegin(), query_.turns.rend(),
                                [&](const auto& a, const auto& b) { return turn(a) == turn(b); });
  query_.turns.erase(query_.turns.begin(), last.base());
  return true;
}

bool KataReader::read_rules() {
  const char* const right =
      "Must specify a name of rules, such as \"chinese\" or \"tromp-taylor\", or a JSON object of single rules";
  if (!has("rules") || (!json_["rules"].is_string() && !json_["rules"].is_object())) return fail("rules", right);
  if (json_["rules"].is_object()) return read_rule_object(json_["rules"]);
  const std::string name = json_["rules"].get<std::string>();
  if (trim(name).starts_with('{')) {
    const Json inner = json_depth(name) > 2 ? Json() : parse_json(name);
    return inner.is_object() ? read_rule_object(inner) : fail("rules", right);
  }
  const auto rules = find_kata_rules(name);
  if (!rules)
    return fail("rules", "Could not read rules, or they are not supported: " + name.substr(0, 80) + "; there are " +
                             std::string(kKataRuleNames));
  rules_ = *rules;
  return true;
}

// What the rules here have not is taken as the nearest that they have.
bool KataReader::read_rule_object(const Json& rules) {
  std::string tax;
  for (const auto& [key, value] : rules.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
    if (key == "hasButton" && value == Json(true)) {
      warn("rules", "The button is not supported: hasButton is taken as false");
      continue;
    }
    if (key == "tax") tax = upper(text);
    if (key == "tax" && (tax == "NONE" || tax == "SEKI" || tax == "ALL")) continue;
    if (auto error = set_kata_rule(rules_, key, text); !error.empty()) return fail("rules", error);
  }
  const std::string ours = rules_.scoring == "area" ? "NONE" : "SEKI";
  if (!tax.empty() && tax != ours) warn("rules", "tax " + tax + " is not supported: it is taken as " + ours);
  return true;
}

bool KataReader::read_komi() {
  if (!read_rules()) return false;
  const std::string right = "Must be an integer or half-integer from -150 to 150";
  double komi = rules_.scoring == "territory" ? 6.5 : 7.5;
  if (!read_real("komi", -kMostKomi, kMostKomi, right, komi)) return false;
  if (2 * komi != std::floor(2 * komi)) return fail("komi", right);
  if (has("whiteHandicapBonus")) {
    const Json& given = json_["whiteHandicapBonus"];
    const auto bonus = given.is_string()  ? find_handicap_bonus(given.get<std::string>())
                       : given == Json(0) ? std::optional(HandicapBonus::none)
                                          : std::nullopt;
    if (!bonus) return fail("whiteHandicapBonus", "Must be one of the strings 0, N, N-1");
    rules_.bonus = *bonus;
  }
  query_.bonus = rules_.bonus;
  put_kata_rules(rules_, query_.config.options);
  query_.config.options.emplace_back("komi", half_points_text(static_cast<int>(2 * komi)));
  return true;
}

// Returns "" or what is wrong.
std::string KataReader::set(const std::string& key, const Json& value, std::vector<std::string>& unknown) {
  const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
  const auto number = parse_number(text);
  const auto whole = [&](double most, auto& out) -> std::string {
    if (!number || *number < 1 || *number > most || *number != std::floor(*number))
      return key + " must be an integer from 1";
    out = static_cast<std::remove_reference_t<decltype(out)>>(*number);
    return "";
  };
  if (key == "maxVisits" || key == "maxPlayouts") {
    std::uint64_t most = 0;
    auto error = whole(static_cast<double>(kMostVisits), most);
    if (error.empty()) query_.visits = key == "maxVisits" ? most : std::min(query_.visits, most);
    return error;
  }
  if (key == "analysisPVLen") return whole(1000, query_.line);
  if (key == "maxTime") {
    if (!number || *number <= 0) return "maxTime must be a number of seconds";
    query_.seconds = *number > 1e9 ? 0 : *number;
    return {};
  }
  if (key == "reportAnalysisWinratesAs") {
    const auto as = find_kata_perspective(text);
    if (!as) return "reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE";
    query_.perspective = *as;
    return {};
  }
  const auto known = std::find_if(game_.parameters.begin(), game_.parameters.end(),
                                  [&](const Parameter& one) { return one.name == key; });
  if (known == game_.parameters.end()) {
    unknown.push_back(key.substr(0, 80));
    return {};
  }
  if (!number || *number < known->least || *number > known->most)
    return key + " must be a number from " + std::to_string(known->least) + " to " + std::to_string(known->most);
  query_.parameters.emplace_back(key, *number);
  return {};
}

bool KataReader::read_settings() {
  if (!has("overrideSettings")) return true;
  if (!json_["overrideSettings"].is_object()) return fail("overrideSettings", "Must be an object");
  std::vector<std::string> unknown;
  for (const auto& [key, value] : json_["overrideSettings"].items())
    if (auto error = set(key, value, unknown); !error.empty())
      return fail("overrideSettings", "Could not set settings: " + error);
  if (!unknown.empty()) warn("overrideSettings", "Unknown config params: " + join(unknown, ","));
  return true;
}

bool KataReader::read_limits() {
  auto visits = static_cast<std::int64_t>(query_.visits), line = static_cast<std::int64_t>(query_.line);
  if (!read_whole("maxVisits", 1, kMostVisits, "Must be an integer from 1 to 2^50", visits) ||
      !read_whole("analysisPVLen", 1, 1000, "Must be an integer from 1 to 1000", line))
    return false;
  query_.visits = static_cast<std::uint64_t>(visits);
  query_.line = static_cast<std::size_t>(line);
  double unused = 0;
  if (!read_real("rootFpuReductionMax", 0, 2, "Must be a number from 0 to 2", unused) ||
      !read_real("rootPolicyTemperature", 0.01, 100, "Must be a number from 0.01 to 100", unused))
    return false;
  for (const char* field : {"rootFpuReductionMax", "rootPolicyTemperature"})
    if (has(field)) warn(field, "Has no effect: the search here has no such setting");
  const std::string right = "Must be a number of seconds from 0.001 to 1000000";
  if (!read_real("reportDuringSearchEvery", kShortest, kLongest, right, query_.report_interval)) return false;
  query_.first_report = query_.report_interval;
  if (!read_real("firstReportDuringSearchAfter", kShortest, kLongest, right, query_.first_report)) return false;
  if (query_.report_interval == 0 && query_.first_report > 0) query_.report_interval = kLongest;
  return true;
}

bool KataReader::read_wishes() {
  bool deviations = false, of_moves = false, deviations_of_moves = false, no_result = false;
  if (!read_truth("includeOwnership", query_.ownership) || !read_truth("includePolicy", query_.policy) ||
      !read_truth("includePVVisits", query_.line_visits) || !read_truth("includeOwnershipStdev", deviations) ||
      !read_truth("includeMovesOwnership", of_moves) || !read_truth("includeNoResultValue", no_result) ||
      !read_truth("includeMovesOwnershipStdev", deviations_of_moves))
    return false;
  for (const auto& [field, wanted] : {std::pair("includeOwnershipStdev", deviations),
                                      {"includeMovesOwnership", of_moves},
                                      {"includeMovesOwnershipStdev", deviations_of_moves},
                                      {"includeNoResultValue", no_result}})
    if (wanted) warn(field, "Not available: the engine here does not measure it");
  if (has("allowMoves") && has("avoidMoves"))
    return fail("allowMoves", "Cannot specify both allowMoves and avoidMoves");
  return read_bounds("avoidMoves", false) && read_bounds("allowMoves", true);
}

bool KataReader::read_bounds(const char* field, bool only) {
  if (!has(field)) return true;
  const Json& list = json_[field];
  const char* const right = "Must be a list of objects with the fields 'player', 'moves', 'untilDepth'";
  if (!list.is_array()) return fail(field, right);
  if (only && list.size() > 1) return fail(field, "allowMoves may have one entry only");
  if (list.size() > kMostKataMoves) return fail(field, "Too many entries");
  bool deeper = false;
  for (const Json& one : list) {
    if (!one.is_object() || !one.contains("player") || !one.contains("moves") || !one.contains("untilDepth"))
      return fail(field, right);
    const auto player = kata_player(one["player"]);
    if (!player) return fail("player", "Must be \"b\" or \"w\"");
    if (!one["untilDepth"].is_number_integer() || one["untilDepth"].get<std::int64_t>() < 1)
      return fail("untilDepth", "Must be a positive integer");
    deeper = deeper || one["untilDepth"].get<std::int64_t>() > 1;
    if (!one["moves"].is_array() || one["moves"].size() > kMostKataMoves)
      return fail("moves", "Must be an array of GTP vertices");
    KataBound bound{*player, {}, only};
    for (const Json& word : one["moves"]) {
      if (!word.is_string()) return fail("moves", "Must be an array of GTP vertices");
      const auto vertex = kata_vertex(word.get<std::string>(), size_);
      if (!vertex) return fail("moves", "Could not read the location: " + word.get<std::string>().substr(0, 40));
      bound.moves.push_back(*vertex);
    }
    query_.bounds.push_back(std::move(bound));
  }
  if (deeper) warn(field, "Counts for the first move of the search only, whatever untilDepth says");
  return true;
}

bool KataReader::play() {
  KataGame game(game_, query_.config, query_.moves, query_.first, query_.bonus);
  if (!game.error().empty()) {
    const bool stones = query_.config.setup.has_value();
    return fail(stones ? "initialStones" : "boardXSize", game.error());
  }
  auto next = query_.turns.begin();
  for (std::size_t turn = 0;; ++turn) {
    if (next != query_.turns.end() && next->first == turn) {
      if (!query_.bounds.empty() && !kata_avoided(query_, game.position()))
        return fail(query_.bounds[0].only ? "allowMoves" : "avoidMoves",
                    "No legal move is left at turn " + std::to_string(turn));
      ++next;
    }
    if (turn == query_.moves.size()) return true;
    if (!game.play(query_.moves[turn]))
      return fail("moves", "Illegal move " + std::to_string(turn) + ": " + query_.moves[turn].word);
  }
}

void KataReader::warn_of_unknown() {
  for (const auto& [key, value] : json_.items())
    if (std::find(kFields.begin(), kFields.end(), key) == kFields.end())
      warn(key.substr(0, 80), "Unexpected or unused field");
}

bool KataReader::read_query() {
  if (!read_board() || !read_turns() || !read_komi() || !read_settings() || !read_limits() || !read_wishes() || !play())
    return false;
  warn_of_unknown();
  return true;
}

}  // namespace

bool read_kata_query(const Json& json, const GameInfo& game, const KataUsual& usual, KataQuery& query,
                     std::vector<Json>& notices) {
  KataReader reader(json, game, usual);
  const bool good = reader.read_query();
  notices = std::move(reader.notices);
  if (good) query = reader.take();
  return good;
}

std::optional<KataPerspective> find_kata_perspective(std::string_view word) {
  const std::string wanted = upper(word);
  if (wanted == "BLACK" || wanted == "B") return KataPerspective::black;
  if (wanted == "WHITE" || wanted == "W") return KataPerspective::white;
  if (wanted == "SIDETOMOVE") return KataPerspective::side_to_move;
  return std::nullopt;
}

}  // namespace cairn
