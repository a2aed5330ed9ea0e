#include "server/protocol/libraries_to_client.h"

#include <array>

namespace cairn {

namespace {

constexpr std::array<std::string_view, 6> kEndingWords{"unknown", "first", "second", "third", "fourth", "drawn"};

Json library_board_json(const ShownGame& shown) {
  const View& view = shown.view;
  const auto side = [](const View::Side& one) {
    return Json{{"name", one.name}, {"letter", std::string(1, one.letter)}};
  };
  return {{"id", std::to_string(shown.game.number)},
          {"version", 0},
          {"surface", view.surface},
          {"columns", view.columns},
          {"rows", view.rows},
          {"levels", view.levels},
          {"board", view.board},
          {"sides", list_json(view.sides, side)},
          {"last", Json::array()},
          {"turn", shown.game.moves},
          {"over", true}};
}

Json library_game_json(const ShownGame& shown) {
  const LibraryGame& game = shown.game;
  Json options = Json::object();
  for (const auto& [name, value] : game.options) options[name] = value;
  Json players = Json::array();
  for (std::size_t i = 0; i < game.players.size(); ++i)
    players.push_back({{"name", game.players[i]}, {"rank", i < game.ranks.size() ? game.ranks[i] : ""}});
  return {{"number", game.number},
          {"game", game.game},
          {"class", game.game_class},
          {"options", std::move(options)},
          {"players", std::move(players)},
          {"event", game.event},
          {"date", game.date},
          {"result", game.result},
          {"winner", word_of(game.ending)},
          {"moves", game.moves},
          {"ply", game.ply < 0 ? Json(nullptr) : Json(game.ply)},
          {"board", shown.view.surface.empty() ? Json(nullptr) : library_board_json(shown)}};
}

Json library_json(const Library& library) {
  return {{"name", library.name},
          {"games", library.games},
          {"created", library.created_ms},
          {"changed", library.changed_ms}};
}

}  // namespace

std::string_view word_of(Ending ending) {
  return kEndingWords[static_cast<std::size_t>(ending)];
}

std::optional<Ending> ending_of_word(std::string_view word) {
  for (std::size_t i = 0; i < kEndingWords.size(); ++i)
    if (kEndingWords[i] == word) return static_cast<Ending>(i);
  return std::nullopt;
}

Json to_client(const LibraryNames& names) {
  return {{"libraries", list_json(names.libraries, library_json)}};
}

Json to_client(const LibraryPart& part) {
  return {{"games", list_json(part.games, library_game_json)},
          {"next", part.next ? Json(*part.next) : Json(nullptr)},
          {"through", part.through ? Json(*part.through) : Json(nullptr)}};
}

Json to_client(const ShownGame& game) {
  Json json = library_game_json(game);
  json["sgf"] = game.game.record;
  return json;
}

Json to_client(const LibraryMoves& moves) {
  std::int64_t games = 0;
  for (const LibraryMove& move : moves) games += move.games;
  const auto line = [](const LibraryMove& move) {
    return Json{
        {"word", move.word}, {"games", move.games}, {"won", move.won}, {"drawn", move.drawn}, {"lost", move.lost}};
  };
  return {{"games", games}, {"next", list_json(moves, line)}};
}

Reply to_client(const LibraryFile& file) {
  Reply reply(200, file.text);
  reply.type = type_of(file.form);
  return reply;
}

}  // namespace cairn
