// Hints between servers by LISTEN and NOTIFY, on a connection and a thread of their own: a NOTIFY within a move's
// transaction would make every server's commits wait for each other. What is said while one is under way goes out
// together. Where the connection is lost hints are lost, until it is there again.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "server/store/database.h"
#include "server/store/hints.h"
#include "server/store/postgres_connection.h"

namespace cairn {

class PostgresHints final : public Hints {
 public:
  PostgresHints(PostgresPlace place, Database::Post post);
  PostgresHints(const PostgresHints&) = delete;
  PostgresHints& operator=(const PostgresHints&) = delete;
  ~PostgresHints() override { PostgresHints::close(); }
  void say(const std::string& table, int number) override;
  void on_hint(std::function<void(const Numbers&)> heard) override;
  void say_engine(std::int64_t person) override;
  void on_engine(std::function<void(std::int64_t person)> heard) override;
  void close() override;

 private:
  struct Inside;  // lives on with what was posted
  std::shared_ptr<Inside> inside_;
  std::thread thread_;
};

}  // namespace cairn
