// Records of version 2, and the reader of both versions.
#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "notation/record.h"
#include "notation/sgf.h"

namespace cairn {

namespace {

constexpr int kOldVersion = 1, kVersion = 2;
constexpr std::size_t kMaxMoves = 100'000, kMaxWord = 1000, kMaxProperties = 1000;

// ---- writing

Json players_json(const Details& details) {
  Json list = Json::array();
  for (const Player& player : details.players) {
    Json item = Json::object();
    if (!player.name.empty()) item["name"] = player.name;
    if (!player.rank.empty()) item["rank"] = player.rank;
    if (!player.team.empty()) item["team"] = player.team;
    list.push_back(std::move(item));
  }
  while (!list.empty() && list.back().empty()) list.erase(list.size() - 1);
  return list;
}

Json node_json(const GameNode& node) {
  Json json = Json::object();
  if (node.setup) json["position"] = {{"board", node.setup->board}, {"to_move", node.setup->to_move}};
  if (node.move) json["move"] = Json::array({index(node.move->seat), node.move->word});
  if (node.mark != MoveMark::none) json["mark"] = kMoveMarkWords[static_cast<std::size_t>(node.mark)];
  if (!node.name.empty()) json["name"] = node.name;
  if (!node.comment.empty()) json["comment"] = node.comment;
  if (const auto& [win, score, visits] = node.evaluation; !node.evaluation.empty()) {
    Json item = Json::object();
    if (win) item["win_percent"] = *win;
    if (score) item["score"] = *score;
    if (visits) item["visits"] = *visits;
    json["evaluation"] = std::move(item);
  }
  if (!node.properties.empty()) {
    Json kept = Json::object();
    for (const Property& property : node.properties) kept[property.name] = property.values;
    json["properties"] = std::move(kept);
  }
  return json;
}

// ---- reading

Message in_record(Message why) {
  return Message("bad-record-field", "record: {why}", {{"why", std::move(why)}});
}

Message read_text(const Json& object, const char* key, std::string& out) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_string()) return Message("must-text", "\"{key}\" must be a text", {{"key", key}});
  out = found->get<std::string>();
  return {};
}

Message read_unsaid(const Json& list, std::vector<std::string>& out) {
  constexpr MessageText kForm("unsaid-must-list-km", "\"unsaid\" must be a list of \"KM\" and \"RU\"");
  if (!list.is_array() || list.size() > 2) return kForm;
  for (const Json& name : list) {
    if (name != "KM" && name != "RU") return kForm;
    out.push_back(name.get<std::string>());
  }
  return {};
}

Message read_players(const Json& list, Details& details) {
  const auto form = [] {
    return Message("players-of-record", "\"players\" must be a list in the order of the seats, of {form}",
                   {{"form", R"({"name":"...","rank":"...","team":"..."})"}});
  };
  if (!list.is_array() || list.size() > details.players.size()) return form();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object()) return form();
    Player& player = details.players[i];
    if (!read_text(list[i], "name", player.name).empty() || !read_text(list[i], "rank", player.rank).empty() ||
        !read_text(list[i], "team", player.team).empty())
      return form();
  }
  return {};
}

// [seat, word]
Message read_move(const Json& move, TreeMove& out) {
  const bool pair = move.is_array() && move.size() == 2 && move[0].is_number_integer() && move[1].is_string();
  if (!pair || move[0].get<std::int64_t>() < 0 || move[0].get<std::int64_t>() >= kMaxSeats)
    return Message("must-pair-seat-word", "must be a pair [seat, word]; seats count from 0");
  out = {seat_at(move[0].get<int>()), move[1].get<std::string>()};
  return out.word.size() > kMaxWord ? Message("too-long-word", "has a word that is too long") : Message();
}

