#include "notation/gtp_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::size_t kMostDigits = 10;  // an id is below 2^31

bool is_id(std::string_view word) {
  return !word.empty() && word.size() <= kMostDigits && std::all_of(word.begin(), word.end(), is_digit);
}

}  // namespace

GtpLine read_gtp_line(std::string_view line) {
  GtpLine read;
  std::string clean;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t')
      clean += ' ';
    else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7F')
      clean += c;
  }
  read.text = trim(clean);
  std::string_view left = read.text;
  const auto take = [&left] {
    const auto end = std::min(left.find(' '), left.size());
    const std::string_view word = left.substr(0, end);
    left = trim(left.substr(end));
    return std::string(word);
  };
  if (is_id(left.substr(0, left.find(' ')))) read.id = take();
  read.command = take();
  read.rest = left;
  for (const auto word : split_words(read.rest)) read.arguments.emplace_back(word);
  return read;
}

bool is_gtp_interrupt(std::string_view line) {
  const std::string_view text = trim(line);
  return !text.empty() && text.front() == '#' && trim(text.substr(1)) == "interrupt";
}

std::string gtp_body(std::string_view text) {
  std::string body;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  for (const char c : text) {
    if (c == '\n' && (body.empty() || body.back() == '\n')) body += ' ';
    if (c == '\n' || static_cast<unsigned char>(c) >= ' ') body += c;
  }
  return body;
}

std::string gtp_answer(bool ok, std::string_view id, std::string_view text) {
  const bool below = !text.empty() && text.front() == '\n';  // the text begins on a line of its own
  const std::string body = gtp_body(below ? text.substr(1) : text);
  std::string answer = ok ? "=" : "?";
  answer += id;
  if (!body.empty()) answer += (below ? "\n" : " ") + body;
  return answer + "\n\n";
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace cairn
