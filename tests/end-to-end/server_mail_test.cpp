// Mails come in: by the program that a mail server runs for each, and by the server's own door.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "server/tests/lmtp_inbox.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

// A folder for sockets, short enough for their names.
struct MailFolder {
  std::string path;
  MailFolder() {
    std::string made = "/tmp/cairn-mail-XXXXXX";
    EXPECT_NE(::mkdtemp(made.data()), nullptr);
    path = made;
  }
  MailFolder(const MailFolder&) = delete;
  MailFolder& operator=(const MailFolder&) = delete;
  ~MailFolder() { std::filesystem::remove_all(path); }
  std::string socket() const { return path + "/lmtp"; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path + "/" + name, std::ios::binary) << text;
    return path + "/" + name;
  }
};

constexpr const char* kMailFromAnn = " --sender ann@example.org --recipient cairn@play.example ";

TEST(ServerMail, APipeHandsOneOver) {
  const MailFolder folder;
  LmtpInbox inbox(folder.socket());
  const std::string receive = "mail receive --mail-socket " + folder.socket();
  const std::string mail = folder.write("mail", "From ann Sun Nov 22\nSubject: help\n\n.\n..a\r\nno end \xE4");
  EXPECT_EQ(run_cairn(receive + kMailFromAnn + "< " + mail), 0);
  ASSERT_EQ(inbox.mails().size(), 1U);
  EXPECT_EQ(inbox.mails()[0].envelope.sender, "ann@example.org");
  EXPECT_EQ(inbox.mails()[0].envelope.recipient, "cairn@play.example");
  EXPECT_EQ(inbox.mails()[0].bytes, "Subject: help\r\n\r\n.\r\n..a\r\nno end \xE4\r\n");
  EXPECT_EQ(run_cairn(receive + " --sender '' --recipient cairn@play.example < " + mail), 0);
  EXPECT_EQ(run_cairn(receive + " --sender MAILER-DAEMON --recipient cairn@play.example < " + mail), 0);
  EXPECT_EQ(inbox.mails().at(1).envelope.sender, "");
  EXPECT_EQ(inbox.mails().at(2).envelope.sender, "");
}

TEST(ServerMail, APipeTellsTheMailServerWhatBecameOfIt) {
  const MailFolder folder;
  LmtpInbox inbox(folder.socket());
  const std::string receive = "mail receive --mail-socket " + folder.socket();
  const std::string mail = folder.write("mail", "Subject: help\n\n");
  const auto status = [&](const std::string& arguments) { return run_cairn(receive + arguments + "< " + mail); };
  inbox.verdict = MailVerdict::later;
  EXPECT_EQ(status(kMailFromAnn), 75);
  EXPECT_EQ(cairn_says(receive + kMailFromAnn + "2>&1 < " + mail),
            "cairn: " + folder.socket() + ": the mail is deferred: 451 4.3.0 not now; try again later\n");
  inbox.verdict = MailVerdict::refused;
  EXPECT_EQ(status(kMailFromAnn), 69);
  inbox.verdict = MailVerdict::taken;
  EXPECT_EQ(status(" --sender ann@example.org --recipient cairn@elsewhere.example "), 67);
  EXPECT_EQ(status(" --sender 'ann smith@example.org' --recipient cairn@play.example "), 65);
  EXPECT_EQ(run_cairn(receive + kMailFromAnn + "< " + folder.write("long", std::string(400'000, 'x'))), 65);
  const std::string lines = folder.write("lines", std::string(320 * 1024, '\n'));  // too long on the wire alone
  EXPECT_EQ(run_cairn(receive + kMailFromAnn + "< " + lines), 65);
  EXPECT_TRUE(inbox.mails().empty());
}

TEST(ServerMail, ItsDoorIsOpenWhileItServes) {
  const MailFolder folder;
  const std::vector<std::string> options = {"--data",        folder.path + "/data", "--mail-socket",
                                            folder.socket(), "--mail-domain",       "play.example"};
  const auto greeting = [&] { return LmtpCaller(folder.socket()).reply(); };
  {
    Process server(options);
    ASSERT_NE(server.port(), 0);
    EXPECT_EQ(greeting(), "220 play.example LMTP cairn");
    server.end(SIGKILL);
    EXPECT_TRUE(std::filesystem::exists(folder.socket())) << "what a killed server leaves";
  }
  {
    Process server(options);
    ASSERT_NE(server.port(), 0);
    LmtpCaller caller(folder.socket());
    caller.reply();
    caller.ask("LHLO mx\r\n");
    ASSERT_EQ(caller.begin_mail(), "");
    EXPECT_EQ(caller.ask("x\r\n.\r\n"), "550 5.6.0 this is no mail: it has no header");
    ASSERT_EQ(caller.begin_mail("games@play.example"), "");
    EXPECT_EQ(
        caller.ask("From: ann@example.org\r\nMessage-ID: <1@example.org>\r\nSubject: help\r\n\r\n.\r\n").substr(0, 3),
        "250");
    ASSERT_EQ(caller.begin_mail("games@play.example"), "");
    EXPECT_EQ(caller.ask("From: ann@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: help\r\n\r\n.\r\n"),
              "250 2.0.0 taken, and nothing done: a machine sent it by itself");
    Client client(server.port());
    const std::string metrics = client.get("/metrics").body;
    for (const char* line :
         {"cairn_mails_in_total{verdict=\"refused\"} 1\n", "cairn_mails_in_total{verdict=\"taken\"} 1\n",
          "cairn_mails_in_total{verdict=\"ignored\"} 1\n"})
      EXPECT_NE(metrics.find(line), std::string::npos) << line << metrics;
    server.send(SIGTERM);
    EXPECT_EQ(caller.reply(), "421 4.3.2 the server is ending");
    EXPECT_EQ(server.end(SIGTERM), 0);
    EXPECT_FALSE(std::filesystem::exists(folder.socket()));
  }
  Process none({"--data", folder.path + "/data", "--mail-socket", folder.socket()});
  EXPECT_EQ(none.port(), 0) << "it has to know its domain";
}

}  // namespace
}  // namespace cairn::testing
