// Hands mails to the operator's relay, by SMTP as libcurl speaks it: some threads of its own, each with a connection
// that is used again; what came of a mail is told on the loop. Everything has its time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/mail/relay.h"
#include "server/net/config.h"

namespace cairn::net {

class MailSender {
 public:
  using Done = std::function<void(MailAnswer)>;
  using Post = std::function<void(std::function<void()>)>;  // runs it on the loop
  explicit MailSender(Post post) : post_(std::move(post)) {}
  MailSender(const MailSender&) = delete;
  MailSender& operator=(const MailSender&) = delete;
  ~MailSender();  // what is under way is broken off; nobody is told of it

  void send(const ServerConfig& config, MailPost mail, Done done);
  // Whether the relay can be reached, trusted and signed in at: connects, says who it is, and sends nothing. Waits some
  // seconds at most. "" or what is wrong.
  static std::string try_relay(const ServerConfig& config);

 private:
  struct Relay {
    std::string url, user, password, password_file, ca;
    RelayTls tls{};
  };
  struct Job {
    Relay relay;
    MailPost mail;
    Done done;
  };
  class Line;  // a connection
  static Relay relay_of(const ServerConfig& config);
  void work();

  Post post_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> jobs_;
  int idle_ = 0;  // threads
  std::atomic<bool> ending_ = false;
  std::vector<std::thread> threads_;  // begun when they are needed first
};

}  // namespace cairn::net
