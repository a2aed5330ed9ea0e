// Helpers of the MARGRITES tests: games from formations or boards, steps by their words.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "games/margrites/margrites.h"
#include "games/registry.h"

namespace cairn::margrites {

inline constexpr std::string_view kBlackLine = "a2,b2,c2,d2,e2,f2,g2,h2", kWhiteLine = "b7,c7,d7,e7,f7,g7,h7,i7";

inline Options options_of(std::string_view words) {
  Options options;
  const std::string error = set_options(options, parse_option_words(words));
  EXPECT_EQ(error, "");
  return options;
}

// Why such a game cannot begin: "" when it can.
inline std::string error_of(std::string_view options, std::optional<cairn::Setup> setup = std::nullopt) {
  return find_game("margrites")->make({parse_option_words(options), std::move(setup)}).error;
}

// Both lines of eight face each other, and Black moves.
inline Margrites lines_game(std::string_view words = "") {
  return Margrites(
      options_of("black=" + std::string(kBlackLine) + " white=" + std::string(kWhiteLine) + " " + std::string(words)));
}

// Rows 8 to 1.
inline Margrites board_game(const std::vector<std::string>& rows, Side side, std::string_view words = "") {
  std::array<Squares, 2> pieces{};
  for (int i = 0; i < kRows; ++i)
    for (int file = 0; file < kFiles; ++file) {
      const char c = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(file)];
      const Squares bit = Squares::of(square_at(file, kRows - 1 - i));
      if (c == 'B') pieces[0] = pieces[0] | bit;
      if (c == 'W') pieces[1] = pieces[1] | bit;
    }
  EXPECT_EQ(Margrites::fits(pieces), "");
  return Margrites(options_of(words), pieces, side);
}

// From the squares of each side: "a1 b2".
inline Margrites pieces_game(std::string_view black, std::string_view white, Side side = Side::black,
                             std::string_view words = "") {
  std::array<Squares, 2> pieces{};
  for (const auto square : split_words(black)) pieces[0] = pieces[0] | Squares::of(*read_square(square));
  for (const auto square : split_words(white)) pieces[1] = pieces[1] | Squares::of(*read_square(square));
  EXPECT_EQ(Margrites::fits(pieces), "");
  return Margrites(options_of(words), pieces, side);
}

inline std::vector<std::string> rows_of(const Margrites& game) {
  return game.view(Viewer::referee).board;
}
inline std::string result_of(const Margrites& game) {
  return game.view(Viewer::referee).result;
}
inline std::string fact_of(const Margrites& game, std::string_view name) {
  for (const auto& fact : game.view(Viewer::referee).facts)
    if (fact.name == name) return fact.value;
  return {};
}

// What the mover is told of a word: "" when it may be played.
inline std::string refusal(const Margrites& game, std::string_view word, int seat = -1) {
  const Seat who = seat >= 0 ? seat_at(seat) : game.turn().seat;
  const Parsed parsed = game.parse(who, word);
  const Reason reason = parsed.refused != Reason::none ? parsed.refused : game.check(who, parsed.action);
  return std::string(to_word(reason));
}

// Plays a word; returns the captured squares joined by blanks, or "refused: ...".
inline std::string play(Margrites& game, std::string_view word, int seat = -1) {
  if (const std::string why = refusal(game, word, seat); !why.empty()) return "refused: " + why;
  const Seat who = seat >= 0 ? seat_at(seat) : game.turn().seat;
  std::vector<std::string> captured;
  game.apply(who, game.parse(who, word).action, [&](const Event& event) {
    if (event.kind == Event::Kind::removed) captured.push_back(game.name(event.at));
  });
  std::sort(captured.begin(), captured.end());
  return join(captured, " ");
}

inline void play_all(Margrites& game, const std::vector<std::string>& words) {
  for (const std::string& word : words) EXPECT_EQ(play(game, word).substr(0, 7) == "refused" ? word : "", "");
}

inline std::vector<std::string> legal_words(const Margrites& game) {
  return Position(game).legal_words(game.turn().seat);
}

}  // namespace cairn::margrites
