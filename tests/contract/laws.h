// The contract: what every game must keep, checked on random play. Knows no game; a broken law is a text that says
// which game, options and moves show it, so that `cairn replay` can show it again. laws_test.cpp proves on games
// broken on purpose that each law can fail.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "games/registry.h"

namespace cairn::contract {

struct Effort {
  int games = 5;     // per option set
  int plies = 300;   // per game; longer games are cut and finished by a playout
  int closely = 24;  // plies of a game that get the dear checks
};

struct Report {
  std::vector<std::string> faults;  // at most kMaxFaults; then the run stops
  long games = 0, ended = 0, plies = 0, words = 0, refusals = 0;
  long worlds = 0, hidden_worlds = 0;  // sampled; of them really different from the true one
  long choices = 0;                    // hidden choices that left somebody's view alike
  long commuted = 0;                   // pairs of simultaneous actions that were told alike in both orders
  long retired = 0, setups = 0, setups_taken = 0, tables = 0;

  static constexpr std::size_t kMaxFaults = 20;
  bool full() const { return faults.size() >= kMaxFaults; }
};

struct Move {
  Seat seat{};
  std::string word;
};

// One position under test: where it came from and where faults go.
struct Scene {
  const GameInfo& info;
  const Config& config;
  const std::vector<Move>& record;
  const Position& position;
  Report& report;

  void fault(std::string_view law, std::string_view what) const;
};

// Options: each has a default that is accepted, wrong names and values are refused with the right ones.
void check_options(const GameInfo& info, Report& report);
// Random games under one option set ("size=4 ko=simple"), with every law below.
void check_play(const GameInfo& info, std::string_view option_words, std::uint64_t seed, Effort effort, Report& report);

// The laws, one by one, for a position.
void check_turn_and_outcome(const Scene& scene);                                                      // laws_view.cpp
void check_views(const Scene& scene);                                                                 // laws_view.cpp
void check_events(const Scene& scene, const Position& after, const EventLog& events);                 // laws_view.cpp
void check_words(const Scene& scene, const std::vector<std::pair<Seat, Action>>& foreign, Rng& rng);  // laws_words.cpp
void check_bad_words(const Scene& scene, Rng& rng);                                                   // laws_words.cpp
void check_copies(const Scene& scene, Rng& rng);                                                      // laws_play.cpp
void check_counts(const Scene& scene);                                                                // laws_play.cpp
void check_retire(const Scene& scene, Rng& rng);                                                      // laws_play.cpp
void check_setup(const Scene& scene);                                                                 // laws_play.cpp
void check_refold(const Scene& scene);                                                                // laws_play.cpp
void check_table(const Scene& scene, Rng& rng);                                                       // laws_table.cpp
void check_worlds(const Scene& scene, const std::vector<std::pair<Seat, Action>>& foreign,
                  Rng& rng);                         // laws_hidden.cpp
void check_choices(const Scene& scene, Rng& rng);    // laws_hidden.cpp
void check_commuting(const Scene& scene, Rng& rng);  // laws_hidden.cpp

// Seats in `set`, lowest first.
std::vector<Seat> members(SeatSet set);
// What `viewer` may see, with the audience blanked: who else saw it is no news.
EventLog seen(const EventLog& events, Viewer viewer);
// All viewers but the referee: the seats of the game and the spectator.
std::vector<Viewer> onlookers(const Position& position);
// A random action of a legal list; rare kinds of words (a pass, a consent) get their chance. The list must not be
// empty.
Action pick(const Position& position, const ActionList& list, Rng& rng);

}  // namespace cairn::contract
