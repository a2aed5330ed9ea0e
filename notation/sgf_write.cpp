// The canonical text of SGF: properties as they stand, a variation on a line of its own, lines of about 80 letters
// broken before nodes only.
#include "notation/sgf.h"
#include "notation/thread_work.h"

namespace cairn::sgf {

namespace {

constexpr std::size_t kWidth = 80;

std::string node_text(const Node& node) {
  std::string text = ";";
  for (const Property& property : node.properties) {
    text += property.name;
    for (const std::string& value : property.values) text += '[' + value + ']';
  }
  return text;
}

}  // namespace

std::string write(const GameTree& game) {
  std::string text = "(";
  std::size_t column = 1;
  struct Open {
    NodeIndex node;
    bool branch;  // one of several
  };
  // A node is written when it is taken; kNoNode closes a variation.
  std::vector<Open> open{{kRoot, false}};
  while (!open.empty()) {
    const auto [node, branch] = open.back();
    open.pop_back();
    if (node == kNoNode) {
      text += ')';
      ++column;
      continue;
    }
    const std::string fresh = node_text(game[node]);
    if (branch) {
      text += "\n(";
      column = 1;
    } else if (node != kRoot && (column + fresh.size() > kWidth || game.parent(node) == kRoot)) {
      text += '\n';
      column = 0;
    }
    text += fresh;
    const auto broken = fresh.rfind('\n');
    column = broken == std::string::npos ? column + fresh.size() : fresh.size() - broken;
    const auto& children = game.children(node);
    const bool several = children.size() > 1;
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
      if (several) open.push_back({kNoNode, false});
      open.push_back({*child, several});
    }
  }
  thread_work.bytes += text.size();
  return text + ")\n";
}

std::string write(const Collection& games) {
  std::string text;
  for (const GameTree& game : games) text += write(game);
  return text;
}

}  // namespace cairn::sgf
