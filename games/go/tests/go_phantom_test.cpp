// Phantom Go: the referee's answers, what each viewer may know, and worlds that could be. Numbers: rules.md 8.
#include "tests/reference/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "games/go/phantom.h"
#include "games/go/tests/go_helpers.h"
#include "tests/reference/effort.h"
#include "tests/reference/go_reference.h"

namespace cairn::go {
namespace {

const Seat kBlack = seat_at(0), kWhite = seat_at(1);

std::vector<Event> seen_by(const EventLog& log, Viewer viewer) {
  std::vector<Event> events;
  for (const Event& event : log)
    if (sees(event.seen_by, viewer)) events.push_back(event);
  return events;
}

// The referee's answer in the words of the vectors.
std::string answer(Position& game, Seat seat, const std::string& word, EventLog& log) {
  log.clear();
  const Reason reason = game.play(seat, word, log);
  if (reason == Reason::occupied) return "own_stone";  // or a stone that he knows: never in the vectors
  if (reason != Reason::none) return std::string(to_word(reason));
  for (const Event& event : log) {
    if (event.kind != Event::Kind::refused) continue;
    return event.reason == Reason::occupied     ? "opponent_stone"
           : event.reason == Reason::repetition ? "ko"
                                                : std::string(to_word(event.reason));
  }
  return word == "PASS" || word == "pass" ? "pass" : "moved";
}

Words captured_names(const Position& game, const EventLog& log) {
  Words names;
  for (const Event& event : log)
    if (event.kind == Event::Kind::removed) names.push_back(game.name(event.at));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(PhantomVectors, TheReferee) {
  int tries = 0;
  for (const auto& vector : reference::read_vector_lines("go_phantom_referee.jsonl")) {
    Position game = start("phantom", "size=" + std::to_string(vector["size"][0].get<int>()) + " atari");
    for (const auto& one : vector["tries"]) {
      const Seat seat = one[0] == "b" ? kBlack : kWhite;
      EventLog log;
      const std::string said = answer(game, seat, one[1].get<std::string>(), log);
      const std::string verdict = one[2];
      const auto& more = one[3];
      EXPECT_EQ(said, verdict == "illegal" ? more["reason"].get<std::string>() : verdict) << vector["id"];
      if (verdict == "illegal") {
        EXPECT_TRUE(game.to_act().contains(seat)) << vector["id"];
      }
      EXPECT_EQ(captured_names(game, log), more.value("captured", Words{})) << vector["id"];
      int mine = 0, theirs = 0;
      for (const Event& event : log)
        if (event.kind == Event::Kind::atari) (event.side == index(seat) ? mine : theirs) = event.count;
      // The vectors speak of the chains next to the new stone; the option counts those of the whole board.
      EXPECT_GE(mine, more.value("self_in_atari", false) ? 1 : 0) << vector["id"];
      EXPECT_GE(theirs, more.value("opponent_in_atari", false) ? 1 : 0) << vector["id"];
      EXPECT_EQ(game.to_act().size() == 2, more.value("game_over", false)) << vector["id"];
      ++tries;
    }
  }
  EXPECT_GE(tries, 30);
}

TEST(Phantom, OnlyTheMoverLearnsOfARefusedTry) {  // 8.2
  Position game = start("phantom", "size=5");
  EventLog log;
  EXPECT_EQ(answer(game, kBlack, "C3", log), "moved");
  EXPECT_EQ(seen_by(log, Viewer::seat0).size(), 2U);  // placed there, played
  ASSERT_EQ(seen_by(log, Viewer::seat1).size(), 1U);
  EXPECT_EQ(seen_by(log, Viewer::seat1)[0].kind, Event::Kind::played);
  EXPECT_EQ(seen_by(log, Viewer::spectator)[0].kind, Event::Kind::played);
  const View before = game.view(Viewer::seat0);
  EXPECT_EQ(answer(game, kWhite, "C3", log), "opponent_stone");
  EXPECT_EQ(seen_by(log, Viewer::seat1).size(), 2U);  // refused, and a stone appears on his board
  EXPECT_EQ(seen_by(log, Viewer::seat0).size(), 0U);
  EXPECT_EQ(seen_by(log, Viewer::spectator).size(), 0U);
  EXPECT_EQ(game.view(Viewer::seat0), before);
  EXPECT_EQ(game.view(Viewer::seat1).board[2], "..B..");
  EXPECT_EQ(game.turn(), (Turn{kWhite, 2}));
  EXPECT_EQ(try_word(game, kWhite, "C3"), Reason::occupied);  // now he knows (8.3)
}

TEST(Phantom, TerseAndPublicTries) {  // 8.2
  Position game = start("phantom", "size=5 terse public_tries");
  EventLog log;
  answer(game, kBlack, "C3", log);
  answer(game, kWhite, "C3", log);
  ASSERT_EQ(seen_by(log, Viewer::seat0).size(), 1U);
  EXPECT_EQ(log[0].reason, Reason::none);
  EXPECT_EQ(game.view(Viewer::seat1).board[2], ".....");
  EXPECT_EQ(marked(game, "tried", Viewer::seat0), Words{"C3"});
  EXPECT_EQ(try_word(game, kWhite, "C3"), Reason::repetition);
  answer(game, kWhite, "A1", log);
  EXPECT_EQ(marked(game, "tried", Viewer::seat0), Words{});
}

TEST(Phantom, TheRefereeCountsChainsInAtari) {  // 8.5
  Position game = start("phantom", "size=5 atari");
  const auto counts = [&game](Seat seat, const std::string& word) {
    EventLog log;
    answer(game, seat, word, log);
    std::array<int, 2> found{-1, -1};
    for (const Event& event : log)
      if (event.kind == Event::Kind::atari) found[static_cast<std::size_t>(event.side)] = event.count;
    return found;
  };
  using Counts = std::array<int, 2>;
  EXPECT_EQ(counts(kBlack, "A1"), (Counts{0, 0}));
  EXPECT_EQ(counts(kWhite, "A2"), (Counts{1, 0}));
  EXPECT_EQ(counts(kBlack, "E5"), (Counts{1, 0}));
  EXPECT_EQ(counts(kWhite, "E4"), (Counts{2, 0}));
  EXPECT_EQ(fact(game.view(Viewer::seat0), "black-in-atari"), "2");
  EXPECT_EQ(counts(kBlack, "A2"), (Counts{-1, -1}));  // a refused try tells nothing
  EXPECT_EQ(counts(kBlack, "A3"), (Counts{2, 1}));
  EXPECT_EQ(counts(kWhite, "B1"), (Counts{1, 0}));  // takes A1
}

TEST(Phantom, WordsAreNoOracle) {  // 8.1: whatever stands there
  Position game = start("phantom", "size=5");
  EventLog log;
  answer(game, kBlack, "C3", log);
  EXPECT_EQ(try_word(game, kWhite, "dead:C3"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, kWhite, "dead:A1"), Reason::unknown_move);
  EXPECT_EQ(try_word(game, kWhite, "F1"), Reason::off_board);
}

TEST(Phantom, TwoPassesShowTheBoardAndResumedPlayRemembersIt) {  // 8.6
  Position game = start("phantom", "size=5");
  EventLog log;
  for (const std::string word : {"C3", "B2", "pass", "pass"}) game.play(game.turn().seat, word, log);
  EXPECT_EQ(game.to_act().size(), 2);
  EXPECT_EQ(game.view(Viewer::spectator).board, look(game).board);
  EXPECT_EQ(game.play(kBlack, "resume", log), Reason::none);
  EXPECT_EQ(game.view(Viewer::spectator).board[2], ".....");
  EXPECT_EQ(game.view(Viewer::seat1).board[2], "..B..");
  EXPECT_EQ(game.play(kWhite, "A1", log), Reason::none);
  EXPECT_EQ(game.view(Viewer::seat0).board[4], ".....");
  game.retire(kBlack, Leave::resigned, NoEvents{});
  EXPECT_EQ(game.view(Viewer::seat0).board[4], "W....");
}

TEST(Phantom, SpectatorsSeeNothingAndScoresStayHidden) {  // 8.7
  Position game = start("phantom", "size=5");
  EventLog log;
  for (const std::string word : {"A2", "A1", "B1"}) game.play(game.turn().seat, word, log);
  const View view = game.view(Viewer::spectator);
  EXPECT_EQ(view.board, Words(5, "....."));
  EXPECT_EQ(view.sides[0].captures, 1);
  EXPECT_EQ(view.sides[0].half_points, 0);
  EXPECT_TRUE(view.groups.empty());
  ASSERT_EQ(view.marks.size(), 1U);
  EXPECT_EQ(view.marks[0].kind, "captured");
}

// Random games: the reference referee says the same; a sampled world tells the seat the same; some worlds are new.
struct Tally {
  int positions = 0, worlds = 0, other_worlds = 0;
};

Tally random_games(const std::string& options, int games, std::uint64_t seed) {
  Tally tally;
  Rng rng(seed);
  const Position first = start("phantom", options);
  reference::GoOptions slow_options;
  slow_options.columns = look(first).columns;
  slow_options.rows = look(first).rows;
  slow_options.ko = fact(look(first), "ko");
  slow_options.handicap = parse_int(fact(look(first), "handicap")).value_or(0);
  const bool terse = options.find("terse") != std::string::npos;
  for (int i = 0; i < games && !::testing::Test::HasFailure(); ++i) {
    Position game = first;
    reference::PhantomReference referee(slow_options);
    for (int ply = 0; ply < 300 && game.to_act().size() == 1; ++ply) {
      for (int s = 0; s < 2; ++s) {
        const Viewer viewer = viewer_of(seat_at(s));
        const Position world = game.sample(seat_at(s), rng);
        EXPECT_EQ(world.view(viewer), game.view(viewer)) << options;
        EXPECT_EQ(world.legal_words(seat_at(s)), game.legal_words(seat_at(s))) << options;
        EXPECT_EQ(world.turn(), game.turn());
        EXPECT_EQ(world.to_act(), game.to_act());
        ++tally.worlds;
        tally.other_worlds += look(world).board != look(game).board ? 1 : 0;
        for (const auto& group : look(world).groups) EXPECT_FALSE(group.freedoms.empty());
      }
      const Seat seat = game.turn().seat;
      const Words legal = game.legal_words(seat);
      const std::string word = rng.below(25) == 0 ? "pass" : legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      EventLog log;
      std::string said = answer(game, seat, word, log);
      const reference::Verdict verdict = referee.try_point(index(seat) == 0 ? "black" : "white", word);
      std::string expected = verdict.verdict == "illegal" ? verdict.reason : verdict.verdict;
      if (terse && verdict.verdict == "illegal") expected = "";
      if (expected == "repetition") expected = "ko";
      EXPECT_EQ(said, expected) << options << " " << word;
      EXPECT_EQ(captured_names(game, log), verdict.captured);
      EXPECT_EQ(look(game).board, referee.truth().board());
      ++tally.positions;
    }
  }
  return tally;
}

TEST(Phantom, RandomGamesAgreeWithTheReferenceAndWorldsTellTheSame) {
  const int games = in_long_run() ? 300 : 6;
  Tally all;
  for (const std::string options :
       {"size=5", "size=5 terse", "size=5 atari", "size=5 public_tries", "size=6 ko=positional",
        "size=5 terse public_tries atari", "size=7 handicap=4", "size=9"}) {
    const Tally one = random_games(options, games, 7);
    EXPECT_GT(one.other_worlds, one.worlds / 4) << options;  // most of the worlds are really others
    all.positions += one.positions;
    all.worlds += one.worlds;
    all.other_worlds += one.other_worlds;
  }
  RecordProperty("worlds", all.worlds);
  RecordProperty("other_worlds", all.other_worlds);
  EXPECT_GT(all.positions, 50 * games);
}

}  // namespace
}  // namespace cairn::go
