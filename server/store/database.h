// The threads between the loop and a database. One writes, in groups: everything that waits goes into one transaction
// and is answered after its commit; a write that breaks a rule fails alone. Some read, each with its own connection.
// What is asked for is a function of a connection, the same for every engine; a new operation is its SQL and its
// result:
//
//   database.read<int>([id](SqlConnection& db) { return int(db.run("SELECT ... $1", {id}).integer(0, 0)); },
//                      [](SqlResult<int> result) { ... on the loop ... });
//
// A lost connection is made anew. What was not written for it is tried again; only where the commit itself was under
// way is it unknown whether it came through, and the answer is a fault.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/base/freshness.h"
#include "server/store/counts.h"
#include "server/store/sql.h"

namespace cairn {

struct SqlFault {
  SqlError::Kind kind = SqlError::Kind::other;
  std::string message;
};

template <class T>
struct SqlResult {
  std::optional<T> value;  // durable, where it was a write
  SqlFault fault;          // why there is none
};

class Database {
 public:
  using Connect = std::function<std::unique_ptr<SqlConnection>()>;  // throws SqlError
  using Post = std::function<void(std::function<void()>)>;          // runs something on the loop

  enum class Use : std::uint8_t {
    reads_and_writes,
    reads,
    reads_once,  // what fails is not tried again
  };

  // Without readers there are no threads: all is done at once, by one connection on the caller's thread, and only the
  // answers are posted.
  Database(Connect connect, int readers, Post post, Use use = Use::reads_and_writes);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { close(); }

  // `work` may run more than once. `locks` names what it locks in the database (a table's id; "": nothing that others
  // hold for long): a group is done in the order of these names, so that two servers never wait for each other.
  // `proof`: where it goes well, all others may; another may have changed nothing.
  template <class T>
  void write(std::string locks, std::function<T(SqlConnection&)> work, std::function<void(SqlResult<T>)> done,
             bool proof = false) {
    Job one = job<T>(std::move(locks), std::move(work), std::move(done));
    one.proof = proof;
    enqueue(writes_, std::move(one));
  }
  template <class T>
  void read(std::function<T(SqlConnection&)> work, std::function<void(SqlResult<T>)> done,
            Freshness fresh = Freshness::now) {
    if (fresh == Freshness::now || !replicas_) return enqueue(reads_, job<T>({}, std::move(work), std::move(done)));
    replicas_([work = std::move(work), done = std::move(done)](Database& at, Took took) {
      at.read<T>(work, [done, took = std::move(took)](SqlResult<T> result) {
        if (took(result.value ? nullptr : &result.fault)) done(std::move(result));
      });
    });
  }

  // Something to be read, by whichever database it is given, and more than once. `Took` says whether an answer counts.
  using Took = std::function<bool(const SqlFault*)>;
  using ReadAt = std::function<void(Database& at, Took took)>;
  // What may be seconds old is given to this.
  void set_replicas(std::function<void(ReadAt)> replicas) { replicas_ = std::move(replicas); }

  StoreCounts counts();  // all but the entries

  // Whether several servers use it; the loop's.
  bool shared() const { return shared_; }
  void set_shared(bool shared) { shared_ = shared; }

  // Waits for the writes that were asked for; their answers are posted. What is asked for afterwards fails. A database
  // that says nothing for some seconds is waited for no longer: what was on its way to it fails.
  void close();
  // What is under way fails at once; `close` then waits for the threads.
  void cut_off();

 private:
  struct Job {
    std::string locks;
    std::function<void(SqlConnection&)> work;
    std::function<void(const SqlFault*)> done;  // on the loop
    std::optional<SqlFault> fault;
    bool proof = false;
  };
  struct Queue {
    std::deque<Job> waiting;
    std::condition_variable wake;
  };

  template <class T>
  static Job job(std::string locks, std::function<T(SqlConnection&)> work, std::function<void(SqlResult<T>)> done) {
    auto value = std::make_shared<std::optional<T>>();
    return {std::move(locks), [value, work = std::move(work)](SqlConnection& db) { *value = work(db); },
            [value, done = std::move(done)](const SqlFault* fault) {
              if (fault != nullptr) return done({std::nullopt, *fault});
              done({std::move(*value), {}});
            },
            std::nullopt, false};
  }

  // A connection that `close` may cut. Its thread alone uses it.
  class Line {
   public:
    explicit Line(Database& of) : of_(of) {}
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    ~Line() { reset(); }
    SqlConnection& open();  // connects where it does not stand
    SqlConnection* get() { return db_.get(); }
    void reset();

   private:
    Database& of_;
    std::unique_ptr<SqlConnection> db_;
  };

  void enqueue(Queue& queue, Job job);
  void do_at_once(Queue& queue, Job job);
  bool closing();
  void run(void (Database::*loop)());
  void write_loop();
  void read_loop();
  void write_and_answer(const std::shared_ptr<std::vector<Job>>& group);
  void write_group(std::vector<Job>& group);
  void read_and_answer(Job job, Line& db);
  void read_one(Job& job, Line& db);
  void count_group(const std::vector<Job>& group, double seconds);
  void count_retry();
  void note(const SqlFault& fault);  // with the mutex held

  Connect connect_;
  Post post_;
  const bool threaded_;
  const int read_tries_;
  bool shared_ = false;
  std::function<void(ReadAt)> replicas_;
  std::mutex mutex_;  // of what follows
  Queue writes_, reads_;
  bool closing_ = false, cut_ = false;
  std::vector<SqlConnection*> open_;
  std::size_t running_ = 0;  // threads
  std::condition_variable ended_;
  StoreCounts counts_;
  Line writing_{*this};  // the writer's
  std::vector<std::thread> threads_;
};

}  // namespace cairn
