// Queries of KataGo's analysis protocol: one line of JSON each, read for the game of Go as it is played here. What is
// wrong is told by the field that holds it. Source: docs/Analysis_Engine.md of KataGo; docs/kata-analysis.md says what
// differs. Never throws; bounded by its input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/kata_game.h"
#include "notation/view_json.h"

namespace cairn {

// Whose win rates, scores and ownership are told.
enum class KataPerspective : std::uint8_t { black, white, side_to_move };
std::optional<KataPerspective> find_kata_perspective(std::string_view word);  // "BLACK", "white", "SIDETOMOVE"

// What a query has where it says nothing.
struct KataUsual {
  std::uint64_t visits = 500;
  std::size_t line = 15;  // moves of a principal variation
  KataPerspective perspective = KataPerspective::black;
};

// Moves that the search may not begin with: those named, or, by `only`, all others.
struct KataBound {
  std::size_t player = 0;  // 0 Black, 1 White
  std::vector<std::string> moves{};
  bool only = false;
};

struct KataQuery {
  std::string id{};
  Config config{};  // with the stones of the start; komi without the points for handicap stones
  std::vector<KataMove> moves{};
  std::optional<std::size_t> first{};  // who is to move at the start
  HandicapBonus bonus = HandicapBonus::none;
  std::vector<std::pair<std::size_t, std::int64_t>> turns{};  // to analyse, in rising order; each with its priority
  std::uint64_t visits = 0;
  double seconds = 0;                            // 0: no limit
  double first_report = 0, report_interval = 0;  // seconds; 0: no reports during the search
  std::size_t line = 15;
  KataPerspective perspective = KataPerspective::black;
  bool ownership = false, policy = false, line_visits = false;
  std::vector<KataBound> bounds{};
  std::vector<std::pair<std::string, double>> parameters{};  // of the engine
  std::size_t bytes = 0;                                     // of the line
};

// An action besides analyses, as it was sent; its fields are right for what it asks.
struct KataAction {
  enum class Kind : std::uint8_t { query_version, query_models, clear_cache, terminate, terminate_all } kind{};
  Json sent{};
  std::string target{};                              // terminate: the id
  std::optional<std::vector<std::int64_t>> turns{};  // of these alone
};

struct KataInput {
  std::optional<KataQuery> query{};
  std::optional<KataAction> action{};
  std::vector<Json> notices{};  // errors and warnings to answer with; after an error there is nothing else
};

inline constexpr std::size_t kMostKataMoves = 5'000, kMostKataDepth = 32;
// `game` must have the options size, komi, ko, scoring and suicide.
KataInput read_kata_line(std::string_view line, const GameInfo& game, const KataUsual& usual);

// The actions that the bounds of a query keep from the search of this position; absent: no legal one is left.
std::optional<std::vector<Action>> kata_avoided(const KataQuery& query, const Position& position);

}  // namespace cairn