Message read_evaluation(const Json& json, Evaluation& out) {
  constexpr MessageText kForm(
      "evaluation-must-object-numbers",
      "\"evaluation\" must be an object of numbers: \"win_percent\" (0 to 100), \"score\", \"visits\" (from 0)");
  if (!json.is_object()) return kForm;
  for (const auto& [key, value] : json.items()) {
    if (key != "win_percent" && key != "score" && key != "visits") continue;
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!value.is_number() || !std::isfinite(number)) return kForm;
    if (key == "score") {
      out.score = number;
    } else if (key == "win_percent") {
      if (number < 0 || number > 100) return kForm;
      out.win_percent = number;
    } else {
      if (!value.is_number_integer() || number < 0 || number > 1e15) return kForm;
      out.visits = value.get<std::int64_t>();
    }
  }
  return {};
}

Message read_properties(const Json& json, std::vector<Property>& out) {
  const auto form = [] {
    return Message("properties-of-record",
                   "\"properties\" must be an object of SGF properties, {form}: names in capitals, values as written "
                   "between brackets",
                   {{"form", R"({"LB":["aa:1"]})"}});
  };
  if (!json.is_object() || json.size() > kMaxProperties) return form();
  for (const auto& [name, values] : json.items()) {
    if (!sgf::is_name(name) || !values.is_array() || values.empty()) return form();
    Property property{name, {}};
    for (const auto& value : values) {
      if (!value.is_string() || !sgf::is_value(value.get_ref<const std::string&>())) return form();
      property.values.push_back(value.get<std::string>());
    }
    out.push_back(std::move(property));
  }
  return {};
}

Message read_node(const Json& json, GameNode& out) {
  if (!json.is_object()) return Message("node-must-be-object", "must be an object");
  for (const auto& [key, value] : json.items()) {
    Message error;
    if (key == "move") {
      TreeMove move;
      error = read_move(value, move);
      if (!error.empty()) error = Message("move-field", "\"move\" {why}", {{"why", error}});
      out.move = std::move(move);
    } else if (key == "position") {
      Setup setup;
      error = read_setup(value, setup);
      out.setup = std::move(setup);
    } else if (key == "mark") {
      const auto word = value.is_string() ? value.get<std::string>() : std::string();
      const auto found = std::find(kMoveMarkWords.begin() + 1, kMoveMarkWords.end(), word);
      if (found == kMoveMarkWords.end())
        error = Message("mark-must-one-good",
                        "\"mark\" must be one of good, very-good, bad, very-bad, interesting, doubtful");
      else
        out.mark = static_cast<MoveMark>(found - kMoveMarkWords.begin());
    } else if (key == "name") {
      error = read_text(json, "name", out.name);
    } else if (key == "comment") {
      error = read_text(json, "comment", out.comment);
    } else if (key == "evaluation") {
      error = read_evaluation(value, out.evaluation);
    } else if (key == "properties") {
      error = read_properties(value, out.properties);
    }
    if (!error.empty()) return error;
  }
  return {};
}

Message read_nodes(const Json& json, GameTree& tree) {
  const auto nodes = json.find("nodes");
  if (nodes == json.end() || !nodes->is_array() || nodes->empty() || nodes->size() > kMaxNodes)
    return in_record(Message("nodes-must-list-1", "\"nodes\" must be a list of 1 to {n} nodes, with the start first",
                             {{"n", kMaxNodes}}));
  for (std::size_t i = 0; i < nodes->size(); ++i) {
    const Json& item = (*nodes)[i];
    const auto in_node = [&](Message why) {
      return Message("record-node", "record: node {n}: {why}", {{"n", i}, {"why", std::move(why)}});
    };
    GameNode node;
    if (auto error = read_node(item, node); !error.empty()) return in_node(std::move(error));
    if (i == 0) {
      if (node.move || node.setup)
        return in_node(MessageText("start-has-no-move", "the start cannot have a move or a position of its own"));
      tree = GameTree(std::move(node));
      continue;
    }
    NodeIndex after = i - 1;
    if (const auto said = item.find("after"); said != item.end()) {
      if (!said->is_number_unsigned() || said->get<std::uint64_t>() >= i)
        return in_node(MessageText("after-must-be-before", "\"after\" must be the number of an earlier node"));
      after = said->get<std::size_t>();
    }
    tree.add(after, std::move(node));
  }
  return {};
}

