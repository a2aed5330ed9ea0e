// The terminal around the sub-commands: ctrl-C, colours, sizes, progress. The only place of the program that holds
// state for the whole process, for a signal has no other door.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>

#include "notation/text_board.h"

namespace cairn::cli {

// From the first call on, ctrl-C raises the flag instead of killing the program; a second one kills.
const std::atomic<bool>& interrupted();
void end_on_sigterm();  // SIGTERM raises the same flag

bool stdin_is_terminal();
bool stdout_is_terminal();
bool stderr_is_terminal();
Colours colours_wanted();  // what stdout can show; none where NO_COLOR is set

struct TerminalSize {
  int columns = 80, rows = 24;
};
TerminalSize terminal_size();  // of stdout; 80x24 where it cannot be known

// Reads standard input line by line and comes back from a wait when ctrl-C is pressed.
class LineReader {
 public:
  bool read(std::string& line);  // without its end; false at the end of the input or when interrupted

 private:
  std::string buffer_;
  std::size_t begin_ = 0;  // of what was not yet handed out
  bool ended_ = false;
};

double cpu_seconds();   // of this process
double wall_seconds();  // monotonic

// A line on stderr that is overwritten by the next; nothing where stderr is no terminal. At most 10 a second.
class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }
  bool due() const;  // whether `show` would print now
  void show(std::string_view text);
  void clear();

 private:
  double last_ = -1;
  bool shown_ = false;
};

// Words of a file or of a program as a terminal may get them: control characters but line ends and tabs become '?'.
std::string safe_text(std::string_view text);

// Prints "cairn: message" on stderr, as `safe_text` has it.
void complain(std::string_view message);

}  // namespace cairn::cli
