#include <algorithm>
#include <cstdint>

#include "core/text.h"
#include "server/mail/message.h"

namespace cairn {

namespace {

void append_code_point(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

struct Entity {
  std::string_view name;
  std::uint32_t code;
};
constexpr Entity kEntities[] = {
    {"amp", '&'},      {"lt", '<'},       {"gt", '>'},       {"quot", '"'},      {"apos", '\''},
    {"nbsp", ' '},     {"auml", 0xE4},    {"ouml", 0xF6},    {"uuml", 0xFC},     {"Auml", 0xC4},
    {"Ouml", 0xD6},    {"Uuml", 0xDC},    {"szlig", 0xDF},   {"eacute", 0xE9},   {"egrave", 0xE8},
    {"agrave", 0xE0},  {"ccedil", 0xE7},  {"ndash", 0x2013}, {"mdash", 0x2014},  {"rsquo", 0x2019},
    {"lsquo", 0x2018}, {"ldquo", 0x201C}, {"rdquo", 0x201D}, {"hellip", 0x2026}, {"euro", 0x20AC}};

// "&lt;" at the front of the text: its length, or 0 where it is none.
std::size_t append_entity(std::string& out, std::string_view text) {
  const auto end = text.substr(0, 12).find(';');
  if (end == std::string_view::npos || end < 2) return 0;
  const std::string_view name = text.substr(1, end - 1);
  if (name.front() == '#') {
    const bool hex = name.size() > 1 && to_lower(name[1]) == 'x';
    std::uint32_t code = 0;
    const std::string_view digits = name.substr(hex ? 2 : 1);
    if (digits.empty()) return 0;
    for (const char c : digits) {
      const char small = to_lower(c);
      if (!is_digit(c) && !(hex && small >= 'a' && small <= 'f')) return 0;
      code = code * (hex ? 16U : 10U) + static_cast<std::uint32_t>(is_digit(c) ? c - '0' : small - 'a' + 10);
      if (code > 0x10FFFF) return 0;
    }
    if (code == 0xA0) code = ' ';
    if (code < ' ' || (code >= 0x7F && code < 0xA0) || (code >= 0xD800 && code < 0xE000)) code = ' ';
    append_code_point(out, code);
    return end + 1;
  }
  for (const auto& [known, code] : kEntities)
    if (known == name) {
      append_code_point(out, code);
      return end + 1;
    }
  return 0;
}

bool breaks_line(std::string_view name) {
  for (const std::string_view one :
       {"br", "p", "div", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "pre", "hr"})
    if (name == one) return true;
  return false;
}
// What is left out with all that is in it.
bool is_left_out(std::string_view name) {
  return name == "style" || name == "script" || name == "head" || name == "title" || name == "blockquote";
}

}  // namespace

std::string text_of_html(std::string_view html) {
  std::string out, skipped;  // the name of the element that is left out
  int depth = 0;             // of it, in itself
  bool pre = false;
  const auto end_line = [&] {
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (!out.empty() && out.back() != '\n') out += '\n';
  };
  for (std::size_t i = 0; i < html.size();) {
    if (html[i] == '<') {
      if (html.substr(i, 4) == "<!--") {
        const auto end = html.find("-->", i + 4);
        i = end == std::string_view::npos ? html.size() : end + 3;
        continue;
      }
      // The end of the tag; what is quoted in it does not count.
      std::size_t end = i + 1;
      for (char quote = 0; end < html.size() && (quote != 0 || html[end] != '>'); ++end) {
        if (quote != 0 ? html[end] == quote : html[end] == '"' || html[end] == '\'')
          quote = quote != 0 ? char{0} : html[end];
      }
      std::string_view tag = html.substr(i + 1, end - i - 1);
      i = std::min(end + 1, html.size());
      const bool closes = !tag.empty() && tag.front() == '/';
      if (closes) tag.remove_prefix(1);
      std::size_t length = 0;
      while (length < tag.size() && (is_letter(tag[length]) || is_digit(tag[length]))) ++length;
      const std::string name = lower(tag.substr(0, length));
      if (!skipped.empty()) {
        if (name == skipped) depth += closes ? -1 : 1;
        if (depth <= 0) skipped.clear();
        continue;
      }
      // What programs put around the mail that is answered.
      const bool quote = !closes && name == "div" && lower(tag).find("gmail_quote") != std::string::npos;
      if (!closes && (is_left_out(name) || quote)) {
        end_line();
        if (name == "script" || name == "style") {  // what is in it is no HTML
          while (i < html.size() && lower(html.substr(i, name.size() + 2)) != "</" + name) ++i;
          continue;
        }
        skipped = name;
        depth = 1;
        continue;
      }
      if (name == "pre") pre = !closes;
      if (breaks_line(name)) {
        if (name != "br" && (out.empty() || out.back() == '\n'))  // a block begins a line; an empty one is none
          continue;
        if (name == "br" && (out.empty() || out.back() == '\n'))
          out += out.empty() ? "" : "\n";
        else
          end_line();
      }
      continue;
    }
    if (!skipped.empty()) {
      ++i;
      continue;
    }
    if (html[i] == '&')
      if (const std::size_t length = append_entity(out, html.substr(i)); length > 0) {
        i += length;
        continue;
      }
    const char c = html[i++];
    if (pre || !is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ' && out.back() != '\n')
      out += ' ';
  }
  end_line();
  return out;
}

}  // namespace cairn
