// The query of an address, "?game=...&size=9", as names and values. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/message.h"

namespace cairn {

inline constexpr std::size_t kMostQuery = 4'000;  // bytes

// In the order of the address, with "+" and "%20" as blanks. None: it is too long, or what stands behind a % is no
// byte, or a name has no value.
using QueryValues = std::vector<std::pair<std::string, std::string>>;
std::optional<QueryValues> read_query(std::string_view target);
// What is wrong where it is none.
inline constexpr MessageText kNoQuery("form-of-query",
                                      "the query string has the form name=value&name=value, at most 4,000 bytes");

// The value of a name; null: it is not there.
const std::string* value_in(const QueryValues& query, std::string_view name);

}  // namespace cairn
