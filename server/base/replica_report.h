// How a replica of the database does (store/replicas.h), for metrics, the page of the server's health and
// `cairn doctor`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn {

enum class ReplicaState : std::uint8_t {
  starting,  // not looked at yet
  reads,     // it is read
  behind,    // too far
  away,      // it cannot be reached, or says nothing
  refused,   // it is no standby of this database
};
inline constexpr std::string_view kReplicaStates[] = {"starting", "reads", "behind", "away", "refused"};
inline std::string_view to_word(ReplicaState state) {
  return kReplicaStates[static_cast<std::size_t>(state)];
}

struct ReplicaReport {
  std::string name;  // where it is, without a password
  ReplicaState state{};
  double lag_seconds = -1;                 // so old what it shows may be; -1: not known
  std::string said;                        // why it is not read, for the operator: it may name hosts
  std::uint64_t reads = 0, passed_on = 0;  // what it answered, and what the primary had to answer instead
};

}  // namespace cairn
