// What a server looks at about once a second where its games are kept: whether the store is ready and the disk has
// room, and, by a thread of the store, whether the database is damaged. It goes into the log and the metrics.
#pragma once

#include "server/net/loop.h"
#include "server/store/sqlite.h"

namespace cairn::net {

// The folder or the database that the settings name.
OpenedStore open_store(const ServerConfig& config, Store::Post post);

// How many bytes are to stay free on a disk of this size.
std::uintmax_t disk_reserve_bytes(const ServerConfig& config, std::uintmax_t capacity);

class StoreWatch {
 public:
  explicit StoreWatch(Shared& shared) : shared_(shared) {}
  void begin(Store& store);
  void tick(Store& store);

 private:
  void look_for_damage(Store& store);
  void check_ready(Store& store);
  void check_disk();
  void check_replicas(Store& store);

  Shared& shared_;
  bool was_ready_ = false;
  std::vector<ReplicaState> replicas_;  // as they were
};

}  // namespace cairn::net
