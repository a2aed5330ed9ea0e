// A network that remembers answers what it would have answered, in whatever order it is asked; a turned board gets the
// turned answer.
#include "search/network/evaluation_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "search/network/tests/random_network.h"

namespace cairn::network {
namespace {

const Shape kTinyShape{"test", 12, 3, 16, 1, 1, 3, 2, 16};
constexpr std::array<std::uint8_t, 12> kMirroredPlanes{0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 10, 9};
constexpr std::array<std::uint8_t, 3> kMirrored{0, 2, 1};

std::shared_ptr<const Network> some_network() {
  Rng rng(3);
  return std::make_shared<const Network>(random_weights(kTinyShape, rng));
}

std::vector<std::uint8_t> turned(const RandomQuestion& from, const Transform& turn) {
  std::vector<std::uint8_t> planes;
  for (const std::int32_t source : turn.cells) planes.push_back(from.planes[static_cast<std::size_t>(source)]);
  return planes;
}

void expect_same(const Reply& a, const Reply& b) {
  EXPECT_EQ(a.policy, b.policy);
  EXPECT_EQ(a.owner, b.owner);
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.score, b.score);
}

TEST(EvaluationCache, AnswersWhatTheNetworkDoesWhateverWasAskedBefore) {
  const auto network = some_network();
  Rng rng(5);
  const Symmetry none{.codes = 1};
  EvaluationCache much(network, none, 1 << 20), one(network, none, 1);
  Evaluator evaluator(network);
  std::vector<RandomQuestion> questions;
  for (const auto& [columns, rows] : {std::pair{5, 5}, {3, 6}})
    for (const bool torus : {false, true})
      for (int i = 0; i < 6; ++i) questions.emplace_back(kTinyShape, columns, rows, torus, rng);
  Reply reply, wanted;
  for (std::size_t i = 0; i < 400; ++i) {
    const std::size_t of_kind = i / 100 * 6;
    const Question question = questions[of_kind + rng.below(6)].question;
    evaluator.evaluate(question, wanted);
    much.evaluate(question, reply);
    expect_same(reply, wanted);
    one.evaluate(question, reply);
    expect_same(reply, wanted);
  }
  EXPECT_EQ(much.asked(), 400U);
  EXPECT_EQ(much.remembered(), 400U - questions.size());
  EXPECT_LT(one.remembered(), 200U) << "there is room for one";
}

TEST(EvaluationCache, TurnsItsAnswersWithTheBoard) {
  const auto network = some_network();
  Rng rng(6);
  const Symmetry all, mirrored{.codes = 0b11, .mirrored_planes = kMirroredPlanes, .mirrored_policy = kMirrored};
  for (const Symmetry& symmetry : {all, mirrored, Symmetry{.codes = 0b10001}})
    for (const int rows : {5, 4}) {
      const RandomQuestion first(kTinyShape, 5, rows, false, rng);
      const auto ways = transforms(symmetry, kTinyShape, 5, rows);
      EXPECT_EQ(ways.size(), static_cast<std::size_t>(std::popcount(symmetry.codes & (rows == 5 ? 0xFFU : 0xFU))));
      // Whichever is asked first, all answers are turns of one another.
      std::vector<Reply> answers;
      for (std::size_t begin = 0; begin < ways.size(); ++begin) {
        EvaluationCache here(network, symmetry, 1 << 20);
        for (std::size_t i = 0; i < ways.size(); ++i) {
          const Transform& turn = ways[(begin + i) % ways.size()];
          const auto planes = turned(first, turn);
          Question question = first.question;
          question.planes = planes;
          Reply reply;
          here.evaluate(question, reply);
          if (begin == 0) answers.push_back(reply);
          expect_same(reply, answers[(begin + i) % ways.size()]);
        }
        EXPECT_EQ(here.remembered(), ways.size() - 1);
      }
      for (std::size_t k = 0; k < ways.size(); ++k) {
        const Transform& turn = ways[k];
        for (std::size_t i = 0; i < turn.logits.size(); ++i)
          ASSERT_EQ(answers[k].policy[i], answers[0].policy[static_cast<std::size_t>(turn.logits[i])]);
        for (std::size_t i = 0; i < turn.points.size(); ++i)
          ASSERT_EQ(answers[k].owner[i], answers[0].owner[static_cast<std::size_t>(turn.points[i])]);
      }
    }
}

TEST(Turning, IsUndoneByItsOpposite) {
  for (const Transform& turn : transforms({.mirrored_planes = kMirroredPlanes}, kTinyShape, 6, 6)) {
    const Transform back = inverse(turn);
    for (std::size_t i = 0; i < turn.cells.size(); ++i)
      ASSERT_EQ(turn.cells[static_cast<std::size_t>(back.cells[i])], static_cast<std::int32_t>(i));
    for (std::size_t i = 0; i < turn.logits.size(); ++i)
      ASSERT_EQ(turn.logits[static_cast<std::size_t>(back.logits[i])], static_cast<std::int32_t>(i));
  }
}

}  // namespace
}  // namespace cairn::network
