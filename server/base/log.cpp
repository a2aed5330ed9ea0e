#include "server/base/log.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "notation/view_json.h"

namespace cairn {

namespace {

constexpr std::array<std::string_view, 4> kLevelWords{"debug", "info", "warning", "error"};

std::string time_text(std::int64_t at_ms) {
  const std::time_t seconds = at_ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text.data() + size, text.size() - size, ".%03dZ", static_cast<int>(at_ms % 1000));
  return text.data();
}

Json json_of(const Log::Value& value) {
  return std::visit([](const auto& what) { return Json(what); }, value);
}

// As it stands where that is plain; else as JSON writes it, so that no text of others can begin a new line.
std::string plain(const Log::Value& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    const bool simple = !text->empty() && std::all_of(text->begin(), text->end(), [](char c) {
      return c > ' ' && c < 0x7F && c != '"' && c != '=' && c != '\\';
    });
    if (simple) return std::string(*text);
  }
  return json_text(json_of(value));
}

// The message may hold blanks, but no line may begin in it.
std::string one_line(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, ' ');
  return out;
}

}  // namespace

std::string log_line(LogFormat format, std::int64_t at_ms, LogLevel level, std::string_view message,
                     std::initializer_list<Log::Field> fields) {
  const std::string_view name = kLevelWords[static_cast<std::size_t>(level)];
  if (format == LogFormat::json) {
    Json line = {{"time", time_text(at_ms)}, {"level", name}, {"message", message}};
    for (const auto& [key, value] : fields) line[std::string(key)] = json_of(value);
    return json_text(line) + "\n";
  }
  std::string line = time_text(at_ms) + " " + std::string(name) + ": " + one_line(message);
  for (const auto& [key, value] : fields) line.append(" ").append(key).append("=").append(plain(value));
  return line + "\n";
}

void Log::write(LogLevel level, std::string_view message, std::initializer_list<Field> fields) const {
  if (!wants(level)) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::string line =
      log_line(format_, std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), level, message, fields);
  if (::write(file_, line.data(), line.size()) < 0) return;  // nobody reads it, and there is no other place to say so
}

}  // namespace cairn
