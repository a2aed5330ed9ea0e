// The analysis of a finished game, as the work of a thread: here, or at a worker (`cairn worker`). A game is looked at
// in parts of some positions, so that whoever has better to do can stop soon and what was found by then is kept. Every
// position is looked at for itself, with the same seed wherever it is done: how a game is cut into parts changes
// nothing.
//
// Afterwards the mistakes are looked at from which a puzzle might be made (`mistakes_of`): the position before a move
// that threw a won game away. It becomes one where a search of `kDeeper` times the thought, or a proof, finds few moves
// that win and sees all others lose (search/clear_moves.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/message.h"
#include "games/registry.h"
#include "notation/move_report.h"
#include "notation/record.h"

namespace cairn {

inline constexpr int kMostAnalysed = 1'000;  // moves of a game
inline constexpr int kPartEvaluations = 32;  // of a part at most
inline constexpr double kPartSeconds = 1.5;  // after which no other position of a part is begun
inline constexpr int kDeeper = 8;            // times the thought, for a puzzle
inline constexpr int kMostSearches = 4;      // of a puzzle

// What makes a mistake worth a puzzle: the chances of who moved, before and after it; and that there was a choice.
inline constexpr double kHadWon = 0.75, kHasLost = 0.40;
inline constexpr std::size_t kFewestChoices = 4;
inline constexpr std::size_t kMostMistakes = 3;  // of a game, the largest

// Why a game of this kind cannot be analysed; "": it can.
Message no_analysis_of(const GameInfo& info, const Position& start);

struct AnalysisPart {
  std::string record;          // the game, as JSON
  std::uint64_t playouts = 0;  // for each position
  double seconds = 0;          // ... at most; 0: no limit
  int from = 0;                // looks at the positions after so many moves and more; or
  int check = -1;              // whether a puzzle can be made of the position after so many
};

struct AnalysisFound {
  std::vector<PositionEvaluation> evaluations;  // from `from` on; of a part that was stopped fewer, or none
  bool checked = false;                         // not so: it was stopped
  std::vector<std::string> right;               // none: no puzzle
  std::vector<std::string> line;
  std::string failure;  // why nothing can be found
};
AnalysisFound analyse(const AnalysisPart& part, const std::atomic<bool>& stop);

// What comes back of a part that was taken under a lease.
struct AnalysisAnswer {
  std::string table;
  std::int64_t lease = 0;
  int from = 0;           // of the looks
  int check = -1;         // -1: looks, or nothing: the part is given back
  AnalysisFound found{};  // its looks, or its right moves and their line, or its failure
};

// The report of every move that was looked at, before and after.
std::vector<ReportedMove> report_of(const Record& game, const std::vector<PositionEvaluation>& evaluations);

// The numbers of moves before the mistakes, the largest mistake first.
std::vector<int> mistakes_of(const Record& game, const std::vector<PositionEvaluation>& evaluations);

// The record of a position: the moves before it.
std::string record_before(const Record& game, int moves);

// {"first_wins","best_wins","score","visits","best","line","first_proof"}
Json evaluation_json(const PositionEvaluation& look);
std::optional<PositionEvaluation> read_look(const Json& json);  // none: it is not one; may lack "first_proof"

}  // namespace cairn
