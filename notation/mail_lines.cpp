#include <algorithm>
#include <array>
#include <utility>

#include "core/text.h"
#include "games/registry.h"
#include "notation/mail_command.h"

namespace cairn {

namespace {

// What mail programs put before a subject, by language; lower case, without the colon.
constexpr std::string_view kPrefixes[] = {"re",   "fwd", "fw",  "aw",   "antw", "antwort", "wg",   "sv",     "vs",
                                          "vb",   "vl",  "ref", "rif",  "r",    "i",       "rv",   "enc",    "res",
                                          "tr",   "odp", "pd",  "ynt",  "ilt",  "atb",     "bls",  "doorst", "vá",
                                          "Vá",   "rép", "Rép", "回复", "回覆", "答复",    "转发", "轉寄",   "返信",
                                          "転送", "отв", "Отв", "на",   "На",   "σχετ",    "Σχετ", "πρθ",    "Πρθ"};

// What mail servers put there, without a bracket: "EXT: ", "Spam - ".
constexpr std::string_view kServerMarks[] = {"external", "extern", "ext", "spam", "junk", "caution", "warning"};

// "re", "re[2]", "re^3" or "re(2)".
bool is_prefix(std::string_view word) {
  const std::string plain = plain_letters(word);
  word = trim(std::string_view(plain).substr(0, plain.find_first_of("[(^")));
  const std::string small = lower(word);
  return std::find(std::begin(kPrefixes), std::end(kPrefixes), small) != std::end(kPrefixes);
}

constexpr std::size_t kMostMark = 4;  // words between stars
constexpr int kMostPrefixes = 100;

// A command may stand between stars: between two tokens **, or before "*e5*".
bool may_be_a_command(std::string_view text) {
  const auto words = split_words(text);
  if (words.empty()) return false;
  if (words.size() > kMostMark) return true;
  const auto names = [&](const MailRow& row) { return equal_ignoring_case(split_words(row.name).front(), words[0]); };
  return find_game(words[0]) != nullptr || std::any_of(mail_rows().begin(), mail_rows().end(), names);
}

std::string_view behind_server_mark(std::string_view subject) {
  const std::string_view word = subject.substr(0, subject.find_first_of(" \t"));
  const std::string plain = plain_letters(word);
  const auto name = lower(std::string_view(plain).substr(0, plain.find_last_not_of(":-|") + 1));
  if (std::find(std::begin(kServerMarks), std::end(kServerMarks), name) == std::end(kServerMarks)) return subject;
  const auto rest = subject.find_first_not_of(":-| ", word.size());
  return rest == std::string_view::npos ? subject : subject.substr(rest);
}

// Without one thing of those in front of it, or behind it; the same where there is none.
std::string_view without_one(std::string_view subject) {
  if (const MailMark mark = mail_mark(subject);
      mark.bytes > 0 && mark.bytes < subject.size() && (subject.front() != '*' || !may_be_a_command(mark.said)))
    return subject.substr(mark.bytes);
  if (subject.substr(0, 2) == "**") return subject.substr(2);
  if (subject.size() >= 2 && subject.substr(subject.size() - 2) == "**") return subject.substr(0, subject.size() - 2);
  auto colon = subject.find(':');
  std::size_t width = 1;
  constexpr std::string_view kWide = "\xEF\xBC\x9A";  // the full-width colon
  if (const auto wide = subject.find(kWide); wide < colon) {
    colon = wide;
    width = kWide.size();
  }
  if (colon != std::string_view::npos && is_prefix(subject.substr(0, colon))) return subject.substr(colon + width);
  return behind_server_mark(subject);
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

MailMark mail_mark(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kBrackets[] = {
      {"[", "]"}, {"{", "}"}, {"(", ")"}, {"<", ">"}, {"\u3010", "\u3011"}, {"\uFF3B", "\uFF3D"}, {"\uFF08", "\uFF09"}};
  MailMark mark;
  for (const auto& [open, close] : kBrackets) {
    if (text.substr(0, open.size()) != open) continue;
    const auto end = text.find(close);
    if (end == std::string_view::npos) return {};
    mark = {trim(text.substr(open.size(), end - open.size())), end + close.size()};
  }
  if (const auto from = text.find_first_not_of('*'); mark.bytes == 0 && from > 0 && from != std::string_view::npos) {
    const auto end = text.find('*', from);
    if (end == std::string_view::npos) return {};
    mark = {trim(text.substr(from, end - from)), std::min(text.find_first_not_of('*', end), text.size())};
  }
  if (mark.bytes > 0) mark.bytes = std::min(text.find_first_not_of(":-| \t", mark.bytes), text.size());
  return mark;
}

std::string plain_subject(std::string_view subject) {
  const std::string plain = plain_blanks(subject);
  std::string_view rest = trim(plain);
  for (int i = 0; i < kMostPrefixes && !rest.empty(); ++i) {
    const std::string_view less = trim(without_one(rest));
    if (less.size() == rest.size()) break;
    rest = less;
  }
  return std::string(rest);
}

std::variant<std::vector<MailLine>, MailFault> read_mail_lines(std::string_view body) {
  std::vector<MailLine> lines;
  while (!body.empty()) {
    const std::string_view line = cut_line(body);
    const std::string plain = plain_blanks(line);
    if (trim(plain).empty()) continue;
    if (!is_space(plain.front())) {
      if (lines.size() == kMostMailCommands)
        return MailFault{Message("mail-commands-many", "a mail has at most 100 commands; none of these was done")};
      lines.push_back({std::string(trim(line)), ""});
    } else if (!lines.empty()) {
      add_line(lines.back().comment, trim(line));
    }
  }
  if (lines.empty())
    return MailFault{Message("mail-lines-none", "the mail has no command: no line begins in the first column")};
  return lines;
}

}  // namespace cairn
