// SGF to an annotated game: the root gives game, options and start; then every node is read and played.
#include <algorithm>
#include <utility>

#include "core/text.h"
#include "notation/event_text.h"
#include "notation/sgf_game.h"
#include "notation/sgf_names.h"
#include "notation/sgf_node.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn {

namespace {

using sgf::Property;
using sgf::Strictness;

std::string plain(const Property& property) {
  return property.values.empty() ? "" : sgf::text_of(property.values[0], true);
}

const View::Side* side_of(const View& view, std::string_view name) {
  for (const auto& side : view.sides)
    if (equal_ignoring_case(side.name, name) || (name.size() == 1 && side.letter == to_upper(name[0]))) return &side;
  return nullptr;
}

// What PL says; some programs count the colours.
std::string turn_said(const Property& property) {
  const std::string text(trim(plain(property)));
  return text == "1" ? "B" : text == "2" ? "W" : text;
}

constexpr const char* kOwnSetup = "a position of this game is set up by CPOS alone, not by stones";

const Property* stones_of(const sgf::Node& node) {
  for (const Property& property : node.properties)
    if (is_setup_property(property.name)) return &property;
  return nullptr;
}

class Importer {
 public:
  Importer(const sgf::GameTree& file, Strictness strictness) : file_(file), strictness_(strictness) {}

  Imported import() {
    if (find_info() && read_options() && read_start()) {
      read_details();
      build();
      play();
    }
    if (!out_.error.empty()) out_ = {{}, std::move(out_.error), {}, {}, 0};
    return std::move(out_);
  }

 private:
  // What a node of the tree was made from.
  struct Source {
    std::vector<const Property*> setup{};
    const Property* move = nullptr;
    sgf::Place at{};
  };

  bool fail(sgf::Place at, const std::string& text) {
    if (out_.error.empty()) out_.error = sgf::to_text({at, text});
    return false;
  }
  void remark(sgf::Place at, const std::string& text) {
    if (out_.remarks.size() < sgf::kMaxRemarks) out_.remarks.push_back(sgf::to_text({at, text}));
  }
  // What the standard forbids. True: go on without it.
  bool pass_over(sgf::Place at, const std::string& text) {
    if (strictness_ == Strictness::strict) return fail(at, text);
    remark(at, text + "; it is passed over");
    return true;
  }
  const sgf::Node& root() const { return file_[kRoot]; }
  std::string root_value(std::string_view name) const {
    const Property* property = root().find(name);
    return property ? plain(*property) : "";
  }
  sgf::Place place_of(std::string_view name) const {
    const Property* property = root().find(name);
    return property ? property->at : root().at;
  }

