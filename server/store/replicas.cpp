#include "server/store/replicas.h"

#include <algorithm>
#include <utility>

#include "server/base/steady.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr int kReplicaReaders = 2;      // connections to a replica, besides the one for looks
constexpr std::size_t kMostAsked = 8;   // of one replica at a time: more would wait there longer than at the primary
constexpr double kLookPatience = 2;     // seconds that a look may take
constexpr double kAnswerPatience = 2;   // and during which a replica that was asked may answer nothing at all
constexpr double kFaultPause = 5;       // seconds that a replica then stays out
constexpr double kPrimaryPatience = 5;  // seconds of no look at the primary, after which that is why nothing is read
// What fails after so long has met the time limit for statements: it would take as long again.
constexpr double kTooLong = kReplicaStatementSeconds - 1;

std::int64_t any_number() {
  return static_cast<std::int64_t>(new_seed() >> 1) | 1;
}

// Connections for looks at the primary, which are counted. Marks must be seen while a standby is away on which commits
// wait.
Database::Connect counting(const Database::Connect& connect, std::shared_ptr<std::atomic<int>> opened) {
  return [connect, opened = std::move(opened)] {
    auto db = connect();
    wait_for_no_standby(*db);
    forget_old_marks(*db);
    ++*opened;
    return db;
  };
}

bool at_the_primary(const SqlFault*) {
  return true;
}

}  // namespace

Replicas::One::One(const ReplicaSource& source, const Database::Post& post)
    : name(source.name),
      reads(source.connect, kReplicaReaders, post, Database::Use::reads_once),
      looks(source.connect, 1, post, Database::Use::reads) {}

Replicas::Replicas(Database& primary, const Database::Connect& connect, const ReplicaSetup& setup,
                   const Database::Post& post)
    : primary_(primary),
      me_(any_number()),
      opened_(std::make_shared<std::atomic<int>>(0)),
      primary_looks_(counting(connect, opened_), 1, post, Database::Use::reads),
      most_lag_(setup.most_lag_seconds),
      primary_seen_(steady_seconds()) {
  for (const ReplicaSource& source : setup.sources) all_.push_back(std::make_unique<One>(source, post));
}

void Replicas::begin_close() {
  primary_looks_.cut_off();
  for (const auto& one : all_) {
    one->reads.cut_off();
    one->looks.cut_off();
  }
}

void Replicas::close() {
  begin_close();
  primary_looks_.close();
  for (const auto& one : all_) {
    one->reads.close();
    one->looks.close();
  }
}

// --- reading

bool Replicas::usable(const One& one, double now) const {
  return one.state == ReplicaState::reads && one.shown_until && now - *one.shown_until <= most_lag_;
}

void Replicas::read(Database::ReadAt ask) {
  const double now = steady_seconds();
  One* best = nullptr;
  for (const auto& one : all_)
    if (usable(*one, now) && (best == nullptr || one->asked.size() < best->asked.size())) best = one.get();
  if (best == nullptr || best->asked.size() >= kMostAsked) return ask(primary_, at_the_primary);
  const std::uint64_t number = ++numbers_;
  best->asked.emplace(number, One::Asked{ask, now});
  ask(best->reads, [weak = weak_from_this(), best, number](const SqlFault* fault) {
    const auto self = weak.lock();
    return self == nullptr || self->took(*best, number, fault);
  });
}

// Whether the answer of a replica counts.
bool Replicas::took(One& one, std::uint64_t number, const SqlFault* fault) {
  const auto found = one.asked.find(number);
  if (found == one.asked.end()) return false;  // the primary was asked meanwhile
  const One::Asked asked = std::move(found->second);
  one.asked.erase(found);
  const double now = steady_seconds();
  if (fault == nullptr) {
    ++one.answered;
    one.answered_at = now;
    return true;
  }
  if (fault->kind != SqlError::Kind::lost && now - asked.at > kTooLong) return true;
  ++one.passed_on;
  asked.ask(primary_, at_the_primary);
  // Not so where the standby had to give way to what it takes over from its primary, or the question is at fault.
  if (fault->kind == SqlError::Kind::lost) leave(one, now + kFaultPause, fault->message);
  return false;
}

// What waits there would fail as slowly, one after the other.
void Replicas::leave(One& one, double until, std::string said) {
  one.not_before = until;
  set_state(one, ReplicaState::away, std::move(said));
  pass_on(one);
}

// A look may still be answered: what is read may wait for what the standby takes over from its primary.
bool Replicas::answers_nothing(const One& one, double now) {
  return !one.asked.empty() && now - std::max(one.asked.begin()->second.at, one.answered_at) > kAnswerPatience;
}

