// Every code of a refusal: with which status it comes and what it means (docs/protocol.md has the same list).
#pragma once

#include <span>
#include <string_view>

#include "server/play/refusal.h"

namespace cairn {

struct ErrorCode {
  Code code;
  int status;
  std::string_view meaning;
  int other_status = 0;           // of `too-large`: of the headers
  std::string_view carries = {};  // what else is told with it: "retry_after", "reason" (and an index), "state"

  std::string_view word() const { return to_word(code); }
};

std::span<const ErrorCode> error_codes();
const ErrorCode* find_error_code(std::string_view word);  // null: there is none
int status_of(Code code);

}  // namespace cairn
