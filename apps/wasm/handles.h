// Things behind small numbers, as JavaScript holds them. A handle is > 0 and is reused after `remove`. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace cairn::wasm {

template <class T>
class Handles {
 public:
  std::uint32_t insert(std::unique_ptr<T> thing) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i]) continue;
      slots_[i] = std::move(thing);
      return static_cast<std::uint32_t>(i) + 1;
    }
    slots_.push_back(std::move(thing));
    return static_cast<std::uint32_t>(slots_.size());
  }
  // nullptr for a handle that is not held.
  T* find(std::uint32_t handle) { return handle == 0 || handle > slots_.size() ? nullptr : slots_[handle - 1].get(); }
  void remove(std::uint32_t handle) {
    if (find(handle)) slots_[handle - 1].reset();
  }

 private:
  std::vector<std::unique_ptr<T>> slots_;
};

}  // namespace cairn::wasm
