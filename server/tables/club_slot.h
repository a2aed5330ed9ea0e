// Inside of the club: a table in memory, and what is to be done at it.
#pragma once

#include <type_traits>

#include "server/tables/club.h"

namespace cairn {

inline constexpr std::size_t kQuickEntries = 100;  // of a record are played through on the loop; more are not

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
struct Club::Job {
  // `begin` finds what is Prepared, `tell` the answer to a change that stands; `done` gets that, whatever it is.
  template <class Begin, class Tell>
  Job(Begin begin, Tell tell, Done<std::invoke_result_t<Tell, const Change&>> done) {
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
  Fail refuse;
  std::function<void(Done<Unit>)> first{};    // Club::Act::first, until it was done
  std::function<bool(const Table&)> ahead{};  // of this table: it knows what other servers wrote
  bool read = false;                          // ... and that was looked up
  int conflicts = 0;
  int number = -1;         // of the table at the last conflict
  std::int64_t at_ms = 0;  // when it came; of the house: now
  std::optional<AwayDue> away{};
};

struct Club::Slot {
  TableRow row;                // as it was at the start; the table has the rest
  std::optional<Table> table;  // none: to be read
  bool busy = false;           // a write or a reading is under way
  std::deque<Job> waiting;
  std::vector<Reader> readers;  // to be told how it stands in the store, by a reading that begins after they asked
  bool read_last = false;       // then one that waits to write is next
  struct Ear {
    Listener* listener;
    std::optional<Person> person;
  };
  std::vector<Ear> ears;
  std::deque<std::pair<std::string, CommandAnswer>> answers;  // of late, by seat and request
  static constexpr std::size_t kKeptAnswers = 64;
  BotPool::Stop bot;  // while it thinks
  bool bot_queued = false;
  bool bot_ours = false;     // several servers: this one lets it think
  int stuck_at = -1;         // its number when there was no move to be found: nobody tries again
  std::int64_t lease = 0;    // a worker has its turn; 0: none
  bool work_failed = false;  // a worker could not find its move: we think ourselves
  std::list<std::string>::iterator place;

  const CommandAnswer* answer(const std::string& key) const {
    for (const auto& [request, given] : answers)
      if (request == key) return &given;
    return nullptr;
  }
  void keep_answer(std::string key, CommandAnswer given) {
    if (answers.size() >= kKeptAnswers) answers.pop_front();
    answers.emplace_back(std::move(key), std::move(given));
  }
  bool idle() const {
    return !busy && waiting.empty() && readers.empty() && ears.empty() && !bot && !bot_queued && lease == 0;
  }
};

}  // namespace cairn
