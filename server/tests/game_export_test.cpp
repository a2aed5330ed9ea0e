// How a game ended is the same at its table, in every file of it, and when that is read again.
#include "server/protocol/game_export.h"

#include <gtest/gtest.h>

#include "notation/game_file.h"
#include "notation/words.h"
#include "server/tests/table_checks.h"

namespace cairn {
namespace {

using namespace testing;

// The position at the end of the main line.
Position last_position(const AnnotatedGame& game) {
  const GameInfo& info = *find_game(game.game);
  Position position = info.make(game.config).position;
  for (const NodeIndex node : game.tree.main_line()) {
    if (node == kRoot) continue;
    const auto fault = play_node(info, game.config, game.tree, node, position);
    EXPECT_FALSE(fault) << fault->text;
  }
  return position;
}

void end_by(Table& table, const std::string& how) {
  const Seat first = seat_at(0), second = seat_at(1);
  const auto command = [&](Seat seat, Command::Kind kind) {
    Command made{"", table.version(viewer_of(seat)), kind};
    made.at_ms = kStart;
    made.offer = OfferKind::draw;
    table.commit(accepted(table.prepare(seat, made)));
  };
  if (how == "resigned") return command(second, Command::Kind::resign);
  if (how == "agreed") {
    command(first, Command::Kind::offer);
    return command(second, Command::Kind::accept);
  }
  const auto late = table.prepare_timeout(kStart + 3'600'000);
  ASSERT_TRUE(late) << table.info().name;
  table.commit(*late);
}

TEST(GameExport, TellsHowItEndedInEveryForm) {
  for (const GameInfo& info : games()) {
    for (const std::string how : {"resigned", "timed-out", "agreed"}) {
      Table table = open_table(info, {}, {}, "absolute 10m");
      const Seat seat = table.position().to_act().front();
      table.commit(accepted(table.prepare(seat, play(table, seat, {table.position().legal_words(seat)[0]}))));
      end_by(table, how);
      ASSERT_TRUE(table.over()) << info.name << how;
      const View stands = table.view(Viewer::spectator);
      EXPECT_EQ(how_word(stands.outcome.how), how);
      for (const FileForm form : {FileForm::sgf, FileForm::json, FileForm::text}) {
        const auto file = export_game(table, form);
        ASSERT_TRUE(std::holds_alternative<GameExport>(file)) << info.name << how;
        const std::string& text = std::get<GameExport>(file).text;
        FileChoice choice;
        choice.form = form;
        if (form == FileForm::text) choice.info = &info;
        const Imported read = read_game_file(text, choice).imported;
        ASSERT_EQ(read.error, "") << text;
        EXPECT_TRUE(read.remarks.empty()) << text << read.remarks.front();
        const View again = last_position(read.game).view(Viewer::spectator);
        EXPECT_EQ(again.result, stands.result) << text;
        EXPECT_EQ(again.outcome, stands.outcome) << text;
        EXPECT_EQ(read.game.details.result, stands.result) << text;
      }
    }
  }
}

}  // namespace
}  // namespace cairn
