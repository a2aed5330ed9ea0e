#include "postfix.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server_process.h"

namespace cairn::testing {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMaster = "/usr/lib/postfix/sbin/master";
constexpr uid_t kNobody = 65'534;  // to whom the mailboxes belong

// One of Postfix' own programs, or one that speaks with it: nothing of this machine's environment reaches it.
Ran run(const std::vector<std::string>& command) {
  return run_program(command, "", {.own_environment = false});
}

sockaddr_in own_machine(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

// Whether somebody greets there.
bool greets(std::uint16_t port) {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = own_machine(port);
  char byte = 0;
  const bool good = ::connect(file, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                    ::recv(file, &byte, 1, 0) == 1 && byte == '2';
  ::close(file);
  return good;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::uint16_t free_tcp_port() {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = own_machine(0);
  socklen_t size = sizeof address;
  ::bind(file, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(file);
  return ntohs(address.sin_port);
}

std::string Postfix::why_not() {
  if (::geteuid() != 0) return "Postfix is started by root alone";
  return {};
}

Postfix::Postfix(std::string folder, Ways ways)
    : folder_(std::move(folder)), ways_(std::move(ways)), port_(free_tcp_port()) {
  if (!fs::exists(kMaster)) {
    ADD_FAILURE() << "Postfix is not installed: apt install postfix";
    return;
  }
  for (const char* part : {"etc", "queue", "data", "mail", "in"}) fs::create_directories(folder_ + "/" + part);
  const passwd* postfix = ::getpwnam("postfix");
  if (postfix == nullptr) {
    ADD_FAILURE() << "there is no user postfix";
    return;
  }
  EXPECT_EQ(::chmod((folder_ + "/etc").c_str(), 0755), 0);
  EXPECT_EQ(::chmod((folder_ + "/queue").c_str(), 0755), 0);
  EXPECT_EQ(::chown((folder_ + "/data").c_str(), postfix->pw_uid, postfix->pw_gid), 0);
  EXPECT_EQ(::chown((folder_ + "/mail").c_str(), kNobody, kNobody), 0);
  // A socket made in it has the folder's group: Postfix may connect, others may not.
  EXPECT_EQ(::chown((folder_ + "/in").c_str(), ::geteuid(), postfix->pw_gid), 0);
  EXPECT_EQ(::chmod((folder_ + "/in").c_str(), 02750), 0);
  write_settings();
  start();
}

// What stands between "```BLOCK" and the next "```".
std::string Postfix::page(const std::string& block) const {
  std::istringstream lines(bytes_of_file(CAIRN_SOURCE "/docs/hosting-mail.md"));
  std::string out;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line == "```") break;
    if (inside) out += line + "\n";
    inside = inside || line == "```" + block;
  }
  EXPECT_NE(out, "") << "docs/hosting-mail.md has no block " << block;
  replace_all(out, "play.example.org", "play.example");
  replace_all(out, "play\\.example\\.org", "play\\.example");
  replace_all(out, "/run/cairn/lmtp", lmtp_socket());
  replace_all(out, "/etc/postfix/", folder_ + "/etc/");
  replace_all(out, "/usr/bin/cairn", folder_ + "/cairn");
  replace_all(out, "127.0.0.1:25\"", "127.0.0.1:" + std::to_string(port_) + "\"");
  if (!ways_.pipe.empty()) replace_all(out, "127.0.0.1:2400", ways_.pipe);
  return out;
}

std::string Postfix::server_settings() const {
  std::ofstream(folder_ + "/cairn.toml") << page("toml");
  return folder_ + "/cairn.toml";
}

std::string Postfix::complaints(const std::string& settings) const {
  const std::string etc = folder_ + "/tried";
  fs::remove_all(etc);
  fs::create_directories(etc);
  std::ofstream(etc + "/main.cf") << "compatibility_level = 3.6\n" << settings;
  std::ofstream(etc + "/master.cf") << page("master.cf") << page("master.cf pipe");
  const Ran ran = run({"/usr/sbin/postconf", "-c", etc, "-n"});
  EXPECT_EQ(ran.status, 0);
  return ran.err;
}

void Postfix::write_settings() const {
  const std::string etc = folder_ + "/etc/";
  std::ofstream(etc + "cairn_recipients") << page("cairn_recipients");
  std::ofstream(etc + "cairn_headers") << page("cairn_headers");
  std::string host = page("main.cf");
  if (!ways_.pipe.empty()) {
    // The user who runs it may not get to where it was built.
    fs::copy_file(CAIRN_PROGRAM, folder_ + "/cairn");
    EXPECT_EQ(::chmod((folder_ + "/cairn").c_str(), 0755), 0);
    const auto at = host.find("transport_maps = ");
    host.erase(at, host.find('\n', at) + 1 - at);
    host += page("main.cf pipe");
  }
  if (ways_.filter == 0) {
    host +=
        "smtpd_recipient_restrictions = check_sender_access inline:{ {proven.example = PREPEND "
        "Authentication-Results: mx.play.example; spf=pass smtp.mailfrom=proven.example} }\n";
  } else {
    host += page("main.cf authentication");
    replace_all(host, "inet:127.0.0.1:8891, inet:127.0.0.1:8893", "inet:127.0.0.1:8891");
    replace_all(host, "127.0.0.1:8891", "127.0.0.1:" + std::to_string(ways_.filter));
  }
  std::ofstream main(etc + "main.cf");
  const std::string ids = "static:" + std::to_string(kNobody);
  main << host << "compatibility_level = 3.6\n"
       << "queue_directory = " << folder_ << "/queue\n"
       << "data_directory = " << folder_ << "/data\n"
       << "maillog_file = " << folder_ << "/log\n"
       << "maillog_file_prefixes = " << folder_ << "\n"
       << "myhostname = mx.play.example\n"
       << "mydestination =\n"
       << "inet_interfaces = 127.0.0.1\n"
       << "inet_protocols = ipv4\n"
       << "mynetworks = 127.0.0.0/8\n"
       << "smtputf8_enable = no\n"
       << "notify_classes =\n"
       << "alias_maps =\nalias_database =\n"
       // Who may send what where; nothing leaves this machine.
       << "default_transport = error:5.1.2 no mail leaves this machine\n"
       << "relay_transport = error:5.1.2 no mail leaves this machine\n"
       << "smtpd_relay_restrictions = permit_mynetworks, reject\n"
       << "smtpd_error_sleep_time = 0\n"
       << "virtual_mailbox_domains = people.example, proven.example\n"
       << "virtual_mailbox_base = " << folder_ << "/mail\n"
       << "virtual_mailbox_maps = static:all/\n"
       << "virtual_uid_maps = " << ids << "\nvirtual_gid_maps = " << ids
       << "\n"
       // What fails is tried again within seconds.
       << "queue_run_delay = 1s\nminimal_backoff_time = 1s\nmaximal_backoff_time = 2s\n";
  std::ofstream master(etc + "master.cf");
  master << "127.0.0.1:" << port_ << " inet n - n - - smtpd\n"
         << "pickup unix n - n 60 1 pickup\n"
         << "cleanup unix n - n - 0 cleanup\n"
         << "qmgr unix n - n 300 1 qmgr\n"
         << "rewrite unix - - n - - trivial-rewrite\n"
         << "bounce unix - - n - 0 bounce\n"
         << "defer unix - - n - 0 bounce\n"
         << "trace unix - - n - 0 bounce\n"
         << "flush unix n - n 1000? 0 flush\n"
         << "proxymap unix - - n - - proxymap\n"
         << "showq unix n - n - - showq\n"
         << "error unix - - n - - error\n"
         << "retry unix - - n - - error\n"
         << "virtual unix - n n - - virtual\n"
         << "anvil unix - - n - 1 anvil\n"
         << "scache unix - - n - 1 scache\n"
         << page("master.cf") << (ways_.pipe.empty() ? "" : page("master.cf pipe"))
         << "postlog unix-dgram n - n - 1 postlogd\n";
}

void Postfix::start() {
  if (master_) return;
  const std::string etc = folder_ + "/etc";
  const Ran check = run({"/usr/sbin/postfix", "-c", etc, "check"});
  EXPECT_EQ(check.status, 0) << check.said();
  master_.emplace(std::vector<std::string>{kMaster, "-c", etc, "-d"},
                  ChildWays{.own_environment = false, .last_signal = SIGTERM});
  wait_for([&] { return greets(port_) || !master_->runs(); });
  EXPECT_TRUE(master_->runs() && greets(port_)) << master_->said() << log();
}

void Postfix::stop() {
  if (master_) master_->end_all(SIGTERM);
  master_.reset();
}

std::vector<std::string> Postfix::mails_of(const std::string& name) const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_ + "/mail/all/new", none))
    files.emplace_back(entry.last_write_time(none), entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> mails;
  for (const auto& [time, path] : files) {
    std::string mail = bytes_of_file(path);
    const auto header = mail.substr(0, mail.find("\n\n"));
    if (header.find("\nDelivered-To: " + name + "@") != std::string::npos) mails.push_back(std::move(mail));
  }
  return mails;
}

std::size_t Postfix::queued() const {
  std::size_t count = 0;
  for (const char* part : {"maildrop", "incoming", "active", "deferred"}) {
    std::error_code changed;  // files go away while they are counted
    for (auto at = fs::recursive_directory_iterator(folder_ + "/queue/" + part, changed);
         at != fs::recursive_directory_iterator(); at.increment(changed))
      if (at->is_regular_file(changed)) ++count;
  }
  return count;
}

void Postfix::flush() const {
  const Ran ran = run({"/usr/sbin/postqueue", "-c", folder_ + "/etc", "-f"});
  EXPECT_EQ(ran.status, 0) << ran.said();
}

std::string Postfix::log() const {
  return bytes_of_file(folder_ + "/log");
}

int Postfix::send(const std::string& from, const std::string& to, const std::string& subject, const std::string& body,
                  const std::vector<std::string>& more) const {
  // Of an empty body swaks never finds the end.
  std::vector<std::string> command = {tool("swaks", "swaks"),
                                      "--server",
                                      "127.0.0.1",
                                      "--port",
                                      std::to_string(port_),
                                      "--helo",
                                      "ann.example",
                                      "--from",
                                      from,
                                      "--to",
                                      to,
                                      "--header",
                                      "Subject: " + subject,
                                      "--body",
                                      body.empty() ? "\n" : body};
  command.insert(command.end(), more.begin(), more.end());
  Child swaks(command, {.own_environment = false});
  return swaks.ends_within(std::chrono::seconds(60)) ? swaks.wait() : -1;
}

}  // namespace cairn::testing
