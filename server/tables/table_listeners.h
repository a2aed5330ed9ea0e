// Who is told of what happens at a table: begins with what they missed and how the table stands, ends when they leave.
#pragma once

#include "server/tables/table_runner.h"

namespace cairn {

class TableListeners {
 public:
  TableListeners(TableRunner& runner, const World& world) : runner_(runner), world_(world) {}

  // The listener is told the state, then every change, until it leaves; it must last until `done`. `after`: first the
  // changes behind this version, without their states, where they are not too many.
  Detached listen(std::string table, std::optional<Person> person, Listener& listener, Done<Unit> done,
                  std::optional<std::int64_t> after, Asker who);
  void leave(const std::string& table, const Listener& listener);
  bool watches(const std::string& table, std::int64_t person) const;  // listens to it now, at this server

 private:
  TableRunner& runner_;
  const World& world_;
};

}  // namespace cairn
