// Keys of positions and games: what happens keeps them as a fresh look has them, and turning a board changes none.
#include "server/library/board_keys.h"

#include <gtest/gtest.h>

#include <set>

#include "games/registry.h"
#include "notation/words.h"

namespace cairn {
namespace {

struct Played {
  std::vector<std::uint64_t> positions{};
  std::vector<std::uint32_t> moves{};
  std::uint64_t game = 0;
};

Position start_of(const GameInfo& info, const std::string& options) {
  Made made = info.make({parse_option_words(options), std::nullopt});
  EXPECT_TRUE(made.error.empty()) << info.name << " " << options << ": " << made.error.english();
  return std::move(made.position);
}

// Random moves of every game: the key by the events is that of the board as it is seen then.
void follow(const GameInfo& info, const std::string& options, std::uint64_t seed) {
  Position position = start_of(info, options);
  BoardKeys keys(info.name, position.view(Viewer::referee));
  Rng rng(seed);
  for (int ply = 0; ply < 120 && !position.to_act().empty(); ++ply) {
    const Seat seat = position.to_act().front();
    ActionList actions;
    position.legal(seat, actions);
    if (actions.empty() || actions.size() > 5'000) return;
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    const std::string word = position.format(action);
    EventLog log;
    position.apply(seat, action, [&log](const Event& event) { log.push_back(event); });
    keys.take(word, log);
    const BoardKeys fresh(info.name, position.view(Viewer::referee));
    ASSERT_EQ(keys.position(), fresh.position()) << info.name << " " << options << " after " << word;
  }
}

TEST(BoardKeys, EventsAccountForEveryChange) {
  for (const GameInfo& info : games())
    for (const std::string_view options : info.variety)
      if (options.find("size=25") == std::string_view::npos)
        for (std::uint64_t seed = 1; seed <= 3; ++seed) follow(info, std::string(options), seed);
}

Played played(const GameInfo& info, const std::string& options, const std::vector<std::string>& words) {
  Position position = start_of(info, options);
  BoardKeys keys(info.name, position.view(Viewer::referee));
  Played out;
  for (const std::string& word : words) {
    out.positions.push_back(keys.position());
    EventLog log;
    const Attempt attempt = play_word(position, position.view(Viewer::referee), word, log);
    EXPECT_EQ(attempt.refused, Reason::none) << info.name << ": " << word;
    out.moves.push_back(keys.move(word, log));
    keys.take(word, log);
  }
  out.positions.push_back(keys.position());
  out.game = keys.game();
  return out;
}

// The words of a flat board, turned and mirrored by hand.
std::string turned(const Position& position, GridSize size, int x, int y, int way) {
  if ((way & 1) != 0) x = size.columns - 1 - x;
  if ((way & 2) != 0) y = size.rows - 1 - y;
  if ((way & 4) != 0) std::swap(x, y);
  return position.name({0, static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)});
}

void expect_same_turned(const std::string& game, const std::string& options, GridSize size,
                        const std::vector<std::pair<int, int>>& points, int shift) {
  const GameInfo& info = *find_game(game);
  const Position start = start_of(info, options);
  std::vector<Played> all;
  for (int way = 0; way < (size.square() ? 8 : 4); ++way) {
    std::vector<std::string> words;
    words.reserve(points.size());
    for (const auto& [x, y] : points)
      words.push_back(turned(start, size, (x + shift * way) % size.columns, (y + 2 * shift * way) % size.rows, way));
    all.push_back(played(info, options, words));
    EXPECT_EQ(all[0].game, all.back().game) << game << " turned " << way;
    EXPECT_EQ(all[0].positions, all.back().positions) << game << " turned " << way;
    EXPECT_EQ(all[0].moves, all.back().moves) << game << " turned " << way;
  }
  const std::set<std::uint64_t> distinct(all[0].positions.begin(), all[0].positions.end());
  EXPECT_EQ(distinct.size(), points.size() + 1) << game;
}

const std::vector<std::pair<int, int>> kPoints{{2, 1}, {4, 4}, {1, 2}, {3, 0}, {0, 4}, {2, 3}};

TEST(BoardKeys, ATurnedBoardIsTheSame) {
  expect_same_turned("go", "size=9", square_grid(9), kPoints, 0);
  expect_same_turned("margo", "size=6", square_grid(6), kPoints, 0);
  expect_same_turned("toroidal", "size=7", square_grid(7), kPoints, 1);  // and shifted
  expect_same_turned("go", "size=8x5", {8, 5}, kPoints, 0);
  expect_same_turned("toroidal", "size=5x8", {5, 8}, kPoints, 1);
}

TEST(BoardKeys, ARectangleIsNotTurnedByAQuarter) {
  const GameInfo& go = *find_game("go");
  const Played low = played(go, "size=13x9", {"A2"});
  for (const std::string alike : {"N2", "A8", "N8"}) {
    EXPECT_EQ(played(go, "size=13x9", {alike}).positions.back(), low.positions.back()) << alike;
    EXPECT_EQ(played(go, "size=13x9", {alike}).moves, low.moves) << alike;
  }
  for (const std::string other : {"B1", "M9", "A3"})
    EXPECT_NE(played(go, "size=13x9", {other}).positions.back(), low.positions.back()) << other;
  EXPECT_NE(played(go, "size=9x13", {"A2"}).positions.back(), low.positions.back());
}

TEST(BoardKeys, OtherGamesAndMovesAreOthers) {
  const GameInfo& go = *find_game("go");
  const Played one = played(go, "size=9", {"C3", "G7", "E5"}), other = played(go, "size=9", {"C3", "G7", "E6"}),
               order = played(go, "size=9", {"E5", "G7", "C3"}), larger = played(go, "size=13", {"C3", "G7", "E5"});
  EXPECT_NE(one.game, other.game);
  EXPECT_NE(one.game, order.game);
  EXPECT_EQ(one.positions.back(), order.positions.back()) << "the same board by another way";
  EXPECT_NE(one.positions.front(), larger.positions.front()) << "of another size";
  EXPECT_NE(one.moves[2], other.moves[2]);
  // Colours are not alike.
  EXPECT_NE(played(go, "size=9", {"C3", "E5"}).positions.back(), played(go, "size=9", {"E5", "C3"}).positions.back());
  // A shift is a symmetry of a torus alone.
  EXPECT_NE(played(go, "size=9", {"C3"}).positions.back(), played(go, "size=9", {"D3"}).positions.back());
}

TEST(BoardKeys, MovesThatAreAlikeHaveOneCode) {
  const GameInfo& go = *find_game("go");
  EXPECT_EQ(played(go, "size=9", {"C3"}).moves, played(go, "size=9", {"G7"}).moves) << "on an empty board";
  EXPECT_EQ(played(go, "size=9", {"E5", "C4"}).moves[1], played(go, "size=9", {"E5", "D3"}).moves[1]);
  EXPECT_NE(played(go, "size=9", {"C3", "C4"}).moves[1], played(go, "size=9", {"C3", "C5"}).moves[1]);
  EXPECT_EQ(played(go, "size=9", {"C3", "C4"}).moves[1], played(go, "size=9", {"C3", "D3"}).moves[1]);
  EXPECT_NE(played(go, "size=9", {"pass"}).moves[0], 0U);
  // A capture takes the stone off every turned board, too.
  const Played caught = played(go, "size=9", {"A2", "A1", "B1", "J9"}),
               other = played(go, "size=9", {"H1", "J1", "J2", "A9"});
  EXPECT_EQ(caught.positions, other.positions);
}

}  // namespace
}  // namespace cairn
