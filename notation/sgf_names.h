// The SGF properties that have a meaning here; all others are kept as they are. Used by the translation alone.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "notation/game_tree.h"

namespace cairn {

// Properties of this project, for what SGF has none: the game, its options, its start (as in records), a move that
// B and W cannot tell ("side:word"), players of other sides, the visits behind an evaluation. SBKV, the win rate of the
// first player in percent, is in use elsewhere.
inline constexpr std::string_view kGameProperty = "CGAME", kOptionsProperty = "COPT", kStartProperty = "CPOS",
                                  kMoveProperty = "CMOVE", kPlayerProperty = "CPLAYER", kRankProperty = "CRANK",
                                  kTeamProperty = "CTEAM", kVisitsProperty = "CVISITS", kWinProperty = "SBKV";

struct PlayerField {
  std::string_view black, white, other;  // PB, PW, CPLAYER["side:name"]
  std::string Player::*member;
};
inline constexpr std::array<PlayerField, 3> kPlayerFields{{{"PB", "PW", kPlayerProperty, &Player::name},
                                                           {"BR", "WR", kRankProperty, &Player::rank},
                                                           {"BT", "WT", kTeamProperty, &Player::team}}};

struct MarkField {
  std::string_view property, value;
  MoveMark mark;
};
inline constexpr std::array<MarkField, 6> kMarkFields{{{"TE", "1", MoveMark::good},
                                                       {"TE", "2", MoveMark::very_good},
                                                       {"BM", "1", MoveMark::bad},
                                                       {"BM", "2", MoveMark::very_bad},
                                                       {"IT", "", MoveMark::interesting},
                                                       {"DO", "", MoveMark::doubtful}}};

inline bool is_setup_property(std::string_view name) {
  return name == "AB" || name == "AW" || name == "AE" || name == "PL" || name == kStartProperty;
}
inline bool is_move_property(std::string_view name) {
  return name == "B" || name == "W" || name == kMoveProperty;
}
// Told by the root for the whole game.
inline bool is_head_property(std::string_view name) {
  constexpr std::array<std::string_view, 9> kHead{
      "GM", "FF", "CA", "AP", "SZ", "KM", "HA", kGameProperty, kOptionsProperty};
  return std::find(kHead.begin(), kHead.end(), name) != kHead.end();
}

}  // namespace cairn
