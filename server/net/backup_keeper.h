// The backups that a server makes by itself: begun by the loop when they are due, made by a thread. A backup that
// failed is tried again after an hour, or at once where the settings were changed.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "server/net/loop.h"
#include "server/store/backups.h"

namespace cairn::net {

class BackupKeeper {
 public:
  BackupKeeper(Shared& shared, Store::Post post);
  BackupKeeper(const BackupKeeper&) = delete;
  BackupKeeper& operator=(const BackupKeeper&) = delete;
  ~BackupKeeper() { end(); }  // waits for the present step of what is under way

  void tick();                    // about once a second
  void end() { ending_ = true; }  // nothing is begun any more, and what is under way is given up

  const BackupReport& report() const { return report_; }  // what is known
  bool running() const { return running_; }
  double interval_seconds() const { return shared_.config.backup_hours * 3'600.0; }

 private:
  bool is_due(std::int64_t now_ms) const;
  void begin(std::int64_t now_ms);
  void heard(BackupReport report, const std::string& unwritten);

  Shared& shared_;
  Store::Post post_;
  BackupReport report_;
  bool running_ = false;
  double next_try_ = 0;                                     // by the loop's clock
  std::pair<std::string, std::vector<std::string>> tried_;  // the folder and the command of the last one
  std::atomic<bool> ending_{false};
  std::jthread thread_;
};

}  // namespace cairn::net
