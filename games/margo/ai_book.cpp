#include "games/margo/ai_book.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "core/carried_file.h"
#include "core/swap.h"
#include "games/margo/ai_endgame.h"

#if defined(CAIRN_CERTIFICATES)

CAIRN_CARRY(cairn_proof_spargo_centre, CAIRN_CERTIFICATES "/spargo-centre.proof");
CAIRN_CARRY(cairn_proof_spargo_edge, CAIRN_CERTIFICATES "/spargo-edge.proof");
CAIRN_CARRY(cairn_proof_spargo_corner, CAIRN_CERTIFICATES "/spargo-corner.proof");

#endif

namespace cairn::margo {

namespace {

// A proof of one opening.
struct Proven {
  std::string_view name;  // the file's
  Point opening;          // White's
  int winner = 0;
};
constexpr std::array<Proven, 3> kProven{{{"spargo-centre.proof", {0, 1, 1}, 0},
                                         {"spargo-edge.proof", {0, 1, 0}, 0},
                                         {"spargo-corner.proof", {0, 0, 0}, 1}}};

constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of a file

struct Books {
  Options options = SpargoOptions();
  Geometry<WordBits> geo = Geometry<WordBits>::make(options.size, options.levels(), options.all_freedoms);
  SmallPyramid rules{options, geo};
  std::array<std::unique_ptr<const StrategyGraph>, kProven.size()> graphs{};  // that were given; null: not there
};

SmallState opened(const Books& books, const Proven& proven) {
  SmallState found;
  books.rules.moves({}, [&](const SmallState& after, int at) {
    if (at == WordBits::index(proven.opening)) found = after;
  });
  return found;
}

// Of a file of `cairn solve --certificate --unpacked`, whose replies stand after its first line; null where it is none.
std::unique_ptr<const StrategyGraph> read_proof(const Books& books, const Proven& proven, std::string_view file) {
  const auto line = file.find('\n');
  if (line == std::string_view::npos || file.size() > kMostBytes) return nullptr;
  const Beginning beginning{books.options, books.geo, opened(books, proven), {SmallState{}}};
  auto graph = std::make_unique<StrategyGraph>();
  const Strategy strategy{proven.winner, 1, std::string(file.substr(line + 1))};
  if (!verify(
           beginning, strategy, [] { return true; }, graph.get())
           .empty())
    return nullptr;
  return graph;
}

Books& books() {
  static Books all;
  return all;
}

#if defined(CAIRN_CERTIFICATES)
// Of the program's own files, read when first asked for.
template <std::size_t kProof>
const StrategyGraph* carried(const char* begin, const char* end) {
  static const std::unique_ptr<const StrategyGraph> graph =
      read_proof(books(), kProven[kProof], {begin, static_cast<std::size_t>(end - begin)});
  return graph.get();
}
#endif

// null: not there.
const StrategyGraph* graph_of(std::size_t proof) {
#if defined(CAIRN_CERTIFICATES)
  return proof == 0   ? carried<0>(cairn_proof_spargo_centre, cairn_proof_spargo_centre_end)
         : proof == 1 ? carried<1>(cairn_proof_spargo_edge, cairn_proof_spargo_edge_end)
                      : carried<2>(cairn_proof_spargo_corner, cairn_proof_spargo_corner_end);
#else
  return books().graphs[proof].get();
#endif
}

// A game along the graph of a strategy, which sees each situation from a side of its own.
class Follower {
 public:
  Follower(const SmallPyramid& rules, const StrategyGraph& graph, const SmallState& opened)
      : rules_(rules), graph_(graph) {
    seen_.fill(-1);
    for (const int at : points_) seen_[static_cast<std::size_t>(at)] = at;
    enter(graph.beginning(), opened);
  }
  // False: it leaves the strategy.
  bool go(const SmallMove& move) {
    const auto where = graph_.after(situation_, seen_[static_cast<std::size_t>(move.at)]);
    if (where && *where != 0) enter(*where, move.after);
    return where.has_value();
  }
  // The winner's, as a point of the game.
  int reply() const {
    const auto found = std::find(seen_.begin(), seen_.end(), graph_.reply(situation_));
    return static_cast<int>(found - seen_.begin());
  }

