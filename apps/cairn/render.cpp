#include <fmt/core.h>

#include <memory>
#include <optional>

#include "apps/cairn/commands.h"
#include "apps/cairn/render_game.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/picture/animated.h"

namespace cairn::cli {

namespace {

struct RenderGiven {
  RenderedGame game;
  std::string out;
  int seat = 0;  // from 1; 0: the referee
  int size = kUsualPicture;
  bool animate = false;
  std::optional<double> pace_s;
};

// What is wrong with the options, whatever game is drawn.
std::string fault_of(const RenderGiven& given) {
  const bool svg = lower(given.out).ends_with(".svg");
  if (given.animate && !svg) return "--animate makes an SVG: --out must end in .svg";
  if (given.pace_s && !given.animate) return "--pace needs --animate";
  if (given.pace_s && !(*given.pace_s >= kLeastPace && *given.pace_s <= kMostPace))
    return fmt::format("--pace must be from {} to {} seconds", kLeastPace, kMostPace);
  if (!svg && !lower(given.out).ends_with(".png")) return "--out must end in .png or .svg";
  return fault_of(given.game);
}

int run(const RenderGiven& given) {
  const auto bad_use = [](std::string_view message) { return refuse("bad use", message, false); };
  if (const std::string fault = fault_of(given); !fault.empty()) return bad_use(fault);
  const Viewer viewer = given.seat == 0 ? Viewer::referee : viewer_of(seat_at(given.seat - 1));
  const auto sheet_of = [viewer](const Position& position) {
    return board_sheet(position.view(viewer), namer(position));
  };
  AnimatedBoard film(given.size);
  const Shown shown = play_through(given.game, [&](const Position& position) {
    if (!given.animate || given.seat > position.seats()) return true;
    if (film.positions() == kMostPositions) return false;
    film.add(sheet_of(position));
    return true;
  });
  if (!shown.fault.empty()) {
    complain(shown.fault);
    return shown.status;
  }
  if (!shown.whole)
    return bad_use(fmt::format("--animate shows at most {} positions; --at stops before the end", kMostPositions));
  if (given.game.at > shown.plies)
    return bad_use(fmt::format("--at {}: the game has only {} plies", given.game.at, shown.plies));
  if (given.seat > shown.position.seats())
    return bad_use(fmt::format("--seat {}: this game has seats 1..{}", given.seat, shown.position.seats()));
  const bool svg = lower(given.out).ends_with(".svg");
  const BoardPicture picture = given.animate ? film.svg(given.pace_s.value_or(kUsualPace), shown.title)
                               : svg         ? svg_board(sheet_of(shown.position), given.size)
                                             : png_board(sheet_of(shown.position), given.size);
  if (picture.bytes.empty()) return bad_use("cannot draw the picture");
  if (!write_file(given.out, picture.bytes)) return bad_use(given.out + " cannot be written");
  const std::string length = given.animate ? fmt::format(", {} positions", film.positions()) : "";
  fmt::print("{}: {} x {}{}\n", given.out, picture.width, picture.height, length);
  return kOk;
}

}  // namespace

void add_render(Command program, int& status) {
  auto given = std::make_shared<RenderGiven>();
  GameChoice& choice = given->game.choice;
  Command command = program.subcommand("render", "Draw a board (PNG or SVG) or a whole game (animated SVG)");
  command.option("FILE", given->game.file, "Game file: SGF, a record or text; - is standard input");
  command.option("--game", choice.game, "Game instead of a file; `cairn games` lists them").type_name("GAME");
  command.option("--moves", given->game.moves, "Moves of --game, separated by spaces or ';'").type_name("TEXT");
  command.option("-o,--option", choice.options, "Option of the game, may be repeated; `cairn games GAME` lists them")
      .type_name("KEY=VALUE")
      .one_value_each();
  command.option("--position", choice.position, "Start from a position, as in `cairn replay`").type_name("FILE|JSON");
  command.option("--at", given->game.at, "Draw the position after N plies; default: the last")
      .type_name("N")
      .range(0, 1'000'000, InHelp::yes);
  command.flag("--animate", given->animate, "Draw the whole game, up to --at, as an animated SVG");
  command.option("--pace", given->pace_s, "Default 1: time per move of --animate, from 0.05 to 60 seconds")
      .type_name("SECONDS");
  command.option("--seat", given->seat, "Draw what this seat sees, from 1 in order of play; default: everything")
      .type_name("N")
      .range(1, 4, InHelp::yes);
  command.option("--size", given->size, "Maximum width and height, in pixels")
      .type_name("PX")
      .range(kLeastPicture, kMostPicture, InHelp::yes)
      .show_default();
  command.option("--out", given->out, "Picture to write; the name ends in .png or .svg").type_name("FILE").required();
  command.footer(
      "  cairn render game.sgf --at 30 --out board.png\n"
      "  cairn render --game GAME -o size=9 --moves 'C3 E3' --out board.svg\n"
      "  cairn render --animate game.sgf --pace 0.5 --out game.svg");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
