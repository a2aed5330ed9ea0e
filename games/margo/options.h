// Options of Margo and Spargo: spec margo, Options.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "core/options.h"

namespace cairn::margo {

enum class Ko : std::uint8_t { situational, simple, positional, none };
inline constexpr std::array<std::string_view, 4> kKoWords{"situational", "simple", "positional", "none"};

struct Options {
  int size = 6;
  int players = 2;
  int height = 0;  // 0: as many levels as the size
  bool can_pass = false;
  bool all_freedoms = false;
  Ko ko = Ko::situational;
  bool swap = false;
  bool beginner = false;
  bool testing = false;

  int levels() const { return height == 0 ? size : height; }

  static constexpr auto fields() {
    return std::tuple{
        IntField<Options>{"size", &Options::size, 2, 19, "balls along one side of the board"},
        IntField<Options>{"players", &Options::players, 2, 4, "white, black, red, blue; white first"},
        IntField<Options>{"height", &Options::height, 0, 19, "levels in use, 1 is a flat board; 0: all"},
        FlagField<Options>{"can_pass", &Options::can_pass, "passing is allowed; all passing in a row ends the game"},
        FlagField<Options>{"all_freedoms", &Options::all_freedoms,
                           "playable points beside or above a ball are freedoms too"},
        ChoiceField<Options, Ko>{"ko", &Options::ko, kKoWords, "what may not be repeated"},
        FlagField<Options>{"swap", &Options::swap, "the second player may answer the first move by changing colours"},
        FlagField<Options>{"beginner", &Options::beginner, "the first capture of an enemy ball wins"},
        FlagField<Options>{"testing", &Options::testing, "moves like A7x place a neutral blocking ball"},
    };
  }
  Message check() const {
    if (height > size)
      return bad_option("height", Message("more-than-size", "{height} is greater than the size, {size}",
                                          {{"height", height}, {"size", size}}));
    if (swap && players != 2) return bad_option("swap", Message("only-two-players-can", "only two players can swap"));
    return {};
  }
};

// Spargo is Margo with size 4; its size is no option.
struct SpargoOptions : Options {
  SpargoOptions() { size = 4; }
};

}  // namespace cairn::margo
