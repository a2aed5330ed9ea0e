// Points for handicap stones, komi with a comma, and games written as SGF and read back.
#include "gtp_helpers.h"

#include <map>

#include "notation/game_file.h"
#include "notation/record.h"

namespace cairn::test {
namespace {

// Files in memory, and the reader of `cairn gtp`.
GtpSettings with_files(std::map<std::string, std::string>& files) {
  GtpSettings settings = quick();
  settings.read_file = [&](const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  };
  settings.write_file = [&](const std::string& path, std::string_view text) {
    if (path == "/full") return false;
    files[path] = text;
    return true;
  };
  settings.read_record = [](const GameInfo& info, std::string_view text, std::size_t moves) {
    const GameFile file = read_game_file(text, {});
    if (!file.imported.error.empty() || file.imported.game.game != info.name) return GtpLoaded{{}, {}, "wrong"};
    Cut cut = record_until(file.imported.game, moves);
    return GtpLoaded{std::move(cut.record.config), std::move(cut.record.moves), {}};
  };
  return settings;
}

std::string score(const std::string& lines) {
  return last("komi 0.5\n" + lines + "final_score\n");
}

TEST(GtpRules, HandicapStonesGivePointsByTheRules) {
  // Black has the board: 81 points less the komi.
  EXPECT_EQ(score("fixed_handicap 4\n"), "= B+80.5");
  EXPECT_EQ(score("kata-set-rules chinese\nfixed_handicap 4\n"), "= B+76.5");
  EXPECT_EQ(score("fixed_handicap 4\nkata-set-rules chinese\n"), "= B+76.5") << "in either order";
  EXPECT_EQ(score("kata-set-rules aga\nset_free_handicap A1 C3 E5 G7\n"), "= B+77.5");
  EXPECT_EQ(score("kata-set-rules chinese\nfixed_handicap 4\nkata-set-rule whiteHandicapBonus 0\n"), "= B+80.5");
  EXPECT_EQ(score("kgs-rules chinese\nfixed_handicap 4\nclear_board\nplay b E5\n"), "= B+80.5")
      << "without stones none";
  EXPECT_EQ(score("kata-set-rules japanese\nplay b E5\n").substr(0, 4), "= B+");
}

TEST(GtpRules, KomiIsWhatWasSaid) {
  EXPECT_EQ(last("komi 0.5\nkata-set-rules chinese\nfixed_handicap 4\nget_komi\n"), "= 0.5");
  EXPECT_EQ(last("kata-set-rules chinese\nfixed_handicap 4\nkomi 3\nget_komi\n"), "= 3");
  EXPECT_EQ(last("komi 6,5\n"), "? komi is written with a point, not a comma: komi 6.5");
  EXPECT_EQ(last("komi 6;5\n"), "? syntax error");
  EXPECT_EQ(last("komi 6,5,5\n"), "? syntax error");
}

TEST(GtpRules, TellsTheBonus) {
  const auto bonus = [](const std::string& lines) {
    const std::string text = last(lines + "kata-get-rules\n");
    const auto at = text.find("\"whiteHandicapBonus\":");
    return at == std::string::npos ? text : text.substr(at + 21);
  };
  EXPECT_EQ(bonus(""), "\"0\"}");
  EXPECT_EQ(bonus("kata-set-rules chinese\n"), "\"N\"}");
  EXPECT_EQ(bonus("kata-set-rules aga\n"), "\"N-1\"}");
  EXPECT_EQ(bonus("kata-set-rules aga\nkata-set-rules japanese\n"), "\"0\"}");
  EXPECT_EQ(bonus("kata-set-rules {\"whiteHandicapBonus\":\"N\"}\n"), "\"N\"}");
  EXPECT_EQ(last("kata-set-rule whiteHandicapBonus 2N\n"), "? rule whiteHandicapBonus is 0, N or N-1");
}

TEST(GtpRules, PrintsAnSgfThatItLoads) {
  std::map<std::string, std::string> files;
  const std::string game = "kata-set-rules chinese\nfixed_handicap 2\nkomi 0.5\nplay w C3\nplay b pass\nplay w D4\n";
  const std::string printed = last(game + "printsgf\n", "go", "size=9", with_files(files));
  EXPECT_EQ(printed.substr(0, 3), "= (") << printed;
  EXPECT_NE(printed.find("KM[2.5]"), std::string::npos) << "two points for two stones: " << printed;
  EXPECT_EQ(last(game + "printsgf a.sgf\n", "go", "size=9", with_files(files)), "=");
  EXPECT_NE(files["a.sgf"].find("HA[2]"), std::string::npos);
  for (const std::string end : {"showboard\n", "final_score\n"})
    EXPECT_EQ(last("boardsize 5\nkata-set-rules aga\nloadsgf a.sgf\n" + end, "go", "size=9", with_files(files)),
              last(game + end, "go", "size=9", with_files(files)))
        << end;
  EXPECT_EQ(last("printsgf /full\n", "go", "size=9", with_files(files)), "? cannot write file");
  EXPECT_EQ(last("printsgf a b\n", "go", "size=9", with_files(files)), "? syntax error");
  EXPECT_EQ(last("printsgf a\n"), "? cannot write file") << "where nobody writes files";
}

TEST(GtpRules, PrintsEveryGame) {
  std::map<std::string, std::string> files;
  for (const auto& [game, lines] : {std::pair<std::string, std::string>("spargo", "play white C3\nplay b E3\n"),
                                    {"margo", "play w A1\n"},
                                    {"toroidal", "play b A1\nplay w B2\n"},
                                    {"margrites", ""}}) {
    EXPECT_EQ(last(lines + "printsgf " + game + "\n", game, "", with_files(files)), "=") << game;
    EXPECT_EQ(last("loadsgf " + game + "\nshowboard\n", game, "", with_files(files)),
              last(lines + "showboard\n", game, "", with_files(files)))
        << game;
  }
}

}  // namespace
}  // namespace cairn::test
