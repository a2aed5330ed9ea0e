// All that is stored of somebody, for themselves: account, sessions, what they wrote, what they sent for, and their
// games page by page. Without a socket, on the loop's thread; answers come through callbacks on that thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

class DataExport {
 public:
  using Done = Club::Done;
  DataExport(Store& store, Club& club, World world) : store_(store), club_(club), world_(std::move(world)) {}
  DataExport(const DataExport&) = delete;
  DataExport& operator=(const DataExport&) = delete;

  // Of an account; the newest games below the number `before` come with it.
  void take_out(const Caller& caller, std::int64_t before, Done done);

 private:
  struct Job;
  using JobPtr = std::shared_ptr<Job>;

  Reply unavailable(const std::string& what, const std::string& why) const;
  template <class T, class Add>
  std::function<void(const Found<T>&)> part(const JobPtr& job, const char* what, Add add);
  void next(const JobPtr& job);
  void account(const JobPtr& job);
  void sessions(const JobPtr& job);
  void api_tokens(const JobPtr& job);
  void blocks(const JobPtr& job);
  void blocked_guests(const JobPtr& job);
  void vacation(const JobPtr& job);
  void talk(const JobPtr& job);
  void challenges(const JobPtr& job);
  void puzzles(const JobPtr& job);
  void analyses(const JobPtr& job);
  void tournaments(const JobPtr& job);
  void hooks(const JobPtr& job);
  void feed(const JobPtr& job);
  void find_studies(const JobPtr& job);
  void studies(const JobPtr& job);
  void find_games(const JobPtr& job);
  void games(const JobPtr& job);

  Store& store_;
  Club& club_;
  World world_;
  int running_ = 0;
  RateLimit limit_{0.2, 20};  // by person
};

}  // namespace cairn
