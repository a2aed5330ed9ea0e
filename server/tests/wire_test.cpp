// The frames of a WebSocket: their form, their order, and what happens when the other side does not read.
#include "server/net/wire.h"

#include <gtest/gtest.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace cairn::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

struct WireTest : ::testing::Test {
  asio::io_context loop;
  tcp::acceptor door{loop, {asio::ip::address_v4::loopback(), 0}};
  tcp::socket peer{loop};
  std::shared_ptr<Wire> wire;

  void connect() {
    Socket mine(loop.get_executor());
    mine.connect(door.local_endpoint());
    door.accept(peer);
    peer.non_blocking(true);
    wire = std::make_shared<Wire>(std::move(mine));
  }
  void SetUp() override {
    connect();
    wire->begin_frames(wire);
  }
  void queue(std::string text) const { wire->queue(std::make_shared<const std::string>(std::move(text))); }
  void run() {
    loop.restart();
    loop.poll();
  }
  // What the peer gets: so much, and whatever comes with it.
  std::string received(std::size_t size) {
    std::string all, part(1 << 16, '\0');
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (int more = 0; more < 2 && std::chrono::steady_clock::now() < end;) {
      run();
      boost::system::error_code error;
      while (const std::size_t got = peer.read_some(asio::buffer(part), error)) all.append(part, 0, got);
      if (all.size() >= size) ++more;
    }
    return all;
  }
  void expect(const std::string& all) { EXPECT_TRUE(received(all.size()) == all); }
  // As Beast does it; "" while it is under way, then what was reported.
  std::shared_ptr<std::string> write(const std::string& bytes) {
    const auto kept = std::make_shared<const std::string>(bytes);
    auto told = std::make_shared<std::string>();
    wire->async_write_some(asio::buffer(*kept), [kept, told](boost::system::error_code error, std::size_t size) {
      *told = error ? "failed" : std::to_string(size);
    });
    return told;
  }
  // So much that the system does not take it while the peer does not read.
  std::string fill() {
    std::string all;
    while (wire->queued_bytes() == 0) {
      const std::string text(60'000, static_cast<char>('a' + all.size() % 26));
      queue(text);
      wire->flush();
      all += std::string("\x81\x7E") + static_cast<char>(60'000 >> 8) + static_cast<char>(60'000 & 0xFF) + text;
    }
    return all;
  }
};

const std::string kA(
    "\x81\x01"
    "a"),
    kPing("\x89\x00", 2), kClose("\x88\x02\x03\xE8", 4);

TEST_F(WireTest, ATextIsOneFrameWhateverItsLength) {
  const std::map<std::size_t, std::string> heads = {
      {0, std::string("\x81\x00", 2)},
      {125, "\x81\x7D"},
      {126, std::string("\x81\x7E\x00\x7E", 4)},
      {65'535, "\x81\x7E\xFF\xFF"},
      {65'536, std::string("\x81\x7F\x00\x00\x00\x00\x00\x01\x00\x00", 10)}};
  for (const auto& [size, head] : heads) {
    queue(std::string(size, 'x'));
    wire->flush();
    expect(head + std::string(size, 'x'));
  }
}

TEST_F(WireTest, WhatIsQueuedLeavesWithTheNextFlushInOrder) {
  queue("a");
  queue("b");
  expect("");
  EXPECT_EQ(wire->queued_messages(), 2);
  wire->flush();
  expect(kA +
         "\x81\x01"
         "b");
  EXPECT_EQ(wire->queued_bytes(), 0);
  wire->flush();
  expect("");
}

TEST_F(WireTest, AControlFrameGoesBehindWhatIsQueued) {
  queue("a");
  const auto told = write(kPing);
  EXPECT_EQ(*told, "") << "never from inside the call";
  expect(kA + kPing);
  EXPECT_EQ(*told, "2");
}

TEST_F(WireTest, NothingComesBehindAClose) {
  queue("a");
  write(kClose);
  queue("b");
  wire->flush();
  expect(kA + kClose);
}

TEST_F(WireTest, WhoDoesNotReadGetsACloseBeforeWhatIsQueued) {
  const std::string all = fill();
  queue("late");
  wire->flush();
  const auto told = write(kClose);
  expect(all + kClose);
  EXPECT_EQ(*told, "4");
}

TEST_F(WireTest, WhatHasGoneIsNotQueuedAnyMore) {
  const std::string all = fill();
  queue(std::string(32 << 20, 'x'));
  wire->flush();
  const std::size_t most = wire->queued_bytes();
  std::string part(1 << 16, '\0');
  for (std::size_t got = 0; got < all.size() + (2 << 20);) {
    run();
    boost::system::error_code error;
    got += peer.read_some(asio::buffer(part), error);
    ASSERT_TRUE(!error || error == asio::error::would_block) << error.message();
  }
  EXPECT_LT(wire->queued_bytes(), most - (1 << 20));
  EXPECT_GT(wire->queued_bytes(), 0);
}

TEST_F(WireTest, WhoDoesNotReadGetsAllInOrderLater) {
  std::string all = fill();
  queue("late");
  wire->flush();
  const auto told = write(kPing);
  queue("later");
  wire->flush();
  run();
  EXPECT_EQ(*told, "");
  EXPECT_GT(wire->queued_bytes(), 0);
  all += "\x81\x04late" + kPing + "\x81\x05later";
  expect(all);
  EXPECT_EQ(*told, "2");
  EXPECT_EQ(wire->queued_bytes(), 0);
}

TEST_F(WireTest, WhoeverWaitsHearsThatTheConnectionBroke) {
  fill();
  const auto told = write(kClose);
  wire->close();
  run();
  EXPECT_EQ(*told, "failed");
  EXPECT_EQ(wire->queued_bytes(), 0);
}

TEST_F(WireTest, WhatIsOnItsWayHoldsItsOwner) {
  const std::string all = fill();
  const std::weak_ptr<Wire> held = wire;
  wire.reset();
  expect(all);
  run();
  EXPECT_TRUE(held.expired());
}

TEST_F(WireTest, OutsideOfAWebSocketAllIsWrittenAsItIs) {
  wire->close();
  peer.close();
  connect();
  const auto told = write("HTTP/1.1 200");
  expect("HTTP/1.1 200");
  EXPECT_EQ(*told, "12");
}

}  // namespace
}  // namespace cairn::net
