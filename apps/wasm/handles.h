// Positions behind small numbers, as JavaScript holds them. A handle is > 0 and is reused after `remove`.
// One thread; positions are values, so a copy is independent of its source.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/position.h"

namespace cairn::wasm {

class Handles {
 public:
  std::uint32_t insert(Position position) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i]) continue;
      slots_[i] = std::move(position);
      return static_cast<std::uint32_t>(i) + 1;
    }
    slots_.push_back(std::move(position));
    return static_cast<std::uint32_t>(slots_.size());
  }
  // nullptr for a handle that is not held.
  Position* find(std::uint32_t handle) {
    if (handle == 0 || handle > slots_.size() || !slots_[handle - 1]) return nullptr;
    return &slots_[handle - 1];
  }
  void remove(std::uint32_t handle) {
    if (Position* position = find(handle)) *position = Position();
  }

 private:
  std::vector<Position> slots_;
};

}  // namespace cairn::wasm
