// Coroutines for services: what waits for callbacks reads from top to bottom. All on the loop's thread, without a
// library: a coroutine goes on from inside the callback that it waits for.
#pragma once

#include <coroutine>
#include <memory>
#include <optional>
#include <utility>

namespace cairn {

// What a coroutine returns that nobody waits for. It runs at once until it waits first, and takes its parameters by
// value.
struct Detached {
  struct promise_type {  // NOLINT(readability-identifier-naming): the language's name
    Detached get_return_object() const noexcept { return {}; }
    std::suspend_never initial_suspend() const noexcept { return {}; }
    std::suspend_never final_suspend() const noexcept { return {}; }
    void return_void() const noexcept {}
    [[noreturn]] void unhandled_exception() const { throw; }
  };
};

// `T value = co_await callback<T>([&](auto done) { store.ask(what, done); });`
// `begin` gets a function that is to be called once, at once or later. If all copies of it go away uncalled, as they do
// when the server ends, the coroutine goes away with all that it holds.
template <class T, class Begin>
class Callback {
 public:
  explicit Callback(Begin begin) : begin_(std::move(begin)) {}
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<> coroutine) {
    const auto waiting = std::make_shared<Waiting>();
    begin_([this, waiting](T value) {
      value_.emplace(std::move(value));
      if (waiting->coroutine) std::exchange(waiting->coroutine, {}).resume();
    });
    if (value_) return false;
    waiting->coroutine = coroutine;
    return true;
  }
  T await_resume() { return *std::move(value_); }

 private:
  struct Waiting {
    Waiting() = default;
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
      if (coroutine) coroutine.destroy();
    }
    std::coroutine_handle<> coroutine{};
  };
  Begin begin_;
  std::optional<T> value_{};
};

template <class T, class Begin>
Callback<T, Begin> callback(Begin begin) {
  return Callback<T, Begin>(std::move(begin));
}

}  // namespace cairn
