// The machine's time of day is set anew while games run, or was never set: nobody loses by it, and it is said. A
// library that is put in front of the system's own sets it, of the server's process alone (far_clock.cpp).
#include "sanitized.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

constexpr long kTwoDays = 2L * 86'400, kTwentyDays = 20L * 86'400, kManyDays = 400L * 86'400;

// A server whose time of day is so many seconds from this machine's.
class FarClock {
 public:
  explicit FarClock(const std::string& folder) : folder_(folder) {
    set(0);
    // What is to be loaded has no blank in its path, as the project's folder may have.
    std::filesystem::copy_file(CAIRN_FAR_CLOCK, folder_ + "/clock.so");
    start();
  }
  void start() {
    const std::string file = folder_ + "/offset";
    ::setenv("LD_PRELOAD", (folder_ + "/clock.so").c_str(), 1);
    ::setenv("FAR_CLOCK", file.c_str(), 1);
    server_ = std::make_unique<Process>(std::vector<std::string>{"--data", folder_ + "/data"}, log(), port_);
    port_ = server_->port();
    ::unsetenv("LD_PRELOAD");
    ::unsetenv("FAR_CLOCK");
  }
  // `unset`: the machine says that nobody has set its time.
  void set(long seconds, bool unset = false) {
    std::ofstream(folder_ + "/offset.new") << seconds << (unset ? " unset" : "") << "\n";
    std::filesystem::rename(folder_ + "/offset.new", folder_ + "/offset");
  }
  // It looks about once a second.
  ::testing::AssertionResult says_so(std::size_t times, const std::string& what = "clock was changed") const {
    for (int i = 0; i < 600; ++i) {
      const std::string all = bytes_of_file(log());
      std::size_t count = 0;
      for (auto at = all.find(what); at != std::string::npos; at = all.find(what, at + 1)) ++count;
      if (count >= times) return ::testing::AssertionSuccess();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return ::testing::AssertionFailure() << bytes_of_file(log());
  }
  void stop() { server_->end(SIGTERM); }
  void send(int signal) { server_->send(signal); }
  std::uint16_t port() const { return port_; }
  std::string log() const { return folder_ + "/log"; }

 private:
  std::string folder_;
  std::uint16_t port_ = 0;  // the same after a restart
  std::unique_ptr<Process> server_;
};

std::string start_game(Client& ann, Client& bob, const std::string& clock) {
  const std::string table =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", clock}});
  EXPECT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  return table;
}

void play_first(Client& client, const std::string& table) {
  const Json state = client.state(table);
  const int version = state.at("version").get<int>();
  const Response reply =
      client.command(table, "v" + std::to_string(version), version, state.at("legal").at(0).get<std::string>());
  EXPECT_EQ(reply.status, 200) << reply.body;
}

int time_left(Client& client, const std::string& table, std::size_t seat) {
  return client.state(table).at("clock").at("seats").at(seat).at("total").get<int>();
}

bool is_over(Client& client, const std::string& table) {
  return client.state(table).at("view").at("over").get<bool>();
}

// Time is up for somebody there, or soon is.
void expect_time_out(Client& client, const std::string& table) {
  TableEar ear(client, table);
  Json state = ear.next_of("state").at("state");
  if (!state.at("view").at("over").get<bool>()) state = ear.next_of("change").at("state");
  EXPECT_EQ(state.at("view").at("result").at("how"), "timed-out");
}

TEST(ServerJump, NobodyLosesByAClockThatIsSetAnew) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string quick = start_game(ann, bob, "absolute 20m"), slow = start_game(ann, bob, "correspondence 1d");
  for (const std::string& table : {quick, slow}) play_first(ann, table);

