// Libraries: games as they are kept, in both stores, and what is asked of them and answered.
#include "server/library/libraries.h"

#include <gtest/gtest.h>

#include "notation/sgf_game.h"
#include "server/library/board_keys.h"
#include "server/protocol/libraries_from_client.h"
#include "server/protocol/libraries_to_client.h"
#include "server/store/postgres.h"
#include "server/store/reading.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"
#include "server/tests/test_store.h"

namespace cairn {
namespace {

using namespace testing;
using Numbers = std::vector<std::int64_t>;

NewLibraryGame game_of(const std::string& sgf) {
  const sgf::Reading reading = sgf::read(sgf);
  EXPECT_EQ(reading.games.size(), 1U) << sgf;
  NewLibraryGame out;
  const Message wrong = read_library_game(import_sgf(reading.games.front()).game, out);
  EXPECT_TRUE(wrong.empty()) << wrong.english();
  return out;
}

// Twenty moves and more of 9x9, so that names do not tell games apart; `last` differs.
std::string long_game(const std::string& head, const std::string& last, bool mirrored = false) {
  std::string out = "(;GM[1]SZ[9]" + head;
  int number = 0;
  const auto add = [&](std::string point) {
    if (mirrored) point[0] = static_cast<char>('a' + 'i' - point[0]);
    out += std::string(";") + (number++ % 2 == 0 ? "B[" : "W[") + point + "]";
  };
  for (const char row : {'c', 'e', 'g'})
    for (const char column : {'a', 'b', 'c', 'd', 'e', 'f', 'g'}) add({column, row});
  add(last);
  return out + ")";
}

struct LibraryDesk {
  SqlConnection& db;
  Library library;

