#include "server/protocol/tables_to_client.h"

#include "server/protocol/lists_to_client.h"

namespace cairn {

std::string game_list_text(std::span<const GameInfo> games) {
  Json list = Json::array();
  for (const GameInfo& info : games) {
    Json entry = game_json(info);
    entry["bot"] = info.engine != nullptr;
    list.push_back(std::move(entry));
  }
  return to_text({{"games", std::move(list)}});
}

std::string to_client(const TableView& view) {
  return view.state_text();
}

std::string to_client(const CreatedTable& created) {
  std::string text = "{\"id\":";
  append_quoted(text, created.view.id());
  return text + ",\"state\":" + created.view.state_text() + "}";
}

std::string to_client(const CommandAnswer& answer) {
  return answer.json;
}

Reply to_client(const GameExport& file) {
  Reply reply;
  reply.body = file.text;
  reply.type = file.type;
  return reply;
}

std::string refused_frame(const std::string& request, const Refusal& refusal) {
  std::string text = to_text({{"type", "refused"}, {"request", request}});
  text.back() = ',';
  return text.append(error_text(refusal), 1);  // an object that is not empty, as the next one
}

std::string reply_frame(const CommandAnswer& answer) {
  std::string text = R"({"type":"reply",)";
  return text.append(answer.json, 1);
}

Json to_client(const TableNews& news) {
  return feed_card_json(news.card, news.info, news.person, news.now_ms);
}

std::string lines_text(const Streams::Part& part) {
  std::string lines;
  for (const TableNews& news : part.news) lines += to_text(to_client(news)) + '\n';
  if (part.last) lines += to_text({{"type", "ready"}, {"number", *part.last}}) + '\n';
  return lines;
}

}  // namespace cairn
