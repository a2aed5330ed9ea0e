// What waits in a connection for the rest, and what takes it along.
#include "server/net/wire.h"

#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace cairn::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

struct WireTest : ::testing::Test {
  asio::io_context loop;
  tcp::acceptor door{loop, {asio::ip::address_v4::loopback(), 0}};
  tcp::socket peer{loop};
  std::unique_ptr<Wire> wire;

  void SetUp() override {
    Socket mine(loop.get_executor());
    mine.connect(door.local_endpoint());
    door.accept(peer);
    peer.non_blocking(true);
    wire = std::make_unique<Wire>(std::move(mine));
  }
  // Writes and waits until that is reported; what the peer has by then.
  std::string after(const std::string& bytes) {
    bool done = false;
    wire->async_write_some(asio::buffer(bytes), [&](boost::system::error_code error, std::size_t size) {
      EXPECT_FALSE(error) << error.message();
      EXPECT_EQ(size, bytes.size());
      done = true;
    });
    loop.restart();
    while (!done && loop.run_one() > 0) continue;
    EXPECT_TRUE(done);
    std::string got(1 << 16, '\0');
    boost::system::error_code error;
    got.resize(peer.read_some(asio::buffer(got), error));
    return got;
  }
};

const std::string kText = "\x81\x02hi", kClose = std::string("\x88\x02\x03\xE8", 4);

TEST_F(WireTest, WritesAtOnceUnlessToldToHold) {
  EXPECT_EQ(after(kText), kText);
}

TEST_F(WireTest, MessagesWaitForTheFirstThatIsNotHeld) {
  wire->hold_output(true);
  EXPECT_EQ(after(kText), "");
  EXPECT_EQ(after(kText), "");
  wire->hold_output(false);
  EXPECT_EQ(after("\x81\x01!"), kText + kText + "\x81\x01!");
  EXPECT_EQ(after(kText), kText) << "nothing is left behind";
}

TEST_F(WireTest, AControlFrameTakesAlongWhatWaits) {
  wire->hold_output(true);
  EXPECT_EQ(after(kText), "");
  EXPECT_EQ(after(kClose), kText + kClose);
}

TEST_F(WireTest, MuchDoesNotWait) {
  wire->hold_output(true);
  const std::string most = "\x81" + std::string(20'000, 'x');
  EXPECT_EQ(after(most), most);
  EXPECT_EQ(after(kText), "");
  EXPECT_EQ(after(most), kText + most);
}

}  // namespace
}  // namespace cairn::net
