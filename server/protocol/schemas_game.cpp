// What is told of games and tables.
#include <algorithm>
#include <map>
#include <utility>

#include "games/registry.h"
#include "notation/replay.h"
#include "server/library/small_boards.h"
#include "server/play/from_client.h"
#include "server/play/ratings.h"
#include "server/play/to_client.h"
#include "server/protocol/error_codes.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace game_shapes {
namespace {

using namespace schema;

Json seat() {
  return whole(0, kMaxSeats - 1);
}

Json points() {
  return list_of(ref("Point"));
}

Json point() {
  return described(list_of(whole(0, 255), 3, 3), "level, column, row: all from 0, row 0 at the bottom");
}

Json side() {
  return object({must("name", text()), must("letter", text(1, 1)), must("seat", seat()), must("score", number()),
                 must("captures", nullable(whole(0))), must("retired", yes_no())});
}

Json result() {
  return object({must("winner", nullable(text())), must("seat", nullable(seat())), must("text", text()),
                 must("how", words(words_of(how_word))), must("ranks", list_of(whole(1, kMaxSeats), 2, kMaxSeats))});
}

Json view() {
  return object(
      {must("surface", text()), must("columns", whole(1)), must("rows", whole(1)), must("levels", whole(1)),
       must("board", list_of(text())), must("sides", list_of(ref("Side"), 2, kMaxSeats)),
       must("to_act", list_of(seat())), must("turn", object({must("seat", seat()), must("number", whole(0))})),
       must("to_move", nullable(text())),
       must("marks", list_of(object({must("kind", text()), must("points", points())}))),
       must("groups", list_of(object({must("side", seat()), must("pieces", points()), must("freedoms", points())}))),
       must("facts", map_of(text())),
       must("lives_on",
            described(nullable(text()),
                      "the word for what groups live on: liberties or freedoms; null: this game has no groups")),
       must("tally", described(text(), "what the score of a player counts: points, balls or captures")),
       must("next", described(nullable(seat()), "the sides that act next")),
       must("steps_bind",
            described(yes_no(), "in a turn of several steps, each step is final before the next is chosen")),
       must("over", yes_no()), must("result", nullable(ref("Result")))});
}

Json event() {
  return object({must("kind", words(words_of<Event::Kind>(to_word))), may("side", text()), may("at", ref("Point")),
                 may("name", described(text(), "of the point `at`")), may("from", ref("Point")), may("count", whole(0)),
                 may("stage", described(whole(1), "with `removed`: the stage of the cascade of captures")),
                 may("enemies", described(whole(0), "number of adjacent enemy pieces at that moment")),
                 may("friends", described(whole(0), "number of adjacent friendly pieces at that moment")),
                 may("reason", ref("Reason"))});
}

// Those of all games, then those that a game has for itself.
Json reason() {
  std::vector<std::string_view> list;
  list.reserve(std::size(kReasonTexts));
  for (const ReasonText& one : kReasonTexts) list.push_back(one.word);
  for (const GameInfo& info : games())
    for (const Reason own : info.reasons)
      if (std::find(list.begin(), list.end(), own.word()) == list.end()) list.push_back(own.word());
  return words(list);
}

Json game() {
  return object(
      {must("name", text()), must("title", text()), must("summary", text()), must("hidden", yes_no()),
       must("options", list_of(object({must("name", text()), must("values", text()), must("default", text()),
                                       must("help", text())}))),
       must("ranks",
            described(list_of(object({must("size", text()), must("kyu", list_of(whole(kBestKyu, kWeakestKyu)))})),
                      "the approximate rank of the bot's first levels on boards of that size: 12 is "
                      "12 kyu, 1 is 1 kyu, 0 is 1 dan, -1 is 2 dan; 30 is 30 kyu or weaker")),
       must("bot", described(yes_no(), "whether there is a bot for this game"))});
}

Json game_list() {
  return object({must("games", list_of(ref("Game")))});
}

Json options() {
  return map_of(text());
}

Json occupant() {
  return object({must("name", nullable(text())), must("kind", words({"open", "guest", "bot"}))});
}

Json move() {
  return object(
      {must("seat", seat()), must("side", text()), must("word", nullable(text())), may("refused", always(true))});
}

Json offer_word() {
  std::vector<std::string_view> list;
  list.reserve(kOfferKinds);
  for (std::size_t i = 0; i < kOfferKinds; ++i) list.push_back(to_word(static_cast<OfferKind>(i)));
  return words(list);
}

Json offer() {
  return object({must("offer", ref("OfferKind")), must("by", seat()), must("agreed", list_of(seat()))});
}

Json clock() {
  const Json ms = whole(0);
  const Json one = object({must("on_turn", yes_no()), must("counting", yes_no()),
                           must("total", described(whole(-1), "milliseconds; -1: unlimited")), must("main", ms),
                           must("period", ms), must("periods", whole(0)), must("stones", whole(0)),
                           may("vacation", always(true)), may("until", time())});
  return object({must("rule", text()), must("now", time()), must("paused", yes_no()),
                 may("resumes", described(time(), "when the clocks resume automatically")),
                 may("set", described(time(), "when the host set the clocks, since the last move")),
                 must("seats", list_of(one))});
}

Json state() {
  const Json bot = object({must("seconds", number()), must("level", whole(1, kLevels))});
  return object({must("id", text()), must("game", text()), must("title", text()), must("options", options()),
                 must("seats", list_of(ref("Occupant"), 2, kMaxSeats)), must("you", nullable(seat())),
                 must("version", whole(0)), must("moves", list_of(ref("Move"))), must("view", ref("View")),
                 must("legal", list_of(text(), 0, kMaxListedWords)), must("legal_count", whole(0)),
                 must("bot", nullable(bot)), must("thinking", yes_no()), must("rated", yes_no()),
                 must("clock", nullable(ref("Clock"))), must("offers", list_of(ref("Offer"), 0, kOfferKinds)),
                 must("plan", nullable(text())),
                 must("rematch", described(nullable(text()), "the table of the rematch")), must("invitation", text())});
}

Json record() {
  return object({must("id", text()), must("game", text()), must("options", options()),
                 must("seats", list_of(ref("Occupant"), 2, kMaxSeats)), must("you", nullable(seat())),
                 must("moves", list_of(ref("Move"))), must("result", nullable(ref("Result"))),
                 must("created", time())});
}

Json game_file() {
  Json any = Json::object();
  any["type"] = "object";
  return described(any, "docs/notation.md, version 2");
}

// Of a list of games; `more`: what a list says beyond that.
Json card_with(const std::vector<Field>& more) {
  std::vector<Field> fields = {
      must("number", whole(1)),
      must("id", text()),
      must("game", text()),
      must("title", text()),
      must("options", options()),
      must("clock", text()),
      must("rated", yes_no()),
      must("seats", list_of(ref("Occupant"), 2, kMaxSeats)),
      must("you", nullable(seat())),
      must("your_turn", yes_no()),
      must("due", described(nullable(time()), "when the first clock runs out")),
      must("hurry", described(yes_no(), "notices: your turn, and little time left in a correspondence game")),
      must("over", yes_no()),
      must("created", time()),
      must("changed", nullable(time()))};
  fields.insert(fields.end(), more.begin(), more.end());
  return object(fields);
}

Json card() {
  return card_with({may("yours", described(always(true), "in the lobby: you created it and can remove it"))});
}

Json running_card() {
  const Json rating = object({must("rating", number()), must("provisional", yes_no())});
  return card_with({must("ratings", described(list_of(nullable(rating), 2, kMaxSeats),
                                              "by seat, in the class of this game; null: none"))});
}

Json running() {
  return object({must("tables", list_of(ref("RunningCard")))});
}

Json board() {
  const Json named = object({must("name", text()), must("letter", text(1, 1))});
  return object({must("id", described(text(), "of the table or the study, or the puzzle's day")),
                 must("version", described(whole(0), "of the table as you see it, or of the study")),
                 must("surface", text()), must("columns", whole(1)), must("rows", whole(1)), must("levels", whole(1)),
                 must("board", described(list_of(text()), "as in a View")), must("sides", list_of(named, 2, kMaxSeats)),
                 must("last", described(points(), "of the last move")), must("turn", described(whole(0), "its number")),
                 must("over", yes_no())});
}

Json boards() {
  return object({must("boards", list_of(ref("Board"), 0, kMostBoards))});
}

Json lobby() {
  return object({must("tables", list_of(ref("Card")))});
}

Json own_tables() {
  return object({must("tables", list_of(ref("Card"))), must("next", nullable(whole(1)))});
}

Json rating_with(const std::vector<Field>& more) {
  std::vector<Field> fields = {must("rating", number()), must("deviation", number()), must("provisional", yes_no()),
                               must("games", whole(1)), must("at", time())};
  fields.insert(fields.end(), more.begin(), more.end());
  return object(fields);
}

Field rank() {
  return may("kyu", described(whole(kBestKyu, kWeakestKyu),
                              "the rating as an approximate rank of Go, where the bot's levels have "
                              "ranks: 12 is 12 kyu, 0 is 1 dan"));
}

Json ratings() {
  return one_of(
      {object({must("ratings", list_of(rating_with({must("class", text()), rank()})))}),
       object({must("history", list_of(rating_with(
                                   {may("weight", described(number(), "weight of the game, if less than one")),
                                    may("annulled",
                                        described(always(true), "a moderator has annulled its rating changes"))})))})});
}

Json leaders() {
  return object({must("leaders", list_of(rating_with({must("name", text()), rank()})))});
}

Json created_table() {
  return object({must("id", text()), must("state", ref("State"))});
}

// Of the HTTP reply and of the socket's.
std::vector<Field> reply_fields() {
  return {must("request", text(1, kMaxRequest)), must("version", whole(0)), must("events", list_of(ref("Event"))),
          may("played", described(whole(1, kMaxWords), "with play only: number of words"))};
}

Json reply() {
  return object(reply_fields());
}

Json error_inside() {
  return object({must("code", ref("ErrorCode")),
                 must("message", described(text(), "what was wrong and what would be right, in English")),
                 may("detail", described(text(), "code of the sentence in `message`, if `code` has several")),
                 may("arguments", ref("Arguments")), may("reason", ref("Reason")),
                 may("index", described(whole(0), "index of the refused word")),
                 may("retry_after", described(whole(1), "seconds"))});
}

Json arguments() {
  const Json integer = {{"type", "integer"}};
  return described(map_of(one_of({text(), integer, ref("Message")})), "arguments of the sentence, by name");
}

Json message() {
  return object({may("code", described(text(), "code of the sentence; without one there is only `message`")),
                 must("message", described(text(), "the sentence in English")), may("arguments", ref("Arguments"))});
}

Json error_code() {
  std::vector<std::string_view> list;
  std::string meanings;
  for (const ErrorCode& code : error_codes()) {
    list.push_back(code.word());
    meanings += std::string(meanings.empty() ? "" : "; ") + std::string(code.word()) + ": " + std::string(code.meaning);
  }
  return described(words(list), meanings);
}

Json error() {
  return object({must("error", ref("ErrorInside")), may("state", described(ref("State"), "with `stale` only"))});
}

Json healthy() {
  return object({must("ok", always(true))});
}

Json readiness() {
  return one_of({object({must("ready", always(true))}), object({must("ready", always(false)), must("why", text())})});
}

// --- of the socket

Json deed() {
  std::vector<std::string_view> did;
  for (int i = 0; i < kEntryKinds; ++i) {
    const auto kind = static_cast<Entry::Kind>(i);
    if (kind != Entry::Kind::play) did.push_back(to_word(kind));  // of a plan only its owner is told
  }
  return object({must("seat", seat()), must("did", words(did)), may("offer", ref("OfferKind"))});
}

Json state_message() {
  return object({must("type", word("state")), must("state", ref("State"))});
}

Json change_message() {
  return object({must("type", word("change")), must("version", whole(0)), must("events", list_of(ref("Event"))),
                 may("state", described(ref("State"), "false where it is repeated after a reconnect")),
                 may("deed", described(ref("Deed"), "where the last command was no move"))});
}

Json reply_message() {
  auto fields = reply_fields();
  fields.insert(fields.begin(), must("type", word("reply")));
  return object(fields);
}

Json refused_message() {
  Json message = refused_with({"bad-request", "bad-scope", "not-seated", "not-found", "illegal-move", "stale",
                               "game-over", "no-undo", "no-offer", "plan", "clock", "too-long", "broken-record", "busy",
                               "too-many", "unavailable"});
  const Json any =
      object({must("type", word("refused")), must("request", text(0, kMaxRequest)), must("error", ref("ErrorInside")),
              may("state", described(ref("State"), "with `stale` only"))});
  for (const auto& [keyword, value] : any.items()) message[keyword] = value;
  return message;
}

Json socket_sent() {
  return described(one_of({ref("StateMessage"), ref("ChangeMessage"), ref("ReplyMessage"), ref("RefusedMessage"),
                           ref("TalkMessage")}),
                   "A text frame from the server.");
}

// Of codes that all carry the same.
Json carrying(const std::vector<std::string_view>& codes, std::string_view carried) {
  Json inside = Json::object(), out = Json::object();
  inside["properties"]["code"] = words(codes);
  if (carried == "retry_after") inside["required"] = {"retry_after"};
  if (carried == "reason") inside["required"] = {"reason", "index"};
  out["properties"]["error"] = std::move(inside);
  if (carried == "state") out["required"] = {"state"};
  return out;
}

}  // namespace
}  // namespace game_shapes

