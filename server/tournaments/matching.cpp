#include "server/tournaments/matching.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <deque>
#include <utility>

namespace cairn {
namespace {

// Words of the algorithm: a *node* is a vertex or a blossom, an odd cycle of nodes that is treated as one vertex; a
// node that lies in no other is on *top*. Trees grow from all unmatched top nodes at once along tight edges (of slack
// 0), an *outer* node (root, or matched to its parent) and an *inner* one in turn. Where two outer nodes meet, either
// two trees do, and the way between their roots gains a pair, or a cycle closes, and is shrunk. Where nothing is tight
// the duals of outer vertices rise and those of inner ones fall until something is.
class Blossoms {
 public:
  Blossoms(int n, const std::vector<MatchingCost>& cost)
      : n_(n), cost_(cost), nodes_(static_cast<std::size_t>(n + n / 2 + 1)) {
    edges_.resize(nodes_.size() * nodes_.size());
    mate_.assign(static_cast<std::size_t>(n), -1);
    top_.resize(static_cast<std::size_t>(n));
    // Half of the least cost, doubled as all duals are: no edge has negative slack.
    MatchingCost least = n > 1 ? cost[1] : 0;
    for (int u = 0; u < n; ++u)
      for (int v = 0; v < n; ++v)
        if (u != v) least = std::min(least, cost[index(u) * index(n) + index(v)]);
    dual_.assign(static_cast<std::size_t>(n), least);
    for (int v = 0; v < n; ++v) {
      node(v).base = v;
      node(v).live = true;
      node(v).vertices = {v};
      top_[index(v)] = v;
      for (int u = 0; u < n; ++u) edge(v, u) = {v, u};
    }
    for (int b = n + n / 2; b >= n; --b) unused_.push_back(b);
  }

  std::vector<int> solve() {
    for (int pairs = 0; pairs < n_ / 2; ++pairs) {
      begin_stage();
      while (!scan())
        if (adjust()) break;
    }
    return mate_;
  }

 private:
  enum class Label : unsigned char { none, outer, inner };
  struct Edge {
    int from = -1, to = -1;  // vertices
    Edge reversed() const { return {to, from}; }
  };
  struct Node {
    bool live = false;
    Label label = Label::none;
    int base = -1;          // the vertex that is matched outside of the node, or unmatched
    int near = -1;          // the outer node with the least slack to this one, of those looked at
    unsigned seen = 0;      // by the search for a common ancestor
    Edge via;               // of an inner node: the edge from its parent
    MatchingCost dual = 0;  // of a blossom
    std::vector<int>
        children;  // of a blossom, round the cycle from the one with the base: the 2nd and 3rd are matched...
    std::vector<int> vertices;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Node& node(int i) { return nodes_[index(i)]; }
  // The edge of least slack between two nodes. All vertices of a node change their duals alike: it stays the least.
  Edge& edge(int a, int b) { return edges_[index(a) * nodes_.size() + index(b)]; }
  int top_of(int vertex) const { return top_[index(vertex)]; }
  bool on_top(int i) { return node(i).live && top_of(node(i).base) == i; }
  MatchingCost slack(Edge e) const {
    return 2 * cost_[index(e.from) * index(n_) + index(e.to)] - dual_[index(e.from)] - dual_[index(e.to)];
  }
  int count() const { return static_cast<int>(nodes_.size()); }

  void begin_stage() {
    queue_.clear();
    for (int i = 0; i < count(); ++i) {
      node(i).label = Label::none;
      node(i).near = -1;
    }
    for (int i = 0; i < count(); ++i)
      if (on_top(i) && mate_[index(node(i).base)] < 0) make_outer(i);
  }
  void make_outer(int i) {
    node(i).label = Label::outer;
    queue_.push_back(i);
  }

  // Looks from every new outer node at all others. True: a pair was gained.
  bool scan() {
    while (!queue_.empty()) {
      const int a = queue_.front();
      queue_.pop_front();
      for (int x = 0; x < count() && on_top(a); ++x) {
        if (x == a || !on_top(x) || node(x).label == Label::inner) continue;
        if (slack(edge(a, x)) == 0) {
          if (meet(edge(a, x))) return true;
        } else {
          look(a, x);
          if (node(x).label == Label::outer) look(x, a);
        }
      }
    }
    return false;
  }
  void look(int outer, int x) {
    int& near = node(x).near;
    if (near < 0 || slack(edge(outer, x)) < slack(edge(near, x))) near = outer;
  }
  void find_near(int x) {
    node(x).near = -1;
    for (int a = 0; a < count(); ++a)
      if (a != x && on_top(a) && node(a).label == Label::outer) look(a, x);
  }

  // A tight edge from an outer node. True: a pair was gained.
  bool meet(Edge e) {
    const int a = top_of(e.from), x = top_of(e.to);
    if (node(x).label == Label::none) {
      node(x).label = Label::inner;
      node(x).via = e;
      make_outer(top_of(mate_[index(node(x).base)]));
      return false;
    }
    const int ancestor = common(a, x);
    if (ancestor < 0) {
      gain(e);
      gain(e.reversed());
      return true;
    }
    shrink(a, x, ancestor);
    return false;
  }

  // The parent of an outer node's parent; -1: it is a root.
  int up(int outer) {
    const int mate = mate_[index(node(outer).base)];
    return mate < 0 ? -1 : top_of(node(top_of(mate)).via.from);
  }
  int common(int a, int x) {
    ++stamp_;
    for (; a >= 0 || x >= 0; std::swap(a, x)) {
      if (a < 0) continue;
      if (node(a).seen == stamp_) return a;
      node(a).seen = stamp_;
      a = up(a);
    }
    return -1;
  }

