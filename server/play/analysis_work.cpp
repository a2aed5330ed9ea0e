#include "server/play/analysis_work.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "notation/words.h"
#include "search/clear_moves.h"
#include "server/base/steady.h"
#include "server/play/to_client.h"

namespace cairn {

namespace {

constexpr std::size_t kLookMemory = std::size_t{64} << 20;  // of an engine's tree
constexpr std::uint64_t kMoveProof = 500;                   // playouts for each move
constexpr std::size_t kMostLook = 64;                       // letters of a word that is told

// A game as far as it is played, to be stepped through.
struct Walk {
  const GameInfo* info = nullptr;
  Record record;
  Position position;
  int ply = 0;

  Message open(const std::string& text) {
    if (auto error = read_record(text, record); !error.empty()) return error;
    info = find_game(record.game);
    if (info == nullptr) return unknown_game(record.game);
    Made made = info->make(record.config);
    if (!made.error.empty()) return made.error;
    position = std::move(made.position);
    return no_analysis_of(*info, position);
  }
  int moves() const { return static_cast<int>(record.moves.size()); }
  Message step() {
    const auto& [seat, word] = record.moves[static_cast<std::size_t>(ply)];
    EventLog log;
    if (position.play(seat, word, log) != Reason::none)
      return Message("move-record-cannot-played", "move {n} of the record cannot be played", {{"n", ply + 1}});
    ++ply;
    return {};
  }
  Message advance(int there) {
    while (ply < std::min(there, moves()))
      if (auto error = step(); !error.empty()) return error;
    return {};
  }
};

std::unique_ptr<Engine> engine_for(const Walk& walk, std::vector<std::pair<std::string, double>> parameters = {}) {
  return make_engine(*walk.info, walk.position,
                     {.memory = kLookMemory,
                      .seed = 1 + static_cast<std::uint64_t>(walk.ply),
                      .parameters = std::move(parameters),
                      .clock = steady_seconds});
}

PositionEvaluation look_there(const Walk& walk, const AnalysisPart& part, const std::atomic<bool>& stop) {
  const auto engine = engine_for(walk);
  return look_at({*walk.info, walk.position, walk.ply}, *engine, [&](Seat seat) {
    think(*engine, walk.position, seat, {.seconds = part.seconds, .playouts = part.playouts, .decide = false}, &stop);
  });
}

void check_mistake(const Walk& walk, const AnalysisPart& part, const std::atomic<bool>& stop, AnalysisFound& found) {
  const auto prover = engine_for(walk, {{"solver", 1000}, {"solver_points", 16}});
  const auto player = engine_for(walk);
  const ClearLimits limits{.playouts = kDeeper * part.playouts,
                           .seconds = kDeeper * part.seconds,
                           .proof = kMoveProof,
                           .most = kMostSearches - 2};
  const auto clear = clear_moves(*prover, *player, walk.position, limits, &stop);
  if (stop.load()) return;
  found.checked = true;
  if (!clear) return;
  for (const Action action : clear->right) found.right.push_back(walk.position.format(action));
  const std::string& played = walk.record.moves[static_cast<std::size_t>(walk.ply)].second;
  if (std::find(found.right.begin(), found.right.end(), played) != found.right.end()) found.right.clear();
  if (found.right.empty()) return;
  Candidate candidate;
  candidate.line = clear->line;
  found.line = line_words({*walk.info, walk.position, walk.ply}, walk.position.to_act().front(), candidate);
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

bool read_share(const Json& json, const char* key, std::optional<double>& out, double least, double most) {
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return found != json.end();
  if (!found->is_number()) return false;
  out = found->get<double>();
  return *out >= least && *out <= most;
}

bool read_proof(const Json& json, Proof& out) {
  const auto found = json.find("first_proof");
  if (found == json.end() || found->is_null()) return true;
  for (const Proof proof : {Proof::loss, Proof::draw, Proof::win})
    if (*found == proof_word(proof)) out = proof;
  return out != Proof::none;
}

}  // namespace

Message no_analysis_of(const GameInfo& info, const Position& start) {
  if (info.hidden)
    return Message("games-with-hidden-information",
                   "games with hidden information cannot be analysed: an engine would know more than the players");
  if (start.seats() != 2)
    return Message("games-two-seats-analysed", "only games for two players can be analysed, not for {n}",
                   {{"n", start.seats()}});
  return {};
}

AnalysisFound analyse(const AnalysisPart& part, const std::atomic<bool>& stop) {
  AnalysisFound found;
  Walk walk;
  found.failure = walk.open(part.record).english();
  if (found.failure.empty()) found.failure = walk.advance(part.check >= 0 ? part.check : part.from).english();
  if (found.failure.empty() && part.check >= walk.moves()) found.failure = "there is no move to be checked";
  if (!found.failure.empty()) return found;
  if (part.check >= 0) {
    check_mistake(walk, part, stop, found);
    return found;
  }
  const double began = steady_seconds();
  for (int i = 0; i < kPartEvaluations && (i == 0 || steady_seconds() < began + kPartSeconds); ++i) {
    PositionEvaluation one = look_there(walk, part, stop);
    if (stop.load()) break;
    found.evaluations.push_back(std::move(one));
    if (walk.ply == walk.moves()) break;
    found.failure = walk.step().english();
    if (!found.failure.empty()) break;
  }
  return found;
}

std::vector<ReportedMove> report_of(const Record& game, const std::vector<PositionEvaluation>& evaluations) {
  std::vector<ReportedMove> out;
  for (std::size_t i = 0; i + 1 < evaluations.size() && i < game.moves.size(); ++i) {
    ReportedMove move;
    move.ply = static_cast<int>(i) + 1;
    move.seat = game.moves[i].first;
    move.word = game.moves[i].second;
    judge(evaluations[i], evaluations[i + 1], move);
    out.push_back(std::move(move));
  }
  return out;
}

std::vector<int> mistakes_of(const Record& game, const std::vector<PositionEvaluation>& evaluations) {
  std::vector<std::pair<double, int>> found;
  for (const ReportedMove& move : report_of(game, evaluations)) {
    const auto before = static_cast<std::size_t>(move.ply) - 1;
    if (!move.loss || move.best.empty() || *evaluations[before].best_wins < kHadWon) continue;
    if (*evaluations[before].best_wins - *move.loss <= kHasLost) found.emplace_back(-*move.loss, move.ply - 1);
  }
  std::sort(found.begin(), found.end());
  std::vector<int> out;
  const GameInfo* info = find_game(game.game);
  for (const auto& [loss, moves] : found) {
    if (info == nullptr || out.size() == kMostMistakes) break;
    Record until = game;
    until.moves.resize(static_cast<std::size_t>(moves));
    const Refolded there = refold(until);
    if (!there.error.empty() || there.position.to_act().size() != 1) continue;
    if (there.position.legal_words(there.position.to_act().front()).size() >= kFewestChoices) out.push_back(moves);
  }
  return out;
}

std::string record_before(const Record& game, int moves) {
  Record until = game;
  until.moves.resize(static_cast<std::size_t>(moves));
  return to_text(record_json(until));
}

Json evaluation_json(const PositionEvaluation& look) {
  const auto share = [](const std::optional<double>& value) { return value ? Json(rounded(*value)) : Json(nullptr); };
  Json json = {{"first_wins", share(look.first_wins)},
               {"best_wins", share(look.best_wins)},
               {"score", share(look.score)},
               {"visits", look.visits},
               {"best", look.best},
               {"line", look.line}};
  if (look.first_proof != Proof::none) json["first_proof"] = proof_word(look.first_proof);
  return json;
}

std::optional<PositionEvaluation> read_look(const Json& json) {
  constexpr double kFar = 1e6;
  const auto word = [](const Json& one) {
    return one.is_string() && one.get_ref<const std::string&>().size() <= kMostLook;
  };
  PositionEvaluation out;
  if (!json.is_object() || json.size() != (json.contains("first_proof") ? 7U : 6U) ||
      !read_proof(json, out.first_proof))
    return std::nullopt;
  for (const char* key : {"visits", "best", "line"})
    if (!json.contains(key)) return std::nullopt;
  const Json &visits = json["visits"], &best = json["best"], &line = json["line"];
  if (!read_share(json, "first_wins", out.first_wins, 0, 1) || !read_share(json, "best_wins", out.best_wins, 0, 1) ||
      !read_share(json, "score", out.score, -kFar, kFar))
    return std::nullopt;
  if (!visits.is_number_integer() || visits < 0 || !word(best) || !line.is_array() || line.size() > kReportedLine ||
      !std::all_of(line.begin(), line.end(), word))
    return std::nullopt;
  out.visits = visits.get<std::uint64_t>();
  out.best = best.get<std::string>();
  out.line = line.get<std::vector<std::string>>();
  return out;
}

}  // namespace cairn
