// Starting another program: as the engines of a host, or what takes its backups. POSIX.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct SpawnWish {
  std::vector<std::string> words{};  // the program, looked for in PATH where it has no '/', and its arguments: no shell
  int input = -1, output = -1, errors = -1;  // open files that become its standard ones; it gets no other of ours
  bool own_environment = true;  // false: it does not see variables that may hold secrets, CAIRN_... and PG...
};

// In a process group of its own, with the usual signals; 0, or the number of what is wrong (errno).
int spawn_program(const SpawnWish& wish, pid_t& child);

std::string ending_text(int status);  // of `waitpid`: "exit code 3", "signal 9"

std::string printable(std::string_view text, std::size_t most = 80);  // of a program's words, as hosts may see them

}  // namespace cairn
