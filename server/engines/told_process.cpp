#include "server/engines/told_process.h"

#include "core/text.h"

namespace cairn::engines {

CodedMessage not_started(const std::string& error) {
  const auto colon = error.find(": ");
  return Message("engine-not-started", "it cannot be started: {why}",
                 {{"why", colon == std::string::npos ? error : error.substr(colon + 2)}});
}

CodedMessage told_ending(const std::string& end) {
  constexpr std::string_view kExit = "exit code ", kSignal = "signal ";
  if (end.starts_with(kExit))
    if (const auto number = parse_int(std::string_view(end).substr(kExit.size())))
      return Message("engine-exit-code", "exit code {code}", {{"code", std::to_string(*number)}});
  if (end.starts_with(kSignal))
    if (const auto number = parse_int(std::string_view(end).substr(kSignal.size())))
      return Message("engine-signal", "signal {number}", {{"number", std::to_string(*number)}});
  return Message("engine-unknown-end", "unknown end");
}

CodedMessage with_last_words(CodedMessage why, const std::string& words) {
  if (words.empty()) return why;
  return Message("engine-last-words", "{why}: {words}", {{"why", Message(why)}, {"words", words}});
}

CodedMessage engine_words(const std::string& words) {
  return Message("engine-words", "the engine says: {words}", {{"words", words}});
}

}  // namespace cairn::engines
