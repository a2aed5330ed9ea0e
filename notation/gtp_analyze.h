// Analysis as lines of text, in the two forms that clients read: Leela Zero's and KataGo's.
#pragma once

#include <string>
#include <vector>

#include "core/position.h"
#include "notation/gtp_line.h"
#include "search/engine.h"

namespace cairn {

struct GtpReportForm {
  bool kata = false;  // else Leela Zero's
  bool ownership = false, root_info = false, line_visits = false;
  std::size_t least = 0, most = 0;  // moves to tell of, even unvisited ones; at most (0: all that were visited)
};
// A lower bound of a candidate's win rate, as "lcb" tells it.
double lower_bound(const Candidate& candidate);
// "info move D4 visits 12 winrate 0.531200 ... order 0 pv D4 Q16 info move ..."; `at` is the position analysed.
std::string gtp_report(const Analysis& analysis, const Position& at, const GtpReportForm& form);

// What stands behind `lz-analyze` and its relatives.
struct GtpAnalyzeRequest {
  std::string colour{};  // "": whoever is to move
  double interval = 1;   // seconds
  GtpReportForm form{};
  struct Bound {
    std::string colour{};
    std::vector<std::string> words{};
    bool only = false;  // all others are avoided
  };
  std::vector<Bound> bounds{};
  std::string error{};
};
GtpAnalyzeRequest read_analyze_request(const GtpLine& line, bool kata);

}  // namespace cairn