  // ---- game, options, start
  bool find_info() {
    if (const Property* named = root().find(kGameProperty)) {
      info_ = find_game(plain(*named));
      return info_ || fail(named->at, unknown_game_text(plain(*named)));
    }
    const std::string said(trim(root_value("GM")));
    const std::string number = said.empty() ? "1" : said;
    for (const GameInfo& info : games()) {
      if (!info.sgf || std::to_string(info.sgf->number) != number) continue;
      const auto& [name, value] = info.sgf->mark;
      const bool marked = !name.empty() && equal_ignoring_case(trim(root_value(name)), value);
      if (marked || (name.empty() && !info_)) info_ = &info;
    }
    if (info_) return true;
    std::string known;
    for (const GameInfo& info : games())
      if (info.sgf && info.sgf->mark.first.empty())
        known += (known.empty() ? "GM[" : ", GM[") + std::to_string(info.sgf->number) + "]";
    return fail(place_of("GM"), "GM[" + number.substr(0, 40) + "] is no game that is played here; " + known +
                                    " is, and " + std::string(kGameProperty) + "[...] names any other");
  }
  bool read_options() {
    if (const Property* given = root().find(kOptionsProperty)) {
      options_ = parse_option_words(plain(*given));
    } else if (info_->sgf) {
      OptionValues values;
      for (const Property& property : root().properties) values.emplace_back(property.name, plain(property));
      std::vector<std::string> remarks;
      if (auto error = info_->sgf->read_root(values, options_, remarks); !error.empty())
        return fail(place_of("SZ"), error);
      for (const auto& text : remarks) remark(root().at, text);
    }
    Made made = info_->make({options_, {}});
    if (!made.error.empty()) return fail(root().at, made.error);
    start_ = std::move(made.position);
    out_.game.game = info_->name;
    if (info_->sgf && !root().find(kOptionsProperty)) note_unsaid();
    return true;
  }
  // What the file leaves open is assumed, and not written into it.
  void note_unsaid() {
    for (const auto& [name, value] : info_->sgf->write_root(info_->complete(options_)))
      if (name == "KM" ? !has_option("komi") : name == "RU" && trim(root_value(name)).empty())
        out_.game.details.unsaid.push_back(name);
  }
  bool has_option(std::string_view name) const {
    return std::any_of(options_.begin(), options_.end(), [&](const auto& one) { return one.first == name; });
  }
  // The colour of the first move of the main line, if it is made from the start: "B", "W" or "".
  std::string first_mover() const {
    for (const NodeIndex node : file_.main_line()) {
      if (node != kRoot && stones_of(file_[node])) return {};
      for (const Property& property : file_[node].properties)
        if (property.name == "B" || property.name == "W") return property.name;
    }
    return {};
  }
  bool read_start() {
    Config& config = out_.game.config;
    config.options = options_;
    if (const Property* given = root().find(kStartProperty)) {
      Setup setup;
      if (auto error = read_setup(parse_json(given->values.empty() ? "" : sgf::text_of(given->values[0])), setup);
          !error.empty())
        return fail(given->at, error);
      config.setup = std::move(setup);
    } else if (info_->sgf) {
      if (!read_stones()) return false;
    } else if (const Property* stones = stones_of(root())) {
      if (!pass_over(stones->at, kOwnSetup)) return false;
    }
    if (!config.setup) return true;
    Made made = info_->make(config);
    if (!made.error.empty()) return fail(root().at, made.error);
    start_ = std::move(made.position);
    return true;
  }
  bool read_stones() {
    Config& config = out_.game.config;
    std::vector<const Property*> given;
    for (const Property& property : root().properties)
      if (is_setup_property(property.name)) given.push_back(&property);
    const bool stones = root().find("AB") || root().find("AW");
    const View usual = start_.view(Viewer::referee);
    std::string to_move = first_mover();
    if (const Property* said = root().find("PL")) {
      if (side_of(usual, std::string_view(turn_said(*said)).substr(0, 1)))
        to_move = turn_said(*said);
      else if (!pass_over(said->at, "PL[" + plain(*said).substr(0, 40) + "] is no colour; B or W is right"))
        return false;
    }
    const View::Side* mover = to_move.empty() ? nullptr : side_of(usual, trim(to_move).substr(0, 1));
    if (!mover) mover = side_of(usual, side_name(usual, usual.turn.seat));
    if (!mover) return true;
    if (!stones && takes_handicap_point(usual)) return start_without_stones(*mover);
    const bool usual_turn = mover->seat == usual.turn.seat;
    if (!stones && usual_turn) return true;
    const OptionValues bare = info_->sgf->for_setup(info_->complete(options_));
    Made empty = info_->make({bare, {}});
    if (!empty.error.empty()) return fail(root().at, empty.error);
    const View blank = empty.position.view(Viewer::referee);
    Setup setup{blank.board, mover->name};
    if (!put_stones(given, setup.board)) return false;
    if (usual_turn && setup.board == usual.board) return true;
    config.options = bare;
    if (setup.board != blank.board || mover->seat != blank.turn.seat) {
      config.setup = std::move(setup);
      return true;
    }
    if (usual.board != blank.board) remark(place_of("HA"), "no stones of the handicap are set up, and none are played");
    start_ = std::move(empty.position);
    return true;
  }
  // Whether the main line plays on a point where the handicap's usual stones stand: then they stood elsewhere, or not
  // at all, and the moves decide.
  bool takes_handicap_point(const View& usual) const {
    for (const NodeIndex node : file_.main_line())
      for (const Property& property : file_[node].properties) {
        if ((property.name != "B" && property.name != "W") || property.values.empty()) continue;
        const auto point = sgf::point_of(trim(sgf::text_of(property.values[0], true)));
        const auto row = point ? static_cast<std::size_t>(point->row) : usual.board.size();
        if (row < usual.board.size() && point->column < usual.columns &&
            usual.board[row][static_cast<std::size_t>(point->column)] != '.')
          return true;
        if (node != kRoot && stones_of(file_[node])) return false;
      }
    return false;
  }
  bool start_without_stones(const View::Side& mover) {
    Config& config = out_.game.config;
    config.options = info_->sgf->for_setup(info_->complete(options_));
    Made empty = info_->make({config.options, {}});
    if (!empty.error.empty()) return fail(root().at, empty.error);
    const View blank = empty.position.view(Viewer::referee);
    if (mover.seat != blank.turn.seat) config.setup = Setup{blank.board, mover.name};
    remark(place_of("HA"), "the moves play on the points of the usual handicap stones; none are set up");
    start_ = std::move(empty.position);
    return true;
  }
  // Stones of AB, AW and AE onto a board in the form of View::board.
  bool put_stones(const std::vector<const Property*>& given, std::vector<std::string>& board) {
    const int rows = static_cast<int>(board.size()), columns = board.empty() ? 0 : static_cast<int>(board[0].size());
    for (const Property* property : given) {
      if (property->name == "PL") continue;
      for (const std::string& value : property->values) {
        std::vector<sgf::PointAt> points;
        if (auto error = sgf::read_points(value, columns, rows, strictness_, points);
            !error.empty() && !pass_over(property->at, property->name + error))
          return false;
        for (const sgf::PointAt point : points)
          board[static_cast<std::size_t>(point.row)][static_cast<std::size_t>(point.column)] =
              property->name == "AE" ? '.' : property->name[1];
      }
    }
    return true;
  }

