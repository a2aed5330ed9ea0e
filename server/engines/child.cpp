#include "server/engines/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "core/text.h"

namespace cairn::engines {

namespace {

constexpr int kFirstOwnFile = 3;  // above those that a child is given
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

// May hold a secret: settings of ours, of PostgreSQL's library, of the program that starts services.
bool is_private(std::string_view variable) {
  constexpr std::string_view kPrivate[]{"CAIRN_", "PG", "CREDENTIALS_DIRECTORY=", "NOTIFY_SOCKET="};
  return std::any_of(std::begin(kPrivate), std::end(kPrivate),
                     [&](std::string_view one) { return variable.starts_with(one); });
}

// What the child sees of our environment, ended by a null.
std::vector<char*> environment_for(const ChildCommand& command) {
  std::vector<char*> seen;
  for (char** one = environ; *one != nullptr; ++one)
    if (command.own_environment || !is_private(*one)) seen.push_back(*one);
  seen.push_back(nullptr);
  return seen;
}

void limit(pid_t child, const ChildCommand& command) {
  if (command.memory_mib > 0) {
    const auto bytes = static_cast<rlim_t>(command.memory_mib) << 20;
    const rlimit most{bytes, bytes};
    ::prlimit(child, RLIMIT_AS, &most, nullptr);
  }
  if (command.nice > 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), command.nice);
}

std::string ending(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string printable(std::string_view text, std::size_t most) {
  std::string safe(text.substr(0, most));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return safe;
}

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
  if (command.words.empty()) return give_up(ENOENT);
  if (!in.open() || !out.open() || !error.open()) return give_up(errno);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, error.write, STDERR_FILENO);
  posix_spawn_file_actions_addclosefrom_np(&files, kFirstOwnFile);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  posix_spawnattr_setsigmask(&attributes, &usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);  // ctrl-C reaches us alone; we end the group
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<std::string> words = command.words;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<char*> seen = environment_for(command);
  const int failed = posix_spawnp(&pid_, words.front().c_str(), &files, &attributes, pointers.data(), seen.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
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
  return gone > 0 ? ending(status) : "unknown end";
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
