// Names are found beside the loop, and nobody's name server holds up the others.
#include "server/net/name_finder.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <optional>

namespace cairn::net {
namespace {

// Names that begin with "slow" are found when `open` is called; what the threads use outlives them.
struct Slow {
  std::mutex mutex;
  std::condition_variable wake;
  bool is_open = false;
  int asked = 0;
  NameFinder::Found resolve(const std::string& host) {
    std::unique_lock guard(mutex);
    ++asked;
    if (host.starts_with("slow")) wake.wait(guard, [this] { return is_open; });
    return {{}, "no " + host};
  }
  void open() {
    const std::lock_guard guard(mutex);
    is_open = true;
    wake.notify_all();
  }
};

struct NameFinderTest : ::testing::Test {
  std::shared_ptr<Slow> slow = std::make_shared<Slow>();
  boost::asio::io_context io{1};
  std::optional<NameFinder> finder{
      std::in_place, io, [slow = slow](const std::string& host, const std::string&) { return slow->resolve(host); }};
  std::vector<std::string> told;

  void find(std::int64_t account, const std::string& host) {
    finder->find(account, host, 80, [this](const NameFinder::Found& found) { told.push_back(found.error); });
  }
  void hear(std::size_t count) {
    io.restart();  // it stopped when there was nothing more to do
    const auto guard = boost::asio::make_work_guard(io);
    while (told.size() < count) io.run_one();
  }
};

TEST_F(NameFinderTest, WhoNamesASlowServerWaitsForThemselves) {
  for (int i = 0; i < 10; ++i) find(1, "slow" + std::to_string(i));
  for (int account = 2; account < 30; ++account) find(account, "quick");
  hear(28);
  EXPECT_EQ(told, std::vector<std::string>(28, "no quick"));
  {
    const std::lock_guard guard(slow->mutex);
    EXPECT_EQ(slow->asked, 29) << "of the ten one is asked for";
  }
  slow->open();
  hear(38);
  EXPECT_EQ(told.back(), "no slow9");
}

TEST_F(NameFinderTest, TooManyOfOneAreRefused) {
  for (int i = 0; i < 30; ++i) find(1, "slow");
  hear(9);
  EXPECT_EQ(told, std::vector<std::string>(9, "too many names are being looked for"));
  slow->open();
  hear(30);
}

TEST_F(NameFinderTest, NobodyWaitsForItAtTheEnd) {
  find(1, "slow");
  find(2, "slow");
  finder.reset();
  slow->open();
  EXPECT_TRUE(told.empty());
}

TEST(NameFinder, FindsThisMachineByTheSystem) {
  boost::asio::io_context io{1};
  NameFinder finder(io);
  std::optional<NameFinder::Found> found;
  finder.find(1, "localhost", 80, [&](const NameFinder::Found& one) { found = one; });
  const auto guard = boost::asio::make_work_guard(io);
  while (!found) io.run_one();
  ASSERT_FALSE(found->places.empty()) << found->error;
  EXPECT_TRUE(found->places[0].address().is_loopback());
  EXPECT_EQ(found->places[0].port(), 80);
}

}  // namespace
}  // namespace cairn::net
