// A counted stream of files, whole and spoiled, through the door that reads them: each gives a game, or says why not.
#include <gtest/gtest.h>

#include <map>

#include "notation/game_file.h"
#include "notation/record.h"
#include "notation/tests/random_tree.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

std::string in_form(const AnnotatedGame& game, FileForm form) {
  if (form == FileForm::sgf) return sgf::write(export_sgf(game, "Cairn:1"));
  if (form == FileForm::json) return json_text(record_json(game));
  std::string text;
  EXPECT_EQ(write_text(game, text), "");
  return text;
}

std::string spoiled(std::string text, Rng& rng) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(n))); };
  for (auto k = 1 + below(4); k > 0 && !text.empty(); --k) {
    const std::size_t at = below(text.size()), size = 1 + below(40);
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), size));
        break;
      case 3:
        text.resize(at);
        break;
      default:
        text.insert(at, std::string_view("();[]{}\":,\\").substr(below(11), 1));
    }
  }
  return text;
}

// "refused", "mended" or "whole".
std::string what_became(const GameFile& file, const std::string& text) {
  const Imported& got = file.imported;
  if (!got.error.empty()) return "refused";
  EXPECT_NE(find_game(got.game.game), nullptr) << text;
  AnnotatedGame again;
  EXPECT_EQ(read_record(json_text(record_json(got.game)), again), "") << text;
  EXPECT_EQ(main_line(again.tree).moves, main_line(got.game.tree).moves) << text;
  EXPECT_EQ(got.cut > 0, !got.faults.empty()) << "what is cut off is told:\n" << text;
  for (const TreeFault& fault : got.faults) EXPECT_NE(fault.text, "") << text;
  for (const std::string& remark : got.remarks) EXPECT_NE(remark, "") << text;
  return got.faults.empty() && got.remarks.empty() ? "whole" : "mended";
}

TEST(FileStream, EveryFileGivesAGameOrSaysWhyNot) {
  Rng rng(23);
  std::map<std::string, int> became;
  int files = 0, garbage = 0;
  for (int round = 0; round < 12; ++round)
    for (const GameInfo& info : games()) {
      const AnnotatedGame game =
          test::random_game(info, info.variety[static_cast<std::size_t>(round) % info.variety.size()], rng, 30);
      for (const FileForm form : {FileForm::sgf, FileForm::json, FileForm::text}) {
        const std::string text = in_form(game, form);
        FileChoice choice;
        choice.form = form;
        choice.info = &info;
        if (form == FileForm::text && text.find("B: ") != 0) choice.options = game.config.options;
        const GameFile whole = read_game_file(text, choice);
        EXPECT_NE(what_became(whole, text), "refused") << text << whole.imported.error;
        EXPECT_EQ(whole.imported.cut, 0U) << text;
        if (form != FileForm::text) {
          EXPECT_EQ(main_line(whole.imported.game.tree).moves, main_line(game.tree).moves);
        }
        ++files;
        for (int i = 0; i < 8; ++i, ++files) {
          const std::string broken = spoiled(text, rng);
          if (i % 2 == 0) choice.form.reset();  // it is guessed
          ++became[what_became(read_game_file(broken, choice), broken)];
          choice.form = form;
        }
      }
      // Of no form at all.
      std::string noise(rng.below(60), ' ');
      for (char& c : noise) c = static_cast<char>(rng.below(256));
      const GameFile none = read_game_file(noise, {});
      EXPECT_EQ(none.imported.error.empty(), what_became(none, noise) != "refused");
      ++garbage;
    }
  EXPECT_EQ(became["whole"] + became["mended"] + became["refused"], files / 9 * 8);
  EXPECT_GT(became["mended"], files / 20);
  EXPECT_GT(became["refused"], files / 50);
  std::printf("of %d files: %d whole, %d mended, %d refused; and %d of no form\n", files, became["whole"] + files / 9,
              became["mended"], became["refused"], garbage);
}

}  // namespace
}  // namespace cairn
