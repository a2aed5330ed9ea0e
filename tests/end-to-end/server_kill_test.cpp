// `kill -9` of the real program in mid-game under load: no acknowledged move is lost, none is there twice.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>

#include "core/rng.h"
#include "server_client.h"
#include "server_process.h"
#include "tests/reference/effort.h"

namespace cairn::testing {
namespace {

struct KilledGame {
  std::string id;
  std::vector<std::string> acknowledged;  // words, in order
  bool open_request = false;              // sent, not answered
  std::string open_word, reply;           // `reply` to the last acknowledged one
  bool over = false;
};

// Two guests who play games against each other, and what the server has promised them.
struct Pair {
  std::string cookies[2];
  std::vector<KilledGame> games;
};

constexpr int kBothSit = 1;  // the version when both sit

Response send(Client& client, const Pair& pair, const KilledGame& game, std::size_t number, const std::string& word) {
  const Json command = {{"request", "m" + std::to_string(number)},
                        {"version", kBothSit + static_cast<int>(number)},
                        {"command", "play"},
                        {"word", word}};
  return client.ask("POST", "/api/tables/" + game.id + "/commands", command.dump(),
                    {{"Content-Type", "application/json"}, {"Cookie", "cairn_session=" + pair.cookies[number % 2]}});
}

Json state_of(Client& client, const Pair& pair, const KilledGame& game, std::size_t seat) {
  return client.ask("GET", "/api/tables/" + game.id, "", {{"Cookie", "cairn_session=" + pair.cookies[seat]}}).json();
}

// Plays random moves at random tables until the server is gone.
void play_until_it_dies(std::uint16_t port, Pair& pair, Rng rng, std::atomic<int>& moves) {
  Client client(port);
  while (true) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < pair.games.size(); ++i)
      if (!pair.games[i].over) open.push_back(i);
    if (open.empty()) return;
    KilledGame& game = pair.games[open[rng.below(static_cast<std::uint32_t>(open.size()))]];
    const std::size_t number = game.acknowledged.size();
    const Json state = state_of(client, pair, game, number % 2);
    if (!state.is_object() || !state.contains("legal")) return;
    game.over = state.at("view").at("over").get<bool>();
    if (game.over) continue;
    const Json& legal = state.at("legal");
    ASSERT_FALSE(legal.empty()) << state.dump();
    game.open_word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
    game.open_request = true;
    const Response reply = send(client, pair, game, number, game.open_word);
    if (reply.status != 200) {
      EXPECT_TRUE(reply.status == 0 || reply.status == 503) << reply.body;
      return;
    }
    game.open_request = false;
    game.reply = reply.body;
    game.acknowledged.push_back(game.open_word);
    ++moves;
  }
}

void check(std::uint16_t port, Pair& pair) {
  Client client(port);
  for (KilledGame& game : pair.games) {
    const std::size_t promised = game.acknowledged.size();
    Json state = state_of(client, pair, game, 0);
    ASSERT_TRUE(state.contains("moves")) << state.dump();
    const std::size_t there = state.at("moves").size();
    EXPECT_TRUE(there == promised || (game.open_request && there == promised + 1)) << there << " of " << promised;
    for (std::size_t i = 0; i < std::min(promised, there); ++i) {
      EXPECT_EQ(state.at("moves").at(i).at("word"), game.acknowledged[i]);
      EXPECT_EQ(state.at("moves").at(i).at("seat"), static_cast<int>(i % 2));
    }
    EXPECT_EQ(state.at("version"), kBothSit + static_cast<int>(there));
    if (promised > 0) {  // an answer that was given is given again
      const Response again = send(client, pair, game, promised - 1, game.acknowledged.back());
      EXPECT_EQ(again.body, game.reply);
    }
    if (!game.open_request) continue;
    // The one that was not answered is sent again: now it is there, once, whether it had been made or not.
    const Response answer = send(client, pair, game, promised, game.open_word);
    ASSERT_EQ(answer.status, 200) << answer.body;
    game.acknowledged.push_back(game.open_word);
    game.open_request = false;
    game.reply = answer.body;
    EXPECT_EQ(state_of(client, pair, game, 0).at("moves").size(), promised + 1);
  }
}

TEST(ServerKill, NoAcknowledgedMoveIsLostAndNoneIsDoubled) {
  const TempFolder folder;
  constexpr int kPairs = 8, kGames = 6;
  const int rounds = in_long_run() ? 1'000 : in_short_run() ? 3 : 6;
  std::vector<Pair> pairs(kPairs);
  const auto fresh_games = [&](std::uint16_t port, Pair& pair) {
    std::erase_if(pair.games, [](const KilledGame& game) { return game.over && !game.open_request; });
    Client white(port), black(port);
    for (const auto& [client, cookie] : {std::pair{&white, &pair.cookies[0]}, std::pair{&black, &pair.cookies[1]}})
      if (cookie->empty()) {
        client->enter("x");
        *cookie = client->cookie();
      }
    while (pair.games.size() < kGames) {
      KilledGame game;
      const std::map<std::string, std::string> as_white = {{"Content-Type", "application/json"},
                                                           {"Cookie", "cairn_session=" + pair.cookies[0]}};
      Client client(port);
      const Response made =
          client.ask("POST", "/api/tables", R"({"game":"margo","options":{"size":6},"opponent":"friend"})", as_white);
      ASSERT_EQ(made.status, 201) << made.body;
      game.id = made.json().at("id").get<std::string>();
      const Response joined =
          client.ask("POST", "/api/tables/" + game.id + "/join", "", {{"Cookie", "cairn_session=" + pair.cookies[1]}});
      ASSERT_EQ(joined.status, 200) << joined.body;
      pair.games.push_back(std::move(game));
    }
  };
  std::atomic<int> moves{0};
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  for (int round = 0; round < rounds; ++round) {
    Process process({"--data", folder.path()});
    for (Pair& pair : pairs) check(process.port(), pair);
    for (Pair& pair : pairs) fresh_games(process.port(), pair);
    const int before = moves;
    std::vector<std::jthread> players;
    for (Pair& pair : pairs)
      players.emplace_back(
          [&pair, &moves, port = process.port(), seed = rng()] { play_until_it_dies(port, pair, Rng(seed), moves); });
    // Under load, and then at a random moment.
    while (moves < before + 50) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(rng.below(200'000)));
    process.end(SIGKILL);
    players.clear();
    if (HasFailure()) break;
    constexpr int kReportEvery = 50;
    if ((round + 1) % kReportEvery == 0)
      std::printf("%d kills, %d moves acknowledged\n", round + 1, moves.load()), std::fflush(stdout);
  }
  Process last({"--data", folder.path()});
  for (Pair& pair : pairs) check(last.port(), pair);
  std::printf("%d moves acknowledged in %d runs of the server, each killed\n", moves.load(), rounds);
}

TEST(ServerKill, TheTermSignalEndsItCleanly) {
  const TempFolder folder;
  for (const int signal : {SIGTERM, SIGINT}) {
    Process process({"--data", folder.path()});
    Client ann(process.port());
    ann.enter("Ann");
    const std::string table =
        ann.create({{"game", "spargo"}, {"opponent", "bot"}, {"seat", "second"}, {"seconds", 10}});
    const auto start = std::chrono::steady_clock::now();
    const int status = process.end(signal);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5))
        << "while a bot thinks and a client waits";
  }
}

}  // namespace
}  // namespace cairn::testing
