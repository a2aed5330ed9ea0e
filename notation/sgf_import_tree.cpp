// SGF to an annotated game: every node below the root is read and played.
#include <algorithm>
#include <utility>

#include "core/text.h"
#include "notation/event_text.h"
#include "notation/sgf_importer.h"
#include "notation/sgf_node.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn {

namespace {

// As much of a value as a line has room for.
std::string shortened(std::string_view text) {
  std::size_t end = 40;
  if (text.size() <= end) return std::string(text);
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end));
}

}  // namespace

void SgfImporter::build() {
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
      if (added && from != kRoot)
        remark(property.at, Message("second-move-node-taken", "a second move in a node; it was read as the next node"));
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

const sgf::Property* SgfImporter::turn_beside_move(const sgf::Node& node) {
  const bool moves = node.find("B") != nullptr || node.find("W") != nullptr;
  const bool stones = node.find("AB") || node.find("AW") || node.find("AE");
  return moves && !stones ? node.find("PL") : nullptr;
}

// A node of its own where PL says another turn than the move before it leaves.
NodeIndex SgfImporter::add_turn(NodeIndex at, const Property& turn) {
  const Property* move = sources_[at].move;
  if (!move || turn_said(turn).empty() || to_upper(turn_said(turn)[0]) != move->name[0]) return at;
  Source source;
  source.setup.push_back(&turn);
  source.at = turn.at;
  return add(at, std::move(source));
}

NodeIndex SgfImporter::add(NodeIndex parent, Source source) {
  sources_.push_back(std::move(source));
  return tree().add(parent, {});
}

void SgfImporter::annotate(const sgf::Node& from, GameNode& node, bool root) {
  for (const Property& property : from.properties) {
    if (is_setup_property(property.name) || is_move_property(property.name)) continue;
    if (root && is_untold(property.name)) {
      node.properties.insert(node.properties.begin(), {property.name, property.values});
      continue;
    }
    if (root && said_otherwise(property.name)) continue;
    if (!read_annotation(property, node)) node.properties.push_back({property.name, property.values});
  }
}

bool SgfImporter::said_otherwise(std::string_view name) const {
  if (is_head_property(name)) return true;
  if (info_->sgf && name == info_->sgf->mark.first) return true;
  return std::any_of(kDetailFields.begin(), kDetailFields.end(),
                     [&](const DetailField& field) { return field.property == name; }) ||
         std::any_of(kPlayerFields.begin(), kPlayerFields.end(), [&](const PlayerField& field) {
           return field.black == name || field.white == name || field.other == name;
         });
}

void SgfImporter::play() {
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

std::optional<TreeFault> SgfImporter::play(NodeIndex node, Position& position) {
  const Source& source = sources_[node];
  if (!source.setup.empty() && !read_setup_of(node, position)) return std::nullopt;
  if (source.move)
    if (auto fault = read_move(node, position)) {
      if (strictness_ == Strictness::strict || !info_->sgf || source.move->name == kMoveProperty) return fault;
      skip_move(*fault, node, position);
    }
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
    remark(source.at,
           Message("moves-out-turn-position", "{side} moves out of turn; the position before the move was set up again",
                   {{"side", side}}));
    fault.reset();
  }
  if (!fault)
    if (auto& move = tree()[node].move) move->word = spelling;
  return fault;
}

// SGF lets a colour move twice, and play go on behind two passes.
bool SgfImporter::may_go_on(const TreeFault& fault, const Source& source, const Position& position) const {
  if (!info_->sgf || !source.move || source.move->name == kMoveProperty || tree_setup(fault.node)) return false;
  const bool stopped = position.to_act().size() != 1 && position.outcome().how != Outcome::How::resigned;
  return fault.reason == Reason::not_your_turn || stopped;
}

// SGF has a move made whatever the rules say of it: the board behind it is set up. The node keeps the move, and KO, by
// which the standard says so.
bool SgfImporter::execute(const TreeFault& fault, NodeIndex node, Position& position) {
  const Source& source = sources_[node];
  GameNode& now = tree()[node];
  const auto named = [&](std::string_view name) {
    return std::any_of(now.properties.begin(), now.properties.end(), [&](const auto& one) { return one.name == name; });
  };
  if (!is_made_all_the_same(fault.reason) || !info_->sgf || source.move->name == kMoveProperty) return false;
  if (strictness_ == Strictness::strict && !named("KO")) return false;
  auto made = setup_behind(*info_, out_.game.config, position.view(Viewer::referee), *now.move);
  if (!made) return false;
  const auto old = now;
  now.move.reset();
  now.setup = std::move(*made);
  if (play_node(*info_, out_.game.config, tree(), node, position)) {
    now = old;
    return false;
  }
  const std::string value(trim(sgf::text_of(source.move->values[0], true)));
  const Message::Argument name("name", source.move->name), shown("value", value),
      why("why", Message(fault.reason.word(), fault.reason.text()));
  if (old.setup) {
    add_comment(now, source.move->name + "[" + value + "] is against the rules here: " + why.value.english());
  } else {
    if (!named("KO")) now.properties.push_back({"KO", {""}});
    now.properties.push_back({source.move->name, {value}});
  }
  remark(source.at,
         Message("made-against-the-rules",
                 "{name}[{value}] is against the rules here: {why}; SGF allows it, so the position after it was set up",
                 {name, shown, why}));
  return true;
}

void SgfImporter::add_comment(GameNode& node, const Message& text) {
  node.comment += (node.comment.empty() ? "" : "\n") + text.english();
}

// A move that names no point of the board is told and left out: the opponent is next.
void SgfImporter::skip_move(const TreeFault& fault, NodeIndex node, const Position& position) {
  const Source& source = sources_[node];
  GameNode& now = tree()[node];
  now.move.reset();
  add_comment(now, fault.text);
  remark(source.at, Message("it-is-passed-over", "{why}; it was skipped", {{"why", fault.text}}));
  const View view = position.view(Viewer::referee);
  const View::Side* mover = side_of(view, source.move->name);
  if (now.setup || !mover || position.to_act() != SeatSet::of(mover->seat)) return;
  for (const auto& side : view.sides)
    if (side.seat != mover->seat) now.setup = Setup{view.board, side.name};
}

bool SgfImporter::read_setup_of(NodeIndex node, const Position& position) {
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
  if (said && !mover && !pass_over(said->at, no_colour(plain(*said)))) return false;
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
const View::Side* SgfImporter::next_mover(NodeIndex node, const View& view) {
  for (;; node = tree().children(node).front()) {
    const Property* move = sources_[node].move;
    if (move && move->name != kMoveProperty) return side_of(view, move->name);
    if (move || tree().children(node).empty()) return nullptr;
  }
}

std::optional<TreeFault> SgfImporter::read_move(NodeIndex node, const Position& position) {
  const Property& property = *sources_[node].move;
  // What is asked of it here, the board's size and whose which colour is, is the same from the start to the end where
  // colours move points; and a view of each position would take most of the time.
  const bool points = info_->sgf && property.name != kMoveProperty;
  if (points && !start_view_) start_view_ = start_.view(Viewer::referee);
  std::optional<View> here;
  if (!points) here = position.view(Viewer::referee);
  const View& view = points ? *start_view_ : *here;
  const std::string value = property.values.empty() ? "" : property.values[0];
  std::string side_name(property.name), word;
  Message wrong;
  if (property.name == kMoveProperty) {
    const auto [side, text] = sgf::halves(value);
    side_name = trim(sgf::text_of(side, true));
    word = text ? std::string(trim(sgf::text_of(*text, true))) : "";
    if (!text)
      wrong = Message("side-and-word", "write a side and a move, such as {right}",
                      {{"right", std::string(kMoveProperty) + "[white:pass]"}});
  } else if (!info_->sgf) {
    word = trim(sgf::text_of(value, true));
  } else {
    word = point_word(value, view, position, wrong);
  }
  const View::Side* side = side_of(view, side_name);
  if (!side && wrong.empty())
    wrong = Message("there-side-game", "this game has no side \"{name}\"", {{"name", side_name.substr(0, 40)}});
  if (property.values.size() > 1 &&
      !pass_over(property.at,
                 Message("more-than-one-value", "{name} has more than one value", {{"name", property.name}})))
    return {};
  if (wrong.empty()) {
    tree()[node].move = TreeMove{side->seat, std::move(word)};
    return std::nullopt;
  }
  TreeFault fault;
  fault.node = node;
  fault.word = sgf::text_of(value, true);
  fault.reason = Reason::unknown_move;
  fault.text = Message("property-cannot-be-read", "{name}[{value}] cannot be read: {why}",
                       {{"name", property.name}, {"value", shortened(fault.word)}, {"why", wrong}});
  tree()[node].move = TreeMove{seat_at(0), fault.word};  // so that it is counted as the move that it is
  return fault;
}

std::string SgfImporter::point_word(std::string_view value, const View& view, const Position& position,
                                    Message& wrong) const {
  const std::string text(trim(sgf::text_of(value, true)));
  constexpr int kOldSide = 19;  // FF[1] to FF[3] wrote a pass as the point outside this
  const bool named = strictness_ == Strictness::lenient && equal_ignoring_case(text, info_->sgf->pass);
  if (text.empty() || named || (text == "tt" && view.columns <= kOldSide && view.rows <= kOldSide))
    return std::string(info_->sgf->pass);
  const auto point = sgf::point_of(text);
  const auto last_of = [](int count) { return static_cast<char>('a' + std::min(count, 26) - 1); };
  const char last = last_of(std::max(view.columns, view.rows));
  if (!point)
    wrong = Message("point-two-letters-empty", "a point is two letters, a to {last}; an empty value is a pass",
                    {{"last", last}});
  else if (point->column >= view.columns || point->row >= view.rows)
    wrong =
        Message("lies-outside-board-by",
                "the point is outside the board of {columns} by {rows}: its first letter is a to {last}, its second a "
                "to {down}",
                {{"columns", view.columns},
                 {"rows", view.rows},
                 {"last", last_of(view.columns)},
                 {"down", last_of(view.rows)}});
  else
    return position.name(
        {0, static_cast<std::uint8_t>(point->column), static_cast<std::uint8_t>(view.rows - 1 - point->row)});
  return {};
}

}  // namespace cairn
