// What one position teaches, the start of a job's games: a file of samples that a server keeps.
#pragma once

#include <string>
#include <vector>

#include "search/samples.h"
#include "server/library/selfplay_job.h"

namespace cairn::testing {

inline std::string one_sample(const SelfPlayJob& job) {
  const Seat first = job.start.to_act().front();
  ActionList actions;
  job.start.legal(first, actions);
  Sample sample;
  job.info->features.encode(job.start, first, actions, sample.seen);
  sample.policy.assign(actions.size(), 1);
  sample.owners.assign(static_cast<std::size_t>(job.boards.columns * job.boards.rows), 0);
  std::string file = samples_header(job.info->features, job.boards, "");
  write_sample(job.info->features, sample, file);
  return file;
}

}  // namespace cairn::testing
