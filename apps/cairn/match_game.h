// One game of a match: the rules are the program's own, whoever plays. A player that fails, is late beyond the grace or
// makes a move that the rules refuse has lost.
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <vector>

#include "apps/cairn/match_player.h"
#include "games/registry.h"
#include "notation/view_json.h"

namespace cairn::cli {

struct MatchSide {
  std::uint64_t moves = 0, playouts = 0, late = 0;  // late: moves that took longer than they might
  double seconds = 0;
};

struct MatchGame {
  std::uint64_t number = 0;  // from 0; the games 2n and 2n+1 are a pair
  int first_seat = 0;        // of the first engine
  double points = 0.5;       // of the first engine
  std::string end;           // "count", "capture", ...; "resigned"; or a forfeit: "late", "crash", "garbage", "illegal"
  std::string text;          // of a forfeit, for people
  std::string result;        // as the rules tell it: "B+3.5"
  bool disputed = false;     // the players did not agree on all dead stones; those counted as they stood
  bool cancelled = false;
  std::array<MatchSide, 2> sides{};                 // by engine
  std::vector<std::pair<Seat, std::string>> moves;  // the opening first
  bool forfeit() const { return !text.empty(); }
};

struct GameTask {
  const GameInfo& info;
  const Config& config;
  const Position& start;
  const ThinkingTime& time;
  const std::vector<std::string>& opening;
  std::uint64_t number = 0, seed = 0;
  std::uint64_t most_moves = 2000;  // a longer game is drawn
  const std::atomic<bool>& stop;
};
MatchGame play_match_game(const GameTask& task, MatchPlayer& first, MatchPlayer& second);

// A line of a match's file, and back; "" or what is wrong with it.
Json match_game_json(const MatchGame& game);
std::string read_match_game(const Json& line, MatchGame& game);

// Plays an opening; "" or the word that cannot be played and why.
std::string play_opening(Position& position, const std::vector<std::string>& words,
                         std::vector<std::pair<Seat, std::string>>* moves);
// Legal moves at random, no pass among them, after which the game still goes on.
std::vector<std::string> random_opening(const Position& start, int plies, Rng& rng);

}  // namespace cairn::cli
