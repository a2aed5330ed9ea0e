#include "gtp_client.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

namespace cairn::test {

namespace {
constexpr int kPatience = 60'000;  // milliseconds
}

GtpClient::GtpClient(const std::vector<std::string>& command) {
  signal(SIGPIPE, SIG_IGN);
  int to[2], from[2];
  EXPECT_EQ(pipe2(to, O_CLOEXEC), 0);
  EXPECT_EQ(pipe2(from, O_CLOEXEC), 0);
  child_.emplace(command, programs::ChildWays{.in = to[0], .out = from[1]});
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
}

GtpClient::~GtpClient() {
  close(in_);
  close(out_);
}

void GtpClient::send(std::string_view line) {
  const std::string text = std::string(line) + "\n";
  EXPECT_EQ(write(in_, text.data(), text.size()), static_cast<ssize_t>(text.size())) << line;
}

bool GtpClient::read_more() {
  pollfd waiting{out_, POLLIN, 0};
  char block[4096];
  if (poll(&waiting, 1, kPatience) <= 0) return false;
  const auto count = read(out_, block, sizeof block);
  if (count <= 0) return false;
  seen_.append(block, static_cast<std::size_t>(count));
  return true;
}

std::string GtpClient::answer() {
  std::size_t end;
  while ((end = seen_.find("\n\n")) == std::string::npos)
    if (!read_more()) {
      ADD_FAILURE() << "no answer, but\n" << seen_ << child_->err();
      return {};
    }
  std::string text = seen_.substr(0, end);
  seen_.erase(0, end + 2);
  return text;
}

void GtpClient::wait_for(std::string_view text) {
  while (seen_.find(text) == std::string::npos)
    if (!read_more()) {
      ADD_FAILURE() << "\"" << text << "\" did not come: " << child_->err();
      return;
    }
}

std::string GtpClient::get(std::string_view line) {
  const std::string text = ask(line);
  EXPECT_EQ(text.substr(0, 1), "=") << line << ": " << text;
  return text.size() > 2 ? text.substr(2) : "";
}

int GtpClient::quit() {
  send("quit");
  answer();
  return child_->wait();
}

}  // namespace cairn::test
