#include <fmt/core.h>

#include <cstdio>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/game_file.h"
#include "notation/picture/board_picture.h"
#include "notation/replay.h"

namespace cairn::cli {

namespace {

struct Given {
  std::string file, moves, out;
  GameChoice choice;
  int at = -1;   // plies; -1: all
  int seat = 0;  // from 1; 0: the referee
  int size = kUsualPicture;
};

// How far it was played, or what was wrong.
struct Shown {
  Position position{};
  int plies = 0;
  std::string fault{};
  int status = kOk;
};

Shown failed(std::string fault, int status = kBadUse) {
  Shown out;
  out.fault = std::move(fault);
  out.status = status;
  return out;
}

// The main line of a file, up to `at`.
Shown from_file(const Given& given) {
  const auto content = given.file == "-" ? read_input(kMaxGameFile) : read_file(given.file, kMaxGameFile);
  const std::string name = given.file == "-" ? "standard input" : given.file;
  if (!content) return failed(name + " cannot be read, or is larger than 64 MiB");
  const Imported got = read_game_file(*content, {}).imported;
  if (!got.error.empty()) return failed(name + ": " + got.error);
  const GameInfo& info = *find_game(got.game.game);
  Replay replay(info, info.make(got.game.config).position);
  for (const NodeIndex node : got.game.tree.main_line()) {
    const GameNode& now = got.game.tree[node];
    if (now.move && replay.ply() == given.at) break;
    if (node != kRoot && now.setup) replay.set_up(set_up(info, got.game.config, *now.setup).position);
    if (now.move) replay.play(side_name(replay.view(), now.move->seat) + ':' + now.move->word);
  }
  const bool cut = !got.faults.empty() && got.faults[0].main_line;
  if (cut && (given.at < 0 || replay.ply() < given.at)) return failed(name + ": " + got.faults[0].text, kNegative);
  return {replay.position(), replay.ply()};
}

Shown from_moves(const Given& given) {
  Started started = start(given.choice);
  if (!started.fault.empty()) return failed(started.message);
  Replay replay(*started.info, std::move(started.position));
  for (const std::string& word : read_words(given.moves)) {
    if (replay.ply() == given.at) break;
    const Attempt attempt = replay.play(word);
    if (attempt.refused != Reason::none)
      return failed(fmt::format("illegal move: ply {}, \"{}\" by {}: {}", replay.ply() + 1, attempt.word.substr(0, 80),
                                attempt.side, to_word(attempt.refused)),
                    kNegative);
  }
  return {replay.position(), replay.ply()};
}

int run(const Given& given) {
  const auto bad_use = [](std::string_view message) { return refuse("bad use", message, false); };
  const bool svg = lower(given.out).ends_with(".svg");
  if (!svg && !lower(given.out).ends_with(".png")) return bad_use("--out must end in .png or .svg");
  if (given.file.empty() == given.choice.game.empty())
    return bad_use("a FILE is needed, or --game GAME with its --moves; not both");
  if (!given.file.empty() && !(given.moves.empty() && given.choice.options.empty() && given.choice.position.empty()))
    return bad_use("a FILE brings its own options, position and moves; give --at to stop before its end");
  const Shown shown = given.file.empty() ? from_moves(given) : from_file(given);
  if (!shown.fault.empty()) {
    complain(shown.fault);
    return shown.status;
  }
  if (given.at > shown.plies) return bad_use(fmt::format("--at {}: there are only {} plies", given.at, shown.plies));
  if (given.seat > shown.position.seats())
    return bad_use(fmt::format("--seat {}: this game has seats 1..{}", given.seat, shown.position.seats()));
  const Viewer viewer = given.seat == 0 ? Viewer::referee : viewer_of(seat_at(given.seat - 1));
  const BoardSheet sheet = board_sheet(shown.position.view(viewer), namer(shown.position));
  const BoardPicture picture = svg ? svg_board(sheet, given.size) : png_board(sheet, given.size);
  if (picture.bytes.empty()) return bad_use("the picture cannot be drawn");
  if (!write_file(given.out, picture.bytes)) return bad_use(given.out + " cannot be written");
  fmt::print("{}: {} x {}\n", given.out, picture.width, picture.height);
  return kOk;
}

}  // namespace

void add_render(CLI::App& program, int& status) {
  auto given = std::make_shared<Given>();
  CLI::App* command = program.add_subcommand("render", "Draw a board as a picture: PNG or SVG");
  command->add_option("FILE", given->file, "a game's file: SGF, a record or text; - is standard input");
  command->add_option("--game", given->choice.game, "a game instead of a file; `cairn games` lists them")
      ->type_name("GAME");
  command->add_option("--moves", given->moves, "its moves, separated by blanks or ';'")->type_name("TEXT");
  command
      ->add_option("-o,--option", given->choice.options,
                   "an option of the game; may be repeated; `cairn games GAME` lists them")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command->add_option("--position", given->choice.position, "start from a position, as `cairn replay` does")
      ->type_name("FILE|JSON");
  command->add_option("--at", given->at, "after so many plies; else the last position")
      ->type_name("N")
      ->check(CLI::Range(0, 1'000'000));
  command->add_option("--seat", given->seat, "as this seat sees it, from 1 in order of play; else all is shown")
      ->type_name("N")
      ->check(CLI::Range(1, 4));
  command->add_option("--size", given->size, "pixels, at most, in width and height")
      ->type_name("PX")
      ->check(CLI::Range(kLeastPicture, kMostPicture))
      ->capture_default_str();
  command->add_option("--out", given->out, "the picture; it ends in .png or .svg")->type_name("FILE")->required();
  command->footer(
      "  cairn render game.sgf --at 30 --out board.png\n"
      "  cairn render --game GAME -o size=9 --moves 'C3 E3' --out board.svg");
  command->callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
