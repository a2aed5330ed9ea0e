// Several servers on one PostgreSQL, and everything that can end a connection: servers are killed and started again,
// the database too, connections are cut. Clients move from server to server and send again what was not answered. No
// acknowledged move is missing, none is there twice, and everybody sees the same order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "core/rng.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/reference/effort.h"

namespace cairn::testing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kServers = 3;
constexpr int kJoined = 1;  // the version when both sit

bool thorough() {
  return in_long_run();
}

struct Game {
  std::string id;
  std::array<std::string, 2> cookies;
  std::vector<std::string> acknowledged;  // words, in order
  std::string reply;                      // to the last of them
  bool over = false;
};

// What the players and listeners know of the servers.
struct Servers {
  std::array<std::atomic<std::uint16_t>, kServers> ports{};
  std::atomic<bool> end{false};
  std::atomic<int> moves{0}, again{0}, heard{0};
  std::mutex mutex;  // of what follows
  std::vector<std::string> open;
  std::uint16_t any(Rng& rng) const { return ports[rng.below(kServers)]; }
};

Response ask(std::uint16_t port, const std::string& cookie, std::string_view method, const std::string& target,
             const std::string& body) {
  Client client(port);
  std::map<std::string, std::string> headers = {{"Content-Type", "application/json"}};
  if (!cookie.empty()) headers["Cookie"] = "cairn_session=" + cookie;
  return client.ask(method, target, body, headers);
}

