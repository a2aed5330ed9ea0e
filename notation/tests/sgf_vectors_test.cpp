// tests/vectors/go_sgf_parse.jsonl: what an SGF reader must accept, refuse and answer. Cases to be refused are refused
// by the strict reader; cases to be accepted are so by both.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/text.h"
#include "notation/sgf_game.h"
#include "notation/view_json.h"

namespace cairn {
namespace {

using Names = std::set<std::string>;

// ISO-8859-1 bytes of a text that has no other letters.
std::string latin1(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    bytes +=
        c < 0x80 ? text[i] : static_cast<char>(((c & 0x03U) << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3FU));
  }
  return bytes;
}

std::string text_of_case(const Json& item) {
  if (item["sgf"].is_string()) {
    std::string text = item["sgf"];
    return item["expect"].value("encoding_in", "") == "latin-1" ? latin1(text) : text;
  }
  const std::string id = item["id"];
  std::string text;
  if (id == "sgf-deep-variations-5000") {
    for (int i = 0; i < 5000; ++i) text += "(;B[]";
    return text + std::string(5000, ')');
  }
  const int nodes = item["expect"]["nodes"].get<int>() - 1;
  text = "(;SZ[19]";
  for (int i = 0; i < nodes; ++i) text += i % 2 == 0 ? ";B[]" : ";W[]";
  return text + ")";
}

Names stones(const View& view, char letter, const Position& position) {
  Names names;
  for (int row = 0; row < view.rows; ++row)
    for (int column = 0; column < view.columns; ++column)
      if (view.board[static_cast<std::size_t>(view.rows - 1 - row)][static_cast<std::size_t>(column)] == letter)
        names.insert(position.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)}));
  return names;
}

std::string option_of(const AnnotatedGame& game, std::string_view name) {
  for (const auto& [key, value] : complete_options(*find_game(game.game), game.config))
    if (key == name) return value;
  return {};
}

// What a case expects, and which of its keys no check has answered for yet.
struct Expected {
  const std::string& id;
  const Json& json;
  std::set<std::string> left;

  Expected(const std::string& of, const Json& expect) : id(of), json(expect) {
    for (const auto& [key, value] : json.items()) left.insert(key);
    for (const char* key : {"note", "encoding_in", "generate"}) left.erase(key);
  }
  bool wants(const char* key) { return left.erase(key) > 0; }
};

std::string first_text(const sgf::GameTree& tree, std::string_view name) {
  for (const NodeIndex node : tree.preorder())
    if (const auto* property = tree[node].find(name)) return sgf::text_of(property->values.at(0));
  return "(none)";
}

void check_labels(const Expected& expected, const sgf::GameTree& tree) {
  const auto* labels = tree[kRoot].find("LB");
  ASSERT_TRUE(labels) << expected.id;
  std::vector<std::vector<std::string>> found;
  for (const auto& value : labels->values) {
    const auto [point, text] = sgf::halves(value);
    found.push_back({sgf::text_of(point), sgf::text_of(text.value_or("(none)"), true)});
  }
  EXPECT_EQ(found, expected.json["labels"].get<std::vector<std::vector<std::string>>>()) << expected.id;
}

// What the tree says by itself, and what is written of it.
void check_tree(Expected& expected, const sgf::GameTree& tree, const std::string& written) {
  const auto& [id, expect, left] = expected;
  if (expected.wants("nodes")) {
    EXPECT_EQ(tree.size(), expect["nodes"].get<std::size_t>()) << id;
  }
  if (expected.wants("comment")) {
    EXPECT_EQ(first_text(tree, "C"), expect["comment"].get<std::string>()) << id;
  }
  if (expected.wants("result")) {
    EXPECT_EQ(first_text(tree, "RE"), expect["result"].get<std::string>()) << id;
  }
  if (expected.wants("moves_sgf")) {
    std::vector<std::string> moves;
    for (const NodeIndex node : tree.preorder())
      for (const auto& property : tree[node].properties)
        if (property.name == "B" || property.name == "W") moves.push_back(property.name + property.values.at(0));
    EXPECT_EQ(moves, expect["moves_sgf"].get<std::vector<std::string>>()) << id;
  }
  if (expected.wants("root_props"))
    for (const auto& [name, values] : expect["root_props"].items()) {
      ASSERT_TRUE(tree[kRoot].find(name)) << id;
      EXPECT_EQ(tree[kRoot].find(name)->values, values.get<std::vector<std::string>>()) << id;
    }
  if (expected.wants("roundtrip_keeps")) {
    for (const auto& name : expect["roundtrip_keeps"]) {
      EXPECT_NE(written.find(name.get<std::string>() + "["), std::string::npos) << id;
    }
  }
  if (expected.wants("labels")) check_labels(expected, tree);
}

