// `cairn library`: the libraries of a server, listed, searched, written to files, removed.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/game_choice.h"
#include "apps/cairn/terminal.h"
#include "core/text.h"
#include "notation/record.h"
#include "notation/words.h"
#include "server/base/days.h"
#include "server/library/board_keys.h"
#include "server/library/library_file.h"
#include "server/library/library_game.h"
#include "server/store/reading.h"

namespace cairn::cli {

namespace {

struct LibraryGiven {
  explicit LibraryGiven(Command command) : choice(command, {"data", "database"}) {}
  ConfigChoice choice;
  std::string name, player, against, event, game, since, until, result, moves, pattern, place = "corner", sgf, lines,
                                                                                        zip;
  std::vector<std::string> options;
  int most = 50;
  bool json = false;
};

constexpr int kAtOnceListed = 500;
constexpr std::string_view kResults[] = {"unknown", "first", "second", "third", "fourth", "drawn"};

int list_all(SqlConnection& db, const LibraryGiven& given) {
  for (const Library& library : list_libraries(db)) {
    if (given.json)
      fmt::print("{}\n", json_text({{"name", library.name},
                                    {"games", library.games},
                                    {"created", library.created_ms},
                                    {"changed", library.changed_ms}}));
    else
      fmt::print("{:<24} {:>9} {}\n", library.name, library.games, library.games == 1 ? "game" : "games");
  }
  return kOk;
}

// What is wrong, or "".
std::string read_days(const LibraryGiven& given, LibraryQuery& query) {
  for (const auto& [text, day] : {std::pair{&given.since, &query.since_day}, {&given.until, &query.until_day}}) {
    if (text->empty()) continue;
    const std::int64_t named = text->size() == 10 ? first_day(*text) : kNoDay;
    if (named == kNoDay) return "\"" + text->substr(0, 40) + "\" is not a date; write it like 2016-03-09";
    *day = named;
  }
  return {};
}

// The position after some moves from the start of a game.
std::string read_moves_to(const LibraryGiven& given, LibraryQuery& query) {
  if (given.game.empty()) return "--moves needs --game";
  const Started started = start({given.game, given.options, {}});
  if (!started.fault.empty()) return started.message;
  Position position = started.position;
  for (const std::string& word : read_words(given.moves)) {
    EventLog log;
    const Attempt played = play_word(position, position.view(Viewer::referee), word, log);
    if (played.refused != Reason::none) return word.substr(0, 40) + ": " + std::string(to_word(played.refused));
  }
  query.position = BoardKeys(started.info->name, position.view(Viewer::referee)).position();
  return {};
}

std::string read_pattern_of(const LibraryGiven& given, LibraryQuery& query) {
  if (given.game.empty()) return "--pattern needs --game";
  if (!given.moves.empty()) return "give --moves or --pattern, not both";
  const Started started = start({given.game, given.options, {}});
  if (!started.fault.empty()) return started.message;
  const PatternPlace place = given.place == "side" ? PatternPlace::side : PatternPlace::corner;
  return read_pattern(*started.info, parse_option_words(join(given.options, " ")), given.pattern, place, query)
      .english();
}

std::string read_query(const LibraryGiven& given, LibraryQuery& query) {
  query.library = given.name;
  query.player = given.player;
  query.against = given.against;
  query.event = given.event;
  if (!given.game.empty()) {
    const GameInfo* info = find_game(given.game);
    if (info == nullptr) return unknown_game(given.game).english();
    query.game = info->name;
  }
  for (std::size_t i = 0; i < std::size(kResults); ++i)
    if (given.result == kResults[i]) query.ending = static_cast<Ending>(i);
  if (auto wrong = read_days(given, query); !wrong.empty()) return wrong;
  if (!given.pattern.empty()) return read_pattern_of(given, query);
  return given.moves.empty() ? std::string() : read_moves_to(given, query);
}

void print_game(const LibraryGame& game, const LibraryGiven& given) {
  if (given.json) {
    Json json = {{"number", game.number},    {"game", game.game},
                 {"class", game.game_class}, {"players", game.players},
                 {"ranks", game.ranks},      {"event", game.event},
                 {"date", game.date},        {"result", game.result},
                 {"moves", game.moves},      {"winner", kResults[static_cast<std::size_t>(game.ending)]}};
    if (game.ply >= 0) json["ply"] = game.ply;
    fmt::print("{}\n", json_text(json));
    return;
  }
  std::string who;
  for (std::size_t i = 0; i < game.players.size(); ++i) {
    who += i == 0 ? "" : " - ";
    who += game.players[i].empty() ? "?" : game.players[i];
    if (!game.ranks[i].empty()) who += " " + game.ranks[i];
  }
  std::string line = fmt::format("{:>7}  {:<10}  {:<9} {}  {}", game.number, game.date.substr(0, 10), game.game_class,
                                 who, game.result);
  if (!game.event.empty()) line += "  " + game.event;
  if (game.ply >= 0) line += fmt::format("  (after {} {})", game.ply, game.ply == 1 ? "move" : "moves");
  fmt::print("{}\n", line);
}

// All that is found, a part at a time.
template <class Take>
void for_parts(SqlConnection& db, LibraryQuery query, const Library& library, int most, const Take& take) {
  for (int left = most; left > 0 && !interrupted();) {
    query.most = std::min(left, kAtOnceListed);
    const LibraryList part = find_library_games(db, query, library);
    take(part.games);
    left -= static_cast<int>(part.games.size());
    if (!part.next) return;
    query.after = *part.next;
  }
}

int write_found(SqlConnection& db, const LibraryGiven& given, LibraryQuery query, const Library& library) {
  query.records = true;
  std::vector<LibraryGame> all;
  for_parts(db, std::move(query), library, given.most, [&](std::vector<LibraryGame> games) {
    all.insert(all.end(), std::make_move_iterator(games.begin()), std::make_move_iterator(games.end()));
  });
  const std::pair<const std::string*, LibraryForm> files[] = {
      {&given.sgf, LibraryForm::sgf}, {&given.lines, LibraryForm::json}, {&given.zip, LibraryForm::zip}};
  for (const auto& [name, form] : files) {
    if (name->empty()) continue;
    if (!write_file(*name, library_file(all, form))) {
      complain(*name + " cannot be written");
      return kBadUse;
    }
    fmt::print("{} {} written to {}.\n", all.size(), all.size() == 1 ? "game" : "games", *name);
  }
  return all.empty() ? kNegative : kOk;
}

int search_games(SqlConnection& db, const LibraryGiven& given) {
  LibraryQuery query;
  if (const std::string wrong = read_query(given, query); !wrong.empty()) {
    complain(wrong);
    return kBadUse;
  }
  const auto library = find_library(db, given.name);
  if (!library) {
    complain("there is no library with this name; `cairn library list` lists them");
    return kBadUse;
  }
  if (!given.sgf.empty() || !given.lines.empty() || !given.zip.empty()) return write_found(db, given, query, *library);
  std::size_t found = 0;
  for_parts(db, query, *library, given.most, [&](const std::vector<LibraryGame>& games) {
    for (const LibraryGame& game : games) print_game(game, given);
    found += games.size();
  });
  if (found == static_cast<std::size_t>(given.most))
    complain(fmt::format("these are the first {}; set the number with --most", found));
  return found > 0 ? kOk : kNegative;
}

bool not_interrupted() {
  return !interrupted();
}

int remove_games(SqlConnection& db, const LibraryGiven& given) {
  const auto library = find_library(db, given.name);
  bool whole = !library || remove_library(db, *library, not_interrupted);
  for (const Library& left : libraries_to_remove(db)) whole = whole && remove_library(db, left, not_interrupted);
  if (!library) {
    complain("there is no library with this name; `cairn library list` lists them");
    return kBadUse;
  }
  if (!whole) {
    complain("interrupted; the library no longer appears, and the next `cairn library remove` deletes the rest");
    return kInterrupted;
  }
  fmt::print("Removed {} with its {} games.\n", library->name, library->games);
  return kOk;
}

using LibraryWork = int (*)(SqlConnection&, const LibraryGiven&);

int run_library(const LibraryGiven& given, LibraryWork work, bool writes) {
  const auto config = given.choice.read_or_complain();
  if (!config) return kBadUse;
  interrupted();
  try {
    const OpenedToRead opened =
        writes ? open_to_write(config->data, config->database) : open_to_read(config->data, config->database);
    if (opened.db) return work(*opened.db, given);
    complain(opened.error);
  } catch (const SqlError& error) {
    complain(error.what());
  }
  return kBadUse;
}

void add_search_options(Command search, LibraryGiven& given) {
  search.option("--player", given.player, "Part of a player's name").type_name("NAME");
  search.option("--against", given.against, "Part of the other player's name").type_name("NAME");
  search.option("--event", given.event, "Part of the event").type_name("TEXT");
  search.option("--game", given.game, "Only this kind of game; `cairn games` lists them").type_name("GAME");
  search.option("--since", given.since, "Played on this day or later").type_name("DAY");
  search.option("--until", given.until, "Played on this day or before").type_name("DAY");
  search.option("--result", given.result, "Who won: first, second, third, fourth; drawn; unknown")
      .type_name("WHO")
      .one_of({"first", "second", "third", "fourth", "drawn", "unknown"});
  search.option("--moves", given.moves, "Only games with the position after these moves, also turned or mirrored")
      .type_name("WORDS");
  search
      .option("--pattern", given.pattern,
              "Only games with this part of a board: rows from the edge inwards, as ??.|?B.")
      .type_name("ROWS");
  search.option("--place", given.place, "Where the pattern lies").one_of({"corner", "side"}).show_default();
  search.option("--option", given.options, "For --moves and --pattern: option of the game, may be repeated")
      .type_name("KEY=VALUE")
      .one_value_each();
  search.option("--most", given.most, "Maximum number of games to find")
      .range(1, 1'000'000, InHelp::yes)
      .type_name("N")
      .show_default();
  search.option("--sgf", given.sgf, "Write the games to an SGF collection").type_name("FILE");
  search.option("--lines", given.lines, "Write the games as JSON records, one per line").type_name("FILE");
  search.option("--zip", given.zip, "Write the games to a zip archive of SGF files").type_name("FILE");
}

}  // namespace

void add_library(Command program, int& status) {
  Command command = program.subcommand("library", "List, search and remove the libraries of a server");
  auto given = std::make_shared<LibraryGiven>(command);
  command.require_subcommand();
  const auto add = [&](const char* name, const char* help, LibraryWork work, bool writes) {
    Command sub = command.subcommand(name, help).fallthrough();
    sub.callback([given, work, writes, &status] { status = run_library(*given, work, writes); });
    return sub;
  };
  Command list = add("list", "List the libraries", list_all, false);
  Command search = add("search", "Find games of a library; print them, or write them to a file", search_games, false);
  Command gone = add("remove", "Remove a library with all its games", remove_games, true);
  for (const Command& sub : {search, gone}) sub.option("LIBRARY", given->name, "Name of the library").required();
  for (const Command& sub : {list, search}) sub.flag("--json", given->json, "Print one JSON object per line");
  add_search_options(search, *given);
  search.footer(
      "  cairn library search pro-games --player lee --result first --data cairn-data\n"
      "  cairn library search pro-games --game go --moves \"Q16 D4\" --zip found.zip");
}

}  // namespace cairn::cli
