#include "server/net/store_watch.h"

#include <filesystem>
#include <utility>

#include "server/net/mail_place.h"
#include "server/store/postgres.h"

namespace cairn::net {

namespace {

// Whether the mail server must find a socket in this folder, or below.
bool mail_comes_to(const std::string& folder, const std::string& mail_socket) {
  namespace fs = std::filesystem;
  const auto place = mail_socket.empty() ? std::nullopt : read_mail_place(mail_socket);
  if (!place || place->path.empty()) return false;
  std::error_code error;
  const fs::path socket = fs::weakly_canonical(fs::absolute(place->path), error);
  const fs::path from_there = socket.lexically_relative(fs::weakly_canonical(fs::absolute(folder), error));
  return !error && !from_there.empty() && *from_there.begin() != "..";
}

}  // namespace

OpenedStore open_store(const ServerConfig& config, Store::Post post) {
  if (!config.database.empty())
    return open_postgres_store(config.database, post, config.secrets_key, config.data,
                               {config.database_replica, static_cast<double>(config.database_replica_lag)});
  return open_sqlite_store(config.data, std::move(post), mail_comes_to(config.data, config.mail_socket),
                           config.secrets_key);
}

std::uintmax_t disk_reserve_bytes(const ServerConfig& config, std::uintmax_t capacity) {
  constexpr std::uintmax_t kUsual = std::uintmax_t{256} << 20;
  if (config.disk_reserve < 0) return std::min(kUsual, capacity / 20);
  return static_cast<std::uintmax_t>(config.disk_reserve) << 20;
}

void StoreWatch::begin(Store& store) {
  tick(store);
  look_for_damage(store);
}

void StoreWatch::tick(Store& store) {
  check_ready(store);
  check_disk();
  check_replicas(store);
}

void StoreWatch::look_for_damage(Store& store) {
  store.check_daily([this](const StoreCheck& check) {
    if (!check.fault.empty())
      return shared_.log.write(LogLevel::warning, "the database could not be checked", {{"said", check.fault}});
    shared_.traffic.store_damaged = !check.damage.empty();
    if (check.damage.empty())
      return shared_.log.write(LogLevel::info, "database checked: no damage", {{"seconds", check.seconds}});
    shared_.log.write(LogLevel::error,
                      "the database is damaged: stop the server, copy its folder, and restore the last backup with "
                      "`cairn restore` (see docs/hosting.md)",
                      {{"said", check.damage}, {"seconds", check.seconds}});
  });
}

void StoreWatch::check_ready(Store& store) {
  const std::string why = shared_.readiness.why_not(shared_.now());
  if (why.empty() != was_ready_) {
    was_ready_ = why.empty();
    if (was_ready_)
      shared_.log.write(LogLevel::info, "ready");
    else
      shared_.log.write(LogLevel::error, "not ready: " + why, {{"said", shared_.readiness.fault()}});
  }
  shared_.readiness.check(store, shared_.now());
}

void StoreWatch::check_replicas(Store& store) {
  store.tick();
  const std::vector<ReplicaReport> replicas = store.replicas();
  replicas_.resize(replicas.size());
  for (std::size_t i = 0; i < replicas.size(); ++i) {
    const ReplicaReport& now = replicas[i];
    const ReplicaState before = std::exchange(replicas_[i], now.state);
    if (before == now.state || now.state == ReplicaState::starting) continue;
    if (now.state == ReplicaState::reads)
      shared_.log.write(LogLevel::info, "a replica is read", {{"replica", now.name}});
    else
      shared_.log.write(LogLevel::warning, "a replica is left out, and the database is read instead",
                        {{"replica", now.name}, {"said", now.said}});
  }
}

void StoreWatch::check_disk() {
  std::error_code error;
  const auto space = std::filesystem::space(shared_.config.data, error);
  if (error || !shared_.config.database.empty()) return;
  shared_.traffic.disk_free = static_cast<double>(space.available);
  const bool low = space.available < disk_reserve_bytes(shared_.config, space.capacity);
  if (low == shared_.disk_low) return;
  shared_.disk_low = low;
  shared_.log.write(low ? LogLevel::error : LogLevel::info,
                    low ? "the disk is nearly full: the server stores only moves until there is space"
                        : "the disk has enough space again",
                    {{"free_mib", static_cast<std::int64_t>(space.available >> 20)}});
}

}  // namespace cairn::net
