// The program `cairn serve` as a process of its own, on a free port.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cairn::testing {

class Process {
 public:
  // Returns when it serves, or has ended. What it logs goes to the file. Port 0 is any that is free.
  explicit Process(const std::vector<std::string>& options, const std::string& log = "/dev/null",
                   std::uint16_t port = 0);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { end(SIGKILL); }
  void send(int signal) const { ::kill(pid_, signal); }
  int end(int signal);                          // waits for it; its status
  std::uint16_t port() const { return port_; }  // 0: it did not start
  const std::string& said() const { return said_; }

 private:
  pid_t pid_ = 0;
  std::uint16_t port_ = 0;
  std::string said_;
};

// A sub-command that works for a server, as a process of its own; the token is in its environment, "": none is. What it
// says on standard error goes to the end of the file.
class ProgramProcess {
 public:
  ProgramProcess(const std::string& command, const std::string& log, const std::string& token,
                 const std::vector<std::string>& options);
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;
  ~ProgramProcess() { end(SIGKILL); }

  void send(int signal) const { ::kill(pid_, signal); }
  int wait();  // its exit code once it has ended by itself; -1: it did not, or by a signal
  void end(int signal);
  std::string said() const;

 private:
  std::string log_;
  pid_t pid_ = 0;
};

// Until it is so, or far more time has gone than anything here takes; whether it is.
bool wait_for(const std::function<bool()>& done);

// The program with these arguments; what it says is thrown away. Its exit code.
int run_cairn(const std::string& arguments);
std::string cairn_says(const std::string& arguments);  // on standard output

}  // namespace cairn::testing
