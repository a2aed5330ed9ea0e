// Lists of tables and of ratings.
#include "core/text.h"
#include "server/net/answers.h"
#include "server/protocol/lobby_to_client.h"
#include "server/protocol/query.h"
#include "server/protocol/small_boards_to_client.h"

namespace cairn::net {

namespace {

Response list_own_tables(const Asked& asked) {
  const auto before = read_before(asked);
  const std::string_view over = asked.query("over");
  if (before.index() == 0 && !over.empty() && over != "true" && over != "false")
    return refuse(Code::bad_request, Message("over-true-false", "\"over\" must be true or false"));
  return with(before, [&asked, over = over == "true"](std::int64_t from, const Answered& done) {
    call(&Lobby::own_tables, asked, done, over, from);
  });
}

Response show_ratings(const Asked& asked) {
  const std::string rating_class(asked.query("class"));
  if (rating_class.empty()) return ask<&Lobby::ratings>(asked);
  return Act([&asked, rating_class](const Answered& done) {
    asked.services.lobby.history(asked.route.id, rating_class, answered_by<std::vector<RatingStep>>(asked, done),
                                 asked.freshness());
  });
}

std::variant<RunningWish, Fault> read_running_wish(const Asked& asked) {
  const std::string_view rated = asked.query("rated");
  if (!rated.empty() && rated != "true" && rated != "false")
    return Fault{Message("filter-true-false", "\"{name}\" must be true or false", {{"name", "rated"}})};
  return RunningWish{std::string(asked.query("game")), rated == "true"};
}

Response list_running(const Asked& asked) {
  return with(read_running_wish(asked),
              [&asked](const RunningWish& wish, const Answered& done) { call(&Lobby::running, asked, done, wish); });
}

Response show_boards(const Asked& asked) {
  return with(read_board_ids(asked, "tables"),
              [&asked](const TableIds& ids, const Answered& done) { call(&SmallBoards::boards, asked, done, ids); });
}

}  // namespace

std::variant<TableIds, Fault> read_board_ids(const Asked& asked, std::string_view name) {
  TableIds ids;
  const std::optional<QueryValues> query = read_query(view(asked.request.target()));
  const std::string* list = query ? value_in(*query, name) : nullptr;
  if (list != nullptr)
    for (const std::string_view id : split(*list, ','))
      if (!id.empty()) ids.emplace_back(id);
  if (ids.empty() || ids.size() > kMostBoards)
    return Fault{Message("list-of-ids", "\"{name}\" must be a list of 1 to {n} ids with commas between them",
                         {{"name", name}, {"n", kMostBoards}})};
  return ids;
}

std::vector<Endpoint> list_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/lobby", "lobby", Needs::watch, ask<&Lobby::open_tables>},
       {"lists", "List open games in the lobby"},
       {{200, "Lobby", "newest first"}}},
      {{"GET", "/api/tables", "own-tables", Needs::read, list_own_tables},
       {"lists", "List your tables"},
       {{200, "OwnTables", "your turns first"}},
       {},
       {{"over", "list finished games instead", words({"true", "false"})}, before_query()}},
      {{"GET", "/api/running", "running", Needs::watch, list_running},
       {"lists", "List the games being played now"},
       {{200, "Running", "strongest first"}},
       {},
       {{"game", "name of the game", text()}, {"rated", "only rated games", words({"true", "false"})}}},
      {{"GET", "/api/boards", "boards", Needs::watch, show_boards},
       {"lists", "Get small boards of several tables, as you see them"},
       {{200, "Boards", "in the order of the request; unknown tables are left out"}},
       {},
       {{"tables", "ids, separated by commas", matching("^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$")}}},
      {{"GET", "/api/leaders/{id}", "leaders", Needs::nothing, ask<&Lobby::leaders>},
       {"lists", "Get the leaderboard of a rating category"},
       {{200, "Leaders", "oldest first"}}},
      {{"GET", "/api/people/{name}/ratings", "ratings", Needs::nothing, show_ratings},
       {"lists", "Get a player's ratings"},
       {{200, "Ratings", "in every class; with `class`, also the history of that class"}},
       {},
       {{"class", "a game with its size, as go-9", matching("^[a-z0-9-]{1,40}$")}}},
  };
}

}  // namespace cairn::net
