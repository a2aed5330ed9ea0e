// What the targets of clients' messages share.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "fuzz/fuzz.h"
#include "server/play/fields.h"

namespace cairn::fuzz {

// The message, or nothing where it was refused with a reason.
template <class Message>
std::optional<Message> good(const std::variant<Message, Fault>& read) {
  if (const auto* message = std::get_if<Message>(&read)) return *message;
  const std::string& said = std::get<Fault>(read).message;
  require(!said.empty() && said.size() < 2000, "a fault says what was wrong, in short");
  return std::nullopt;
}

}  // namespace cairn::fuzz
