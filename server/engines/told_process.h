// An engine's process that tells of its last failure also by a code and arguments, for a person who reads another
// language than the host's log (core/message.h).
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "server/engines/engine_process.h"
#include "server/play/coded_message.h"

namespace cairn::engines {

class ToldProcess : public EngineProcess {
 public:
  // Of the last call that gave a failure.
  const CodedMessage& last_failure() const { return last_failure_; }

 protected:
  // Keeps it, and gives its English.
  std::string tell_failure(CodedMessage why) {
    last_failure_ = std::move(why);
    return last_failure_.english();
  }

 private:
  CodedMessage last_failure_;
};

std::unique_ptr<ToldProcess> make_told_gtp_process(const EngineSpec& spec);
std::unique_ptr<ToldProcess> make_told_kata_process(const EngineSpec& spec);

// Of the error of Child::start.
CodedMessage not_started(const std::string& error);
// How a program ended, of Child::end ("exit code 3", "signal 9"); and what was told with the program's last words,
// where there are any.
CodedMessage told_ending(const std::string& end);
CodedMessage with_last_words(CodedMessage why, const std::string& words);
// What a program itself says of why it does not do something.
CodedMessage engine_words(const std::string& words);

}  // namespace cairn::engines
