// What this thread has done since it was last set to nothing: a server keeps what is long away from its one loop, and
// sees by these counts what one thing on the loop took. They are the same on every machine.
#pragma once

#include <cstddef>

namespace cairn {

struct ThreadWork {
  std::size_t bytes = 0;    // of JSON and of games' files, read or written
  std::size_t entries = 0;  // of records of games and tournaments, taken in
};
inline constinit thread_local ThreadWork thread_work{};

}  // namespace cairn
