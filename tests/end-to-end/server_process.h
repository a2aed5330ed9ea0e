// The program `cairn serve` as a process of its own, on a free port.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/programs/child.h"

namespace cairn::testing {

using programs::Child;
using programs::ChildWays;
using programs::Ran;
using programs::run_program;
using programs::tool;

class Process {
 public:
  // Returns when it serves, or has ended. What it logs goes to the file; "": it is kept. Port 0 is any that is free.
  explicit Process(const std::vector<std::string>& options, const std::string& log = "", std::uint16_t port = 0);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  void send(int signal) { child_->send(signal); }
  int end(int signal) { return child_->end(signal); }  // waits for it; its status
  bool ends_within(std::chrono::seconds patience) { return child_->ends_within(patience); }
  std::uint16_t port() const { return port_; }             // 0: it did not start
  const std::string& address() const { return address_; }  // that it printed: "http://localhost:8080"
  std::string said() const;                                // and what it logged

 private:
  std::optional<Child> child_;
  std::uint16_t port_ = 0;
  std::string log_, said_, address_;
};

// A sub-command that works for a server, as a process of its own; the token is in its environment, "": none is. What it
// says on standard error goes to the end of the file.
class ProgramProcess {
 public:
  ProgramProcess(const std::string& command, const std::string& log, const std::string& token,
                 const std::vector<std::string>& options);
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;

  void send(int signal) { child_->send(signal); }
  int wait();  // its exit code once it has ended by itself; -1: it did not, or by a signal
  void end(int signal) { child_->end(signal); }
  std::string said() const;

 private:
  std::string log_;
  std::optional<Child> child_;
};

// What a file holds; "" where there is none.
std::string bytes_of_file(const std::string& path);

// The lines of a page of the project that are marked with this word; the test fails where there are none.
std::string page_lines(const std::string& page, const std::string& word);
// Puts something in the place of what must be there.
void replace_in(std::string& text, const std::string& from, const std::string& to);

// Until it is so, or far more time has gone than anything here takes; whether it is.
bool wait_for(const std::function<bool()>& done);

// The program with these arguments, as one writes them in a shell.
Ran tell_cairn(const std::string& arguments);
inline int run_cairn(const std::string& arguments) {
  return tell_cairn(arguments).status;
}
inline std::string cairn_says(const std::string& arguments) {
  return tell_cairn(arguments).out;
}

// One of our own Python programs, by its path below the project's folder.
std::vector<std::string> python_command(const std::string& path, const std::vector<std::string>& arguments = {});

}  // namespace cairn::testing
