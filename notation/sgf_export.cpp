// An annotated game to SGF.
#include "notation/sgf_names.h"

#include <algorithm>
#include <map>

#include "core/text.h"
#include "notation/sgf_game.h"
#include "notation/view_json.h"

namespace cairn {

namespace {

using sgf::value_of;

void put(sgf::Node& node, std::string_view name, std::string value) {
  for (sgf::Property& property : node.properties)
    if (property.name == name) return property.values.push_back(std::move(value));
  node.properties.push_back({std::string(name), {std::move(value)}, {}});
}
void put_text(sgf::Node& node, std::string_view name, std::string_view text) {
  if (!text.empty()) put(node, name, value_of(text));
}

const View::Side* side_at(const View& view, Seat seat) {
  for (const auto& side : view.sides)
    if (side.seat == seat) return &side;
  return nullptr;
}

// The property of a side's moves, or "": SGF has two colours.
std::string_view colour_of(const View::Side& side) {
  return side.letter == 'B' ? "B" : side.letter == 'W' ? "W" : "";
}

std::string options_words(const OptionValues& options) {
  std::string words;
  for (const auto& [name, value] : options)
    if (!value.empty()) words += (words.empty() ? "" : " ") + name + '=' + value;
  return words;
}

class Exporter {
 public:
  Exporter(const AnnotatedGame& game, std::string_view program) : game_(game), program_(program) {}

  sgf::GameTree write() {
    sgf::GameTree out;
    info_ = find_game(game_.game);
    if (!info_) return out;
    Made made = info_->make(game_.config);
    if (!made.error.empty()) return out;
    if (info_->sgf) name_points(made.position);
    std::vector<std::vector<sgf::Node>> nodes(game_.tree.size());
    nodes[kRoot].push_back(root(made.position));
    walk(game_.tree, made.position,
         [&](NodeIndex node, Position& position) { return write_node(node, position, nodes[node]); });
    out = sgf::GameTree(std::move(nodes[kRoot][0]));
    std::vector<NodeIndex> last(game_.tree.size(), kNoNode);
    last[kRoot] = kRoot;
    for (const NodeIndex node : game_.tree.preorder()) {
      if (node == kRoot || last[game_.tree.parent(node)] == kNoNode) continue;
      NodeIndex at = last[game_.tree.parent(node)];
      for (sgf::Node& fresh : nodes[node]) at = out.add(at, std::move(fresh));
      if (!nodes[node].empty()) last[node] = at;
    }
    return out;
  }

