// A backup of a server under load, restored elsewhere: every move that was acknowledged before it began is there.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/rng.h"
#include "core/text.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

// Two guests who play one game after the other, and the words that the server has acknowledged.
struct Players {
  std::mutex mutex;
  std::map<std::string, std::vector<std::string>> games;  // by id
};

void play(std::uint16_t port, Players& players, std::uint64_t seed, const std::atomic<bool>& stop,
          std::atomic<int>& moves) {
  Client white(port), black(port);
  white.enter("White");
  black.enter("Black");
  Rng rng(seed);
  while (!stop) {
    const std::string id =
        white.create({{"game", "margo"}, {"options", {{"size", 5}}}, {"opponent", "friend"}, {"seat", "first"}});
    ASSERT_EQ(black.post("/api/tables/" + id + "/join", Json::object()).status, 200);
    for (int number = 0; !stop; ++number) {
      Client& mover = number % 2 == 0 ? white : black;
      const Json state = mover.state(id);
      const Json& legal = state.at("legal");
      if (legal.empty()) break;
      const auto word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
      ASSERT_EQ(mover.command(id, "m" + std::to_string(number), state.at("version").get<int>(), word).status, 200);
      const std::lock_guard guard(players.mutex);
      players.games[id].push_back(word);
      ++moves;
    }
  }
}

TEST(ServerBackup, TakenUnderLoadHoldsWhatWasAcknowledgedBefore) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", file = folder.path() + "/backup", other = folder.path() + "/other";
  constexpr int kPairs = 6;
  std::vector<Players> players(kPairs);
  std::vector<std::map<std::string, std::vector<std::string>>> before(kPairs);
  int then = 0, later = 0;
  {
    Process process({"--data", data});
    std::atomic<bool> stop{false};
    std::atomic<int> moves{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < kPairs; ++i)
      threads.emplace_back([&, i, port = process.port()] {
        play(port, players[static_cast<std::size_t>(i)], static_cast<std::uint64_t>(i), stop, moves);
      });
    while (moves < 300) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (std::size_t i = 0; i < kPairs; ++i) {
      const std::lock_guard guard(players[i].mutex);
      before[i] = players[i].games;
    }
    then = moves;
    const Ran taken = tell_cairn("backup --data " + data + " " + file);
    EXPECT_EQ(taken.status, 0) << taken.said();
    later = moves;
    while (moves < later + 100) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // it plays on
    EXPECT_EQ(tell_cairn("backup --data " + data + " " + file).status, 2) << "never over a file that is there";
    EXPECT_EQ(tell_cairn("restore --force --data " + data + " " + file).status, 2) << "not into a folder in use";
    stop = true;
    threads.clear();
  }
  std::printf("%d moves acknowledged before the backup, %d while it ran\n", then, later - then);
  const Ran restored = tell_cairn("restore --data " + other + " " + file);
  ASSERT_EQ(restored.status, 0) << restored.said();
  Process process({"--data", other});
  Client anybody(process.port());
  for (std::size_t i = 0; i < kPairs; ++i)
    for (const auto& [id, words] : before[i]) {
      const Json there = anybody.state(id).at("moves");
      ASSERT_GE(there.size(), words.size()) << id;
      const auto& all = players[i].games.at(id);
      for (std::size_t move = 0; move < there.size(); ++move) {
        if (move >= all.size()) break;  // the last may have been stored and not answered yet
        EXPECT_EQ(there.at(move).at("word"), all[move]);
      }
    }
}

