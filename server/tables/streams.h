// What happens at all of somebody's tables, for who follows them at once: a game begins, it is his turn, it is over.
// Without a socket, beside the table service, on the loop's thread.
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
#include "server/base/shared_text.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/feed.h"
#include "server/store/people.h"

namespace cairn {

inline constexpr std::size_t kMostStreams = 8;     // of one person at a server
inline constexpr std::int64_t kRepeatMs = 10'000;  // what changed so short before a number is told again

// How one of somebody's tables stands.
struct TableNews {
  FeedCard card;
  const GameInfo* info = nullptr;  // null: this program does not know the game
  std::int64_t person = 0;         // whose
  std::int64_t now_ms = 0;
};

class NewsListener {
 public:
  virtual ~NewsListener() = default;
  virtual void hear(const TableNews& news, SharedText& text) = 0;  // a person's listeners are told the same
};

class Streams {
 public:
  Streams(FeedStore& store, World world) : store_(store), world_(std::move(world)) {}
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  void tick();  // some times a second
  void on_change(const std::string& table,
                 const std::vector<Occupant>& occupants);  // by the table service: a change of which all know

  // From now on the listener is told what happens, until it leaves. What happened before is for `missed`.
  Result<Unit> listen(const Person& person, NewsListener& listener);
  void leave(const Person& person, const NewsListener& listener);

  // One part of how the tables stand: all that are not over, or what changed behind the number `after`.
  struct Part {
    std::vector<TableNews> news;
    std::optional<FeedPlace> next{};     // where the following part begins; or
    std::optional<std::int64_t> last{};  // this was the last part: the number to come back with
  };
  struct Wish {
    std::optional<std::int64_t> after;
    std::optional<FeedPlace> from{};  // `next` of the part before
  };
  void missed(const Person& person, const Wish& wish, std::function<void(Found<Part>)> done);

 private:
  void look(const std::string& table);
  TableNews news(FeedCard card, std::int64_t person) const;

  FeedStore& store_;
  World world_;
  std::unordered_map<std::int64_t, std::vector<NewsListener*>> ears_;  // by person
  std::unordered_map<std::string, bool> looking_;                      // tables that are read; whether once more
  std::unordered_map<std::string, std::int64_t> last_numbers_;         // the last numbers that were told
  bool polling_ = false;
  int ticks_ = 0;
};

}  // namespace cairn
