// Tables that the server itself makes for people, looks at and ends: for those who bring people together.
#pragma once

#include "server/tables/table_runner.h"

namespace cairn {

struct ArrangedTable {
  std::string id, game;
  OptionValues options;  // all of them
  ClockRule clock{};
  bool rated = false;
  std::vector<Person> people;  // by seat
  std::string tournament{};
};

class SystemTables {
 public:
  SystemTables(const TableServiceStores& stores, const World& world, TableRunner& runner)
      : stores_(stores), world_(world), runner_(runner) {}

  // Made once, whoever asks how often: with the same id nothing happens. False: it cannot be stored just now, or at
  // all.
  Detached arrange(ArrangedTable wish, std::function<void(bool)> done);
  // As it stands in the store; null: it cannot be read now (`later`), or at all.
  void look(const std::string& table, std::function<void(const Table*, bool later)> done, const Asker& who);
  // A seat leaves, on the word of the server: it resigns (`resigned`), or others decided so (`forfeited`). False: not
  // just now; true: it has, or there is nothing that it could do.
  void retire(const std::string& table, Seat seat, Leave why, std::function<void(bool)> done);

 private:
  const TableServiceStores stores_;
  const World& world_;
  TableRunner& runner_;
};

}  // namespace cairn
