// Games, guests and tables.
#include "core/text.h"
#include "notation/picture/board_picture.h"
#include "server/net/answers.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/pictures_to_client.h"
#include "server/protocol/tables_to_client.h"

namespace cairn::net {

namespace {

Response list_games(const Asked& asked) {
  Answer games;
  games.body = asked.shared.game_list;
  return games;
}

// Whoever is somebody already keeps that name, and whatever name they ask for does no harm.
std::variant<CreateGuest, Fault> read_guest_again(std::string_view text) {
  if (parse_json(text).is_object()) return CreateGuest();
  return read_create_guest(text);
}

Response enter(const Asked& asked) {
  if (asked.caller) return tell<&Accounts::enter, read_guest_again>(asked);
  return tell<&Accounts::enter, read_create_guest>(asked);
}

// Open games in the lobby are counted by address, too; what was refused does not count.
Response open_table(const Asked& asked) {
  return with_body(asked, read_create_table, [&asked](const CreateTable& wish, const Answered& done) {
    if (const int wait = wish.listed ? asked.shared.ask_listing(asked.key) : 0; wait > 0)
      return done(Refusal{Code::too_many,
                          Message("too-many-open-games", "too many open games come from your address; try again later"),
                          wait});
    const auto counted = [&shared = asked.shared, key = asked.key, listed = wish.listed,
                          answer = answered_by<CreatedTable>(asked, done)](const Result<CreatedTable>& created) {
      if (listed && !created) shared.listings.give_back(key);
      answer(created);
    };
    asked.services.table_service.create(asked.known().person, wish, counted);
  });
}

template <PictureForm form>
Response picture(const Asked& asked) {
  Pictures::Wish wish{asked.route.id, form, kUsualPicture};
  if (const std::string_view text = asked.query("size"); !text.empty()) wish.size = parse_int(text).value_or(0);
  if (wish.size < kLeastPicture || wish.size > kMostPicture)
    return refuse(Code::bad_request,
                  Message("size-number-pixels", "\"size\" must be a number of pixels from {least} to {most}",
                          {{"least", kLeastPicture}, {"most", kMostPicture}}));
  return Act([&asked, wish](const Answered& done) {
    asked.services.pictures.board(wish, answered_by<Pictures::File>(asked, done), asked.asker());
  });
}

// For plain HTTP; http.cpp itself serves a WebSocket.
Response refuse_no_socket(const Asked&) {
  return refuse(Code::upgrade_required,
                Message("address-speaks-websocket", "this address accepts WebSocket connections only"));
}

}  // namespace

std::vector<Endpoint> table_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/games", "games", Needs::nothing, list_games},
       {"games", "List the games and their options"},
       {{200, "GameList", "all games of this server"}}},
      {{"POST", "/api/guest", "enter", Needs::door, enter, Kind::creates_guest},
       {"people", "Start a guest session", "GuestWish"},
       {{201, "Name", "the guest session", true}, {200, "Name", "you already have a session"}},
       {"no-registration"}},
      {{"POST", "/api/tables", "create", Needs::play, open_table, Kind::creates},
       {"tables", "Create a table", "TableWish"},
       {{201, "CreatedTable", "the new table"}},
       {"unknown-game", "bad-options", "no-bot", "no-account", "too-many-kept"}},
      {{"GET", "/api/tables/{id}", "state", Needs::watch, ask<&TableService::state>},
       {"tables", "Get a table as you see it"},
       {{200, "State", "the table"}},
       {"broken-record"}},
      {{"GET", "/api/tables/{id}/game.sgf", "game-sgf", Needs::watch, ask<&TableService::export_file, FileForm::sgf>},
       {"tables", "Download the game as SGF"},
       {{200, "", "a file of SGF FF[4]"}},
       {"not-over", "broken-record"},
       {},
       "application/x-go-sgf"},
      {{"GET", "/api/tables/{id}/game.json", "game-json", Needs::watch,
        ask<&TableService::export_file, FileForm::json>},
       {"tables", "Download the game as a JSON record"},
       {{200, "GameFile", "a record of version 2"}},
       {"not-over", "broken-record"}},
      {{"GET", "/api/tables/{id}/game.txt", "game-text", Needs::watch, ask<&TableService::export_file, FileForm::text>},
       {"tables", "Download the game as text"},
       {{200, "", "the game's own notation, or a move list"}},
       {"not-over", "no-text", "broken-record"},
       {},
       "text/plain"},
      {{"GET", "/api/tables/{id}/board.png", "board-png", Needs::nothing, picture<PictureForm::png>},
       {"tables", "Get the board as a PNG, as a spectator sees it; also at /game/ID.png"},
       {{200, "", "a PNG"}},
       {"not-found"},
       {{"size", "maximum width in pixels; default: 480", whole(kLeastPicture, kMostPicture)}},
       "image/png"},
      {{"GET", "/api/tables/{id}/board.svg", "board-svg", Needs::nothing, picture<PictureForm::svg>},
       {"tables", "Get the board as an SVG; also at /game/ID.svg"},
       {{200, "", "an SVG"}},
       {"not-found"},
       {{"size", "maximum width in pixels; default: 480", whole(kLeastPicture, kMostPicture)}},
       "image/svg+xml"},
      {{"POST", "/api/tables/{id}/join", "join", Needs::play, ask<&TableService::join>},
       {"tables", "Join a table"},
       {{200, "State", "you have joined the table"}},
       {"no-free-seat", "game-over", "too-long", "clock", "broken-record", "busy", "blocked", "no-account"}},
      {{"POST", "/api/tables/{id}/commands", "command", Needs::play, tell<&TableService::command, read_command>,
        Kind::vital},
       {"tables", "Send a command to a table: a move or another act", "Command"},
       {{200, "Reply", "done and stored; repeating the request gets the same reply"}},
       {"not-seated", "illegal-move", "stale", "game-over", "no-undo", "no-offer", "plan", "clock", "too-long",
        "broken-record", "busy"}},
      {{"GET", "/api/tables/{id}/socket", "socket", Needs::watch, refuse_no_socket, Kind::socket},
       {"tables", "Follow a table and play by WebSocket"},
       {{101, "", "text frames; see x-websocket"}},
       {"upgrade-required", "bad-origin"},
       {{"after", "the last version that you know: the stream begins with the changes after it", whole(0)}}},
  };
}

}  // namespace cairn::net
