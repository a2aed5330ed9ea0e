// What time brings to tables: whoever has lost by it leaves, somebody is reminded of a clock, somebody goes on vacation
// from all games at once or comes back.
#pragma once

#include "server/tables/table_runner.h"

namespace cairn {

class TableTicks {
 public:
  TableTicks(const TableServiceStores& stores, const World& world, TableRunner& runner)
      : stores_(stores), world_(world), runner_(runner) {}

  void tick_clocks();     // some times a second
  void tick_reminders();  // about once a second
  Detached tick_away();   // about once a second
  void set_clocks();      // the host says that the time of day is right: clocks that are ahead of it run on from now
  void tick_set_clocks();

 private:
  void remind(const RunningTablePtr& at, std::int64_t at_ms);
  void say_away(const RunningTablePtr& at, const AwayDue& due);
  int most() const { return 100 + runner_.unreadable(); }  // are looked at at once

  const TableServiceStores stores_;
  const World& world_;
  TableRunner& runner_;
  std::vector<std::string> to_set_;  // tables whose clocks may be ahead
  bool timing_ = false, reminding_ = false, looking_away_ = false;
};

}  // namespace cairn
