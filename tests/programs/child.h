// Programs that tests start, each by its whole path. What a program prints is kept, for whoever reads of a failure.
// Every program ends with the test that started it, and so does whatever it starts in its process group: also when
// the test is killed. Any thread may start one.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::programs {

// Where this machine has the program, whatever PATH says. Fails the test where it is missing, and names the Debian
// package that has it.
std::string tool(const std::string& name, const std::string& package);

struct ChildWays {
  std::vector<std::string> environment{};  // changes of the test's own: "NAME=value"; "NAME": it is missing
  bool own_environment = true;             // false: the program sees only PATH, LC_ALL and what is listed above
  std::string folder{};                    // that it runs in; "": the test's own
  int in = -1, out = -1, err = -1;         // files; -1: nothing comes in, what goes out is kept
  uid_t user = 0;                          // 0: the test's own, and its group
  gid_t group = 0;
  int last_signal = SIGKILL;  // what the program gets when the test is gone
};

class Child {
 public:
  explicit Child(const std::vector<std::string>& command, const ChildWays& ways = {});
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  bool runs();
  bool ends_within(std::chrono::seconds patience);  // waits as long
  int wait();                                       // until it has ended; its exit code, -1: a signal ended it
  int end(int signal);                              // sends it and waits; the status, as waitpid gives it
  void end_all(int signal);                         // also waits for the programs that it started
  void send(int signal);
  std::string out() const { return kept(out_); }
  std::string err() const { return kept(err_); }
  std::string said() const { return out() + err(); }

 private:
  static std::string kept(int file);
  bool reap(int flags);
  void forget() const;

  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0, out_ = -1, err_ = -1;
};

struct Ran {
  int status = -1;  // exit code; -1: ended by a signal
  std::string out, err;

  std::string said() const { return out + err; }
};

// Runs a program until it ends.
Ran run_program(const std::vector<std::string>& command, std::string_view input = "", ChildWays ways = {});

// A file without a name that holds these bytes; whoever asks for it closes it.
int nameless_file(std::string_view content = "");

}  // namespace cairn::programs
