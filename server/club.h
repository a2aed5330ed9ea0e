// Everything that a server knows of its people and tables, without a socket: who asks, which table, what is written
// first and who is told afterwards. One thread (the loop); answers come through callbacks on that thread.
//
// The order of a command: prepared on a copy, written, and when it is durable taken in, answered, told to everybody at
// the table, and the bot set to think. One command a table is under way at a time; a few may wait.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "games/registry.h"
#include "server/bots.h"
#include "server/protocol/from_client.h"
#include "server/protocol/to_client.h"
#include "server/store/store.h"

namespace cairn {

// A body for the wire with its HTTP status.
struct Reply {
  int status = 200;
  std::string body;
  int retry_after_s = 0;  // 0: not worth saying
  std::string new_token;  // of a session that just began
};
Reply reply_of(const ErrorReply& error);

// Somebody who is told of every change at a table, in order.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void tell(std::shared_ptr<const std::string> text) = 0;
};

class Club {
 public:
  struct Settings {
    std::span<const GameInfo> games;
    std::size_t tables_kept = 2'000;       // idle tables in memory
    std::function<std::int64_t()> now_ms;  // since 1970
    std::function<void(const std::string&)> log;
  };
  using Done = std::function<void(Reply)>;

  Club(Store& store, BotPool& bots, Settings settings);
  Club(const Club&) = delete;
  Club& operator=(const Club&) = delete;

  void resume();  // once: bots that were to move when the last process ended go on thinking
  void tick();    // about once a second: tries again what failed

  const std::string& games_text() const { return games_text_; }
  std::optional<Person> person_of(std::string_view token);
  void enter(const std::optional<Person>& known, const CreateGuest& wish, Done done);
  void create(const Person& person, const CreateTable& wish, Done done);
  void join(const std::string& table, const Person& person, Done done);
  Reply state(const std::string& table, const std::optional<Person>& person);
  void command(const std::string& table, const std::optional<Person>& person, const Command& command, Done done);

  // The listener is told the state at once, then every change, until it leaves. nullopt: all went well.
  std::optional<Reply> listen(const std::string& table, const std::optional<Person>& person, Listener& listener);
  void leave(const std::string& table, const Listener& listener);

  std::size_t tables_in_memory() const { return slots_.size(); }

 private:
  struct Slot;
  struct Waiting {
    std::function<void(Done)> go;
    Done done;
  };
  using SlotPtr = std::shared_ptr<Slot>;
  struct Got {
    SlotPtr slot;  // with its table; null: see error
    ErrorReply error;
  };

  Got get(const std::string& table);
  void trim();
  void in_turn(const SlotPtr& slot, std::function<void(Done)> go, Done done);
  void run(const SlotPtr& slot, Seat seat, const Command& command, Done done);
  void write(const SlotPtr& slot, Change change, Done done);
  void written(const SlotPtr& slot, const Change& change, const Written& result, const Done& done);
  void tell(Slot& slot, const Change& change);
  void next(const SlotPtr& slot);
  void want_bot(Slot& slot);
  void start_bots();
  void bot_chose(const SlotPtr& slot, int number, Seat seat, const std::string& word, bool stopped);
  std::optional<Seat> seat_of(const Slot& slot, const std::optional<Person>& person) const;
  Reply state_reply(const Slot& slot, const std::optional<Person>& person, int status) const;
  std::shared_ptr<const std::string> state_message(const Slot& slot, const std::optional<Person>& person) const;
  const GameInfo* game(std::string_view name) const;

  Store& store_;
  BotPool& bots_;
  Settings settings_;
  std::string games_text_;
  std::unordered_map<std::string, SlotPtr> slots_;
  std::list<std::string> idle_order_;  // tables, the least lately used first
  std::deque<std::string> bots_waiting_;
  std::vector<std::string> bots_failed_;
  std::unordered_map<std::string, Person> sessions_;  // token -> person; a cache
};

}  // namespace cairn
