// The verdicts on a server's parts, from plain facts.
#include "server/base/health.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace cairn {
namespace {

constexpr std::int64_t kHealthNow = 1'764'000'000'000, kHealthHour = 3'600'000, kHealthDay = 24 * kHealthHour;

// A server that does well.
HealthFacts well_served() {
  HealthFacts facts;
  facts.watched_seconds = 300;
  facts.moves_per_minute = 12.4;
  facts.requests = {0.001, 0.01, 5'000};
  facts.commits = {0.005, 0.025, 100};
  facts.lag = {0.0005, 0.005, 600};
  facts.bot_threads = 3;
  facts.bots_thinking = 1;
  facts.own_disk = true;
  facts.disk_free = 50e9;
  facts.damaged = false;
  facts.mails_out = true;
  facts.mails_sent = 4;
  facts.backs_up = true;
  facts.backup_hours = 24;
  facts.backup_ms = kHealthNow - 5 * kHealthHour;
  facts.restore_ms = kHealthNow - 10 * kHealthDay;
  facts.sockets = 20;
  facts.connections = 30;
  facts.most_connections = 20'000;
  facts.rules = 3;
  facts.schema = 42;
  facts.started_ms = kHealthNow - 3 * kHealthDay;
  facts.now_ms = kHealthNow;
  return facts;
}

HealthLine health_line(const HealthFacts& facts, std::string_view name) {
  const auto lines = health_lines(facts);
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const HealthLine& one) { return one.name == name; });
  EXPECT_NE(found, lines.end()) << name;
  return found == lines.end() ? HealthLine() : *found;
}

std::string health_verdict(const HealthFacts& facts, std::string_view name) {
  const HealthLine line = health_line(facts, name);
  EXPECT_EQ(line.todo.empty(), line.state == HealthState::good || line.says.code() == "health-disk-unknown") << name;
  return std::string(to_word(line.state)) + ": " + line.says.english();
}

TEST(Health, AServerThatDoesWellHasNothingToDo) {
  const auto lines = health_lines(well_served());
  for (int i = 0; i < static_cast<int>(lines.size()); ++i) {
    const HealthLine& line = lines[static_cast<std::size_t>(i)];
    EXPECT_EQ(line.name, health_name(i)) << "in the order of the names";
    EXPECT_EQ(line.state, HealthState::good) << line.says.english();
    EXPECT_FALSE(line.says.code().empty());
    EXPECT_TRUE(line.todo.empty());
  }
  EXPECT_EQ(health_name(static_cast<int>(lines.size())), "");
  EXPECT_EQ(health_verdict(well_served(), "moves"), "good: 12 moves a minute, in the last 5 minutes.");
  EXPECT_EQ(health_verdict(well_served(), "requests"),
            "good: Half of the requests take at most 1 ms, 99 of 100 at most 10 ms.");
  EXPECT_EQ(health_verdict(well_served(), "backup"),
            "good: Last backup 2025-11-24 11:00, last restore tried 2025-11-14 16:00 (UTC).");
}

TEST(Health, SlowPartsAreNamed) {
  HealthFacts facts = well_served();
  facts.requests.most = 0.5;
  EXPECT_EQ(health_verdict(facts, "requests").substr(0, 8), "warning:");
  facts.requests.count = 5;
  EXPECT_EQ(health_verdict(facts, "requests").substr(0, 5), "good:") << "five say nothing";
  facts.lag.most = std::numeric_limits<double>::infinity();
  EXPECT_EQ(health_verdict(facts, "requests").substr(0, 4), "bad:");
  facts.commits.most = 2.5;
  EXPECT_EQ(health_verdict(facts, "store"), "bad: Half of the writes take at most 5 ms, 99 of 100 at most 2500 ms.");
  facts.store_faults = 3;
  EXPECT_EQ(health_verdict(facts, "store"), "bad: The database failed 3 times in the last minutes.");
  facts.damaged = true;
  EXPECT_EQ(health_verdict(facts, "store"), "bad: The database is damaged.");
  facts.bots_waiting = 4;
  EXPECT_EQ(health_verdict(facts, "bots").substr(0, 8), "warning:");
  facts.workers_thinking = 2;
  EXPECT_EQ(health_verdict(facts, "bots").substr(0, 5), "good:") << "workers help";
  facts.bots_waiting = 100;
  EXPECT_EQ(health_verdict(facts, "bots").substr(0, 4), "bad:");
  facts.not_ready = "the store cannot be read";
  EXPECT_EQ(health_verdict(facts, "ready"), "bad: The server is not ready: the store cannot be read.");
}

