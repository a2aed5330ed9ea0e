// Runs every command of docs/bots.md, docs/cli.md, docs/embedding.md, docs/engines.md, docs/gtp.md, docs/hosting.md,
// docs/hosting-mail.md, docs/kata-analysis.md, docs/matches.md, docs/networks.md, docs/theory.md and docs/players/*.md
// and compares what it prints with what the page says. A line "..." of the page stands for any lines, "..." within a
// line for any text. The page's outputs are written anew by
//   CAIRN_WRITE_DOCS=1 build/release/tests/end-to-end/cli/cli_test --gtest_filter='Docs.*'
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

#include "core/text.h"
#include "program.h"
#include "tests/reference/effort.h"

namespace cairn::test {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

bool line_matches(std::string_view expected, std::string_view actual) {
  const auto dots = expected.find("...");
  if (dots == std::string_view::npos || expected == actual) return expected == actual;
  if (!actual.starts_with(expected.substr(0, dots))) return false;
  for (std::size_t end = dots; end <= actual.size(); ++end)
    if (line_matches(expected.substr(dots + 3), actual.substr(end))) return true;
  return false;
}

bool matches(const Lines& expected, std::size_t i, const Lines& actual, std::size_t j) {
  if (i == expected.size()) return j == actual.size();
  if (expected[i] == "...") {
    for (std::size_t k = j; k <= actual.size(); ++k)
      if (matches(expected, i + 1, actual, k)) return true;
    return false;
  }
  return j < actual.size() && line_matches(expected[i], actual[j]) && matches(expected, i + 1, actual, j + 1);
}

class DocsPage : public testing::TestWithParam<std::string> {};

TEST_P(DocsPage, EveryCommandPrintsWhatThePageSays) {
  if (in_short_run() && (GetParam() == "cli" || GetParam() == "matches" || GetParam() == "theory"))
    GTEST_SKIP() << "minutes of computing";
  const std::string path = std::string(CAIRN_SOURCE) + "/docs/" + GetParam() + ".md";
  const Lines page = lines_of(read_all(path));
  const Folder folder;
  for (const char* name : {"docs", "tests", "search", "tools"})
    std::filesystem::create_directory_symlink(std::string(CAIRN_SOURCE) + "/" + name, folder.path(name));
  std::string fresh;
  int commands = 0;
  bool inside = false;
  for (std::size_t i = 0; i < page.size(); ++i) {
    fresh += page[i] + "\n";
    if (page[i].rfind("```", 0) == 0) inside = page[i] == "```console";
    if (!inside || page[i].rfind("$ ", 0) != 0) continue;
    Lines expected;
    std::size_t end = i + 1;
    for (; end < page.size() && page[end] != "```" && page[end].rfind("$ ", 0) != 0; ++end)
      expected.push_back(page[end]);
    const Lines actual = lines_of(shell(folder, "{ " + page[i].substr(2) + "; } 2>&1").out);
    ++commands;
    const bool same = matches(expected, 0, actual, 0);
    if (!std::getenv("CAIRN_WRITE_DOCS")) {
      std::string printed;
      for (const auto& line : actual) printed += line + "\n";
      EXPECT_TRUE(same) << path << ":" << i + 1 << ": " << page[i] << "\nprints\n" << printed;
    }
    for (const auto& line : same ? expected : actual) fresh += line + "\n";
    i = end - 1;
  }
  EXPECT_GE(commands, GetParam() == "cli" || GetParam() == "matches" ? 12
                      : GetParam().starts_with("players/")           ? 1
                      : GetParam() == "hosting-mail"                 ? 2
                                                                     : 3);
  if (std::getenv("CAIRN_WRITE_DOCS")) std::ofstream(path) << fresh;
}

INSTANTIATE_TEST_SUITE_P(Docs, DocsPage,
                         testing::Values("bots", "cli", "embedding", "engines", "gtp", "hosting", "hosting-mail",
                                         "kata-analysis", "matches", "networks", "players/README", "players/go",
                                         "players/mail", "players/margo", "players/margrites",
                                         "players/margrites-endings", "players/phantom-go", "players/spargo",
                                         "players/toroidal-go", "theory"),
                         [](const auto& page) {
                           std::string name = page.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !is_letter(c); }, '_');
                           return name;
                         });

// Records of a domain as a zone's file has them: what is asked for by the page must at least be written right.
TEST(Docs, RecordsOfNamesAreWrittenRight) {
  const Lines page = lines_of(read_all(std::string(CAIRN_SOURCE) + "/docs/hosting-mail.md"));
  const std::string name = "[A-Za-z0-9_.-]+\\.";
  const std::regex record("(" + name + ") +IN (A +[0-9.]+|AAAA +[0-9a-f:]+|MX +[0-9]+ " + name + "|PTR +" + name +
                          "|TXT +(\"v=spf1 [a-z0-9:. ]*[-~]all\"|\"v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]+\"|"
                          "\"v=DMARC1; p=(none|quarantine|reject)(; [a-z]+=[A-Za-z0-9:@.]+)*\"))");
  int records = 0;
  std::string all;
  for (auto line = std::find(page.begin(), page.end(), "```dns"); line != page.end() && *++line != "```"; ++records) {
    EXPECT_TRUE(std::regex_match(*line, record)) << *line;
    all += *line + "\n";
  }
  EXPECT_EQ(records, 7);
  for (const char* kind : {" A ", " AAAA ", " MX ", " PTR ", "v=spf1", "v=DKIM1", "v=DMARC1"})
    EXPECT_NE(all.find(kind), std::string::npos) << kind;
}

// No sub-command is left out.
TEST(Docs, DiagramsAreWhatTheProgramDraws) {
  const Folder folder;
  const std::string drawn = folder.path("drawn"), kept = std::string(CAIRN_SOURCE) + "/docs/players/diagrams";
  const auto made = programs::run_program({CAIRN_SOURCE "/docs/players/diagrams.sh", CAIRN_PROGRAM, drawn});
  ASSERT_EQ(made.status, 0) << made.said();
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(kept)) {
    names.insert(file.path().filename().string());
    EXPECT_EQ(read_all(file.path().string()), read_all(drawn + "/" + file.path().filename().string()))
        << file.path() << ": draw it anew by docs/players/diagrams.sh";
  }
  for (const auto& file : std::filesystem::directory_iterator(drawn))
    EXPECT_TRUE(names.contains(file.path().filename().string())) << file.path() << " is not kept";
}

TEST(Docs, NamesEverySubCommand) {
  const std::string page = read_all(std::string(CAIRN_SOURCE) + "/docs/cli.md");
  for (const auto* command : {"games", "play",           "replay",          "convert",    "match",  "tune",   "analyze",
                              "perft", "bench playouts", "bench signature", "gtp",        "serve",  "backup", "restore",
                              "admin", "kata-analysis",  "puzzles",         "bot",        "worker", "load",   "mail",
                              "move",  "doctor",         "bridge",          "export-club"})
    EXPECT_NE(page.find("cairn " + std::string(command)), std::string::npos) << command;
}

}  // namespace
}  // namespace cairn::test
