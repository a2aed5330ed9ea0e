// A table in memory: the commands that wait there, the people who are told of it, and its bot's turn. TableRunner runs
// it, TableListeners adds who is told, BotScheduler finds somebody for the bot.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "server/base/asker.h"
#include "server/play/refusal.h"
#include "server/play/to_client.h"
#include "server/store/people.h"
#include "server/store/tables.h"
#include "server/tables/bots.h"

namespace cairn {

// Somebody who is told of every change at a table, in order.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void tell(std::shared_ptr<const std::string> text) = 0;
  virtual void measure() {}  // how long the way there and back takes: the table's clock gives it back
};
struct Subscriber {
  Listener* listener;
  std::optional<Person> person;
};

// What is told of a command that was accepted: a Reply. It is kept as this text, so that whoever asks again is told the
// same.
struct CommandAnswer {
  std::string json;
};

// A change to be written; or what is answered without one; or nothing, where that was answered already.
template <class T>
using Prepared = std::variant<Change, Result<T>, std::monostate>;
template <class T>
Prepared<T> prepared(Answer&& answer) {
  if (auto* refusal = std::get_if<Refusal>(&answer)) return std::move(*refusal);
  return std::move(std::get<Change>(answer));
}

inline Unit nothing_to_tell(const Change&) {
  return {};
}

// Something to be written at a table. It is prepared anew whenever another entry came before it.
struct TableJob {
  // `begin` finds what is Prepared, `tell` the answer to a change that stands; `done` gets that, whatever it is.
  template <class Begin, class Tell>
  TableJob(Begin begin, Tell tell, Done<std::invoke_result_t<Tell, const Change&>> done) {
    using T = std::invoke_result_t<Tell, const Change&>;
    const auto kept = std::make_shared<const Done<T>>(std::move(done));
    prepare = [begin = std::move(begin), kept](const Table& table) -> std::optional<Change> {
      Prepared<T> found = begin(table);
      if (auto* change = std::get_if<Change>(&found)) return std::move(*change);
      if (auto* result = std::get_if<Result<T>>(&found)) (*kept)(std::move(*result));
      return std::nullopt;
    };
    answer = [tell = std::move(tell), kept](const Change& change) { (*kept)(tell(change)); };
    refuse = [kept](const Refusal& refusal) { (*kept)(refusal); };
  }

  std::function<std::optional<Change>(const Table&)> prepare;  // none: nothing is to be written, and that was answered
  std::function<void(const Change&)> answer;                   // when it stands
  std::function<void(const Refusal&)> refuse;
  std::function<void(Done<Unit>)> first{};    // TableService::Act::first, until it was done
  std::function<bool(const Table&)> ahead{};  // of this table: it knows what other servers wrote
  bool read = false;                          // ... and that was looked up
  int conflicts = 0;
  int number = -1;         // of the table at the last conflict
  std::int64_t at_ms = 0;  // when it came; of the server itself: now
  std::optional<AwayDue> away{};
};

// The turn of a table's bot, as this server knows it.
struct BotTurnState {
  BotPool::Stop thinking;    // while a thread of ours thinks
  bool queued = false;       // it waits for a thread or a worker
  bool ours = false;         // several servers: this one lets it think
  int stuck_at = -1;         // the table's number when there was no move to be found: nobody tries again
  std::int64_t lease = 0;    // a worker has the turn; 0: none
  bool work_failed = false;  // a worker could not find the move: we think ourselves
  bool idle() const { return !thinking && !queued && lease == 0; }
};

struct RunningTable;
using RunningTablePtr = std::shared_ptr<RunningTable>;

// Who asks for a table, and gets it or hears why not.
struct TableReader {
  std::function<void(const RunningTablePtr&)> go;
  std::function<void(const Refusal&)> fail;
  Asker who{};
};

struct RunningTable {
  TableRow row;                // as it was at the start; the table has the rest
  std::optional<Table> table;  // none: to be read
  bool busy = false;           // a write or a reading is under way
  std::deque<TableJob> waiting;
  std::vector<TableReader> readers;  // to be told how it stands in the store, by a reading that begins after they asked
  bool read_last = false;            // then one that waits to write is next
  std::vector<Subscriber> subscribers;
  std::deque<std::pair<std::string, CommandAnswer>> answers;  // of late, by seat and request
  BotTurnState bot;
  std::list<std::string>::iterator place;  // in the order in which tables are forgotten

  std::optional<Seat> seat_of(const std::optional<Person>& person) const;
  TableView view(const std::optional<Person>& person, std::int64_t now_ms) const;
  std::string state_message(const std::optional<Person>& person, std::int64_t now_ms) const;
  void tell_state(std::int64_t now_ms) const;  // to all who are told
  void tell(const Change& change, std::int64_t now_ms) const;

  const CommandAnswer* answer(const std::string& key) const;
  void keep_answer(std::string key, CommandAnswer given);
  bool idle() const { return !busy && waiting.empty() && readers.empty() && subscribers.empty() && bot.idle(); }
};

}  // namespace cairn
