// The work of an analysis without a desk: what is found of a game, however it is cut into parts; which mistakes are
// worth a puzzle; and when a position has a clear answer.
#include "server/play/analysis_work.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.h"
#include "games/solved.h"
#include "search/clear_moves.h"
#include "server/play/to_client.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

const std::atomic<bool> kNever{false}, kStopped{true};

// A solved position's moves, and behind them another move than the one that wins.
Record thrown_away(const SolvedPosition& solved) {
  Record record;
  record.game = solved.game;
  record.config.options = parse_option_words(solved.options);
  Position position = find_game(solved.game)->make(record.config).position;
  const auto play = [&](const std::string& word) {
    const Seat seat = position.to_act().front();
    EventLog log;
    ASSERT_EQ(position.play(seat, word, log), Reason::none) << word;
    record.moves.emplace_back(seat, word);
  };
  for (const auto word : split_words(solved.moves)) play(std::string(word));
  for (const std::string& word : position.legal_words(position.to_act().front()))
    if (word != solved.right) {
      play(word);
      break;
    }
  return record;
}

AnalysisPart part_of(const Record& record, int from = 0, std::uint64_t playouts = 60) {
  return {to_text(record_json(record)), playouts, 20, from, -1};
}

std::vector<PositionEvaluation> all_looks(const Record& record, std::uint64_t playouts = 60) {
  std::vector<PositionEvaluation> evaluations;
  while (evaluations.size() <= record.moves.size()) {
    AnalysisFound found = analyse(part_of(record, static_cast<int>(evaluations.size()), playouts), kNever);
    EXPECT_EQ(found.failure, "");
    if (found.evaluations.empty()) break;
    for (PositionEvaluation& one : found.evaluations) evaluations.push_back(std::move(one));
  }
  return evaluations;
}

std::string text_of(const std::vector<PositionEvaluation>& evaluations) {
  std::string out;
  for (const PositionEvaluation& one : evaluations) out += evaluation_json(one).dump() + "\n";
  return out;
}

const SolvedPosition& solved(std::size_t i) {
  return solved_positions()[i];
}
// So far apart that there are about `count`.
std::size_t apart(std::size_t count) {
  return std::max<std::size_t>(1, solved_positions().size() / count);
}

// Every position for itself: where a part begins, and what was asked before, changes nothing.
TEST(AnalysisWork, IsTheSameHoweverItIsCut) {
  const Record record = thrown_away(solved(0));
  const auto whole = all_looks(record);
  ASSERT_EQ(whole.size(), record.moves.size() + 1);
  for (const int from : {0, 5, static_cast<int>(record.moves.size())}) {
    const AnalysisFound again = analyse(part_of(record, from), kNever);
    const auto begin = whole.begin() + from;
    ASSERT_FALSE(again.evaluations.empty());
    EXPECT_EQ(text_of(again.evaluations),
              text_of({begin, begin + static_cast<std::ptrdiff_t>(again.evaluations.size())}));
  }
  EXPECT_TRUE(analyse(part_of(record), kStopped).evaluations.empty());
  // As JSON, to the store and back.
  for (const PositionEvaluation& one : whole) {
    const auto back = read_look(parse_json(evaluation_json(one).dump()));
    ASSERT_TRUE(back);
    EXPECT_EQ(evaluation_json(*back), evaluation_json(one));
  }
}

TEST(AnalysisWork, ReadsNoLookThatIsNone) {
  const Json good = {{"first_wins", 0.5}, {"best_wins", nullptr}, {"score", -3.5},
                     {"visits", 7},       {"best", "A1"},         {"line", {"A1", "B2"}}};
  ASSERT_TRUE(read_look(good));
  EXPECT_EQ(read_look(good)->first_proof, Proof::none) << "an analysis kept from before proofs were told";
  for (const Proof proof : {Proof::win, Proof::draw, Proof::loss}) {
    Json proven = good;
    proven["first_proof"] = proof_word(proof);
    ASSERT_TRUE(read_look(proven));
    EXPECT_EQ(read_look(proven)->first_proof, proof);
  }
  EXPECT_FALSE(read_look(nullptr));
  for (const auto& item : good.items()) {
    Json less = good;
    less.erase(item.key());
    EXPECT_FALSE(read_look(less)) << item.key();
  }
  for (const auto& [key, value] : std::vector<std::pair<std::string, Json>>{{"first_wins", 1.5},
                                                                            {"best_wins", -0.1},
                                                                            {"first_wins", "1"},
                                                                            {"score", 1e9},
                                                                            {"visits", -1},
                                                                            {"visits", 0.5},
                                                                            {"best", std::string(65, 'x')},
                                                                            {"best", 1},
                                                                            {"line", "A1"},
                                                                            {"line", {1}},
                                                                            {"line", std::vector<int>(9, 1)},
                                                                            {"first_proof", "won"},
                                                                            {"first_proof", ""},
                                                                            {"first_proof", 1},
                                                                            {"more", 1}}) {
    Json bad = good;
    bad[key] = value;
    EXPECT_FALSE(read_look(bad)) << key << " " << value.dump();
  }
}

