// The lines of a controller, read by one thread and answered by another, so that an analysis hears the next command.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <istream>
#include <mutex>
#include <optional>
#include <string>

namespace cairn {

class GtpInput {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;     // bytes; what is longer is refused
  static constexpr std::size_t kMaxWaiting = std::size_t{1} << 24;  // bytes that wait; then reading does

  struct Line {
    std::string text;
    bool too_long = false;  // `text` is its beginning
  };

  void push(Line line);  // waits while too much is waiting
  void close();          // no more will come

  std::optional<Line> next();  // waits; nullopt: there are no more
  void wait_pending();         // until a line waits or no more will come
  bool pending();              // whether `wait_pending` returns at once
  bool interrupted();          // a comment "# interrupt" waits among the lines

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::size_t waiting_ = 0;  // bytes
  int interrupts_ = 0;
  bool closed_ = false;
};

// Hands over every line up to `quit` or the end of the stream, then closes. Lines end with LF, or CR LF.
void read_gtp_lines(std::istream& in, GtpInput& input);

}  // namespace cairn
