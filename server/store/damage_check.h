// Looks through a whole database for damage: at once, and then once a day, by a thread and a connection of its own that
// nobody waits for.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/store/database.h"

namespace cairn {

// What came of a look through the whole store.
struct StoreCheck {
  std::string damage;  // "": it is sound
  std::string fault;   // why nobody knows; "": one does
  double seconds = 0;
};

class DamageCheck {
 public:
  using Connect = std::function<std::unique_ptr<SqlConnection>()>;  // throws SqlError
  using Check = std::function<std::string(SqlConnection&)>;         // "" or what is damaged
  using Heard = std::function<void(const StoreCheck&)>;             // by way of `post`

  DamageCheck(Connect connect, Check check, Database::Post post, Heard heard);
  DamageCheck(const DamageCheck&) = delete;
  DamageCheck& operator=(const DamageCheck&) = delete;
  ~DamageCheck();  // ends what is under way

 private:
  void run();
  StoreCheck look();
  void set(SqlConnection* db);

  Connect connect_;
  Check check_;
  Database::Post post_;
  Heard heard_;
  std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  bool stopping_ = false, ended_ = false;
  SqlConnection* db_ = nullptr;  // that looks just now
  std::thread thread_;
};

}  // namespace cairn