  // ---- who and when
  void read_details() {
    const View view = start_.view(Viewer::referee);
    for (const Property& property : root().properties) {
      for (const DetailField& field : kDetailFields)
        if (field.property == property.name && !property.values.empty())
          out_.game.details.*field.member = sgf::text_of(property.values[0], field.property != "GC");
      for (const PlayerField& field : kPlayerFields) read_player(property, field, view);
    }
    if (!info_->sgf) return;
    for (const auto& [name, value] : info_->sgf->write_root(complete_options(*info_, out_.game.config)))
      if (name == "RU" && value == out_.game.details.rules) out_.game.details.rules.clear();
  }
  void read_player(const Property& property, const PlayerField& field, const View& view) {
    const auto put = [&](std::string_view side_name, const std::string& value) {
      if (const auto* side = side_of(view, side_name))
        out_.game.details.players[static_cast<std::size_t>(index(side->seat))].*field.member = value;
    };
    if (property.name == field.black) put("B", plain(property));
    if (property.name == field.white) put("W", plain(property));
    if (property.name != field.other) return;
    for (const std::string& value : property.values)
      if (const auto [side, text] = sgf::halves(value); text) put(sgf::text_of(side, true), sgf::text_of(*text, true));
  }

  // ---- the tree
  void build() {
    std::vector<NodeIndex> last(file_.size(), kRoot);  // of the nodes that a node became
    sources_.assign(1, {});
    for (const NodeIndex from : file_.preorder()) {
      const sgf::Node& node = file_[from];
      NodeIndex at = from == kRoot ? kRoot : last[file_.parent(from)];
      Source source;
      source.at = node.at;
      // Beside a move PL says who is next, as programs write it; all other set-up comes before the move.
      const Property* next = from == kRoot ? nullptr : turn_beside_move(node);
      if (from != kRoot)
        for (const Property& property : node.properties)
          if (is_setup_property(property.name) && &property != next) source.setup.push_back(&property);
      bool added = from == kRoot;
      for (const Property& property : node.properties) {
        if (!is_move_property(property.name)) continue;
        if (added && from != kRoot) remark(property.at, "a second move in a node; it is taken as the next node");
        source.move = &property;
        source.at = property.at;
        at = add(at, std::exchange(source, {}));
        added = true;
      }
      if (!added) at = add(at, std::move(source));
      annotate(node, tree()[from == kRoot ? kRoot : at], from == kRoot);
      if (next) at = add_turn(at, *next);
      last[from] = at;
    }
  }
  static const Property* turn_beside_move(const sgf::Node& node) {
    const bool moves = node.find("B") != nullptr || node.find("W") != nullptr;
    const bool stones = node.find("AB") || node.find("AW") || node.find("AE");
    return moves && !stones ? node.find("PL") : nullptr;
  }
  // A node of its own where PL says another turn than the move before it leaves.
  NodeIndex add_turn(NodeIndex at, const Property& turn) {
    const Property* move = sources_[at].move;
    if (!move || turn_said(turn).empty() || to_upper(turn_said(turn)[0]) != move->name[0]) return at;
    Source source;
    source.setup.push_back(&turn);
    source.at = turn.at;
    return add(at, std::move(source));
  }
  GameTree& tree() { return out_.game.tree; }
  NodeIndex add(NodeIndex parent, Source source) {
    sources_.push_back(std::move(source));
    return tree().add(parent, {});
  }
  void annotate(const sgf::Node& from, GameNode& node, bool root) {
    for (const Property& property : from.properties) {
      if (is_setup_property(property.name) || is_move_property(property.name)) continue;
      if (root && said_otherwise(property.name)) continue;
      if (!read_annotation(property, node)) node.properties.push_back({property.name, property.values});
    }
  }
  bool said_otherwise(std::string_view name) const {
    if (is_head_property(name)) return true;
    if (info_->sgf && name == info_->sgf->mark.first) return true;
    return std::any_of(kDetailFields.begin(), kDetailFields.end(),
                       [&](const DetailField& field) { return field.property == name; }) ||
           std::any_of(kPlayerFields.begin(), kPlayerFields.end(), [&](const PlayerField& field) {
             return field.black == name || field.white == name || field.other == name;
           });
  }

