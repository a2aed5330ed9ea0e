// Libraries: collections of games that the host has taken in.
#include "core/text.h"
#include "server/net/answers.h"
#include "server/protocol/libraries_from_client.h"
#include "server/protocol/libraries_to_client.h"

namespace cairn::net {

namespace {

std::vector<Endpoint::Query> library_query(bool parts) {
  using namespace schema;
  const Json day = matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
  std::vector<Endpoint::Query> out = {
      {"player", "part of a player's name", text(0, kMostLibraryWord)},
      {"against", "part of another player's name", text(0, kMostLibraryWord)},
      {"event", "part of the event", text(0, kMostLibraryWord)},
      {"game", "name of the game", text()},
      {"size", "board size", text()},
      {"since", "first day of play (inclusive)", day},
      {"until", "last day of play (inclusive)", day},
      {"result", "the seat that won", words({"first", "second", "third", "fourth", "drawn", "unknown"})},
      {"position", "a position in the game, up to symmetry: the rows of a View's board, separated by |; needs `game`",
       text()},
      {"pattern",
       "part of a board, turned or mirrored in any way: rows from the edge inwards, separated by |, with the letters "
       "of "
       "the sides, . for empty and ? for anything, such as ??.|?B.|...; needs `game` and `size`",
       text()},
      {"place",
       "where the pattern lies: in a `corner` (the first letters of its rows are on the other edge), or "
       "anywhere on a `side`; default: corner",
       words({"corner", "side"})}};
  if (parts) out.push_back({"after", "continue here: the `next` of the last answer", whole(0)});
  return out;
}

Response find_in_library(const Asked& asked) {
  Libraries& libraries = asked.services.libraries;
  return with(read_library_wish(asked.route.id, view(asked.request.target()), libraries.games()),
              [&asked](const LibraryWish& wish, const Answered& done) { call(&Libraries::find, asked, done, wish); });
}

template <LibraryForm form>
Response file_of_library(const Asked& asked) {
  Libraries& libraries = asked.services.libraries;
  return with(
      read_library_wish(asked.route.id, view(asked.request.target()), libraries.games()),
      [&asked](const LibraryWish& wish, const Answered& done) { call(&Libraries::file, asked, done, wish, form); });
}

Response game_of_library(const Asked& asked) {
  const int number = parse_int(asked.route.item).value_or(0);
  return Act([&asked, number](const Answered& done) {
    asked.services.libraries.game(asked.route.id, number, answered_by<ShownGame>(asked, done), asked.asker(),
                                  asked.freshness());
  });
}

}  // namespace

std::vector<Endpoint> library_endpoints() {
  return {
      {{"GET", "/api/libraries", "libraries", Needs::watch, ask<&Libraries::list>},
       {"libraries", "List libraries: collections of games that you can search"},
       {{200, "Libraries", "by name"}}},
      {{"GET", "/api/libraries/{name}/games", "library-games", Needs::watch, find_in_library},
       {"libraries", "Search the games of a library"},
       {{200, "LibraryGames", "in the order of their import"}},
       {"not-found"},
       library_query(true)},
      {{"GET", "/api/libraries/{name}/games/{number}", "library-game", Needs::watch, game_of_library},
       {"libraries", "Get a game of a library with its record"},
       {{200, "WholeLibraryGame", "the game"}}},
      {{"GET", "/api/libraries/{name}/games.sgf", "library-sgf", Needs::watch, file_of_library<LibraryForm::sgf>},
       {"libraries", "Download the first 500 games found as an SGF collection"},
       {{200, "", "a file of SGF FF[4]"}},
       {"not-found"},
       library_query(false),
       "application/x-go-sgf"},
      {{"GET", "/api/libraries/{name}/games.jsonl", "library-lines", Needs::watch, file_of_library<LibraryForm::json>},
       {"libraries", "Download the same games as JSON lines"},
       {{200, "GameFile", "a record of version 2 a line"}},
       {"not-found"},
       library_query(false),
       "application/x-ndjson"},
      {{"GET", "/api/libraries/{name}/games.zip", "library-zip", Needs::watch, file_of_library<LibraryForm::zip>},
       {"libraries", "Download the same games as a zip archive of SGF files"},
       {{200, "", "a zip archive"}},
       {"not-found"},
       library_query(false),
       "application/zip"},
  };
}

}  // namespace cairn::net
