#include "server/protocol/query.h"

#include "core/text.h"

namespace cairn {

namespace {

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char small = to_lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

std::optional<std::string> plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+') {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_value(text[i + 1]), low = hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

}  // namespace

std::optional<QueryValues> read_query(std::string_view target) {
  QueryValues out;
  const std::string_view before = target.substr(0, target.find('#'));
  const auto mark = before.find('?');
  if (mark == std::string_view::npos) return out;
  const std::string_view query = before.substr(mark + 1);
  if (query.size() > kMostQuery) return std::nullopt;
  for (const auto pair : split(query, '&')) {
    if (pair.empty()) continue;
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    auto name = plain(pair.substr(0, equals)), value = plain(pair.substr(equals + 1));
    if (!name || !value) return std::nullopt;
    out.emplace_back(std::move(*name), std::move(*value));
  }
  return out;
}

const std::string* value_in(const QueryValues& query, std::string_view name) {
  for (const auto& [key, value] : query)
    if (key == name) return &value;
  return nullptr;
}

}  // namespace cairn
