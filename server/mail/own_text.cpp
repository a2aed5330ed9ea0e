#include <algorithm>
#include <vector>

#include "core/text.h"
#include "server/mail/message.h"

namespace cairn {

namespace {

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}
bool ends(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

// How a quote is announced: a line that begins so and ends so.
struct Announcement {
  std::string_view begin, end;
};
constexpr Announcement kAnnouncements[] = {{"On ", "wrote:"},
                                           {"", "writes:"},
                                           {"Am ", ":"},
                                           {"Le ", "a écrit :"},
                                           {"Le ", "a écrit\u00A0:"},
                                           {"Le ", "a écrit:"},
                                           {"El ", "escribió:"},
                                           {"Il ", "ha scritto:"},
                                           {"Em ", "escreveu:"},
                                           {"Op ", "schreef:"},
                                           {"Den ", "skrev:"},
                                           {"På ", "skrev:"},
                                           {"W dniu ", "napisał:"},
                                           {"W dniu ", "napisał(a):"},
                                           {"Dne ", "napsal(a):"},
                                           {"Dne ", "napsal:"},
                                           {"", "пишет:"},
                                           {"", "написал:"},
                                           {"", "написал(а):"},
                                           {"在", "写道："},
                                           {"在", "写道:"},
                                           {"", "のメール:"},
                                           {"", "さんは書きました:"}};

// Programs write a date or an address into it, which a sentence mostly lacks.
bool announces(std::string_view line) {
  const bool address = line.find('@') != std::string_view::npos;
  const bool number = std::any_of(line.begin(), line.end(), is_digit);
  if (!address && !number) return false;
  if (address && number && (ends(line, ":") || ends(line, "："))) return true;
  for (const auto& [begin, end] : kAnnouncements)
    if (begins(line, begin) && ends(line, end) && line.size() > begin.size() + end.size()) return true;
  return number && ends(line, ":") && line.find(" kirjoitti ") != std::string_view::npos;
}

// Lines behind which all is another mail.
bool ends_all(std::string_view line) {
  if (line.size() >= 20 && line.find_first_not_of('_') == std::string_view::npos) return true;  // Outlook on the web
  if (begins(line, "-----") || begins(line, "---------- ")) {
    const std::string small = lower(line);
    for (const std::string_view word :
         {"original message", "original-nachricht", "ursprüngliche nachricht", "message d'origine", "message d’origine",
          "mensaje original", "messaggio originale", "forwarded message", "weitergeleitete nachricht",
          "message transféré", "mensaje reenviado", "oorspronkelijk bericht", "mensagem original", "reply message",
          "alkuperäinen viesti"})
      if (small.find(word) != std::string::npos) return true;
    if (line.find("原始邮件") != std::string_view::npos || line.find("元のメッセージ") != std::string_view::npos)
      return true;
  }
  return begins(line, "Begin forwarded message:") || begins(line, "Anfang der weitergeleiteten");
}

// The head of another mail in the text: "From: ...", and soon a "Sent: ..." or "Date: ...", in one of some languages.
constexpr std::string_view kFrom[] = {"From:", "Von:", "De :", "De:",     "Da:",      "Van:",    "Från:",
                                      "Fra:",  "Od:",  "От:",  "发件人:", "发件人：", "差出人:", "寄件者:"};
constexpr std::string_view kSent[] = {
    "Sent:",    "Date:",     "Gesendet:",  "Datum:",    "Envoyé :", "Envoyé:",  "Enviado:",
    "Inviato:", "Data:",     "Verzonden:", "Skickat:",  "Sendt:",   "Wysłano:", "Отправлено:",
    "Дата:",    "发送时间:", "发送时间：", "送信日時:", "日期:"};

template <std::size_t n>
bool begins_with_one_of(std::string_view line, const std::string_view (&words)[n]) {
  while (!line.empty() && (line.front() == '*' || line.front() == ' ')) line.remove_prefix(1);  // bold, in text
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view word) { return begins(line, word); });
}

// What programs put below a mail by themselves.
bool is_advertisement(std::string_view line) {
  for (const std::string_view begin :
       {"Sent from my ", "Von meinem ", "Envoyé de mon ", "Enviado desde mi ", "Inviato da ", "Get Outlook for ",
        "Sent from Mail for ", "Sent from Outlook", "Gesendet mit der ", "Diese Nachricht wurde von meinem "})
    if (begins(line, begin)) return true;
  return false;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  auto lines = split(text, '\n');
  for (auto& line : lines)
    while (!line.empty() && (line.back() == '\r')) line.remove_suffix(1);
  return lines;
}

}  // namespace

std::string own_text(std::string_view text) {
  const auto lines = lines_of(text);
  const auto line_at = [&](std::size_t i) { return i < lines.size() ? trim(lines[i]) : std::string_view(); };
  const auto next_filled = [&](std::size_t i) {
    while (i < lines.size() && line_at(i).empty()) ++i;
    return line_at(i);
  };
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = line_at(i);
    if (lines[i] == "-- " || lines[i] == "--") break;
    if (begins(line, ">")) continue;
    if (ends_all(line) || is_advertisement(line)) break;
    std::size_t announced = 0;  // lines
    if (announces(line))
      announced = 1;
    else if (!line.empty() && !line_at(i + 1).empty() &&
             announces(std::string(line) + " " + std::string(line_at(i + 1))))
      announced = 2;
    if (announced > 0) {
      if (!begins(next_filled(i + announced), ">")) break;  // all below is the quote
      i += announced - 1;
      continue;
    }
    if (begins_with_one_of(line, kFrom)) {
      bool head = false;
      for (std::size_t k = 1; k <= 3; ++k) head = head || begins_with_one_of(line_at(i + k), kSent);
      if (head) break;
    }
    out += lines[i];
    out += '\n';
  }
  // No empty lines at the ends; the first column of the first line stays where it is.
  while (!out.empty() && is_space(out.back())) out.pop_back();
  std::size_t begin = 0;
  for (std::size_t i = 0; i < out.size() && is_space(out[i]); ++i)
    if (out[i] == '\n') begin = i + 1;
  out.erase(0, begin);
  return out;
}

std::string unflow(std::string_view text, bool delsp) {
  std::string out, paragraph;
  std::size_t depth = 0;
  bool open = false;
  const auto flush = [&] {
    if (open) out += std::string(depth, '>') + (depth > 0 ? " " : "") + paragraph + "\n";
    paragraph.clear();
    open = false;
  };
  auto lines = lines_of(text);
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (std::string_view line : lines) {
    std::size_t quotes = 0;
    while (quotes < line.size() && line[quotes] == '>') ++quotes;
    line.remove_prefix(quotes);
    if (!line.empty() && line.front() == ' ') line.remove_prefix(1);  // stuffed
    const bool signature = line == "-- ";
    if (open && (quotes != depth || signature)) flush();
    depth = quotes;
    const bool flows = !signature && !line.empty() && line.back() == ' ';
    if (flows && delsp) line.remove_suffix(1);
    paragraph += line;
    open = true;
    if (!flows) flush();
  }
  flush();
  return out;
}

}  // namespace cairn
