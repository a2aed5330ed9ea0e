// What stands ahead in a text of SGF, by the look of it. Used by its reader alone.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/text.h"

namespace cairn::sgf {

struct Ahead {
  std::string_view text;
  bool small_names = false;  // some name of the text is in small letters alone

  static bool is_blank(char c) { return is_space(c) || c == '\0'; }
  // Behind the blanks at `at`.
  std::size_t past_blanks(std::size_t at) const {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
  }
  // Behind the ';', '(' and ')' at `at`.
  std::size_t past_signs(std::size_t at) const {
    std::size_t end = at;
    for (; at < text.size() && std::string_view(";()").find(text[at]) != std::string_view::npos; at = past_blanks(at))
      end = ++at;
    return end;
  }
  // Where the name of a property ends that has a value; 0: there is none. Words in small letters are no names unless
  // the file writes them so.
  std::size_t name_end(std::size_t at) const {
    const std::size_t begin = at;
    bool capital = small_names;
    for (; at < text.size() && (is_letter(text[at]) || (at > begin && is_digit(text[at]))); ++at)
      capital |= text[at] >= 'A' && text[at] <= 'Z';
    const std::size_t value = past_blanks(at);
    return capital && at > begin && value < text.size() && text[value] == '[' ? at : 0;
  }
  // Whether behind the next few values, too, SGF goes on or ends. `surely`: no sign may stand there that is passed
  // over, either; a word in small letters never may.
  bool goes_well(std::size_t at, bool surely) const {
    constexpr int kLooked = 4;
    for (int values = 0; values < kLooked; ++values) {
      at = past_blanks(at);
      if (at >= text.size() || past_signs(at) != at) return true;
      if (text[at] != '[') {
        const std::size_t end = name_end(at);
        if (end == 0) return !surely && (text[at] < 'a' || text[at] > 'z');
        at = past_blanks(end);
      }
      for (++at; at < text.size() && text[at] != ']'; ++at)
        if (text[at] == '\\') ++at;
      ++at;
    }
    return true;
  }
};

}  // namespace cairn::sgf
