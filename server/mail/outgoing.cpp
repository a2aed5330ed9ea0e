#include "server/mail/outgoing.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "core/markup.h"
#include "core/text.h"
#include "notation/sgf_charset.h"
#include "notation/text_width.h"
#include "notation/texts/language.h"
#include "server/base/tokens.h"
#include "server/mail/mail_token.h"

namespace cairn {

namespace {

constexpr std::size_t kMostSubject = 200, kMostAddress = 254, kMostLocal = 64;  // bytes
constexpr std::size_t kLineWidth = 76;
constexpr std::size_t kProse = 100;  // columns; longer lines are no board, and may be wrapped

struct UnrefOut {
  void operator()(gpointer object) const {
    if (object != nullptr) g_object_unref(object);
  }
};
template <class T>
using OwnedOut = std::unique_ptr<T, UnrefOut>;

std::string taken(char* text) {
  std::string out = text == nullptr ? "" : text;
  g_free(text);
  return out;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

// One line of UTF-8, whatever was given: nothing of it ends a header.
std::string header_text(std::string_view text) {
  std::string out;
  for (const char c : sgf::is_utf8(text) ? std::string(text) : sgf::to_utf8(text, sgf::Charset::windows1252))
    if (!is_control(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  if (out.size() > kMostSubject) {
    std::size_t end = kMostSubject;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) --end;  // not within a letter
    out.resize(end);
    out += "...";
  }
  return std::string(trim(out));
}

// Folded where blanks allow it.
void add_header(std::string& out, std::string_view name, std::string_view value) {
  std::string line = std::string(name) + ":";
  for (const auto word : split(value, ' ')) {
    if (word.empty()) continue;
    if (line.size() > 1 && line.back() != ':' && line.size() + 1 + word.size() > kLineWidth) {
      out.append(line).append("\r\n");
      line.clear();
    }
    line.append(" ").append(word);
  }
  out.append(line).append("\r\n");
}

std::string encoded(const std::string& text) {
  return taken(g_mime_utils_header_encode_text(nullptr, text.c_str(), "utf-8"));
}

// The mailbox as a header has it.
std::string mailbox_text(std::string_view mailbox) {
  const auto address = address_in(mailbox);
  if (!address) return header_text(mailbox);
  const auto open = mailbox.find('<');
  std::string name = open == std::string_view::npos ? "" : header_text(trim(mailbox.substr(0, open)));
  std::erase(name, '"');
  const OwnedOut<InternetAddress> made(
      internet_address_mailbox_new(name.empty() ? nullptr : name.c_str(), address->c_str()));
  return taken(internet_address_to_string(made.get(), nullptr, TRUE));
}

std::string date_text(std::int64_t at_ms) {
  const std::unique_ptr<GDateTime, decltype(&g_date_time_unref)> at(g_date_time_new_from_unix_utc(at_ms / 1000),
                                                                    &g_date_time_unref);
  return taken(g_mime_utils_header_format_date(at.get()));
}

// A line in HTML, with links to ourselves alone: what people say leads nowhere.
std::string html_line(std::string_view line, std::string_view links) {
  std::string out;
  for (auto at = links.empty() ? std::string_view::npos : line.find(links); at != std::string_view::npos;
       at = line.find(links)) {
    auto end = std::min(line.find_first_of(" \t<>\"'()[]{}", at), line.size());
    while (end > at && std::string_view(".,;:!?").find(line[end - 1]) != std::string_view::npos) --end;
    const std::string url = xml_text(line.substr(at, end - at));
    out.append(xml_text(line.substr(0, at))).append("<a href=\"").append(url).append("\">").append(url).append("</a>");
    line.remove_prefix(std::max(end, at + 1));
  }
  return out + xml_text(line);
}

// A length in the head of a PNG: its width at 16, its height at 20.
std::string png_length(const std::string& png, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = at; i < at + 4 && i < png.size(); ++i) out = out << 8U | static_cast<unsigned char>(png[i]);
  return std::to_string(out);
}

std::string language_of(const Letter& letter) {
  const auto language = find_language(letter.language);
  return std::string(language_code(language.value_or(Language::en)));
}

std::string html_text(const Letter& letter, const std::string& picture, std::string_view links) {
  std::string out = "<!DOCTYPE html>\n<html lang=\"" + language_of(letter) +
                    "\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n"
                    "<meta name=\"color-scheme\" content=\"light dark\">\n"
                    "<meta name=\"supported-color-schemes\" content=\"light dark\">\n<title>";
  out += xml_text(header_text(letter.subject)) + "</title>\n</head>\n<body>\n";
  if (!picture.empty())
    out += "<p><img src=\"cid:" + picture + "\" alt=\"" + xml_text(header_text(letter.alt)) + "\" width=\"" +
           png_length(letter.picture, 16) + "\" height=\"" + png_length(letter.picture, 20) +
           "\" style=\"max-width:100%;height:auto\"></p>\n";
  out +=
      "<pre style=\"font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;line-height:1.3;"
      "white-space:pre;overflow-x:auto\">\n";
  for (const auto line : split(letter.text, '\n')) {
    const bool prose = display_width(line) > kProse;
    out.append(prose ? "<span style=\"white-space:pre-wrap\">" : "").append(html_line(line, links));
    out.append(prose ? "</span>\n" : "\n");
  }
  return out + "</pre>\n</body>\n</html>\n";
}

OwnedOut<GMimePart> part_of(const char* type, const char* subtype, const std::string& bytes, const char* charset) {
  OwnedOut<GMimePart> part(g_mime_part_new_with_type(type, subtype));
  if (charset != nullptr)
    g_mime_object_set_content_type_parameter(reinterpret_cast<GMimeObject*>(part.get()), "charset", charset);
  const OwnedOut<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const OwnedOut<GMimeDataWrapper> content(
      g_mime_data_wrapper_new_with_stream(stream.get(), GMIME_CONTENT_ENCODING_DEFAULT));
  g_mime_part_set_content(part.get(), content.get());
  g_mime_part_set_content_encoding(part.get(), GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
  return part;
}

GMimeObject* object_of(GMimePart* part) {
  return reinterpret_cast<GMimeObject*>(part);
}

OwnedOut<GMimeMultipart> parts_of(const char* subtype, const std::string& boundary) {
  OwnedOut<GMimeMultipart> parts(g_mime_multipart_new_with_subtype(subtype));
  g_mime_multipart_set_boundary(parts.get(), boundary.c_str());
  return parts;
}

std::string bytes_of(GMimeMultipart* body) {
  const std::unique_ptr<GMimeFormatOptions, decltype(&g_mime_format_options_free)> format(g_mime_format_options_new(),
                                                                                          &g_mime_format_options_free);
  g_mime_format_options_set_newline_format(format.get(), GMIME_NEWLINE_FORMAT_DOS);
  return taken(g_mime_object_to_string(reinterpret_cast<GMimeObject*>(body), format.get()));
}

// Plain text first, then what a program may show instead: HTML, with its picture where there is one.
std::string body_of(const Letter& letter, const std::string& name, const MailFrame& frame) {
  std::string text = sgf::is_utf8(letter.text) ? letter.text : sgf::to_utf8(letter.text, sgf::Charset::windows1252);
  std::erase_if(text, [](char c) { return is_control(c) && c != '\n' && c != '\t'; });
  if (text.empty() || text.back() != '\n') text += '\n';
  Letter clean = letter;
  clean.text = text;
  clean.text.pop_back();
  const std::string picture = letter.picture.empty() ? "" : "picture." + name + "@" + frame.domain;
  const auto body = parts_of("alternative", "=_" + name + ".a");
  const auto plain = part_of("text", "plain", text, "utf-8");
  const auto html = part_of("text", "html", html_text(clean, picture, frame.links), "utf-8");
  g_mime_multipart_add(body.get(), object_of(plain.get()));
  if (picture.empty()) {
    g_mime_multipart_add(body.get(), object_of(html.get()));
    return bytes_of(body.get());
  }
  const auto related = parts_of("related", "=_" + name + ".r");
  const auto image = part_of("image", "png", letter.picture, nullptr);
  g_mime_part_set_content_encoding(image.get(), GMIME_CONTENT_ENCODING_BASE64);
  g_mime_part_set_content_id(image.get(), picture.c_str());
  g_mime_object_set_disposition(object_of(image.get()), "inline");
  g_mime_multipart_add(related.get(), object_of(html.get()));
  g_mime_multipart_add(related.get(), object_of(image.get()));
  g_mime_multipart_add(body.get(), reinterpret_cast<GMimeObject*>(related.get()));
  return bytes_of(body.get());
}

}  // namespace

std::string write_mail(const Letter& letter, const MailFrame& frame) {
  static std::once_flag once;
  std::call_once(once, [] { g_mime_init(); });
  const std::string name = mail_name(frame.id);
  std::string out;
  add_header(out, "Date", date_text(frame.at_ms));
  add_header(out, "From", mailbox_text(frame.from));
  add_header(out, "To", is_mail_address(frame.to) ? frame.to : "undisclosed-recipients:;");
  add_header(out, "Subject", encoded(header_text(letter.subject)));
  add_header(out, "Message-ID", "<" + name + "@" + frame.domain + ">");
  if (!letter.thread.empty()) {  // its first mail, which nobody need have
    const std::string first = "<thread." + mail_name(letter.thread) + "@" + frame.domain + ">";
    add_header(out, "In-Reply-To", first);
    add_header(out, "References", first);
  }
  if (const std::string reply = letter.reply + "@" + frame.domain; !letter.reply.empty() && is_mail_address(reply))
    add_header(out, "Reply-To", reply);
  add_header(out, "Content-Language", language_of(letter));
  add_header(out, "Auto-Submitted", "auto-generated");
  add_header(out, "X-Loop", mail_loop_mark(frame.domain));
  if (!frame.stop_url.empty()) {
    std::string places = "<" + frame.stop_url + ">";
    if (!frame.stop_address.empty()) places += ", <mailto:" + frame.stop_address + ">";
    add_header(out, "List-Unsubscribe", places);
    add_header(out, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
  }
  add_header(out, "MIME-Version", "1.0");
  return out + body_of(letter, name, frame);
}

bool is_mail_address(std::string_view address) {
  const auto at = address.find('@');
  if (at == std::string_view::npos || at == 0 || at > kMostLocal || at + 1 == address.size() ||
      address.size() > kMostAddress)
    return false;
  const auto domain = address.substr(at + 1);
  const auto plain = [](char c) { return is_letter(c) || is_digit(c); };
  const auto local_letter = [&](char c) {
    return plain(c) || std::string_view("!#$%&'*+-/=?^_`{|}~.").find(c) != std::string_view::npos;
  };
  const auto domain_letter = [&](char c) { return plain(c) || c == '-' || c == '.'; };
  return std::all_of(address.begin(), address.begin() + static_cast<std::ptrdiff_t>(at), local_letter) &&
         std::all_of(domain.begin(), domain.end(), domain_letter) && domain.front() != '.' && domain.front() != '-' &&
         domain.back() != '.' && domain.find("..") == std::string_view::npos;
}

std::optional<std::string> address_in(std::string_view mailbox) {
  const std::string_view all = trim(mailbox);
  if (std::any_of(all.begin(), all.end(), is_control)) return std::nullopt;
  const auto open = all.find('<');
  if (open == std::string_view::npos) return is_mail_address(all) ? std::optional(std::string(all)) : std::nullopt;
  if (all.back() != '>') return std::nullopt;
  const auto address = all.substr(open + 1, all.size() - open - 2);
  return is_mail_address(address) ? std::optional(std::string(address)) : std::nullopt;
}

std::string mail_loop_mark(std::string_view domain) {
  return "cairn." + std::string(domain);
}

}  // namespace cairn
