// Replicas of the database: PostgreSQL standbys from which is read what may be some seconds old, by the same functions
// as from the primary. What is read so is marked Freshness::seconds_old by whoever asks: searches of the archive and of
// libraries, the opening explorer, leader boards, and the ratings of others. Never anything that decides about a move,
// a right, a session, or what of a hidden game may be seen: the list is in docs/hosting.md.
//
// About once a second a mark is written to the primary, and each replica is asked for it. One that is too far behind,
// that cannot be reached, that says nothing or does not show the marks of this database is left out, and the primary is
// read instead, also for what it was asked already. It comes back by itself. Everything here is the loop's, but the
// reading.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/replica_report.h"
#include "server/store/database.h"
#include "server/store/replica_look.h"

namespace cairn {

// After which a standby ends what it was asked; whoever connects to it sets that.
inline constexpr int kReplicaStatementSeconds = 10;

struct ReplicaSource {
  std::string name;  // for people: without a password
  Database::Connect connect;
};
struct ReplicaSetup {
  std::vector<ReplicaSource> sources{};
  double most_lag_seconds = 10;  // what is read is never older
};

class Replicas : public std::enable_shared_from_this<Replicas> {
 public:
  // `connect` leads to the primary, for looks on a connection of their own: they must not wait behind what is read.
  Replicas(Database& primary, const Database::Connect& connect, const ReplicaSetup& setup, const Database::Post& post);
  Replicas(const Replicas&) = delete;
  Replicas& operator=(const Replicas&) = delete;
  ~Replicas() { close(); }

  void read(Database::ReadAt ask);  // by the replica with the least to do, or by the primary
  void tick();                      // about once a second
  std::vector<ReplicaReport> report() const;

  void begin_close();  // nothing more comes of a replica
  void close();

 private:
  struct PrimaryLook {
    ReplicaLook look;
    int connection = 0;  // another one may lead to another primary
  };
  struct One {
    One(const ReplicaSource& source, const Database::Post& post);
    std::string name;
    Database reads, looks;
    bool asking = false;  // a look
    double asked_at = 0, not_before = 0;
    std::optional<double> shown_until;
    ReplicaState state = ReplicaState::starting;
    std::string said;
    struct Asked {
      Database::ReadAt ask;
      double at = 0;
    };
    std::map<std::uint64_t, Asked> asked;  // and not answered yet, the oldest first
    double answered_at = 0;
    std::uint64_t answered = 0, passed_on = 0;
  };
  bool usable(const One& one, double now) const;
  bool took(One& one, std::uint64_t number, const SqlFault* fault);
  static bool answers_nothing(const One& one, double now);
  void leave(One& one, double until, std::string said);
  void look_at_primary(double now);
  void primary_said(const SqlResult<PrimaryLook>& found, double asked_at);
  std::string why_primary_is_silent(double now) const;
  void look_at_replica(One& one, double now);
  void judge(One& one, const SqlResult<ReplicaLook>& found, double now);
  static void set_state(One& one, ReplicaState state, std::string said);
  void pass_on(One& one);

  Database& primary_;
  const std::int64_t me_;                           // of the marks
  const std::shared_ptr<std::atomic<int>> opened_;  // connections for looks at the primary
  Database primary_looks_;
  const double most_lag_;
  bool asking_primary_ = false;
  PrimaryLook primary_look_;
  double primary_seen_;  // when that was asked for
  std::string primary_fault_;
  WrittenMarks marks_;
  std::uint64_t numbers_ = 0;
  std::vector<std::unique_ptr<One>> all_;
};

}  // namespace cairn
