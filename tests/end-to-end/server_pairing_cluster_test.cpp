// Several servers on one PostgreSQL that are killed while people challenge, seek and ask for rematches: every agreement
// has its table, and one only.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <set>

#include "core/rng.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kPairingServers = 3;

struct PairingServers {
  std::array<std::atomic<std::uint16_t>, kPairingServers> ports{};
  std::atomic<bool> end{false};
  std::atomic<int> agreed{0}, again{0};
};

struct Somebody {
  std::string cookie;
  std::set<std::string> tables;  // that he was promised
};

// The same request to one server after the other until one answers it.
Response insist(PairingServers& servers, Rng& rng, const Somebody& who, std::string_view method,
                const std::string& target, const Json& body = nullptr) {
  std::map<std::string, std::string> headers = {{"Content-Type", "application/json"}};
  if (!who.cookie.empty()) headers["Cookie"] = "cairn_session=" + who.cookie;
  const auto until = Clock::now() + std::chrono::seconds(300);
  while (Clock::now() < until) {
    Client client(servers.ports[rng.below(kPairingServers)]);
    Response response = client.ask(method, target, body.is_null() ? "" : body.dump(), headers);
    if (response.status != 0 && response.status != 503 && response.status != 429) return response;
    ++servers.again;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "no server answers " << method << " " << target;
  return {};
}

Somebody enter_pairing(PairingServers& servers, Rng& rng, const std::string& account = "") {
  const Response response = account.empty() ? insist(servers, rng, {}, "POST", "/api/guest", Json::object())
                                            : insist(servers, rng, {}, "POST", "/api/account",
                                                     {{"name", account}, {"password", "password of " + account}});
  EXPECT_EQ(response.status, 201) << response.body;
  const auto found = response.headers.find("set-cookie");
  if (found == response.headers.end()) return {};
  return {found->second.substr(14, found->second.find(';') - 14), {}};
}

void promise(PairingServers& servers, const std::string& table, Somebody& one, Somebody& other) {
  one.tables.insert(table);
  other.tables.insert(table);
  ++servers.agreed;
}

// Both ask, wherever, until there is a rematch.
void play_again(PairingServers& servers, Rng& rng, const std::string& table, Somebody& one, Somebody& other) {
  const std::string target = "/api/tables/" + table;
  int request = 0;
  const auto say = [&](const Somebody& who, const char* command) {
    const Json state = insist(servers, rng, who, "GET", target).json();
    Json body = {{"request", "q" + std::to_string(++request)}, {"version", state.at("version")}, {"command", command}};
    if (std::string_view(command) != "resign") body["offer"] = "rematch";
    return insist(servers, rng, who, "POST", target + "/commands", body);
  };
  ASSERT_EQ(say(one, "resign").status, 200);
  for (int tries = 0; tries < 20; ++tries) {
    for (const Somebody* who : {&one, &other}) say(*who, "offer");
    const Json state = insist(servers, rng, one, "GET", target).json();
    if (state.at("rematch").is_null()) continue;
    promise(servers, state.at("rematch").get<std::string>(), one, other);
    EXPECT_EQ(insist(servers, rng, other, "GET", target).json().at("rematch"), state.at("rematch"));
    return;
  }
  ADD_FAILURE() << "no rematch of " << table;
}

void challenge(PairingServers& servers, Rng rng, const std::string& name, std::vector<Somebody>& people) {
  people.push_back(enter_pairing(servers, rng, name));
  for (int number = 0; number < 40 && !servers.end && !::testing::Test::HasFailure(); ++number) {
    people.push_back(enter_pairing(servers, rng));
    Somebody &whom = people.front(), &maker = people.back();
    const Json wish = {{"request", "c"}, {"people", {name}}, {"game", "spargo"}};
    const Response made = insist(servers, rng, maker, "POST", "/api/challenges", wish);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string accept = "/api/challenges/" + made.json().at("id").get<std::string>() + "/accept";
    Response other;
    std::jthread second([&, seed = rng()] {  // somebody impatient: two servers at once
      Rng own(seed);
      other = insist(servers, own, whom, "POST", accept, {{"offer", 1}});
    });
    const Response taken = insist(servers, rng, whom, "POST", accept, {{"offer", 1}});
    second.join();
    ASSERT_EQ(taken.status, 200) << taken.body;
    ASSERT_EQ(other.status, 200) << other.body;
    const Json table = taken.json().at("table");
    ASSERT_TRUE(table.is_string()) << taken.body;
    EXPECT_EQ(other.json().at("table"), table);
    promise(servers, table.get<std::string>(), whom, maker);
    play_again(servers, rng, table.get<std::string>(), whom, maker);
  }
}

void seek(PairingServers& servers, Rng rng, Somebody& own) {
  own = enter_pairing(servers, rng);
  for (int number = 0; number < 90 && !servers.end && !::testing::Test::HasFailure(); ++number) {
    const Json wish = {{"request", "s" + std::to_string(number)}, {"game", "spargo"}, {"clock", "fischer 5m+3s"}};
    while (true) {
      const Response answer = insist(servers, rng, own, "PUT", "/api/seek", wish);
      ASSERT_EQ(answer.status, 200) << answer.body;
      const Json table = answer.json().at("seek").at("table");
      if (table.is_string()) {
        EXPECT_TRUE(own.tables.insert(table.get<std::string>()).second) << "an old game";
        ++servers.agreed;
        break;
      }
      if (servers.end) {  // a pair may come with the word that he seeks no more
        const Json last = insist(servers, rng, own, "DELETE", "/api/seek").json().at("seek");
        if (!last.is_null()) own.tables.insert(last.at("table").get<std::string>());
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

std::set<std::string> tables_of(PairingServers& servers, Rng& rng, const Somebody& who) {
  std::set<std::string> out;
  for (const char* target : {"/api/tables", "/api/tables?over=true"}) {
    const Json json = insist(servers, rng, who, "GET", target).json();
    EXPECT_TRUE(json.at("next").is_null());
    for (const Json& card : json.at("tables")) out.insert(card.at("id").get<std::string>());
  }
  return out;
}

TEST(ServerPairingCluster, EveryAgreementHasOneTableWhateverIsKilled) {
  PostgresCluster postgres;
  postgres.execute("CREATE DATABASE cairn");
  const std::vector<std::string> options = {"--database", postgres.url("cairn")};
  PairingServers servers;
  std::array<std::unique_ptr<Process>, kPairingServers> processes;
  for (std::size_t i = 0; i < kPairingServers; ++i) {
    processes[i] = std::make_unique<Process>(options);
    ASSERT_NE(processes[i]->port(), 0) << processes[i]->said();
    servers.ports[i] = processes[i]->port();
  }
  constexpr std::size_t kChallenged = 4, kSeekers = 5;
  std::array<std::vector<Somebody>, kChallenged> pairs;
  std::array<Somebody, kSeekers> seekers;
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < kChallenged; ++i)
    threads.emplace_back([&, i, random = rng()] {
      pairs[i].reserve(64);
      challenge(servers, Rng(random), "Bob" + std::to_string(i), pairs[i]);
    });
  for (Somebody& own : seekers) threads.emplace_back([&, random = rng()] { seek(servers, Rng(random), own); });
  int kills = 0;
  for (int round = 0; round < 10 && !HasFailure(); ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200 + rng.below(400)));
    if (round == 4) {
      postgres.cut_connections();
      continue;
    }
    const std::size_t victim = rng.below(kPairingServers);
    servers.ports[victim] = 0;  // nobody's: another's server may get it next
    processes[victim]->end(SIGKILL);
    processes[victim] = std::make_unique<Process>(options);
    ASSERT_NE(processes[victim]->port(), 0) << processes[victim]->said();
    servers.ports[victim] = processes[victim]->port();
    ++kills;
  }
  servers.end = true;
  threads.clear();
  std::map<std::string, int> seated;
  const auto check = [&](const Somebody& who) {
    const std::set<std::string> there = tables_of(servers, rng, who);
    EXPECT_EQ(there, who.tables);
    for (const std::string& table : there) ++seated[table];
  };
  for (const auto& people : pairs)
    for (const Somebody& who : people) check(who);
  for (const Somebody& who : seekers) check(who);
  for (const auto& [table, people] : seated) EXPECT_EQ(people, 2) << table;
  EXPECT_GT(servers.agreed, 20);
  std::printf("%zu tables of %d promises; %d servers killed; %d requests sent again\n", seated.size(),
              servers.agreed.load(), kills, servers.again.load());
}

}  // namespace
}  // namespace cairn::testing