  // ---- playing it
  void play() {
    std::vector<bool> cut(tree().size(), false);
    walk(tree(), start_, [&](NodeIndex node, Position& position) {
      auto fault = play(node, position);
      if (!out_.error.empty()) return false;
      if (!fault) return true;
      cut[node] = true;
      ++out_.cut;
      if (out_.faults.size() < kMaxFaults || on_main_line(tree(), node)) {
        place_fault(tree(), *fault);
        fault->text = sgf::to_text({sources_[node].at, fault->text});
        out_.faults.push_back(std::move(*fault));
      }
      return false;
    });
    std::stable_sort(out_.faults.begin(), out_.faults.end(), [](const TreeFault& a, const TreeFault& b) {
      return a.main_line != b.main_line ? a.main_line : a.node < b.node;
    });
    if (out_.cut > 0) tree() = tree().pruned(cut);
    fill_result(out_.game);
  }
  std::optional<TreeFault> play(NodeIndex node, Position& position) {
    const Source& source = sources_[node];
    if (!source.setup.empty() && !read_setup_of(node, position)) return std::nullopt;
    if (source.move)
      if (auto fault = read_move(node, position)) return fault;
    std::string spelling;
    auto fault = play_node(*info_, out_.game.config, tree(), node, position, &spelling);
    if (fault && execute(*fault, node, position)) return std::nullopt;
    if (fault && may_go_on(*fault, source, position)) {
      const GameNode& now = tree()[node];
      View view = position.view(Viewer::referee);
      const std::string side = side_name(view, now.move->seat);
      tree()[node].setup = Setup{std::move(view.board), side};
      if (play_node(*info_, out_.game.config, tree(), node, position, &spelling)) {
        tree()[node].setup.reset();
        return fault;
      }
      remark(source.at, side + " moves out of turn; the position is set up anew before it");
      fault.reset();
    }
    if (!fault)
      if (auto& move = tree()[node].move) move->word = spelling;
    return fault;
  }
  // SGF lets a colour move twice, and play go on behind two passes.
  bool may_go_on(const TreeFault& fault, const Source& source, const Position& position) const {
    if (!info_->sgf || !source.move || source.move->name == kMoveProperty || tree_setup(fault.node)) return false;
    const bool stopped = position.to_act().size() != 1 && position.outcome().how != Outcome::How::resigned;
    return fault.reason == Reason::not_your_turn || stopped;
  }
  // SGF has a move made whatever the rules say of it: the board behind it is set up.
  bool execute(const TreeFault& fault, NodeIndex node, Position& position) {
    const Source& source = sources_[node];
    const bool refused =
        fault.reason == Reason::occupied || fault.reason == Reason::suicide || fault.reason == Reason::repetition;
    if (!refused || strictness_ == Strictness::strict || !info_->sgf || source.move->name == kMoveProperty)
      return false;
    GameNode& now = tree()[node];
    auto made = setup_behind(*info_, out_.game.config, position.view(Viewer::referee), *now.move);
    if (!made) return false;
    const auto move = std::exchange(now.move, std::nullopt);
    now.setup = std::move(*made);
    if (play_node(*info_, out_.game.config, tree(), node, position)) {
      now.setup.reset();
      now.move = move;
      return false;
    }
    remark(source.at, source.move->name + "[" + source.move->values[0].substr(0, 40) +
                          "] is against the rules here: " + std::string(fault.reason.text()) +
                          "; SGF has it made all the same: the position behind it is set up");
    return true;
  }
  bool tree_setup(NodeIndex node) const { return out_.game.tree[node].setup.has_value(); }