TEST(ServerAdmin, LooksIntoTheStoreOfAServerThatRuns) {
  const TempFolder folder;
  Process process({"--data", folder.path() + "/data"});
  const std::string at = "admin --data " + folder.path() + "/data ";
  Client ann(process.port()), bob(process.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const auto table = [&](const std::string& game) {
    return ann.create({{"game", game}, {"opponent", "friend"}, {"seat", "first"}});
  };
  const std::string waiting = table("spargo"), running = table("phantom"), ended = table("spargo");
  for (const auto& id : {running, ended})
    ASSERT_EQ(bob.post("/api/tables/" + id + "/join", Json::object()).status, 200);
  // In the dark the second tries a point that is taken: in the record, though it was no move.
  ASSERT_EQ(ann.command(running, "1", 1, "E5").status, 200);
  const int version = bob.state(running).at("version").get<int>();
  ASSERT_EQ(bob.command(running, "2", version, "E5").status, 200);
  ASSERT_EQ(ann.command(ended, "1", 1, "A1").status, 200);
  ASSERT_EQ(
      bob.post("/api/tables/" + ended + "/commands", {{"request", "r"}, {"version", 2}, {"command", "resign"}}).status,
      200);

  const auto ids = [&](const std::string& filter) {
    std::vector<std::string> found;
    const Ran ran = tell_cairn(at + "games --json " + filter);
    EXPECT_EQ(ran.status, 0) << ran.said();
    for (const auto line : split(ran.out, '\n'))
      if (!line.empty()) found.push_back(parse_json(line).at("id").get<std::string>());
    return found;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids(""), (Ids{ended, running, waiting}));
  EXPECT_EQ(ids("--state open"), Ids{waiting});
  EXPECT_EQ(ids("--state running"), Ids{running});
  EXPECT_EQ(ids("--state over"), Ids{ended});
  EXPECT_EQ(ids("--game Spargo"), (Ids{ended, waiting}));
  EXPECT_EQ(ids("--person 2"), (Ids{ended, running}));
  EXPECT_EQ(ids("--most 1"), Ids{ended});
  EXPECT_NE(tell_cairn(at + "games --state open").said().find("Ann (#1) - (free)"), std::string::npos);

  const std::string said = tell_cairn(at + "game " + ended).said();
  EXPECT_NE(said.find("players   Ann (#1) - Bob (#2)\n"), std::string::npos) << said;
  EXPECT_NE(said.find("moves     2\n"), std::string::npos) << said;
  for (const auto& [id, last] : {std::pair{ended, "resign"}, std::pair{running, "E5"}}) {
    const std::string file = folder.path() + "/game.json";
    const Ran record = tell_cairn(at + "game --record " + id);
    ASSERT_EQ(record.status, 0) << record.said();
    EXPECT_EQ(parse_json(record.out).at("moves").back(), (Json{1, last}));
    std::ofstream(file) << record.out;
    EXPECT_EQ(tell_cairn("replay --record " + file).status, 0) << tell_cairn("replay --record " + file).said();
  }
  EXPECT_EQ(tell_cairn(at + "game none").said(), "cairn: there is no game with the id none\n");
  EXPECT_EQ(tell_cairn(at + "game none").status, 1);

  const Json stats = parse_json(tell_cairn(at + "stats --json").out);
  EXPECT_EQ(stats.at("people"), 2);
  EXPECT_EQ(stats.at("sessions"), 2);
  EXPECT_EQ(stats.at("entries"), 6);
  EXPECT_EQ(stats.at("games").at("spargo"), (Json{{"open", 1}, {"running", 0}, {"over", 1}}));
  EXPECT_NE(tell_cairn(at + "people").said().find("    3 games  Ann\n"), std::string::npos);
  const Ran nothing = tell_cairn("admin stats --data " + folder.path() + "/none");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_NE(nothing.said().find("contains no cairn.db"), std::string::npos) << nothing.said();
}

// The commands that the page for hosts and the program itself name.
TEST(ServerBackup, OfPostgresIsMadeByItsOwnTools) {
  const PostgresCluster cluster;
  for (const char* name : {"one", "two"}) cluster.execute("CREATE DATABASE " + std::string(name));
  const TempFolder folder;
  std::string id;
  {
    ServerConfig config = config_for(folder);
    config.database = cluster.url("one");
    const Running running(config);
    Client ann(running.port());
    ann.enter("Ann");
    id = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
    ASSERT_EQ(ann.command(id, "1", 0, "A1").status, 200);
    const std::string file = cluster.folder() + "/dump";
    EXPECT_EQ(cluster.run({"pg_dump", "--format=custom", "--file=" + file, cluster.url("one")}), 0);
    EXPECT_EQ(cluster.run({"pg_restore", "--clean", "--if-exists", "--dbname=" + cluster.url("two"), file}), 0);
  }
  ServerConfig config = config_for(folder);
  config.database = cluster.url("two");
  const Running running(config);
  EXPECT_EQ(Client(running.port()).state(id).at("moves").size(), 1U);
}

TEST(ServerBackup, OfPostgresNamesItsOwnTools) {
  const Ran ran = tell_cairn("backup --database postgresql://ann@db.example/cairn games.dump");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.said().find("pg_dump --format=custom --file=games.dump postgresql://"), std::string::npos)
      << ran.said();
}

}  // namespace
}  // namespace cairn::testing
