// Libraries, as schemas: server/protocol/libraries_to_client.cpp.
#include "notation/view_json.h"
#include "server/protocol/schemas.h"
#include "server/store/libraries.h"

namespace cairn {

namespace library_shapes {
namespace {

using namespace schema;

Json library_name() {
  return described(matching("^[a-z0-9][a-z0-9_-]{0,39}$"), "of a library");
}

Json library() {
  return object({must("name", ref("LibraryName")), must("games", described(whole(0), "number of its games")),
                 must("created", time()), must("changed", time())});
}

Json libraries() {
  return object({must("libraries", described(list_of(ref("Library")), "by name"))});
}

std::vector<Field> game_fields() {
  const Json player = object({must("name", text()), must("rank", text())});
  return {must("number", described(whole(1), "in the library")),
          must("game", text()),
          must("class", text()),
          must("options", map_of(text())),
          must("players", described(list_of(player, 2, kMaxSeats), "by seat; empty texts where the file tells none")),
          must("event", text()),
          must("date", described(text(), "as in the file")),
          must("result", text()),
          must("winner", words({"unknown", "first", "second", "third", "fourth", "drawn"})),
          must("moves", whole(1)),
          must("ply", described(nullable(whole(0)), "with a position or pattern: number of moves before it")),
          must("board", described(nullable(ref("Board")), "as at the end of the game"))};
}

Json library_game() {
  return object(game_fields());
}

Json whole_library_game() {
  std::vector<Field> fields = game_fields();
  fields.push_back(must("sgf", described(text(), "its record")));
  return object(fields);
}

Json library_games() {
  return object({must("games", list_of(ref("LibraryGame"), 0, 50)),
                 must("next", described(nullable(whole(1)), "continue with ?after=; null: no more")),
                 must("through", described(nullable(whole(0)), "with a position: number of games that reached it"))});
}

}  // namespace
}  // namespace library_shapes

std::vector<NamedSchema> library_schemas() {
  using namespace library_shapes;
  return {{"LibraryName", library_name},   {"Library", library},
          {"Libraries", libraries},        {"LibraryGame", library_game},
          {"LibraryGames", library_games}, {"WholeLibraryGame", whole_library_game}};
}

}  // namespace cairn
