// What happens at all of somebody's tables, for who follows them at once: a game begins, it is his turn, it is over.
// Without a socket, beside the club, on the loop's thread.
//
// A line tells how a table stands now, with the number of its last change (store/feed.h), never what stood between: so
// whoever comes back with the last number that he saw is told every table that changed since, each once, however many.
// What happens here is told at once; what other servers do is looked up some times a second.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "games/registry.h"
#include "server/base/world.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

inline constexpr std::size_t kMostStreams = 8;        // of one person at a server
inline constexpr std::int64_t kToldAgainMs = 10'000;  // what changed so short before a number is told again

class Streams {
 public:
  Streams(Store& store, World world) : store_(store), world_(std::move(world)) {}
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  void tick();                                                            // some times a second
  void told(const std::string& table, const std::vector<Chair>& chairs);  // by the club: a change of which all know

  // From now on the listener is told what happens, until it leaves. What happened before is for `missed`. A reply: why
  // that cannot be.
  std::optional<Reply> listen(const Person& person, Listener& listener);
  void leave(const Person& person, const Listener& listener);

  // One part of how the tables stand: all that are not over, or what changed behind the number `after`. `next`: where
  // the following part begins; none: this was the last, and says so with the number to come back with.
  struct Part {
    std::string lines;
    std::optional<FeedPlace> next;
  };
  struct Wish {
    std::optional<std::int64_t> after;
    std::optional<FeedPlace> from{};  // `next` of the part before
  };
  void missed(const Person& person, const Wish& wish, std::function<void(Found<Part>)> done);

 private:
  void look(const std::string& table);
  const GameInfo* game(std::string_view name) const;

  Store& store_;
  World world_;
  std::unordered_map<std::int64_t, std::vector<Listener*>> ears_;  // by person
  std::unordered_map<std::string, bool> looking_;                  // tables that are read; whether once more
  std::unordered_map<std::string, std::int64_t> told_;             // the last numbers that were told
  bool polling_ = false;
  int ticks_ = 0;
};

}  // namespace cairn
