// A cache of what a network answered: positions that were reached by other moves, or that are the same when the
// board is turned, are evaluated once. Whatever was asked before, a position's answer is the same.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/network/evaluator.h"
#include "search/network/symmetry.h"

namespace cairn::network {

class EvaluationCache {
 public:
  // Keeps at most so many bytes of answers.
  EvaluationCache(std::shared_ptr<const Network> network, const Symmetry& symmetry, std::size_t bytes);
  void evaluate(const Question& question, Reply& reply);
  std::uint64_t asked() const { return asked_; }
  std::uint64_t remembered() const { return remembered_; }

 private:
  static constexpr std::size_t kCodes = 8;
  struct Slot {
    std::uint64_t key = 0;
    std::size_t at = kNowhere;  // of its answer in `answers_`
  };
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  void lay_out(const Question& question);
  std::array<std::uint64_t, kCodes> hashes(const Question& question) const;
  void answer(const Question& question, const Transform* turn, float* out);

  Evaluator evaluator_;
  Symmetry symmetry_;
  std::size_t bytes_;
  int columns_ = 0, rows_ = 0;
  bool torus_ = false;
  std::vector<Transform> transforms_{}, inverses_{};
  std::vector<std::array<std::uint64_t, kCodes>> numbers_{};  // of each cell: by code, where that turns it to
  std::vector<Slot> slots_{};                                 // a power of two
  std::vector<float> answers_{};                              // policy, owners, outcome, score
  std::size_t policy_ = 0, points_ = 0;
  std::vector<std::uint8_t> turned_{};
  Reply reply_{};
  std::uint64_t asked_ = 0, remembered_ = 0;
};

}  // namespace cairn::network
