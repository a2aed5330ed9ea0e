#include "server/store/database.h"

#include <algorithm>
#include <chrono>

namespace cairn {

namespace {

constexpr std::size_t kMaxGroup = 1'000;                 // writes of one transaction
constexpr std::size_t kMaxWaiting = 50'000;              // jobs that may wait
constexpr int kTries = 3;                                // of what was surely not written
constexpr auto kPause = std::chrono::milliseconds(100);  // between them: a database that restarts is soon there again
constexpr auto kEndTime = std::chrono::seconds(2);       // for what is under way at the end

using Kind = SqlError::Kind;

// Runs `what`; its fault, where it has one.
template <class What>
std::optional<SqlFault> attempt(const What& what) {
  try {
    what();
    return std::nullopt;
  } catch (const SqlError& error) {
    return SqlFault{error.kind(), error.what()};
  } catch (const std::exception& error) {
    return SqlFault{Kind::other, error.what()};
  }
}

bool may_go_well(const SqlFault& fault) {
  return fault.kind == Kind::lost || fault.kind == Kind::busy;
}

// After what the connection is of no use: it is cut, or leads to a server that may not be written (any more). One whose
// file is gone is kept: put back, it is the same file.
bool useless(const SqlFault& fault) {
  return fault.kind == Kind::lost || fault.kind == Kind::full || fault.kind == Kind::unwritable;
}

// One write is at fault, and the others of its group may go well without it.
bool of_one(const SqlFault& fault) {
  return !useless(fault) && !may_go_well(fault) && fault.kind != Kind::gone;
}

}  // namespace

Database::Database(Connect connect, int readers, Post post, Use use)
    : connect_(std::move(connect)),
      post_(std::move(post)),
      threaded_(readers > 0),
      read_tries_(use == Use::reads_once ? 1 : kTries) {
  if (!threaded_) return;
  const bool writes = use == Use::reads_and_writes;
  running_ = static_cast<std::size_t>(readers) + (writes ? 1 : 0);
  if (writes) threads_.emplace_back([this] { run(&Database::write_loop); });
  for (int i = 0; i < readers; ++i) threads_.emplace_back([this] { run(&Database::read_loop); });
}

void Database::run(void (Database::*loop)()) {
  (this->*loop)();
  const std::lock_guard guard(mutex_);
  --running_;
  ended_.notify_all();
}

SqlConnection& Database::Line::open() {
  if (db_) return *db_;
  const auto is_cut = [this] {
    if (of_.cut_) throw SqlError(Kind::other, "the store is closing");
  };
  {
    const std::lock_guard guard(of_.mutex_);
    is_cut();
  }
  auto made = of_.connect_();
  const std::lock_guard guard(of_.mutex_);
  is_cut();
  db_ = std::move(made);
  of_.open_.push_back(db_.get());
  return *db_;
}

void Database::Line::reset() {
  if (!db_) return;
  {
    const std::lock_guard guard(of_.mutex_);
    std::erase(of_.open_, db_.get());
  }
  db_.reset();
}

void Database::close() {
  {
    const std::lock_guard guard(mutex_);
    closing_ = true;
  }
  writes_.wake.notify_all();
  reads_.wake.notify_all();
  {
    std::unique_lock guard(mutex_);
    if (!ended_.wait_for(guard, kEndTime, [this] { return running_ == 0; })) {
      cut_ = true;
      for (SqlConnection* one : open_) one->cut();
    }
  }
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  writing_.reset();  // behind all others: whose connection closes last leaves SQLite's file whole, without its log
}

void Database::cut_off() {
  {
    const std::lock_guard guard(mutex_);
    closing_ = cut_ = true;
    for (SqlConnection* one : open_) one->cut();
  }
  writes_.wake.notify_all();
  reads_.wake.notify_all();
}

bool Database::closing() {
  const std::lock_guard guard(mutex_);
  return closing_;
}

void Database::enqueue(Queue& queue, Job job) {
  if (!threaded_ && !closing()) return do_at_once(queue, std::move(job));
  {
    const std::lock_guard guard(mutex_);
    if (!closing_ && queue.waiting.size() < kMaxWaiting) {
      queue.waiting.push_back(std::move(job));
      queue.wake.notify_one();
      return;
    }
  }
  post_([done = std::move(job.done)] {
    const SqlFault fault{Kind::other, "the store is closing or too busy"};
    done(&fault);
  });
}

void Database::do_at_once(Queue& queue, Job job) {
  if (&queue == &reads_) return read_and_answer(std::move(job), writing_);
  auto group = std::make_shared<std::vector<Job>>();
  group->push_back(std::move(job));
  write_and_answer(group);
}

void Database::write_loop() {
  while (true) {
    auto group = std::make_shared<std::vector<Job>>();
    {
      std::unique_lock guard(mutex_);
      writes_.wake.wait(guard, [this] { return closing_ || !writes_.waiting.empty(); });
      if (writes_.waiting.empty()) break;
      while (!writes_.waiting.empty() && group->size() < kMaxGroup) {
        group->push_back(std::move(writes_.waiting.front()));
        writes_.waiting.pop_front();
      }
    }
    write_and_answer(group);
  }
}

void Database::write_and_answer(const std::shared_ptr<std::vector<Job>>& group) {
  const auto began = std::chrono::steady_clock::now();
  write_group(*group);
  count_group(*group, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  for (Job& job : *group) job.work = nullptr;
  post_([group] {
    for (const Job& job : *group) job.done(job.fault ? &*job.fault : nullptr);
  });
}

// Tries the group until it is written, without those that are at fault themselves.
void Database::write_group(std::vector<Job>& group) {
  std::vector<Job*> left;
  left.reserve(group.size());
  for (Job& job : group) left.push_back(&job);
  std::stable_sort(left.begin(), left.end(), [](const Job* a, const Job* b) { return a->locks < b->locks; });
  int tries = 1;
  bool patient = false;  // then a fault is known to be of the job that runs
  while (!left.empty()) {
    bool begun = false;
    std::size_t at = 0;
    const auto before = attempt([&] {
      SqlConnection& db = writing_.open();
      db.set_patient(patient);
      db.check_place();
      db.begin();
      begun = true;
      for (; at < left.size(); ++at) left[at]->work(db);
      db.settle();
      db.check_place();
    });
    std::optional<SqlFault> fault = before;
    if (!before) {
      fault = attempt([&] { writing_.get()->commit(); });
      if (!fault) return;
    }
    if (auto* db = writing_.get()) db->rollback();
    if (useless(*fault)) writing_.reset();
    if (before && may_go_well(*before) && tries++ < kTries && !closing()) {
      count_retry();
      std::this_thread::sleep_for(kPause);
      continue;
    }
    if (before && begun && of_one(*before)) {
      if (patient && at < left.size()) {
        left[at]->fault = fault;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
        continue;
      }
      if (!patient) {
        patient = true;
        continue;
      }
    }
    for (Job* job : left) job->fault = fault;
    return;
  }
}

void Database::count_group(const std::vector<Job>& group, double seconds) {
  const auto failed = std::count_if(group.begin(), group.end(), [](const Job& job) { return job.fault.has_value(); });
  const std::lock_guard guard(mutex_);
  counts_.failed_writes += static_cast<std::uint64_t>(failed);
  if (static_cast<std::size_t>(failed) == group.size()) return note(*group.back().fault);
  if (std::any_of(group.begin(), group.end(), [](const Job& job) { return job.proof && !job.fault; })) {
    counts_.write_fault = WriteFault::none;
    counts_.said.clear();
  }
  counts_.group_sizes.add(static_cast<double>(group.size()) - static_cast<double>(failed));
  counts_.commit_seconds.add(seconds);
}

void Database::note(const SqlFault& fault) {
  switch (fault.kind) {
    case Kind::full:
      counts_.write_fault = WriteFault::full;
      break;
    case Kind::unwritable:
      counts_.write_fault = WriteFault::unwritable;
      break;
    case Kind::gone:
      counts_.write_fault = WriteFault::gone;
      break;
    default:
      return;
  }
  counts_.said = fault.message;
}

void Database::count_retry() {
  const std::lock_guard guard(mutex_);
  ++counts_.retries;
}

StoreCounts Database::counts() {
  const std::lock_guard guard(mutex_);
  StoreCounts now = counts_;
  now.waiting_writes = writes_.waiting.size();
  now.waiting_reads = reads_.waiting.size();
  return now;
}

void Database::read_loop() {
  Line db(*this);
  while (true) {
    Job job;
    {
      std::unique_lock guard(mutex_);
      reads_.wake.wait(guard, [this] { return closing_ || !reads_.waiting.empty(); });
      if (closing_) return;
      job = std::move(reads_.waiting.front());
      reads_.waiting.pop_front();
    }
    read_and_answer(std::move(job), db);
  }
}

void Database::read_and_answer(Job job, Line& db) {
  read_one(job, db);
  if (job.fault) {
    const std::lock_guard guard(mutex_);
    ++counts_.failed_reads;
    if (job.fault->kind == Kind::gone) note(*job.fault);
  }
  post_([done = std::move(job.done), fault = std::move(job.fault)] { done(fault ? &*fault : nullptr); });
}

void Database::read_one(Job& job, Line& db) {
  for (int tries = 1; tries <= read_tries_; ++tries) {
    job.fault = attempt([&] { job.work(db.open()); });
    if (!job.fault) return;
    if (auto* there = db.get()) there->rollback();
    if (useless(*job.fault)) db.reset();
    if (!may_go_well(*job.fault) || closing()) return;
    if (tries == read_tries_) return;
    count_retry();
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace cairn