  bool read_setup_of(NodeIndex node, const Position& position) {
    const Source& source = sources_[node];
    const View view = position.view(Viewer::referee);
    const Property* said = nullptr;
    for (const Property* property : source.setup) {
      if (property->name == "PL") said = property;
      if (property->name != kStartProperty) continue;
      Setup setup;
      if (auto error = read_setup(parse_json(property->values.empty() ? "" : sgf::text_of(property->values[0])), setup);
          !error.empty())
        return pass_over(property->at, error);
      tree()[node].setup = std::move(setup);
      return true;
    }
    if (!info_->sgf) return pass_over(source.at, kOwnSetup);
    Setup setup{view.board, {}};
    if (!put_stones(source.setup, setup.board)) return false;
    const View::Side* mover = said ? side_of(view, turn_said(*said).substr(0, 1)) : nullptr;
    if (said && !mover && !pass_over(said->at, "PL[" + plain(*said).substr(0, 40) + "] is no colour; B or W is right"))
      return false;
    if (!mover) mover = next_mover(node, view);
    if (!mover) mover = side_of(view, side_name(view, view.turn.seat));
    if (!mover) return true;
    const bool same_turn = position.to_act() == SeatSet::of(mover->seat);
    if (!said && setup.board == view.board && same_turn) return true;
    setup.to_move = mover->name;
    tree()[node].setup = std::move(setup);
    return true;
  }
  // Who moves in this node, or the next of its line that says so.
  const View::Side* next_mover(NodeIndex node, const View& view) {
    for (;; node = tree().children(node).front()) {
      const Property* move = sources_[node].move;
      if (move && move->name != kMoveProperty) return side_of(view, move->name);
      if (move || tree().children(node).empty()) return nullptr;
    }
  }

  std::optional<TreeFault> read_move(NodeIndex node, const Position& position) {
    const Property& property = *sources_[node].move;
    const View view = position.view(Viewer::referee);
    const std::string value = property.values.empty() ? "" : property.values[0];
    std::string side_name(property.name), word, wrong;
    if (property.name == kMoveProperty) {
      const auto [side, text] = sgf::halves(value);
      side_name = trim(sgf::text_of(side, true));
      word = text ? std::string(trim(sgf::text_of(*text, true))) : "";
      if (!text) wrong = "a side and a word are right, as in " + std::string(kMoveProperty) + "[white:pass]";
    } else if (!info_->sgf) {
      word = trim(sgf::text_of(value, true));
    } else {
      word = point_word(value, view, position, wrong);
    }
    const View::Side* side = side_of(view, side_name);
    if (!side && wrong.empty()) wrong = "there is no side \"" + side_name.substr(0, 40) + "\" in this game";
    if (property.values.size() > 1 && !pass_over(property.at, property.name + " has more than one value")) return {};
    if (wrong.empty()) {
      tree()[node].move = TreeMove{side->seat, std::move(word)};
      return std::nullopt;
    }
    TreeFault fault;
    fault.node = node;
    fault.word = sgf::text_of(value, true);
    fault.reason = Reason::unknown_move;
    fault.text = property.name + "[" + fault.word.substr(0, 40) + "] cannot be read: " + wrong;
    tree()[node].move = TreeMove{seat_at(0), fault.word};  // so that it is counted as the move that it is
    return fault;
  }
  std::string point_word(std::string_view value, const View& view, const Position& position, std::string& wrong) const {
    const std::string text(trim(sgf::text_of(value, true)));
    constexpr int kOldSide = 19;  // FF[1] to FF[3] wrote a pass as the point outside this
    if (text.empty() || (text == "tt" && view.columns <= kOldSide && view.rows <= kOldSide))
      return std::string(info_->sgf->pass);
    const auto point = sgf::point_of(text);
    const char last = static_cast<char>('a' + std::min(view.columns, 26) - 1);
    if (!point)
      wrong = std::string("a point is two letters, a to ") + last + "; an empty value is a pass";
    else if (point->column >= view.columns || point->row >= view.rows)
      wrong = "it lies outside the board of " + std::to_string(view.columns) + " by " + std::to_string(view.rows) +
              ", whose letters are a to " + last;
    else
      return position.name(
          {0, static_cast<std::uint8_t>(point->column), static_cast<std::uint8_t>(view.rows - 1 - point->row)});
    return {};
  }

  const sgf::GameTree& file_;
  Strictness strictness_;
  const GameInfo* info_ = nullptr;
  OptionValues options_;
  Position start_;
  std::vector<Source> sources_;  // by node of the tree
  Imported out_;
};

}  // namespace

Imported import_sgf(const sgf::GameTree& file, Strictness strictness) {
  return Importer(file, strictness).import();
}

std::string assumed_text(const AnnotatedGame& game) {
  const GameInfo* info = find_game(game.game);
  if (!info || !info->sgf) return {};
  std::string out;
  for (const auto& [name, value] : info->sgf->write_root(complete_options(*info, game.config))) {
    const auto& unsaid = game.details.unsaid;
    if (std::find(unsaid.begin(), unsaid.end(), name) == unsaid.end()) continue;
    out += (out.empty() ? "" : ", ") + std::string(name == "KM" ? "komi " : "rules ") + value;
  }
  return out;
}

}  // namespace cairn
