// The door for mails by real sockets: its file, its bounds in number and time, and how it ends.
#include "server/net/lmtp.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <fstream>

#include "lmtp_inbox.h"

namespace cairn {
namespace {

using namespace std::chrono_literals;
using testing::LmtpCaller;
using testing::LmtpInbox;

// A folder for sockets, short enough for their names.
struct LmtpFolder {
  std::string path;
  LmtpFolder() {
    std::string made = "/tmp/cairn-lmtp-XXXXXX";
    EXPECT_NE(::mkdtemp(made.data()), nullptr);
    path = made;
  }
  LmtpFolder(const LmtpFolder&) = delete;
  LmtpFolder& operator=(const LmtpFolder&) = delete;
  ~LmtpFolder() { std::filesystem::remove_all(path); }
  std::string socket() const { return path + "/lmtp"; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
  }
};

// Holds what is to be answered until the test does.
struct LmtpHeld {
  std::mutex mutex;
  std::vector<MailDone> asked;
  net::LmtpSettings settings() {
    return {"play.example", [this](const auto&, const auto&, MailDone done) {
              const std::lock_guard guard(mutex);
              asked.push_back(std::move(done));
            }};
  }
  std::size_t count() {
    const std::lock_guard guard(mutex);
    return asked.size();
  }
  void wait(std::size_t wanted) {
    for (int i = 0; i < 2'000 && count() < wanted; ++i) std::this_thread::sleep_for(5ms);
    ASSERT_EQ(count(), wanted);
  }
};

unsigned lmtp_free_port() {
  net::asio::io_context io;
  const net::tcp::acceptor any(io, net::tcp::endpoint(net::asio::ip::address_v4::loopback(), 0));
  return any.local_endpoint().port();
}

TEST(Lmtp, MailsComeInBySocket) {
  const LmtpFolder folder;
  LmtpInbox inbox(folder.socket());
  ASSERT_EQ(inbox.error, "");
  LmtpCaller caller(folder.socket());
  EXPECT_EQ(caller.reply(), "220 play.example LMTP cairn");
  EXPECT_EQ(caller.ask("LHLO mx\r\n"), "250 SIZE 327680");
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(caller.begin_mail(), "");
    EXPECT_EQ(caller.ask("Subject: " + std::to_string(i) + "\r\n\r\n" + std::string(200'000, 'x') + "\r\n.\r\n"),
              "250 2.0.0 taken");
  }
  inbox.verdict = MailVerdict::refused;
  ASSERT_EQ(caller.begin_mail(), "");
  EXPECT_EQ(caller.ask("x\r\n.\r\n"), "550 5.6.0 refused");
  EXPECT_EQ(caller.ask("QUIT\r\n"), "221 2.0.0 goodbye");
  EXPECT_EQ(caller.reply(), "");
  ASSERT_EQ(inbox.mails().size(), 3U);
  EXPECT_EQ(inbox.mails()[2].bytes, "Subject: 2\r\n\r\n" + std::string(200'000, 'x') + "\r\n");
}

TEST(Lmtp, AWholePipelineIsAnsweredInOrder) {
  const LmtpFolder folder;
  LmtpInbox inbox(folder.socket());
  LmtpCaller caller(folder.socket());
  std::string all = "LHLO mx\r\n";
  for (int i = 0; i < 50; ++i)
    all += "MAIL FROM:<>\r\nRCPT TO:<" + std::to_string(i) + "@play.example>\r\nDATA\r\nx\r\n.\r\n";
  caller.say(all + "QUIT\r\n");
  std::string codes;
  for (std::string line = caller.reply(); !line.empty(); line = caller.reply()) codes += line.substr(0, 1);
  std::string expected = "22";
  for (int i = 0; i < 50; ++i) expected += "2232";
  EXPECT_EQ(codes, expected + "2");
  const auto mails = inbox.mails();
  ASSERT_EQ(mails.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(mails[i].envelope.recipient, std::to_string(i) + "@play.example");
}

TEST(Lmtp, ThePortIsOfThisMachineAlone) {
  const std::string place = "127.0.0.1:" + std::to_string(lmtp_free_port());
  LmtpInbox inbox(place);
  ASSERT_EQ(inbox.error, "");
  EXPECT_EQ(LmtpCaller(place).reply(), "220 play.example LMTP cairn");
  for (const char* wrong : {"0.0.0.0:24", "192.0.2.1:24", "example.org:24", "127.0.0.1:0", "127.0.0.1:65536",
                            "127.0.0.1:", ":24", "[::]:24", ""})
    EXPECT_FALSE(net::read_mail_place(wrong)) << wrong;
  EXPECT_EQ(net::read_mail_place("[::1]:24")->address, "::1");
  EXPECT_EQ(net::read_mail_place("localhost:24")->address, "localhost");
  EXPECT_EQ(net::read_mail_place("/run/a:b/lmtp")->path, "/run/a:b/lmtp");
  EXPECT_FALSE(net::read_mail_place("/" + std::string(100, 'x')));
}

TEST(Lmtp, TheSocketsFileIsForOwnerAndGroupAndGoesAway) {
  const LmtpFolder folder;
  {
    const LmtpInbox inbox(folder.socket());
    struct stat found {};
    ASSERT_EQ(::stat(folder.socket().c_str(), &found), 0);
    EXPECT_TRUE(S_ISSOCK(found.st_mode));
    EXPECT_EQ(found.st_mode & 0777, 0660U);
    EXPECT_EQ(folder.files(), 1U) << "nothing beside it";
    const LmtpInbox second(folder.socket());
    EXPECT_EQ(second.error, "cannot take mails at " + folder.socket() + ": another program takes them there");
    EXPECT_EQ(LmtpCaller(folder.socket()).reply(), "220 play.example LMTP cairn") << "the first goes on";
  }
  EXPECT_EQ(folder.files(), 0U);
}

TEST(Lmtp, WhatAKilledServerLeftIsReplacedAndNothingElse) {
  const LmtpFolder folder;
  {
    net::asio::io_context io;
    const net::asio::local::stream_protocol::acceptor left(
        io, net::asio::local::stream_protocol::endpoint(folder.socket()));
  }
  ASSERT_EQ(folder.files(), 1U) << "closed, its file stays";
  {
    const LmtpInbox inbox(folder.socket());
    EXPECT_EQ(inbox.error, "");
    EXPECT_EQ(LmtpCaller(folder.socket()).reply(), "220 play.example LMTP cairn");
  }
  std::ofstream(folder.socket()) << "a file";
  EXPECT_EQ(LmtpInbox(folder.socket()).error,
            "cannot take mails at " + folder.socket() + ": there is a file that is no socket");
  EXPECT_EQ(LmtpInbox(folder.path + "/none/lmtp").error,
            "cannot take mails at " + folder.path + "/none/lmtp: No such file or directory");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Lmtp, ConnectionsAreNotTooMany) {
  const LmtpFolder folder;
  net::LmtpSettings settings{"play.example", {}};
  settings.connections = 2;
  LmtpInbox inbox(folder.socket(), settings);
  LmtpCaller first(folder.socket());
  EXPECT_NE(first.reply(), "");
  {
    LmtpCaller second(folder.socket());
    EXPECT_NE(second.reply(), "");
    LmtpCaller third(folder.socket());
    EXPECT_EQ(third.reply(), "421 4.3.2 too many connections");
    EXPECT_EQ(third.reply(), "");
    EXPECT_EQ(second.ask("QUIT\r\n"), "221 2.0.0 goodbye");
    EXPECT_EQ(second.reply(), "");
  }
  EXPECT_EQ(first.ask("NOOP\r\n"), "250 2.0.0 nothing done");
  EXPECT_EQ(LmtpCaller(folder.socket()).reply(), "220 play.example LMTP cairn") << "there is room again";
}

TEST(Lmtp, WhoIsQuietOrSlowIsNotWaitedFor) {
  const LmtpFolder folder;
  net::LmtpSettings settings{"play.example", {}};
  settings.quiet = 300ms;
  settings.mail = 600ms;
  LmtpInbox inbox(folder.socket(), settings);
  LmtpCaller quiet(folder.socket());
  EXPECT_NE(quiet.reply(), "");
  EXPECT_EQ(quiet.reply(), "") << "closed";
  LmtpCaller slow(folder.socket());
  EXPECT_NE(slow.reply(), "");
  slow.ask("LHLO mx\r\n");
  ASSERT_EQ(slow.begin_mail(), "");
  const auto began = std::chrono::steady_clock::now();
  int pieces = 0;
  for (; pieces < 400 && slow.say("x"); ++pieces) std::this_thread::sleep_for(50ms);
  EXPECT_LT(pieces, 400) << "closed in the middle of its mail, though something always came";
  EXPECT_GE(std::chrono::steady_clock::now() - began, 500ms);
  EXPECT_TRUE(inbox.mails().empty());
}

TEST(Lmtp, WhatTakesTooLongIsToComeAgain) {
  const LmtpFolder folder;
  LmtpHeld held;
  net::LmtpSettings settings = held.settings();
  settings.work = 200ms;
  LmtpInbox inbox(folder.socket(), settings);
  LmtpCaller caller(folder.socket());
  caller.reply();
  caller.ask("LHLO mx\r\n");
  ASSERT_EQ(caller.begin_mail(), "");
  EXPECT_EQ(caller.ask("x\r\n.\r\n"), "451 4.3.0 it takes too long");
  held.wait(1);
  inbox.post([&] { held.asked[0]({MailVerdict::taken, "too late"}); });
  EXPECT_EQ(caller.ask("NOOP\r\n"), "250 2.0.0 nothing done") << "an answer that comes late is none";
}

TEST(Lmtp, WhatFailsInsideIsToComeAgain) {
  const LmtpFolder folder;
  net::LmtpSettings settings{"play.example", [](const auto&, const auto&, const auto&) { throw std::bad_alloc(); }};
  LmtpInbox inbox(folder.socket(), settings);
  LmtpCaller caller(folder.socket());
  caller.reply();
  caller.ask("LHLO mx\r\n");
  ASSERT_EQ(caller.begin_mail(), "");
  EXPECT_EQ(caller.ask("x\r\n.\r\n"), "451 4.3.0 something failed here");
}

TEST(Lmtp, AtTheEndWhatIsBegunIsAnswered) {
  const LmtpFolder folder;
  LmtpHeld held;
  LmtpInbox inbox(folder.socket(), held.settings());
  LmtpCaller idle(folder.socket()), begun(folder.socket()), worked_on(folder.socket());
  for (LmtpCaller* caller : {&idle, &begun, &worked_on}) {
    caller->reply();
    caller->ask("LHLO mx\r\n");
  }
  ASSERT_EQ(begun.begin_mail(), "");
  begun.say("half a ");
  worked_on.say("MAIL FROM:<>\r\nRCPT TO:<a@play.example>\r\nRCPT TO:<b@play.example>\r\nDATA\r\nx\r\n.\r\n");
  for (int i = 0; i < 4; ++i) worked_on.reply();
  held.wait(1);
  inbox.stop();
  EXPECT_EQ(idle.reply(), "421 4.3.2 the server is ending");
  EXPECT_EQ(begun.reply(), "421 4.3.2 the server is ending");
  inbox.post([&] { held.asked[0]({MailVerdict::taken, "its work was done"}); });
  EXPECT_EQ(worked_on.reply(), "250 2.0.0 its work was done");
  EXPECT_EQ(worked_on.reply(), "451 4.3.0 the server is ending") << "and this was not begun";
  EXPECT_EQ(worked_on.reply(), "421 4.3.2 the server is ending");
  EXPECT_EQ(worked_on.reply(), "");
  EXPECT_EQ(held.count(), 1U);
}

}  // namespace
}  // namespace cairn
