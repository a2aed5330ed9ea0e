// What a store has done since it was opened.
#pragma once

#include <cstdint>
#include <string>

#include "server/base/metrics.h"

namespace cairn {

enum class WriteFault : std::uint8_t { none, full, unwritable, gone };  // as kinds of SqlError

struct StoreCounts {
  std::uint64_t entries = 0;                  // moves and the like that became durable
  std::uint64_t failed_writes = 0;            // that were answered with a fault
  std::uint64_t failed_reads = 0;             //
  std::uint64_t retries = 0;                  // of a group or reading whose connection was lost or busy
  std::uint64_t waiting_writes = 0;           // now
  std::uint64_t waiting_reads = 0;            // now
  WriteFault write_fault = WriteFault::none;  // why nothing can be written; stands until `try_write` goes well
  std::string said;                           // of it by the database, for the operator: it may name hosts
  Histogram group_sizes{kSizeBounds};         // writes of each commit
  Histogram commit_seconds{kSecondsBounds};   // from its first statement until it was on the disk
};

}  // namespace cairn
