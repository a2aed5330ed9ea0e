#include "notation/replay.h"

#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/game_file.h"
#include "notation/text_board.h"

namespace cairn::cli {

namespace {

struct ReplayGiven {
  GameChoice choice;
  std::vector<std::string> moves;
  std::string record;
  std::string board = "auto";
  bool json = false;
};

void print_state(const Replay& replay, const GameInfo& info, const ReplayGiven& given) {
  const View& view = replay.view();
  BoardStyle style;
  style.size = board_size(given.board).value_or(BoardSize::automatic);
  style.colours = colours_wanted();
  fmt::print("{}, {} {}\n\n", info.title, replay.ply(), replay.ply() == 1 ? "ply" : "plies");
  fmt::print("{}\n", text_board(view, namer(replay.position()), style));
  fmt::print("{}", status_text(view, chosen_size(view, style)));
  if (view.outcome.over) return;
  std::size_t count = 0;
  const auto words = listed_words(replay.position(), count);
  fmt::print("{} legal {}{}\n", count, count == 1 ? "move" : "moves", words.empty() ? "" : ":");
  if (!words.empty()) fmt::print("{}", wrap(join(words, " "), 80, "  "));
}

// Plays the words of a text. Returns false at the first that is refused.
bool play_all(Replay& replay, std::string_view text, const ReplayGiven& given) {
  for (const std::string& word : read_words(text)) {
    if (interrupted()) return true;
    const Attempt attempt = replay.play(word);
    if (attempt.refused == Reason::none) {
      if (given.json) fmt::print("{}\n", json_text(replay.line()));
      continue;
    }
    if (given.json) {
      fmt::print("{}\n", json_text(replay.error_line(attempt)));
    } else {
      complain(fmt::format("illegal move: ply {}, \"{}\" by {}: {} ({})", replay.ply() + 1, attempt.word.substr(0, 80),
                           attempt.side, attempt.refused.text(), to_word(attempt.refused)));
    }
    return false;
  }
  return true;
}

// Plays the main line of a file.
int run_record(const ReplayGiven& given) {
  if (!given.choice.game.empty() || !given.choice.options.empty() || !given.choice.position.empty())
    return refuse("bad use", "--record FILE cannot be combined with a game, options, a position or moves", given.json);
  const auto content = given.record == "-" ? read_input(kMaxGameFile) : read_file(given.record, kMaxGameFile);
  if (!content) return refuse("bad record", not_read(given.record, kMaxGameFile), given.json);
  const GameFile file = read_game_file(*content, {});
  const Imported& got = file.imported;
  if (!got.error.empty()) return refuse("bad record", in_file(given.record, got.error), given.json);
  for (const Message& remark : got.remarks) complain(said(in_file(given.record, remark)));
  const GameInfo& info = *find_game(got.game.game);
  Made made = info.make(got.game.config);
  Replay replay(info, std::move(made.position));
  if (given.json) fmt::print("{}\n", json_text(replay.line()));
  for (const NodeIndex node : got.game.tree.main_line()) {
    if (interrupted()) break;
    const GameNode& now = got.game.tree[node];
    if (node != kRoot && now.setup) {
      replay.set_up(cairn::set_up(info, got.game.config, *now.setup).position);
      if (given.json) fmt::print("{}\n", json_text(replay.line()));
    }
    if (now.move &&
        replay.play(side_name(replay.view(), now.move->seat) + ':' + now.move->word).refused == Reason::none &&
        given.json)
      fmt::print("{}\n", json_text(replay.line()));
  }
  const bool cut = !got.faults.empty() && got.faults[0].main_line;
  if (cut && given.json)
    fmt::print("{}\n", json_text({{"error", "illegal move"},
                                  {"ply", got.faults[0].ply},
                                  {"move", got.faults[0].word},
                                  {"reason", to_word(got.faults[0].reason)},
                                  {"message", got.faults[0].text}}));
  if (cut) complain(said(in_file(given.record, got.faults[0].text)));
  if (!given.json) print_state(replay, info, given);
  if (interrupted()) return kInterrupted;
  return cut ? kNegative : kOk;
}

int run(const ReplayGiven& given) {
  interrupted();
  if (!board_size(given.board)) return refuse("bad use", no_board_size(), given.json);
  if (!given.record.empty()) return run_record(given);
  if (given.choice.game.empty()) return refuse("bad use", "give either GAME or --record FILE", given.json);
  Started started = start(given.choice);
  if (!started.fault.empty()) return refuse(started.fault, started.message, given.json);
  Replay replay(*started.info, std::move(started.position));
  if (given.json) fmt::print("{}\n", json_text(replay.line()));
  bool good = true;
  if (given.moves.size() == 1 && given.moves[0] == "-") {
    LineReader input;
    std::string line;
    std::fflush(stdout);
    while (good && input.read(line)) {
      good = play_all(replay, line, given);
      std::fflush(stdout);  // a script may wait for the answer to each line
    }
  } else {
    good = play_all(replay, join(given.moves, " "), given);
  }
  if (!given.json) print_state(replay, *started.info, given);
  if (interrupted()) return kInterrupted;
  return good ? kOk : kNegative;
}

}  // namespace

void add_replay(Command program, int& status) {
  auto given = std::make_shared<ReplayGiven>();
  Command command = program.subcommand("replay", "Play moves and show the position");
  add_game_choice(command, given->choice, /*required=*/false);
  command.option("MOVES", given->moves, "Moves, separated by spaces or ';'; - reads them from standard input");
  command.option("--record", given->record, "Play the main line of a file (SGF or a record); - is standard input")
      .type_name("FILE");
  command.flag("--json", given->json, "Print one JSON object per line: the start (ply 0), then after each move");
  command.option("--board", given->board, kBoardHelp).type_name("SIZE").show_default();
  command.footer(
      "Captures in brackets, turn numbers (\"12.\") and final dots are ignored. If\n"
      "several sides may act (scoring), a move belongs to the side to move, or to the\n"
      "first side that may act; \"white:accept\" names the side. \"resign\" resigns. After\n"
      "an illegal move the replay stops with exit code 1 and one of the reasons\n"
      "occupied, unsupported, off-board, suicide, repetition, not-your-turn, martyrdom,\n"
      "stalling, too-far, no-piece, game-over, unknown-move. More than 2000 legal moves\n"
      "are counted (\"legal_count\"), not listed.\n"
      "\n"
      "  cairn replay GAME A1 C1 A3\n"
      "  cairn replay --record game.sgf\n"
      "  cairn replay GAME -o size=4 --json - < moves.txt\n"
      "  cairn replay GAME --position '{\"board\":[...],\"to_move\":\"white\"}' C1");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
