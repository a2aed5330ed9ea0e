#include "server/net/health.h"

#include <algorithm>
#include <utility>

#include "server/net/services.h"
#include "server/people/talk_replies.h"
#include "server/store/migrations.h"

namespace cairn::net {

namespace {

constexpr double kLookEachSeconds = 60, kToldSeconds = 5;
constexpr std::size_t kLooks = 5;  // minutes that are looked back

// Of all routes that answer and are done; others go on for as long as somebody listens.
std::vector<std::uint64_t> all_requests(const Traffic& traffic) {
  std::vector<std::uint64_t> sum(kSecondsBounds.size() + 1);
  for (const Endpoint& row : endpoints()) {
    if (row.kind == Kind::stream || row.kind == Kind::socket) continue;
    const auto found = traffic.seconds.find(row.name);
    if (found == traffic.seconds.end()) continue;
    const auto& counts = found->second.counts();
    for (std::size_t i = 0; i < sum.size() && i < counts.size(); ++i) sum[i] += counts[i];
  }
  return sum;
}

}  // namespace

HealthKeeper::Counted HealthKeeper::count() const {
  const Shared& shared = services_.shared;
  const StoreCounts store = services_.store.counts();
  const MailOutbox::Counts& mails = services_.mail.outbox().counts();
  Counted out;
  out.at = shared.now();
  out.moves = store.entries;
  out.faults = store.failed_writes + store.failed_reads;
  out.sent = mails.sent;
  out.failed = mails.refused + mails.dropped;
  out.later = mails.later;
  out.requests = all_requests(shared.traffic);
  out.commits = store.commit_seconds.counts();
  out.lag = shared.traffic.lag.counts();
  return out;
}

void HealthKeeper::tick() {
  if (!waiting_.empty() && services_.shared.now() - waiting_since_ >= kHealthPartSeconds) tell({kOutboxSilent, 0});
}

void HealthKeeper::tick_second() {
  if (started_ms_ == 0) started_ms_ = Shared::wall_ms();
  if (!before_.empty() && services_.shared.now() - before_.back().at < kLookEachSeconds) return;
  before_.push_back(count());
  if (before_.size() > kLooks) before_.pop_front();
}

HealthFacts HealthKeeper::facts(const OutboxState& outbox) const {
  const Shared& shared = services_.shared;
  const ServerConfig& config = shared.config;
  const Counted now = count(), before = before_.empty() ? now : before_.front();
  HealthFacts out;
  out.not_ready = shared.draining || shared.ending ? "this server is ending" : shared.readiness.why_not(shared.now());
  out.watched_seconds = std::max(1.0, now.at - before.at);
  out.moves_per_minute = static_cast<double>(now.moves - before.moves) * 60 / out.watched_seconds;
  out.requests = waits_between(before.requests, now.requests, kSecondsBounds);
  out.commits = waits_between(before.commits, now.commits, kSecondsBounds);
  out.lag = waits_between(before.lag, now.lag, kSecondsBounds);
  out.store_faults = now.faults - before.faults;
  const BotScheduler& scheduler = services_.table_service.scheduler();
  out.bot_threads = services_.bots.threads();
  out.bots_thinking = services_.bots.threads() - services_.bots.free();
  out.bots_waiting = scheduler.bots_waiting();
  out.workers_thinking = scheduler.workers_thinking();
  out.workers_waiting = scheduler.workers_waiting();
  out.replicas = services_.store.replicas();
  out.replica_most_seconds = config.database_replica_lag;
  out.own_disk = config.database.empty();
  out.disk_free = shared.traffic.disk_free;
  out.disk_low = shared.disk_low;
  out.damaged = shared.traffic.store_damaged;
  out.mails_out = !config.mail_relay.empty();
  out.outbox = outbox.waiting;
  out.oldest_ms = outbox.oldest_ms;
  out.mails_sent = now.sent - before.sent;
  out.mails_failed = now.failed - before.failed;
  out.mails_later = now.later - before.later;
  const BackupReport& backup = services_.backups.report();
  out.backs_up = config.makes_backups();
  out.backup_hours = config.backup_hours;
  out.backup_ms = backup.at_ms;
  out.restore_ms = backup.restored_ms;
  out.backup_error = backup.error;
  out.restore_error = backup.restore_error;
  out.sockets = shared.traffic.sockets;
  out.connections = shared.open.size();
  out.most_connections = config.max_connections;
  out.schema = newest_schema();
  out.rules = kRulesVersion;
  out.started_ms = started_ms_;
  out.now_ms = Shared::wall_ms();
  return out;
}

void HealthKeeper::tell(const OutboxState& outbox) {
  told_ = {health_lines(facts(outbox))};
  told_at_ = services_.shared.now();
  for (const auto& one : std::exchange(waiting_, {})) one(told_);
}

void HealthKeeper::report(Done<HealthReport> done) {
  const double now = services_.shared.now();
  if (now - told_at_ < kToldSeconds) return done(told_);
  // Where the database is known not to answer, nobody waits for it.
  if (!services_.shared.readiness.why_not(now).empty())
    return done(HealthReport{health_lines(facts({kOutboxUnknown, 0}))});
  waiting_.push_back(std::move(done));
  if (waiting_.size() == 1) waiting_since_ = now;
  if (std::exchange(asking_, true)) return;
  services_.store.outbox_watch.state(Shared::wall_ms(), [this](const Found<OutboxState>& found) {
    asking_ = false;
    if (!waiting_.empty()) tell(found.value.value_or(OutboxState{kOutboxUnknown, 0}));
  });
}

void HealthKeeper::report_to(const Person& moderator, Done<HealthReport> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  report(std::move(done));
}

}  // namespace cairn::net
