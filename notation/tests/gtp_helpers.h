// A session of GTP over strings.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "notation/gtp.h"

namespace cairn::test {

inline Config options(std::string_view words) {
  return {parse_option_words(words), {}};
}

// Weak and quick, and the same every time.
inline GtpSettings quick() {
  GtpSettings settings;
  settings.version = "1.2";
  settings.playouts = 30;
  settings.engine.memory = std::size_t{64} << 20;
  return settings;
}

// All that is written in answer to these lines.
inline std::string speak(std::string_view lines, std::string_view game = "go", std::string_view words = "size=9",
                         GtpSettings settings = quick()) {
  std::istringstream in{std::string(lines)};
  std::ostringstream out;
  run_gtp(*find_game(game), options(words), std::move(settings), in, out);
  return out.str();
}

// The answers, each without the empty line at its end.
inline std::vector<std::string> answers(const std::string& text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find("\n\n", at);
    EXPECT_NE(end, std::string::npos) << "an answer ends with an empty line: " << text.substr(at);
    if (end == std::string::npos) break;
    list.push_back(text.substr(at, end - at));
    EXPECT_TRUE(list.back()[0] == '=' || list.back()[0] == '?') << list.back();
    at = end + 2;
  }
  return list;
}

// The last answer, or all of them where it matters.
inline std::string last(std::string_view lines, std::string_view game = "go", std::string_view words = "size=9",
                        GtpSettings settings = quick()) {
  const auto list = answers(speak(lines, game, words, std::move(settings)));
  return list.empty() ? "" : list.back();
}

}  // namespace cairn::test
