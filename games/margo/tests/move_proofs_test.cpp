// What is proven of single moves (search/move_proofs.h): the openings of Spargo by the proofs that ship with the
// program, and ends of games by the solver, each compared with exact values.
#include "search/move_proofs.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/rng.h"
#include "core/text.h"
#include "games/ai_exact.h"
#include "games/registry.h"
#include "search/exact_values.h"
#include "tests/reference/effort.h"

namespace cairn {
namespace {

Position proofs_start(const std::string& game, const std::string& options, const std::string& moves = "") {
  Position position = find_game(game)->make({parse_option_words(options), std::nullopt}).position;
  EventLog log;
  for (const auto word : split_words(moves))
    EXPECT_EQ(position.play(position.to_act().front(), word, log), Reason::none) << word;
  return position;
}

// "win", "loss", "draw" or "-" of every legal move, once all is found.
std::map<std::string, std::string> all_proofs(const Position& position) {
  const auto prover = move_prover(position);
  std::map<std::string, std::string> out;
  if (!prover) return out;
  while (prover->work(1'000)) {
  }
  ActionList list;
  position.legal(position.to_act().front(), list);
  for (const Action action : list) {
    const Proof proof = prover->after(action);
    out[position.format(action)] = proof == Proof::win    ? "win"
                                   : proof == Proof::loss ? "loss"
                                   : proof == Proof::draw ? "draw"
                                                          : "-";
  }
  return out;
}

TEST(MoveProofs, TheOpeningsOfSpargo) {
  const auto first = all_proofs(proofs_start("spargo", ""));
  ASSERT_EQ(first.size(), 16U);
  for (const auto& [word, proof] : first) {
    const bool column_edge = word[0] == 'A' || word[0] == 'G', row_edge = word[1] == '1' || word[1] == '7';
    EXPECT_EQ(proof, column_edge && row_edge ? "loss" : "win") << word;
  }
}

TEST(MoveProofs, WhoeverFacesAProofLosesWithEveryMove) {
  for (const auto& [word, proof] : all_proofs(proofs_start("spargo", "", "C3"))) EXPECT_EQ(proof, "loss") << word;
  // The winner has the reply of the proof; of the others nothing is known.
  int wins = 0, unknown = 0;
  for (const auto& [word, proof] : all_proofs(proofs_start("spargo", "", "C3 A1"))) {
    wins += proof == "win" ? 1 : 0;
    unknown += proof == "-" ? 1 : 0;
  }
  EXPECT_GE(wins, 1);
  EXPECT_GE(unknown, 1);
}

TEST(MoveProofs, NothingIsSaidWhereASwapMayFollowOrTheRulesAreOthers) {
  for (const auto& [word, proof] : all_proofs(proofs_start("spargo", "swap=yes"))) EXPECT_EQ(proof, "-") << word;
  for (const auto& [word, proof] : all_proofs(proofs_start("margo", "size=2 can_pass=yes")))
    EXPECT_EQ(proof, "-") << word;
  for (const auto& [word, proof] : all_proofs(proofs_start("spargo", "ko=positional"))) EXPECT_EQ(proof, "-") << word;
  EXPECT_EQ(move_prover(proofs_start("go", "size=9")), nullptr);
}

// Along random games, with all that stood on the board before.
void compare_with_exact_values(const std::string& game, const std::string& options, std::size_t most_empty,
                               std::uint64_t games, std::size_t& compared) {
  const GameInfo& info = *find_game(game);
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    Rng rng(seed);
    std::vector<Position> path{proofs_start(game, options)};
    const auto solver = solving_of(info)->make(path.back(), std::size_t{4} << 20);
    ExactValues values(*solver, false, [] { return true; });
    while (!path.back().to_act().empty()) {
      const Seat seat = path.back().to_act().front();
      ActionList list;
      path.back().legal(seat, list);
      if (list.size() <= most_empty) {
        const auto prover = move_prover(path.back());
        ASSERT_NE(prover, nullptr);
        while (prover->work(1'000)) {
        }
        for (const Action action : list) {
          const Proof proof = prover->after(action);
          if (proof == Proof::none) continue;
          ++compared;
          const Value value = *values.after(path, action);
          EXPECT_EQ(proof, value > 0   ? Proof::win
                           : value < 0 ? Proof::loss
                                       : Proof::draw)
              << game << " " << options << " seed " << seed << " ply " << path.size() << " "
              << path.back().format(action);
        }
      }
      path.push_back(path.back());
      path.back().apply(seat, list[rng.below(static_cast<std::uint32_t>(list.size()))], NoEvents{});
    }
  }
}

TEST(MoveProofs, AgreeWithExactValues) {
  std::size_t small = 0, middle = 0, large = 0;
  compare_with_exact_values("margo", "size=2", 5, static_cast<std::uint64_t>(as_many(30)), small);
  compare_with_exact_values("margo", "size=2 swap=yes", 5, static_cast<std::uint64_t>(as_many(10)), small);
  compare_with_exact_values("margo", "size=3", 7, static_cast<std::uint64_t>(as_many(6)), middle);
  compare_with_exact_values("spargo", "", 4, static_cast<std::uint64_t>(as_many(6)), large);
  EXPECT_GE(small, static_cast<std::size_t>(as_many(50)));
  EXPECT_GE(middle, static_cast<std::size_t>(as_many(15)));
  EXPECT_GE(large, static_cast<std::size_t>(as_many(3)));
}

TEST(MoveProofs, AnAnalysisTellsThem) {
  const Position start = proofs_start("spargo", "");
  const auto engine =
      make_engine(*find_game("spargo"), start, {.memory = std::size_t{4} << 20, .parameters = {{"book", 0}}});
  Analysis found = think(*engine, start, seat_at(0), {.playouts = 200});
  EXPECT_EQ(proof_of(found), Proof::none);
  add_proofs(*move_prover(start), found);
  EXPECT_EQ(proof_of(found), Proof::win);
  EXPECT_DOUBLE_EQ(found.win_rate, 1);
  EXPECT_EQ(found.best, found.candidates.front().action);
  for (std::size_t i = 0; i < found.candidates.size(); ++i)
    EXPECT_EQ(found.candidates[i].proof, i < 12 ? Proof::win : Proof::loss) << i;
  for (Candidate& one : found.candidates) one.proof = Proof::loss;
  EXPECT_EQ(proof_of(found), Proof::loss);
  found.candidates.front().proof = Proof::draw;
  EXPECT_EQ(proof_of(found), Proof::draw);
  found.candidates.back().proof = Proof::none;
  EXPECT_EQ(proof_of(found), Proof::none);
}

}  // namespace
}  // namespace cairn
