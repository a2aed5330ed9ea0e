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
  return {{"player", "an account that sat there", text()},
          {"against", "another one", text()},
          {"game", "its name; then its options may be asked for by their names, as size=9", text()},
          {"seats", "how many", whole(2, kMaxSeats)},
          {"rated", "", words({"true", "false"})},
          {"bots", "whether any sat there", words({"true", "false"})},
          {"result", "of the player, or which seat won",
           words({"won", "lost", "drawn", "first", "second", "third", "fourth"})},
          {"how", "it ended", words(words_of(how_word, 1))},
          {"since", "the day of the end, or later", day},
          {"until", "the day of the end, or before", day},
          {"before", "goes on where the part that gave this as `next` ended", ref("ArchivePlace")}};
}

Response find_openings(const Asked& asked) {
  Openings& openings = asked.services.openings;
  if (const std::string library(asked.query("library")); !library.empty())
    return with(read_opening_wish(asked.route.id, view(asked.request.target()), openings.games()),
                [&asked, library](const OpeningWish& wish, const Answered& done) {
                  asked.services.libraries.openings(library, wish, asked.asker(),
                                                    answered_by<LibraryMoves>(asked, done));
                });
  return with(read_opening_wish(asked.route.id, view(asked.request.target()), openings.games()),
              [&asked, &openings](const OpeningWish& wish, const Answered& done) {
                openings.find(wish, asked.asker(), answered_by<std::vector<OpeningLine>>(asked, done));
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
       {"archive", "What was played in a position"},
       {{200, "Openings", "moves, how often, and how these games ended"}},
       {"illegal-move", "not-found"},
       {{"moves", "from the start, with blanks between them; other names are options of the game", text()},
        {"library", "counts its games, whatever their other options and however their boards are turned",
         ref("LibraryName")}}},
      {{"GET", "/api/archive", "archive", Needs::watch, search_archive<&Archive::find>},
       {"archive", "Finished games"},
       {{200, "ArchiveList", "the last that ended first"}},
       {"not-found"},
       archive_query()},
      {{"GET", "/api/archive/games.sgf", "archive-sgf", Needs::watch, search_archive<&Archive::file, FileForm::sgf>},
       {"archive", "The same games as an SGF collection"},
       {{200, "", "a file of SGF FF[4]"}},
       {"not-found"},
       archive_query(),
       "application/x-go-sgf"},
      {{"GET", "/api/archive/games.jsonl", "archive-lines", Needs::watch,
        search_archive<&Archive::file, FileForm::json>},
       {"archive", "The same games as records, one a line"},
       {{200, "GameFile", "a record of version 2 a line"}},
       {"not-found"},
       archive_query(),
       "application/x-ndjson"},
  };
}

}  // namespace cairn::net
