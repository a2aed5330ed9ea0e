// Positions and games as 64-bit keys that are the same however the board is turned or mirrored, and on a torus shifted.
// Of a position the pieces on the board count, not whose turn it is. Kept up by what happens (core/rules.h: the events
// account for every change on the board), so a move costs little, however large the board. Knows no game: which
// symmetries a board has its surface tells. Pure.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/rules.h"

namespace cairn {

// The symmetries of boards of one shape, each as where it takes every point. Flat grids and pyramids have eight, four
// where they are longer than wide, a torus all of them with every shift; squares, whose players come from different
// sides, have none but the one that moves nothing.
class BoardSymmetries {
 public:
  // The shape of a view; those that were asked for last are kept. Any thread may ask.
  static std::shared_ptr<const BoardSymmetries> of(const View& view);
  explicit BoardSymmetries(const View& view);

  std::size_t count() const { return count_; }
  std::size_t points() const { return points_; }
  bool alone() const { return count_ == 1; }  // nothing is like anything else
  // A point's number; points() where it lies outside.
  std::size_t number(Point at) const;
  // Where all symmetries take a point, by their number.
  std::span<const std::uint16_t> images(std::size_t point) const { return {&images_[point * count_], count_}; }

 private:
  int columns_, rows_, levels_;
  bool pyramid_;
  std::size_t points_ = 0, count_ = 0;
  std::vector<std::uint16_t> images_;  // by point, then by symmetry
};

class BoardKeys {
 public:
  // From a position as everybody sees it. `game`: its name; other games' positions have other keys.
  BoardKeys(std::string_view game, const View& view);

  // A position set up anew, on a board of this shape.
  void set_up(const View& view);
  // What happened by one word.
  void take(std::string_view word, std::span<const Event> events);

  std::uint64_t position() const;  // the key of the board as it stands
  // Of what would happen by a word here: equal for moves that a symmetry of this position takes into one another. 0: no
  // move, for nothing is placed, moved, passed, swapped or arranged.
  std::uint32_t move(std::string_view word, std::span<const Event> events) const;
  // Of the start and all moves so far, in their order.
  std::uint64_t game() const;

 private:
  std::uint64_t step(std::string_view word, std::span<const Event> events, std::size_t symmetry) const;
  void change(Point at, int side);

  std::shared_ptr<const BoardSymmetries> symmetries_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> boards_, games_;  // of each symmetry
};

}  // namespace cairn
