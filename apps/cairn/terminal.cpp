#include "apps/cairn/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace cairn::cli {

namespace {

std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_interrupt(int) {
  interrupt_flag.store(true);
}

bool flag_on(int signal) {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a waiting read comes back
  return sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

const std::atomic<bool>& interrupted() {
  static const bool installed = flag_on(SIGINT);
  static_cast<void>(installed);
  return interrupt_flag;
}

void end_on_sigterm() {
  static const bool installed = flag_on(SIGTERM);
  static_cast<void>(installed);
}

bool stdin_is_terminal() {
  return isatty(STDIN_FILENO) == 1;
}
bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) == 1;
}
bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) == 1;
}

Colours colours_wanted() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value ? value : "");
  };
  const std::string_view terminal = variable("TERM");
  if (!stdout_is_terminal() || !variable("NO_COLOR").empty() || terminal.empty() || terminal == "dumb" ||
      terminal.starts_with("vt"))
    return Colours::none;
  const bool rich = terminal.find("256color") != std::string_view::npos || !variable("COLORTERM").empty();
  return rich ? Colours::rich : Colours::basic;
}

TerminalSize terminal_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

namespace {

// Waits until standard input can be read. The signal is let in only while waiting, so that none slips in between the
// look at the flag and the wait.
bool wait_for_input() {
  sigset_t interrupt, before;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  sigprocmask(SIG_BLOCK, &interrupt, &before);
  pollfd input{STDIN_FILENO, POLLIN, 0};
  int ready = 0;
  while (!interrupted() && ready <= 0) {
    ready = ppoll(&input, 1, nullptr, &before);
    if (ready < 0 && errno != EINTR) break;
  }
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return ready > 0 && !interrupted();
}

}  // namespace

bool LineReader::read(std::string& line) {
  std::size_t searched = begin_;
  for (;;) {
    const auto end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      line = buffer_.substr(begin_, end - begin_);
      begin_ = end + 1;
      return true;
    }
    buffer_.erase(0, begin_);
    begin_ = 0;
    searched = buffer_.size();
    if (ended_) {
      line = std::exchange(buffer_, {});
      return !line.empty();
    }
    if (!wait_for_input()) return false;
    char block[4096];
    const auto count = ::read(STDIN_FILENO, block, sizeof block);
    if (count > 0)
      buffer_.append(block, static_cast<std::size_t>(count));
    else
      ended_ = true;
  }
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool Progress::due() const {
  return stderr_is_terminal() && wall_seconds() - last_ >= 0.1;
}

void Progress::show(std::string_view text) {
  if (!due()) return;
  last_ = wall_seconds();
  shown_ = true;
  std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(text.size()), text.data());
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

std::string safe_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : ' ');
    const bool far = byte == 0xC2 && next >= 0x80 && next < 0xA0;  // U+0080 to U+009F
    const bool control = (byte < 0x20 && text[i] != '\n' && text[i] != '\t') || byte == 0x7F || far;
    out += control ? '?' : text[i];
    i += far ? 1 : 0;
  }
  return out;
}

void complain(std::string_view message) {
  std::fprintf(stderr, "cairn: %s\n", safe_text(message).c_str());
}

}  // namespace cairn::cli
