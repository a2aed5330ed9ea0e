#include "server/tournaments/knockout.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cairn {
namespace {

using State = KnockoutMatch::State;

class Brackets {
 public:
  Brackets(int players, const KnockoutRule& rule) : rule_(rule), firsts_(static_cast<std::size_t>(players)) {
    int places = 2;
    while (places < players) places *= 2;
    for (int matches = places / 2, round = 1; matches >= 1; matches /= 2, ++round) {
      auto& row = all_.rounds.emplace_back();
      row.resize(static_cast<std::size_t>(matches));
      for (int m = 0; m < matches; ++m) {
        row[static_cast<std::size_t>(m)].round = round;
        row[static_cast<std::size_t>(m)].match = m;
      }
    }
    const auto seeds = bracket(places);
    const auto present = [&](int seed) { return seed < players ? seed : kNobody; };
    for (std::size_t m = 0; m < all_.rounds[0].size(); ++m)
      fill(all_.rounds[0][m], present(seeds[2 * m]), present(seeds[2 * m + 1]));
  }

  void take(const KnockoutResult& result) {
    KnockoutMatch* match = find(result);
    if (!match) {
      all_.ignored.push_back(result);
      return;
    }
    if (result.winner != kTied) return decide(*match, result.winner);
    if (match->replays >= rule_.replays) return decide(*match, std::min(match->players.first, match->players.second));
    ++match->replays;
    std::swap(match->players.first, match->players.second);
    ++firsts_[static_cast<std::size_t>(match->players.first)];
  }
  Knockout result() && { return std::move(all_); }

 private:
  KnockoutMatch* find(const KnockoutResult& result) {
    if (result.round < 1 || result.round > static_cast<int>(all_.rounds.size())) return nullptr;
    auto& row = all_.rounds[static_cast<std::size_t>(result.round - 1)];
    if (result.match < 0 || result.match >= static_cast<int>(row.size())) return nullptr;
    KnockoutMatch& match = row[static_cast<std::size_t>(result.match)];
    const bool plays =
        result.winner < 0 || result.winner == match.players.first || result.winner == match.players.second;
    return match.state == State::ready && plays ? &match : nullptr;
  }

  // Both places of a match are known; kNobody: nobody comes.
  void fill(KnockoutMatch& match, int a, int b) {
    if (a < 0 || b < 0) {
      match.players = {std::max({a, b, -1}), -1};
      return decide(match, std::max(a, b));
    }
    if (a > b) std::swap(a, b);
    // Who had the first move less often has it; else the better seed.
    int& mine = firsts_[static_cast<std::size_t>(a)];
    int& yours = firsts_[static_cast<std::size_t>(b)];
    match.players = mine <= yours ? Pairing{a, b} : Pairing{b, a};
    ++(mine <= yours ? mine : yours);
    match.state = State::ready;
  }
  void decide(KnockoutMatch& match, int winner) {
    match.state = State::decided;
    match.winner = winner;
    if (match.round == static_cast<int>(all_.rounds.size())) {
      all_.over = true;
      all_.champion = winner;
      return;
    }
    const auto& row = all_.rounds[static_cast<std::size_t>(match.round - 1)];
    const auto& other = row[static_cast<std::size_t>(match.match ^ 1)];
    KnockoutMatch& next = all_.rounds[static_cast<std::size_t>(match.round)][static_cast<std::size_t>(match.match / 2)];
    if (other.state == State::decided) return fill(next, winner, other.winner);
    next.players = {std::max(winner, -1), -1};
  }

  KnockoutRule rule_;
  Knockout all_;
  std::vector<int> firsts_;  // how often each had the first move
};

}  // namespace

std::vector<int> bracket(int places) {
  std::vector<int> seeds = {0};
  while (static_cast<int>(seeds.size()) < places) {
    const int sum = 2 * static_cast<int>(seeds.size()) - 1;
    std::vector<int> next;
    for (const int seed : seeds) {
      next.push_back(seed);
      next.push_back(sum - seed);
    }
    seeds = std::move(next);
  }
  return seeds;
}

Knockout knockout(int players, std::span<const KnockoutResult> results, const KnockoutRule& rule) {
  assert(players >= 2);
  Brackets brackets(players, rule);
  for (const KnockoutResult& result : results) brackets.take(result);
  return std::move(brackets).result();
}

}  // namespace cairn
