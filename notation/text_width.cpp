#include "notation/text_width.h"

#include <algorithm>
#include <vector>

#include "core/text.h"

namespace cairn {

namespace {

struct Glyph {
  char32_t code = 0;
  std::size_t bytes = 1;
};

// The first glyph of a text that is not empty; a byte by itself where that is no UTF-8.
Glyph first_glyph(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  const std::size_t bytes = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  if (bytes == 1 || bytes > text.size()) return {lead, 1};
  char32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {lead, 1};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  return {code, bytes};
}

struct CodeRange {
  char32_t first, last;
};
bool in_ranges(char32_t code, const CodeRange* ranges, std::size_t count) {
  return std::any_of(ranges, ranges + count,
                     [&](const CodeRange& one) { return code >= one.first && code <= one.last; });
}

constexpr CodeRange kWide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
                               {0xA960, 0xA97C},   {0xAC00, 0xD7A3},  {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                               {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},  {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
                               {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr CodeRange kNone[] = {{0x300, 0x36F}, {0x200B, 0x200F}, {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}};

bool is_wide_glyph(char32_t code) {
  return in_ranges(code, kWide, std::size(kWide));
}

std::size_t glyph_width(char32_t code) {
  if (code < 0x300) return 1;
  if (in_ranges(code, kNone, std::size(kNone))) return 0;
  return is_wide_glyph(code) ? 2 : 1;
}

bool opens_bracket(char32_t code) {
  return std::u32string_view(U"「『（［｛〈《【〔“‘").find(code) != std::u32string_view::npos;
}

bool cannot_begin_line(char32_t code) {
  return std::u32string_view(U"、。，．・：；？！）］｝〉》」』】〕”’ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…")
             .find(code) != std::u32string_view::npos;
}

// A part of a line that is not broken, and whether a blank stands before it.
struct LinePiece {
  std::string_view text;
  bool blank = false;
};

void add_pieces(std::string_view word, std::vector<LinePiece>& out) {
  std::size_t begin = 0;
  char32_t before = 0;
  bool blank = true;
  for (std::size_t at = 0; at < word.size();) {
    const Glyph glyph = first_glyph(word.substr(at));
    const bool may = at != 0 && (is_wide_glyph(before) || is_wide_glyph(glyph.code)) && !opens_bracket(before) &&
                     !cannot_begin_line(glyph.code);
    if (may) {
      out.push_back({word.substr(begin, at - begin), blank});
      begin = at;
      blank = false;
    }
    before = glyph.code;
    at += glyph.bytes;
  }
  out.push_back({word.substr(begin), blank});
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    width += glyph_width(glyph.code);
    text.remove_prefix(glyph.bytes);
  }
  return width;
}

std::string pad_right(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  return std::string(text) + std::string(width < columns ? columns - width : 0, ' ');
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
  std::size_t width = 0, end = 0;
  while (end < text.size()) {
    const Glyph glyph = first_glyph(text.substr(end));
    width += glyph_width(glyph.code);
    if (width > columns) break;
    end += glyph.bytes;
  }
  return std::string(text.substr(0, end));
}

std::string wrap(std::string_view text, std::size_t width, std::string_view indent) {
  std::string out;
  std::vector<LinePiece> pieces;
  for (const auto paragraph : split(text, '\n')) {
    pieces.clear();
    for (const auto word : split_words(paragraph)) add_pieces(word, pieces);
    std::string line;
    std::size_t columns = display_width(indent);
    for (const LinePiece& piece : pieces) {
      const std::size_t blank = piece.blank && !line.empty() ? 1 : 0;
      const std::size_t more = display_width(piece.text);
      if (!line.empty() && columns + blank + more > width) {
        out.append(indent).append(line).append("\n");
        line.clear();
        columns = display_width(indent);
      } else if (blank != 0) {
        line += ' ';
        ++columns;
      }
      line += piece.text;
      columns += more;
    }
    out.append(line.empty() ? "" : indent).append(line).append("\n");
  }
  return out;
}

}  // namespace cairn
