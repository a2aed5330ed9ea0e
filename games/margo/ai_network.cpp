#include "games/margo/ai_network.h"

#include <algorithm>

#include "core/swap.h"
#include "games/margo/ai_knowledge.h"
#include "games/margo/margo.h"
#include "search/mcts.h"
#include "search/network_knowledge.h"

namespace cairn::margo {

namespace {

constexpr int kLevels = 8, kPlanes = 52, kGlobals = 8, kExtras = 2;
enum Kind { kOwn, kOther, kLegal, kBuried, kOneFreedom, kTwoFreedoms, kKinds };  // planes of each level
enum Last { kBoard = kKinds * kLevels, kLastBall, kOwnEyes, kOtherEyes };
static_assert(kOtherEyes + 1 == kPlanes);
constexpr std::uint8_t kOne = 127;

// Boards with more levels show what lies higher on the eighth: a ball there needs 284 below it.
int shown_level(Point p) {
  return std::min<int>(p.level, kLevels - 1);
}

bool known(const Options& options) {
  return options.players == 2 && options.levels() == options.size && !options.beginner && !options.testing;
}

// Rows and columns may be exchanged. Levels shrink towards a corner of the planes, so the other turns, which move those
// of each level by another way, cannot turn the planes that show all levels at once.
constexpr network::Symmetry kSymmetry{.codes = 0b10001};

template <class B>
struct FeatureEncoder {
  using Bits = typename B::Bits;

  static network::Symmetry symmetry() { return kSymmetry; }

  template <class G>
  static void encode(const G& game, Seat seat, std::span<const Action> actions, network::Features& out) {
    const Game<B>& inner = Inside<B>::of(game);
    const int n = inner.options().size, own = Inside<B>::colour(game, seat);
    out.columns = out.rows = n;
    out.unit = static_cast<float>(n * n);
    out.planes.assign(static_cast<std::size_t>(n * n * kPlanes), 0);
    const auto cell = [n](Point p) { return p.row * n + p.column; };
    const auto put = [&](Point p, int plane) {
      out.planes[static_cast<std::size_t>(cell(p) * kPlanes + plane)] = kOne;
    };
    const auto put_all = [&](const Bits& set, Kind kind) {
      set.for_each([&](int i) { put(Bits::point(i), kind * kLevels + shown_level(Bits::point(i))); });
    };
    const B& board = inner.board();
    const auto& geo = inner.geometry();
    const auto whole = board.links(geo);
    put_all(board.balls[static_cast<std::size_t>(own)], kOwn);
    put_all(board.balls[static_cast<std::size_t>(1 - own)], kOther);
    put_all(whole.buried & board.all, kBuried);
    for (int colour = 0; colour < 2; ++colour) {
      Bits left = board.balls[static_cast<std::size_t>(colour)].andnot(whole.buried);
      while (left.any()) {
        const Bits group = group_of(board, whole, colour, left);
        const int freedoms = Policy<B>::holes_beside(board, geo, group).count();
        if (freedoms <= 2) put_all(group, freedoms <= 1 ? kOneFreedom : kTwoFreedoms);
        left = left.andnot(group);
      }
      Policy<B>::eyes(board, geo, colour).for_each([&](int i) {
        put(Bits::point(i), colour == own ? kOwnEyes : kOtherEyes);
      });
    }
    geo.ground.for_each([&](int i) { put(Bits::point(i), kBoard); });
    if (inner.last() >= 0) put(Bits::point(inner.last()), kLastBall);

    out.logits.clear();
    int extra = n * n * kLevels;
    for (const Action action : actions) {
      const bool ball = Game<B>::is_ball(action);
      const Point p = ball ? Bits::point(Game<B>::index_of(action)) : Point{};
      if (ball) put(p, kLegal * kLevels + shown_level(p));
      out.logits.push_back(ball ? cell(p) * kLevels + shown_level(p) : action == Game<B>::kPass ? extra : extra + 1);
    }
    const bool swap = std::find(out.logits.begin(), out.logits.end(), extra + 1) != out.logits.end();
    const int lead =
        board.balls[static_cast<std::size_t>(own)].count() - board.balls[static_cast<std::size_t>(1 - own)].count();
    const Options& options = inner.options();
    out.globals = {static_cast<float>(n) / 8,
                   options.all_freedoms ? 1.0F : 0.0F,
                   options.can_pass ? 1.0F : 0.0F,
                   swap ? 1.0F : 0.0F,
                   own == 0 ? 1.0F : 0.0F,
                   static_cast<float>(lead) / out.unit,
                   static_cast<float>(actions.size()) / out.unit,
                   static_cast<float>(board.all.count()) / out.unit / 2};
    static_assert(kGlobals == 8);
  }

