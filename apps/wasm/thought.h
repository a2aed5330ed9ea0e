// An engine as JavaScript holds it: it thinks in pieces of some milliseconds, so that its worker can answer messages in
// between, and keeps what it found of each position of a game.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/wasm/face.h"
#include "notation/move_report.h"
#include "search/engine.h"
#include "search/move_proofs.h"

namespace cairn::wasm {

class Thought {
 public:
  // `settings`: {"level","seed","memory"}, all of them optional. nullptr: `error` says what was wrong.
  static std::unique_ptr<Thought> make(const Game& game, std::string_view settings, CodedMessage& error);

  // Each gives "" or what was wrong and what would be right.
  Message set_position(const Game& game, Seat seat, int ply);
  Message begin(std::string_view limits);  // {"seconds","playouts","decide"}, all of them optional
  bool work(double milliseconds);          // false: it has come to its end
  Json analysis(std::size_t candidates) const;
  std::vector<std::string> choose();  // one word to play, or in an agreement several at once; none: there is none

  std::uint32_t seats() const { return static_cast<std::uint32_t>(position_.seats()); }
  void note();  // keeps what was found as what is thought of this position
  // What a move of the game gave away, by the notes of the positions before and after it.
  Json move(int ply, Seat seat, std::string_view word) const;

 private:
  Thought() = default;
  Analysis found(std::size_t candidates, std::size_t line) const;  // by the search and by proof
  Analysed analysed() const { return {*info_, position_, ply_}; }

  const GameInfo* info_ = nullptr;
  Position position_{};
  Moves moves_;
  Seat seat_{};
  int ply_ = 0;
  std::uint64_t seed_ = 1;
  bool ended_ = true;
  double until_ = 0;  // seconds of the clock, of the piece under way
  std::atomic<bool> stop_{false};
  std::unique_ptr<Engine> engine_;
  std::unique_ptr<MoveProver> prover_{};     // of the position; null: nothing can be proven
  bool proving_ = false;                     // it is not at its end
  std::map<int, PositionEvaluation> noted_;  // by ply
};

}  // namespace cairn::wasm
