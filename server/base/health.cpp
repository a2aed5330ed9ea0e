#include "server/base/health.h"

#include <array>
#include <cmath>
#include <limits>

#include "server/base/days.h"

namespace cairn {

namespace {

using State = HealthState;

constexpr double kSlowSeconds = 0.25, kVerySlowSeconds = 1;  // docs/hosting.md: worth an alarm
constexpr std::int64_t kMinute = 60'000, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::int64_t kOldDeliveryMs = 10 * kMinute;  // somebody's webhook may be dead: never more than a warning
constexpr std::int64_t kRestoreEveryDays = 40;         // one is tried each 30 days
constexpr double kMebibyte = 1 << 20;
constexpr std::uint64_t kFewMeasured = 100;  // below, 99 of 100 say nothing

constexpr std::array<std::string_view, 12> kNames = {"ready", "moves", "requests", "store",  "replica", "bots",
                                                     "disk",  "mail",  "outbox",   "backup", "sockets", "version"};

constexpr MessageText kSeeLog("health-not-ready-todo",
                              "Read the server's log. If it does not recover, restart the server.");

std::int64_t milliseconds(double seconds) {
  return std::isfinite(seconds) ? static_cast<std::int64_t>(std::ceil(seconds * 1'000)) : 10'001;
}

HealthLine ready_line(const HealthFacts& facts) {
  if (facts.not_ready.empty()) return {kNames[0], State::good, Message("health-ready", "The server accepts requests.")};
  return {kNames[0], State::bad,
          Message("health-not-ready", "The server is not ready: {why}.", {{"why", facts.not_ready}}), Message(kSeeLog)};
}

HealthLine moves_line(const HealthFacts& facts) {
  return {kNames[1], State::good,
          Message("health-moves", "{n} moves a minute, in the last {minutes} minutes.",
                  {{"n", static_cast<std::int64_t>(std::lround(facts.moves_per_minute))},
                   {"minutes", static_cast<std::int64_t>(std::ceil(facts.watched_seconds / 60))}})};
}

// 50 and 99 of 100.
std::vector<Message::Argument> shares(const Waits& waits) {
  return {{"half", milliseconds(waits.half)}, {"most", milliseconds(waits.most)}};
}

HealthLine requests_line(const HealthFacts& facts) {
  const double slow = std::max(facts.requests.count < kFewMeasured ? 0 : facts.requests.most,
                               facts.lag.count < kFewMeasured ? 0 : facts.lag.most);
  HealthLine line = {
      kNames[2],
      slow > kVerySlowSeconds ? State::bad
      : slow > kSlowSeconds   ? State::warning
                              : State::good,
      Message("health-requests", "Half of the requests take at most {half} ms, 99 of 100 at most {most} ms.",
              shares(facts.requests))};
  if (facts.requests.count == 0) line.says = Message("health-no-requests", "No requests came in the last minutes.");
  if (line.state != State::good)
    line.todo =
        Message("health-requests-todo",
                "The processor or the disk is too busy. Give bots fewer threads (bot-threads), or use workers.");
  return line;
}

HealthLine store_line(const HealthFacts& facts) {
  HealthLine line = {kNames[3], State::good,
                     Message("health-store", "Half of the writes take at most {half} ms, 99 of 100 at most {most} ms.",
                             shares(facts.commits))};
  if (facts.commits.count == 0) line.says = Message("health-no-writes", "Nothing was written in the last minutes.");
  const bool measured = facts.commits.count >= kFewMeasured;
  if (measured && facts.commits.most > kSlowSeconds) line.state = State::warning;
  if (measured && facts.commits.most > kVerySlowSeconds) line.state = State::bad;
  if (line.state != State::good)
    line.todo = Message("health-store-todo", "The disk of the database is slow, or the database is far away or busy.");
  if (facts.store_faults > 0) {
    line.state = State::bad;
    line.says = Message("health-store-faults", "The database failed {n} times in the last minutes.",
                        {{"n", facts.store_faults}});
    line.todo = Message("health-store-faults-todo", "Read the server's log, and run cairn doctor.");
  }
  if (facts.damaged.value_or(false)) {
    line.state = State::bad;
    line.says = Message("health-damaged", "The database is damaged.");
    line.todo = Message("health-damaged-todo", "Stop the server and restore a backup: docs/hosting.md says how.");
  }
  return line;
}

// `number` counts from 1, as they stand in the settings.
HealthLine replica_line(const ReplicaReport& replica, int number, int most) {
  const auto lag = static_cast<std::int64_t>(std::ceil(replica.lag_seconds));
  HealthLine line = {kNames[4], State::warning, Message(),
                     Message("health-replica-todo",
                             "The database itself is read meanwhile. Read the server's log, and run cairn doctor.")};
  switch (replica.state) {
    case ReplicaState::starting:
      line.says = Message("health-replica-starting", "Replica {number}: not read yet.", {{"number", number}});
      break;
    case ReplicaState::reads:
      return {kNames[4], State::good,
              Message("health-replica", "Replica {number} is read; it is at most {seconds} s behind.",
                      {{"number", number}, {"seconds", lag}})};
    case ReplicaState::behind:
      line.says = Message("health-replica-behind", "Replica {number} is more than {most} s behind and is not read.",
                          {{"number", number}, {"most", most}});
      break;
    case ReplicaState::away:
      line.says =
          Message("health-replica-away", "Replica {number} does not answer and is not read.", {{"number", number}});
      break;
    case ReplicaState::refused:
      line.says =
          Message("health-replica-refused", "Replica {number} is not a standby of this database, so it is not read.",
                  {{"number", number}});
      line.state = State::bad;
      break;
  }
  return line;
}

void add_replicas(const HealthFacts& facts, std::vector<HealthLine>& out) {
  if (facts.replicas.empty())
    out.push_back({kNames[4], State::good, Message("health-no-replicas", "No replica is set (database-replica).")});
  int number = 0;
  for (const ReplicaReport& one : facts.replicas)
    out.push_back(replica_line(one, ++number, facts.replica_most_seconds));
}

HealthLine bots_line(const HealthFacts& facts) {
  HealthLine line = {
      kNames[5], State::good,
      Message("health-bots",
              "{thinking} of {threads} threads are thinking, workers compute {workers} turns, {waiting} turns "
              "are waiting.",
              {{"thinking", facts.bots_thinking},
               {"threads", facts.bot_threads},
               {"workers", facts.workers_thinking},
               {"waiting", facts.bots_waiting}})};
  const auto hands = static_cast<std::size_t>(std::max(1, facts.bot_threads)) + facts.workers_waiting +
                     static_cast<std::size_t>(facts.workers_thinking);
  if (facts.bots_waiting > hands) line.state = State::warning;
  if (facts.bots_waiting > 10 * hands) line.state = State::bad;
  if (line.state != State::good)
    line.todo = Message("health-bots-todo", "Start workers on other machines (cairn worker), or raise bot-threads.");
  return line;
}

HealthLine disk_line(const HealthFacts& facts) {
  if (!facts.own_disk)
    return {kNames[6], State::good,
            Message("health-disk-elsewhere", "The database is on its own server; watch the disk there.")};
  if (facts.disk_free < 0)
    return {kNames[6], State::warning, Message("health-disk-unknown", "The free space on the disk is not known.")};
  HealthLine line = {kNames[6], facts.disk_low ? State::bad : State::good,
                     Message("health-disk", "{n} MiB are free on the disk of the database.",
                             {{"n", static_cast<std::int64_t>(facts.disk_free / kMebibyte)}})};
  if (facts.disk_low)
    line.todo = Message("health-disk-todo", "Free some space: until then the server stores only moves.");
  return line;
}

HealthLine mail_line(const HealthFacts& facts) {
  if (!facts.mails_out)
    return {kNames[7], State::good, Message("health-no-mail", "This server sends no mail (mail-relay is not set).")};
  HealthLine line = {
      kNames[7], State::good,
      Message("health-mail", "Mails in the last minutes: {sent} sent, {failed} refused, {later} put off.",
              {{"sent", facts.mails_sent}, {"failed", facts.mails_failed}, {"later", facts.mails_later}})};
  if (facts.mails_failed > facts.mails_sent) line.state = State::warning;
  if (facts.mails_later > 0 && facts.mails_sent == 0) line.state = State::warning;
  if (line.state != State::good)
    line.todo = Message("health-mail-todo", "Read the server's log; cairn doctor tries the mail relay.");
  return line;
}

HealthLine outbox_line(const HealthFacts& facts) {
  const std::int64_t late = facts.oldest_ms == 0 ? 0 : std::max<std::int64_t>(0, facts.now_ms - facts.oldest_ms);
  if (facts.outbox == kOutboxSilent)
    return {kNames[8], State::warning,
            Message("health-outbox-silent",
                    "What waits to be sent is not known: the database did not answer within {seconds} seconds.",
                    {{"seconds", kHealthPartSeconds}}),
            Message(kSeeLog)};
  if (facts.outbox == kOutboxUnknown)
    return {kNames[8], State::warning, Message("health-outbox-unknown", "What waits to be sent is not known."),
            Message(kSeeLog)};
  if (facts.outbox == 0) return {kNames[8], State::good, Message("health-outbox-empty", "Nothing waits to be sent.")};
  HealthLine line = {kNames[8], late > kOldDeliveryMs ? State::warning : State::good,
                     Message("health-outbox", "{n} mails and webhooks wait; the oldest is late by {minutes} minutes.",
                             {{"n", facts.outbox}, {"minutes", late / kMinute}})};
  if (line.state != State::good)
    line.todo = Message("health-outbox-todo", "The mail relay or somebody's webhook does not answer: read the log.");
  return line;
}

HealthLine backup_line(const HealthFacts& facts) {
  if (!facts.backs_up) {
    if (!facts.own_disk)
      return {kNames[9], State::good,
              Message("health-backup-postgres", "PostgreSQL is backed up by its own tools, not by this server.")};
    return {kNames[9], State::warning, Message("health-no-backups", "The server makes no backups by itself."),
            Message("health-no-backups-todo", "Set backup-folder, unless you run cairn backup on a timer.")};
  }
  const auto when = [](std::int64_t ms) { return ms == 0 ? std::string("-") : minute_text(ms); };
  HealthLine line = {kNames[9], State::good,
                     Message("health-backup", "Last backup {backup}, last restore tried {restore} (UTC).",
                             {{"backup", when(facts.backup_ms)}, {"restore", when(facts.restore_ms)}})};
  const std::int64_t up = facts.now_ms - facts.started_ms;
  const bool old = facts.now_ms - facts.backup_ms > 2 * facts.backup_hours * kHour && up > kHour;
  if (facts.backup_ms == 0 ? up > kHour : old) line.state = State::warning;
  if (facts.restore_ms != 0 && facts.now_ms - facts.restore_ms > kRestoreEveryDays * kDay) line.state = State::warning;
  if (!facts.backup_error.empty() || !facts.restore_error.empty()) {
    line.state = State::bad;
    const bool made = facts.backup_error.empty();
    const std::string& why = made ? facts.restore_error : facts.backup_error;
    line.says = made ? Message("health-restore-failed", "The last backup could not be restored: {why}.", {{"why", why}})
                     : Message("health-backup-failed", "The last backup failed: {why}.", {{"why", why}});
  }
  if (line.state != State::good)
    line.todo = Message("health-backup-todo", "Look at the folder of the backups and at the server's log.");
  return line;
}

HealthLine sockets_line(const HealthFacts& facts) {
  HealthLine line = {
      kNames[10], State::good,
      Message("health-sockets", "{sockets} open game pages, {connections} of {most} connections.",
              {{"sockets", facts.sockets}, {"connections", facts.connections}, {"most", facts.most_connections}})};
  if (facts.connections * 10 > facts.most_connections * 9) line.state = State::warning;
  if (facts.connections >= facts.most_connections) line.state = State::bad;
  if (line.state != State::good)
    line.todo = Message("health-sockets-todo", "Raise max-connections and the limit of open files, or add a server.");
  return line;
}

HealthLine version_line(const HealthFacts& facts) {
  return {kNames[11], State::good,
          Message("health-version", "Database schema {form}, rules version {rules}, started {when} (UTC).",
                  {{"form", facts.schema}, {"rules", facts.rules}, {"when", minute_text(facts.started_ms)}})};
}

double bound_of(const std::vector<std::uint64_t>& counts, std::span<const double> bounds, std::uint64_t wanted) {
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    below += counts[i];
    if (below >= wanted) return bounds[i];
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace

Waits waits_between(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& now,
                    std::span<const double> bounds) {
  std::vector<std::uint64_t> between = now;
  between.resize(bounds.size() + 1);
  Waits out;
  for (std::size_t i = 0; i < between.size(); ++i) {
    between[i] -= std::min(between[i], i < before.size() ? before[i] : 0);
    out.count += between[i];
  }
  if (out.count == 0) return out;
  out.half = bound_of(between, bounds, (out.count + 1) / 2);
  out.most = bound_of(between, bounds, out.count - out.count / 100);
  return out;
}

Waits waits_between(const std::vector<std::uint64_t>& before, const Histogram& now) {
  return waits_between(before, now.counts(), now.bounds());
}

std::string_view to_word(HealthState state) {
  constexpr std::array<std::string_view, 3> kWords = {"good", "warning", "bad"};
  const auto number = static_cast<std::size_t>(state);
  return number < kWords.size() ? kWords[number] : std::string_view();
}

std::string_view health_name(int line) {
  return line >= 0 && static_cast<std::size_t>(line) < kNames.size() ? kNames[static_cast<std::size_t>(line)]
                                                                     : std::string_view();
}

std::vector<HealthLine> health_lines(const HealthFacts& facts) {
  std::vector<HealthLine> out;
  for (const auto line : {ready_line, moves_line, requests_line, store_line}) out.push_back(line(facts));
  add_replicas(facts, out);
  for (const auto line : {bots_line, disk_line, mail_line, outbox_line, backup_line, sockets_line, version_line})
    out.push_back(line(facts));
  return out;
}

}  // namespace cairn