TEST(AnalysisWork, SaysWhatCannotBeAnalysed) {
  EXPECT_NE(analyse({"no record", 10, 1, 0, -1}, kNever).failure, "");
  Record record = thrown_away(solved(0));
  record.moves[2].second = "Z9";
  EXPECT_NE(analyse(part_of(record, 5), kNever).failure.find("move 3"), std::string::npos);
  const std::string setup = R"({"format":"cairn-record","version":2,"game":"go","options":{"size":"3"},"nodes":[{},)"
                            R"({"move":[0,"A1"]},{"position":{"board":["...",".B.","..."],"to_move":"white"}}]})";
  EXPECT_NE(analyse({setup, 10, 1, 0, -1}, kNever).failure.find("sets up a position after move 1"), std::string::npos);
  Record hidden;
  hidden.game = "phantom";
  EXPECT_NE(analyse(part_of(hidden), kNever).failure.find("hidden"), std::string::npos);
  Record four;
  four.game = "margo";
  four.config.options = {{"players", "4"}};
  if (find_game("margo")->make(four.config).error.empty()) {
    EXPECT_NE(analyse(part_of(four), kNever).failure.find("two players"), std::string::npos);
  }
  AnalysisPart check = part_of(thrown_away(solved(0)));
  check.check = 1'000;
  EXPECT_NE(analyse(check, kNever).failure, "");
}

// What throws a won game away is found, and the move that would have kept it, which is proven; nothing is said where
// that takes more thought.
TEST(AnalysisWork, AMistakeBecomesAPuzzle) {
  int found = 0;
  for (std::size_t i = 0; i < solved_positions().size(); i += apart(in_short_run() ? 3 : 8)) {
    const Record record = thrown_away(solved(i));
    const auto evaluations = all_looks(record, 200);
    const auto mistakes = mistakes_of(record, evaluations);
    const int last = static_cast<int>(record.moves.size()) - 1;
    if (std::find(mistakes.begin(), mistakes.end(), last) == mistakes.end()) continue;  // it takes more thought
    EXPECT_LE(mistakes.size(), kMostMistakes);
    const auto report = report_of(record, evaluations);
    EXPECT_EQ(report.back().mark, MoveMark::very_bad);
    AnalysisPart part = part_of(record);
    part.check = last;
    const AnalysisFound checked = analyse(part, kNever);
    EXPECT_TRUE(checked.checked);
    if (checked.right.empty()) continue;
    ++found;
    EXPECT_EQ(checked.right, std::vector{std::string(solved(i).right)});
    ASSERT_FALSE(checked.line.empty());
    EXPECT_EQ(checked.line.front(), solved(i).right);
    EXPECT_EQ(analyse(part, kNever).line, checked.line) << "the same again";
    EXPECT_FALSE(analyse(part, kStopped).checked);
    Record until;
    EXPECT_EQ(read_record(record_before(record, last), until), "");
    EXPECT_EQ(static_cast<int>(until.moves.size()), last);
  }
  EXPECT_GE(found, in_short_run() ? 1 : 3);
  // A move that was right becomes none, whatever was thought of it.
  Record right = thrown_away(solved(0));
  right.moves.back().second = solved(0).right;
  AnalysisPart part = part_of(right);
  part.check = static_cast<int>(right.moves.size()) - 1;
  const AnalysisFound kept = analyse(part, kNever);
  EXPECT_TRUE(kept.checked);
  EXPECT_TRUE(kept.right.empty());
}

// A search alone, where nothing can be proven, sees the same; and where much is open nothing is said.
TEST(AnalysisWork, IsClearByASearchToo) {
  int found = 0;
  for (std::size_t i = 0; i < solved_positions().size(); i += apart(8)) {
    Record record = thrown_away(solved(i));
    record.moves.pop_back();
    const Refolded there = refold(record);
    const EngineSettings plain{.memory = std::size_t{16} << 20, .parameters = {{"solver", 0}}};
    const auto prover = make_engine(*there.info, there.position, plain, /*plain=*/true);
    const auto player = make_engine(*there.info, there.position, plain);
    ClearLimits limits{.playouts = 3'000, .proof = 1};
    const auto clear = clear_moves(*prover, *player, there.position, limits);
    if (clear) {
      ++found;
      ASSERT_EQ(clear->right.size(), 1U);
      EXPECT_EQ(there.position.format(clear->right.front()), solved(i).right);
      EXPECT_EQ(clear->line.front(), clear->right.front());
    }
    limits.won = 1.01;
    EXPECT_FALSE(clear_moves(*prover, *player, there.position, limits)) << "nothing wins so surely";
    limits.won = 0.8;
    EXPECT_FALSE(clear_moves(*prover, *player, there.position, limits, &kStopped));
  }
  EXPECT_GE(found, 3);
  const GameInfo& info = *find_game("go");
  const Position start = info.make({{{"size", "5"}}, std::nullopt}).position;
  const auto player = make_engine(info, start, {.memory = std::size_t{16} << 20});
  EXPECT_FALSE(clear_moves(*player, *player, start, {.playouts = 200, .proof = 1})) << "many openings are good";
}

}  // namespace
}  // namespace cairn
