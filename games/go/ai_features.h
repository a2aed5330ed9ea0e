// What a network is shown of Go on a board, flat or toroidal (docs/networks.md, "go-1").
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "games/go/ai_board.h"
#include "games/go/ai_policy.h"
#include "games/go/go.h"
#include "search/network/feature_spec.h"

namespace cairn::go {

template <int Max, Topology kTopology>
struct FeatureEncoder {
  using Board = TacticalBoard<Max, kTopology>;
  using Cell = typename Board::Cell;

  enum Plane {
    kOwn,
    kOther,
    kBoard,
    kLegal,
    kOwnLiberties,  // of chains with one, two and three
    kOtherLiberties = kOwnLiberties + 3,
    kLast = kOtherLiberties + 3,
    kKo,
    kLost,    // own stones in atari that running does not save
    kLadder,  // where a chain with two liberties is taken by a ladder
    kOwnEye,
    kOtherEye,
    kLikely,  // moves whose chance by their looks (ai_policy.h) is at least kChances
    kPlanes = kLikely + 4
  };
  static constexpr std::array<float, 4> kChances{0.3F, 0.1F, 0.03F, 0.01F};
  static_assert(kPlanes % 4 == 0);
  static constexpr int kGlobals = 7, kExtras = 1, kDepth = 30;  // runs that a ladder is read
  static constexpr std::uint8_t kOne = 127;

  static network::Symmetry symmetry() { return {}; }

  static void encode(const Go<Max>& game, Seat seat, std::span<const Action> actions, network::Features& out) {
    const auto& plain = game.board();
    const int points = plain.points();
    const Colour own = colour_of(index(seat));
    out.columns = plain.size().columns;
    out.rows = plain.size().rows;
    out.torus = kTopology == Topology::torus;
    out.unit = static_cast<float>(points);
    out.planes.assign(static_cast<std::size_t>(points * kPlanes), 0);
    const auto put = [&](Cell cell, int plane) {
      out.planes[static_cast<std::size_t>(plain.point(cell) * kPlanes + plane)] = kOne;
    };
    const Board board(plain, own, game.last(), game.passes());
    for (int i = 0; i < points; ++i) {
      const Cell cell = plain.cell(i);
      put(cell, kBoard);
      const Colour there = board.at(cell);
      if (there == Colour::empty) {
        if (board.eye(cell, own)) put(cell, kOwnEye);
        if (board.eye(cell, opposite(own))) put(cell, kOtherEye);
      } else if (board.chain(cell) == cell) {
        put_chain(board, cell, put);
      }
    }
    if (board.last() != Board::kNowhere) put(board.last(), kLast);
    if (board.ko() != Board::kNowhere) put(board.ko(), kKo);

    const policy::Look<Max, kTopology> likely(board);
    std::array<float, static_cast<std::size_t>(Max) * Max + 1> weight;
    float most = likely.pass_weight(), sum = 0;
    out.logits.clear();
    const std::size_t count = actions.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto code = static_cast<std::uint32_t>(actions[i]);
      const bool stone = code < kPass;
      out.logits.push_back(stone ? static_cast<std::int32_t>(code) : points);
      if (!stone) continue;
      const Cell cell = plain.cell(static_cast<int>(code));
      put(cell, kLegal);
      most = std::max(most, weight[code] = likely.weight(cell));
    }
    for (const std::int32_t logit : out.logits)
      sum += std::exp((logit == points ? likely.pass_weight() : weight[static_cast<std::size_t>(logit)]) - most);
    for (const std::int32_t logit : out.logits) {
      if (logit == points) continue;
      const float chance = std::exp(weight[static_cast<std::size_t>(logit)] - most) / sum;
      for (std::size_t i = 0; i < kChances.size(); ++i)
        if (chance >= kChances[i]) put(plain.cell(logit), kLikely + static_cast<int>(i));
    }

    const auto side = static_cast<float>(own == Colour::black ? -1 : 1);
    out.globals = {std::sqrt(static_cast<float>(points)) / 19,  // the side; of a rectangle that of a square as large
                   std::clamp(side * static_cast<float>(game.komi_half_points()) / 40, -1.0F, 1.0F),
                   game.passes() > 0 ? 1.0F : 0.0F,
                   out.torus ? 1.0F : 0.0F,
                   own == Colour::white ? 1.0F : 0.0F,
                   static_cast<float>(board.empties()) / out.unit,
                   -side * static_cast<float>(board.stone_lead()) / out.unit};
    static_assert(kGlobals == 7);
  }

  // Area, all stones alive.
  static void owners(const Go<Max>& game, Colour own, std::vector<std::int8_t>& out) {
    const Count count = area(game.picture());
    out.clear();
    for (int i = 0; i < game.board().points(); ++i) {
      const Colour owner = count.owner[static_cast<std::size_t>(i)];
      out.push_back(static_cast<std::int8_t>(owner == own ? 127 : owner == Colour::empty ? 0 : -127));
    }
  }

 private:
  template <class Put>
  static void put_chain(const Board& board, Cell chain, const Put& put) {
    std::array<Cell, 4> where{};
    const int liberties = board.liberties(chain, 4, where.data());
    const bool own = board.at(chain) == board.mover();
    const bool lost = own && liberties == 1 && board.ladder(chain, kDepth);
    Cell stone = chain;
    do {
      put(stone, own ? kOwn : kOther);
      if (liberties <= 3) put(stone, (own ? kOwnLiberties : kOtherLiberties) + liberties - 1);
      if (lost) put(stone, kLost);
      stone = board.next_stone(stone);
    } while (stone != chain);
    if (own || liberties != 2) return;
    for (std::size_t i = 0; i < 2; ++i) {
      if (!board.legal(where[i])) continue;
      Board chased = board;
      chased.play(where[i]);
      if (chased.in_atari(chased.chain(chain)) && chased.ladder(chased.chain(chain), kDepth)) put(where[i], kLadder);
    }
  }
};

}  // namespace cairn::go
