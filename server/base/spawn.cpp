#include "server/base/spawn.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>

namespace cairn {

namespace {

// May hold a secret: settings of ours, of PostgreSQL's library, of the program that starts services.
bool is_private_variable(std::string_view variable) {
  constexpr std::string_view kPrivate[]{"CAIRN_", "PG", "CREDENTIALS_DIRECTORY=", "NOTIFY_SOCKET="};
  return std::any_of(std::begin(kPrivate), std::end(kPrivate),
                     [&](std::string_view one) { return variable.starts_with(one); });
}

// What the program sees of our environment, ended by a null.
std::vector<char*> seen_environment(bool own) {
  std::vector<char*> seen;
  for (char** one = environ; *one != nullptr; ++one)
    if (own || !is_private_variable(*one)) seen.push_back(*one);
  seen.push_back(nullptr);
  return seen;
}

}  // namespace

int spawn_program(const SpawnWish& wish, pid_t& child) {
  if (wish.words.empty()) return ENOENT;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, wish.input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, wish.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, wish.errors, STDERR_FILENO);
  // Sockets of people, too, would stay open as long as it runs.
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setpgroup(&attributes, 0);  // ctrl-C reaches us alone; we end the group
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  std::vector<std::string> words = wish.words;
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<char*> seen = seen_environment(wish.own_environment);
  const int failed = ::posix_spawnp(&child, words.front().c_str(), &files, &attributes, pointers.data(), seen.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

std::string ending_text(int status) {
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

std::string printable(std::string_view text, std::size_t most) {
  std::string safe(text.substr(0, most));
  std::replace_if(
      safe.begin(), safe.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return safe;
}

}  // namespace cairn
