// What went through the loop: counted on its thread as it happens, for the metrics.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "notation/thread_work.h"
#include "server/base/metrics.h"
#include "server/mail/inbox.h"

namespace cairn {

struct Traffic {
  std::map<std::pair<std::string_view, int>, std::uint64_t> requests;  // by the endpoint's name and status
  std::map<std::string_view, Histogram> seconds;                       // from the whole request to the whole answer
  Histogram lag{kSecondsBounds};                                       // how late the loop came to a timer
  Histogram holds{kSecondsBounds};                                     // the processor's time of each thing on the loop
  double disk_free = -1;                                               // bytes where the store writes; -1: not known
  std::optional<bool> store_damaged;                                   // when all of it was looked through last
  double longest_hold = 0;                                             // of them, seconds
  ThreadWork most_work;                                                // of one thing on the loop
  std::size_t sockets = 0;                                             // WebSockets that are open
  std::size_t streams = 0;                                             // of lines
  std::uint64_t sockets_too_slow = 0, messages_in = 0, messages_out = 0;

  std::map<MailVerdict, std::uint64_t> mails;  // that came in

  void count(std::string_view route, int status, double took) {
    ++requests[{route, status}];
    seconds.try_emplace(route, kSecondsBounds).first->second.add(took);
  }
};

}  // namespace cairn
