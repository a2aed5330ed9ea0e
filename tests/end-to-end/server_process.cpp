#include "server_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>

namespace cairn::testing {

namespace {

// A file that is written at its end; -1: none.
int open_log(const std::string& path) {
  return path.empty() ? -1 : ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

}  // namespace

Process::Process(const std::vector<std::string>& options, const std::string& log, std::uint16_t port) : log_(log) {
  std::vector<std::string> words = {CAIRN_PROGRAM, "serve", "--port", std::to_string(port), "--no-rate-limits"};
  if (std::find(options.begin(), options.end(), "--bot-threads") == options.end())
    words.insert(words.end(), {"--bot-threads", "1"});
  words.insert(words.end(), options.begin(), options.end());
  int out[2];
  EXPECT_EQ(::pipe2(out, O_CLOEXEC), 0);  // of several only its own process may hold it
  ChildWays ways;
  ways.out = out[1];
  ways.err = open_log(log);
  child_.emplace(words, ways);
  ::close(out[1]);
  if (ways.err >= 0) ::close(ways.err);
  char byte = 0;
  while (said_.find("Ctrl-C") == std::string::npos && ::read(out[0], &byte, 1) == 1) said_ += byte;
  ::close(out[0]);
  const auto at = said_.find("http");
  if (at == std::string::npos) {
    std::printf("cairn serve does not serve: %s\n", said().c_str());
    return;
  }
  address_ = said_.substr(at, said_.find_first_of(" \n", at) - at);
  port_ = static_cast<std::uint16_t>(std::stoi(address_.substr(address_.rfind(':') + 1)));
}

std::string Process::said() const {
  return said_ + (log_.empty() ? child_->err() : bytes_of_file(log_));
}

ProgramProcess::ProgramProcess(const std::string& command, const std::string& log, const std::string& token,
                               const std::vector<std::string>& options)
    : log_(log) {
  std::vector<std::string> words = {CAIRN_PROGRAM, command};
  words.insert(words.end(), options.begin(), options.end());
  ChildWays ways;
  ways.environment = {token.empty() ? "CAIRN_TOKEN" : "CAIRN_TOKEN=" + token};
  ways.err = open_log(log);
  child_.emplace(words, ways);
  ::close(ways.err);
}

int ProgramProcess::wait() {
  constexpr auto kWait = std::chrono::seconds(90);  // far more than anything here takes
  return child_->ends_within(kWait) ? child_->wait() : -1;
}

std::string ProgramProcess::said() const {
  return bytes_of_file(log_);
}

std::string page_lines(const std::string& page, const std::string& word) {
  const std::string text = bytes_of_file(CAIRN_SOURCE "/" + page), mark = "```" + word + "\n";
  const auto at = text.find(mark);
  if (at == std::string::npos) {
    ADD_FAILURE() << page << " has nothing for " << word;
    return {};
  }
  return text.substr(at + mark.size(), text.find("```", at + 3) - at - mark.size());
}

void replace_in(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

std::string bytes_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool wait_for(const std::function<bool()>& done) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kWait = std::chrono::seconds(180);
  for (const auto end = Clock::now() + kWait; Clock::now() < end;
       std::this_thread::sleep_for(std::chrono::milliseconds(20)))
    if (done()) return true;
  return done();
}

Ran tell_cairn(const std::string& arguments) {
  return run_program({"/bin/sh", "-c", "exec \"$0\" " + arguments, CAIRN_PROGRAM});
}

std::vector<std::string> python_command(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {tool("python3", "python3"), CAIRN_SOURCE "/" + path};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace cairn::testing
