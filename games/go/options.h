// The options of Go and its relatives: one typed struct, and a list of names for each registered game.
// Rules: rules.md.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/options.h"
#include "core/topology.h"

namespace cairn::go {

enum class KoRule : std::uint8_t { simple, situational, positional };
inline constexpr std::array<std::string_view, 3> kKoWords{"simple", "situational", "positional"};
enum class Scoring : std::uint8_t { area, territory };
inline constexpr std::array<std::string_view, 2> kScoringWords{"area", "territory"};

struct Options {
  static constexpr int kUsualKomi = 1'000'000;

  Topology topology = Topology::flat;  // set by the game's name, not by players
  GridSize size{19, 19};
  int komi = kUsualKomi;  // half points
  int handicap = 0;
  KoRule ko = KoRule::simple;
  Scoring scoring = Scoring::area;
  bool agreement = true;
  bool suicide = false;

  int komi_half_points() const;  // the usual one resolved
  // Ranks that Black is ahead of an even game: a stone more is one on 19x19, and more on a smaller board, which has
  // fewer moves to make up for it; komi is even at what is usual without handicap, and twice that is worth a stone.
  double ahead() const;
  // By handicap and komi Black is about so many ranks ahead from now on. False: this board has no star points.
  bool give(double ranks);
  std::string komi_text() const;
  bool read_komi(std::string_view text);
  Message check() const;
};

// Handicap stones in the usual order, as points of the board (rules.md 1.4). Empty for no handicap.
std::vector<int> handicap_points(GridSize size, int handicap);
// Boards that have star points: both sides odd and at least 7.
bool has_star_points(GridSize size);

inline constexpr auto kKomiField =
    TextField{"komi", &Options::komi_text, &Options::read_komi,
              MessageText{"half-points-or-usual", "half points, -400..400, or \"usual\""},
              "points for White (usual: 6.5 above 13x13, else 5.5; 0.5 with handicap)"};
inline constexpr auto kKoField =
    ChoiceField{"ko", &Options::ko, std::span<const std::string_view>(kKoWords), "which repetitions are forbidden"};
inline constexpr auto kAgreementField = FlagField{
    "agreement", &Options::agreement, "after two passes the players agree on dead stones (otherwise all live)"};
inline constexpr auto kSuicideField = FlagField{
    "suicide", &Options::suicide, "suicide of two or more stones is allowed (New Zealand, Tromp-Taylor rules)"};

struct GridOptions : Options {
  static constexpr auto fields() {
    return std::tuple{SizeField{"size", &Options::size, 2, 25, "board size: 13, or 13x9 for 13 columns and 9 rows"},
                      kKomiField,
                      IntField{"handicap", &Options::handicap, 0, 9, "stones Black starts with, 0 or 2..9"},
                      kKoField,
                      ChoiceField{"scoring", &Options::scoring, std::span<const std::string_view>(kScoringWords),
                                  "area (Chinese) or territory (Japanese)"},
                      kAgreementField,
                      kSuicideField};
  }
};

struct TorusOptions : Options {
  TorusOptions() {
    topology = Topology::torus;
    size = {11, 11};
  }
  static constexpr auto fields() {
    return std::tuple{SizeField{"size", &Options::size, 3, 25, "board size: 13, or 13x9 for 13 columns and 9 rows"},
                      TextField{"komi", &Options::komi_text, &Options::read_komi,
                                MessageText{"half-points-or-usual", "half points, -400..400, or \"usual\""},
                                "points for White (usual: 4.5)"},
                      kKoField,
                      ChoiceField{"scoring", &Options::scoring, std::span<const std::string_view>(kScoringWords),
                                  "area (Chinese) or territory (Japanese)"},
                      kAgreementField,
                      kSuicideField};
  }
};

struct PhantomOptions : Options {
  bool terse = false;         // a refusal does not say why
  bool public_tries = false;  // everybody hears of refused tries
  bool atari = false;         // the referee says how many chains are in atari

  PhantomOptions() { size = {9, 9}; }
  static constexpr auto fields() {
    return std::tuple{SizeField{"size", &Options::size, 5, 19, "board size: 13, or 13x9 for 13 columns and 9 rows"},
                      kKomiField,
                      IntField{"handicap", &Options::handicap, 0, 9, "stones Black starts with, 0 or 2..9"},
                      kKoField,
                      FlagField{"terse", &PhantomOptions::terse, "the referee does not say why a try is illegal"},
                      FlagField{"public_tries", &PhantomOptions::public_tries, "everybody hears of illegal tries"},
                      FlagField{"atari", &PhantomOptions::atari, "the referee says how many chains are in atari"},
                      kAgreementField};
  }
};

}  // namespace cairn::go
