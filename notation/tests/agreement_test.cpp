// What a bot says where it is to be agreed which stones are dead.
#include "notation/agreement.h"

#include <gtest/gtest.h>

#include "core/text.h"
#include "notation/words.h"

namespace cairn {
namespace {

const Seat kBlack = seat_at(0), kWhite = seat_at(1);

// White has all of the board, with two eyes, but for one black stone that is dead; both have passed.
struct Won {
  const GameInfo& info;
  Position position{};
  Moves moves{};

  explicit Won(std::string_view game) : info(*find_game(game)) {
    position = info.make({parse_option_words("size=5 komi=0.5"), {}}).position;
    say(kBlack, "A1");
    for (int column = 0; column < 5; ++column)
      for (int row = 1; row <= 5; ++row) {
        const std::string word = std::string(1, "ABCDE"[column]) + std::to_string(row);
        if (word == "A1" || word == "A2" || word == "B2" || word == "D4") continue;
        say(kWhite, word);
        say(kBlack, "pass");
      }
    say(kWhite, "pass");
    EXPECT_TRUE(settles_dead(position, kWhite)) << game;
  }
  void say(Seat seat, const std::string& word) {
    ASSERT_EQ(play_for(position, seat, word, nullptr), Reason::none) << word;
    moves.emplace_back(seat, word);
  }
  void say_all(Seat seat, const std::string& words) {
    for (const auto word : split_words(words)) say(seat, std::string(word));
  }
  std::string bot() {
    const auto words = agree(info, position, kWhite, moves);
    return words ? join(*words, " ") : "thinks";
  }
};

TEST(Agreement, ABotMarksWhatIsDeadAndAccepts) {
  for (const char* game : {"go", "toroidal", "phantom"}) EXPECT_EQ(Won(game).bot(), "dead:A1 accept") << game;
}

// Whoever marks what lives wins nothing by it, however often.
TEST(Agreement, ABotAcceptsNoMarkingThatIsWrong) {
  for (const char* game : {"go", "toroidal", "phantom"}) {
    Won at(game);
    at.say(kBlack, "dead:C3");
    at.say(kBlack, "accept");
    EXPECT_EQ(at.bot(), "dead:A1 dead:A3 accept") << game;
    at.say_all(kWhite, at.bot());
    EXPECT_FALSE(at.position.outcome().over) << "the marks have withdrawn the consent";
    std::string said;
    for (int tries = 0; tries < 20 && said != "resume"; ++tries) {
      at.say(kBlack, tries % 2 == 0 ? "dead:C3" : "dead:A1");
      said = at.bot();
      EXPECT_TRUE(said == "resume" || said.ends_with("accept")) << said;
      at.say_all(kWhite, said);
    }
    EXPECT_EQ(said, "resume") << game;
    EXPECT_EQ(at.position.to_act(), SeatSet::of(kBlack)) << game;
    // After a stone it may be agreed anew.
    at.say(kBlack, "A2");
    at.say(kWhite, "pass");
    at.say(kBlack, "pass");
    EXPECT_TRUE(at.bot().starts_with("dead:A1") && at.bot().ends_with("accept")) << game << at.bot();
  }
}

TEST(Agreement, ItAcceptsWhatStandsIfThatIsRight) {
  Won at("go");
  at.say(kBlack, "dead:A1");
  EXPECT_EQ(at.bot(), "accept");
  at.say(kBlack, "accept");
  at.say(kWhite, "accept");
  EXPECT_EQ(at.position.view(Viewer::referee).result, "W+25.5");
}

TEST(Agreement, OtherAgreementsAreMadeAndInATurnItThinks) {
  const GameInfo& go = *find_game("go");
  const Position start = go.make({}).position;
  EXPECT_FALSE(agree(go, start, kBlack, {}));
  EXPECT_FALSE(settles_dead(start, kBlack));
}

}  // namespace
}  // namespace cairn