  // Forward by two days, then to two days before: the games' time goes on, a twentieth faster or slower at most.
  server.set(kTwoDays);
  EXPECT_TRUE(server.says_so(1));
  for (const std::string& table : {quick, slow}) play_first(bob, table);
  server.set(-kTwoDays);
  EXPECT_TRUE(server.says_so(2));
  for (const std::string& table : {quick, slow}) play_first(ann, table);
  for (const std::string& table : {quick, slow}) EXPECT_FALSE(bob.state(table).at("view").at("over").get<bool>());
  // However slow this machine is: the test ends within 10 minutes or is ended.
  EXPECT_GT(time_left(bob, quick, 0), 9 * 60'000);
  EXPECT_LE(time_left(bob, quick, 0), 20 * 60'000);
  EXPECT_GT(time_left(bob, slow, 1), 23 * 3'600'000);
  EXPECT_LE(time_left(bob, slow, 1), 24 * 3'600'000);

  // A time-out comes all the same.
  const std::string short_one = start_game(ann, bob, "move 1s");
  TableEar ear(bob, short_one);
  Json state = ear.next_of("state").at("state");
  if (!state.at("view").at("over").get<bool>()) state = ear.next_of("change").at("state");
  EXPECT_EQ(state.at("view").at("result").at("how"), "timed-out");

  // A restart takes the time of day over. Set back, nobody has used more than he has; two days on, time is up.
  server.stop();
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  for (Client* client : {&ann, &bob}) client->forget_connection();
  for (const std::string& table : {quick, slow}) {
    EXPECT_FALSE(bob.state(table).at("view").at("over").get<bool>());
    EXPECT_LE(time_left(bob, table, 1), 24 * 3'600'000);
    play_first(bob, table);
  }
  server.stop();
  server.set(kTwoDays);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  for (Client* client : {&ann, &bob}) client->forget_connection();
  for (const std::string& table : {quick, slow}) {
    TableEar listener(bob, table);
    state = listener.next_of("state").at("state");
    if (!state.at("view").at("over").get<bool>()) state = listener.next_of("change").at("state");
    EXPECT_EQ(state.at("view").at("result").at("how"), "timed-out");
    EXPECT_EQ(state.at("view").at("result").at("seat"), 1) << "Ann was to move";
  }
}

// Switched on without a clock of its own, a machine takes the time up where it was switched off, or long before.
TEST(ServerJump, AMachineThatDoesNotKnowTheTimeYetHasItTakenOverAtOnce) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string quick = start_game(ann, bob, "absolute 20m"), slow = start_game(ann, bob, "correspondence 3d");
  for (const std::string& table : {quick, slow}) play_first(ann, table);
  server.stop();
  server.set(-kTwentyDays, true);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  for (Client* client : {&ann, &bob}) client->forget_connection();
  EXPECT_TRUE(server.says_so(1, "behind the last stored move"));
  EXPECT_GT(time_left(bob, quick, 1), 15 * 60'000) << "it stands";
  EXPECT_FALSE(is_over(bob, quick));

  // Set, two days after it was switched off: the games take it over whole. The next jump is one as any.
  server.set(kTwoDays);
  EXPECT_TRUE(server.says_so(1, "set for the first time since the server started"));
  expect_time_out(bob, quick);
  EXPECT_FALSE(is_over(bob, slow));
  EXPECT_LE(time_left(bob, slow, 1), 24 * 3'600'000);
  server.set(2 * kTwoDays);
  EXPECT_TRUE(server.says_so(1));
  EXPECT_FALSE(is_over(bob, slow));
}

// Where nothing is stored the machine alone can tell, some time after its time was put on.
TEST(ServerJump, AMachineThatSaysThatItsTimeIsSetIsBelieved) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  server.stop();
  server.set(-kTwentyDays, true);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = start_game(ann, bob, "absolute 20m");
  play_first(ann, table);
  server.set(0, true);
  EXPECT_TRUE(server.says_so(1));
  EXPECT_FALSE(is_over(bob, table)) << "it may be wrong now, as well";
  server.set(0);
  EXPECT_TRUE(server.says_so(1, "set for the first time since the server started"));
  expect_time_out(bob, table);
}

TEST(ServerJump, AHostHasTheTimeTakenOverAtOnce) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string quick = start_game(ann, bob, "absolute 20m"), slow = start_game(ann, bob, "correspondence 3d");
  for (const std::string& table : {quick, slow}) play_first(ann, table);
  server.set(kTwoDays);
  EXPECT_TRUE(server.says_so(1));
  EXPECT_FALSE(is_over(bob, quick));
  server.send(SIGUSR1);
  EXPECT_TRUE(server.says_so(1, "this machine's clock seconds=172")) << "as many as two days have";
  expect_time_out(bob, quick);
  EXPECT_LE(time_left(bob, slow, 1), 24 * 3'600'000);
  play_first(bob, slow);
  EXPECT_EQ(bob.get("/healthz").status, 200);
}

