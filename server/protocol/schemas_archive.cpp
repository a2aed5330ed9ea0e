// Finished games and streams of lines, as schemas: server/library/archive.cpp, server/tables/streams.cpp,
// net/stream.cpp, protocol/lists_to_client.cpp.
#include "notation/view_json.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace archive_shapes {
namespace {

using namespace schema;

Json archive_card() {
  return object({must("id", text()), must("game", text()), must("title", text()), must("options", map_of(text())),
                 must("clock", text()), must("rated", yes_no()), must("seats", list_of(ref("Occupant"), 2, kMaxSeats)),
                 must("created", time()), must("class", text()), must("result", text()),
                 must("how", words(words_of(how_word))), must("winner", nullable(whole(0, kMaxSeats - 1))),
                 must("moves", whole(1)), must("ended", time())});
}

Json archive_list() {
  return object({must("games", list_of(ref("ArchiveCard"))), must("next", nullable(ref("ArchivePlace")))});
}

Json archive_place() {
  return described(matching("^[0-9]{1,19}-[0-9]{1,19}$"), "continue with ?before=; null: no more");
}

Json openings() {
  const Json move = object({must("word", text()), must("games", whole(1)), must("won", whole(0)),
                            must("drawn", whole(0)), must("lost", whole(0))});
  return object({must("games", whole(0)), must("next", described(list_of(move), "most played first"))});
}

Json table_line() {
  return one_of({ref("StateMessage"), ref("ChangeMessage"), ref("EndMessage")});
}

Json own_line() {
  return one_of({ref("TableNews"), ref("ReadyMessage"), ref("EndMessage")});
}

Json table_news() {
  return object({must("type", word("table")), must("number", whole(0)),
                 must("news", words({"open", "begun", "changed", "ended"})), must("table", ref("Card"))});
}

Json ready_message() {
  return described(object({must("type", word("ready")), must("number", whole(0))}),
                   "all missed changes have been sent");
}

Json end_message() {
  return described(object({must("type", word("end"))}), "the server is stopping; connect again");
}

}  // namespace
}  // namespace archive_shapes

std::vector<NamedSchema> archive_schemas() {
  using namespace archive_shapes;
  return {{"ArchiveCard", archive_card}, {"ArchiveList", archive_list},   {"ArchivePlace", archive_place},
          {"Openings", openings},        {"TableLine", table_line},       {"OwnLine", own_line},
          {"TableNews", table_news},     {"ReadyMessage", ready_message}, {"EndMessage", end_message}};
}

}  // namespace cairn
