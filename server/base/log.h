// What the server tells its operator: one line an event on stderr, as text or JSON. Written with one system call each,
// so lines never mix. No cookie, token, password or word of a chat may be handed to it; whoever logs a request names
// its route, not its address, which may hold secrets.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace cairn {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
enum class LogFormat : std::uint8_t { text, json };

class Log {
 public:
  using Value = std::variant<std::string_view, std::int64_t, double>;
  using Field = std::pair<std::string_view, Value>;

  explicit Log(int file = 2) : file_(file) {}
  void set(LogLevel least, LogFormat format) {
    least_ = least;
    format_ = format;
  }
  bool wants(LogLevel level) const { return level >= least_; }
  void write(LogLevel level, std::string_view message, std::initializer_list<Field> fields = {}) const;

 private:
  int file_;
  LogLevel least_ = LogLevel::info;
  LogFormat format_ = LogFormat::text;
};

// A line with its end. The time is in milliseconds since 1970.
std::string log_line(LogFormat format, std::int64_t at_ms, LogLevel level, std::string_view message,
                     std::initializer_list<Log::Field> fields);

}  // namespace cairn