// The same request to one server after the other until one answers it. An answer that may come again is no answer.
Response insist(Servers& servers, Rng& rng, const std::string& cookie, std::string_view method,
                const std::string& target, const std::string& body) {
  const auto until = Clock::now() + std::chrono::seconds(300);
  while (Clock::now() < until) {
    Response response = ask(servers.any(rng), cookie, method, target, body);
    if (response.status != 0 && response.status != 503 && response.status != 429) return response;
    ++servers.again;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "no server answers " << method << " " << target;
  return {};
}

std::string enter(Servers& servers, Rng& rng) {
  const Response response = insist(servers, rng, "", "POST", "/api/guest", "{}");
  EXPECT_EQ(response.status, 201) << response.body;
  const auto found = response.headers.find("set-cookie");
  if (found == response.headers.end()) return {};
  return found->second.substr(14, found->second.find(';') - 14);
}

std::string command(std::size_t number, const std::string& word) {
  return Json{{"request", "m" + std::to_string(number)},
              {"version", kJoined + static_cast<int>(number)},
              {"command", "play"},
              {"word", word}}
      .dump();
}

std::vector<std::string> words_of(const Json& state) {
  std::vector<std::string> words;
  for (const Json& move : state.at("moves")) words.push_back(move.at("word").get<std::string>());
  return words;
}

Game new_game(Servers& servers, Rng& rng, const std::array<std::string, 2>& cookies) {
  Game game;
  game.cookies = cookies;
  const Response made = insist(servers, rng, cookies[0], "POST", "/api/tables",
                               R"({"game":"spargo","opponent":"friend","seat":"first"})");
  EXPECT_EQ(made.status, 201) << made.body;
  if (made.status != 201) return game;
  game.id = made.json().at("id").get<std::string>();
  const Response joined = insist(servers, rng, cookies[1], "POST", "/api/tables/" + game.id + "/join", "");
  EXPECT_EQ(joined.status, 200) << joined.body;
  return game;
}

// One move of a game: whoever is asked, wherever, the table stands as it was acknowledged.
void move(Servers& servers, Rng& rng, Game& game) {
  const std::size_t number = game.acknowledged.size();
  const std::string &cookie = game.cookies[number % 2], target = "/api/tables/" + game.id;
  const Response asked = insist(servers, rng, cookie, "GET", target, "");
  ASSERT_EQ(asked.status, 200) << asked.body;
  const Json state = asked.json();
  ASSERT_EQ(words_of(state), game.acknowledged) << "as a server sees it that another one had acknowledged";
  game.over = state.at("view").at("over").get<bool>();
  if (game.over) return;
  const Json& legal = state.at("legal");
  const auto word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
  const std::string body = command(number, word);
  Response reply;
  if (rng.below(8) == 0) {  // somebody impatient: two servers at once
    Response other;
    std::jthread second([&, seed = rng()] {
      Rng own(seed);
      other = insist(servers, own, cookie, "POST", target + "/commands", body);
    });
    reply = insist(servers, rng, cookie, "POST", target + "/commands", body);
    second.join();
    EXPECT_EQ(other.body, reply.body);
  } else {
    reply = insist(servers, rng, cookie, "POST", target + "/commands", body);
  }
  ASSERT_EQ(reply.status, 200) << reply.body;
  game.acknowledged.push_back(word);
  game.reply = reply.body;
  ++servers.moves;
}

void play(Servers& servers, Rng rng, std::vector<Game>& games) {
  constexpr std::size_t kAtOnce = 4;
  const std::array<std::string, 2> cookies = {enter(servers, rng), enter(servers, rng)};
  std::vector<std::size_t> open;
  while (!servers.end && !::testing::Test::HasFailure()) {
    while (open.size() < kAtOnce) {
      games.push_back(new_game(servers, rng, cookies));
      open.push_back(games.size() - 1);
      const std::lock_guard guard(servers.mutex);
      servers.open.push_back(games.back().id);
    }
    Game& game = games[open[rng.below(static_cast<std::uint32_t>(open.size()))]];
    move(servers, rng, game);
    std::erase_if(open, [&](std::size_t i) { return games[i].over; });
  }
}

// Watches one game after the other, now here, now there. What was seen once never changes and never goes back.
void watch(Servers& servers, Rng rng, std::map<std::string, std::vector<std::string>>& seen) {
  while (!servers.end && !::testing::Test::HasFailure()) {
    std::string id;
    {
      const std::lock_guard guard(servers.mutex);
      if (!servers.open.empty()) {
        const auto recent = std::min<std::size_t>(servers.open.size(), 12);
        id = servers.open[servers.open.size() - 1 - rng.below(static_cast<std::uint32_t>(recent))];
      }
    }
    if (id.empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    TableEar ear(Client(servers.any(rng)), id);
    auto& known = seen[id];
    int version = -1;
    const auto until = Clock::now() + std::chrono::milliseconds(300 + rng.below(2000));
    while (Clock::now() < until && !servers.end) {
      const Json message = ear.next(std::chrono::milliseconds(200));
      if (!message.is_object()) {
        if (!ear.ok()) break;
        continue;
      }
      ASSERT_NE(message.value("type", ""), "reply");
      if (message.value("type", "") == "refused") break;  // it cannot be read just now
      const auto words = words_of(message.at("state"));
      ASSERT_GE(words.size(), known.size()) << "a table went back";
      ASSERT_TRUE(std::equal(known.begin(), known.end(), words.begin())) << "a table changed what it had told";
      known = words;
      const int now = message.at("state").at("version").get<int>();
      if (message.value("type", "") == "change") {
        ASSERT_EQ(now, version + 1) << "a change was left out";
      }
      version = now;
      ++servers.heard;
    }
  }
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

// Every server, asked at the end, knows every game as it was acknowledged, and repeats its last answer.
void check(Servers& servers, const std::vector<Game>& games) {
  for (const Game& game : games) {
    const std::size_t count = game.acknowledged.size();
    for (const auto& port : servers.ports) {
      const Response asked = ask(port, game.cookies[0], "GET", "/api/tables/" + game.id, "");
      ASSERT_EQ(asked.status, 200) << asked.body;
      ASSERT_EQ(words_of(asked.json()), game.acknowledged);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(asked.json().at("moves").at(i).at("seat"), static_cast<int>(i % 2));
      if (count == 0) continue;
      const Response again = ask(port, game.cookies[(count - 1) % 2], "POST", "/api/tables/" + game.id + "/commands",
                                 command(count - 1, game.acknowledged.back()));
      ASSERT_EQ(again.body, game.reply);
    }
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

using Seen = std::map<std::string, std::vector<std::string>>;  // words by table

// Listeners saw the moves that were acknowledged, in their order.
void check_seen(const Seen& seen, const std::vector<std::vector<Game>>& games) {
  Seen record;
  for (const auto& own : games)
    for (const Game& game : own) record[game.id] = game.acknowledged;
  for (const auto& [id, words] : seen) {
    const auto& whole = record[id];
    ASSERT_LE(words.size(), whole.size()) << "a move was told that was never acknowledged";
    EXPECT_TRUE(std::equal(words.begin(), words.end(), whole.begin())) << "a listener saw another order";
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
  EXPECT_NE(process.said().find("kept in postgresql://cairn@"), std::string::npos) << process.said();
  EXPECT_EQ(process.said().find("hunter2"), std::string::npos) << process.said();
  Client ann(process.port());
  ann.enter("Ann");
  EXPECT_NE(ann.create({{"game", "spargo"}, {"opponent", "friend"}}), "");
}

}  // namespace
}  // namespace cairn::testing