 private:
  // `state`: the game's.
  void enter(std::uint32_t situation, const SmallState& state) {
    SmallState seen{{}, state.mover, state.passes, -1};
    for (int c = 0; c < 2; ++c)
      state.board.balls[static_cast<std::size_t>(c)].for_each(
          [&](int at) { seen.board.put(seen_[static_cast<std::size_t>(at)], c); });
    if (state.barred >= 0) seen.barred = static_cast<std::int8_t>(seen_[static_cast<std::size_t>(state.barred)]);
    const std::size_t there = rules_.name(seen).symmetry, back = rules_.inverse(graph_.symmetry(situation));
    for (const int point : points_) {
      int& at = seen_[static_cast<std::size_t>(point)];
      at = rules_.image(rules_.image(at, there), back);
    }
    situation_ = situation;
  }

  const SmallPyramid& rules_;
  const StrategyGraph& graph_;
  std::vector<int> points_ = points_in_order(SpargoOptions().size);
  std::uint32_t situation_ = 0;
  std::array<int, 64> seen_{};  // where the situation has each point of the game
};

bool plain(const Game<SmallBoard>& game) {
  const Options& o = game.options();
  return o.size == SpargoOptions().size && o.players == 2 && o.levels() == o.size && o.ko == Ko::situational &&
         !o.can_pass && !o.all_freedoms && !o.beginner && !o.testing;
}

// Which proof is about a game of these moves: its index, or the number of proofs where none is.
std::size_t proof_about(const Books& all, const Game<SmallBoard>& game, const std::vector<SmallMove>& moves) {
  if (moves.empty()) return game.options().swap ? kProven.size() : 0;  // White opens in the centre
  const std::uint64_t key = all.rules.name(moves.front().after).key;
  const auto found = std::find_if(kProven.begin(), kProven.end(),
                                  [&](const Proven& proven) { return all.rules.name(opened(all, proven)).key == key; });
  return static_cast<std::size_t>(found - kProven.begin());
}

}  // namespace

std::optional<BookAnswer> book_answer(const Game<SmallBoard>& game) {
  const Books& all = books();
  const auto moves = plain(game) ? moves_of(all.rules, game) : std::nullopt;
  if (!moves) return std::nullopt;
  const std::size_t proof = proof_about(all, game, *moves);
  const StrategyGraph* graph = proof == kProven.size() ? nullptr : graph_of(proof);
  if (graph == nullptr) return std::nullopt;
  const int winner = kProven[proof].winner;
  if (moves->empty()) return BookAnswer{Proof::win, WordBits::index(kProven[proof].opening)};
  Follower play(all.rules, *graph, moves->front().after);
  for (std::size_t i = 1; i < moves->size(); ++i)
    if (!play.go((*moves)[i])) return std::nullopt;
  if (moves->back().after.mover != winner) return BookAnswer{Proof::loss, -1};
  return BookAnswer{Proof::win, play.reply()};
}

std::string_view proof_wanted(const Position& position) {
  const auto* swapping = position.get_if<Swap<Game<SmallBoard>>>();
  const Game<SmallBoard>* inner = swapping == nullptr ? position.get_if<Game<SmallBoard>>() : &swapping->inner();
  const Books& all = books();
  const auto moves = inner != nullptr && plain(*inner) ? moves_of(all.rules, *inner) : std::nullopt;
  if (!moves) return {};
  const bool opening = moves->empty();  // any may be played
  const std::size_t proof = opening ? 0 : proof_about(all, *inner, *moves);
  for (std::size_t i = 0; i < kProven.size(); ++i)
    if ((opening || i == proof) && graph_of(i) == nullptr) return kProven[i].name;
  return {};
}

std::string give_proof(std::string_view name, std::string_view bytes) {
  for (std::size_t i = 0; i < kProven.size(); ++i) {
    if (kProven[i].name != name) continue;
    auto graph = read_proof(books(), kProven[i], bytes);
    if (!graph) return std::string(name) + " is not the proof that this program knows";
    books().graphs[i] = std::move(graph);
    return {};
  }
  return "there is no proof \"" + std::string(name) + "\"";
}

}  // namespace cairn::margo
