#include "apps/cairn/render_game.h"

#include <fmt/core.h>

#include "apps/cairn/commands.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "notation/game_file.h"
#include "notation/replay.h"

namespace cairn::cli {

namespace {

using Look = std::function<bool(const Position&)>;

Shown failed(std::string fault, int status = kBadUse) {
  Shown out;
  out.fault = std::move(fault);
  out.status = status;
  return out;
}

Shown seen(const GameInfo& info, const Position& position, int plies, bool whole = true) {
  Shown out{position, plies};
  out.title = info.title;
  out.whole = whole;
  return out;
}

// The main line of a file, up to `at`.
Shown from_file(const RenderedGame& given, const Look& look) {
  const auto content = given.file == "-" ? read_input(kMaxGameFile) : read_file(given.file, kMaxGameFile);
  const std::string name = given.file == "-" ? "standard input" : given.file;
  if (!content) return failed(said(not_read(given.file, kMaxGameFile)));
  const Imported got = read_game_file(*content, {}).imported;
  if (!got.error.empty()) return failed(name + ": " + got.error);
  const GameInfo& info = *find_game(got.game.game);
  Position position = info.make(got.game.config).position;
  int plies = 0;
  for (const NodeIndex node : got.game.tree.main_line()) {
    const GameNode& now = got.game.tree[node];
    if (tells_move(now) && plies == given.at) break;
    if (node != kRoot && play_node(info, got.game.config, got.game.tree, node, position)) break;
    plies += tells_move(now) ? 1 : 0;
    if ((node == kRoot || now.setup || now.move) && !look(position)) return seen(info, position, plies, false);
  }
  const bool cut = !got.faults.empty() && got.faults[0].main_line;
  if (cut && (given.at < 0 || plies < given.at)) return failed(name + ": " + got.faults[0].text, kNegative);
  return seen(info, position, plies);
}

Shown from_moves(const RenderedGame& given, const Look& look) {
  Started started = start(given.choice);
  if (!started.fault.empty()) return failed(started.message);
  Replay replay(*started.info, std::move(started.position));
  if (!look(replay.position())) return seen(*started.info, replay.position(), replay.ply(), false);
  for (const std::string& word : read_words(given.moves)) {
    if (replay.ply() == given.at) break;
    const Attempt attempt = replay.play(word);
    if (attempt.refused != Reason::none)
      return failed(
          fmt::format("illegal move: ply {}, \"{}\" by {}: {} ({})", replay.ply() + 1, attempt.word.substr(0, 80),
                      attempt.side, attempt.refused.text(), to_word(attempt.refused)),
          kNegative);
    if (!look(replay.position())) return seen(*started.info, replay.position(), replay.ply(), false);
  }
  return seen(*started.info, replay.position(), replay.ply());
}

}  // namespace

std::string fault_of(const RenderedGame& game) {
  if (game.file.empty() == game.choice.game.empty()) return "give either FILE, or --game GAME with --moves";
  if (!game.file.empty() && !(game.moves.empty() && game.choice.options.empty() && game.choice.position.empty()))
    return "FILE cannot be combined with options, a position or moves; --at stops before its end";
  return {};
}

Shown play_through(const RenderedGame& game, const Look& look) {
  return game.file.empty() ? from_moves(game, look) : from_file(game, look);
}

}  // namespace cairn::cli
