// A ladder: everybody has a rung, and who beats somebody above takes his. Goes on for ever; people come and go. A value
// that reads no clock: moments are milliseconds since 1970 and come from outside, never running backwards, and the
// ladder is a fold of what is done to it.
//
//   - One may challenge who stands at most `reach` rungs above, if neither is in a challenge already.
//   - The challenged must play: a challenge that he declines, or that has no result after `patience_ms`, is won by the
//     challenger. (The host ends one that the challenger lets lie with `result`.)
//   - Who wins from below takes the other's rung, and those between go one down. A draw changes nothing.
//   - Who has finished no challenge for `idle_ms` goes one rung down, and one more after every further `idle_ms`; not
//   while
//     he is in one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace cairn {

struct LadderRule {
  int reach = 3;
  std::int64_t patience_ms = 7LL * 86'400'000;
  std::int64_t idle_ms = 30LL * 86'400'000;  // 0: nobody sinks
};

// How a refusal names a player, by number: "player 3" is the argument "player"; and the number again.
std::string player_name(int player);
std::optional<int> player_number(std::string_view name);

class Ladder {
 public:
  struct Rung {
    int player = 0;
    std::int64_t active_ms = 0;  // when he came, last finished a challenge, or sank
    friend bool operator==(const Rung&, const Rung&) = default;
  };
  struct Challenge {
    int challenger = 0, challenged = 0;
    std::int64_t until_ms = 0;
    friend bool operator==(const Challenge&, const Challenge&) = default;
  };
  enum class Result : std::uint8_t { challenger, challenged, draw };

  explicit Ladder(const LadderRule& rule) : rule_(rule) {}

  // ask
  const std::vector<Rung>& rungs() const { return rungs_; }  // from the top
  const std::vector<Challenge>& challenges() const { return challenges_; }
  std::optional<int> rung_of(int player) const;  // from 0
  std::optional<std::int64_t> due() const;       // when `advance` has something to do

  // do: all but `advance` say in words why it cannot be; "" when it is done. What was due before is done first.
  [[nodiscard]] Message join(int player, std::int64_t now_ms);   // on the lowest rung
  [[nodiscard]] Message leave(int player, std::int64_t now_ms);  // his challenge ends without a result
  [[nodiscard]] Message challenge(int challenger, int challenged, std::int64_t now_ms);
  [[nodiscard]] Message result(int challenger, Result result, std::int64_t now_ms);
  [[nodiscard]] Message decline(int challenged, std::int64_t now_ms);
  void advance(std::int64_t now_ms);  // challenges run out, the idle sink

  friend bool operator==(const Ladder& a, const Ladder& b) {
    return a.rungs_ == b.rungs_ && a.challenges_ == b.challenges_ && a.last_ms_ == b.last_ms_;
  }

 private:
  bool challenged_or_challenging(int player) const;
  std::optional<std::int64_t> sinks(std::size_t rung) const;
  void finish(std::size_t challenge, Result result, std::int64_t at_ms);

  LadderRule rule_;
  std::vector<Rung> rungs_;
  std::vector<Challenge> challenges_;
  std::int64_t last_ms_ = 0;
};

}  // namespace cairn
