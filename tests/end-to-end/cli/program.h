// Runs the program `cairn` as a child, with files or a terminal around it.
#pragma once

#include <sys/types.h>

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "notation/view_json.h"
#include "tests/programs/child.h"

// Tells GoogleTest to print JSON as JSON.
namespace nlohmann {
inline void PrintTo(const cairn::Json& json, std::ostream* out) {
  *out << cairn::json_text(json);
}
}  // namespace nlohmann

namespace cairn::test {

struct Ran : programs::Ran {
  std::vector<std::string> lines() const;  // of `out`
  std::vector<Json> json() const;          // one value a line; fails the test where a line is no JSON
};

// Runs `cairn ARGUMENTS`, with `input` as its standard input, and waits for it.
Ran run(const std::vector<std::string>& arguments, std::string_view input = "");
// A folder that vanishes with the object.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  std::string path(std::string_view name) const { return path_ + "/" + std::string(name); }
  std::string write(std::string_view name, std::string_view content) const;  // returns the path

 private:
  std::string path_;
};
std::string read_all(const std::string& path);

// Runs a line as typed in a shell (/bin/sh) in a folder, where `cairn` is the program.
Ran shell(const Folder& folder, const std::string& line);

// `cairn` in a terminal of 80x24.
class Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& variables = {});
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  // Waits until `text` has appeared since the last call, and returns all that appeared; fails the test after 20 s.
  std::string wait_for(std::string_view text);
  void type(std::string_view keys);  // "\x03" is ctrl-C
  int wait();                        // the exit code, once the program has ended

 private:
  pid_t child_ = -1;
  int master_ = -1;
  std::string seen_;
};

}  // namespace cairn::test