// Moves that were stored while the time of day was ahead: clocks stand until the host says that it is right now.
TEST(ServerJump, ClocksThatAreAheadRunOnWhenTheHostSaysSo) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  server.stop();
  server.set(kManyDays);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string quick = start_game(ann, bob, "absolute 20m"), slow = start_game(ann, bob, "correspondence 3d");
  for (const std::string& table : {quick, slow}) play_first(ann, table);
  server.set(0);
  EXPECT_TRUE(server.says_so(1));
  server.send(SIGUSR1);
  EXPECT_TRUE(server.says_so(1, "this machine's clock seconds=-345")) << "as many as 400 days have";
  EXPECT_TRUE(server.says_so(1, "moves of 2 running games are ahead"));
  for (const std::string& table : {quick, slow}) {
    EXPECT_TRUE(wait_for([&] { return bob.state(table).at("clock").contains("set"); }));
    const int left = time_left(bob, table, 1);
    EXPECT_TRUE(wait_for([&] { return time_left(bob, table, 1) < left; })) << "it runs";
  }
  play_first(bob, quick);
  // The next process finds nothing that is ahead.
  server.stop();
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  for (Client* client : {&ann, &bob}) client->forget_connection();
  play_first(bob, slow);
  EXPECT_EQ(bytes_of_file(server.log()).find("behind the last stored move"), std::string::npos);
}

TEST(ServerJump, AHostSetsClocksThatAreAheadWhileNoServerRuns) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer wants to be the first library";
  const TempFolder folder;
  FarClock server(folder.path());
  server.stop();
  server.set(kManyDays);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  Client ann(server.port()), bob(server.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = start_game(ann, bob, "correspondence 3d");
  play_first(ann, table);
  const std::string command = "admin clocks --data " + folder.path() + "/data";
  const Json line = parse_json(cairn_says(command + " --json"));
  EXPECT_EQ(line.at("id"), table);
  EXPECT_EQ(line.at("set"), false);
  EXPECT_GT(line.at("ahead_ms").get<std::int64_t>(), (kManyDays - 600) * 1'000);
  const Ran refused = tell_cairn(command + " --set");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("SIGUSR1"), std::string::npos) << refused.said();
  server.stop();
  server.set(0);
  EXPECT_NE(cairn_says(command).find("1 running game with clocks ahead of it. If"), std::string::npos);
  const Ran set = tell_cairn(command + " --set");
  EXPECT_EQ(set.status, 0) << set.said();
  EXPECT_NE(set.out.find(table), std::string::npos) << set.said();
  EXPECT_NE(cairn_says(command).find("0 running games with clocks ahead of it."), std::string::npos);
  server.start();
  ASSERT_NE(server.port(), 0) << bytes_of_file(server.log());
  for (Client* client : {&ann, &bob}) client->forget_connection();
  EXPECT_TRUE(bob.state(table).at("clock").contains("set"));
  const int left = time_left(bob, table, 1);
  EXPECT_GT(left, (3 * 86'400 - 600) * 1'000);
  EXPECT_TRUE(wait_for([&] { return time_left(bob, table, 1) < left; })) << "it runs";
  play_first(bob, table);
  EXPECT_EQ(bytes_of_file(server.log()).find("behind the last stored move"), std::string::npos);
}

}  // namespace
}  // namespace cairn::testing
