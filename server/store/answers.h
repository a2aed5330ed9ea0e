// What a store answers with, whatever was asked.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "server/base/tokens.h"

namespace cairn {

struct Written {
  enum class How : std::uint8_t {
    durable,
    conflict,  // what is there does not allow it: nothing was written
    failed,    // nothing is known to be written; read again before going on
  };
  How how = How::durable;
  std::string message;   // of a failure, for the operator
  std::int64_t key = 0;  // of a new person
};

template <class T>
struct Found {
  std::optional<T> value;
  std::string error;  // "" with no value: there is none
};

}  // namespace cairn