  // Own to other's balls on the way from each hole up, at the end.
  static void owners(const Game<B>& game, int own, std::vector<std::int8_t>& out) {
    const int n = game.options().size;
    std::vector<int> lead(static_cast<std::size_t>(n * n));
    for (int colour = 0; colour < 2; ++colour)
      game.board().balls[static_cast<std::size_t>(colour)].for_each([&](int i) {
        const Point p = Bits::point(i);
        lead[static_cast<std::size_t>(p.row * n + p.column)] += colour == own ? 1 : -1;
      });
    out.clear();
    for (const int one : lead) out.push_back(static_cast<std::int8_t>(std::clamp(one, -1, 1) * 127));
  }

 private:
  static Bits group_of(const B& board, const typename B::Links& whole, int colour, const Bits& left) {
    const Bits own = board.balls[static_cast<std::size_t>(colour)].andnot(whole.buried);
    Bits group;
    group.set(left.pick(0));
    while (true) {
      const Bits next = group | (board.spread(group, whole) & own);
      if (next == group) return group;
      group = next;
    }
  }
};

// Calls `use(game, FeatureEncoder)` with the game inside; false where there is none that is known.
template <class G, class B, class Use>
bool with(const Position& position, Use&& use) {
  const G* game = position.get_if<G>();
  if (game == nullptr || !known(Inside<B>::of(*game).options())) return false;
  use.template operator()<G, B>(*game);
  return true;
}
template <class Use>
bool with_any(const Position& position, Use&& use) {
  using Word = Board<WordBits, 2>;
  using Lane = Board<LaneBits, 2>;
  using Wide = Board<WideBits, 2>;
  return with<Game<Word>, Word>(position, use) || with<Swap<Game<Word>>, Word>(position, use) ||
         with<Game<Lane>, Lane>(position, use) || with<Swap<Game<Lane>>, Lane>(position, use) ||
         with<Game<Wide>, Wide>(position, use) || with<Swap<Game<Wide>>, Wide>(position, use);
}

bool encode(const Position& position, Seat seat, std::span<const Action> actions, network::Features& out) {
  return with_any(position,
                  [&]<class G, class B>(const G& game) { FeatureEncoder<B>::encode(game, seat, actions, out); });
}

network::Boards boards(const Position& position) {
  network::Boards found;
  with_any(position,
           [&]<class G, class B>(const G& game) { found.columns = found.rows = Inside<B>::of(game).options().size; });
  return found;
}

void owners(const Position& position, Seat seat, std::vector<std::int8_t>& out) {
  with_any(position, [&]<class G, class B>(const G& game) {
    FeatureEncoder<B>::owners(Inside<B>::of(game), Inside<B>::colour(game, seat), out);
  });
}

}  // namespace

network::FeatureSpec network_features() {
  return {.name = "pyramid-1",
          .planes = kPlanes,
          .globals = kGlobals,
          .policy = kLevels,
          .extras = kExtras,
          .encode = encode,
          .boards = boards,
          .owners = owners,
          .symmetry = kSymmetry};
}

std::unique_ptr<Engine> make_network_ai(const Position& position, const EngineSettings& settings) {
  if (!settings.network || !fits(network_features(), settings.network->shape()).empty()) return nullptr;
  std::unique_ptr<Engine> engine;
  with_any(position, [&]<class G, class B>(const G& game) {
    using Known = NetworkKnowledge<G, MargoKnowledge<G, B>, FeatureEncoder<B>>;
    const auto extract = [](const Position& one) { return one.get_if<G>(); };
    engine = std::make_unique<Mcts<G, Known>>(game, settings, extract);
  });
  return engine;
}

}  // namespace cairn::margo
