// A session of KataGo's analysis protocol over strings.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "notation/kata_analysis.h"

namespace cairn::test {

// Weak and quick; one position at a time, so that the order of the answers is that of the queue.
inline KataSettings quick_kata() {
  KataSettings settings;
  settings.version = "1.2";
  settings.usual.visits = 20;
  settings.engine.memory = std::size_t{64} << 20;
  settings.engine.shipped = false;
  return settings;
}

inline std::vector<Json> kata(std::string_view lines, const KataSettings& settings = quick_kata()) {
  std::istringstream in{std::string(lines)};
  std::ostringstream out;
  run_kata_analysis(*kata_game(), settings, in, out);
  std::vector<Json> list;
  std::istringstream read(out.str());
  for (std::string line; std::getline(read, line);) {
    list.push_back(parse_json(line));
    EXPECT_TRUE(list.back().is_object()) << line;
  }
  return list;
}

// A query on 5x5 with these fields beside.
inline std::string query(std::string_view more, std::string_view id = "q") {
  return R"({"id":")" + std::string(id) + R"(","boardXSize":5,"boardYSize":5,"rules":"tromp-taylor","komi":2.5)" +
         (more.empty() ? "" : ",") + std::string(more) + "}\n";
}
inline Json only(std::string_view line, const KataSettings& settings = quick_kata()) {
  const auto list = kata(line, settings);
  EXPECT_EQ(list.size(), 1U) << line;
  return list.empty() ? Json() : list.back();
}

}  // namespace cairn::test
