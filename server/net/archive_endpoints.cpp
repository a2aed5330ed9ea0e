// Finished games and openings.
#include "core/rules.h"
#include "notation/view_json.h"
#include "server/net/answers.h"
#include "server/protocol/archive_from_client.h"
#include "server/protocol/archive_to_client.h"
#include "server/protocol/libraries_to_client.h"

namespace cairn::net {

namespace {

// What the archive can be asked for.
std::vector<Endpoint::Query> archive_query() {
  using namespace schema;
  const Json day = matching("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
  return {{"player", "an account that played in the game", text()},
          {"against", "a second account that played in the game", text()},
          {"game", "name of the game; further parameters filter by its options, for example size=9", text()},
          {"seats", "number of seats", whole(2, kMaxSeats)},
          {"rated", "", words({"true", "false"})},
          {"bots", "whether a bot played in the game", words({"true", "false"})},
          {"result", "result for the player, or the seat that won",
           words({"won", "lost", "drawn", "first", "second", "third", "fourth"})},
          {"how", "ending of the game", words(words_of(how_word, 1))},
          {"since", "first day of the game's end (inclusive)", day},
          {"until", "last day of the game's end (inclusive)", day},
          {"before", "continue here: the `next` of the last answer", ref("ArchivePlace")}};
}

Response find_openings(const Asked& asked) {
  Openings& openings = asked.services.openings;
  if (const std::string library(asked.query("library")); !library.empty())
    return with(read_opening_wish(asked.route.id, view(asked.request.target()), openings.games()),
                [&asked, library](const OpeningWish& wish, const Answered& done) {
                  asked.services.libraries.openings(library, wish, asked.asker(),
                                                    answered_by<LibraryMoves>(asked, done), asked.freshness());
                });
  return with(read_opening_wish(asked.route.id, view(asked.request.target()), openings.games()),
              [&asked, &openings](const OpeningWish& wish, const Answered& done) {
                openings.find(wish, asked.asker(), answered_by<std::vector<OpeningLine>>(asked, done),
                              asked.freshness());
              });
}

template <auto what, auto... fixed>
Response search_archive(const Asked& asked) {
  return with(read_archive_wish(view(asked.request.target()), asked.services.archive.games()),
              [&asked](const ArchiveWish& wish, const Answered& done) { call(what, asked, done, wish, fixed...); });
}

}  // namespace

std::vector<Endpoint> archive_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/openings/{class}", "openings", Needs::watch, find_openings},
       {"archive", "Get the moves played in a position"},
       {{200, "Openings", "moves, their counts, and the results of these games"}},
       {"illegal-move", "not-found"},
       {{"moves", "moves from the start, separated by spaces; other parameters are options of the game", text()},
        {"library", "count the games of this library, with any other options and any symmetry of the board",
         ref("LibraryName")}}},
      {{"GET", "/api/archive", "archive", Needs::watch, search_archive<&Archive::find>},
       {"archive", "Search finished games"},
       {{200, "ArchiveList", "latest endings first"}},
       {"not-found"},
       archive_query()},
      {{"GET", "/api/archive/games.sgf", "archive-sgf", Needs::watch, search_archive<&Archive::file, FileForm::sgf>},
       {"archive", "Download the same games as an SGF collection"},
       {{200, "", "a file of SGF FF[4]"}},
       {"not-found"},
       archive_query(),
       "application/x-go-sgf"},
      {{"GET", "/api/archive/games.jsonl", "archive-lines", Needs::watch,
        search_archive<&Archive::file, FileForm::json>},
       {"archive", "Download the same games as JSON lines"},
       {{200, "GameFile", "a record of version 2 a line"}},
       {"not-found"},
       archive_query(),
       "application/x-ndjson"},
  };
}

}  // namespace cairn::net
