// Games of self-play for a network that is taught on this machine: workers ask which to play, fetch the network, and
// hand in what the games teach. All is in one folder, that of a run of train/train.py (docs/networks.md): jobs.json by
// the host, newest.network by the trainer, samples/ by us. Nothing is remembered between two requests. Without a
// socket; on the loop's thread, files in a thread beside it; answers come through callbacks.
#pragma once

#include <functional>
#include <string>

#include "server/base/background_queue.h"
#include "server/base/world.h"
#include "server/library/selfplay_job.h"
#include "server/tables/club.h"

namespace cairn {

class School {
 public:
  using Done = Club::Done;
  // `folder` "": no games are wanted.
  School(World world, std::string folder)
      : world_(std::move(world)), folder_(std::move(folder)), queue_(world_.post, kMostWaiting, kMostWaiting) {}

  std::string fault() const;  // why the folder is none for this, "" where it is or none is named; reads it at once
  void take(const SelfPlayWish& wish, Done done);
  void network(const std::string& name, Done done);
  void keep(const std::string& body, Done done);  // see read_selfplay_answer: to read it takes a while, too

 private:
  static constexpr std::size_t kMostWaiting = 1'000;
  struct Found;
  void answer(std::function<Found()> job, Done done);
  Found job_now() const;
  Found network_now(const std::string& name) const;
  Found kept(const std::string& body) const;
  std::string read_jobs(std::vector<SelfPlayJob>& out) const;

  const World world_;
  const std::string folder_;
  BackgroundQueue queue_;
};

}  // namespace cairn
