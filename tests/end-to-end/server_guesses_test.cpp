// Passwords are guessed at several servers of one database.
#include <gtest/gtest.h>

#include "server/tests/postgres_cluster.h"
#include "server_client.h"

namespace cairn::testing {
namespace {

TEST(ServerAccountsCluster, GuessesAtTwoServersCountTogether) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = cluster.url("club");
  config.rate_limits = true;
  const Running one(config);
  auto two = std::make_unique<Running>(config);
  const auto sign_in = [](const Running& at, const std::string& password) {
    return Client(at.port()).post("/api/session", {{"name", "Ann"}, {"password", password}});
  };
  const Json account = {{"name", "Ann"}, {"password", "password of Ann"}};
  ASSERT_EQ(Client(one.port()).post("/api/account", account).status, 201);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(sign_in(i % 2 == 0 ? one : *two, "guess").status, 403) << i;
  EXPECT_EQ(sign_in(*two, "password of Ann").status, 200) << "what is right does not count";
  EXPECT_EQ(sign_in(one, "guess").status, 403);
  EXPECT_EQ(sign_in(one, "guess").status, 429);
  EXPECT_EQ(sign_in(*two, "guess").status, 429);
  two.reset();
  two = std::make_unique<Running>(config);
  const Response refused = sign_in(*two, "password of Ann");
  EXPECT_EQ(refused.status, 429) << "after a restart, too";
  EXPECT_EQ(refused.code(), "too-many");
}

}  // namespace
}  // namespace cairn::testing
