// The options of MARGRITES: its variations, and formations given from the start (rules.md 8).
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "core/options.h"
#include "games/margrites/formation.h"

namespace cairn::margrites {

enum class Hostile : std::uint8_t { no, yes, full };

struct Options {
  bool two_for_three = false, returning = false, black_handicap = false, white_rebuttal = false;
  Hostile hostile = Hostile::no;
  Formation black, white;

  static constexpr auto fields() {
    return std::tuple{
        TextField{"black", &Options::black_text, &Options::read_black,
                  MessageText{"squares-of-black", "eight squares of rows 1 and 2: b2,c2,..."},
                  "Black's formation; with White's, play starts at once"},
        TextField{"white", &Options::white_text, &Options::read_white,
                  MessageText{"squares-of-white", "eight squares of rows 7 and 8: b7,c7,..."}, "White's formation"},
        TextField{"hostile", &Options::hostile_text, &Options::read_hostile, "no|yes|full",
                  "set up a piece each in turn; full: and a side that danced first must change its position"},
        FlagField{"returning", &Options::returning, "a scored piece may come back to the square it left from"},
        FlagField{"black_handicap", &Options::black_handicap, "Black's first turn is two steps"},
        FlagField{"white_rebuttal", &Options::white_rebuttal,
                  "when the game ends on Black's turn White may make two more steps"},
        FlagField{"two_for_three", &Options::two_for_three,
                  "a match of two games, each side once Black; two of three points win"}};
  }
  // What is wrong with the combination, or nothing.
  Message check() const {
    if (static_cast<bool>(black) == static_cast<bool>(white)) return {};
    return Message("both-formations", "options black and white: give both formations or neither");
  }

 private:
  std::string black_text() const { return black.text(Side::black); }
  std::string white_text() const { return white.text(Side::white); }
  std::string hostile_text() const { return hostile == Hostile::no ? "no" : hostile == Hostile::yes ? "yes" : "full"; }
  static bool read(Side side, std::string_view value, Formation& out) {
    const FormationRead given = trim(value).empty() ? FormationRead{} : read_formation(side, value);
    if (given.refused == Reason::none) out = given.formation;
    return given.refused == Reason::none;
  }
  bool read_black(std::string_view value) { return read(Side::black, value, black); }
  bool read_white(std::string_view value) { return read(Side::white, value, white); }
  bool read_hostile(std::string_view value) {  // the bare flag means yes
    const std::string word = lower(value);
    if (word.empty() || word == "yes" || word == "true")
      hostile = Hostile::yes;
    else if (word == "no" || word == "none" || word == "false")
      hostile = Hostile::no;
    else if (word == "full")
      hostile = Hostile::full;
    else
      return false;
    return true;
  }
};

}  // namespace cairn::margrites
