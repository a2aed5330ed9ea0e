#include "server_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <thread>

namespace cairn::testing {

Process::Process(const std::vector<std::string>& options, const std::string& log, std::uint16_t port) {
  std::vector<std::string> words = {"cairn", "serve", "--port", std::to_string(port), "--no-rate-limits"};
  if (std::find(options.begin(), options.end(), "--bot-threads") == options.end())
    words.insert(words.end(), {"--bot-threads", "1"});
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

ProgramProcess::ProgramProcess(const std::string& command, const std::string& log, const std::string& token,
                               const std::vector<std::string>& options)
    : log_(log) {
  std::vector<std::string> words = {"cairn", command};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ != 0) return;
  if (token.empty())
    ::unsetenv("CAIRN_TOKEN");
  else
    ::setenv("CAIRN_TOKEN", token.c_str(), 1);
  ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600), 2);
  ::execv(CAIRN_PROGRAM, arguments.data());
  ::_exit(127);
}

int ProgramProcess::wait() {
  constexpr auto kWait = std::chrono::seconds(90);  // far more than anything here takes
  for (const auto end = std::chrono::steady_clock::now() + kWait; std::chrono::steady_clock::now() < end;) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = 0;
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return -1;
}

void ProgramProcess::end(int signal) {
  if (pid_ <= 0) return;
  ::kill(pid_, signal);
  ::waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

std::string ProgramProcess::said() const {
  std::ifstream in(log_, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string cairn_says(const std::string& arguments) {
  std::string said;
  FILE* out = ::popen((std::string(CAIRN_PROGRAM) + " " + arguments).c_str(), "r");
  if (out == nullptr) return said;
  for (int c = std::fgetc(out); c != EOF; c = std::fgetc(out)) said += static_cast<char>(c);
  ::pclose(out);
  return said;
}

bool wait_for(const std::function<bool()>& done) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kWait = std::chrono::seconds(180);
  for (const auto end = Clock::now() + kWait; Clock::now() < end;
       std::this_thread::sleep_for(std::chrono::milliseconds(20)))
    if (done()) return true;
  return done();
}

int run_cairn(const std::string& arguments) {
  return WEXITSTATUS(std::system((std::string(CAIRN_PROGRAM) + " " + arguments + " > /dev/null 2>&1").c_str()));
}

}  // namespace cairn::testing
