// Values of SGF properties: texts, composed values, points.
#include <algorithm>

#include "core/text.h"
#include "notation/sgf.h"

namespace cairn::sgf {

const Property* Node::find(std::string_view name) const {
  for (const Property& property : properties)
    if (property.name == name) return &property;
  return nullptr;
}

Message to_text(const Remark& remark) {
  return Message("line-column", "line {line}, column {column}: {why}",
                 {{"line", remark.at.line}, {"column", remark.at.column}, {"why", remark.text}});
}

std::string text_of(std::string_view value, bool simple) {
  const auto is_break = [](char c) { return c == '\n' || c == '\r'; };
  // "\r\n" and "\n\r" are one line break
  const auto past_break = [&](std::size_t at) {
    const bool pair = at + 1 < value.size() && is_break(value[at + 1]) && value[at + 1] != value[at];
    return at + (pair ? 2 : 1);
  };
  std::string text;
  for (std::size_t at = 0; at < value.size();) {
    char c = value[at];
    if (c == '\\') {
      if (++at == value.size()) break;
      c = value[at];
      if (is_break(c)) {
        at = past_break(at);
        continue;
      }
      text += is_space(c) ? ' ' : c;
      ++at;
    } else if (is_break(c)) {
      text += simple ? ' ' : '\n';
      at = past_break(at);
    } else {
      text += is_space(c) ? ' ' : c;
      ++at;
    }
  }
  return text;
}

std::string value_of(std::string_view text, bool composed) {
  std::string value;
  for (const char c : text) {
    if (c == ']' || c == '\\' || (composed && c == ':')) value += '\\';
    value += c;
  }
  return value;
}

std::pair<std::string_view, std::optional<std::string_view>> halves(std::string_view value) {
  for (std::size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '\\')
      ++at;
    else if (value[at] == ':')
      return {value.substr(0, at), value.substr(at + 1)};
  }
  return {value, std::nullopt};
}

bool is_name(std::string_view text) {
  if (text.empty() || text[0] < 'A' || text[0] > 'Z') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'A' && c <= 'Z') || is_digit(c); });
}

bool is_value(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ']') return false;
    if (text[at] != '\\') continue;
    ++at;  // what it escapes
    if (at == text.size()) return false;
  }
  return text.find('\0') == std::string_view::npos;
}

namespace {

int letter_index(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  if (c >= 'A' && c <= 'Z') return 26 + c - 'A';
  return -1;
}

char index_letter(int index) {
  return static_cast<char>(index < 26 ? 'a' + index : 'A' + index - 26);
}

}  // namespace

std::optional<PointAt> point_of(std::string_view value) {
  value = trim(value);
  if (value.size() != 2) return std::nullopt;
  const PointAt point{letter_index(value[0]), letter_index(value[1])};
  return point.column < 0 || point.row < 0 ? std::nullopt : std::optional(point);
}

std::string value_of(PointAt point) {
  return {index_letter(point.column), index_letter(point.row)};
}

Message read_points(std::string_view value, int columns, int rows, Strictness strictness, std::vector<PointAt>& out) {
  const auto [first, second] = halves(value);
  const auto from = point_of(first), to = second ? point_of(*second) : from;
  const std::string shown = '[' + std::string(value.substr(0, 40)) + ']';
  if (!from || !to)
    return Message("point-two-letters-right",
                   "{value} is not a point; write two letters, or a rectangle of points such as [aa:cc]",
                   {{"value", shown}});
  const auto outside = [&](PointAt point) { return point.column >= columns || point.row >= rows; };
  if (outside(*from) || outside(*to))
    return Message(
        "points-outside-board", "{value} is outside the board of {columns} by {rows}; its last point is {point}",
        {{"value", shown}, {"columns", columns}, {"rows", rows}, {"point", value_of(PointAt{columns - 1, rows - 1})}});
  if (strictness == Strictness::strict && (from->column > to->column || from->row > to->row))
    return Message("names-its-corners-wrong",
                   "{value} has its corners in the wrong order; the upper left one comes first", {{"value", shown}});
  const auto [left, right] = std::minmax({from->column, to->column});
  const auto [top, bottom] = std::minmax({from->row, to->row});
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column) out.push_back({column, row});
  return {};
}

}  // namespace cairn::sgf