void check_start(Expected& expected, const AnnotatedGame& game, const Position& position) {
  const auto& [id, expect, left] = expected;
  const View start = position.view(Viewer::referee);
  if (expected.wants("size")) {
    EXPECT_EQ(start.columns, expect["size"].get<int>()) << id;
  }
  if (expected.wants("handicap")) {
    EXPECT_EQ(option_of(game, "handicap"), std::to_string(expect["handicap"].get<int>())) << id;
  }
  if (expected.wants("komi")) {
    EXPECT_EQ(option_of(game, "komi"), "6.5") << id;
  }
  const bool setup = expected.wants("setup"), count = expected.wants("setup_count");
  for (const char letter : {'B', 'W'}) {
    const Names placed = stones(start, letter, position);
    const std::string key(1, letter);
    if (setup) {
      EXPECT_EQ(placed, expect["setup"][key].get<Names>()) << id;
    }
    if (count) {
      EXPECT_EQ(placed.size(), expect["setup_count"][key].get<std::size_t>()) << id;
    }
  }
}

// Plays the main line.
void check_moves(Expected& expected, const AnnotatedGame& game, Position& position) {
  const auto& [id, expect, left] = expected;
  std::vector<std::vector<std::string>> moves;
  for (const NodeIndex node : game.tree.main_line()) {
    if (const auto& move = game.tree[node].move)
      moves.push_back({index(move->seat) == 0 ? "b" : "w", upper(move->word)});
    if (node != kRoot) {
      ASSERT_FALSE(play_node(*find_game(game.game), game.config, game.tree, node, position)) << id;
    }
  }
  if (expected.wants("moves")) {
    EXPECT_EQ(moves, expect["moves"].get<std::vector<std::vector<std::string>>>()) << id;
  }
  const View end = position.view(Viewer::referee);
  if (expected.wants("to_play")) {
    EXPECT_EQ(side_name(end, end.turn.seat).substr(0, 1), expect["to_play"].get<std::string>()) << id;
  }
  if (expected.wants("final_stones")) {
    for (const char letter : {'B', 'W'}) {
      EXPECT_EQ(stones(end, letter, position), expect["final_stones"][std::string(1, letter)].get<Names>()) << id;
    }
  }
}

void check(const std::string& id, const Json& expect, const sgf::GameTree& tree, const std::string& written) {
  Expected expected(id, expect);
  check_tree(expected, tree, written);
  if (expected.left.empty()) return;

  const Imported got = import_sgf(tree, sgf::Strictness::strict);
  ASSERT_EQ(got.error, "") << id;
  ASSERT_EQ(got.cut, 0U) << id;
  Position position = find_game(got.game.game)->make(got.game.config).position;
  check_start(expected, got.game, position);
  check_moves(expected, got.game, position);
  for (const auto& key : expected.left) ADD_FAILURE() << id << ": nothing checks \"" << key << '"';
}

TEST(SgfVectors, AreAnswered) {
  int accepted = 0, refused = 0;
  std::ifstream in(std::string(CAIRN_VECTORS) + "/go_sgf_parse.jsonl");
  ASSERT_TRUE(in);
  for (std::string line; std::getline(in, line);) {
    const Json item = parse_json(line);
    const std::string id = item["id"], text = text_of_case(item);
    const sgf::Reading strict = sgf::read(text, sgf::Strictness::strict);
    if (!item["ok"].get<bool>()) {
      ++refused;
      if (strict.fault) continue;
      ASSERT_EQ(strict.games.size(), 1U) << id;
      const Imported got = import_sgf(strict.games[0], sgf::Strictness::strict);
      EXPECT_TRUE(!got.error.empty() || got.cut > 0) << id;
      continue;
    }
    ++accepted;
    ASSERT_FALSE(strict.fault) << id << ": " << to_text(*strict.fault);
    const sgf::Reading lenient = sgf::read(text);
    ASSERT_EQ(strict.games.size(), 1U) << id;
    EXPECT_EQ(strict.games, lenient.games) << id;
    check(id, item["expect"], strict.games[0], sgf::write(strict.games));
  }
  EXPECT_GE(accepted, 20);
  EXPECT_GE(refused, 14);
}

}  // namespace
}  // namespace cairn