Json refused_with(const std::vector<std::string_view>& codes) {
  using namespace game_shapes;
  std::map<std::string_view, std::vector<std::string_view>> by_carried;
  for (const auto code : codes) by_carried[find_error_code(code)->carries].push_back(code);
  std::vector<Json> forms;
  forms.reserve(by_carried.size());
  for (const auto& [carried, some] : by_carried) forms.push_back(carrying(some, carried));
  return forms.size() == 1 ? forms.front() : any_of(forms);
}

std::vector<NamedSchema> game_schemas() {
  using namespace game_shapes;
  return {{"Point", point},
          {"Side", side},
          {"Result", result},
          {"View", view},
          {"Reason", reason},
          {"Event", event},
          {"Game", game},
          {"GameList", game_list},
          {"Occupant", occupant},
          {"Move", move},
          {"OfferKind", offer_word},
          {"Offer", offer},
          {"Clock", clock},
          {"State", state},
          {"Record", record},
          {"CreatedTable", created_table},
          {"GameFile", game_file},
          {"Card", card},
          {"RunningCard", running_card},
          {"Running", running},
          {"Board", board},
          {"Boards", boards},
          {"Lobby", lobby},
          {"OwnTables", own_tables},
          {"Ratings", ratings},
          {"Leaders", leaders},
          {"Reply", reply},
          {"ErrorCode", error_code},
          {"Arguments", arguments},
          {"Message", message},
          {"ErrorInside", error_inside},
          {"Error", error},
          {"Healthy", healthy},
          {"Readiness", readiness},
          {"Deed", deed},
          {"StateMessage", state_message},
          {"ChangeMessage", change_message},
          {"ReplyMessage", reply_message},
          {"RefusedMessage", refused_message},
          {"SocketSent", socket_sent}};
}

}  // namespace cairn
