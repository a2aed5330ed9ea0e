#include <algorithm>
#include <array>

#include "core/text.h"
#include "notation/mail_command.h"

namespace cairn {

namespace {

// What mail programs put before a subject, by language; lower case, without the colon.
constexpr std::string_view kPrefixes[] = {"re",   "fwd", "fw",  "aw",   "antw", "antwort", "wg",   "sv",     "vs",
                                          "vb",   "vl",  "ref", "rif",  "r",    "i",       "rv",   "enc",    "res",
                                          "tr",   "odp", "pd",  "ynt",  "ilt",  "atb",     "bls",  "doorst", "vá",
                                          "Vá",   "rép", "Rép", "回复", "回覆", "答复",    "转发", "轉寄",   "返信",
                                          "転送", "отв", "Отв", "на",   "На",   "σχετ",    "Σχετ", "πρθ",    "Πρθ"};

// "re", "re[2]", "re^3" or "re(2)".
bool is_prefix(std::string_view word) {
  word = word.substr(0, word.find_first_of("[(^"));
  word = trim(word);
  const std::string small = lower(word);
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), small) != std::end(kPrefixes);
}

// The line up to its end, and what follows it.
std::string_view cut_line(std::string_view& text) {
  const auto end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

void add_line(std::string& text, std::string_view line) {
  if (!text.empty()) text += '\n';
  text += line;
}

}  // namespace

std::string_view plain_subject(std::string_view subject) {
  for (;;) {
    subject = trim(subject);
    if (subject.substr(0, 2) == "**") {
      subject.remove_prefix(2);
      continue;
    }
    if (subject.size() >= 2 && subject.substr(subject.size() - 2) == "**") {
      subject.remove_suffix(2);
      continue;
    }
    auto colon = subject.find(':');
    std::size_t width = 1;
    constexpr std::string_view kWide = "\xEF\xBC\x9A";  // the full-width colon
    if (const auto wide = subject.find(kWide); wide < colon) {
      colon = wide;
      width = kWide.size();
    }
    if (colon == std::string_view::npos || !is_prefix(subject.substr(0, colon))) return subject;
    subject.remove_prefix(colon + width);
  }
}

std::variant<std::vector<MailLine>, MailFault> read_mail_lines(std::string_view body) {
  std::vector<MailLine> lines;
  while (!body.empty()) {
    const std::string_view line = cut_line(body);
    if (trim(line).empty()) continue;
    if (!is_space(line.front())) {
      if (lines.size() == kMostMailCommands)
        return MailFault{"a mail has at most 100 commands; none of these was done"};
      lines.push_back({std::string(trim(line)), ""});
    } else if (!lines.empty()) {
      add_line(lines.back().comment, trim(line));
    }
  }
  if (lines.empty()) return MailFault{"no line of the mail begins in the first column: there is no command in it"};
  return lines;
}

}  // namespace cairn
