#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "notation/gtp_analyze.h"

namespace cairn {

namespace {

std::string scores(double score) {
  return fmt::format(" scoreMean {0:.4f} scoreLead {0:.4f}", score);
}

}  // namespace

// A lower bound of the win rate, by the normal approximation of a mean of `visits` games (Wilson's centre is the same
// within what matters here).
double lower_bound(const Candidate& candidate) {
  if (candidate.proof != Proof::none) return candidate.win_rate;
  const auto n = static_cast<double>(std::max<std::uint64_t>(candidate.visits, 1));
  const double p = (candidate.win_rate * n + 1) / (n + 2);  // never certain
  return std::clamp(candidate.win_rate - 1.96 * std::sqrt(p * (1 - p) / n), 0.0, 1.0);
}

std::string gtp_report(const Analysis& analysis, const Position& at, const GtpReportForm& form) {
  std::string text;
  std::size_t order = 0;
  for (const Candidate& candidate : analysis.candidates) {
    if (form.most > 0 && order >= form.most) break;
    if (candidate.visits == 0 && order >= form.least) continue;
    const double bound = lower_bound(candidate);
    text +=
        fmt::format("{}info move {} visits {}", order == 0 ? "" : " ", at.format(candidate.action), candidate.visits);
    if (form.kata) {
      text += fmt::format(" utility {:.6f} winrate {:.6f}", 2 * candidate.win_rate - 1, candidate.win_rate);
      if (analysis.has_score) text += scores(candidate.score);
      text += fmt::format(" prior {:.6f} lcb {:.6f} utilityLcb {:.6f}", candidate.prior, bound, 2 * bound - 1);
    } else {
      text += fmt::format(" winrate {:.0f} prior {:.0f} lcb {:.0f}", 1e4 * candidate.win_rate, 1e4 * candidate.prior,
                          1e4 * bound);
    }
    text += fmt::format(" order {} pv", order);
    for (const Action action : candidate.line) text += " " + at.format(action);
    if (form.line_visits) {
      text += " pvVisits";
      for (const std::uint64_t visits : candidate.line_visits) text += " " + std::to_string(visits);
    }
    ++order;
  }
  if (!form.kata || text.empty()) return text;
  if (form.root_info) {
    text += fmt::format(" rootInfo visits {} utility {:.6f} winrate {:.6f}", analysis.visits, 2 * analysis.win_rate - 1,
                        analysis.win_rate);
    if (analysis.has_score) text += scores(analysis.score);
  }
  if (form.ownership && !analysis.ownership.empty()) {
    text += " ownership";
    const float sign = index(analysis.seat) == 0 ? 1.0F : -1.0F;
    for (const float owner : analysis.ownership) text += fmt::format(" {:.4f}", sign * owner);
  }
  return text;
}

GtpAnalyzeRequest read_analyze_request(const GtpLine& line, bool kata) {
  constexpr double kMostCentiseconds = 1e8, kMostMoves = 1e6;
  GtpAnalyzeRequest request;
  request.form.kata = kata;
  const auto& words = line.arguments;
  std::size_t i = 0;
  const auto fail = [&request](std::string what) {
    request.error = "syntax error: " + std::move(what);
    return request;
  };
  const auto take_interval = [&](const std::string& word) {
    const auto centiseconds = parse_number(word);
    if (!centiseconds || *centiseconds < 0 || *centiseconds > kMostCentiseconds) return false;
    request.interval = std::max(*centiseconds / 100, 0.01);
    return true;
  };
  static constexpr std::array<std::string_view, 10> kKeys{"interval",       "minmoves",      "maxmoves", "ownership",
                                                          "rootInfo",       "pvVisits",      "avoid",    "allow",
                                                          "movesOwnership", "ownershipStdev"};
  const auto is_key = [](std::string_view word) { return std::find(kKeys.begin(), kKeys.end(), word) != kKeys.end(); };
  if (i < words.size() && !is_key(words[i]) && !parse_number(words[i])) request.colour = words[i++];
  if (i < words.size() && !is_key(words[i])) {
    if (!take_interval(words[i])) return fail("interval");
    ++i;
  }
  while (i < words.size()) {
    const std::string& key = words[i++];
    if (!is_key(key)) return fail("unknown key " + key);
    const std::size_t needs = key == "avoid" || key == "allow" ? 3 : 1;
    if (words.size() - i < needs) return fail("a value is missing behind " + key);
    if (needs == 3) {
      GtpAnalyzeRequest::Bound bound{words[i], {}, key == "allow"};
      for (const auto word : split(words[i + 1], ',')) bound.words.emplace_back(word);
      if (!parse_int(words[i + 2])) return fail("a depth is missing behind " + key);
      request.bounds.push_back(std::move(bound));
    } else if (key == "interval") {
      if (!take_interval(words[i])) return fail("interval");
    } else if (key == "minmoves" || key == "maxmoves") {
      const auto count = parse_number(words[i]);
      if (!count || *count < 0 || *count > kMostMoves) return fail(key);
      (key == "minmoves" ? request.form.least : request.form.most) = static_cast<std::size_t>(*count);
    } else {
      const bool on = words[i] == "true";
      if (!on && words[i] != "false") return fail(key + " is true or false");
      if (key == "ownership") request.form.ownership = on;
      if (key == "rootInfo") request.form.root_info = on;
      if (key == "pvVisits") request.form.line_visits = on;
    }
    i += needs;
  }
  return request;
}

}  // namespace cairn
