#include <fmt/core.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <random>

#include "apps/cairn/commands.h"
#include "apps/cairn/engine_choice.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/play_loop.h"
#include "apps/cairn/speech.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "search/levels.h"

namespace cairn::cli {

namespace {

struct PlayGiven {
  GameChoice choice;
  std::string load;
  std::string board = "auto";
  std::uint64_t seed = 0;
  std::map<std::string, std::string> players;  // by side
};

// Every name of a side in any game.
std::vector<std::string> side_names() {
  std::vector<std::string> names;
  for (const GameInfo& info : games())
    for (const std::string_view options : info.variety) {
      const Made made = info.make({parse_option_words(options), {}});
      if (!made.error.empty()) continue;
      for (const auto& side : made.position.view(Viewer::spectator).sides)
        if (std::find(names.begin(), names.end(), side.name) == names.end()) names.push_back(side.name);
    }
  return names;
}

// "human", "bot", "bot:2.5", "bot:level=3", "bot:level=3,seconds=0.5"
bool read_player(std::string_view text, Player& player) {
  const std::string word = lower(text);
  player.human = word == "human";
  if (player.human || word == "bot") return true;
  if (!word.starts_with("bot:")) return false;
  for (std::string_view part : split(std::string_view(word).substr(4), ',')) {
    double level = 0;
    if (part.starts_with("level=")) {
      if (!read_number(part.substr(6), 1, kLevels, level) || level != std::floor(level)) return false;
      player.level = static_cast<int>(level);
      continue;
    }
    if (part.starts_with("seconds=")) part.remove_prefix(8);
    if (!read_number(part, 0.01, 3600, player.seconds)) return false;
  }
  return true;
}

// Where the game begins, or the exit code.
int open_session(const PlayGiven& given, std::optional<Session>& session) {
  if (given.load.empty()) {
    Started started = start(given.choice);
    if (!started.fault.empty()) return refuse(started.fault, started.message, false);
    session.emplace(*started.info, Record{std::string(started.info->name), std::move(started.config), {}},
                    std::move(started.position));
    return kOk;
  }
  if (!given.choice.options.empty() || !given.choice.position.empty())
    return refuse("bad use", "--load FILE cannot be combined with options or a position", false);
  const auto content = read_file(given.load, kMaxGameFile);
  if (!content) return refuse("bad record", not_read(given.load, kMaxGameFile), false);
  SavedGame saved = read_saved(*content);
  if (!saved.error.empty()) return refuse("bad record", in_file(given.load, saved.error), false);
  for (const Message& remark : saved.remarks) complain(said(in_file(given.load, remark)));
  session.emplace(*saved.there.info, std::move(saved.record), std::move(saved.there.position));
  return kOk;
}

int run(const PlayGiven& given) {
  interrupted();
  const auto size = board_size(given.board);
  if (!size) return refuse("bad use", no_board_size(), false);
  if (given.load.empty() == given.choice.game.empty())
    return refuse("bad use", "give either GAME or --load FILE; `cairn games` lists the games", false);

  std::optional<Session> session;
  if (const int status = open_session(given, session); status != kOk) return status;

  const View view = session->position().view(Viewer::spectator);
  std::vector<Player> players(view.sides.size());
  bool human_named = false, human_found = false;
  for (const auto& [name, kind] : given.players) {
    std::string right;
    const View::Side* named = nullptr;
    for (const auto& side : view.sides) {
      right.append(right.empty() ? "" : ", ").append(side.name);
      if (side.name == name) named = &side;
    }
    if (!named)
      return refuse(
          "bad use",
          Message("cli-no-such-side", "--{name}: the sides of this game are {list}", {{"name", name}, {"list", right}}),
          false);
    Player& player = players[static_cast<std::size_t>(index(named->seat))];
    if (!read_player(kind, player))
      return refuse(
          "bad use",
          Message("cli-player-must-be", "--{name} must be human, bot, bot:SECONDS (0.01..3600) or bot:level=N (1..10)",
                  {{"name", name}}),
          false);
    human_named |= player.human;
  }
  for (const auto& side : view.sides) {  // those not named: bots, but for one where no person was named
    if (given.players.contains(side.name)) continue;
    players[static_cast<std::size_t>(index(side.seat))].human = !human_named && !human_found;
    human_found = true;
  }
  return PlayLoop(*std::move(session), std::move(players), *size, given.seed).run();
}

}  // namespace

void add_play(Command program, int& status) {
  auto given = std::make_shared<PlayGiven>();
  given->seed = std::random_device{}();
  Command command = program.subcommand("play", "Play in the terminal, against bots or people");
  add_game_choice(command, given->choice, /*required=*/false);
  command.option("--load", given->load, "Continue a saved game: a record, SGF or text").type_name("FILE");
  command.option("--board", given->board, kBoardHelp).type_name("SIZE").show_default();
  command.option("--seed", given->seed, "Seed of the bots; default: different each time").type_name("N");
  command.before_words([command, given] {
    for (const std::string& name : side_names())
      command
          .option("--" + name, given->players[name],
                  say("Player of {side}: human, bot, bot:SECONDS or bot:level=N", {{"side", name}}))
          .type_name("WHO");
  });
  command.footer(
      "By default you play the first side, against bots that think for one second per\n"
      "move. Levels go from 1 (beginner) to 10 (full strength);\n"
      "bot:level=3,seconds=5 sets both. Type `help` in the game for its commands.\n"
      "If the game has hidden information and several people share the terminal, the\n"
      "screen is cleared between their turns. NO_COLOR turns colours off.\n"
      "\n"
      "  cairn play GAME --white human --black bot:3\n"
      "  cairn play GAME --white human --black bot:level=3\n"
      "  cairn play GAME --white human --black human\n"
      "  cairn play --load game.json");
  command.callback([given, &status] {
    std::erase_if(given->players, [](const auto& player) { return player.second.empty(); });
    status = run(*given);
  });
}

}  // namespace cairn::cli
