// The controller's side of the Go Text Protocol: starts a program, speaks with it through pipes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/programs/child.h"

namespace cairn::test {

class GtpClient {
 public:
  // The program's path, then its arguments. Fails the test where it cannot be started.
  explicit GtpClient(const std::vector<std::string>& command);
  GtpClient(const GtpClient&) = delete;
  GtpClient& operator=(const GtpClient&) = delete;
  ~GtpClient();  // kills what still runs

  void send(std::string_view line);
  // The next answer, without the empty line at its end; fails the test after 60 s.
  std::string answer();
  std::string ask(std::string_view line) {
    send(line);
    return answer();
  }
  // What stands behind "= " in the answer; fails the test where the program refuses.
  std::string get(std::string_view line);
  // Waits until a text has come, which stays part of the answer.
  void wait_for(std::string_view text);
  int quit();  // says `quit`; the exit code

 private:
  bool read_more();

  std::optional<programs::Child> child_;
  int in_ = -1, out_ = -1;
  std::string seen_;
};

}  // namespace cairn::test
