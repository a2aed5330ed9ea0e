#include "server/store/damage_check.h"

#include <chrono>

namespace cairn {

namespace {

constexpr auto kBetweenChecks = std::chrono::hours(24);

}  // namespace

DamageCheck::DamageCheck(Connect connect, Check check, Database::Post post, Heard heard)
    : connect_(std::move(connect)), check_(std::move(check)), post_(std::move(post)), heard_(std::move(heard)) {
  thread_ = std::thread([this] { run(); });
}

DamageCheck::~DamageCheck() {
  {
    std::unique_lock guard(mutex_);
    stopping_ = true;
    wake_.notify_all();
    // What is cut between two statements does not notice: again, until it has ended.
    while (!ended_) {
      if (db_ != nullptr) db_->cut();
      wake_.wait_for(guard, std::chrono::milliseconds(20));
    }
  }
  thread_.join();
}

void DamageCheck::run() {
  std::unique_lock guard(mutex_);
  while (!stopping_) {
    guard.unlock();
    StoreCheck found = look();
    guard.lock();
    if (stopping_) break;  // what was cut has found nothing
    post_([heard = heard_, found = std::move(found)] { heard(found); });
    wake_.wait_for(guard, kBetweenChecks, [this] { return stopping_; });
  }
  ended_ = true;
  wake_.notify_all();
}

StoreCheck DamageCheck::look() {
  StoreCheck found;
  const auto began = std::chrono::steady_clock::now();
  std::unique_ptr<SqlConnection> db;
  try {
    db = connect_();
    set(db.get());
    found.damage = check_(*db);
  } catch (const SqlError& error) {
    found.fault = error.what();
  }
  set(nullptr);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return found;
}

void DamageCheck::set(SqlConnection* db) {
  const std::lock_guard guard(mutex_);
  db_ = db;
}

}  // namespace cairn
