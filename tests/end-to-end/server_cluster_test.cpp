// Several servers on one PostgreSQL, and everything that can end a connection: servers are killed and started again,
// the database too, connections are cut. Clients move from server to server and send again what was not answered. No
// acknowledged move is missing, none is there twice, and everybody sees the same order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "cluster_play.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/reference/effort.h"

namespace cairn::testing {
namespace {

using Clock = std::chrono::steady_clock;
using namespace cluster;

bool thorough() {
  return in_long_run();
}

// A guest against the bot: it answers, whatever becomes of the server that let it think.
void play_bot(Servers& servers, Rng rng, std::atomic<int>& answers) {
  const std::string cookie = enter(servers, rng);
  while (!servers.end && !::testing::Test::HasFailure()) {
    const Response made = insist(servers, rng, cookie, "POST", "/api/tables",
                                 R"({"game":"spargo","opponent":"bot","seat":"first","seconds":0.1,"level":1})");
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string target = "/api/tables/" + made.json().at("id").get<std::string>();
    std::size_t moves = 0;
    auto since = Clock::now();
    while (true) {
      const Json state = insist(servers, rng, cookie, "GET", target, "").json();
      ASSERT_TRUE(state.contains("moves")) << state.dump();
      const std::size_t there = state.at("moves").size();
      ASSERT_GE(there, moves);
      if (there > moves) since = Clock::now();
      moves = there;
      if (state.at("view").at("over").get<bool>()) break;
      if (!state.at("thinking").get<bool>()) {
        if (servers.end) break;
        answers += moves > 0;
        const auto word = state.at("legal").at(0).get<std::string>();
        const Json body = {{"request", "m" + std::to_string(moves)},
                           {"version", state.at("version")},
                           {"command", "play"},
                           {"word", word}};
        ASSERT_EQ(insist(servers, rng, cookie, "POST", target + "/commands", body.dump()).status, 200);
        continue;
      }
      ASSERT_LT(Clock::now() - since, std::chrono::seconds(300)) << "the bot of " << target << " was forgotten";
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
    }
    const Json state = insist(servers, rng, cookie, "GET", target, "").json();
    for (std::size_t i = 0; i < moves; ++i) ASSERT_EQ(state.at("moves").at(i).at("seat"), static_cast<int>(i % 2));
  }
}

using Processes = std::array<std::unique_ptr<Process>, kServers>;

void start_all(Servers& servers, Processes& processes, const std::vector<std::string>& options) {
  {
    std::vector<std::jthread> starting;  // at once, on an empty database
    for (auto& process : processes) starting.emplace_back([&] { process = std::make_unique<Process>(options); });
  }
  for (std::size_t i = 0; i < kServers; ++i) {
    ASSERT_NE(processes[i]->port(), 0) << processes[i]->said();
    servers.ports[i] = processes[i]->port();
  }
}

struct Harm {
  int kills = 0, cuts = 0, restarts = 0;
};

// Under load, at a random moment: the database starts anew, all connections are cut, or a server is killed.
void harm(Servers& servers, Processes& processes, PostgresCluster& postgres, const std::vector<std::string>& options,
          int round, Rng& rng, Harm& done) {
  const int before = servers.moves;
  const auto until = Clock::now() + std::chrono::seconds(300);
  while (servers.moves < before + 60 && !::testing::Test::HasFailure() && Clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_GE(servers.moves, before + 60) << "the servers do not get going again";
  std::this_thread::sleep_for(std::chrono::microseconds(rng.below(200'000)));
  if (round % 8 == 3) {
    postgres.stop(round % 16 == 3 ? SIGQUIT : SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(rng.below(500)));
    postgres.start();
    ++done.restarts;
  } else if (round % 4 == 1) {
    postgres.cut_connections();
    ++done.cuts;
  } else {
    const std::size_t victim = rng.below(kServers);
    const int signal = round % 5 == 2 ? SIGTERM : SIGKILL;
    servers.ports[victim] = 0;  // nobody's: another's server may get it next
    const int status = processes[victim]->end(signal);
    EXPECT_TRUE(signal == SIGKILL || status == 0) << "ended with status " << status;
    processes[victim] = std::make_unique<Process>(options);
    ASSERT_NE(processes[victim]->port(), 0) << processes[victim]->said();
    servers.ports[victim] = processes[victim]->port();
    ++done.kills;
  }
}

TEST(ServerCluster, NothingIsLostWhateverIsKilled) {
  PostgresCluster postgres;
  postgres.execute("CREATE DATABASE cairn");
  const std::vector<std::string> options = {"--database", postgres.url("cairn")};
  Servers servers;
  Processes processes;
  ASSERT_NO_FATAL_FAILURE(start_all(servers, processes, options));

  const std::size_t players = thorough() ? 12 : 6, watchers = 4, bots = 2;
  std::vector<std::vector<Game>> games(players);
  std::vector<Seen> seen(watchers);
  std::atomic<int> answers{0};
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  std::vector<std::jthread> threads;
  threads.reserve(players + watchers + bots);
  for (auto& own : games) threads.emplace_back([&, seed = rng()] { play(servers, Rng(seed), own); });
  for (auto& own : seen) threads.emplace_back([&, seed = rng()] { watch(servers, Rng(seed), own); });
  for (std::size_t i = 0; i < bots; ++i)
    threads.emplace_back([&, seed = rng()] { play_bot(servers, Rng(seed), answers); });

  Harm done;
  const int rounds = thorough() ? 800 : in_short_run() ? 6 : 10;
  for (int round = 0; round < rounds && !HasFailure(); ++round)
    ASSERT_NO_FATAL_FAILURE(harm(servers, processes, postgres, options, round, rng, done));
  servers.end = true;
  threads.clear();

  std::size_t played = 0, finished = 0;
  for (const auto& own : games) {
    check(servers, own);
    played += own.size();
    finished += static_cast<std::size_t>(std::count_if(own.begin(), own.end(), [](const Game& g) { return g.over; }));
  }
  for (const Seen& own : seen) check_seen(own, games);
  EXPECT_GT(servers.heard, 0);
  EXPECT_GT(answers, 0);
  std::printf(
      "%d moves acknowledged in %zu games (%zu over), %d bot answers, %d states heard; %d servers ended, %d times all "
      "connections cut, %d restarts of the database; %d requests sent again\n",
      servers.moves.load(), played, finished, answers.load(), servers.heard.load(), done.kills, done.cuts,
      done.restarts, servers.again.load());
}

TEST(ServerCluster, TheAddressMayStandInTheEnvironment) {
  const PostgresCluster postgres;
  std::string url = postgres.url("postgres");
  url.insert(url.find('@'), ":hunter2");  // which this PostgreSQL does not ask for
  ASSERT_EQ(::setenv("CAIRN_DATABASE", url.c_str(), 1), 0);
  const Process process({});
  ::unsetenv("CAIRN_DATABASE");
  EXPECT_NE(process.said().find("stored in postgresql://cairn@"), std::string::npos) << process.said();
  EXPECT_EQ(process.said().find("hunter2"), std::string::npos) << process.said();
  Client ann(process.port());
  ann.enter("Ann");
  EXPECT_NE(ann.create({{"game", "spargo"}, {"opponent", "friend"}}), "");
}

}  // namespace
}  // namespace cairn::testing
