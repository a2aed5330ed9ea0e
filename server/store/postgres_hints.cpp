#include "server/store/postgres_hints.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <charconv>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxPayload = 7'500;  // PostgreSQL takes less than 8,000 bytes
constexpr int kAgainMs = 1'000;             // after a connection was lost
constexpr int kQuietMs = 5'000;

using Said = std::unordered_map<std::string, int>;

constexpr char kPersonMark = '.';  // no table's id has it

// "table number,table number"; a person with an engine of their own instead of a table: ".person 1".
std::string take_payload(Said& said) {
  std::string payload;
  while (!said.empty() && payload.size() < kMaxPayload - 64) {
    const auto first = said.begin();
    payload += (payload.empty() ? "" : ",") + first->first + " " + std::to_string(first->second);
    said.erase(first);
  }
  return payload;
}

Hints::Numbers read_payload(std::string_view payload) {
  Hints::Numbers numbers;
  for (const auto part : split(payload, ',')) {
    const auto blank = part.find(' ');
    if (blank == std::string_view::npos) continue;
    if (const auto number = parse_int(part.substr(blank + 1)))
      numbers.emplace_back(std::string(part.substr(0, blank)), *number);
  }
  return numbers;
}

}  // namespace

struct PostgresHints::Inside : std::enable_shared_from_this<PostgresHints::Inside> {
  Inside(PostgresPlace where, Database::Post to) : place(std::move(where)), post(std::move(to)) {}
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { ::close(bell); }

  void ring() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(bell, &one, sizeof one);
  }
  // Until there is something to say or to read, or the time is over.
  void wait(int file, int ms) const {
    pollfd files[] = {{bell, POLLIN, 0}, {file, POLLIN, 0}};
    ::poll(files, file < 0 ? 1 : 2, ms);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto read = ::read(bell, &count, sizeof count);
  }
  bool connect() {
    try {
      connection = open_postgres(place);
      const auto listening = std::unique_ptr<PGresult, void (*)(PGresult*)>(
          PQexec(connection.get(), "LISTEN cairn_tables"), [](PGresult* result) { PQclear(result); });
      if (PQresultStatus(listening.get()) == PGRES_COMMAND_OK) return true;
    } catch (const SqlError&) {  // the store's own connections say it
    }
    connection.reset();
    return false;
  }
  bool send(const std::string& payload) const {
    const char* values[] = {payload.c_str()};
    PGresult* result =
        PQexecParams(connection.get(), "SELECT pg_notify('cairn_tables', $1)", 1, nullptr, values, nullptr, nullptr, 0);
    const bool good = PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    return good;
  }
  bool receive() {
    if (PQconsumeInput(connection.get()) == 0) return false;
    Numbers numbers;
    while (PGnotify* notify = PQnotifies(connection.get())) {
      if (notify->be_pid != PQbackendPID(connection.get()))
        for (auto& one : read_payload(notify->extra)) numbers.push_back(std::move(one));
      PQfreemem(notify);
    }
    std::vector<std::int64_t> engines;
    std::erase_if(numbers, [&](const auto& one) {
      if (!one.first.starts_with(kPersonMark)) return false;
      std::int64_t person = 0;
      const char *begin = one.first.data() + 1, *end = one.first.data() + one.first.size();
      if (const auto [at, fault] = std::from_chars(begin, end, person); fault == std::errc{} && at == end)
        engines.push_back(person);
      return true;
    });
    if (!engines.empty())
      post([self = shared_from_this(), engines = std::move(engines)] {
        for (const std::int64_t person : engines)
          if (self->heard_engine) self->heard_engine(person);
      });
    if (!numbers.empty())
      post([self = shared_from_this(), numbers = std::move(numbers)] {
        if (self->heard) self->heard(numbers);
      });
    return PQstatus(connection.get()) == CONNECTION_OK;
  }
  void run() {
    while (true) {
      if (!connection && !connect()) {
        wait(-1, kAgainMs);
      } else {
        wait(PQsocket(connection.get()), kQuietMs);
        if (!receive()) connection.reset();
      }
      std::string payload;
      do {
        {
          const std::lock_guard guard(mutex);
          if (closing) return;
          if (!connection) said.clear();  // stale before it could be sent
          payload = take_payload(said);
        }
        if (!payload.empty() && !send(payload)) connection.reset();
      } while (!payload.empty() && connection);
      if (connection && !receive()) connection.reset();
    }
  }

  PostgresPlace place;
  Database::Post post;
  std::function<void(const Numbers&)> heard;  // the loop's
  std::function<void(std::int64_t)> heard_engine;
  int bell = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  PostgresHandle connection;  // the thread's
  std::mutex mutex;           // of what follows
  Said said;
  bool closing = false;
};

PostgresHints::PostgresHints(PostgresPlace place, Database::Post post)
    : inside_(std::make_shared<Inside>(std::move(place), std::move(post))),
      thread_([inside = inside_] { inside->run(); }) {}

void PostgresHints::close() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard guard(inside_->mutex);
    inside_->closing = true;
  }
  inside_->ring();
  thread_.join();
  inside_->heard = nullptr;
  inside_->heard_engine = nullptr;
}

void PostgresHints::say(const std::string& table, int number) {
  {
    const std::lock_guard guard(inside_->mutex);
    int& last = inside_->said[table];
    last = std::max(last, number);
  }
  inside_->ring();
}

void PostgresHints::on_hint(std::function<void(const Numbers&)> heard) {
  inside_->heard = std::move(heard);
}

void PostgresHints::say_engine(std::int64_t person) {
  say(kPersonMark + std::to_string(person), 1);
}

void PostgresHints::on_engine(std::function<void(std::int64_t person)> heard) {
  inside_->heard_engine = std::move(heard);
}

}  // namespace cairn
