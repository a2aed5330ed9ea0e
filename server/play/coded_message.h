// What a refusal says: a message that has a code, so that every client says it in its reader's language.
#pragma once

#include <cassert>
#include <utility>

#include "core/message.h"

namespace cairn {

// Empty, or with a code. A plain text is none: a refusal of one does not compile.
class CodedMessage : public Message {
 public:
  CodedMessage() = default;
  CodedMessage(Message said) : Message(std::move(said)) { assert(empty() || !code().empty()); }
  CodedMessage(MessageText said) : CodedMessage(Message(said)) {}
  CodedMessage(Reason reason) : CodedMessage(Message(reason)) {}
};

}  // namespace cairn
