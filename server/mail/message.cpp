#include "server/mail/message.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "core/text.h"
#include "notation/sgf_charset.h"
#include "notation/thread_work.h"

namespace cairn {

namespace {

constexpr std::size_t kMostReport = 64'000;  // bytes of a bounce that are looked at

struct Unref {
  void operator()(gpointer object) const {
    if (object) g_object_unref(object);
  }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

// What says no charset, or a wrong one, is mostly of Windows.
std::string valid_utf8(std::string_view text) {
  return sgf::is_utf8(text) ? std::string(text) : sgf::to_utf8(text, sgf::Charset::windows1252);
}

std::string text_or_empty(const char* text) {
  return text ? text : "";
}

// One line, no control characters.
std::string text_line(std::string_view text) {
  std::string out;
  for (const char c : valid_utf8(text))
    if (static_cast<unsigned char>(c) >= ' ' && c != 127)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  return std::string(trim(out));
}

std::string unix_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      out += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      out += '\n';
  return out;
}

// Decoded, in UTF-8 where its charset is known. What calls itself ASCII or UTF-8 and is not is left as it is: GMime
// would drop the letters.
std::string content_of(GMimeTextPart* part) {
  const char* const charset = g_mime_text_part_get_charset(part);
  const std::string name = lower(text_or_empty(charset));
  if (name != "us-ascii" && name != "utf-8" && name != "utf8") {
    char* const text = g_mime_text_part_get_text(part);
    std::string out = text_or_empty(text);
    g_free(text);
    return out;
  }
  GMimeDataWrapper* const content = g_mime_part_get_content(reinterpret_cast<GMimePart*>(part));
  if (!content) return "";
  const Owned<GMimeStream> stream(g_mime_stream_mem_new());
  g_mime_data_wrapper_write_to_stream(content, stream.get());
  const GByteArray* const bytes = g_mime_stream_mem_get_byte_array(reinterpret_cast<GMimeStreamMem*>(stream.get()));
  std::string out = bytes && bytes->len > 0 ? std::string(reinterpret_cast<const char*>(bytes->data), bytes->len) : "";
  std::erase(out, '\0');
  return out;
}

// What of a message is text, plain before HTML.
struct Parts {
  std::string plain, html;
  bool has_plain = false, has_html = false, report = false;
  int count = 0;
  bool too_deep = false;
};

void gather(GMimeObject* object, int depth, Parts& parts) {
  if (!object) return;
  if (depth > kMostMailDepth || ++parts.count > kMostMailParts) {
    parts.too_deep = true;
    return;
  }
  if (GMIME_IS_MULTIPART(object)) {
    GMimeContentType* const type = g_mime_object_get_content_type(object);
    if (type && g_mime_content_type_is_type(type, "multipart", "report")) parts.report = true;
    auto* const all = reinterpret_cast<GMimeMultipart*>(object);
    for (int i = 0; i < g_mime_multipart_get_count(all) && !parts.too_deep; ++i)
      gather(g_mime_multipart_get_part(all, i), depth + 1, parts);
    return;
  }
  if (!GMIME_IS_TEXT_PART(object)) return;  // of a mail that is passed on nothing counts
  GMimeContentDisposition* const place = g_mime_object_get_content_disposition(object);
  if (place && equal_ignoring_case(text_or_empty(g_mime_content_disposition_get_disposition(place)), "attachment"))
    return;
  GMimeContentType* const type = g_mime_object_get_content_type(object);
  const bool plain = g_mime_content_type_is_type(type, "text", "plain");
  if (!plain && !g_mime_content_type_is_type(type, "text", "html")) return;
  if (plain ? parts.has_plain : parts.has_html) return;  // the first of each
  std::string found = unix_lines(valid_utf8(content_of(reinterpret_cast<GMimeTextPart*>(object))));
  if (trim(found).empty()) return;  // what a program puts before the text
  if (!plain) {
    parts.html = std::move(found);
    parts.has_html = true;
    return;
  }
  const auto parameter = [&](const char* name) { return text_or_empty(g_mime_content_type_get_parameter(type, name)); };
  if (equal_ignoring_case(parameter("format"), "flowed"))
    found = unflow(found, equal_ignoring_case(parameter("delsp"), "yes"));
  parts.plain = std::move(found);
  parts.has_plain = true;
}

// What its headers say against its being a person's mail.
std::string automatic_by(std::string_view name, std::string_view value, const MailTrust& trust) {
  const std::string small = lower(trim(value));
  if (equal_ignoring_case(name, "Auto-Submitted") && small.substr(0, small.find(';')) != "no") return "Auto-Submitted";
  if (equal_ignoring_case(name, "Precedence") && (small == "junk" || small == "auto_reply")) return "Precedence";
  if (equal_ignoring_case(name, "Return-Path") && small.find_first_not_of("<> \t") == std::string::npos)
    return "a bounce";
  if (equal_ignoring_case(name, "X-Loop") && !trust.loop_mark.empty() &&
      equal_ignoring_case(trim(value), trust.loop_mark))
    return "our own";
  if (equal_ignoring_case(name, "X-Auto-Response-Suppress") && small == "all") return "X-Auto-Response-Suppress";
  for (const std::string_view answer : {"X-Autoreply", "X-Auto-Reply", "X-Autorespond", "X-Mail-Autoreply",
                                        "X-Failed-Recipients", "X-Vacation", "X-Autoreply-From"})
    if (equal_ignoring_case(name, answer)) return std::string(answer);
  return "";
}

// What lists and gateways write into the mails of people. Programs of old that answer in somebody's absence say "bulk",
// too; their subject tells them.
std::string list_by(std::string_view name, std::string_view value) {
  const std::string small = lower(trim(value));
  if (equal_ignoring_case(name, "Precedence") && (small == "bulk" || small == "list")) return "Precedence";
  return equal_ignoring_case(name.substr(0, 5), "List-") ? "List-" : "";
}

bool tells_absence(std::string_view subject) {
  const std::string small = lower(subject);
  for (const std::string_view begin : {"auto:",
                                       "autoreply",
                                       "auto-reply",
                                       "auto reply",
                                       "automatic reply",
                                       "automatische antwort",
                                       "out of office",
                                       "out of the office",
                                       "abwesend",
                                       "abwesenheit",
                                       "away from my mail",
                                       "vacation",
                                       "r\u00E9ponse automatique",
                                       "absence",
                                       "respuesta autom\u00E1tica",
                                       "fuera de",
                                       "risposta automatica",
                                       "automatisch",
                                       "autosvar",
                                       "undeliver",
                                       "returned mail",
                                       "delivery status",
                                       "mail delivery"})
    if (small.substr(0, begin.size()) == begin) return true;
  return false;
}

bool is_machine(std::string_view address) {
  const std::string_view user = address.substr(0, address.find('@'));
  return user == "mailer-daemon" || user == "postmaster" || user == "noreply" || user == "no-reply" ||
         user == "double-bounce" || user == "listserv" || user == "majordomo";
}

}  // namespace

ReadMail read_mail(std::string_view bytes, const MailTrust& trust) {
  static std::once_flag once;
  std::call_once(once, [] { g_mime_init(); });
  thread_work.bytes += bytes.size();
  if (bytes.size() > kMostMail) return MailRefusal{"the mail is longer than 256 KiB: a command needs no attachment"};
  auto header = bytes.find("\n\n");
  header = std::min(header, bytes.find("\n\r\n"));
  if (std::min(header, bytes.size()) > kMostMailHeader)
    return MailRefusal{"the header of the mail is longer than 64 KiB"};

  const Owned<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
  if (!message) return MailRefusal{"this is no mail: it has no header"};

  MailIn mail;
  mail.subject = text_line(text_or_empty(g_mime_message_get_subject(message.get())));
  mail.message_id = text_line(text_or_empty(g_mime_message_get_message_id(message.get())));
  if (InternetAddressList* const from = g_mime_message_get_from(message.get());
      from && internet_address_list_length(from) == 1) {
    InternetAddress* const one = internet_address_list_get_address(from, 0);
    if (INTERNET_ADDRESS_IS_MAILBOX(one))
      mail.from = lower(
          text_line(text_or_empty(internet_address_mailbox_get_addr(reinterpret_cast<InternetAddressMailbox*>(one)))));
  }
  const auto at = mail.from.rfind('@');
  if (at == std::string::npos || at == 0 || at + 1 == mail.from.size()) mail.from.clear();
  const std::string domain = mail.from.empty() ? "" : mail.from.substr(at + 1);

  // The library keeps Content-... with the part.
  if (GMimeObject* const part = g_mime_message_get_mime_part(message.get()); part != nullptr)
    mail.language = text_line(text_or_empty(g_mime_object_get_header(part, "Content-Language")));
  int hops = 0, senders = 0;
  GMimeHeaderList* const headers = g_mime_object_get_header_list(reinterpret_cast<GMimeObject*>(message.get()));
  for (int i = 0; i < g_mime_header_list_get_count(headers); ++i) {
    GMimeHeader* const one = g_mime_header_list_get_header_at(headers, i);
    const std::string name = text_or_empty(g_mime_header_get_name(one));
    const std::string value = text_or_empty(g_mime_header_get_raw_value(one));
    if (equal_ignoring_case(name, "Received")) {
      ++hops;
      if (std::string line = text_line(value); line.find(" id ") != std::string::npos) mail.taken_as = std::move(line);
    }
    if (equal_ignoring_case(name, "From")) ++senders;
    if (equal_ignoring_case(name, "Date")) mail.date = text_line(value);
    if (equal_ignoring_case(name, "In-Reply-To")) mail.answers = text_line(value);
    if (equal_ignoring_case(name, "Authentication-Results") && hops <= trust.hops &&
        proves(value, trust.authserv_id, domain))
      mail.proven = true;
    if (mail.automatic.empty()) mail.automatic = automatic_by(name, value, trust);
    if (mail.list.empty()) mail.list = list_by(name, value);
  }
  if (senders != 1) mail.from.clear();
  if (mail.from.empty()) mail.proven = false;
  if (mail.automatic.empty() && is_machine(mail.from)) mail.automatic = "a machine's address";
  if (mail.automatic.empty() && !mail.list.empty() && tells_absence(mail.subject)) mail.automatic = "an absence";

  Parts parts;
  gather(g_mime_message_get_mime_part(message.get()), 1, parts);
  if (parts.too_deep) return MailRefusal{"the mail has more than 32 parts, or parts more than 8 deep"};
  if (parts.report && mail.automatic.empty()) mail.automatic = "a report";
  mail.text = parts.has_plain && !trim(parts.plain).empty() ? parts.plain : text_of_html(parts.html);
  return mail;
}

std::string failure_in(std::string_view bytes) {
  std::string status, words;
  bool failed = false;
  for (const std::string_view line : split(bytes.substr(0, kMostReport), '\n')) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string name = lower(line.substr(0, colon));
    const std::string_view value = trim(line.substr(colon + 1));
    if (name == "action") failed = failed || equal_ignoring_case(value, "failed");
    if (name == "status") status = value;
    if (name == "diagnostic-code") words = value;
  }
  if (!failed || status.empty() || status.front() != '5') return {};
  return words.empty() ? status : words;
}

}  // namespace cairn
