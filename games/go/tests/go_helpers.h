// Shared by the Go tests: games from option words, play by words, boards as pictures.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/registry.h"

namespace cairn::go {

using Words = std::vector<std::string>;

using Start = Setup;  // gtest keeps the other name for itself

inline Position start(std::string_view game, std::string_view options = "", std::optional<Setup> setup = {}) {
  Made made = find_game(game)->make({parse_option_words(options), std::move(setup)});
  EXPECT_EQ(made.error, "") << options;
  return made.position;
}

// Plays the words in turn; the seat is whoever is first to act and may. Stops at the first refusal and returns it.
inline Reason play(Position& position, std::string_view words) {
  for (const auto word : split_words(words)) {
    EventLog log;
    Reason reason = Reason::game_over;
    for (int seat = 0; seat < 2; ++seat)
      if (position.to_act().contains(seat_at(seat)) && reason != Reason::none)
        reason = position.play(seat_at(seat), word, log);
    if (reason != Reason::none) return reason;
  }
  return Reason::none;
}

inline Reason try_word(const Position& position, Seat seat, std::string_view word) {
  Position copy = position;
  EventLog log;
  return copy.play(seat, word, log);
}

inline View look(const Position& position) {
  return position.view(Viewer::referee);
}

inline std::string fact(const View& view, std::string_view name) {
  for (const auto& f : view.facts)
    if (f.name == name) return f.value;
  return "";
}

inline Words marked(const Position& position, std::string_view kind, Viewer viewer = Viewer::referee) {
  Words names;
  for (const auto& mark : position.view(viewer).marks)
    if (mark.kind == kind)
      for (const Point point : mark.points) names.push_back(position.name(point));
  return names;
}

}  // namespace cairn::go
