// How often passwords and codes may be guessed, counted in the store: all servers on it count together, and a restart
// forgets nothing. Part of the store; what store.h says of its calls and answers holds here.
//
// A limit gives each key a bucket of tries, refilled with time, as RateLimit does in the memory of one server
// (base/limits.h). Stored are a hash of the key and the moment at which the bucket will be full again: a try moves that
// moment on, and is allowed if it stays within the time that a whole bucket takes. That is one statement, so of guesses
// at once, at however many servers, no more are allowed than the bucket has. A key whose bucket is full needs no row.
//
// The moments are those of the servers: a clock that is ahead by a second gives a second's worth of tries more, once. A
// row is kept for an hour longer, for servers whose clocks are behind.
//
// A try is counted before it is known to be wrong, and given back if it was right. If it cannot be counted, it must not
// be made.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "server/base/tokens.h"
#include "server/store/store_part.h"

namespace cairn {

inline constexpr std::int64_t kGuessKeptMs = 3'600'000;

struct GuessLimit {
  std::string_view name;  // no other has it
  std::int64_t each_ms;   // after so long there is one more
  int most;
};

// A try by one limit, for one key.
struct GuessCost {
  TokenHash key{};
  std::int64_t ms = 0;        // by which it moves the moment on
  std::int64_t whole_ms = 0;  // that a whole bucket takes
};
// `part`: the part-th part of one try.
GuessCost guess_cost(const GuessLimit& limit, std::string_view whose, int part = 1);

// What a guess costs. Two that share a key must share the first one of `any`, or of `all` where `any` is empty: servers
// lock that row first, and never wait for each other.
struct GuessCosts {
  std::vector<GuessCost> any;  // one of these must be left, and each that is left is taken; empty: none is asked for
  std::vector<GuessCost> all;  // each of these must be left
};

struct CountedGuess {
  int wait_s = 0;  // 0: it is allowed, and counted; otherwise the seconds after which it is worth trying again
  std::vector<GuessCost> taken{};
};

class GuessStore : public StorePart {
 public:
  using StorePart::StorePart;

  void wait(GuessCosts costs, std::int64_t now_ms, Read<int> done);  // as of CountedGuess; counts nothing
  void count(GuessCosts costs, std::int64_t now_ms, Read<CountedGuess> done);
  void give_back(std::vector<GuessCost> taken, Done done);  // of `count`: what was right shall not count
  void forget_full(std::int64_t now_ms, Done done);         // rows that say nothing any more; ask about once a minute
};

}  // namespace cairn
