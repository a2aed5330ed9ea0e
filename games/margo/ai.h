// Margo's and Spargo's thinking program: the search of search/mcts.h with what ai_knowledge.h knows.
#pragma once

#include <memory>
#include <vector>

#include "games/margo/ai_policy.h"
#include "search/engine.h"
#include "search/knowledge.h"

namespace cairn::margo {

inline constexpr MctsTuning kTuning{
    .explore = 0.1, .policy = 0, .rave_equivalence = 500, .expand_visits = 2, .first_play_value = 10};

struct AiTuning {
  PolicyTuning policy{};
  float score = 0.02F;        // of a win's worth, for the lead
  float prior_weight = 8;     // playouts that a prior counts like
  double capture = 0.08;      // a ball taken, up to four
  double atari = 0.1;         // an enemy group left with one freedom
  double escape = 0.2;        // an own group saved
  double self_atari = 0.25;   // the placed ball's group left with one freedom
  double eye = 0.3;           // an own eye filled
  double solver = 2;          // positions the solver looks at beside each playout
  double solver_points = 20;  // empty points at which it begins
  bool book = true;           // the proofs that ship with the program are used
  double level = 0.0;         // a ball above the board
};

std::vector<Parameter> ai_parameters();
AiTuning read_tuning(const EngineSettings& settings);

// Plain search by type, or with knowledge; nullptr for positions of other games.
std::unique_ptr<Engine> make_ai(const Position& position, const EngineSettings& settings, bool plain);

}  // namespace cairn::margo
