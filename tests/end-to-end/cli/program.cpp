#include "program.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text.h"

namespace cairn::test {

namespace {

int exit_code(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const auto& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

std::vector<std::string> Ran::lines() const {
  std::vector<std::string> list;
  std::stringstream text(out);
  for (std::string line; std::getline(text, line);) list.push_back(line);
  return list;
}

std::vector<Json> Ran::json() const {
  std::vector<Json> list;
  for (const auto& line : lines()) {
    list.push_back(parse_json(line));
    EXPECT_FALSE(list.back().is_discarded()) << line;
  }
  return list;
}

Ran run(const std::vector<std::string>& arguments, std::string_view input) {
  ::setenv("LC_ALL", "C.UTF-8", 1);  // English, whatever the tester's language is
  std::vector<std::string> command{CAIRN_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return {programs::run_program(command, input)};
}

Ran shell(const Folder& folder, const std::string& line) {
  const char* own = std::getenv("PATH");
  programs::ChildWays ways;
  ways.environment = {"PATH=" + std::filesystem::path(CAIRN_PROGRAM).parent_path().string() +
                          ":/usr/bin:/bin:/usr/games:" + (own == nullptr ? "" : own),
                      "LC_ALL=C.UTF-8"};
  ways.folder = folder.path("");
  return {programs::run_program({"/bin/sh", "-c", line}, "", ways)};
}

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "cairn-cli-XXXXXX").string();
  path_ = mkdtemp(name.data()) ? name : "";
  EXPECT_NE(path_, "");
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Folder::write(std::string_view name, std::string_view content) const {
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name);
}

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

Terminal::Terminal(const std::vector<std::string>& arguments, const std::map<std::string, std::string>& variables) {
  std::vector<std::string> command{CAIRN_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto list = pointers(command);
  winsize size{};
  size.ws_col = 80;
  size.ws_row = 24;
  child_ = forkpty(&master_, nullptr, nullptr, &size);
  if (child_ == 0) {
    setenv("TERM", "xterm-256color", 1);
    unsetenv("NO_COLOR");
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    execv(CAIRN_PROGRAM, list.data());
    _exit(127);
  }
  EXPECT_GT(child_, 0);
}

Terminal::~Terminal() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(master_);
}

std::string Terminal::wait_for(std::string_view text) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (seen_.find(text) == std::string::npos && std::chrono::steady_clock::now() < end) {
    pollfd waiting{master_, POLLIN, 0};
    if (poll(&waiting, 1, 100) <= 0) continue;
    char block[4096];
    const auto count = read(master_, block, sizeof block);
    if (count <= 0) break;
    seen_.append(block, static_cast<std::size_t>(count));
  }
  const auto at = seen_.find(text);
  if (at == std::string::npos) {
    ADD_FAILURE() << "\"" << text << "\" did not appear in\n" << seen_;
    return seen_;
  }
  std::string before = seen_.substr(0, at + text.size());
  seen_.erase(0, at + text.size());
  return before;
}

void Terminal::type(std::string_view keys) {
  EXPECT_EQ(write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

int Terminal::wait() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (;;) {
    char block[4096];
    pollfd waiting{master_, POLLIN, 0};
    if (poll(&waiting, 1, 20) > 0 && read(master_, block, sizeof block) < 0) {
      const int code = exit_code(child_);
      child_ = -1;
      return code;
    }
    if (std::chrono::steady_clock::now() < end) continue;
    ADD_FAILURE() << "the program did not end";
    return -1;
  }
}

}  // namespace cairn::test
