// Quick pairing, without a socket: who seeks a game by rating is paired with who is near. beside the table service, on
// the loop's thread; answers come through callbacks on that thread.
//
// Nothing is kept here. About once a second, and when somebody comes, all that wait are read and matched (pairing.h);
// each pair is then written with its table, if both still wait: of servers that share a store one comes first.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/matchmaking/pairing.h"
#include "server/play/refusal.h"
#include "server/play/table.h"
#include "server/store/people.h"
#include "server/store/seeks.h"

namespace cairn {

inline constexpr std::int64_t kLiveSeekMs = 30'000, kLongSeekMs = 3 * kDayMs;  // without a sign of its owner

struct SeekWish {
  bool handicap = false;  // stones and komi by the difference of the ratings
  std::string request;
  PlayTerms terms;  // as they were said: not complete
};
// Somebody's own: none, one that waits, or one that was paired.
struct SeekShown {
  std::optional<Seek> seek{};
  std::string title{};             // of its game
  std::optional<double> window{};  // the difference of ratings that it takes by now; none: any
};

class Seeks {
 public:
  struct Stores {
    PeopleStore& people;
    SeekStore& seeks;
  };
  Seeks(const Stores& stores, World world) : stores_(stores), world_(std::move(world)) {}
  Seeks(const Seeks&) = delete;
  Seeks& operator=(const Seeks&) = delete;

  void tick();  // about once a second

  // The same request again says that its owner is there.
  void put(const Person& person, const SeekWish& wish, Done<SeekShown> done);
  void show(const Person& person, Done<SeekShown> done);
  void end(const Person& person, Done<SeekShown> done);

 private:
  const GameInfo* game(std::string_view name) const;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  SeekShown shown(const Seek& seek) const;
  void round();
  void match(const OpenSeeks& open);
  void pair(const Seek& one, const Seek& other);
  void begin(const Seek& one, const Seek& other, const std::vector<FirstMoves>& moves);
  void begin_with(const Seek& one, const Seek& other, const PlayTerms& terms, std::vector<Occupant> occupants);
  void pair_done();

  const Stores stores_;
  World world_;
  RateLimit signs_{1, 20};  // by person
  bool running_ = false;
  std::size_t pairs_left_ = 0;                    // of the round
  std::vector<std::function<void()>> waiting_;    // for a round that begins later
  std::vector<std::function<void()>> answering_;  // when this one is over
};

}  // namespace cairn
