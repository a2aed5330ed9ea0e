#include "cluster_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace cairn::testing::cluster {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kJoined = 1;  // the version when both sit

Response ask(std::uint16_t port, const std::string& cookie, std::string_view method, const std::string& target,
             const std::string& body) {
  Client client(port);
  std::map<std::string, std::string> headers = {{"Content-Type", "application/json"}};
  if (!cookie.empty()) headers["Cookie"] = "cairn_session=" + cookie;
  return client.ask(method, target, body, headers);
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

}  // namespace

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

namespace {

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

}  // namespace

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

void watch(Servers& servers, Rng rng, Seen& seen) {
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

}  // namespace cairn::testing::cluster
