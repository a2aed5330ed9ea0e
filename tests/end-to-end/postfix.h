// A real Postfix for tests: its settings, queue, log and mailboxes in a folder of their own, on a free port of this
// machine; no mail of it ever leaves it. It hands what is for play.example to an LMTP socket in that folder, by the
// settings that docs/hosting-mail.md tells hosts, and puts what is for people at people.example and proven.example,
// whoever they are, into a Maildir. Of senders at proven.example it says that they are proven: Authentication-Results
// of mx.play.example, on top (mail-hops 0). It does not take away what others say in that name, but with a filter.
//
// Its master has to be root, as in earnest.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/programs/child.h"

namespace cairn::testing {

using programs::Child;

std::uint16_t free_tcp_port();  // of this machine

struct PostfixFolder {  // that others than root get into
  std::string path;
  PostfixFolder() {
    std::string made = "/tmp/cairn-mx-XXXXXX";
    EXPECT_NE(::mkdtemp(made.data()), nullptr);
    path = made;
    EXPECT_EQ(::chmod(path.c_str(), 0711), 0);
  }
  PostfixFolder(const PostfixFolder&) = delete;
  PostfixFolder& operator=(const PostfixFolder&) = delete;
  ~PostfixFolder() { std::filesystem::remove_all(path); }
};

class Postfix {
 public:
  static std::string why_not();  // why none can be started here; "": one can

  struct Ways {
    std::string pipe{};        // where `cairn mail receive` hands mails for play.example over, in the socket's place
    std::uint16_t filter = 0;  // port of the filter (milter) that says who is proven; 0: Postfix says it
  };
  // The folder is there; others than root must get into it (mode 0711).
  explicit Postfix(std::string folder) : Postfix(std::move(folder), Ways{}) {}
  Postfix(std::string folder, Ways ways);
  Postfix(const Postfix&) = delete;
  Postfix& operator=(const Postfix&) = delete;
  ~Postfix() { stop(); }

  void start();
  void stop();  // in order; what it has is there when it starts again
  std::uint16_t smtp_port() const { return port_; }
  // Where our server is to listen: in a folder whose files belong to Postfix' group.
  std::string lmtp_socket() const { return folder_ + "/in/lmtp"; }
  std::string mailboxes() const { return folder_ + "/mail/all"; }  // the Maildir
  std::string server_settings() const;                             // a file of them, as the page tells hosts
  std::string page(const std::string& block) const;                // of docs/hosting-mail.md, with our names
  std::string complaints(const std::string& settings) const;       // Postfix' own about such a main.cf

  // What came for anna@people.example and anna@proven.example, header and text, the oldest first.
  std::vector<std::string> mails_of(const std::string& name) const;
  std::size_t queued() const;  // mails that it has and could not get rid of yet
  void flush() const;          // tries those again now
  std::string log() const;

  // A mail by SMTP, as swaks sends it: its exit code. Further words as "--header", "X: y".
  int send(const std::string& from, const std::string& to, const std::string& subject, const std::string& body,
           const std::vector<std::string>& more = {}) const;

 private:
  void write_settings() const;
  std::string folder_;
  Ways ways_;
  std::uint16_t port_ = 0;
  std::optional<Child> master_;
};

}  // namespace cairn::testing
