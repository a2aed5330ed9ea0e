// Another program as a child process, spoken to line by line through pipes. It and whatever it starts form a process
// group of their own, which is ended and reaped with this object. Used from one thread.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/steady.h"

namespace cairn::engines {

struct ChildCommand {
  std::vector<std::string> words{};  // the program, looked for in PATH where it has no '/', and its arguments: no shell
  std::int64_t memory_mib = 0;       // of its address space; 0: no limit
  int nice = 0;                      // how much later than others it gets a processor, 0..19
  bool own_environment = true;       // false: it does not see variables that may hold secrets, CAIRN_... and PG...
};

class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { end(0); }

  // Runs a line by the shell; "" or what is wrong with the system. What the shell cannot find shows at the first read.
  std::string start(const std::string& command);
  // It gets three pipes and no other open file of ours.
  std::string start(const ChildCommand& command);
  // Takes in what it wrote meanwhile, as `read_line` does; false: it closed its output.
  bool look();
  bool running() const { return pid_ > 0; }

  enum class Said : std::uint8_t { line, nothing, ended, too_much };
  // Waits up to `seconds` for a line, kept without its end; `nothing`: the time is over or `stop` was set.
  Said read_line(std::string& line, double seconds, const std::atomic<bool>& stop);
  // Hands over text; what the child does not read at once goes out while lines are waited for.
  void write(std::string_view text);

  // Lets it end by itself within `seconds` of its input being closed, then kills the whole group. Returns how the child
  // ended, "exit code 3"; "" where none runs.
  std::string end(double seconds);
  // The last line that it wrote on its standard error; "" where it wrote none.
  std::string last_error() const;

 private:
  void pump(double seconds);
  void close_all();

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, error_ = -1;
  std::string to_write_, read_, errors_;
};

}  // namespace cairn::engines
