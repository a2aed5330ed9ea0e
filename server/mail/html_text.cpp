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

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view html) : html_(html) {}
  std::string text() {
    while (at_ < html_.size()) {
      if (html_[at_] != '<')
        take_letter();
      else if (html_.substr(at_, 4) == "<!--")
        skip_comment();
      else
        take_tag();
    }
    end_line();
    return std::move(out_);
  }

 private:
  struct Tag {
    std::string_view text;  // without what closes it
    std::string name;
    bool closes;
  };

  void end_line() {
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    if (!out_.empty() && out_.back() != '\n') out_ += '\n';
  }
  // A block begins a line; an empty one is none. "br" makes an empty line, too.
  void break_line(bool br) {
    if (!out_.empty() && out_.back() != '\n')
      end_line();
    else if (br && !out_.empty())
      out_ += '\n';
  }
  void skip_comment() {
    const auto end = html_.find("-->", at_ + 4);
    at_ = end == std::string_view::npos ? html_.size() : end + 3;
  }

  // Goes behind a tag; what is quoted in it does not end it.
  Tag read_tag() {
    std::size_t end = at_ + 1;
    for (char quote = 0; end < html_.size() && (quote != 0 || html_[end] != '>'); ++end) {
      if (quote != 0 ? html_[end] == quote : html_[end] == '"' || html_[end] == '\'')
        quote = quote != 0 ? char{0} : html_[end];
    }
    std::string_view text = html_.substr(at_ + 1, end - at_ - 1);
    at_ = std::min(end + 1, html_.size());
    const bool closes = !text.empty() && text.front() == '/';
    if (closes) text.remove_prefix(1);
    std::size_t length = 0;
    while (length < text.size() && (is_letter(text[length]) || is_digit(text[length]))) ++length;
    return {text, lower(text.substr(0, length)), closes};
  }

  void take_tag() {
    const Tag tag = read_tag();
    if (!left_out_.empty()) {
      if (tag.name == left_out_) depth_ += tag.closes ? -1 : 1;
      if (depth_ <= 0) left_out_.clear();
      return;
    }
    // What programs put around the mail that is answered.
    const bool quote = tag.name == "div" && lower(tag.text).find("gmail_quote") != std::string::npos;
    if (!tag.closes && (is_left_out(tag.name) || quote)) return leave_out(tag.name);
    if (tag.name == "pre") pre_ = !tag.closes;
    if (breaks_line(tag.name)) break_line(tag.name == "br");
  }
  void leave_out(const std::string& name) {
    end_line();
    if (name == "script" || name == "style") {  // what is in it is no HTML
      while (at_ < html_.size() && lower(html_.substr(at_, name.size() + 2)) != "</" + name) ++at_;
      return;
    }
    left_out_ = name;
    depth_ = 1;
  }

  void take_letter() {
    if (!left_out_.empty()) {
      ++at_;
      return;
    }
    if (html_[at_] == '&')
      if (const std::size_t length = append_entity(out_, html_.substr(at_)); length > 0) {
        at_ += length;
        return;
      }
    const char c = html_[at_++];
    if (pre_ || !is_space(c))
      out_ += c;
    else if (!out_.empty() && out_.back() != ' ' && out_.back() != '\n')
      out_ += ' ';
  }

  std::string_view html_;
  std::size_t at_ = 0;
  std::string out_, left_out_;  // the name of the element that is left out
  int depth_ = 0;               // of it, in itself
  bool pre_ = false;
};

}  // namespace

std::string text_of_html(std::string_view html) {
  return HtmlReader(html).text();
}

}  // namespace cairn
