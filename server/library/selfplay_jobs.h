// Games of self-play for a network that is taught on this machine: workers ask which to play, fetch the network, and
// hand in what the games teach. All is in one folder, that of a run of train/train.py (docs/networks.md): jobs.json by
// the host, newest.network by the trainer, samples/ by us. Nothing is remembered between two requests. Without a
// socket; on the loop's thread, files in a thread beside it; answers come through callbacks.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "server/base/background_queue.h"
#include "server/base/world.h"
#include "server/library/selfplay_job.h"
#include "server/play/fields.h"
#include "server/play/refusal.h"

namespace cairn {

struct GamesTaken {
  std::optional<SelfPlayWork> work{};  // none: none are wanted now
};
struct TaughtNetwork {
  std::string base64url;  // of the file: megabytes, so made beside the loop
};
struct GamesKept {
  int records = 0;
};

class SelfPlayJobs {
 public:
  // What a worker handed in, of one of these games. To read it takes a while: it is done in the thread, too.
  using ReadAnswer = std::function<std::variant<SelfPlayAnswer, Fault>(std::span<const GameInfo>)>;
  // `folder` "": no games are wanted.
  SelfPlayJobs(World world, std::string folder)
      : world_(std::move(world)), folder_(std::move(folder)), queue_(world_.post, kMostWaiting, kMostWaiting) {}

  std::string fault() const;  // why the folder is none for this, "" where it is or none is named; reads it at once
  void take(const SelfPlayWish& wish, Done<GamesTaken> done);
  void network(const std::string& name, Done<TaughtNetwork> done);
  void keep(const ReadAnswer& read, Done<GamesKept> done);

 private:
  static constexpr std::size_t kMostWaiting = 1'000;
  template <class T>
  struct Outcome;
  template <class T>
  void answer(std::function<Outcome<T>()> job, Done<T> done);
  Outcome<GamesTaken> job_now() const;
  Outcome<TaughtNetwork> network_now(const std::string& name) const;
  Outcome<GamesKept> kept(const ReadAnswer& read) const;
  std::string read_jobs(std::vector<SelfPlayJob>& out) const;

  const World world_;
  const std::string folder_;
  BackgroundQueue queue_;
};

}  // namespace cairn