void Replicas::pass_on(One& one) {
  for (const auto& [number, asked] : std::exchange(one.asked, {})) {
    ++one.passed_on;
    asked.ask(primary_, at_the_primary);
  }
}

void Replicas::set_state(One& one, ReplicaState state, std::string said) {
  one.state = state;
  one.said = std::move(said);
}

// --- looking

void Replicas::tick() {
  const double now = steady_seconds();
  look_at_primary(now);
  for (const auto& one : all_) {
    if (one->asking && now - one->asked_at > kLookPatience)
      leave(*one, one->not_before, "it does not answer");
    else if (answers_nothing(*one, now))
      leave(*one, now + kFaultPause, "what is read of it waits; it may have to take over a lock of the database first");
  }
}

// The replicas are asked behind the primary: one that follows at once then shows what it has just written.
void Replicas::look_at_primary(double now) {
  if (std::exchange(asking_primary_, true)) return;
  const auto work = [me = me_, opened = opened_](SqlConnection& db) {
    const std::int64_t mark = write_mark(db, me);
    PrimaryLook found{look_at(db, me), opened->load()};
    found.look.mark = mark;
    return found;
  };
  primary_looks_.read<PrimaryLook>(work, [weak = weak_from_this(), now](const SqlResult<PrimaryLook>& found) {
    if (const auto self = weak.lock()) self->primary_said(found, now);
  });
}

void Replicas::primary_said(const SqlResult<PrimaryLook>& found, double asked_at) {
  asking_primary_ = false;
  primary_fault_ = found.fault.message;
  if (!found.value) return;
  if (found.value->connection != primary_look_.connection) {  // perhaps to a standby that took over, without the rest
    marks_.clear();
    for (const auto& one : all_) one->shown_until.reset();
  }
  primary_look_ = *found.value;
  primary_seen_ = asked_at;
  marks_.add(asked_at, primary_look_.look.mark);
  for (const auto& one : all_) look_at_replica(*one, steady_seconds());
}

std::string Replicas::why_primary_is_silent(double now) const {
  if (now - primary_seen_ <= kPrimaryPatience) return {};
  return "how far it is behind is not known, for the database takes no mark: " +
         (primary_fault_.empty() ? "it does not answer" : primary_fault_);
}

void Replicas::look_at_replica(One& one, double now) {
  if (std::exchange(one.asking, true)) return;
  one.asked_at = now;
  const auto work = [me = me_](SqlConnection& db) { return look_at(db, me); };
  one.looks.read<ReplicaLook>(work, [weak = weak_from_this(), &one](const SqlResult<ReplicaLook>& found) {
    const auto self = weak.lock();
    if (self == nullptr) return;
    one.asking = false;
    self->judge(one, found, steady_seconds());
  });
}

void Replicas::judge(One& one, const SqlResult<ReplicaLook>& found, double now) {
  if (!found.value) {
    set_state(one, ReplicaState::away, found.fault.message);
    return pass_on(one);
  }
  const ReplicaLook& look = *found.value;
  if (std::string why = why_no_replica(look, primary_look_.look); !why.empty()) {
    one.shown_until.reset();
    set_state(one, ReplicaState::refused, std::move(why));
    return pass_on(one);
  }
  one.shown_until = marks_.shown_until(look.mark);
  const double since = one.shown_until.value_or(marks_.first().value_or(now));
  if (now - since <= most_lag_) {
    if (!one.shown_until)
      set_state(one, ReplicaState::starting, "how far it is behind is not known yet");
    else if (now >= one.not_before)
      return set_state(one, ReplicaState::reads, {});
  } else if (!one.shown_until && look.place >= primary_look_.look.place)
    set_state(one, ReplicaState::refused, "it does not show what this database writes: it follows another one");
  else
    set_state(one, ReplicaState::behind, "it is too far behind");
  pass_on(one);
}

std::vector<ReplicaReport> Replicas::report() const {
  const double now = steady_seconds();
  std::vector<ReplicaReport> out;
  out.reserve(all_.size());
  for (const auto& one : all_) {
    ReplicaReport report{one->name, one->state, -1, one->said, one->answered, one->passed_on};
    if (one->shown_until) report.lag_seconds = std::max(0.0, now - *one->shown_until);
    const bool unsure = report.state == ReplicaState::reads || report.state == ReplicaState::starting;
    if (const std::string why = why_primary_is_silent(now); unsure && !usable(*one, now) && !why.empty()) {
      report.state = ReplicaState::away;
      report.said = why;
    } else if (report.state == ReplicaState::reads && !usable(*one, now)) {
      report.state = ReplicaState::behind;
      report.said = "it is too far behind";
    }
    out.push_back(std::move(report));
  }
  return out;
}

}  // namespace cairn
