// Small text helpers for the readers: case, trimming, splitting, numbers. Never throws; bounded by its input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
  return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}
constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string lower(std::string_view text);
std::string upper(std::string_view text);
std::string_view trim(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);
std::vector<std::string_view> split(std::string_view text, char separator);  // keeps empty parts
std::vector<std::string_view> split_words(std::string_view text);            // on blanks, no empty parts
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::optional<int> parse_int(std::string_view text);          // optional sign, digits only, the whole text
std::string half_points_text(int half_points);                // 13 -> "6.5", -4 -> "-2"
std::optional<int> parse_half_points(std::string_view text);  // "6.5" -> 13

}  // namespace cairn
