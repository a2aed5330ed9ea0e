// One line of the Go Text Protocol, version 2: what is dropped, the id, the command, its arguments; and the shape of
// an answer. Never throws; bounded by its input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct GtpLine {
  std::string text;  // control characters and the comment dropped, tabs made blanks, trimmed
  std::string id;    // digits, or ""
  std::string command;
  std::vector<std::string> arguments;
  std::string rest;  // all behind the command, trimmed

  bool empty() const { return text.empty(); }  // such a line gets no answer
};
GtpLine read_gtp_line(std::string_view line);
// A comment by which a controller asks to end what is under way: "# interrupt".
bool is_gtp_interrupt(std::string_view line);

// "=12 text\n\n" or "?12 text\n\n". An empty line inside the text would end the answer: it gets a blank.
std::string gtp_answer(bool ok, std::string_view id, std::string_view text);
std::string gtp_body(std::string_view text);  // the text alone, made fit to stand in an answer

std::optional<double> parse_number(std::string_view text);  // finite, the whole text

}  // namespace cairn
