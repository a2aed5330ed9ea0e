// Analyses of finished games: who asked, how far each is, and who works at it just now. Part of the store; what store.h
// says of its calls and answers holds here.
//
// A table has one analysis at most, of the record that it was asked for. Who works at it has a lease, that ends with
// what was found, by its time, or because it is given back; then it is for others. Where many leases in a row end by
// their time alone, for they end whoever works at it, it has failed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/puzzles.h"
#include "server/store/store_part.h"

namespace cairn {

inline constexpr int kMostAnalysisTries = 5;  // leases in a row of which nothing came

struct AnalysisJob {
  std::string table{};
  std::string record{};       // the game, as JSON
  int positions = 0;          // to be looked at
  std::int64_t playouts = 0;  // for each
  bool shown = false;         // puzzles may be made of it
  std::int64_t person = 0;    // who asked; 0: whose account is gone
  std::int64_t asked_ms = 0;
};

struct AnalysisRoom {
  int waiting = 0;            // analyses of all that are not done
  int of_person = 0;          // that he asked for ...
  std::int64_t since_ms = 0;  // ... since then
};

struct StoredAnalysis {
  enum class Stage : std::uint8_t { evaluations, mistakes, over, failed };  // numbers as they are stored
  AnalysisJob job{};
  Stage stage{};
  int looked = 0;                          // positions
  std::vector<std::string> evaluations{};  // JSON, of these
  std::vector<int> mistakes{};             // numbers of moves before those that are still to be checked
  std::int64_t held_ms = 0;                // until then somebody works at it
  std::string failure{};                   // of the last who gave it back
};

struct AnalysisLease {
  std::int64_t id = 0, now_ms = 0;
  std::int64_t until_ms = 0, mistake_until_ms = 0;  // of positions, and of a mistake
};

struct AskedAnalysis {
  std::string table;
  std::int64_t asked_ms = 0;
};

class AnalysisStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Durable: it is there, by this or before. One that failed, or of another record, begins anew. Conflict: there is no
  // room, for anybody where the message is not "".
  void ask_analysis(AnalysisJob job, AnalysisRoom room, Done done);
  void analysis_of(std::string table, Read<StoredAnalysis> done);
  void analyses_asked(std::int64_t person, Read<std::vector<AskedAnalysis>> done);  // the last first
  void analyses_waiting(Read<int> done);  // whose positions are not all looked at, or whose mistakes
  // One that nobody works at: those with positions to be looked at first, then those of who asked for least in the day
  // before, then who asked first. Without its looks, but for one with all of them, whose mistakes are still to be
  // found.
  void lease_analysis(AnalysisLease lease, Read<StoredAnalysis> done);
  // These three end the lease; conflict: it was over. Looks are those behind the first `from`.
  void note_evaluations(std::string table, std::int64_t lease, int from, std::vector<std::string> evaluations,
                        Done done);
  // What is still to be checked, with a puzzle that was found; none: it is over.
  void note_mistakes(std::string table, std::int64_t lease, std::vector<int> left, std::optional<Puzzle> puzzle,
                     Done done);
  void free_analysis(std::string table, std::int64_t lease, std::string failure, Done done);
};

}  // namespace cairn
