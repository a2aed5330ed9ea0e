#include "notation/gtp_input.h"

#include <utility>

#include "notation/gtp_line.h"

namespace cairn {

void GtpInput::push(Line line) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_ < kMaxWaiting; });
  waiting_ += line.text.size() + 1;
  interrupts_ += is_gtp_interrupt(line.text) ? 1 : 0;
  lines_.push_back(std::move(line));
  lock.unlock();
  changed_.notify_all();
}

void GtpInput::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

std::optional<GtpInput::Line> GtpInput::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !lines_.empty() || closed_; });
  if (lines_.empty()) return std::nullopt;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  waiting_ -= line.text.size() + 1;
  interrupts_ -= is_gtp_interrupt(line.text) ? 1 : 0;
  lock.unlock();
  changed_.notify_all();
  return line;
}

void GtpInput::wait_pending() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !lines_.empty() || closed_; });
}

bool GtpInput::pending() {
  const std::lock_guard lock(mutex_);
  return !lines_.empty() || closed_;
}

bool GtpInput::interrupted() {
  const std::lock_guard lock(mutex_);
  return interrupts_ > 0;
}

void read_gtp_lines(std::istream& in, GtpInput& input) {
  GtpInput::Line line;
  bool any = false;
  const auto hand_over = [&] {
    const bool quits = !line.too_long && read_gtp_line(line.text).command == "quit";
    input.push(std::exchange(line, {}));
    any = false;
    return quits;
  };
  std::streambuf* source = in.rdbuf();
  for (;;) {
    const int c = source == nullptr ? std::char_traits<char>::eof() : source->sbumpc();
    if (c == std::char_traits<char>::eof()) break;
    any = true;
    if (c == '\n') {
      if (hand_over()) break;
    } else if (line.text.size() < GtpInput::kMaxLine) {
      line.text += static_cast<char>(c);
    } else {
      line.too_long = true;
    }
  }
  if (any) hand_over();
  input.close();
}

}  // namespace cairn
