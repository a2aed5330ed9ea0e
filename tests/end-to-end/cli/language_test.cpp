// The command line in other languages than English: what people read is said in theirs, what programs read is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "notation/text_width.h"
#include "program.h"

namespace cairn::test {
namespace {

using Words = std::vector<std::string>;
const std::vector<std::string> kOthers = {"de", "fr", "es", "ja", "zh"};
const Words kSubcommands = {"games",   "play",   "replay",        "convert", "render", "perft",    "puzzles",
                            "solve",   "verify", "bench",         "match",   "tune",   "selfplay", "network",
                            "analyze", "gtp",    "kata-analysis", "serve",   "backup", "restore",  "admin",
                            "move",    "bot",    "worker",        "load",    "mail",   "doctor",   "bridge"};

bool says(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Ran in(const std::string& code, Words arguments, std::string_view input = "") {
  arguments.insert(arguments.begin(), {"--language", code});
  return run(arguments, input);
}

// In a shell with these variables set.
std::string first_line(const std::string& variables, const std::string& arguments) {
  const Folder folder;
  return shell(folder, "unset LC_ALL; " + variables + " cairn " + arguments).lines().at(0);
}

TEST(Language, IsThatOfTheEnvironment) {
  constexpr const char* kGerman = "Brettspiele spielen, analysieren und anbieten, nach exakten Regeln.";
  constexpr const char* kEnglish = "Play, analyse and host board games, by exact rules.";
  EXPECT_EQ(first_line("LANG=de_DE.UTF-8", "--help"), kGerman);
  EXPECT_EQ(first_line("LANG=de_AT.utf8", "--help"), kGerman);
  EXPECT_EQ(first_line("LC_MESSAGES=de_DE.UTF-8 LANG=fr_FR.UTF-8", "--help"), kGerman);
  EXPECT_EQ(first_line("LC_ALL=C.UTF-8 LANG=de_DE.UTF-8", "--help"), kEnglish);
  EXPECT_EQ(first_line("LANG=de_DE.ISO-8859-1", "--help"), kEnglish) << "its letters would be no UTF-8";
  EXPECT_EQ(first_line("LANG=it_IT.UTF-8", "--help"), kEnglish);
  EXPECT_EQ(first_line("LANG=", "--help"), kEnglish);
  EXPECT_EQ(first_line("LANG=fr_FR.UTF-8", "--help --language de"), kGerman);
  EXPECT_EQ(first_line("LANG=fr_FR.UTF-8", "--language=en --help"), kEnglish);
}

TEST(Language, ThatIsUnknownIsRefused) {
  const Ran ran = run({"games", "--language", "tlh"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.err, "cairn: --language must be one of en, de, fr, es, ja, zh\n");
  EXPECT_EQ(run({"games", "--language"}).status, 2);
}

TEST(Language, OfHelpHasEveryTextInItsColumns) {
  for (const std::string& code : kOthers)
    for (const std::string& command : kSubcommands) {
      const Ran ran = in(code, {command, "--help"});
      const Ran english = run({command, "--help"});
      ASSERT_EQ(ran.status, 0) << code << " " << command;
      EXPECT_NE(ran.lines().at(0), english.lines().at(0)) << code << " " << command;
      for (const std::string& line : ran.lines()) {
        const auto same = english.lines();
        const bool as_in_english = std::find(same.begin(), same.end(), line) != same.end();
        EXPECT_TRUE(as_in_english || display_width(line) <= 80) << code << " " << command << ": " << line;
      }
      EXPECT_FALSE(says(ran.out, "##")) << code << " " << command;
    }
}

TEST(Language, OfHelpHasEverySubcommandOfAdmin) {
  const Words english = run({"admin", "--help"}).lines();
  for (const std::string& code : kOthers)
    for (const std::string& line : in(code, {"admin", "--help"}).lines()) {
      const bool explains = line.starts_with("  ") && line.find_first_not_of(' ') < 4 && says(line, "   ");
      if (explains && !line.starts_with("  -"))
        EXPECT_EQ(std::count(english.begin(), english.end(), line), 0) << code << ": " << line;
    }
}

TEST(Language, OfHelpKeepsTheColumnOfExplanations) {
  const Ran ran = in("ja", {"--help"});
  EXPECT_TRUE(says(ran.out, "使い方: cairn [オプション] サブコマンド\n"));
  EXPECT_TRUE(says(ran.out, "  games                   ゲームの一覧か、一つのゲーム"));
  EXPECT_TRUE(says(in("de", {"play", "--help"}).out, "  --load FILE             Eine gespeicherte Partie fortsetzen"));
}

TEST(Language, OfRefusals) {
  EXPECT_EQ(in("de", {"play", "chess"}).status, 2);
  EXPECT_TRUE(says(in("de", {"play", "chess"}).err, "cairn: unbekanntes Spiel \"chess\""))
      << in("de", {"play", "chess"}).err;
  EXPECT_EQ(in("de", {"play", "--load", "/none"}).err, "cairn: die Datei \"/none\" gibt es nicht\n");
  EXPECT_TRUE(says(in("fr", {"replay", "go", "-o", "size=99"}).err, "cairn: option size"));
  EXPECT_FALSE(says(in("fr", {"replay", "go", "-o", "size=99"}).err, "is not one of"));
  EXPECT_TRUE(says(in("es", {"games", "--what"}).err, "no se esperaba: --what\n"));
  EXPECT_EQ(in("es", {"games", "go", std::string(100'000, 'x')}).status, 2) << "however long it is";
  EXPECT_TRUE(says(in("ja", {"perft"}).err, "GAME が必要です\n"));
  EXPECT_TRUE(says(in("zh", {"perft", "go", "x"}).err, "DEPTH：x 不在 0 到 100 之间\n"));
}

TEST(Language, OfRefusedMovesInFiles) {
  const Folder folder;
  const std::string game = folder.write("game.json", R"({"format":"cairn-record","version":1,"game":"spargo",)"
                                                     R"("options":{},"moves":[[0,"A1"],[1,"A1"]]})");
  const std::string told = in("de", {"play", "--load", game}).err;
  EXPECT_TRUE(says(told, "Da steht schon etwas")) << told;
  EXPECT_FALSE(says(told, "cannot be played")) << told;
}

TEST(Language, OfAGameInTheTerminal) {
  const Words play = {"play", "spargo", "--white", "human", "--black", "human", "--board", "small"};
  const Ran german = in("de", play, "A1\nC1\nB2\ndance\nundo\nlegal\nresign\n");
  EXPECT_TRUE(says(german.out, "Gib einen Zug ein, oder `help`.")) << german.out;
  EXPECT_TRUE(says(german.out, "Weiß: A1\nSchwarz> ")) << german.out;
  EXPECT_TRUE(says(german.out, "Schwarz am Zug")) << german.out;
  EXPECT_TRUE(says(german.out, "`legal` zeigt die Züge, `help` die")) << german.out;
  EXPECT_TRUE(says(german.out, "Zurückgenommen.")) << german.out;
  EXPECT_TRUE(says(german.out, " erlaubte Züge\n")) << german.out;
  EXPECT_TRUE(says(german.out, "gewinnt: ")) << german.out;
  for (const std::string_view english : {"to move", "Taken back", "leaves the game", "wins"})
    EXPECT_FALSE(says(german.out, english)) << english;
  const Ran japanese = in("ja", play, "A1\nhelp\n");
  EXPECT_TRUE(says(japanese.out, "白：A1")) << japanese.out;
  EXPECT_TRUE(says(japanese.out, "  legal          打てる手の一覧\n")) << japanese.out;
}

TEST(Language, OfTheHelpOfMailCommands) {
  EXPECT_TRUE(says(in("de", {"mail", "help"}).out, "Spiele auf diesem Server"));
  const Ran unknown = in("de", {"mail", "help", "dance"});
  EXPECT_EQ(unknown.status, 64);
  EXPECT_EQ(unknown.out, "");
  EXPECT_TRUE(says(unknown.err, "\"dance\" gibt es nicht")) << unknown.err;
}

TEST(Language, ThatProgramsReadIsEnglish) {
  const std::vector<Words> lines = {{"games", "--json"},
                                    {"replay", "go", "-o", "size=3", "--json", "A1"},
                                    {"perft", "spargo", "2"},
                                    {"bench", "playouts", "spargo", "--seconds", "0"},
                                    {"mail", "help", "moves"}};
  for (const Words& line : lines) EXPECT_EQ(in("de", line).status, run(line).status) << line[0];
  EXPECT_EQ(in("de", lines[0]).out, run(lines[0]).out);
  EXPECT_EQ(in("ja", lines[1]).out, run(lines[1]).out);
  EXPECT_EQ(in("fr", {"replay", "chess", "--json"}).out, run({"replay", "chess", "--json"}).out);
  EXPECT_EQ(in("de", {"gtp", "--game", "go"}, "play b z99\nquit\n").out,
            run({"gtp", "--game", "go"}, "play b z99\nquit\n").out);
}

}  // namespace
}  // namespace cairn::test