 private:
  void name_points(const Position& start) {
    const View view = start.view(Viewer::referee);
    for (int row = 0; row < view.rows; ++row)
      for (int column = 0; column < view.columns; ++column)
        points_[start.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)})] =
            value_of(sgf::PointAt{column, view.rows - 1 - row});
  }

  sgf::Node root(const Position& start) {
    sgf::Node node;
    const View view = start.view(Viewer::referee);
    put(node, "GM", std::to_string(info_->sgf ? info_->sgf->number : kPrivateGameNumber));
    put(node, "FF", "4");
    put(node, "CA", "UTF-8");
    put(node, "AP", sgf::value_of(program_));
    write_options(node);
    for (const auto& side : view.sides) {
      const std::string_view colour = colour_of(side);
      for (const PlayerField& field : kPlayerFields) {
        const std::string& text = game_.details.players[static_cast<std::size_t>(index(side.seat))].*field.member;
        if (text.empty()) continue;
        if (colour.empty())
          put(node, field.other, value_of(side.name, true) + ':' + value_of(text, true));
        else
          put(node, colour == "B" ? field.black : field.white, value_of(text));
      }
    }
    for (const DetailField& field : kDetailFields)
      if (field.property != "RU") put_text(node, field.property, game_.details.*field.member);
    if (const auto& setup = game_.config.setup) {
      write_setup(node, blank(view), *setup, start);
    } else if (info_->sgf) {
      write_stones(node, blank(view), view.board);  // that the options place
    }
    annotate(node, game_.tree[kRoot], /*root=*/true);
    return node;
  }
  void write_options(sgf::Node& node) {
    const OptionValues options = complete_options(*info_, game_.config);
    if (!info_->sgf) {
      put(node, kGameProperty, value_of(info_->name));
      if (!options.empty()) put(node, kOptionsProperty, value_of(options_words(options)));
      put_text(node, "RU", game_.details.rules);
      return;
    }
    if (const auto& [name, value] = info_->sgf->mark; !name.empty()) put(node, name, value_of(value));
    OptionValues said = info_->sgf->write_root(options), read;
    const auto& unsaid = game_.details.unsaid;
    std::erase_if(said,
                  [&](const auto& one) { return std::find(unsaid.begin(), unsaid.end(), one.first) != unsaid.end(); });
    for (auto& [name, value] : said) {
      if (name == "RU" && !game_.details.rules.empty()) value = game_.details.rules;
      put(node, name, value_of(value));
    }
    std::vector<std::string> remarks;
    if (!info_->sgf->read_root(said, read, remarks).empty() || !info_->make({read, {}}).error.empty() ||
        info_->complete(read) != options)
      put(node, kOptionsProperty, value_of(options_words(options)));
  }
  static std::vector<std::string> blank(const View& view) {
    return std::vector<std::string>(view.board.size(), std::string(view.board[0].size(), '.'));
  }
  // What turns the board `before` into that of the set-up, which `position` is.
  void write_setup(sgf::Node& node, const std::vector<std::string>& before, const Setup& setup,
                   const Position& position) const {
    if (!info_->sgf) {
      const Json json = {{"board", setup.board}, {"to_move", setup.to_move}};
      return put(node, kStartProperty, value_of(json_text(json)));
    }
    const View view = position.view(Viewer::referee);
    write_stones(node, before, view.board);
    if (const View::Side* side = side_at(view, view.turn.seat)) put(node, "PL", std::string(1, side->letter));
  }
  static void write_stones(sgf::Node& node, const std::vector<std::string>& before,
                           const std::vector<std::string>& board) {
    for (const char letter : {'B', 'W', '.'})
      for (std::size_t row = 0; row < board.size(); ++row)
        for (std::size_t column = 0; column < board[row].size(); ++column)
          if (board[row][column] == letter && before[row][column] != letter)
            put(node,
                letter == 'B'   ? "AB"
                : letter == 'W' ? "AW"
                                : "AE",
                value_of(sgf::PointAt{static_cast<int>(column), static_cast<int>(row)}));
  }

  bool write_node(NodeIndex node, Position& position, std::vector<sgf::Node>& out) {
    const GameNode& now = game_.tree[node];
    if (now.setup) {
      const auto before = position.view(Viewer::referee).board;
      GameTree alone;
      GameNode setup;
      setup.setup = now.setup;
      if (play_node(*info_, game_.config, alone, alone.add(kRoot, setup), position)) return false;
      out.emplace_back();
      write_setup(out.back(), before, *now.setup, position);
    }
    if (now.move) {
      const View view = position.view(Viewer::referee);
      GameTree alone;
      GameNode move;
      move.move = now.move;
      EventLog log;
      if (play_node(*info_, game_.config, alone, alone.add(kRoot, move), position, nullptr, &log)) {
        out.clear();
        return false;
      }
      out.emplace_back();
      write_move(out.back(), *now.move, view, log);
    }
    if (out.empty()) out.emplace_back();
    annotate(out.back(), now, /*root=*/false);
    return true;
  }
  void write_move(sgf::Node& node, const TreeMove& move, const View& before, const EventLog& log) {
    const View::Side* side = side_at(before, move.seat);
    const std::string_view colour = side ? colour_of(*side) : "";
    bool plain = !colour.empty();
    for (const Event& event : log) plain &= event.kind != Event::Kind::refused;  // an attempt is no move to others
    if (plain && !info_->sgf) return put(node, colour, value_of(move.word));
    if (plain && move.word == info_->sgf->pass && before.to_act.size() == 1) return put(node, colour, "");
    if (const auto point = points_.find(move.word); plain && point != points_.end())
      return put(node, colour, point->second);
    put(node, kMoveProperty, value_of(side ? side->name : "", true) + ':' + value_of(move.word, true));
  }

  static void annotate(sgf::Node& node, const GameNode& from, bool root) {
    put_text(node, "N", from.name);
    put_text(node, "C", from.comment);
    for (const MarkField& field : kMarkFields)
      if (field.mark == from.mark) put(node, field.property, std::string(field.value));
    const Evaluation& evaluation = from.evaluation;
    if (evaluation.score) put(node, "V", json_text(Json(*evaluation.score)));
    if (evaluation.win_percent) put(node, kWinProperty, json_text(Json(*evaluation.win_percent)));
    if (evaluation.visits) put(node, kVisitsProperty, std::to_string(*evaluation.visits));
    for (const Property& property : from.properties)
      if (!node.find(property.name) && !is_setup_property(property.name) && !is_move_property(property.name) &&
          !(root && is_head_property(property.name)))
        node.properties.push_back({property.name, property.values, {}});
  }

  const AnnotatedGame& game_;
  std::string_view program_;
  const GameInfo* info_ = nullptr;
  std::map<std::string, std::string, std::less<>> points_;  // of the game's words, in SGF's letters
};

}  // namespace

sgf::GameTree export_sgf(const AnnotatedGame& game, std::string_view program) {
  return Exporter(game, program).write();
}

}  // namespace cairn
