#include "server_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::testing {

Process::Process(const std::vector<std::string>& options, const std::string& log, std::uint16_t port) {
  std::vector<std::string> words = {"cairn",         "serve", "--port",          std::to_string(port),
                                    "--bot-threads", "1",     "--no-rate-limits"};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int out[2];
  EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);  // of several only its own process may hold it
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(out[1], 1);
    ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), 2);
    ::execv(CAIRN_PROGRAM, arguments.data());
    ::_exit(127);
  }
  ::close(out[1]);
  char byte = 0;
  while (said_.find("Ctrl-C") == std::string::npos && ::read(out[0], &byte, 1) == 1) said_ += byte;
  ::close(out[0]);
  const auto at = said_.find("://localhost:");
  if (at != std::string::npos) port_ = static_cast<std::uint16_t>(std::stoi(said_.substr(at + 13)));
}

int Process::end(int signal) {
  if (pid_ <= 0) return 0;
  ::kill(pid_, signal);
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = 0;
  return status;
}

int run_cairn(const std::string& arguments) {
  return WEXITSTATUS(std::system((std::string(CAIRN_PROGRAM) + " " + arguments + " > /dev/null 2>&1").c_str()));
}

}  // namespace cairn::testing
