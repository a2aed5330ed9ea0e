// docs/security.md names a test for each of its lines: they must exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace cairn {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(SecurityPage, NamesTestsThatExist) {
  static const std::regex test("(?:^|\\n)(?:TEST|TEST_F|TEST_P)\\((\\w+),\\s*(\\w+)\\)");
  std::set<std::string> known;
  for (const char* folder : {"core", "games", "notation", "server", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(CAIRN_SOURCE) / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      const std::string text = contents(entry.path());
      for (std::sregex_iterator it(text.begin(), text.end(), test), end; it != end; ++it)
        known.insert((*it)[1].str() + "." + (*it)[2].str());
    }
  ASSERT_GT(known.size(), 300U);
  static const std::regex named("`([A-Z]\\w+\\.[A-Z]\\w+)`");
  const std::string page = contents(fs::path(CAIRN_SOURCE) / "docs/security.md");
  int found = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), named), end; it != end; ++it, ++found)
    EXPECT_TRUE(known.contains((*it)[1].str())) << (*it)[1];
  EXPECT_GT(found, 50);
  // Every line of a table has at least one.
  std::istringstream lines(page);
  std::string line;
  while (std::getline(lines, line)) {
    if (line.rfind("| ", 0) != 0 || line.rfind("| what ", 0) == 0) continue;
    EXPECT_TRUE(std::regex_search(line, named)) << line;
  }
}

}  // namespace
}  // namespace cairn
