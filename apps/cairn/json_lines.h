// A file to which whole lines of JSON are added and which is read back when work goes on: matches and tuning runs. A
// last line that a crash tore is cut off.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "notation/view_json.h"

namespace cairn::cli {

class JsonLines {
 public:
  // Opens a file for adding and gives the lines that stand in it; with `fresh` there must be none. Returns "" or what
  // is wrong and what would be right.
  std::string open(const std::string& path, bool fresh, std::vector<Json>& lines);
  bool is_open() const { return file_ != nullptr; }
  bool add(const Json& line);  // false: it could not be written

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace cairn::cli
