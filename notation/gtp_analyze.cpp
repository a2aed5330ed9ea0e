#include "notation/gtp_analyze.h"

#include <algorithm>

#include "core/text.h"
#include "notation/gtp_session.h"

namespace cairn {

namespace {

constexpr double kWaitSeconds = 0.002;

// A request that fits the game as it stands, or what is wrong.
struct Ready {
  GtpAnalyzeRequest request{};
  Seat seat{};
  Position at{};
  std::vector<Action> avoid{};
  std::string error{};
};

Ready failed(std::string error) {
  Ready ready;
  ready.error = std::move(error);
  return ready;
}

Ready prepare(const GtpSession& session, const GtpLine& line) {
  const bool kata = line.command.substr(0, 4) == "kata";
  Ready ready{read_analyze_request(line, kata), {}, session.game.position(), {}, {}};
  if (!ready.request.error.empty()) return failed(ready.request.error);
  const SeatSet to_act = ready.at.to_act();
  if (to_act.empty()) return failed("the game is over");
  ready.seat = to_act.front();
  if (!ready.request.colour.empty()) {
    const auto seat = session.game.seat(ready.request.colour);
    if (!seat) return failed("invalid color or key " + ready.request.colour);
    ready.seat = *seat;
  }
  if (const auto at = session.game.ready(ready.seat))
    ready.at = *at;
  else if (!to_act.contains(ready.seat))
    return failed("it is not the turn of " + session.game.colour(ready.seat));
  ActionList legal;
  ready.at.legal(ready.seat, legal);
  for (const auto& bound : ready.request.bounds) {
    const auto seat = session.game.seat(bound.colour);
    if (!seat) return failed(kBadMove);
    std::vector<Action> named;
    for (const std::string& word : bound.words) {
      const Parsed parsed = ready.at.parse(*seat, word);
      if (parsed.refused != Reason::none) return failed(kBadMove);
      named.push_back(parsed.action);
    }
    if (*seat != ready.seat) continue;  // what the other side may do is known at the root alone
    for (const Action action : legal)
      if ((std::find(named.begin(), named.end(), action) != named.end()) != bound.only) ready.avoid.push_back(action);
  }
  std::sort(ready.avoid.begin(), ready.avoid.end());
  ready.avoid.erase(std::unique(ready.avoid.begin(), ready.avoid.end()), ready.avoid.end());
  if (ready.avoid.size() >= legal.size()) return failed("there is no move to look at");
  return ready;
}

// Thinks and tells until the next line comes.
GtpReply analyze(GtpSession& session, const GtpLine& line) {
  const Ready ready = prepare(session, line);
  if (!ready.error.empty()) return gtp_error(ready.error);
  session.begin_stream();
  bool written = false;  // written by the thinker's thread, read when it has ended
  const auto tell = [&](const Analysis& analysis) {
    const std::string text = gtp_report(analysis, ready.at, ready.request.form);
    if (!text.empty()) session.stream_line(text);
    written |= !text.empty();
  };
  Thinker::Task task;
  task.position = ready.at;
  task.seat = ready.seat;
  task.limits.decide = false;
  task.limits.avoid = ready.avoid;
  task.interval = ready.request.interval;
  const GtpReportForm& form = ready.request.form;
  task.candidates = form.most > 0 ? std::max(form.most, form.least) : 0;
  task.on_report = tell;
  const std::size_t most = task.candidates;
  Thinker& thinker = session.thinker();
  thinker.start(std::move(task));
  session.input.wait_pending();
  // However soon the next line comes, something is told.
  const auto nothing_yet = [&thinker] {
    const Analysis now = thinker.analysis(1, 1);
    return now.candidates.empty() || now.candidates.front().visits == 0;
  };
  while (nothing_yet() && !thinker.wait_for(kWaitSeconds)) continue;
  thinker.stop();
  thinker.wait();
  if (!written) tell(thinker.analysis(most));
  return {.written = true};
}

GtpReply generate_analysed(GtpSession& session, const GtpLine& line, bool keep, bool cancellable) {
  const Ready ready = prepare(session, line);
  if (!ready.error.empty()) return gtp_error(ready.error);
  session.begin_stream();
  GtpThinking how{.cancellable = cancellable, .interval = ready.request.interval, .avoid = ready.avoid};
  how.report = [&](const Analysis& analysis, const Position& at) {
    const std::string text = gtp_report(analysis, at, ready.request.form);
    if (!text.empty()) session.stream_line(text);
  };
  const GtpThought thought = gtp_think(session, ready.seat, how);
  // The head of the answer is told already: what went wrong is told as a line.
  if (thought.cancelled)
    session.stream_line("play cancelled");
  else if (!thought.error.empty())
    session.stream_line("play failed: " + thought.error);
  else
    session.stream_line("play " +
                        (keep ? gtp_play_thought(session, ready.seat, thought) : join(thought.words, kStepJoin)));
  return {.written = true};
}

}  // namespace

std::span<const GtpCommand> gtp_analyze_commands() {
  static constexpr auto kGenerate = [](GtpSession& s, const GtpLine& l) {
    return generate_analysed(s, l, true, false);
  };
  static constexpr auto kSearch = [](GtpSession& s, const GtpLine& l) { return generate_analysed(s, l, false, false); };
  static constexpr auto kCancel = [](GtpSession& s, const GtpLine& l) { return generate_analysed(s, l, false, true); };
  static constexpr GtpCommand kCommands[]{
      {"lz-analyze", analyze},           {"kata-analyze", analyze},
      {"lz-genmove_analyze", kGenerate}, {"kata-genmove_analyze", kGenerate},
      {"kata-search_analyze", kSearch},  {"kata-search_analyze_cancellable", kCancel},
  };
  return kCommands;
}

}  // namespace cairn
