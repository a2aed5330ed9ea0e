// An annotated game to SGF.
#include "notation/sgf_names.h"

#include <algorithm>
#include <map>

#include "core/text.h"
#include "notation/sgf_game.h"
#include "notation/sgf_node.h"
#include "notation/view_json.h"
#include "notation/words.h"

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
    start_view_ = made.position.view(Viewer::referee);
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
    if (info_->sgf) write_untold(out);
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
      const View::Side* side = side_at(view, view.turn.seat);
      if (side && sets_handicap_aside(node)) put(node, "PL", std::string(1, side->letter));
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
    const auto keep = [&](std::string_view name) {  // what the options do not tell, as the file had it
      for (const Property& kept : game_.tree[kRoot].properties)
        if (kept.name == name && !node.find(name)) node.properties.push_back({kept.name, kept.values, {}});
    };
    for (auto& [name, value] : info_->sgf->write_root(options)) {
      if (name == "RU") {
        keep("KM");
        keep("HA");
        if (!game_.details.rules.empty()) value = game_.details.rules;
      }
      if (!is_unsaid(name)) put(node, name, value_of(value));
    }
    // A komi that nobody could read stays; one that a reader would take is not unknown.
    const auto tells_komi = [&] {
      const OptionValues read = read_from(node);
      return std::any_of(read.begin(), read.end(), [](const auto& one) { return one.first == "komi"; });
    };
    if (is_unsaid("KM") && node.find("KM") && tells_komi())
      std::erase_if(node.properties, [](const sgf::Property& kept) { return kept.name == "KM"; });
  }
  // Whether a reader would place stones for HA that are not there, but for what else the root says.
  bool sets_handicap_aside(const sgf::Node& root) const {
    const auto has_handicap = [&](const OptionValues& options) {
      const OptionValues written = info_->sgf->write_root(options);
      return std::any_of(written.begin(), written.end(), [](const auto& one) { return one.first == "HA"; });
    };
    if (!root.find("HA") || has_handicap(complete_options(*info_, game_.config))) return false;
    return has_handicap(info_->complete(read_from(root)));
  }
  // The options that a reader takes from the root's standard properties.
  OptionValues read_from(const sgf::Node& root) const {
    OptionValues said, read;
    for (const sgf::Property& property : root.properties)
      said.emplace_back(property.name, property.values.empty() ? "" : sgf::text_of(property.values[0], true));
    std::vector<Message> remarks;
    return info_->sgf->read_root(said, read, remarks).empty() ? read : OptionValues();
  }
  bool is_unsaid(std::string_view name) const {
    const auto& unsaid = game_.details.unsaid;
    if (std::find(unsaid.begin(), unsaid.end(), name) == unsaid.end()) return false;
    return name != "RU" || (game_.details.rules.empty() && rules_of(game_.config) == rules_of({}));
  }
  // What RU is of these options, so that rules that a file leaves open are those that a reader assumes.
  std::string rules_of(const Config& config) const {
    for (const auto& [name, value] : info_->sgf->write_root(complete_options(*info_, config)))
      if (name == "RU") return value;
    return {};
  }
  // Of GM[1] the options alone that a reader would not have otherwise; komi that the file left open is his to assume.
  void write_untold(sgf::GameTree& out) const {
    const auto read = start_of_sgf(out);
    const OptionValues options = complete_options(*info_, game_.config);
    const OptionValues found = read ? complete_options(*info_, *read) : OptionValues();
    auto& properties = out[kRoot].properties;
    OptionValues untold;
    for (const auto& one : options)
      if (std::find(found.begin(), found.end(), one) == found.end() && !(one.first == "komi" && is_unsaid("KM")))
        untold.push_back(one);
    if (untold.empty()) return;
    const auto is_head = [](const sgf::Property& one) { return is_head_property(one.name) || one.name == "RU"; };
    properties.insert(std::find_if(properties.rbegin(), properties.rend(), is_head).base(),
                      {std::string(kOptionsProperty), {value_of(options_words(untold))}, {}});
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
      const Position before = position;
      GameTree alone;
      GameNode setup;
      setup.setup = now.setup;
      if (play_node(*info_, game_.config, alone, alone.add(kRoot, setup), position)) return false;
      out.emplace_back();
      if (const Property* made = move_made(now); made && leads_to(now, *made, before))
        put(out.back(), made->name, made->values[0]);
      else
        write_setup(out.back(), before.view(Viewer::referee).board, *now.setup, position);
    }
    if (now.move) {
      // Where colours move points it is the same from the start to the end whose they are; a view of each position
      // would take most of the time.
      std::optional<View> here;
      if (!info_->sgf) here = position.view(Viewer::referee);
      const bool one_acts = position.to_act().size() == 1;
      GameTree alone;
      GameNode move;
      move.move = now.move;
      EventLog log;
      if (play_node(*info_, game_.config, alone, alone.add(kRoot, move), position, nullptr, &log)) {
        out.clear();
        return false;
      }
      out.emplace_back();
      write_move(out.back(), *now.move, here ? *here : start_view_, one_acts, log);
    }
    if (out.empty()) out.emplace_back();
    annotate(out.back(), now, /*root=*/false);
    return true;
  }
  // Whether a reader sets up the position of this node behind a move that the rules refuse.
  bool leads_to(const GameNode& node, const Property& made, const Position& before) const {
    const bool written = std::any_of(node.properties.begin(), node.properties.end(),
                                     [](const Property& one) { return one.name == "KO"; });
    if (!info_->sgf || !written || made.values.size() != 1) return false;
    const View view = before.view(Viewer::referee);
    const auto word =
        std::find_if(points_.begin(), points_.end(), [&](const auto& point) { return point.second == made.values[0]; });
    const auto side =
        std::find_if(view.sides.begin(), view.sides.end(), [&](const auto& one) { return made.name[0] == one.letter; });
    if (word == points_.end() || side == view.sides.end()) return false;
    const TreeMove move{side->seat, word->first};
    Position tried = before;
    return is_made_all_the_same(play_for(tried, move.seat, move.word, nullptr)) &&
           setup_behind(*info_, game_.config, view, move) == node.setup;
  }
  void write_move(sgf::Node& node, const TreeMove& move, const View& before, bool one_acts, const EventLog& log) {
    const View::Side* side = side_at(before, move.seat);
    const std::string_view colour = side ? colour_of(*side) : "";
    bool plain = !colour.empty();
    for (const Event& event : log) plain &= event.kind != Event::Kind::refused;  // an attempt is no move to others
    if (plain && !info_->sgf) return put(node, colour, value_of(move.word));
    if (plain && move.word == info_->sgf->pass && one_acts) return put(node, colour, "");
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
  View start_view_;
  std::map<std::string, std::string, std::less<>> points_;  // of the game's words, in SGF's letters
};

}  // namespace

sgf::GameTree export_sgf(const AnnotatedGame& game, std::string_view program) {
  return Exporter(game, program).write();
}

}  // namespace cairn
