#include "notation/kata_fields.h"

#include <algorithm>
#include <limits>

#include "core/text.h"

namespace cairn {

std::size_t json_depth(std::string_view text) {
  std::size_t depth = 0, most = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{') most = std::max(most, ++depth);
    if ((c == ']' || c == '}') && depth > 0) --depth;
  }
  return most;
}

std::optional<std::size_t> kata_player(const Json& json) {
  if (!json.is_string()) return std::nullopt;
  const std::string word = lower(json.get<std::string>());
  if (word == "b" || word == "black") return 0;
  if (word == "w" || word == "white") return 1;
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> kata_integers(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  std::vector<std::int64_t> list;
  for (const Json& one : json) {
    if (!one.is_number_integer()) return std::nullopt;
    list.push_back(one.get<std::int64_t>());
  }
  return list;
}

std::optional<std::string> kata_vertex(std::string_view text, GridSize size) {
  text = trim(text);
  if (equal_ignoring_case(text, "pass")) return "pass";
  int column = -1, row = -1;
  if (text.size() > 2 && text.front() == '(' && text.back() == ')') {
    const auto parts = split(text.substr(1, text.size() - 2), ',');
    const auto x = parts.size() == 2 ? parse_int(trim(parts[0])) : std::nullopt;
    const auto y = parts.size() == 2 ? parse_int(trim(parts[1])) : std::nullopt;
    if (!x || !y || *y < 0 || *y >= size.rows) return std::nullopt;
    column = *x;
    row = size.rows - *y;
  } else if (text.size() > 1 && is_letter(text[0]) && is_digit(text[1])) {
    const char letter = to_upper(text[0]);
    if (letter == 'I') return std::nullopt;
    column = letter - 'A' - (letter > 'I' ? 1 : 0);
    row = parse_int(text.substr(1)).value_or(-1);
  }
  if (column < 0 || column >= size.columns || row < 1 || row > size.rows) return std::nullopt;
  return static_cast<char>('A' + column + (column >= 'I' - 'A' ? 1 : 0)) + std::to_string(row);
}

bool KataFields::read_truth(const char* field, bool& out) {
  if (!has(field)) return true;
  if (!json_[field].is_boolean()) return fail(field, "Must be a boolean");
  out = json_[field].get<bool>();
  return true;
}

bool KataFields::read_whole(const char* field, std::int64_t least, std::int64_t most, const std::string& right,
                            std::int64_t& out) {
  if (!has(field)) return true;
  const Json& given = json_[field];
  const bool large = given.is_number_unsigned() &&
                     given.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!given.is_number_integer() || large || given.get<std::int64_t>() < least || given.get<std::int64_t>() > most)
    return fail(field, right);
  out = given.get<std::int64_t>();
  return true;
}

bool KataFields::read_real(const char* field, double least, double most, const std::string& right, double& out) {
  if (!has(field)) return true;
  const double given = json_[field].is_number() ? json_[field].get<double>() : most + 1;
  if (!(given >= least && given <= most)) return fail(field, right);
  out = given;
  return true;
}

}  // namespace cairn