TEST(Health, EachReplicaHasALine) {
  HealthFacts facts = well_served();
  EXPECT_EQ(health_verdict(facts, "replica"), "good: No replica is set (database-replica).");
  const auto replica = [](ReplicaState state, double lag) { return ReplicaReport{"at", state, lag, "why", 0, 0}; };
  facts.replicas = {replica(ReplicaState::reads, 0.4), replica(ReplicaState::behind, 40),
                    replica(ReplicaState::away, -1), replica(ReplicaState::refused, -1),
                    replica(ReplicaState::starting, -1)};
  std::vector<std::string> says;
  for (const HealthLine& line : health_lines(facts))
    if (line.name == "replica") says.push_back(std::string(to_word(line.state)) + ": " + line.says.english());
  EXPECT_EQ(says, (std::vector<std::string>{"good: Replica 1 is read; it is at most 1 s behind.",
                                            "warning: Replica 2 is more than 10 s behind and is not read.",
                                            "warning: Replica 3 does not answer and is not read.",
                                            "bad: Replica 4 is not a standby of this database, so it is not read.",
                                            "warning: Replica 5: not read yet."}));
}

TEST(Health, DiskMailAndConnections) {
  HealthFacts facts = well_served();
  facts.disk_low = true;
  facts.disk_free = 100 * 1024.0 * 1024;
  EXPECT_EQ(health_verdict(facts, "disk"), "bad: 100 MiB are free on the disk of the database.");
  facts.own_disk = false;
  EXPECT_EQ(health_verdict(facts, "disk").substr(0, 5), "good:") << "it is another machine's";
  facts.mails_later = 2;
  EXPECT_EQ(health_verdict(facts, "mail").substr(0, 5), "good:");
  facts.mails_sent = 0;
  EXPECT_EQ(health_verdict(facts, "mail"), "warning: Mails in the last minutes: 0 sent, 0 refused, 2 put off.");
  facts.mails_out = false;
  EXPECT_EQ(health_verdict(facts, "mail").substr(0, 5), "good:");
  facts.outbox = 7;
  EXPECT_EQ(health_verdict(facts, "outbox").substr(0, 5), "good:") << "none is late";
  facts.oldest_ms = kHealthNow - 30 * 60'000;
  EXPECT_EQ(health_verdict(facts, "outbox"), "warning: 7 mails and webhooks wait; the oldest is late by 30 minutes.");
  facts.oldest_ms = kHealthNow - 3 * kHealthHour;
  EXPECT_EQ(health_verdict(facts, "outbox").substr(0, 8), "warning:") << "it may be somebody's dead webhook";
  facts.outbox = kOutboxUnknown;
  EXPECT_EQ(health_verdict(facts, "outbox"), "warning: What waits to be sent is not known.");
  facts.outbox = kOutboxSilent;
  EXPECT_EQ(health_verdict(facts, "outbox"),
            "warning: What waits to be sent is not known: the database did not answer within 2 seconds.");
  facts.connections = 19'000;
  EXPECT_EQ(health_verdict(facts, "sockets").substr(0, 8), "warning:");
}

TEST(Health, BackupsAreMissed) {
  HealthFacts facts = well_served();
  facts.backup_ms = kHealthNow - 3 * kHealthDay;
  EXPECT_EQ(health_verdict(facts, "backup").substr(0, 8), "warning:");
  facts.backup_ms = kHealthNow - kHealthHour;
  facts.restore_ms = kHealthNow - 41 * kHealthDay;
  EXPECT_EQ(health_verdict(facts, "backup").substr(0, 8), "warning:");
  facts.restore_error = "a game is missing";
  EXPECT_EQ(health_verdict(facts, "backup"), "bad: The last backup could not be restored: a game is missing.");
  facts.backup_error = "the disk is full";
  EXPECT_EQ(health_verdict(facts, "backup"), "bad: The last backup failed: the disk is full.");
  facts = well_served();
  facts.backs_up = false;
  EXPECT_EQ(health_verdict(facts, "backup").substr(0, 8), "warning:");
  facts.own_disk = false;
  EXPECT_EQ(health_verdict(facts, "backup").substr(0, 5), "good:") << "PostgreSQL has its own";
  facts = well_served();
  facts.backup_ms = 0;
  facts.started_ms = kHealthNow - 1'000;
  EXPECT_EQ(health_verdict(facts, "backup").substr(0, 5), "good:") << "it has only just begun";
}

// What came between two looks, not all since the start.
TEST(Health, WaitsAreOfTheLastMinutes) {
  Histogram times(kSecondsBounds);
  for (int i = 0; i < 1'000; ++i) times.add(9);
  const std::vector<std::uint64_t> before = times.counts();
  EXPECT_EQ(waits_between(before, times).count, 0U);
  for (int i = 0; i < 98; ++i) times.add(0.002);
  times.add(0.2);
  times.add(0.2);
  const Waits waits = waits_between(before, times);
  EXPECT_EQ(waits.count, 100U);
  EXPECT_EQ(waits.half, 0.0025);
  EXPECT_EQ(waits.most, 0.25);
  EXPECT_EQ(waits_between({}, times).half, 10) << "with nothing before: of all";
  times.add(100);
  EXPECT_EQ(waits_between(times.counts(), times).most, 0);
}

}  // namespace
}  // namespace cairn