Message read_moves(const Json& json, GameTree& tree) {
  const auto moves = json.find("moves");
  if (moves == json.end() || !moves->is_array() || moves->size() > kMaxMoves)
    return in_record(Message("moves-must-list-at", "\"moves\" must be a list of at most 100000 pairs [seat, word]"));
  NodeIndex last = kRoot;
  for (const auto& item : *moves) {
    TreeMove move;
    if (auto error = read_move(item, move); !error.empty())
      return Message("record-move", "record: move {n} {why}", {{"n", tree.size()}, {"why", error}});
    GameNode node;
    node.move = std::move(move);
    last = tree.add(last, std::move(node));
  }
  return {};
}

}  // namespace

Json record_json(const AnnotatedGame& game) {
  Json options = Json::object();
  for (const auto& [name, value] : game.config.options) options[name] = value;
  Json json = {{"format", kRecordFormat}, {"version", kVersion}, {"game", game.game}, {"options", std::move(options)}};
  if (const auto& setup = game.config.setup) json["position"] = {{"board", setup->board}, {"to_move", setup->to_move}};
  if (Json players = players_json(game.details); !players.empty()) json["players"] = std::move(players);
  for (const DetailField& field : kDetailFields)
    if (const std::string& text = game.details.*field.member; !text.empty()) json[std::string(field.key)] = text;
  if (!game.details.unsaid.empty()) json["unsaid"] = game.details.unsaid;
  Json nodes = Json::array();
  std::vector<std::size_t> number(game.tree.size());
  for (const NodeIndex node : game.tree.preorder()) {
    Json item = node_json(game.tree[node]);
    number[node] = nodes.size();
    if (node != kRoot && number[game.tree.parent(node)] + 1 != number[node])
      item["after"] = number[game.tree.parent(node)];
    nodes.push_back(std::move(item));
  }
  json["nodes"] = std::move(nodes);
  return json;
}

Message read_record(std::string_view text, AnnotatedGame& out) {
  return read_record_json(parse_json(text), out);
}

Message read_record_json(const Json& json, AnnotatedGame& out) {
  if (!json.is_object())
    return Message("record-json-object-expected", "this is not a record: it must be a JSON object");
  std::string format;
  if (!read_text(json, "format", format).empty() || format != kRecordFormat)
    return Message("record-format-must-cairn", "this is not a record: \"format\" must be \"cairn-record\"");
  const auto version = json.find("version");
  if (version == json.end() || (*version != kOldVersion && *version != kVersion))
    return Message("record-another-version-1", "this record has an unknown version; the known versions are 1 and 2");
  if (auto error = read_text(json, "game", out.game); !error.empty()) return in_record(error);
  if (!find_game(out.game)) return unknown_game(out.game);
  if (const auto options = json.find("options"); options != json.end())
    if (auto error = read_options(*options, out.config.options); !error.empty()) return error;
  if (const auto position = json.find("position"); position != json.end()) {
    Setup setup;
    if (auto error = read_setup(*position, setup); !error.empty()) return error;
    out.config.setup = std::move(setup);
  }
  if (*version == kOldVersion) return read_moves(json, out.tree);
  if (const auto players = json.find("players"); players != json.end())
    if (auto error = read_players(*players, out.details); !error.empty()) return in_record(error);
  for (const DetailField& field : kDetailFields)
    if (auto error = read_text(json, std::string(field.key).c_str(), out.details.*field.member); !error.empty())
      return in_record(error);
  if (const auto unsaid = json.find("unsaid"); unsaid != json.end())
    if (auto error = read_unsaid(*unsaid, out.details.unsaid); !error.empty()) return in_record(error);
  return read_nodes(json, out.tree);
}

}  // namespace cairn