  // Matches e.from with e.to, and everything from there to the root anew.
  void gain(Edge e) {
    while (true) {
      const int outer = top_of(e.from), mate = mate_[index(node(outer).base)];
      match(outer, e);
      if (mate < 0) return;
      const int inner = top_of(mate);
      e = node(inner).via;
      match(inner, e.reversed());
    }
  }
  // Within a node, so that e.from is the vertex that is matched outside, with e.to.
  void match(int i, Edge e) {
    rebase(i, e.from);
    mate_[index(e.from)] = e.to;
  }
  void rebase(int i, int vertex) {
    node(i).base = vertex;
    if (i < n_) return;
    auto& ring = node(i).children;
    const std::size_t size = ring.size(), at = find_child(i, vertex);
    // From the old base to the new one by an even number of edges; every other becomes a pair.
    const std::size_t from = at % 2 == 0 ? 0 : at + 1, to = at % 2 == 0 ? at : size;
    for (std::size_t j = from; j < to; j += 2) {
      const int a = ring[j], b = ring[(j + 1) % size];
      const Edge e = edge(a, b);
      match(a, e);
      match(b, e.reversed());
    }
    rebase(ring[at], vertex);
    std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(at), ring.end());
  }
  std::size_t find_child(int i, int vertex) {
    const auto& ring = node(i).children;
    for (std::size_t j = 0; j < ring.size(); ++j) {
      const auto& inside = node(ring[j]).vertices;
      if (std::find(inside.begin(), inside.end(), vertex) != inside.end()) return j;
    }
    assert(false);
    return 0;
  }

  void shrink(int a, int x, int ancestor) {
    const int b = unused_.back();
    unused_.pop_back();
    Node& blossom = node(b);
    blossom = Node{};
    blossom.live = true;
    blossom.base = node(ancestor).base;
    const auto climb = [&](int i) {
      while (i != ancestor) {
        blossom.children.push_back(i);
        blossom.children.push_back(top_of(mate_[index(node(i).base)]));
        i = up(i);
      }
    };
    climb(a);
    blossom.children.push_back(ancestor);
    std::reverse(blossom.children.begin(), blossom.children.end());
    climb(x);
    for (const int child : blossom.children) {
      const auto& inside = node(child).vertices;
      blossom.vertices.insert(blossom.vertices.end(), inside.begin(), inside.end());
    }
    for (const int v : blossom.vertices) top_[index(v)] = b;
    for (int y = 0; y < count(); ++y) {
      if (!node(y).live || top_of(node(y).base) == b) continue;
      Edge best;
      for (const int child : blossom.children)
        if (best.from < 0 || slack(edge(child, y)) < slack(best)) best = edge(child, y);
      edge(b, y) = best;
      edge(y, b) = best.reversed();
    }
    make_outer(b);
  }

  // An inner blossom whose dual is used up: its nodes are on top again.
  void expand(int b) {
    const auto ring = node(b).children;
    const Edge via = node(b).via;
    const std::size_t size = ring.size(), at = find_child(b, via.to);
    for (const int child : ring) {
      node(child).label = Label::none;
      for (const int v : node(child).vertices) top_[index(v)] = child;
    }
    node(b).live = false;
    unused_.push_back(b);
    // The way from where the tree came in to the base stays in the tree.
    const std::size_t step = at % 2 == 0 ? size - 1 : 1;
    Edge in = via;
    for (std::size_t j = at;; j = (j + step) % size) {
      node(ring[j]).label = Label::inner;
      node(ring[j]).via = in;
      if (j == 0) break;
      j = (j + step) % size;
      make_outer(ring[j]);
      in = edge(ring[j], ring[(j + step) % size]);
    }
    for (const int child : ring)
      if (node(child).label != Label::inner) find_near(child);
  }

  // Changes the duals by as much as can be, and takes what has become tight. True: a pair was gained.
  bool adjust() {
    bool any = false;
    MatchingCost least = 0;
    const auto offer = [&](MatchingCost delta) {
      if (!any || delta < least) least = delta;
      any = true;
    };
    for (int i = 0; i < count(); ++i) {
      if (!on_top(i)) continue;
      const Node& one = node(i);
      if (one.label == Label::inner && i >= n_) offer(one.dual / 2);
      if (one.label == Label::inner || one.near < 0) continue;
      const MatchingCost room = slack(edge(one.near, i));
      offer(one.label == Label::outer ? room / 2 : room);
    }
    assert(any);  // the graph is complete and n even
    for (int i = 0; i < count(); ++i) {
      if (!on_top(i) || node(i).label == Label::none) continue;
      const MatchingCost delta = node(i).label == Label::outer ? least : -least;
      for (const int v : node(i).vertices) dual_[index(v)] += delta;
      if (i >= n_) node(i).dual += 2 * delta;
    }
    for (int i = 0; i < count(); ++i) {
      if (!on_top(i) || node(i).label == Label::inner || node(i).near < 0) continue;
      const Edge e = edge(node(i).near, i);
      if (slack(e) == 0 && top_of(e.from) != i && meet(e)) return true;
    }
    for (int i = n_; i < count(); ++i)
      if (on_top(i) && node(i).label == Label::inner && node(i).dual == 0) expand(i);
    return false;
  }

  int n_;
  const std::vector<MatchingCost>& cost_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<int> mate_, top_;     // by vertex
  std::vector<MatchingCost> dual_;  // by vertex
  std::vector<int> unused_;         // numbers of blossoms
  std::deque<int> queue_;
  unsigned stamp_ = 0;
};

}  // namespace

std::vector<int> cheapest_matching(int n, const std::vector<MatchingCost>& cost) {
  assert(n % 2 == 0 && cost.size() == static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  return Blossoms(n, cost).solve();
}

}  // namespace cairn