  std::size_t add(std::vector<NewLibraryGame> games, const std::vector<std::uint64_t>& files = {}) {
    return add_library_games(db, library, games, files, 2'000);
  }
  LibraryList list(LibraryQuery query, int most = 50) {
    query.most = most;
    return find_library_games(db, query, library);
  }
  Numbers find(const LibraryQuery& query) {
    Numbers out;
    for (const LibraryGame& game : list(query).games) out.push_back(game.number);
    return out;
  }
};

std::uint64_t position_after(const std::vector<std::string>& words) {
  Made made = find_game("go")->make({{{"size", "9"}}, std::nullopt});
  for (const std::string& word : words) {
    EventLog log;
    EXPECT_EQ(made.position.play(made.position.to_act().front(), word, log), Reason::none) << word;
  }
  return BoardKeys("go", made.position.view(Viewer::referee)).position();
}

void fill_library(LibraryDesk& desk) {
  EXPECT_EQ(desk.add({game_of(long_game("PB[Ann Lee]PW[Bo]EV[Spring Cup]RO[2]DT[2016-03-09]RE[B+R]", "aa")),
                      game_of(long_game("PB[Cid]PW[ANN \xC3\x89]EV[100% Open]DT[1928]RE[W+0.5]", "ba")),
                      game_of("(;GM[1]SZ[13]PB[Dan]PW[Eve]DT[2020-01];B[cc];W[dd])")},
                     {77}),
            3U);
}

void check_searches(LibraryDesk& desk) {
  EXPECT_EQ(desk.find({}), (Numbers{1, 2, 3}));
  EXPECT_EQ(desk.find({.player = "ann"}), (Numbers{1, 2}));
  EXPECT_EQ(desk.find({.player = "ann", .against = "cid"}), Numbers{2});
  EXPECT_EQ(desk.find({.player = "a_n"}), Numbers{}) << "no pattern";
  EXPECT_EQ(desk.find({.event = "100%"}), Numbers{2});
  EXPECT_EQ(desk.find({.event = "cup, 2"}), Numbers{1});
  EXPECT_EQ(desk.find({.game_class = "go-13"}), Numbers{3});
  EXPECT_EQ(desk.find({.since_day = first_day("2016-03-09")}), (Numbers{1, 3}));
  EXPECT_EQ(desk.find({.since_day = first_day("2016-03-10")}), Numbers{3});
  EXPECT_EQ(desk.find({.until_day = first_day("1928-01-01")}), Numbers{2});
  EXPECT_EQ(desk.find({.ending = Ending::first}), Numbers{1});
  EXPECT_EQ(desk.find({.ending = Ending::unknown}), Numbers{3});
  const LibraryList part = desk.list({}, 2);
  ASSERT_TRUE(part.next);
  EXPECT_EQ(desk.find({.after = *part.next}), Numbers{3});
  EXPECT_FALSE(desk.list({}).next);
  const LibraryGame game = desk.list({.records = true}, 1).games.at(0);
  EXPECT_EQ(game.players, (std::vector<std::string>{"Ann Lee", "Bo"}));
  EXPECT_EQ(game.event, "Spring Cup, 2");
  EXPECT_EQ(game.moves, 22);
  EXPECT_EQ(game.board.size(), 9U);
  EXPECT_EQ(game.board[0], "W........");
  EXPECT_NE(game.record.find("PB[Ann Lee]"), std::string::npos) << game.record;
}

void check_positions(LibraryDesk& desk) {
  // The first moves are A7, B7: turned by hand they are C9, C8 and so on.
  const LibraryQuery turned{.position = position_after({"C9", "C8"})};
  EXPECT_EQ(desk.find(turned), (Numbers{1, 2}));
  EXPECT_EQ(desk.list(turned).games[0].ply, 2);
  EXPECT_EQ(desk.list(turned).through, 2);
  LibraryQuery of_cid = turned;
  of_cid.player = "cid";
  EXPECT_EQ(desk.find(of_cid), Numbers{2});
  EXPECT_EQ(desk.list(of_cid).through, 2) << "of any players";
  const LibraryList part = desk.list(turned, 1);
  ASSERT_EQ(part.next, 1);
  LibraryQuery rest = turned;
  rest.after = 1;
  EXPECT_EQ(desk.find(rest), Numbers{2});
  EXPECT_EQ(desk.find({.position = position_after({"E5"})}), Numbers{});
  const auto played = played_there(desk.db, desk.library, position_after({"C9"}));
  ASSERT_EQ(played.size(), 1U);
  EXPECT_EQ(played[0].games, 2);
  EXPECT_EQ(played[0].won[0], 1);
  EXPECT_EQ(played[0].won[1], 1);
  EXPECT_EQ(played_there(desk.db, desk.library, position_after({})).size(), 1U) << "13x13 is another board";
}

void check_patterns(LibraryDesk& desk) {
  const auto find = [&](std::string_view rows, const LibraryQuery& filters = {}) {
    const View view = find_game("go")->make({{{"size", "9"}}, std::nullopt}).position.view(Viewer::referee);
    auto pattern = std::make_shared<BoardPattern>();
    EXPECT_EQ(pattern->read(view, rows, PatternPlace::corner).english(), "");
    LibraryQuery query = filters;
    query.game_class = "go-9";
    query.pattern = [pattern](std::string_view changes) { return pattern->find(changes); };
    return query;
  };
  // The first moves are A7, B7, C7: the third row from the corner.
  EXPECT_EQ(desk.find(find("..|..|BW")), (Numbers{1, 2}));
  EXPECT_EQ(desk.list(find("..|..|BW")).games[0].ply, 2);
  EXPECT_EQ(desk.find(find("W.|..|BW")), Numbers{1}) << "its last move is in the corner";
  EXPECT_EQ(desk.list(find("W.|..|BW")).games[0].ply, 22);
  EXPECT_EQ(desk.find(find("..|..|BW", {.player = "cid"})), Numbers{2});
  EXPECT_EQ(desk.find(find("..|..|WB")), Numbers{}) << "not with other colours";
  const LibraryList part = desk.list(find("..|..|BW"), 1);
  ASSERT_EQ(part.next, 1);
  EXPECT_EQ(desk.find(find("..|..|BW", {.after = *part.next})), Numbers{2});
}

void check_once(LibraryDesk& desk) {
  EXPECT_EQ(desk.add({game_of(long_game("PB[Other]PW[Names]", "aa", true))}), 0U) << "mirrored";
  EXPECT_EQ(desk.add({game_of(long_game("PB[Other]PW[Names]", "ha"))}), 1U);
  EXPECT_EQ(desk.find({.player = "other"}), Numbers{4}) << "no number is lost";
  EXPECT_EQ(desk.library.games, 4);
  // A short game is the same with the same players alone.
  EXPECT_EQ(desk.add({game_of("(;GM[1]SZ[13]PB[Dan]PW[Eve]DT[2020-01];B[kc];W[jd])")}), 0U);
  EXPECT_EQ(desk.add({game_of("(;GM[1]SZ[13]PB[Dan]PW[Fay]DT[2020-01];B[cc];W[dd])")}), 1U);
  const LibraryHolds holds = library_holds(desk.db, desk.library);
  EXPECT_EQ(holds.games.size(), 5U);
  EXPECT_TRUE(holds.files.contains(77));
}

int asked_to_go_on = 0;

void check_removal(LibraryDesk& desk) {
  Library other = open_library(desk.db, "other", 1'000);
  std::vector<NewLibraryGame> one{game_of(long_game("", "aa"))};
  EXPECT_EQ(add_library_games(desk.db, other, one, {}, 1), 1U) << "a library knows nothing of another";
  EXPECT_EQ(list_libraries(desk.db).size(), 2U);
  asked_to_go_on = 0;
  EXPECT_FALSE(remove_library(desk.db, desk.library, [] { return ++asked_to_go_on < 2; }));
  EXPECT_FALSE(find_library(desk.db, "main")) << "nobody finds half of it";
  ASSERT_EQ(libraries_to_remove(desk.db).size(), 1U);
  EXPECT_TRUE(remove_library(desk.db, libraries_to_remove(desk.db)[0], [] { return true; }));
  EXPECT_TRUE(libraries_to_remove(desk.db).empty());
  ASSERT_EQ(list_libraries(desk.db).size(), 1U);
  for (const char* table : {"SELECT COUNT(*) FROM library_games", "SELECT COUNT(*) FROM library_records",
                            "SELECT COUNT(*) FROM library_changes"})
    EXPECT_EQ(desk.db.run(table).integer(0, 0), 1) << table;
  EXPECT_THROW(desk.add({game_of(long_game("", "aa"))}), SqlError) << "it is gone";
}

void check_library(SqlConnection& db) {
  LibraryDesk desk{db, open_library(db, "main", 1'000)};
  EXPECT_EQ(open_library(db, "main", 5'000).created_ms, 1'000);
  fill_library(desk);
  check_searches(desk);
  check_positions(desk);
  check_patterns(desk);
  check_once(desk);
  check_removal(desk);
}

TEST(StoreLibraries, Sqlite) {
  const Folder folder;
  Loop loop;
  opened(sqlite_in(folder), loop);
  const OpenedToRead to_write = open_to_write(folder.path(), "");
  ASSERT_TRUE(to_write.db) << to_write.error;
  check_library(*to_write.db);
}

TEST(StoreLibraries, Postgres) {
  PostgresCluster cluster;
  cluster.execute("CREATE DATABASE libraries");
  Loop loop;
  opened([&](Loop& on) { return open_postgres_store(cluster.url("libraries"), on.post()); }, loop);
  const OpenedToRead to_write = open_to_write("", cluster.url("libraries"));
  ASSERT_TRUE(to_write.db) << to_write.error;
  check_library(*to_write.db);
}

TEST(Libraries, DatesOfFiles) {
  EXPECT_EQ(first_day("1970-01-01"), 0);
  EXPECT_EQ(first_day("2000-03-01"), 11'017);
  EXPECT_EQ(first_day("2000-02-29,03-01"), 11'016);
  EXPECT_EQ(first_day("1846"), first_day("1846-01-01"));
  EXPECT_EQ(first_day("Published on 2016/03/09"), first_day("2016-03-09"));
  EXPECT_LT(first_day("1846-07-21"), 0);
  for (const char* none : {"", "yesterday", "03-09", "20160309", "0000"}) EXPECT_EQ(first_day(none), kNoDay) << none;
}

TEST(Libraries, WhatCannotBeKeptIsTold) {
  NewLibraryGame out;
  const auto wrong = [&](const std::string& sgf) {
    return read_library_game(import_sgf(sgf::read(sgf).games.at(0)).game, out).english();
  };
  EXPECT_EQ(wrong("(;GM[1]SZ[9]PB[Ann])"), "the game has no moves");
  for (const char* name : {"pro-games", "a", "2016_x"}) EXPECT_TRUE(is_library_name(name)) << name;
  for (const char* name : {"", "Pro", "-a", ".7", "a b", "a/b"}) EXPECT_FALSE(is_library_name(name)) << name;
  EXPECT_FALSE(is_library_name(std::string(41, 'a')));
}

TEST(Libraries, DamagedPartsOfTheIndexArePassedOver) {
  PositionRun run;
  run.add({0xABC0'0000'0000'0010ULL, 7, 12, Ending::second, 99});
  run.add({0xABC0'0000'0000'0020ULL, 8, 13, Ending::drawn, 98});
  const std::string part = run.part(0xABC);
  std::vector<PositionEntry> found;
  find_entries(part, 0xABC0'0000'0000'0010ULL, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].game, 7U);
  EXPECT_EQ(found[0].ply, 12);
  EXPECT_EQ(found[0].ending, Ending::second);
  EXPECT_EQ(found[0].move, 99U);
  for (std::size_t size = 0; size < part.size(); ++size) {
    found.clear();
    find_entries(std::string_view(part).substr(0, size), 0xABC0'0000'0000'0020ULL, found);
    EXPECT_TRUE(found.empty()) << size;
  }
}

TEST(Libraries, QueriesAreRead) {
  const auto wish = [](const std::string& query) { return read_library_wish("main", "/api/x?" + query, games()); };
  const auto wrong = [&](const std::string& query) {
    const auto read = wish(query);
    const auto* fault = std::get_if<Fault>(&read);
    return fault == nullptr ? std::string("nothing") : fault->message.english();
  };
  const auto all =
      wish("player=Ann+Lee&event=cup&game=go&size=9&since=2000-01-01&until=2000-12-31&result=drawn&after=7");
  ASSERT_TRUE(std::holds_alternative<LibraryWish>(all)) << wrong("player=Ann+Lee");
  const LibraryQuery& query = std::get<LibraryWish>(all).query;
  EXPECT_EQ(query.library, "main");
  EXPECT_EQ(query.player, "Ann Lee");
  EXPECT_EQ(query.game_class, "go-9");
  EXPECT_EQ(query.until_day - query.since_day, 365);
  EXPECT_EQ(query.ending, Ending::drawn);
  EXPECT_EQ(query.after, 7);
  EXPECT_NE(wrong("position=...").find("game"), std::string::npos);
  for (const char* bad : {"size=9", "game=go&size=99", "game=nothing", "since=2000", "result=maybe", "after=-1",
                          "after=x", "player=a&player=b", "colour=red", "pattern=B", "game=go&pattern=B",
                          "game=go&size=9&pattern=B&place=middle", "game=go&size=9&pattern=B&position=B"})
    EXPECT_NE(wrong(bad), "nothing") << bad;
  const auto pattern = wish("game=go&size=9&place=side&pattern=B.%7C%3FW");
  ASSERT_TRUE(std::holds_alternative<LibraryWish>(pattern)) << wrong("game=go&size=9&place=side&pattern=B.%7C%3FW");
  EXPECT_EQ(std::get<LibraryWish>(pattern).pattern, "B.|?W");
  EXPECT_EQ(std::get<LibraryWish>(pattern).place, PatternPlace::side);
}

TEST(Libraries, PositionsAreReadOfTheRightShapeAlone) {
  std::uint64_t key = 0;
  const auto read = [&](const std::string& game, const std::string& size, const std::string& rows) {
    const OptionValues options = size.empty() ? OptionValues{} : OptionValues{{"size", size}};
    return read_position_key(*find_game(game), options, rows, key).empty();
  };
  EXPECT_TRUE(read("go", "3", "...|.B.|..."));
  EXPECT_EQ(key, [&] {
    Made made = find_game("go")->make({{{"size", "3"}}, std::nullopt});
    EventLog log;
    made.position.play(seat_at(0), "B2", log);
    return BoardKeys("go", made.position.view(Viewer::referee)).position();
  }());
  EXPECT_TRUE(read("margo", "2", "W./.B")) << "upper levels that are empty are left out";
  EXPECT_TRUE(read("margo", "2", "WB/BW|W"));
  for (const char* rows : {"", "...|...", "...|....|...", "...|...|...|..."})
    EXPECT_FALSE(read("go", "3", rows)) << rows;
  for (const char* rows : {"W.|.B", "WB/BW|W|W", "WB/BW|WW"}) EXPECT_FALSE(read("margo", "2", rows)) << rows;
  for (const char* rows : {"...|.X.|...", "...|.b.|...", "...|. .|...", "...|./.|..."})
    EXPECT_FALSE(read("go", "3", rows)) << rows;
  EXPECT_FALSE(read("margo", "2", "WZ/BW"));
  EXPECT_FALSE(read("go", "99", "..."));
}

}  // namespace
}  // namespace cairn
