// Lists of tables and of ratings.
#include "server/net/answers.h"
#include "server/protocol/lobby_to_client.h"

namespace cairn::net {

namespace {

Response list_own_tables(const Asked& asked) {
  const auto before = read_before(asked);
  const std::string_view over = asked.query("over");
  if (before.index() == 0 && !over.empty() && over != "true" && over != "false")
    return refuse(Code::bad_request, R"("over" is true or false)");
  return with(before, [&asked, over = over == "true"](std::int64_t from, const Answered& done) {
    call(&Lobby::own_tables, asked, done, over, from);
  });
}

Response show_ratings(const Asked& asked) {
  const std::string rating_class(asked.query("class"));
  if (rating_class.empty()) return ask<&Lobby::ratings>(asked);
  return Act([&asked, rating_class](const Answered& done) {
    asked.services.lobby.history(asked.route.id, rating_class, answered_by<std::vector<RatingStep>>(asked, done));
  });
}

}  // namespace

std::vector<Endpoint> list_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/lobby", "lobby", Needs::watch, ask<&Lobby::open_tables>},
       {"lists", "Who waits for an opponent"},
       {{200, "Lobby", "the newest first"}}},
      {{"GET", "/api/tables", "own-tables", Needs::read, list_own_tables},
       {"lists", "Where you sit"},
       {{200, "OwnTables", "your turn first"}},
       {},
       {{"over", "those that are over", words({"true", "false"})}, before_query()}},
      {{"GET", "/api/leaders/{id}", "leaders", Needs::nothing, ask<&Lobby::leaders>},
       {"lists", "The leader board of a class"},
       {{200, "Leaders", "the first first"}}},
      {{"GET", "/api/people/{name}/ratings", "ratings", Needs::nothing, show_ratings},
       {"lists", "How strong somebody is"},
       {{200, "Ratings", "in every class; with `class` the history of that one"}},
       {},
       {{"class", "a game with its size, as go-9", matching("^[a-z0-9-]{1,40}$")}}},
  };
}

}  // namespace cairn::net
