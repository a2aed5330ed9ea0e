// Agreements on which pieces are dead, for programs: what is dead, and what a bot says. Knows no game: in such an
// agreement a seat may say "dead:POINT", which marks or unmarks a group, "accept", or "resume".
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.h"
#include "games/registry.h"

namespace cairn {

inline constexpr std::string_view kResume = "resume", kMarkDead = "dead:";

using Moves = std::vector<std::pair<Seat, std::string>>;  // of a game, from its start

bool of_agreement(std::string_view word);
bool settles_dead(const Position& position, Seat seat);  // whether such an agreement is going on, and the seat in it

// The groups of `view` whose points an owner (Analysis::ownership) of another side gets.
std::vector<std::size_t> dead_by_owner(const View& view, std::span<const float> ownership);

// The groups of the referee's view that are dead. While the seats agree on it an engine with these settings tells,
// which looks at what would come if either side moved next; where it tells no owners, the game's own proposal. In a
// game that is over, what was marked.
std::vector<std::size_t> judge_dead(const GameInfo& info, const Position& position, const EngineSettings& settings);

// What a seat says that takes these pieces (names in capitals) for dead: it marks what differs and accepts. Whoever has
// contradicted it too often in this agreement is answered by playing on. At most `kMostSaid` words.
inline constexpr std::size_t kMostSaid = 64;
std::vector<std::string> insist(const Position& position, Seat seat, const std::set<std::string>& dead,
                                const Moves& moves);

// All that a bot says where several seats may act; nullopt: nothing is to be agreed on, it has to think.
std::optional<std::vector<std::string>> agree(const GameInfo& info, const Position& position, Seat seat,
                                              const Moves& moves);

}  // namespace cairn
