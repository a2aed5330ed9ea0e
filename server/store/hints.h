// Tells other servers of what was written here, and the reverse. Lossy. PostgreSQL has them: postgres_hints.h.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace cairn {

class Hints {
 public:
  using Numbers = std::vector<std::pair<std::string, int>>;  // tables and the lengths of their logs
  virtual ~Hints() = default;
  virtual void say(const std::string& table, int number) = 0;
  virtual void on_hint(std::function<void(const Numbers&)> heard) = 0;
  // That an engine of this person's own is connected to this server, now; heard of those of others.
  virtual void say_engine(std::int64_t person) = 0;
  virtual void on_engine(std::function<void(std::int64_t person)> heard) = 0;
  virtual void close() = 0;  // nothing is posted afterwards
};

}  // namespace cairn
