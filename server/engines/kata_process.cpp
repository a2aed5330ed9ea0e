// An engine that speaks KataGo's analysis protocol (docs/Analysis_Engine.md of KataGo; docs/kata-analysis.md).
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text.h"
#include "notation/agreement.h"
#include "notation/kata_rules.h"
#include "notation/view_json.h"
#include "server/base/spawn.h"
#include "server/engines/child.h"
#include "server/engines/told_process.h"

namespace cairn::engines {

namespace {

constexpr int kKataNice = 5;
constexpr double kKataGoodbye = 0.2;  // seconds
constexpr std::uint64_t kAnyVisits = std::uint64_t{1} << 40;
constexpr MessageText kEnded("engine-ended", "the program ended");
constexpr double kReportEvery = 0.2;  // seconds between two answers while it searches
constexpr std::size_t kNoTurn = static_cast<std::size_t>(-1);
constexpr std::size_t kShownWords = 160;  // of what it said, for the host

class KataProcess final : public ToldProcess {
 public:
  explicit KataProcess(const EngineSpec& spec) : spec_(spec) {}
  ~KataProcess() override { child_.end(kKataGoodbye); }

  std::string start(const std::atomic<bool>& stop) override {
    if (auto error = child_.start({words_of(spec_), spec_.memory, kKataNice, false}); !error.empty())
      return tell_failure(not_started(error));
    Reply<Json> out;
    const std::string id = next_id();
    send({{"id", id}, {"action", "query_version"}});
    const double until = steady_seconds() + spec_.start_seconds;
    while (auto line = read(until, stop, out))
      if (line->value("id", Json()) == Json(id))
        return line->contains("version") ? std::string() : tell_failure(shown_error(*line));
    return out.failure.empty() ? tell_failure(Message("engine-interrupted", "interrupted")) : out.failure;
  }
  void end() override { child_.end(0); }
  std::string look() override {
    if (child_.running() && child_.look()) return {};
    return tell_failure(with_last_words(kEnded, last_words()));
  }
  bool can_analyse() const override { return true; }
  bool can_judge() const override { return true; }
  bool can_suggest() const override { return true; }

  Reply<std::string> move(const EngineGame& game, const LevelSpec& level, Patience patience,
                          const std::atomic<bool>& stop) override {
    Reply<std::string> out;
    Json query = query_of(game, {game.moves.size()}, level.visits, patience.seconds);
    auto found = ask(std::move(query), 1, patience.late, stop, out);
    if (!found.empty() && found.front().moves.empty())
      out.failure = tell_failure(Message("engine-names-no-move", "its analysis names no move"));
    if (!found.empty() && !found.front().moves.empty()) out.value = found.front().moves.front().word;
    return out;
  }

  // Whoever moves next: what both would own, in the mean.
  Reply<std::vector<std::string>> dead(const EngineGame& game, Patience patience,
                                       const std::atomic<bool>& stop) override {
    Reply<std::vector<std::string>> out;
    std::size_t last = game.moves.size();
    while (last > 0 && equal_ignoring_case(game.moves[last - 1].word, "pass")) --last;
    std::vector<std::size_t> turns{last};
    if (last < game.moves.size()) turns.push_back(last + 1);
    Json query = query_of(game, turns, 0, patience.seconds);
    query["maxVisits"] = kJudgeVisits;
    query["includeOwnership"] = true;
    query["overrideSettings"]["reportAnalysisWinratesAs"] = "BLACK";
    const auto found = ask(std::move(query), turns.size(), patience.late, stop, out);
    if (found.size() == turns.size()) out.value = dead_names(game, found, out);
    return out;
  }

  Reply<std::vector<FoundMoves>> analyse(const EngineGame& game, const std::vector<std::size_t>& turns,
                                         const AnalysisWish& wish, Patience patience,
                                         const std::atomic<bool>& stop) override {
    Reply<std::vector<FoundMoves>> out;
    Json query = query_of(game, turns, wish.visits, patience.seconds);
    if (wish.ownership) query["includeOwnership"] = true;
    if (wish.during) query["reportDuringSearchEvery"] = kReportEvery;
    auto found = ask(std::move(query), turns.size(), patience.late, stop, out, wish);
    if (found.empty()) return out;
    out.failure.clear();  // what was found first counts
    out.value = std::move(found);
    return out;
  }

 private:
  static constexpr std::uint64_t kJudgeVisits = 200;

  std::string next_id() { return fmt::format("cairn{}", ++asked_); }
  void send(const Json& json) { child_.write(json_text(json) + "\n"); }

  static std::string letter(const std::string& side) { return upper(side.substr(0, 1)); }

  static Json query_of(const EngineGame& game, const std::vector<std::size_t>& turns, std::uint64_t visits,
                       double seconds) {
    const KataRules rules = kata_rules_of(game.options);
    const GridSize size = board_size(game.options);
    Json moves = Json::array(), stones = Json::array();
    for (const EngineMove& move : game.moves) moves.push_back({letter(move.side), move.word});
    for (const EngineMove& stone : first_stones(game)) stones.push_back({letter(stone.side), stone.word});
    Json query = {{"moves", std::move(moves)},
                  {"initialStones", std::move(stones)},
                  {"rules",
                   {{"ko", upper(rules.ko)},
                    {"scoring", upper(rules.scoring)},
                    {"tax", rules.scoring == "territory" ? "SEKI" : "NONE"},
                    {"suicide", rules.suicide},
                    {"hasButton", false},
                    {"whiteHandicapBonus", "0"}}},
                  {"boardXSize", size.columns},
                  {"boardYSize", size.rows},
                  {"analyzeTurns", turns},
                  {"maxVisits", visits > 0 ? visits : kAnyVisits},
                  {"overrideSettings", {{"reportAnalysisWinratesAs", "SIDETOMOVE"}}}};
    const View start = game.start.view(Viewer::spectator);
    query["initialPlayer"] = letter(side_name(start, game.start.to_act().front()));
    for (const auto& [name, value] : game.options)
      if (name == "komi") query["komi"] = parse_json(value);
    if (seconds > 0) query["overrideSettings"]["maxTime"] = seconds;
    return query;
  }

