// The door for mails alone, for tests: what comes in is kept, and answered as the test says. And one who brings mails.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <mutex>
#include <thread>
#include <vector>

#include "server/net/lmtp.h"

namespace cairn::testing {

struct InboxMail {
  MailEnvelope envelope;
  std::string bytes;
};

class LmtpInbox {
 public:
  // What `settings` has no function for is taken down here.
  explicit LmtpInbox(const std::string& place, net::LmtpSettings settings = {"play.example", {}})
      : door_(shared_, own(std::move(settings))) {
    error = door_.listen(*net::read_mail_place(place));
    door_.run();
    thread_ = std::thread([this] { io_.run(); });
  }
  LmtpInbox(const LmtpInbox&) = delete;
  LmtpInbox& operator=(const LmtpInbox&) = delete;
  ~LmtpInbox() {
    stop();
    thread_.join();
  }

  // As the server does at its end: what was begun is answered.
  void stop() {
    net::asio::post(io_, [this] {
      if (shared_.ending) return;
      shared_.ending = true;
      door_.close();
      const auto open = shared_.open;
      for (net::Open* connection : open) connection->end();
      work_.reset();
    });
  }
  // As if the server was killed: nobody is answered any more.
  void kill() { io_.stop(); }
  std::vector<InboxMail> mails() {
    const std::lock_guard guard(mutex_);
    return mails_;
  }
  void post(std::function<void()> what) { net::asio::post(io_, std::move(what)); }

  std::string error;
  std::atomic<MailVerdict> verdict = MailVerdict::taken;

 private:
  net::LmtpSettings own(net::LmtpSettings settings) {
    if (!settings.deliver)
      settings.deliver = [this](MailEnvelope envelope, const std::shared_ptr<const std::string>& bytes,
                                const MailDone& done) {
        const MailVerdict now = verdict;
        if (now == MailVerdict::taken) {
          const std::lock_guard guard(mutex_);
          mails_.push_back({std::move(envelope), *bytes});
        }
        done({now, ""});
      };
    return settings;
  }

  net::Shared shared_{io_, ServerConfig{}};
  net::asio::io_context io_{1};
  net::asio::executor_work_guard<net::Executor> work_{io_.get_executor()};
  std::mutex mutex_;
  std::vector<InboxMail> mails_;
  net::LmtpDoor door_;
  std::thread thread_;
};

// Speaks LMTP as the test wants it.
class LmtpCaller {
 public:
  explicit LmtpCaller(const std::string& place) {
    stream_.expires_after(std::chrono::seconds(30));
    stream_.connect(net::read_mail_place(place)->endpoints().front());
  }
  // Whether the connection still took it.
  bool say(std::string_view text) { return static_cast<bool>(stream_ << text << std::flush); }
  // The next reply's last line; "": the connection is closed.
  std::string reply() {
    std::string line;
    while (std::getline(stream_, line)) {
      if (line.ends_with('\r')) line.pop_back();
      if (line.size() > 3 && line[3] == '-') continue;
      return line;
    }
    return {};
  }
  std::string ask(std::string_view text) {
    say(text);
    return reply();
  }
  // Up to the text: "" or the reply that was wrong.
  std::string begin_mail(const std::string& to = "cairn@play.example", const std::string& from = "ann@example.org") {
    for (const std::string& line : {"MAIL FROM:<" + from + ">", "RCPT TO:<" + to + ">", std::string("DATA")})
      if (const std::string said = ask(line + "\r\n"); said[0] != '2' && said[0] != '3') return said;
    return {};
  }

 private:
  net::asio::generic::stream_protocol::iostream stream_;
};

}  // namespace cairn::testing
