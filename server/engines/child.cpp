#include "server/engines/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "core/text.h"
#include "server/base/spawn.h"

namespace cairn::engines {

namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::size_t kKeptErrors = 2000;
constexpr double kStopLook = 0.05;  // seconds between two looks at a stop flag

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
};

void shut(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

void nap(double seconds) {
  const timespec time{0, static_cast<long>(seconds * 1e9)};
  nanosleep(&time, nullptr);
}

void limit(pid_t child, const ChildCommand& command) {
  if (command.memory_mib > 0) {
    const auto bytes = static_cast<rlim_t>(command.memory_mib) << 20;
    const rlimit most{bytes, bytes};
    ::prlimit(child, RLIMIT_AS, &most, nullptr);
  }
  if (command.nice > 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), command.nice);
}

}  // namespace

std::string Child::start(const std::string& command) {
  return start(ChildCommand{{"/bin/sh", "-c", command}});
}

std::string Child::start(const ChildCommand& command) {
  end(0);
  read_.clear();
  errors_.clear();
  to_write_.clear();
  static const bool deaf = std::signal(SIGPIPE, SIG_IGN) != SIG_ERR;  // a child that ended shows when it is read
  static_cast<void>(deaf);
  Pipe in, out, error;
  const auto give_up = [&](int number) {
    for (int* file : {&in.read, &in.write, &out.read, &out.write, &error.read, &error.write}) shut(*file);
    return std::string("cannot start a program: ") + std::strerror(number);
  };
  if (!in.open() || !out.open() || !error.open()) return give_up(errno);

  const int failed = spawn_program({command.words, in.read, out.write, error.write, command.own_environment}, pid_);
  if (failed != 0) {
    pid_ = -1;
    return give_up(failed);
  }
  limit(pid_, command);
  shut(in.read);
  shut(out.write);
  shut(error.write);
  in_ = in.write;
  out_ = out.read;
  error_ = error.read;
  for (const int file : {in_, out_, error_}) fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
  return {};
}

void Child::write(std::string_view text) {
  to_write_ += text;
  pump(0);
}

// Moves what can be moved, waiting up to `seconds` for something.
void Child::pump(double seconds) {
  std::array<pollfd, 3> files{};
  files[0] = {out_, POLLIN, 0};
  files[1] = {error_, POLLIN, 0};
  files[2] = {to_write_.empty() ? -1 : in_, POLLOUT, 0};
  if (poll(files.data(), files.size(), static_cast<int>(seconds * 1000)) <= 0) return;
  std::array<char, 4096> block{};
  const auto take = [&](const pollfd& file, int& end, std::string& text) {
    if (file.fd < 0 || file.revents == 0) return;
    const auto count = ::read(file.fd, block.data(), block.size());
    if (count > 0)
      text.append(block.data(), static_cast<std::size_t>(count));
    else if (count == 0 || (errno != EAGAIN && errno != EINTR))
      shut(end);
  };
  if (read_.size() <= 2 * kLongestLine) take(files[0], out_, read_);
  take(files[1], error_, errors_);
  if (errors_.size() > 2 * kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
  if (files[2].fd >= 0 && files[2].revents != 0) {
    const auto count = ::write(in_, to_write_.data(), to_write_.size());
    if (count > 0)
      to_write_.erase(0, static_cast<std::size_t>(count));
    else if (errno != EAGAIN && errno != EINTR)
      to_write_.clear();
  }
}

bool Child::look() {
  pump(0);
  return out_ >= 0;
}

Child::Said Child::read_line(std::string& line, double seconds, const std::atomic<bool>& stop) {
  const double until = steady_seconds() + seconds;
  for (;;) {
    if (const auto end = read_.find('\n'); end != std::string::npos) {
      line = read_.substr(0, end);
      read_.erase(0, end + 1);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return Said::line;
    }
    if (read_.size() > kLongestLine) return Said::too_much;
    if (out_ < 0) return Said::ended;
    const double left = until - steady_seconds();
    if (left <= 0 || stop.load()) return Said::nothing;
    pump(std::min(left, kStopLook) + 0.001);
  }
}

std::string Child::end(double seconds) {
  if (pid_ <= 0) return {};
  const double until = steady_seconds() + seconds;
  while (!to_write_.empty() && steady_seconds() < until) pump(kStopLook);
  shut(in_);
  for (;;) {
    siginfo_t gone{};  // only looked at: the number stays taken until the group was killed
    const bool looked = waitid(P_PID, static_cast<id_t>(pid_), &gone, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (!looked || gone.si_pid != 0 || steady_seconds() >= until) break;
    if (out_ >= 0 || error_ >= 0)
      pump(0.01);
    else
      nap(0.01);
  }
  pump(0);
  kill(-pid_, SIGKILL);  // whatever is left of the group
  int status = 0;
  pid_t gone = 0;
  do gone = waitpid(pid_, &status, 0);
  while (gone < 0 && errno == EINTR);
  pid_ = -1;
  close_all();
  return gone > 0 ? ending_text(status) : "unknown end";
}

void Child::close_all() {
  for (int* file : {&in_, &out_, &error_}) shut(*file);
}

std::string Child::last_error() const {
  std::string_view text = trim(errors_);
  const auto line = text.rfind('\n');
  if (line != std::string_view::npos) text = text.substr(line + 1);
  return std::string(text.substr(0, 200));
}

}  // namespace cairn::engines
