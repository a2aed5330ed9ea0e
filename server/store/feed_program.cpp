// A backup handed to the host's program.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <thread>

#include "core/text.h"
#include "server/store/backups.h"

extern char** environ;

namespace cairn {

namespace {

constexpr std::size_t kMostWords = 300;

// A file descriptor that is closed at the end.
struct HeldFile {
  explicit HeldFile(int opened) : number(opened) {}
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  ~HeldFile() {
    if (number >= 0) ::close(number);
  }
  int number;
};

// The last line of what a program wrote, for people.
std::string last_words(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t from = size > static_cast<off_t>(kMostWords) ? size - static_cast<off_t>(kMostWords) : 0;
  std::string text(kMostWords, '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), from);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  std::string_view line = trim(text);
  if (const auto end = line.rfind('\n'); end != std::string_view::npos) line.remove_prefix(end + 1);
  std::string words;
  for (const char c : line) words += c >= ' ' && c <= '~' ? c : '?';
  return words;
}

// Variables that may hold secrets stay here.
std::vector<char*> spare_environment() {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (!text.starts_with("CAIRN_") && !text.starts_with("PG")) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

// 0 or what is wrong.
int spawn(const std::vector<std::string>& command, int input, int output, pid_t& child) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawn_file_actions_adddup2(&files, output, 1);
  posix_spawn_file_actions_adddup2(&files, output, 2);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);  // sockets of people, too, would stay open as long as it runs
  posix_spawnattr_t ways;
  posix_spawnattr_init(&ways);
  sigset_t usual, all;
  sigemptyset(&usual);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&ways, &usual);
  posix_spawnattr_setsigdefault(&ways, &all);
  posix_spawnattr_setpgroup(&ways, 0);
  posix_spawnattr_setflags(&ways, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int code =
      ::posix_spawnp(&child, words.front().c_str(), &files, &ways, arguments.data(), spare_environment().data());
  posix_spawnattr_destroy(&ways);
  posix_spawn_file_actions_destroy(&files);
  return code;
}

}  // namespace

std::string feed_program(const std::vector<std::string>& command, const std::string& file, double seconds,
                         const std::function<bool()>& stop) {
  const std::string name = "backup-command \"" + command.front() + "\"";
  const HeldFile input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.number < 0) return file + " cannot be read: " + std::strerror(errno);
  const HeldFile output(::memfd_create("backup-command", MFD_CLOEXEC));
  if (output.number < 0) return name + " cannot be started: " + std::strerror(errno);
  pid_t child = -1;
  if (const int code = spawn(command, input.number, output.number, child); code != 0)
    return name + " cannot be started: " + std::strerror(code);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  int status = 0;
  std::string late;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    const bool stopped = stop();
    if (stopped || std::chrono::steady_clock::now() > end) {
      late = stopped ? "was ended with the server" : "took too long and was ended";
      ::kill(-child, SIGKILL);
      ::waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (!late.empty()) return name + " " + late;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  const std::string words = last_words(output.number);
  return name + " failed with " +
         (WIFEXITED(status) ? "exit code " + std::to_string(WEXITSTATUS(status))
                            : "signal " + std::to_string(WTERMSIG(status))) +
         (words.empty() ? "" : ": " + words);
}

}  // namespace cairn
