// What services answer to tests: as the wire has it, a success with status 200.
#pragma once

#include <optional>

#include "server/protocol/replies.h"

namespace cairn {

// Goes where a service wants a Done of whatever it tells.
struct TakeReply {
  std::optional<Reply>* reply;
  template <class T>
  void operator()(const Result<T>& result) const {
    *reply = reply_of(result);
  }
  void operator()(const Reply& given) const { *reply = given; }
};

}  // namespace cairn
