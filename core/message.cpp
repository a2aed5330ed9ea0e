#include "core/message.h"

#include <algorithm>
#include <utility>

namespace cairn {

namespace {

// The form of the text for the first number among the arguments.
std::string_view form_for(std::string_view text, const std::vector<Message::Argument>& arguments) {
  const auto bar = text.find('|');
  if (bar == std::string_view::npos) return text;
  const auto counted = std::find_if(arguments.begin(), arguments.end(), [](const auto& one) { return one.is_number; });
  const bool one = counted != arguments.end() && counted->number == 1;
  return one ? text.substr(0, bar) : text.substr(bar + 1);
}

}  // namespace

Message::Message() = default;
Message::Message(std::string english) : english_(std::move(english)) {}
Message::Message(std::string_view code, std::string_view text, std::initializer_list<Argument> arguments)
    : Message(code, text, std::vector<Argument>(arguments)) {}
Message::Message(std::string_view code, std::string_view text, std::vector<Argument> arguments)
    : code_(code), text_(text), arguments_(std::move(arguments)) {
  english_ = code.empty() ? std::string(text)
                          : fill_holes(form_for(text, arguments_), arguments_,
                                       [](const Argument& one) { return one.value.english(); });
}
Message::Message(Reason reason) : code_(reason.word()), english_(reason.text()) {}
Message::Message(const Message&) = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(const Message&) = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

const Message::Argument* Message::argument(std::string_view name) const {
  const auto found =
      std::find_if(arguments_.begin(), arguments_.end(), [&](const auto& one) { return one.name == name; });
  return found == arguments_.end() ? nullptr : &*found;
}

Message Message::with(const Argument& argument) const {
  std::vector<Argument> changed = arguments_;
  for (Argument& one : changed)
    if (one.name == argument.name) one = argument;
  return Message(code_, text_, std::move(changed));
}

std::string fill_holes(std::string_view text, const std::vector<Message::Argument>& arguments,
                       const std::function<std::string(const Message::Argument&)>& word) {
  std::string out;
  while (!text.empty()) {
    const auto open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const auto close = text.find('}');
    const std::string_view name = close == std::string_view::npos ? text : text.substr(1, close - 1);
    const auto found =
        std::find_if(arguments.begin(), arguments.end(), [&](const auto& one) { return one.name == name; });
    if (found == arguments.end()) {
      out += text.front();
      text.remove_prefix(1);
    } else {
      out += word(*found);
      text.remove_prefix(close + 1);
    }
  }
  return out;
}

}  // namespace cairn
