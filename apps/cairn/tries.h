// What somebody who works for a server does about answers that are no good: some pass, and he comes again, less and
// less often; some never will. For all threads of one command; each has a pause of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "apps/cairn/bot_link.h"
#include "apps/cairn/commands.h"
#include "apps/cairn/terminal.h"
#include "server/base/log.h"

namespace cairn::cli {

class Tries {
 public:
  static constexpr double kFirstPause = 0.25, kLastPause = 30;  // seconds

  // `began`: what is told when the first good answer comes; `nothing`: what does not come; `none`: what a server that
  // knows of no such work is told to be.
  struct Words {
    std::string began, nothing, none;
  };
  Tries(const Log& log, const std::atomic<bool>& stop, Words words)
      : log_(log), stop_(stop), words_(std::move(words)) {}

  bool over() const { return stop_.load() || failed_.load(); }
  bool failed() const { return failed_.load(); }
  int status() const { return !failed_.load() ? kInterrupted : began_.load() ? kNegative : kBadUse; }

  // Whether the answer is good; if not, waits.
  bool take(const ServerAnswer& answer, double& pause) {
    if (answer.good()) {
      pause = kFirstPause;
      if (!began_.exchange(true)) log_.write(LogLevel::info, words_.began);
      if (away_.exchange(false)) log_.write(LogLevel::info, "connected to the server again");
      return true;
    }
    const bool never = answer.status == 401 || answer.status == 403 || answer.status == 404 ||
                       answer.code() == "other-rules" || answer.code() == "https-only";
    if (never) {
      if (!failed_.exchange(true)) complain(answer.status == 404 ? words_.none : answer.text);
      return false;
    }
    if (!away_.exchange(true))
      log_.write(LogLevel::warning, words_.nothing + "; trying again until it works", {{"why", answer.text}});
    nap_until(std::max(pause, answer.retry_after), stop_);
    pause = std::min(pause * 2, kLastPause);
    return false;
  }

 private:
  const Log& log_;
  const std::atomic<bool>& stop_;
  const Words words_;
  std::atomic<bool> failed_{false}, began_{false}, away_{false};
};

}  // namespace cairn::cli
