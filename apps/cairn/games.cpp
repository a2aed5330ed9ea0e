#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/play_help.h"
#include "apps/cairn/speech.h"
#include "core/text.h"
#include "games/registry.h"
#include "notation/text_width.h"
#include "notation/view_json.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kWideStop = "。";  // of Japanese and Chinese

struct GamesGiven {
  std::string game;
  bool json = false;
};

std::string option_table(const GameInfo& info) {
  std::size_t width = 0;
  for (const auto& option : info.options) width = std::max(width, option.name.size());
  std::string text;
  for (const auto& option : info.options) {
    const std::string usual = option.fallback.empty() ? say("none##of a default") : option.fallback;
    const std::string about =
        say(option.help) + " " + say("({values}; default {value})", {{"values", option.values}, {"value", usual}});
    std::string lines = wrap(about, 80, std::string(width + 4, ' '));
    std::copy(option.name.begin(), option.name.end(), lines.begin() + 2);
    text += lines;
  }
  return text;
}

// The sides in their order, with the letters of the board.
std::string sides_text(const GameInfo& info) {
  const Made made = info.make({});
  std::string text;
  for (const auto& side : made.position.view(Viewer::spectator).sides)
    text.append(text.empty() ? "" : ", ").append(say(side.name)).append(" (").append(1, side.letter).append(")");
  return text;
}

// "Approximate ranks of the bot on boards of size 19: level 1: 30 kyu or weaker, level 2: 28 kyu."
std::string ranks_text(const LevelRanks& ranks) {
  std::string list;
  for (std::size_t i = 0; i < ranks.kyu.size(); ++i) {
    const int kyu = ranks.kyu[i];
    const std::string rank = kyu >= kWeakestKyu ? say("{n} kyu or weaker", {{"n", kWeakestKyu}})
                             : kyu > 0          ? say("{n} kyu", {{"n", kyu}})
                                                : say("{n} dan", {{"n", 1 - kyu}});
    list += (i == 0 ? "" : ", ") + say("level {level}: {rank}", {{"level", i + 1}, {"rank", rank}});
  }
  return say("Approximate ranks of the bot on boards of size {size}: {list}.", {{"size", ranks.size}, {"list", list}});
}

int list_games(bool json) {
  if (json) {
    for (const auto& info : games()) fmt::print("{}\n", json_text(game_json(info)));
    return kOk;
  }
  for (const auto& info : games()) {
    const std::string said_summary = say(info.summary);
    const auto summary = split_words(said_summary);
    std::string first;  // the first sentence
    for (const auto word : summary) {
      first.append(first.empty() ? "" : " ").append(word);
      if (const auto stop = word.find(kWideStop); stop != std::string_view::npos) {
        first.resize(first.size() - word.size() + stop + kWideStop.size());
        break;
      }
      if (word.back() == '.') break;
    }
    std::string lines = wrap(first, 80, std::string(12, ' '));
    std::copy(info.name.begin(), info.name.end(), lines.begin());
    fmt::print("{}", lines);
  }
  fmt::print("\n{}\n", say("`cairn games GAME` shows the rules and options of a game."));
  return kOk;
}

int run(const GamesGiven& given) {
  if (given.game.empty()) return list_games(given.json);
  const GameInfo* info = find_game(given.game);
  if (!info) return refuse("unknown game", unknown_game(given.game), given.json);
  if (given.json) {
    fmt::print("{}\n", json_text(game_json(*info)));
    return kOk;
  }
  fmt::print("{}\n\n{}\n{}\n", info->title, wrap(paragraphs(say(info->summary)), 80),
             say("Sides, in order of play: {sides}.", {{"sides", sides_text(*info)}}));
  if (!info->options.empty()) fmt::print("\n{}\n{}", say("Options, each given by -o NAME=VALUE:"), option_table(*info));
  for (const LevelRanks& ranks : info->ranks) fmt::print("\n{}", wrap(ranks_text(ranks), 80));
  fmt::print("\n{}\n", say("Try `cairn play {game}` or `cairn replay {game} MOVES`.", {{"game", info->name}}));
  return kOk;
}

}  // namespace

void add_games(Command program, int& status) {
  auto given = std::make_shared<GamesGiven>();
  Command command = program.subcommand("games", "List the games, or show the rules and options of one");
  command.option("GAME", given->game, "Game to show; default: list all games");
  command.flag("--json", given->json, "Print one JSON object per game");
  command.callback([given, &status] { status = run(*given); });
}

}  // namespace cairn::cli
