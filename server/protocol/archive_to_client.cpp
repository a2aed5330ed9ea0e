#include "server/protocol/archive_to_client.h"

#include "server/protocol/archive_from_client.h"
#include "server/protocol/lists_to_client.h"

namespace cairn {

namespace {

Json archive_card_json(const ArchiveCard& card, const GameInfo* info) {
  Json json = card_json(card.card, info, 0, 0);
  for (const char* key : {"number", "you", "your_turn", "due", "hurry", "over", "changed"}) json.erase(key);
  json["class"] = card.game_class;
  json["result"] = card.result;
  json["how"] = how_word(card.how);
  json["winner"] = card.winner < 0 ? Json(nullptr) : Json(card.winner);
  json["moves"] = card.moves;
  json["ended"] = card.ended_ms;
  return json;
}

}  // namespace

Json to_client(const ArchiveList& list) {
  const auto card = [&](const ArchiveCard& one) {
    return archive_card_json(one, find_game(one.card.game, list.games));
  };
  return {{"games", list_json(list.cards, card)}, {"next", list.next ? Json(to_text(*list.next)) : Json(nullptr)}};
}

Reply to_client(const ArchiveFile& file) {
  Reply reply(200, file.text);
  reply.type = file.form == FileForm::sgf ? "application/x-go-sgf" : "application/x-ndjson";
  return reply;
}

Json to_client(const std::vector<OpeningLine>& lines) {
  Json next = Json::array();
  std::int64_t games = 0;
  for (const OpeningLine& line : lines) {
    games += line.games;
    next.push_back({{"word", line.word},
                    {"games", line.games},
                    {"won", line.won},
                    {"drawn", line.drawn},
                    {"lost", line.games - line.won - line.drawn}});
  }
  return {{"games", games}, {"next", std::move(next)}};
}

}  // namespace cairn
