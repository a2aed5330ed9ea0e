// A backup handed to the host's program.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include "core/text.h"
#include "server/base/spawn.h"
#include "server/store/backups.h"

namespace cairn {

namespace {

constexpr std::size_t kMostWords = 300;

// A file descriptor that is closed at the end.
struct HeldFile {
  explicit HeldFile(int opened) : number(opened) {}
  HeldFile(const HeldFile&) = delete;
  HeldFile& operator=(const HeldFile&) = delete;
  ~HeldFile() {
    if (number >= 0) ::close(number);
  }
  int number;
};

// What a program writes, of which the end is kept.
class LastWords {
 public:
  explicit LastWords(int pipe) : pipe_(pipe) {}

  // Waits a moment for something to read, and reads it: not all of it, where there is no end.
  void listen(int milliseconds) {
    pollfd asked{pipe_, POLLIN, 0};
    if (ended_)
      std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    else
      ::poll(&asked, 1, milliseconds);
    std::string text(16'384, '\0');
    for (int most = 64; most > 0 && !ended_; --most) {
      const ssize_t got = ::read(pipe_, text.data(), text.size());
      if (got < 0) return;  // for now
      ended_ = got == 0;
      kept_.append(text, 0, static_cast<std::size_t>(got));
      if (kept_.size() > kMostWords) kept_.erase(0, kept_.size() - kMostWords);
    }
  }

  // The last line of it, for people.
  std::string line() const {
    std::string_view last = trim(kept_);
    if (const auto end = last.rfind('\n'); end != std::string_view::npos) last.remove_prefix(end + 1);
    return printable(last, kMostWords);
  }

 private:
  int pipe_;
  bool ended_ = false;
  std::string kept_;
};

}  // namespace

std::string feed_program(const std::vector<std::string>& command, const std::string& file, double seconds,
                         const std::function<bool()>& stop) {
  const std::string name = "backup-command \"" + command.front() + "\"";
  const HeldFile input(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (input.number < 0) return file + " cannot be read: " + std::strerror(errno);
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return name + " cannot be started: " + std::strerror(errno);
  const HeldFile output(ends[0]);
  ::fcntl(output.number, F_SETFL, O_NONBLOCK);  // ours alone
  pid_t child = -1;
  const int code = spawn_program({command, input.number, ends[1], ends[1], false}, child);
  ::close(ends[1]);
  if (code != 0) return name + " cannot be started: " + std::strerror(code);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  LastWords words(output.number);
  int status = 0;
  pid_t ended = 0;
  while ((ended = ::waitpid(child, &status, WNOHANG)) == 0) {
    const bool stopped = stop();
    if (stopped || std::chrono::steady_clock::now() > end) {
      ::kill(-child, SIGKILL);
      ::waitpid(child, &status, 0);
      return name + (stopped ? " was ended with the server" : " took too long and was ended");
    }
    words.listen(50);
  }
  if (ended < 0) return name + " ended, and how is not known: " + std::strerror(errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  words.listen(0);
  const std::string line = words.line();
  return name + " failed with " + ending_text(status) + (line.empty() ? "" : ": " + line);
}

}  // namespace cairn
