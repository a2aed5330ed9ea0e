#include "server/tournaments/round_robin.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cairn {

// The last number, of nobody where the players are odd, stands still; the others sit on a circle, and whom the last one
// meets moves on by half of it. Round him they meet across: p + 1 with p - 1, and so on, the former having the first
// move.
std::vector<std::vector<Pairing>> round_robin(int players, int cycles) {
  assert(players >= 2 && (cycles == 1 || cycles == 2));
  const int even = players + players % 2, circle = even - 1;
  std::vector<std::vector<Pairing>> rounds;
  for (int round = 0, meets_last = 0; round < circle; ++round, meets_last = (meets_last + even / 2) % circle) {
    std::vector<Pairing> pairs;
    const bool last_first = round % 2 == 1;
    const Pairing fixed = last_first ? Pairing{circle, meets_last} : Pairing{meets_last, circle};
    if (even == players) pairs.push_back(fixed);
    for (int k = 1; k < even / 2; ++k) pairs.push_back({(meets_last + k) % circle, (meets_last - k + circle) % circle});
    if (even != players) pairs.push_back({meets_last, -1});
    rounds.push_back(std::move(pairs));
  }
  if (cycles == 2) {
    auto second = rounds;
    for (auto& round : second)
      for (Pairing& pair : round)
        if (pair.second >= 0) std::swap(pair.first, pair.second);
    // Else those who end the first cycle as they begin the second would have the same side three times.
    if (rounds.size() >= 2) std::swap(rounds[rounds.size() - 1], rounds[rounds.size() - 2]);
    rounds.insert(rounds.end(), second.begin(), second.end());
  }
  return rounds;
}

}  // namespace cairn
