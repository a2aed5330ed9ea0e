// What GoGui draws over the board: the commands it asks for by `gogui-analyze_commands`.
#include <fmt/core.h>

#include <algorithm>

#include "notation/gtp_session.h"

namespace cairn {

namespace {

constexpr double kOverlaySeconds = 1;  // an overlay comes at once
constexpr std::size_t kShown = 10;

struct Overlay {
  std::string_view line, command;  // as GoGui wants it; the command behind it
};
constexpr Overlay kOverlays[]{
    {"gfx/Candidates/cairn-candidates", "cairn-candidates"},
    {"dboard/Ownership/cairn-ownership", "cairn-ownership"},
    {"string/Win Rate/cairn-win_rate", "cairn-win_rate"},
    {"plist/Legal Moves/cairn-legal %c", "cairn-legal"},
    {"hstring/Position/cairn-position", "cairn-position"},
    {"string/Final Score/final_score", "final_score"},
    {"plist/Dead Stones/final_status_list dead", "final_status_list"},
    {"plist/Stones in Seki/final_status_list seki", "final_status_list"},
};

struct Look {
  Position at{};
  Analysis analysis{};
  std::string error{};
};

// A short search from here.
Look look(GtpSession& session) {
  Look seen;
  const auto to_act = session.game.position().to_act();
  if (to_act.empty()) {
    seen.error = "the game is over";
    return seen;
  }
  seen.at = session.game.position();
  if (const auto ready = session.game.ready(to_act.front())) seen.at = *ready;
  SearchLimits limits{.seconds = session.settings.seconds, .playouts = session.settings.playouts, .decide = false};
  if (limits.seconds <= 0 || limits.seconds > kOverlaySeconds) limits.seconds = kOverlaySeconds;
  Thinker& thinker = session.thinker();
  thinker.start({seen.at, to_act.front(), std::move(limits), 0, 0, 1, {}, {}});
  thinker.wait();
  seen.analysis = thinker.analysis();
  if (seen.analysis.candidates.empty()) seen.error = "there is nothing to choose from";
  return seen;
}

GtpReply analyze_commands(GtpSession& session, const GtpLine&) {
  std::string text;
  for (const Overlay& overlay : kOverlays)
    if (session.find(overlay.command) != nullptr) text += std::string(overlay.line) + "\n";
  return {true, text};
}

GtpReply candidates(GtpSession& session, const GtpLine&) {
  const Look seen = look(session);
  if (!seen.error.empty()) return gtp_error(seen.error);
  std::string influence = "INFLUENCE", labels = "LABEL";
  std::size_t shown = 0;
  for (const Candidate& candidate : seen.analysis.candidates) {
    if (candidate.visits == 0 || shown++ == kShown) break;
    const std::string word = seen.at.format(candidate.action);
    influence += fmt::format(" {} {:.3f}", word,
                             static_cast<double>(candidate.visits) /
                                 static_cast<double>(std::max<std::uint64_t>(seen.analysis.candidates[0].visits, 1)));
    labels += fmt::format(" {} {:.0f}", word, 100 * candidate.win_rate);
  }
  return {true, influence + "\n" + labels +
                    fmt::format("\nTEXT {:.1f} % for {}, {} visits", 100 * seen.analysis.win_rate,
                                session.game.colour(seen.analysis.seat), seen.analysis.visits)};
}

GtpReply ownership(GtpSession& session, const GtpLine&) {
  const Look seen = look(session);
  if (!seen.error.empty()) return gtp_error(seen.error);
  const View view = seen.at.view(Viewer::referee);
  const auto columns = static_cast<std::size_t>(view.columns), rows = static_cast<std::size_t>(view.rows);
  if (seen.analysis.ownership.size() != columns * rows) return gtp_error("the engine of this game tells no ownership");
  std::string text;
  for (std::size_t i = 0; i < columns * rows; ++i)
    text += fmt::format("{:.3f}{}", seen.analysis.ownership[i], i % columns + 1 == columns ? "\n" : " ");
  return {true, "\n" + text};
}

GtpReply win_rate(GtpSession& session, const GtpLine&) {
  const Look seen = look(session);
  if (!seen.error.empty()) return gtp_error(seen.error);
  return {true, fmt::format("{:.1f} % for {}", 100 * seen.analysis.win_rate, session.game.colour(seen.analysis.seat))};
}

}  // namespace

std::span<const GtpCommand> gtp_overlay_commands() {
  static constexpr GtpCommand kCommands[]{
      {"gogui-analyze_commands", analyze_commands},
      {"cairn-candidates", candidates},
      {"cairn-ownership", ownership},
      {"cairn-win_rate", win_rate},
  };
  return kCommands;
}

}  // namespace cairn
