// The protocol itself: lines, ids, errors, what controllers send that is wrong; and the shared vectors.
#include <fstream>
#include <regex>
#include <set>

#include "core/rng.h"
#include "core/text.h"
#include "gtp_helpers.h"
#include "notation/gtp_input.h"
#include "notation/gtp_line.h"
#include "notation/view_json.h"

namespace cairn::test {
namespace {

std::string body(const std::string& answer) {
  return std::string(trim(std::string_view(answer).substr(1)));
}

TEST(GtpLine, IsCleanedAsTheStandardSays) {
  EXPECT_TRUE(read_gtp_line("").empty());
  EXPECT_TRUE(read_gtp_line(" \t \r").empty());
  EXPECT_TRUE(read_gtp_line("# all of it").empty());
  const GtpLine line = read_gtp_line("\x01 7\tplay \x7F b  D4 # there\r");
  EXPECT_EQ(line.id, "7");
  EXPECT_EQ(line.command, "play");
  EXPECT_EQ(line.arguments, (std::vector<std::string>{"b", "D4"}));
  EXPECT_EQ(line.rest, "b  D4");
  EXPECT_EQ(read_gtp_line("12").id, "12");
  EXPECT_EQ(read_gtp_line("123456789012 name").id, "") << "no 31-bit number";
  EXPECT_TRUE(is_gtp_interrupt(" # interrupt\r"));
  EXPECT_FALSE(is_gtp_interrupt("interrupt"));
}

TEST(GtpLine, AnswersHoldNoEmptyLine) {
  EXPECT_EQ(gtp_answer(true, "", ""), "=\n\n");
  EXPECT_EQ(gtp_answer(true, "4", "a\n\nb\n\n"), "=4 a\n \nb\n\n");
  EXPECT_EQ(gtp_answer(true, "4", "\na\n"), "=4\na\n\n");
  EXPECT_EQ(gtp_answer(false, "4", "no\x07pe"), "?4 nope\n\n");
}

TEST(GtpLine, NumbersAreWholeWords) {
  EXPECT_EQ(parse_number("6.5"), 6.5);
  EXPECT_EQ(parse_number("+7"), 7.0);
  EXPECT_EQ(parse_number("-0.5"), -0.5);
  for (const auto* wrong : {"", "x", "6.5x", "nan", "inf", "1e999", "--1"}) EXPECT_FALSE(parse_number(wrong)) << wrong;
}

TEST(GtpInput, HandsLinesOverUpToQuit) {
  std::istringstream in("one\r\n\n# interrupt\n5 quit\nnever\n");
  GtpInput input;
  read_gtp_lines(in, input);
  EXPECT_TRUE(input.interrupted());
  EXPECT_EQ(input.next()->text, "one\r");
  EXPECT_EQ(input.next()->text, "");
  EXPECT_EQ(input.next()->text, "# interrupt");
  EXPECT_FALSE(input.interrupted());
  EXPECT_EQ(input.next()->text, "5 quit");
  EXPECT_FALSE(input.next().has_value());
}

TEST(GtpInput, BoundsLongLines) {
  const std::string answer = speak("7 name " + std::string(3 << 20, 'x') + "\n8 name\n");
  EXPECT_EQ(answers(answer).at(0), "?7 line too long; at most 1048576 bytes");
  EXPECT_EQ(answers(answer).at(1), "=8 Cairn");
}

// Every vector of tests/vectors/go_gtp_protocol.jsonl.
TEST(GtpVectors, AllHold) {
  std::ifstream file(std::string(CAIRN_VECTORS) + "/go_gtp_protocol.jsonl");
  int count = 0;
  for (std::string text; std::getline(file, text);) {
    const Json vector = parse_json(text);
    ASSERT_TRUE(vector.is_object()) << text;
    SCOPED_TRACE(vector["id"].get<std::string>());
    const Json& expect = vector["expect"];
    const std::string sent = vector["send"].get<std::string>();
    const std::string output = speak(sent, "go", "");
    const auto list = answers(output);
    ASSERT_FALSE(list.empty());
    ++count;
    const std::set<std::string> known{"regex",  "count",         "last_regex",   "all_ok",
                                      "bodies", "lines_include", "last_body_set"};
    for (const auto& [key, value] : expect.items()) EXPECT_TRUE(known.count(key) == 1) << key;
    if (expect.contains("regex")) {
      EXPECT_TRUE(std::regex_search(output, std::regex(expect["regex"].get<std::string>()))) << output;
    }
    if (expect.contains("count")) {
      EXPECT_EQ(list.size(), expect["count"].get<std::size_t>());
    }
    if (expect.contains("last_regex")) {
      EXPECT_TRUE(std::regex_search(list.back() + "\n\n", std::regex(expect["last_regex"].get<std::string>())))
          << list.back();
    }
    if (expect.contains("all_ok")) {
      for (const auto& answer : list) EXPECT_EQ(answer[0], '=') << answer;
    }
    if (expect.contains("bodies")) {
      for (std::size_t i = 0; i < expect["bodies"].size(); ++i)
        EXPECT_EQ(body(list.at(i)), expect["bodies"][i].get<std::string>());
    }
    if (expect.contains("lines_include")) {
      const std::string lines = "\n" + body(list.back()) + "\n";
      for (const Json& line : expect["lines_include"])
        EXPECT_NE(lines.find("\n" + line.get<std::string>() + "\n"), std::string::npos) << line.get<std::string>();
    }
    if (expect.contains("last_body_set")) {
      const std::string all = body(list.back());
      std::set<std::string> found, wanted;
      for (const auto word : split_words(all)) found.emplace(word);
      for (const Json& word : expect["last_body_set"]) wanted.insert(word.get<std::string>());
      EXPECT_EQ(found, wanted);
    }
  }
  EXPECT_GE(count, 20);
}

TEST(GtpProtocol, TellsWhatItIs) {
  const auto list = answers(speak("protocol_version\nname\nversion\ncairn-game\n"));
  EXPECT_EQ(list, (std::vector<std::string>{"= 2", "= Cairn", "= 1.2", "= go"}));
}

// Every listed command is known and answers, whatever its arguments; none ends the session but `quit`.
TEST(GtpProtocol, EveryListedCommandAnswersAnything) {
  for (const auto& [game, words] : std::vector<std::pair<std::string, std::string>>{{"go", "size=5"},
                                                                                    {"toroidal", "size=5"},
                                                                                    {"spargo", ""},
                                                                                    {"margo", "size=3"},
                                                                                    {"margrites", "hostile=yes"}}) {
    SCOPED_TRACE(game);
    const auto made = find_game(game)->make(options(words));
    const std::string list = body(last("list_commands\n", game, made.error.empty() ? words : ""));
    int commands = 0;
    for (const auto name : split(list, '\n')) {
      if (name == "quit") continue;
      ++commands;
      const std::string command(name);
      std::string lines = "known_command " + command + "\n";
      for (const auto* arguments : {"", " x", " b", " 1 2 3 4 5", " b D4 E5", " {\"a\":1}", " w x y z -1 0"})
        lines += command + arguments + "\n";
      const auto output = answers(speak(lines + "9 name\n", game, made.error.empty() ? words : ""));
      ASSERT_EQ(output.size(), 9U) << command;
      EXPECT_EQ(output.front(), "= true") << command;
      EXPECT_EQ(output.back(), "=9 Cairn") << command;
      for (const auto& one : output) EXPECT_NE(one, "? unknown command") << command;
    }
    EXPECT_GT(commands, 30);
  }
}

TEST(GtpProtocol, GarbageGetsAnAnswerALine) {
  Rng rng(5);
  const std::vector<std::string> pieces{"play",        "genmove",
                                        "b",           "w",
                                        "D4",          "pass",
                                        "undo",        "boardsize",
                                        "5",           "komi",
                                        "0.5",         "\t",
                                        "\x01",        "#",
                                        "\xFF",        "1",
                                        "99",          "kata-analyze",
                                        "interval",    "10",
                                        "avoid",       "A1,B2",
                                        "{",           "}",
                                        "=",           "?",
                                        "final_score", "time_left",
                                        "-1",          "set_free_handicap",
                                        "loadsgf",     "/",
                                        "clear_board", "kata-set-param",
                                        "playouts",    "showboard"};
  for (int round = 0; round < 40; ++round) {
    std::string lines;
    std::size_t expected = 0;
    for (int i = 0; i < 30; ++i) {
      std::string line;
      for (std::uint32_t n = rng.below(6); n > 0; --n)
        line += pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))] + " ";
      lines += line + "\n";
      expected += read_gtp_line(line).empty() ? 0U : 1U;
    }
    const auto output = answers(speak(lines, "go", "size=5"));
    EXPECT_EQ(output.size(), expected) << lines;
  }
}

TEST(GtpProtocol, EndsWithTheInputInTheMiddleOfALine) {
  EXPECT_EQ(speak("1 name\n2 na"), "=1 Cairn\n\n?2 unknown command\n\n");
  EXPECT_EQ(speak("quit\nname\n"), "=\n\n");
  EXPECT_EQ(speak(""), "");
}

}  // namespace
}  // namespace cairn::test
