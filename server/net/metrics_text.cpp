// GET /metrics: all that is counted, and how much there is of what just now.
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "server/net/services.h"

namespace cairn::net {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

void single(PrometheusText& out, std::string_view name, std::string_view type, double value, std::string_view help) {
  out.family(name, type, help);
  out.value(value);
}

void add_traffic(PrometheusText& out, const Shared& shared) {
  const Traffic& traffic = shared.traffic;
  const auto route_label = [](std::string_view name) { return "route=\"" + std::string(name) + "\""; };
  out.family("cairn_http_requests_total", "counter", "Requests that were answered, by route and status");
  for (const auto& [what, count] : traffic.requests)
    out.value(static_cast<double>(count), route_label(what.first) + ",status=\"" + std::to_string(what.second) + "\"");
  out.family("cairn_http_request_seconds", "histogram", "From the whole request to the whole answer");
  for (const auto& [route, seconds] : traffic.seconds) out.histogram(seconds, route_label(route));
  single(out, "cairn_connections", "gauge", static_cast<double>(shared.open.size()),
         "Open connections, WebSockets too");
  single(out, "cairn_sockets", "gauge", static_cast<double>(traffic.sockets), "Open WebSockets");
  single(out, "cairn_streams", "gauge", static_cast<double>(traffic.streams), "Streams of lines that are open");
  single(out, "cairn_sockets_too_slow_total", "counter", static_cast<double>(traffic.sockets_too_slow),
         "WebSockets and streams that were let go because they did not read");
  single(out, "cairn_messages_in_total", "counter", static_cast<double>(traffic.messages_in), "Messages of WebSockets");
  single(out, "cairn_messages_out_total", "counter", static_cast<double>(traffic.messages_out),
         "Messages to WebSockets");
  out.family("cairn_mails_in_total", "counter", "Mails that came in, by what became of them for a recipient");
  constexpr std::pair<MailVerdict, std::string_view> kVerdicts[] = {{MailVerdict::taken, "taken"},
                                                                    {MailVerdict::later, "later"},
                                                                    {MailVerdict::refused, "refused"},
                                                                    {MailVerdict::ignored, "ignored"}};
  for (const auto& [verdict, word] : kVerdicts)
    if (const auto found = traffic.mails.find(verdict); found != traffic.mails.end())
      out.value(static_cast<double>(found->second), "verdict=\"" + std::string(word) + "\"");
  out.family("cairn_loop_lag_seconds", "histogram", "How late the loop came to a timer, twice a second");
  out.histogram(traffic.lag);
  out.family("cairn_loop_hold_seconds", "histogram",
             "Processor time of each thing on the loop: all others wait for it");
  out.histogram(traffic.holds);
  single(out, "cairn_loop_longest_hold_seconds", "gauge", traffic.longest_hold, "The longest of them");
  single(out, "cairn_loop_most_bytes", "gauge", static_cast<double>(traffic.most_work.bytes),
         "The most bytes of JSON and of games' files that one thing on the loop read and wrote");
  single(out, "cairn_loop_most_entries", "gauge", static_cast<double>(traffic.most_work.entries),
         "The most entries of records that one thing on the loop took in");
}

void add_games(PrometheusText& out, TableService& table_service, const BotPool& bots) {
  const BotScheduler& scheduler = table_service.scheduler();
  single(out, "cairn_tables_in_memory", "gauge", static_cast<double>(table_service.tables_in_memory()),
         "Tables that are in memory");
  single(out, "cairn_bots_thinking", "gauge", bots.threads() - bots.free(), "Threads that think for bots");
  single(out, "cairn_bot_threads", "gauge", bots.threads(), "Threads that may");
  single(out, "cairn_bots_waiting", "gauge", static_cast<double>(scheduler.bots_waiting()),
         "Bots that are to move and wait for a thread or a worker");
  single(out, "cairn_workers_waiting", "gauge", static_cast<double>(scheduler.workers_waiting()),
         "Requests of workers that wait for a bot's turn");
  single(out, "cairn_workers_thinking", "gauge", scheduler.workers_thinking(), "Turns that workers have");
  const BotScheduler::WorkCounts& work = scheduler.work_counts();
  out.family("cairn_worker_turns_total", "counter", "Turns of bots and what came of them at workers");
  for (const auto& [what, count] :
       {std::pair("taken", work.taken), std::pair("played", work.played), std::pair("returned", work.returned),
        std::pair("late", work.late), std::pair("lost", work.lost)})
    out.value(static_cast<double>(count), std::string("what=\"") + what + "\"");
}

void add_engines(PrometheusText& out, const std::vector<engines::EngineStatus>& all) {
  if (all.empty()) return;
  const auto each = [&](const auto& tell) {
    for (const engines::EngineStatus& one : all) tell(one, "engine=\"" + one.name + "\"");
  };
  out.family("cairn_engine_processes", "gauge", "Processes of the host's engines, by whether they are ready");
  each([&](const auto& one, const std::string& label) {
    out.value(one.ready, label + ",state=\"ready\"");
    out.value(one.processes - one.ready, label + ",state=\"down\"");
  });
  out.family("cairn_engine_answers_total", "counter",
             "What the host's engines did: moves, positions of analyses, judged agreements; failed: of no use, or not "
             "started; missed: none was ready and free in time");
  each([&](const auto& one, const std::string& label) {
    for (const auto& [what, count] :
         {std::pair("move", one.moves), std::pair("position", one.positions), std::pair("judged", one.judged),
          std::pair("failed", one.failures), std::pair("missed", one.missed)})
      out.value(static_cast<double>(count), label + ",what=\"" + what + "\"");
  });
  out.family("cairn_engine_starts_total", "counter", "Processes of the host's engines that became ready");
  each([&](const auto& one, const std::string& label) { out.value(static_cast<double>(one.starts), label); });
}

void add_analyses(PrometheusText& out, const Analyses& analyses) {
  single(out, "cairn_analyses_waiting", "gauge", analyses.waiting(),
         "Analyses of games that are not over, of all servers of the store");
  single(out, "cairn_analysis_threads", "gauge", analyses.threads(), "Threads that work at analyses");
  const Analyses::Counts& counts = analyses.counts();
  out.family("cairn_analyses_total", "counter", "Analyses and what came of them at this server");
  for (const auto& [what, count] :
       {std::pair("asked", counts.asked), std::pair("done", counts.done), std::pair("puzzle", counts.puzzles)})
    out.value(static_cast<double>(count), std::string("what=\"") + what + "\"");
  out.family("cairn_analysis_parts_total", "counter", "Parts of analyses: by whom they were done, or why not");
  for (const auto& [what, count] : {std::pair("here", counts.here), std::pair("worker", counts.workers),
                                    std::pair("returned", counts.returned), std::pair("late", counts.late)})
    out.value(static_cast<double>(count), std::string("what=\"") + what + "\"");
}

void add_mails(PrometheusText& out, const MailOutbox::Counts& counts) {
  single(out, "cairn_mails_waiting", "gauge", static_cast<double>(counts.waiting),
         "Mails that wait, of all servers of the store");
  out.family("cairn_mails_total", "counter", "Mails and what came of them at this server");
  for (const auto& [what, count] : {std::pair("sent", counts.sent), std::pair("refused", counts.refused),
                                    std::pair("later", counts.later), std::pair("dropped", counts.dropped)})
    out.value(static_cast<double>(count), std::string("what=\"") + what + "\"");
}

void add_store(PrometheusText& out, const StoreCounts& store) {
  const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
  single(out, "cairn_moves_stored_total", "counter", number(store.entries),
         "Moves and other entries of games that became durable");
  out.family("cairn_store_group_size", "histogram", "Writes of each commit");
  out.histogram(store.group_sizes);
  out.family("cairn_store_commit_seconds", "histogram", "From the first statement of a group until it was on the disk");
  out.histogram(store.commit_seconds);
  out.family("cairn_store_faults_total", "counter", "What was asked of the store and failed");
  out.value(number(store.failed_writes), "kind=\"write\"");
  out.value(number(store.failed_reads), "kind=\"read\"");
  single(out, "cairn_store_retries_total", "counter", number(store.retries),
         "Attempts made anew because the database was busy or its connection lost");
  out.family("cairn_store_waiting", "gauge", "What waits for the store");
  out.value(number(store.waiting_writes), "kind=\"write\"");
  out.value(number(store.waiting_reads), "kind=\"read\"");
}

// A label's value: of no other form than Prometheus reads.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

void add_replicas(PrometheusText& out, const std::vector<ReplicaReport>& all) {
  if (all.empty()) return;
  out.family("cairn_replica_up", "gauge", "Whether a replica of the database is read");
  for (const ReplicaReport& one : all)
    out.value(one.state == ReplicaState::reads ? 1 : 0, "replica=\"" + escaped(one.name) + "\"");
  out.family("cairn_replica_lag_seconds", "gauge", "How old what it shows may be; absent where that is not known");
  for (const ReplicaReport& one : all)
    if (one.lag_seconds >= 0) out.value(one.lag_seconds, "replica=\"" + escaped(one.name) + "\"");
  out.family("cairn_replica_questions_total", "counter",
             "What a replica was asked: answered by it, or by the database itself instead");
  for (const ReplicaReport& one : all) {
    const std::string label = "replica=\"" + escaped(one.name) + "\"";
    out.value(static_cast<double>(one.reads), label + ",what=\"answered\"");
    out.value(static_cast<double>(one.passed_on), label + ",what=\"passed_on\"");
  }
}

void add_backups(PrometheusText& out, const BackupKeeper& backups) {
  const BackupReport& report = backups.report();
  const auto moment = [](std::int64_t ms) { return static_cast<double>(ms) / 1'000; };
  single(out, "cairn_backup_last_success_timestamp_seconds", "gauge", moment(report.at_ms),
         "When the last backup that went well was begun, in seconds since 1970; 0: none did");
  single(out, "cairn_backup_bytes", "gauge", static_cast<double>(report.bytes), "Size of the last backup");
  single(out, "cairn_backup_seconds", "gauge", report.seconds, "Time that the last backup took");
  single(out, "cairn_restore_last_success_timestamp_seconds", "gauge", moment(report.restored_ms),
         "When a backup was last restored into a scratch folder and found to be good; 0: never");
  single(out, "cairn_backup_failing", "gauge", report.error.empty() ? 0 : 1, "Whether the last backup failed");
  single(out, "cairn_restore_failing", "gauge", report.restore_error.empty() ? 0 : 1,
         "Whether the last restore that was tried failed");
  single(out, "cairn_backup_interval_seconds", "gauge", backups.interval_seconds(), "From one backup to the next");
}

void add_process(PrometheusText& out) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  single(out, "process_cpu_seconds_total", "counter", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
         "Processor time, bots too");
  single(out, "process_resident_memory_bytes", "gauge", resident_bytes(), "Memory in use");
}

}  // namespace

std::string metrics_text(Services& services) {
  const Shared& shared = services.shared;
  PrometheusText out;
  single(out, "cairn_ready", "gauge",
         !shared.draining && !shared.ending && shared.readiness.why_not(shared.now()).empty() ? 1 : 0,
         "Whether /readyz says yes");
  add_traffic(out, shared);
  add_games(out, services.table_service, services.bots);
  add_engines(out, services.engines.status());
  add_analyses(out, services.analyses);
  add_mails(out, services.mail.outbox().counts());
  add_store(out, services.store.counts());
  add_replicas(out, services.store.replicas());
  if (shared.traffic.disk_free >= 0)
    single(out, "cairn_disk_free_bytes", "gauge", shared.traffic.disk_free, "Free where the store writes");
  if (shared.traffic.store_damaged)
    single(out, "cairn_store_damaged", "gauge", *shared.traffic.store_damaged ? 1 : 0,
           "Whether the database was damaged when all of it was checked last");
  if (shared.config.makes_backups()) add_backups(out, services.backups);
  add_process(out);
  return out.take();
}

}  // namespace cairn::net
