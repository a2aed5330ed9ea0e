// A tree of values in one array: nodes are numbers, 0 is the root, and nothing here recurses, so that a line of any
// length is walked, copied and destroyed in constant stack. Never throws; as safe to share as any value.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace cairn {

using NodeIndex = std::size_t;
inline constexpr NodeIndex kRoot = 0, kNoNode = static_cast<NodeIndex>(-1);

template <class Data>
class NodeTree {
 public:
  NodeTree() : nodes_(1) {}
  explicit NodeTree(Data root) { nodes_.push_back({std::move(root), kNoNode, {}}); }

  std::size_t size() const { return nodes_.size(); }
  const Data& operator[](NodeIndex node) const { return nodes_[node].data; }
  Data& operator[](NodeIndex node) { return nodes_[node].data; }
  NodeIndex parent(NodeIndex node) const { return nodes_[node].parent; }  // kNoNode for the root
  const std::vector<NodeIndex>& children(NodeIndex node) const { return nodes_[node].children; }  // first: main line

  NodeIndex add(NodeIndex parent, Data data) {
    const NodeIndex node = nodes_.size();
    nodes_.push_back({std::move(data), parent, {}});
    nodes_[parent].children.push_back(node);
    return node;
  }

  // From the root along first children.
  std::vector<NodeIndex> main_line() const {
    std::vector<NodeIndex> line{kRoot};
    while (!children(line.back()).empty()) line.push_back(children(line.back()).front());
    return line;
  }
  // Every node before its children, the main line of each before its variations.
  std::vector<NodeIndex> preorder() const {
    std::vector<NodeIndex> order, open{kRoot};
    order.reserve(size());
    while (!open.empty()) {
      const NodeIndex node = open.back();
      open.pop_back();
      order.push_back(node);
      open.insert(open.end(), children(node).rbegin(), children(node).rend());
    }
    return order;
  }
  // Without the nodes that are `cut` and what follows them; numbered in preorder. The root stays.
  NodeTree pruned(const std::vector<bool>& cut) const {
    NodeTree kept((*this)[kRoot]);
    std::vector<NodeIndex> now(size(), kNoNode);
    now[kRoot] = kRoot;
    for (const NodeIndex node : preorder())
      if (node != kRoot && !cut[node] && now[parent(node)] != kNoNode)
        now[node] = kept.add(now[parent(node)], (*this)[node]);
    return kept;
  }

  // The same values in the same shape, whatever the numbers.
  friend bool operator==(const NodeTree& a, const NodeTree& b) {
    if (a.size() != b.size()) return false;
    const auto left = a.preorder(), right = b.preorder();
    for (std::size_t i = 0; i < left.size(); ++i)
      if (!(a[left[i]] == b[right[i]]) || a.children(left[i]).size() != b.children(right[i]).size()) return false;
    return true;
  }

 private:
  struct Node {
    Data data{};
    NodeIndex parent = kNoNode;
    std::vector<NodeIndex> children{};
  };
  std::vector<Node> nodes_;
};

}  // namespace cairn
