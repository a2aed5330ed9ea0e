#include "search/network/evaluation_cache.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "core/hash.h"
#include "core/rng.h"

namespace cairn::network {

EvaluationCache::EvaluationCache(std::shared_ptr<const Network> network, const Symmetry& symmetry, std::size_t bytes)
    : evaluator_(std::move(network)), symmetry_(symmetry), bytes_(bytes) {}

void EvaluationCache::lay_out(const Question& question) {
  if (question.columns == columns_ && question.rows == rows_ && question.torus == torus_) return;
  columns_ = question.columns;
  rows_ = question.rows;
  torus_ = question.torus;
  const Shape& shape = evaluator_.network().shape();
  transforms_ = transforms(symmetry_, shape, columns_, rows_);
  inverses_.clear();
  for (const Transform& turn : transforms_) inverses_.push_back(inverse(turn));
  policy_ = transforms_.front().logits.size();
  points_ = transforms_.front().points.size();
  turned_.resize(transforms_.front().cells.size());
  Rng rng(1);
  std::vector<std::uint64_t> of_cell(turned_.size());
  for (std::uint64_t& number : of_cell) number = rng();
  numbers_.assign(turned_.size(), {});
  for (std::size_t code = 0; code < transforms_.size(); ++code)
    for (std::size_t cell = 0; cell < turned_.size(); ++cell)
      numbers_[cell][code] = of_cell[static_cast<std::size_t>(inverses_[code].cells[cell])];
  answers_.clear();
  const std::size_t each = sizeof(Slot) + (policy_ + points_ + 4) * sizeof(float);
  slots_.assign(std::bit_floor(std::max<std::size_t>(bytes_ / each, 1)), Slot{});
}

// Eight cells at a time are passed over where they are all 0, as most are.
auto EvaluationCache::hashes(const Question& question) const -> std::array<std::uint64_t, kCodes> {
  std::array<std::uint64_t, kCodes> result{};
  const std::size_t cells = question.planes.size();
  for (std::size_t at = 0; at < cells; at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &question.planes[at], std::min<std::size_t>(8, cells - at));
    for (; eight != 0; eight &= ~(std::uint64_t{0xFF} << (std::countr_zero(eight) & ~7))) {
      const int shift = std::countr_zero(eight) & ~7;
      const std::uint64_t times = 2 * ((eight >> shift) & 0xFF) + 1;
      const auto& numbers = numbers_[at + static_cast<std::size_t>(shift / 8)];
      for (std::size_t code = 0; code < kCodes; ++code) result[code] += numbers[code] * times;
    }
  }
  return result;
}

void EvaluationCache::answer(const Question& question, const Transform* turn, float* out) {
  Question asked = question;
  if (turn != nullptr) {
    for (std::size_t i = 0; i < turned_.size(); ++i)
      turned_[i] = question.planes[static_cast<std::size_t>(turn->cells[i])];
    asked.planes = turned_;
  }
  evaluator_.evaluate(asked, reply_);
  out = std::copy(reply_.policy.begin(), reply_.policy.end(), out);
  out = std::copy(reply_.owner.begin(), reply_.owner.end(), out);
  out = std::copy(reply_.outcome.begin(), reply_.outcome.end(), out);
  *out = reply_.score;
}

// Of all boards that mean the same the one with the least hash is asked about.
void EvaluationCache::evaluate(const Question& question, Reply& reply) {
  lay_out(question);
  ++asked_;
  const auto all = hashes(question);
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(transforms_.size());
  const auto code = static_cast<std::size_t>(std::min_element(all.begin(), end) - all.begin());
  std::uint64_t key = all[code];
  for (const float number : question.globals) key = mix(key, std::bit_cast<std::uint32_t>(number));
  Slot& slot = slots_[key & (slots_.size() - 1)];
  if (slot.at == kNowhere) {
    slot.at = answers_.size();
    answers_.resize(answers_.size() + policy_ + points_ + 4);
    slot.key = ~key;
  }
  float* const kept = &answers_[slot.at];
  if (slot.key == key) {
    ++remembered_;
  } else {
    answer(question, code == 0 ? nullptr : &transforms_[code], kept);
    slot.key = key;
  }
  const Transform& back = inverses_[code];
  const float *const owners = kept + policy_, *const rest = owners + points_;
  reply.policy.resize(policy_);
  reply.owner.resize(points_);
  for (std::size_t i = 0; i < policy_; ++i) reply.policy[i] = kept[back.logits[i]];
  for (std::size_t i = 0; i < points_; ++i) reply.owner[i] = owners[back.points[i]];
  std::copy(rest, rest + 3, reply.outcome.begin());
  reply.score = rest[3];
}

}  // namespace cairn::network
