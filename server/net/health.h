// How this server does, for the page of moderators and `cairn admin health`: the metrics of the last minutes, judged
// (base/health.h). What is counted since the start is looked at once a minute; the outbox is asked when somebody asks.
#pragma once

#include <deque>
#include <vector>

#include "server/base/health.h"
#include "server/net/loop.h"
#include "server/play/refusal.h"
#include "server/store/people.h"

namespace cairn::net {

struct Services;

class HealthKeeper {
 public:
  explicit HealthKeeper(Services& services) : services_(services) {}
  HealthKeeper(const HealthKeeper&) = delete;
  HealthKeeper& operator=(const HealthKeeper&) = delete;

  void tick();         // some times a second: whoever waits too long gets what is known
  void tick_second();  // about once a second
  // One report is made at a time, and is told again for some seconds.
  void report(Done<HealthReport> done);
  void report_to(const Person& moderator, Done<HealthReport> done);

 private:
  // All that is counted, at one moment.
  struct Counted {
    double at = 0;
    std::uint64_t moves = 0, faults = 0, sent = 0, failed = 0, later = 0;
    std::vector<std::uint64_t> requests, commits, lag;
  };
  Counted count() const;
  HealthFacts facts(const OutboxState& outbox) const;
  void tell(const OutboxState& outbox);

  Services& services_;
  std::deque<Counted> before_;  // the oldest first
  std::int64_t started_ms_ = 0;
  std::vector<Done<HealthReport>> waiting_;
  bool asking_ = false;  // the outbox
  double waiting_since_ = 0;
  HealthReport told_;
  double told_at_ = -1e9;
};

}  // namespace cairn::net
