// Whose work it is: people take turns by it, and what their work costs counts together.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace cairn {

struct Asker {
  std::string key;  // of an account, or what limits call an address; "": the server itself
  auto operator<=>(const Asker&) const = default;
};
inline Asker asker_of(std::int64_t person) {
  return {"person " + std::to_string(person)};
}
inline Asker asker_or(const Asker& who, std::int64_t person) {  // this person's turn, where nobody asks
  return who == Asker{} ? asker_of(person) : who;
}

}  // namespace cairn
