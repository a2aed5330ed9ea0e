// Three servers behind HAProxy on a PostgreSQL with a synchronous standby, set up by the lines of docs/hosting.md: the
// database is lost under load and the standby takes over, servers are drained and replaced. Nothing that was
// acknowledged is missing afterwards.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>

#include "cluster_play.h"
#include "core/text.h"
#include "postfix.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Clock = std::chrono::steady_clock;
using namespace cluster;

constexpr const char* kHaproxy = "/usr/sbin/haproxy";

// Three servers, and where their players knock: at HAProxy where it is installed, else at each.
struct Site {
  explicit Site(const std::string& database) : options{"--database", database, "--drain-seconds", "2"} {
    for (std::size_t i = 0; i < kServers; ++i) start(i, 0);
  }

  void start(std::size_t i, std::uint16_t port) {
    processes[i] = std::make_unique<Process>(options, "", port);
    ASSERT_NE(processes[i]->port(), 0) << processes[i]->said();
  }

  // A server ends in order and another one takes its place.
  void replace(std::size_t i) {
    const std::uint16_t port = processes[i]->port();
    EXPECT_EQ(processes[i]->end(SIGTERM), 0);
    start(i, port);
  }

  std::vector<std::string> options;
  std::array<std::unique_ptr<Process>, kServers> processes;
};

class Balancer {
 public:
  Balancer(const Site& site, Servers& servers) {
    if (::access(kHaproxy, X_OK) != 0) {
      std::printf("NOT TESTED: HAProxy is not installed; players choose a server themselves\n");
      for (std::size_t i = 0; i < kServers; ++i) servers.ports[i] = site.processes[i]->port();
      return;
    }
    port_ = free_tcp_port();
    std::string lines = page_lines("docs/hosting.md", "haproxy-site");
    replace_in(lines, "bind :443 ssl crt /etc/haproxy/go.example.org.pem", "bind 127.0.0.1:" + std::to_string(port_));
    for (std::size_t i = 0; i < kServers; ++i)
      replace_in(lines, "10.0.0." + std::to_string(i + 1) + ":8080",
                 "127.0.0.1:" + std::to_string(site.processes[i]->port()));
    const std::string file = folder_.path() + "/site.conf";
    std::ofstream(file) << lines;
    child_ = std::make_unique<Child>(std::vector<std::string>{kHaproxy, "-db", "-f", file}, ChildWays{});
    EXPECT_TRUE(wait_for([&] { return !child_->runs() || Wire(port_).ok(); }));
    EXPECT_TRUE(child_->runs()) << child_->said();
    for (auto& port : servers.ports) port = port_;
  }
  ~Balancer() {
    if (child_) child_->end_all(SIGTERM);
  }
  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;
  std::uint16_t port() const { return port_; }  // 0: there is none

 private:
  TempFolder folder_;
  std::uint16_t port_ = 0;
  std::unique_ptr<Child> child_;
};

void wait_for_moves(const Servers& servers, int more) {
  const int before = servers.moves;
  const auto until = Clock::now() + std::chrono::seconds(300);
  while (servers.moves < before + more && !::testing::Test::HasFailure() && Clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_GE(servers.moves, before + more) << "the site does not get going again";
}

// WebSockets at a server, as it counts them.
int sockets_at(std::uint16_t port) {
  const std::string metrics = Client(port).get("/metrics").body;
  const std::string_view name = "\ncairn_sockets ";
  const auto at = metrics.find(name);
  if (at == std::string::npos) return -1;
  const std::string_view value = std::string_view(metrics).substr(at + name.size());
  return parse_int(value.substr(0, value.find('\n'))).value_or(-1);
}

TEST(ServerFailover, AStandbyTakesOverAndServersAreReplaced) {
  PostgresCluster first;
  first.execute("CREATE DATABASE cairn");
  PostgresCluster second(&first);
  ASSERT_FALSE(HasFailure());
  Site site(first.url("cairn", second));
  ASSERT_FALSE(HasFailure());
  Servers servers;
  const Balancer balancer(site, servers);
  ASSERT_FALSE(HasFailure());

  std::vector<std::vector<Game>> games(4);
  std::vector<Seen> seen(2);
  Rng rng(static_cast<std::uint64_t>(::getpid()));
  std::vector<std::jthread> threads;
  threads.reserve(games.size() + seen.size());
  for (auto& own : games) threads.emplace_back([&, seed = rng()] { play(servers, Rng(seed), own); });
  for (auto& own : seen) threads.emplace_back([&, seed = rng()] { watch(servers, Rng(seed), own); });
  wait_for_moves(servers, 150);
  if (!HasFatalFailure()) site.replace(0);
  if (!HasFatalFailure()) wait_for_moves(servers, 100);
  if (!HasFatalFailure()) {
    first.stop(SIGQUIT);  // as if its machine were lost, and never seen again
    second.promote();
    wait_for_moves(servers, 150);
  }
  if (!HasFatalFailure()) site.replace(1);
  if (!HasFatalFailure()) wait_for_moves(servers, 100);
  servers.end = true;
  threads.clear();
  ASSERT_FALSE(HasFailure());

  for (std::size_t i = 0; i < kServers; ++i) servers.ports[i] = site.processes[i]->port();
  std::size_t played = 0;
  for (const auto& own : games) {
    check(servers, own);
    played += own.size();
  }
  for (const Seen& own : seen) check_seen(own, games);
  EXPECT_GT(servers.heard, 0);
  std::printf("%d moves acknowledged in %zu games, %d states heard, %d requests sent again\n", servers.moves.load(),
              played, servers.heard.load(), servers.again.load());
}

// The sockets of a server that is replaced go to the others, and new ones to the server that has few.
TEST(ServerFailover, SocketsSpreadAgain) {
  if (::access(kHaproxy, X_OK) != 0) GTEST_SKIP() << "NOT TESTED: HAProxy is not installed";
  PostgresCluster postgres;
  postgres.execute("CREATE DATABASE cairn");
  Site site(postgres.url("cairn"));
  Servers servers;
  const Balancer balancer(site, servers);
  ASSERT_FALSE(HasFailure());
  Client ann(balancer.port());
  ann.enter("Ann");
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}});
  std::vector<std::unique_ptr<TableEar>> ears;
  const auto listen = [&](int count) {
    for (int i = 0; i < count; ++i) {
      ears.push_back(std::make_unique<TableEar>(ann, table));
      EXPECT_FALSE(ears.back()->next_of("state").is_null());
    }
  };
  const auto each = [&] {
    std::array<int, kServers> out{};
    for (std::size_t i = 0; i < kServers; ++i) out[i] = sockets_at(site.processes[i]->port());
    return out;
  };
  listen(30);
  for (const int there : each()) EXPECT_NEAR(there, 10, 2);
  site.replace(2);
  EXPECT_EQ(each()[2], 0);
  EXPECT_TRUE(wait_for([&] {  // HAProxy has seen that it is ready again, and new sockets come to it
    listen(1);
    return each()[2] > 0;
  }));
  listen(10);
  EXPECT_GE(each()[2], 8);
}

}  // namespace
}  // namespace cairn::testing
