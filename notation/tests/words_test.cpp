#include "notation/words.h"

#include <gtest/gtest.h>

#include "core/rng.h"
#include "games/registry.h"
#include "notation/game_file.h"
#include "notation/record.h"
#include "notation/replay.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

using Words = std::vector<std::string>;

Position make(std::string_view game, std::string_view options = "") {
  return find_game(game)->make({parse_option_words(options), {}}).position;
}

Attempt play(Position& position, std::string_view word) {
  EventLog log;
  return play_word(position, position.view(Viewer::referee), word, log);
}

TEST(ReadWords, CutsAtBlanksAndSemicolons) {
  EXPECT_EQ(read_words(" A1\tC1\n A3 "), (Words{"A1", "C1", "A3"}));
  EXPECT_EQ(read_words("d2>d3;d3>d4; e2>e3"), (Words{"d2>d3", "d3>d4", "e2>e3"}));
  EXPECT_EQ(read_words(""), Words{});
}

TEST(ReadWords, DropsCapturesTurnNumbersAndDots) {
  EXPECT_EQ(read_words("12. b5>a4; a4>a3; c5>b5(xd5); b5>a4."), (Words{"b5>a4", "a4>a3", "c5>b5", "b5>a4"}));
  EXPECT_EQ(read_words("e5>f4(xg5, xh5) e8>B++."), (Words{"e5>f4", "e8>B++"}));
  EXPECT_EQ(read_words("e5>f4 (xg5 , xh5)"), Words{"e5>f4"});
  EXPECT_EQ(read_words("1.A1 2.C1 3. A3 ..."), (Words{"A1", "C1", "A3"}));
}

TEST(ReadWords, KeepsABracketThatNeverCloses) {
  EXPECT_EQ(read_words("e5>f4(xg5 A1 (x"), (Words{"e5>f4(xg5", "A1", "(x"}));
}

TEST(PlayWord, GivesTheGamesOwnSpelling) {
  Position position = make("spargo");
  const Attempt attempt = play(position, "c3");
  EXPECT_EQ(attempt.refused, Reason::none);
  EXPECT_EQ(attempt.word, "C3");
  EXPECT_EQ(attempt.side, "white");
  EXPECT_EQ(play(position, "c3").refused, Reason::unsupported);
  EXPECT_EQ(play(position, "zz9x").refused, Reason::unknown_move);
}

TEST(PlayWord, TakesTheSideThatAWordNames) {
  Position position = make("spargo");
  EXPECT_EQ(play(position, "black:A1").refused, Reason::not_your_turn);
  EXPECT_EQ(play(position, "WHITE:A1").refused, Reason::none);
  EXPECT_EQ(play(position, "nobody:A1").refused, Reason::unknown_move);
}

TEST(PlayWord, PlaysForWhoeverMayInAnAgreement) {
  Position position = make("go", "size=5");
  for (const auto word : {"C3", "pass", "pass"}) ASSERT_EQ(play(position, word).refused, Reason::none);
  ASSERT_EQ(position.to_act().size(), 2);
  EXPECT_EQ(play(position, "accept").side, "white");  // whose turn it would be
  EXPECT_EQ(play(position, "accept").side, "black");  // the only one who has not accepted
  EXPECT_TRUE(position.to_act().empty());
}

TEST(PlayWord, ResignsForTheMoverOrANamedSide) {
  Position first = make("spargo");
  EXPECT_EQ(play(first, "resign").word, "resign");
  EXPECT_EQ(first.view(Viewer::spectator).result, "B+R");
  EXPECT_EQ(play(first, "resign").refused, Reason::game_over);
  Position second = make("spargo");
  EXPECT_EQ(play(second, "black:resign").side, "black");
  EXPECT_EQ(second.view(Viewer::spectator).result, "W+R");
}

TEST(PlayWord, NobodyLeavesTwice) {
  Position position = make("margo", "size=4 players=3");
  EXPECT_EQ(play(position, "red:resign").refused, Reason::none);
  EXPECT_EQ(play(position, "red:resign").refused, Reason::not_your_turn);
}

TEST(PlayWord, ChangesNothingWhenRefused) {
  Position position = make("spargo");
  const auto before = position.hash();
  for (const auto word : {"", ":", "white:", "A2", "Z99", "\xff\xfe", "resig", "swap"}) {
    EXPECT_NE(play(position, word).refused, Reason::none) << word;
    EXPECT_EQ(position.hash(), before) << word;
  }
}

// Whoever lost by time, or by a ruling, did so in every form that the game is written in: nobody is said to have
// resigned.
TEST(Words, TimeThatIsOverAndAForfeitAreWordsOfTheirOwn) {
  const GameInfo& go = *find_game("go");
  for (const auto& [how, result] : {std::pair{"timeout", "B+T"}, {"forfeit", "B+F"}}) {
    AnnotatedGame game;
    game.game = "go";
    game.config.options = parse_option_words("size=9");
    NodeIndex last = kRoot;
    for (const char* word : {"E5", how}) {
      GameNode node;
      node.move = TreeMove{seat_at(last == kRoot ? 0 : 1), word};
      last = game.tree.add(last, std::move(node));
    }
    ASSERT_EQ(check_and_cut(game).cut, 0U);
    EXPECT_EQ(game.details.result, result);
    std::string text;
    ASSERT_EQ(write_text(game, text), "");
    FileChoice of_text;
    of_text.info = &go;
    of_text.options = game.config.options;
    for (const GameFile& read : {read_game_file(sgf::write(export_sgf(game, "Cairn:1")), {}),
                                 read_game_file(json_text(record_json(game)), {}), read_game_file(text, of_text)}) {
      EXPECT_EQ(read.imported.error, "");
      EXPECT_EQ(read.imported.game.details.result, result);
      EXPECT_EQ(main_line(read.imported.game.tree).moves.back().second, how);
    }
  }
}

// Of very many legal words those without a place are listed: the game has to name them all.
TEST(Words, WithoutAPlaceAreListedOfVeryMany) {
  int many = 0;
  for (const GameInfo& info : games())
    for (const auto variety : info.variety) {
      Rng rng(3);
      Position position = info.make({parse_option_words(variety), std::nullopt}).position;
      for (int ply = 0; ply < 40 && !position.to_act().empty(); ++ply) {
        const Seat seat = position.to_act().front();
        const auto words = position.legal_words(seat);
        std::vector<std::string> placeless;
        for (const std::string& word : words)
          if (word.find_first_of("0123456789") == std::string::npos) placeless.push_back(word);
        std::size_t count = 0;
        const auto listed = seat_words(info, position, seat, count);
        EXPECT_EQ(count, words.size());
        EXPECT_EQ(listed, count > kMaxListedWords ? placeless : words) << info.name << " " << variety;
        many += count > kMaxListedWords ? 1 : 0;
        if (words.empty()) break;
        EventLog log;
        ASSERT_EQ(position.play(seat, words[rng.below(static_cast<std::uint32_t>(words.size()))], log), Reason::none);
      }
    }
  EXPECT_GT(many, 0);
}

}  // namespace
}  // namespace cairn
