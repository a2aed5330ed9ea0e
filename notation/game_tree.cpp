#include "notation/game_tree.h"

#include <algorithm>

#include "core/text.h"
#include "notation/thread_work.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn {

const Property* move_made(const GameNode& node) {
  if (!node.setup || node.move) return nullptr;
  for (const Property& property : node.properties)
    if ((property.name == "B" || property.name == "W") && !property.values.empty()) return &property;
  return nullptr;
}

MainLine main_line(const GameTree& tree) {
  MainLine line;
  for (const NodeIndex node : tree.main_line()) {
    if (node != kRoot && tree[node].setup) {
      line.complete = false;
      return line;
    }
    if (const auto& move = tree[node].move) line.moves.emplace_back(move->seat, move->word);
  }
  return line;
}

std::size_t ply_of(const GameTree& tree, NodeIndex node) {
  std::size_t ply = 0;
  for (; node != kNoNode; node = tree.parent(node)) ply += tells_move(tree[node]) ? 1 : 0;
  return ply;
}

bool on_main_line(const GameTree& tree, NodeIndex node) {
  for (; tree.parent(node) != kNoNode; node = tree.parent(node))
    if (tree.children(tree.parent(node)).front() != node) return false;
  return true;
}

OptionValues complete_options(const GameInfo& info, const Config& config) {
  OptionValues given;
  if (info.sgf && config.setup) given.emplace_back(info.sgf->size, size_text(size_of_rows(config.setup->board)));
  given.insert(given.end(), config.options.begin(), config.options.end());
  return info.complete(given);
}

Config set_up_config(const GameInfo& info, const Config& config, const Setup& setup) {
  Config now{config.options, setup};
  if (info.sgf && info.sgf->for_setup) now.options = info.sgf->for_setup(complete_options(info, config));
  return now;
}

Made set_up(const GameInfo& info, const Config& config, const Setup& setup) {
  return info.make(set_up_config(info, config, setup));
}

void walk(const GameTree& tree, const Position& start, const Visit& visit) {
  const auto order = tree.preorder();
  std::vector<std::size_t> weight(tree.size(), 1);
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    if (*node != kRoot) weight[tree.parent(*node)] += weight[*node];
  // The position after a node waits here while its lighter branches are played; the heaviest takes it along. So at
  // most one waits for each time that the weight left halves.
  struct Open {
    Position position;
    std::vector<NodeIndex> left;  // heaviest first
  };
  std::vector<Open> open;
  const auto enter = [&](NodeIndex node, Position&& position) {
    std::vector<NodeIndex> left = tree.children(node);
    if (left.empty()) return;
    std::stable_sort(left.begin(), left.end(), [&](NodeIndex a, NodeIndex b) { return weight[a] > weight[b]; });
    open.push_back({std::move(position), std::move(left)});
  };
  enter(kRoot, Position(start));
  while (!open.empty()) {
    const NodeIndex node = open.back().left.back();
    open.back().left.pop_back();
    Position position;
    if (open.back().left.empty()) {
      position = std::move(open.back().position);
      open.pop_back();
    } else {
      position = open.back().position;
    }
    if (visit(node, position)) enter(node, std::move(position));
  }
}

namespace {

TreeFault fault_at(const GameTree& tree, NodeIndex node, Reason reason, const Message& why, const Position& before) {
  TreeFault fault;
  fault.node = node;
  fault.reason = reason;
  if (const auto& move = tree[node].move) {
    const std::string side = side_name(before.view(Viewer::referee), move->seat);
    fault.word = move->word;
    const std::string word = fault.word.substr(0, 80);
    fault.text = side.empty() ? Message("word-cannot-be-played", "\"{word}\" cannot be played: {why}",
                                        {{"word", word}, {"why", why}})
                              : Message("word-by-side-cannot-be-played", "\"{word}\" by {side} cannot be played: {why}",
                                        {{"word", word}, {"side", side}, {"why", why}});
  } else {
    fault.text = Message("position-cannot-set-up", "a position cannot be set up: {why}", {{"why", why}});
  }
  return fault;
}

}  // namespace

std::optional<TreeFault> play_node(const GameInfo& info, const Config& config, const GameTree& tree, NodeIndex node,
                                   Position& position, std::string* spelling, EventLog* log) {
  const GameNode& now = tree[node];
  if (now.setup) {
    Made made = set_up(info, config, *now.setup);
    if (!made.error.empty()) return fault_at(tree, node, Reason::none, made.error, position);
    position = std::move(made.position);
  }
  if (!now.move) return std::nullopt;
  const auto& [seat, word] = *now.move;
  if (index(seat) >= position.seats())
    return fault_at(tree, node, Reason::not_your_turn,
                    Message("seat-does-not-play", "seat {seat} does not exist; there are {seats} seats, counted from 0",
                            {{"seat", index(seat)}, {"seats", position.seats()}}),
                    position);
  if (spelling) *spelling = spelled(position, seat, word);
  const Reason reason = play_for(position, seat, word, log);
  if (reason == Reason::none) return std::nullopt;
  return fault_at(tree, node, reason, reason, position);
}

void place_fault(const GameTree& tree, TreeFault& fault) {
  const bool moves = tree[fault.node].move.has_value();
  fault.ply = ply_of(tree, fault.node);
  fault.main_line = on_main_line(tree, fault.node);
  const MessageText where =
      moves             ? fault.main_line ? MessageText("at-move", "move {n}, {why}")
                                          : MessageText("at-move-of-variation", "move {n} of a variation, {why}")
                  : fault.main_line ? MessageText("after-move", "after move {n}: {why}")
                        : MessageText("after-move-of-variation", "after move {n} of a variation: {why}");
  fault.text = Message(where.code, where.text, {{"n", fault.ply}, {"why", fault.text}});
}

Checked check_and_cut(AnnotatedGame& game) {
  Checked checked;
  checked.info = find_game(game.game);
  if (!checked.info) {
    checked.error = unknown_game(game.game);
    return checked;
  }
  Made made = checked.info->make(game.config);
  checked.error = std::move(made.error);
  if (!checked.error.empty()) return checked;
  checked.start = std::move(made.position);
  game.game = checked.info->name;
  thread_work.entries += game.tree.size();
  std::vector<bool> cut(game.tree.size(), false);
  walk(game.tree, checked.start, [&](NodeIndex node, Position& position) {
    std::string spelling;
    auto fault = play_node(*checked.info, game.config, game.tree, node, position, &spelling);
    if (!fault) {
      if (auto& move = game.tree[node].move) move->word = std::move(spelling);
      return true;
    }
    cut[node] = true;
    ++checked.cut;
    if (checked.faults.size() < kMaxFaults || on_main_line(game.tree, node)) {
      place_fault(game.tree, *fault);
      checked.faults.push_back(std::move(*fault));
    }
    return false;
  });
  if (checked.cut != 0) {
    std::stable_sort(checked.faults.begin(), checked.faults.end(), [](const TreeFault& a, const TreeFault& b) {
      return a.main_line != b.main_line ? a.main_line : a.node < b.node;
    });
    game.tree = game.tree.pruned(cut);
  }
  fill_result(game);
  return checked;
}

void fill_result(AnnotatedGame& game) {
  const GameInfo* info = find_game(game.game);
  if (!info || !game.details.result.empty()) return;
  Made made = info->make(game.config);
  if (!made.error.empty()) return;
  for (const NodeIndex node : game.tree.main_line())
    if (node != kRoot && play_node(*info, game.config, game.tree, node, made.position)) return;
  game.details.result = made.position.view(Viewer::referee).result;
}

}  // namespace cairn
