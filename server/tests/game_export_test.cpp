// How a game ended is the same at its table, in every file of it, and when that is read again.
#include "server/tables/game_export.h"

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
  if (how == "forfeit") return table.commit(accepted(table.prepare_forfeit(second, kStart)));
  const auto late = table.prepare_timeout(kStart + 3'600'000);
  ASSERT_TRUE(late) << table.info().name;
  table.commit(*late);
}

TEST(GameExport, TellsHowItEndedInEveryForm) {
  for (const GameInfo& info : games()) {
    for (const std::string how : {"resigned", "timed-out", "agreed", "forfeit"}) {
      Table table = open_table(info, {}, {}, "absolute 10m");
      const Seat seat = table.position().to_act().front();
      table.commit(accepted(table.prepare(seat, play(table, seat, {table.position().legal_words(seat)[0]}))));
      end_by(table, how);
      ASSERT_TRUE(table.over()) << info.name << how;
      const View stands = table.view(Viewer::spectator);
      EXPECT_EQ(how_word(stands.outcome.how), how);
      for (const FileForm form : {FileForm::sgf, FileForm::json, FileForm::text}) {
        const auto file = write_game(annotated_game(table), form);
        ASSERT_TRUE(file) << info.name << how;
        const std::string& text = file->text;
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

std::string sgf_of(const Table& table) {
  return write_game(annotated_game(table), FileForm::sgf)->text;
}

TEST(GameExport, KeepsTheTimeLeftAsOtherServersDo) {
  struct Case {
    const char* rule;
    std::vector<std::int64_t> takes;  // ms, of each move in turn
    std::vector<const char*> said;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"absolute 1m", {1'500, 20'000}, {"BL[58.500]", "WL[40]"}},
           {"fischer 1m+5s", {10'000, 0}, {"BL[55]", "WL[65]"}},
           {"byoyomi 10s+3x30s", {15'000, 1'000, 40'000}, {"BL[30]OB[3]", "WL[9]", "BL[30]OB[2]"}},
           {"canadian 10s+5/1m", {15'000, 1'000}, {"BL[55]OB[4]", "WL[9]"}},
       }) {
    Table table = open_table(*find_game("go"), {{"size", "5"}}, {}, one.rule);
    std::int64_t now = kStart;
    for (std::size_t i = 0; i < one.takes.size(); ++i) {
      const Seat seat = seat_at(static_cast<int>(i % 2));
      Command command = play(table, seat, {table.position().legal_words(seat)[0]});
      command.at_ms = now += one.takes[i];
      table.commit(accepted(table.prepare(seat, command)));
    }
    for (const char* said : one.said) EXPECT_NE(sgf_of(table).find(said), std::string::npos) << said << sgf_of(table);
  }
}

TEST(GameExport, MarksTerritoryAndTheDeadAtTheEnd) {
  for (const std::string scoring : {"area", "territory"}) {
    Table table = open_table(*find_game("go"), {{"size", "5"}, {"scoring", scoring}});
    for (const char* word :
         {"C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "A1", "pass", "pass"}) {
      const Seat seat = table.position().to_act().front();
      table.commit(accepted(table.prepare(seat, play(table, seat, {word}))));
    }
    EXPECT_EQ(sgf_of(table).find("TB["), std::string::npos) << "not before the two agree";
    for (const int seat : {0, 1}) {
      if (seat == 0) table.commit(accepted(table.prepare(seat_at(0), play(table, seat_at(0), {"dead:A1"}))));
      table.commit(accepted(table.prepare(seat_at(seat), play(table, seat_at(seat), {"accept"}))));
    }
    const std::string text = sgf_of(table);
    EXPECT_NE(text.find("TB[ae][be][ad][bd][ac][bc][ab][bb][aa][ba]TW[ee][ed][ec][eb][ea]"), std::string::npos) << text;
    const Imported read = read_game_file(text, {}).imported;
    EXPECT_TRUE(read.remarks.empty());
    EXPECT_EQ(sgf::write(export_sgf(read.game, "Cairn")), text) << "kept";
  }
}

}  // namespace
}  // namespace cairn
