// What a move of a game gave away, from an engine's view of the positions before and after it. Games of two sides
// without hidden information; knows no game.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "notation/analysis_json.h"
#include "notation/game_tree.h"

namespace cairn {

// What a move may cost of the chance to win, from the engine's view before and after it.
inline constexpr double kDoubtful = 0.05, kBad = 0.10, kVeryBad = 0.20;
inline constexpr std::size_t kReportedLine = 8;  // moves of a better line that are kept

// What was found in one position.
struct PositionEvaluation {
  std::optional<double> first_wins;  // the mean over all that was tried
  std::optional<double> best_wins;   // for the side to move, by the move that looks best
  std::optional<double> score;       // the lead of the first seat
  std::uint64_t visits = 0;
  std::string best;
  std::vector<std::string> line;
  std::vector<Seat> line_seats;
  Proof first_proof = Proof::none;  // what is proven for the first seat
};
// Where no search is wanted: the game is over, or an agreement is asked for, which is no matter of strength.
std::optional<PositionEvaluation> known_look(const Position& position);
// `found` has lines of `kReportedLine` moves.
PositionEvaluation look_of(const Analysed& of, const Analysis& found);
// What `engine` finds in a position, and what is proven of it: `think` lets it search it for a seat, where a search is
// wanted at all.
PositionEvaluation look_at(const Analysed& of, const Engine& engine, const std::function<void(Seat)>& think);

struct ReportedMove {
  NodeIndex node{};
  int ply = 0;  // of the position after it
  Seat seat{};
  std::string side{}, word{};
  std::optional<double> first_wins{};  // after it: the share for the first seat, 0..1
  std::optional<double> score{};       // after it: the lead of the first seat
  std::uint64_t visits = 0;            // after it
  std::optional<double> loss{};        // of the mover's chance to win; below 0 where the engine had seen less
  Proof proof = Proof::none;           // after it: what is proven for the mover
  Proof gave_away = Proof::none;       // what was proven for the mover before it, and is proven to be lost now
  MoveMark mark = MoveMark::none;      // `very_bad` where it gave something away
  std::string best{};                  // what the engine would have played; "" where it is what was played
  std::vector<std::string> line{};     // and how it expects the game to go on then
  std::vector<Seat> line_seats{};
};
// Fills in what is thought of `move`, of which seat and word are known.
void judge(const PositionEvaluation& before, const PositionEvaluation& after, ReportedMove& move);
// {"ply","move","by","first_wins","score","visits","loss","proof","gave_away","mark","best","line"}
Json move_json(const ReportedMove& move);

}  // namespace cairn
