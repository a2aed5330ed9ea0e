#include "server/store/sqlite.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "notation/view_json.h"
#include "server/store/connection.h"
#include "server/store/migrations.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxGroup = 1'000;     // writes of one transaction
constexpr std::size_t kMaxWaiting = 50'000;  // writes that may wait

class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  // "" or what is wrong.
  std::string take(const std::string& path) {
    file_ = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file_ < 0) return std::strerror(errno);
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0) return "another server is using it";
    return {};
  }

 private:
  int file_ = -1;
};

std::string options_text(const OptionValues& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

OptionValues options_from(const std::string& text) {
  OptionValues options;
  if (!read_options(parse_json(text), options).empty()) throw SqlError("the options of a table are damaged");
  return options;
}

class SqliteStore final : public Store {
 public:
  SqliteStore(FileLock lock, const std::string& path, Post post)
      : lock_(std::move(lock)), post_(std::move(post)), writing_(path), reading_(path) {
    writer_ = std::thread([this] { write_loop(); });
  }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;
  ~SqliteStore() override { close(); }

  void add_guest(std::string name, const TokenHash& token, std::int64_t now_ms, std::int64_t expires_ms,
                 Done done) override {
    enqueue(
        [name = std::move(name), token, now_ms, expires_ms](Connection& db) {
          db.use("INSERT INTO people (name, created_ms) VALUES ($1, $2)")->bind(1, name).bind(2, now_ms).run();
          const std::int64_t person = db.last_key();
          db.use("INSERT INTO sessions (token_hash, person, created_ms, expires_ms) VALUES ($1, $2, $3, $4)")
              ->bind(1, token)
              .bind(2, person)
              .bind(3, now_ms)
              .bind(4, expires_ms)
              .run();
          return Written{Written::How::durable, {}, person};
        },
        std::move(done));
  }

  void add_table(TableRow row, Done done) override {
    enqueue([row = std::move(row)](Connection& db) { return insert_table(db, row); }, std::move(done));
  }

  void append(Append append, Done done) override {
    enqueue([append = std::move(append)](Connection& db) { return insert_entry(db, append); }, std::move(done));
  }

  Found<Person> person_of(const TokenHash& token, std::int64_t now_ms) override {
    try {
      auto query = reading_.use(
          "SELECT p.id, p.name FROM sessions s JOIN people p ON p.id = s.person "
          "WHERE s.token_hash = $1 AND s.expires_ms > $2");
      query->bind(1, token).bind(2, now_ms);
      if (!query->step()) return {};
      return {Person{query->integer(0), query->text(1)}, {}};
    } catch (const SqlError& error) {
      return {std::nullopt, error.what()};
    }
  }

  Found<StoredTable> load(const std::string& table) override {
    try {
      // One transaction, so that the chairs and the entries are of one moment.
      reading_.execute("BEGIN");
      struct End {
        Connection& db;
        ~End() {
          try {
            db.execute("COMMIT");
          } catch (const SqlError&) {  // a read transaction has nothing to lose
          }
        }
      } end{reading_};
      return {read_table(table), {}};
    } catch (const SqlError& error) {
      return {std::nullopt, error.what()};
    }
  }

  std::vector<std::string> tables_with_bot_due() override {
    std::vector<std::string> due;
    try {
      auto query = reading_.use("SELECT id FROM tables WHERE bot_due = 1 ORDER BY key");
      while (query->step()) due.push_back(query->text(0));
    } catch (const SqlError&) {  // the same fault will show at the first table that is asked for
    }
    return due;
  }

  void close() override {
    {
      const std::lock_guard guard(mutex_);
      closing_ = true;
    }
    wake_.notify_one();
    if (writer_.joinable()) writer_.join();
  }

 private:
  using Write = std::function<Written(Connection&)>;
  struct Job {
    Write write;
    Done done;
    Written written;
  };

  void enqueue(Write write, Done done) {
    {
      const std::lock_guard guard(mutex_);
      if (!closing_ && waiting_.size() < kMaxWaiting) {
        waiting_.push_back({std::move(write), std::move(done), {}});
        if (waiting_.size() == 1) wake_.notify_one();
        return;
      }
    }
    post_([done = std::move(done)] { done({Written::How::failed, "the store is closing or too busy", 0}); });
  }

  void write_loop() {
    while (true) {
      auto group = std::make_shared<std::vector<Job>>();
      {
        std::unique_lock guard(mutex_);
        wake_.wait(guard, [this] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        while (!waiting_.empty() && group->size() < kMaxGroup) {
          group->push_back(std::move(waiting_.front()));
          waiting_.pop_front();
        }
      }
      if (!write_group(*group) && group->size() > 1)  // one bad write must not take the others with it
        for (Job& job : *group) write_group({&job, 1});
      post_([group] {
        for (const Job& job : *group) job.done(job.written);
      });
    }
  }

  bool write_group(std::span<Job> group) {
    try {
      writing_.execute("BEGIN IMMEDIATE");
      for (Job& job : group) job.written = job.write(writing_);
      writing_.execute("COMMIT");
      return true;
    } catch (const SqlError& error) {
      for (Job& job : group) job.written = {Written::How::failed, error.what(), 0};
      try {
        if (writing_.in_transaction()) writing_.execute("ROLLBACK");
      } catch (const SqlError&) {  // the next BEGIN reports it
      }
      return false;
    }
  }

  static Written insert_table(Connection& db, const TableRow& row) {
    db.use(
          "INSERT INTO tables (id, game, options, seed, rules_version, seconds, created_ms, number, over, bot_due, "
          "level) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, $9) ON CONFLICT (id) DO NOTHING")
        ->bind(1, row.id)
        .bind(2, row.setup.game)
        .bind(3, options_text(row.setup.options))
        .bind(4, static_cast<std::int64_t>(row.setup.seed))
        .bind(5, std::int64_t{row.setup.rules_version})
        .bind(6, row.setup.seconds)
        .bind(7, row.created_ms)
        .bind(8, std::int64_t{row.bot_due})
        .bind(9, std::int64_t{row.setup.level})
        .run();
    if (db.changes() == 0) return {Written::How::conflict, {}, 0};
    const std::int64_t key = db.last_key();
    for (std::size_t seat = 0; seat < row.chairs.size(); ++seat)
      write_chair(db, key, static_cast<std::int64_t>(seat), row.chairs[seat]);
    return {};
  }

  static void write_chair(Connection& db, std::int64_t key, std::int64_t seat, const Chair& chair) {
    db.use(
          "INSERT INTO chairs (table_key, seat, kind, person, name) VALUES ($1, $2, $3, $4, $5) "
          "ON CONFLICT (table_key, seat) DO UPDATE SET kind = $3, person = $4, name = $5")
        ->bind(1, key)
        .bind(2, seat)
        .bind(3, static_cast<std::int64_t>(chair.kind))
        .bind(4, chair.person)
        .bind(5, chair.name)
        .run();
  }

  static Written insert_entry(Connection& db, const Append& append) {
    std::int64_t key = 0;
    {
      auto update = db.use(
          "UPDATE tables SET number = $2, over = $3, bot_due = $4 WHERE id = $1 AND number = $2 - 1 RETURNING key");
      update->bind(1, append.table)
          .bind(2, std::int64_t{append.number})
          .bind(3, std::int64_t{append.over})
          .bind(4, std::int64_t{append.bot_due});
      if (!update->step()) return {Written::How::conflict, {}, 0};
      key = update->integer(0);
      update->run();
    }
    db.use(
          "INSERT INTO entries (table_key, number, seat, kind, words, request, at_ms) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7)")
        ->bind(1, key)
        .bind(2, std::int64_t{append.number})
        .bind(3, std::int64_t{index(append.entry.seat)})
        .bind(4, static_cast<std::int64_t>(append.entry.kind))
        .bind(5, append.entry.words)
        .bind(6, append.entry.request)
        .bind(7, append.at_ms)
        .run();
    if (append.chair) write_chair(db, key, index(append.entry.seat), *append.chair);
    return {};
  }

  std::optional<StoredTable> read_table(const std::string& id) {
    StoredTable out;
    out.row.id = id;
    auto query = reading_.use(
        "SELECT key, game, options, seed, rules_version, seconds, created_ms, bot_due, level FROM tables WHERE id = "
        "$1");
    query->bind(1, id);
    if (!query->step()) return std::nullopt;
    const std::int64_t key = query->integer(0);
    out.row.setup = {query->text(1), options_from(query->text(2)), static_cast<std::uint64_t>(query->integer(3)),
                     static_cast<int>(query->integer(4))};
    out.row.setup.seconds = query->real(5);
    out.row.created_ms = query->integer(6);
    out.row.bot_due = query->integer(7) != 0;
    out.row.setup.level = static_cast<int>(query->integer(8));
    auto chairs = reading_.use("SELECT kind, person, name FROM chairs WHERE table_key = $1 ORDER BY seat");
    chairs->bind(1, key);
    while (chairs->step())
      out.row.chairs.push_back({static_cast<SeatKind>(chairs->integer(0)), chairs->integer(1), chairs->text(2)});
    auto entries = reading_.use("SELECT kind, seat, words, request FROM entries WHERE table_key = $1 ORDER BY number");
    entries->bind(1, key);
    while (entries->step())
      out.log.push_back({static_cast<Entry::Kind>(entries->integer(0)), seat_at(static_cast<int>(entries->integer(1))),
                         entries->text(2), entries->text(3)});
    return out;
  }

  FileLock lock_;
  Post post_;
  Connection writing_, reading_;
  std::mutex mutex_;  // of what follows
  std::condition_variable wake_;
  std::deque<Job> waiting_;
  bool closing_ = false;
  std::thread writer_;
};

// Brings a database to the present form.
void migrate(Connection& db) {
  std::int64_t version = 0;
  {
    auto query = db.use("PRAGMA user_version");
    query->step();
    version = query->integer(0);
  }
  const auto steps = migrations();
  if (version > static_cast<std::int64_t>(steps.size()))
    throw SqlError("it was written by a newer version of this program");
  for (auto step = static_cast<std::size_t>(version); step < steps.size(); ++step)
    db.execute("BEGIN IMMEDIATE; " + std::string(steps[step]) + "; PRAGMA user_version = " + std::to_string(step + 1) +
               "; COMMIT");
}

}  // namespace

OpenedStore open_sqlite_store(const std::string& folder, Store::Post post) {
  namespace fs = std::filesystem;
  const auto wrong = [&](const std::string& why) {
    return OpenedStore{nullptr, "the data folder " + folder + " cannot be used: " + why};
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return wrong(error.message());
  FileLock lock;
  if (const std::string why = lock.take((fs::path(folder) / "lock").string()); !why.empty()) return wrong(why);
  const std::string path = (fs::path(folder) / "cairn.db").string();
  try {
    {
      Connection db(path);
      migrate(db);
    }
    return {std::make_unique<SqliteStore>(std::move(lock), path, std::move(post)), {}};
  } catch (const SqlError& problem) {
    return wrong(problem.what());
  }
}

}  // namespace cairn
