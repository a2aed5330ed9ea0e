// How a server does, in lines for a host who has no Prometheus: of each thing a verdict, what is so, and what to do.
// Pure: the facts come from what the metrics count (net/health.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "server/base/metrics.h"
#include "server/base/replica_report.h"

namespace cairn {

// Shares of a kind of time; none of it where nothing was measured.
struct Waits {
  double half = 0, most = 0;  // seconds that 50 and 99 of 100 take at most; infinite above the last bound
  std::uint64_t count = 0;
};
// Of what came between two looks at one histogram; `before` may be of fewer bounds or empty: then of all of it.
Waits waits_between(const std::vector<std::uint64_t>& before, const Histogram& now);
Waits waits_between(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& now,
                    std::span<const double> bounds);

inline constexpr std::int64_t kOutboxUnknown = -1, kOutboxSilent = -2;  // the latter: no answer came in time
inline constexpr int kHealthPartSeconds = 2;                            // that a report waits for a part of it

struct HealthFacts {
  std::string not_ready;       // why; "": it is ready
  double watched_seconds = 0;  // how long the rates and waits below were watched
  double moves_per_minute = 0;
  Waits requests, commits, lag;
  std::uint64_t store_faults = 0;  // meanwhile
  std::uint64_t store_waiting = 0;

  int bot_threads = 0, bots_thinking = 0, workers_thinking = 0;
  std::size_t bots_waiting = 0, workers_waiting = 0;

  std::vector<ReplicaReport> replicas{};  // in the order of the settings
  int replica_most_seconds = 10;          // that one may be behind

  bool own_disk = false;          // the database is in a folder here
  double disk_free = -1;          // bytes; -1: not known
  bool disk_low = false;          // only moves are stored
  std::optional<bool> damaged{};  // none: not looked yet
  bool mails_out = false;         // a relay is set
  // Deliveries of all servers, kOutboxUnknown, or kOutboxSilent; since when the oldest is due, 0: none is.
  std::int64_t outbox = 0, oldest_ms = 0;
  std::uint64_t mails_sent = 0, mails_failed = 0, mails_later = 0;  // meanwhile

  bool backs_up = false;
  int backup_hours = 0;
  std::int64_t backup_ms = 0, restore_ms = 0;  // of the last good ones; 0: none
  std::string backup_error, restore_error;

  std::size_t sockets = 0, connections = 0, most_connections = 0;
  int rules = 0;            // their version
  std::int64_t schema = 0;  // of the database
  std::int64_t started_ms = 0, now_ms = 0;
};

enum class HealthState : std::uint8_t { good, warning, bad };
std::string_view to_word(HealthState state);  // "good"; "" behind the last

struct HealthLine {
  std::string_view name;  // "moves"
  HealthState state{};
  Message says, todo{};  // todo: empty where nothing is to be done
};
struct HealthReport {
  std::vector<HealthLine> lines;
};
std::vector<HealthLine> health_lines(const HealthFacts& facts);
// Their names, in that order; "" behind the last.
std::string_view health_name(int line);

}  // namespace cairn
