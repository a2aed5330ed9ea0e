// What a network is shown of a game: each game that has one fills a FeatureSpec in (games/<game>/ai_network.*), for its
// search and for those who teach networks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "core/rules.h"
#include "search/network/shape.h"

namespace cairn::network {

// A position as the seat that acts sees it (see `Question`), and where its actions stand in the reply.
struct Features {
  int columns = 0, rows = 0;
  bool torus = false;
  std::vector<std::uint8_t> planes{};  // [row from below][column][plane], 0 to 127
  std::vector<float> globals{};
  std::vector<std::int32_t> logits{};  // of each action: an index into `Reply::policy`
  float unit = 1;                      // points that a score of 1 stands for
};

// None: networks are never asked.
struct Boards {
  int columns = 0, rows = 0;
  bool torus = false;
  int side() const { return columns > rows ? columns : rows; }
};

// Boards that mean the same: 1 exchanges columns, 2 rows, 4 both with one another (on a square board), or any of them
// together.
struct Symmetry {
  unsigned codes = 0xFF;  // a bit for each of 0 to 7 that a game has
  // Planes, and logits of a point, that stand for one another where columns are exchanged; empty: each for itself.
  std::span<const std::uint8_t> mirrored_planes{}, mirrored_policy{};
};

// The same for positions of unknown type.
struct FeatureSpec {
  std::string_view name{};
  int planes = 0, globals = 0, policy = 0, extras = 0;
  // False: the position is of a kind that these features do not tell (another number of seats, a larger board).
  bool (*encode)(const Position& position, Seat seat, std::span<const Action> actions, Features& out) = nullptr;
  Boards (*boards)(const Position& position) = nullptr;  // that its game is played on, whether in play already or not
  // By point, of a game that is over: -127 another's to 127 the seat's.
  void (*owners)(const Position& position, Seat seat, std::vector<std::int8_t>& out) = nullptr;
  Symmetry symmetry{};
};

// "" or why a network does not fit.
inline std::string fits(const FeatureSpec& spec, const Shape& shape) {
  if (shape.features != spec.name)
    return "it was taught \"" + shape.features + "\", and this game needs \"" + std::string(spec.name) + "\"";
  if (shape.planes != spec.planes || shape.globals != spec.globals || shape.policy != spec.policy ||
      shape.extras != spec.extras)
    return "its inputs and outputs are not those of \"" + shape.features + "\"";
  return {};
}

}  // namespace cairn::network
