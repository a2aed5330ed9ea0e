#include "tests/programs/child.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

namespace cairn::programs {

namespace {

constexpr const char* kPath = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/games";

// Reads lines "GROUP SIGNAL" until the test is gone, however that went: then it ends each group by its signal. Signal
// 0: the group has ended.
constexpr const char* kWatch = R"(trap '' HUP INT TERM
known=
while read -r group signal; do
  left=
  for one in $known; do [ "${one%:*}" = "$group" ] || left="$left $one"; done
  [ "$signal" = 0 ] || left="$left $group:$signal"
  known=$left
done
for one in $known; do kill -s "${one#*:}" -- "-${one%:*}"; done)";

// A process of another name than the test's, and of its own session, so that what ends the test spares it. It learns of
// the end by a pipe whose other end the test alone holds open.
class Guard {
 public:
  static int orders() {
    static const Guard guard;
    return guard.orders_;
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Guard() {
    int ends[2], ready[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(ready, O_CLOEXEC), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::setsid();
      ::dup2(ends[0], 0);
      ::close_range(1, ~0U, 0);
      ::execl("/bin/sh", "sh", "-c", kWatch, nullptr);
      ::_exit(127);
    }
    ::close(ends[0]);
    ::close(ready[1]);
    char none = 0;
    EXPECT_EQ(::read(ready[0], &none, 1), 0);  // it has left the test's group: what ends the test spares it
    ::close(ready[0]);
    orders_ = ends[1];
  }
  ~Guard() {
    ::close(orders_);
    ::waitpid(pid_, nullptr, 0);
  }

  pid_t pid_ = -1;
  int orders_ = -1;
};

// In a new process, too, where nothing but system calls may be used.
void tell_guard(pid_t group, int signal) {
  char line[32];
  char* end = std::to_chars(line, line + 16, group).ptr;
  *end++ = ' ';
  end = std::to_chars(end, end + 4, signal).ptr;
  *end++ = '\n';
  [[maybe_unused]] const auto written = ::write(Guard::orders(), line, static_cast<std::size_t>(end - line));
}

std::vector<std::string> environment_of(const ChildWays& ways) {
  std::vector<std::string> all;
  const auto name_of = [](const std::string& line) { return line.substr(0, line.find('=')); };
  const auto set = [&](const std::string& line) {
    std::erase_if(all, [&](const std::string& other) { return name_of(other) == name_of(line); });
    if (line.find('=') != std::string::npos) all.push_back(line);
  };
  if (ways.own_environment)
    for (char** line = environ; *line != nullptr; ++line) all.emplace_back(*line);
  else
    all = {std::string("PATH=") + kPath, "LC_ALL=C.UTF-8"};
  for (const std::string& line : ways.environment) set(line);
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const auto& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

// Of the new process: nothing but system calls from here on. Never returns; what hinders it is said on its own output.
[[noreturn]] void become(char** command, char** environment, const ChildWays& ways) {
  const auto fail = [&](const char* what) {
    const char* why = ::strerrordesc_np(errno);
    for (const char* text : {static_cast<const char*>(command[0]), ": ", what, ": ", why, "\n"})
      if (::write(2, text, std::strlen(text)) < 0) break;
    ::_exit(127);
  };
  ::setpgid(0, 0);
  tell_guard(::getpid(), ways.last_signal);  // itself: its parent may be gone by now
  ::dup2(ways.in, 0);
  ::dup2(ways.out, 1);
  ::dup2(ways.err, 2);
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);  // no socket of a server in the test
  ::signal(SIGPIPE, SIG_DFL);
  if (!ways.folder.empty() && ::chdir(ways.folder.c_str()) != 0) fail(ways.folder.c_str());
  if (ways.user != 0 && (::setgroups(1, &ways.group) != 0 || ::setgid(ways.group) != 0 || ::setuid(ways.user) != 0))
    fail("it cannot take its user");
  ::execve(command[0], command, environment);
  fail("it cannot be started");
  ::_exit(127);
}

}  // namespace

std::string tool(const std::string& name, const std::string& package) {
  const char* own = ::getenv("PATH");
  std::stringstream places(kPath + std::string(":") + (own == nullptr ? "" : own));
  for (std::string place; std::getline(places, place, ':');)
    if (const std::string path = place + "/" + name; ::access(path.c_str(), X_OK) == 0) return path;
  ADD_FAILURE() << name << " is not installed: apt install " << package;
  return "/usr/bin/" + name;
}

int nameless_file(std::string_view content) {
  const int file = ::memfd_create("cairn-test", MFD_CLOEXEC);
  EXPECT_EQ(::pwrite(file, content.data(), content.size(), 0), static_cast<ssize_t>(content.size()));
  return file;
}

Child::Child(const std::vector<std::string>& command, const ChildWays& ways) {
  Guard::orders();  // made by the test, not by the new process
  ChildWays own = ways;
  const int nothing = own.in < 0 ? own.in = ::open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
  if (own.out < 0) own.out = out_ = nameless_file();
  if (own.err < 0) own.err = err_ = nameless_file();
  const auto environment = environment_of(own);
  const auto words = pointers(command), lines = pointers(environment);
  pid_ = ::fork();
  if (pid_ == 0) become(const_cast<char**>(words.data()), const_cast<char**>(lines.data()), own);
  EXPECT_GT(pid_, 0) << command[0] << ": " << std::strerror(errno);
  ended_ = pid_ < 0;
  if (!ended_) ::setpgid(pid_, pid_);  // as the program does itself: whoever of the two comes first
  if (nothing >= 0) ::close(nothing);
}

Child::~Child() {
  end(SIGKILL);
  for (const int file : {out_, err_})
    if (file >= 0) ::close(file);
}

// A group outlives its first program where that started others: then the guard goes on looking after it.
void Child::forget() const {
  if (::kill(-pid_, 0) != 0) tell_guard(pid_, 0);
}

bool Child::reap(int flags) {
  if (!ended_ && ::waitpid(pid_, &status_, flags) == pid_) {
    ended_ = true;
    forget();
  }
  return ended_;
}

void Child::send(int signal) {
  if (runs()) ::kill(pid_, signal);
}

bool Child::runs() {
  return !reap(WNOHANG);
}

bool Child::ends_within(std::chrono::seconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (runs()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

int Child::wait() {
  reap(0);
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

int Child::end(int signal) {
  if (!ended_) ::kill(signal == SIGKILL ? -pid_ : pid_, signal);
  reap(0);
  return status_;
}

// What it started becomes ours when it has ended, so that we see all of them go.
void Child::end_all(int signal) {
  if (ended_) return;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::kill(pid_, signal);
  const auto none_left = [&] {
    reap(WNOHANG);
    while (ended_ && ::waitpid(-pid_, nullptr, WNOHANG) > 0) continue;
    return ended_ && ::kill(-pid_, 0) != 0;
  };
  for (int i = 0; i < 250 && !none_left(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (!none_left()) ::kill(-pid_, SIGKILL);
  reap(0);
  while (::waitpid(-pid_, nullptr, 0) > 0) continue;
  ::prctl(PR_SET_CHILD_SUBREAPER, 0);
  forget();
}

std::string Child::kept(int file) {
  std::string text;
  struct stat about {};
  if (file < 0 || ::fstat(file, &about) != 0) return text;
  text.resize(static_cast<std::size_t>(about.st_size));
  const auto size = ::pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return text;
}

Ran run_program(const std::vector<std::string>& command, std::string_view input, ChildWays ways) {
  const int in = input.empty() ? -1 : ways.in = nameless_file(input);
  Ran ran;
  {
    Child child(command, ways);
    ran.status = child.wait();
    ran.out = child.out();
    ran.err = child.err();
  }
  if (in >= 0) ::close(in);
  return ran;
}

}  // namespace cairn::programs