  // The answers to the first turns of the query, as many as came in time; the search for the others is ended.
  template <class T>
  std::vector<FoundMoves> ask(Json query, std::size_t turns, double late, const std::atomic<bool>& stop, Reply<T>& out,
                              const AnalysisWish& wish = {}) {
    const std::string id = next_id();
    const std::vector<std::size_t> order = query["analyzeTurns"];
    query["id"] = id;
    send(query);
    std::map<std::size_t, FoundMoves> found;
    const double until = steady_seconds() + late;
    timed_out_ = false;
    while (found.size() < turns) {
      const double silent = wish.silence > 0 ? steady_seconds() + wish.silence : until;
      const auto line = read(std::min(until, silent), wish.enough != nullptr ? *wish.enough : stop, out);
      if (!line || stop.load()) break;
      if (line->value("id", Json()) != Json(id) || line->contains("warning")) continue;
      if (line->contains("error")) {
        out.failure = tell_failure(shown_error(*line));
        break;
      }
      auto one = read_kata_answer(*line);
      if (line->value("isDuringSearch", Json(false)) != Json(false)) {
        if (one && wish.during) wish.during(*one);
        continue;
      }
      const Json number = line->value("turnNumber", Json());
      const std::size_t turn = number.is_number_unsigned() ? number.get<std::size_t>() : kNoTurn;
      if (!one || std::find(order.begin(), order.end(), turn) == order.end()) {
        out.failure = tell_failure(Message("engine-answer-unread", "its answer cannot be read"));
        out.broken = true;
        break;
      }
      found[turn] = *std::move(one);
    }
    if (timed_out_ && !found.empty()) out.broken = false;  // it works, and had too much to do
    if (found.size() < turns && !out.broken) send({{"id", next_id()}, {"action", "terminate"}, {"terminateId", id}});
    std::vector<FoundMoves> all;
    for (auto next = order.begin(); next != order.end() && found.contains(*next); ++next)
      all.push_back(std::move(found[*next]));
    return all;
  }

  // The next line; nullopt: there is none in time. A process that does not answer at all is broken, for it may hang.
  template <class T>
  std::optional<Json> read(double until, const std::atomic<bool>& stop, Reply<T>& out) {
    std::string line;
    const double began = steady_seconds();
    switch (child_.read_line(line, std::max(0.0, until - began), stop)) {
      case Child::Said::nothing:
        if (stop.load()) return std::nullopt;
        out.failure = tell_failure(with_last_words(Message("engine-no-answer", "no answer in time"), last_words()));
        out.broken = timed_out_ = true;
        return std::nullopt;
      case Child::Said::ended:
        child_.end(kKataGoodbye);
        out.failure = tell_failure(with_last_words(kEnded, last_words()));
        out.broken = true;
        return std::nullopt;
      case Child::Said::too_much:
        out.failure = tell_failure(Message("engine-writes-endless-line", "it writes an endless line"));
        out.broken = true;
        return std::nullopt;
      case Child::Said::line:
        break;
    }
    Json json = parse_json(line);
    if (json.is_object()) return json;
    out.failure = tell_failure(
        Message("engine-writes-no-json", "it does not write JSON: {words}", {{"words", printable(line, kShownWords)}}));
    out.broken = true;
    return std::nullopt;
  }

  static std::vector<std::string> dead_names(const EngineGame& game, const std::vector<FoundMoves>& found,
                                             Reply<std::vector<std::string>>& out) {
    const View view = game.positions.back().view(Viewer::referee);
    const auto points = static_cast<std::size_t>(view.columns * view.rows);
    std::vector<float> owners(points);
    for (const FoundMoves& one : found) {
      if (one.ownership.size() != points) {
        out.failure = "its answer has no ownership";
        return {};
      }
      for (std::size_t at = 0; at < points; ++at)
        owners[at] += static_cast<float>(one.ownership[at]) / static_cast<float>(found.size());
    }
    // Black's in the answer; the first seat's for us.
    if (!view.sides.empty() && letter(side_name(view, seat_at(0))) != "B")
      for (float& owner : owners) owner = -owner;
    std::vector<std::string> names;
    for (const std::size_t group : dead_by_owner(view, owners))
      for (const Point& piece : view.groups[group].pieces) names.push_back(game.positions.back().name(piece));
    return names;
  }

  static CodedMessage shown_error(const Json& line) {
    const Json said = line.contains("error") ? line["error"] : Json("an invalid answer");
    return engine_words(printable(said.is_string() ? said.get<std::string>() : json_text(said), kShownWords));
  }
  std::string last_words() const {
    const std::string error = child_.last_error();
    return error.empty() ? error : printable(error, kShownWords);
  }

  EngineSpec spec_;
  Child child_;
  std::uint64_t asked_ = 0;
  bool timed_out_ = false;  // the last question
};

}  // namespace

std::unique_ptr<EngineProcess> make_kata_process(const EngineSpec& spec) {
  return make_told_kata_process(spec);
}

std::unique_ptr<ToldProcess> make_told_kata_process(const EngineSpec& spec) {
  return std::make_unique<KataProcess>(spec);
}

}  // namespace cairn::engines
