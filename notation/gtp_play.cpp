// Moves: those of the controller and those of the engine.
#include <algorithm>

#include "core/text.h"
#include "notation/gtp_session.h"
#include "notation/replay.h"
#include "notation/words.h"

namespace cairn {

namespace {

constexpr std::string_view kPassWord = "pass";
constexpr int kMostSteps = 64;         // of a turn
constexpr int kHopelessMoves = 3;      // in a row, before the engine resigns
constexpr double kLookSeconds = 0.02;  // between two looks at the input while the engine thinks

// The words that a seat plays: the whole text where it is one word of the game (a formation holds commas), else steps.
std::vector<std::string> words_of(const GtpSession& session, Seat seat, const std::vector<std::string>& arguments) {
  std::string whole = join(arguments, " ");
  if (session.game.position().parse(seat, whole).refused == Reason::none) return {std::move(whole)};
  return turn_words(arguments);
}

std::string refusal(Reason refused) {
  if (refused == Reason::none) return {};
  return refused == Reason::unknown_move || refused == Reason::off_board ? kBadMove : kIllegalMove;
}

GtpReply play(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() < 2) return gtp_error(kSyntaxError);
  const auto seat = gtp_seat(session, line.arguments);
  if (!seat) return gtp_error(kBadMove);
  const std::vector<std::string> given(line.arguments.begin() + 1, line.arguments.end());
  const Reason refused = session.game.play(*seat, words_of(session, *seat, given));
  return refused == Reason::none ? GtpReply{} : gtp_error(refusal(refused));
}

// All or nothing.
GtpReply play_sequence(GtpSession& session, const GtpLine& line) {
  if (line.arguments.size() % 2 != 0) return gtp_error(kSyntaxError);
  const GtpGame before = session.game;
  for (std::size_t i = 0; i < line.arguments.size(); i += 2) {
    const auto seat = gtp_seat(session, line.arguments, i);
    const Reason refused =
        seat ? session.game.play(*seat, words_of(session, *seat, {line.arguments[i + 1]})) : Reason::unknown_move;
    if (refused == Reason::none) continue;
    session.game = before;
    return gtp_error(refusal(refused) + " " + line.arguments[i] + " " + line.arguments[i + 1]);
  }
  return {};
}

GtpReply undo(GtpSession& session, const GtpLine& line) {
  int count = 1;
  if (line.command != "undo" && !line.arguments.empty()) {
    const auto given = parse_int(line.arguments[0]);
    if (!given || *given < 1) return gtp_error(kSyntaxError);
    count = *given;
  }
  if (static_cast<std::size_t>(count) > session.game.turns().size()) return gtp_error("cannot undo");
  for (int i = 0; i < count; ++i) session.game.undo();
  return {};
}

GtpReply generate(GtpSession& session, const GtpLine& line, const GtpThinking& how, bool keep) {
  const auto& arguments = line.arguments;
  if (arguments.size() > 1 || (arguments.empty() && keep)) return gtp_error(kSyntaxError);
  const auto to_act = session.game.position().to_act();
  const auto seat = !arguments.empty() ? gtp_seat(session, arguments)
                    : to_act.empty()   ? std::nullopt
                                       : std::optional(to_act.front());
  if (!seat) return gtp_error(arguments.empty() ? "the game is over" : kBadMove);
  const GtpThought thought = gtp_think(session, *seat, how);
  if (thought.cancelled) return {true, "cancelled"};
  if (!thought.error.empty()) return gtp_error(thought.error);
  return {true, keep ? gtp_play_thought(session, *seat, thought) : join(thought.words, kStepJoin)};
}

GtpReply gen_move(GtpSession& session, const GtpLine& line) {
  return generate(session, line, {}, true);
}

GtpReply cleanup_move(GtpSession& session, const GtpLine& line) {
  return generate(session, line, {.cleanup = true}, true);
}

GtpReply regression_move(GtpSession& session, const GtpLine& line) {
  return generate(session, line, {.playing = false}, false);
}

GtpReply search(GtpSession& session, const GtpLine& line) {
  return generate(session, line, {}, false);
}

GtpReply search_cancellable(GtpSession& session, const GtpLine& line) {
  return generate(session, line, {.cancellable = true}, false);
}

GtpReply legal(GtpSession& session, const GtpLine& line) {
  const auto to_act = session.game.position().to_act();
  if (line.arguments.size() > 1) return gtp_error(kSyntaxError);
  if (line.arguments.empty() && to_act.empty()) return {};
  const auto seat = line.arguments.empty() ? std::optional(to_act.front()) : gtp_seat(session, line.arguments);
  if (!seat) return gtp_error(kBadMove);
  Position at = session.game.position();
  if (!at.to_act().contains(*seat)) {
    const auto ready = session.game.ready(*seat);
    if (!ready) return {};
    at = *ready;
  }
  ActionList actions;
  at.legal(*seat, actions);
  if (actions.size() > kMaxListedWords)
    return gtp_error(std::to_string(actions.size()) + " legal moves are too many to list");
  return {true, join(at.legal_words(*seat), " ")};
}

GtpReply game_over(GtpSession& session, const GtpLine&) {
  session.rest();
  return {};
}

// Whether the opponents of a seat have dead pieces on the board.
bool must_clean_up(GtpSession& session, Seat seat) {
  const auto standing = gtp_standing(session);
  if (!standing) return false;
  return std::any_of(standing->dead.begin(), standing->dead.end(), [&](std::size_t i) {
    const auto side = static_cast<std::size_t>(standing->view.groups[i].side);
    return standing->view.sides[side].seat != seat;
  });
}

bool resigns(GtpSession& session, Seat seat, const Analysis& analysis) {
  int& hopeless = session.hopeless[static_cast<std::size_t>(index(seat))];
  const bool lost = session.game.position().seats() == 2 && session.settings.resign > 0 &&
                    analysis.win_rate < session.settings.resign;
  hopeless = lost ? hopeless + 1 : 0;
  return hopeless >= kHopelessMoves;
}

// One search; false where the next line cancelled it.
bool search_here(GtpSession& session, const Position& at, Seat seat, SearchLimits limits, const GtpThinking& how) {
  Thinker& thinker = session.thinker();
  Thinker::Task task{at, seat, std::move(limits), how.interval, how.candidates, how.line, {}, {}};
  if (how.report) task.on_report = [&how, at](const Analysis& analysis) { how.report(analysis, at); };
  thinker.start(std::move(task));
  bool cancelled = false;
  while (!thinker.wait_for(kLookSeconds)) {
    cancelled = how.cancellable && session.input.pending();
    if (cancelled || session.input.interrupted()) thinker.stop();
  }
  thinker.wait();
  return !cancelled;
}

}  // namespace

GtpThought gtp_think(GtpSession& session, Seat seat, const GtpThinking& how) {
  session.rest();
  GtpThought thought;
  const Position& stands = session.game.position();
  if (stands.to_act().empty()) {
    thought.error = "the game is over";
    return thought;
  }
  Position at = stands;
  if (const auto ready = session.game.ready(seat)) {
    at = *ready;
  } else if (!at.to_act().contains(seat)) {
    thought.error = "it is not the turn of " + session.game.colour(seat);
    return thought;
  } else if (may_play(at, seat, kConsent)) {
    thought.words.emplace_back(kConsent);
    return thought;
  }
  const double began = steady_seconds();
  const int turn = at.turn().number;
  const Parsed pass = at.parse(seat, kPassWord);
  const bool no_pass = how.cleanup && pass.refused == Reason::none && must_clean_up(session, seat);
  for (int step = 0; step < kMostSteps; ++step) {
    ActionList actions;
    at.legal(seat, actions);
    SearchLimits limits = session.limits(at, seat, step);
    if (!how.playing) limits = {.seconds = session.settings.seconds, .playouts = session.settings.playouts};
    if (!how.playing && limits.seconds <= 0 && limits.playouts == 0) limits.seconds = kGtpUsualSeconds;
    if (step == 0) limits.avoid = how.avoid;
    if (no_pass && actions.size() > 1) limits.avoid.push_back(pass.action);
    std::erase_if(actions, [&](Action action) {
      return std::find(limits.avoid.begin(), limits.avoid.end(), action) != limits.avoid.end();
    });
    if (actions.empty()) {
      thought.error = "there is no move to choose from";
      break;
    }
    if (!search_here(session, at, seat, std::move(limits), how)) {
      thought.cancelled = true;
      break;
    }
    const Analysis analysis = session.thinker().analysis(1);
    if (step == 0 && how.playing && resigns(session, seat, analysis)) {
      thought.words.emplace_back(kResign);
      break;
    }
    // An engine that leaves out moves may have none to offer.
    const Action action = analysis.candidates.empty() ? actions.front() : session.thinker().choose();
    thought.words.push_back(at.format(action));
    at.apply(seat, action, NoEvents{});
    if (!(at.to_act() == SeatSet::of(seat)) || at.turn().number != turn) break;
  }
  thought.seconds = steady_seconds() - began;
  return thought;
}

std::string gtp_play_thought(GtpSession& session, Seat seat, const GtpThought& thought) {
  GtpClock& clock = session.clocks[static_cast<std::size_t>(index(seat))];
  if (!spend(session.control, thought.seconds, clock.face)) clock.face.left = 0;
  std::string text = join(thought.words, kStepJoin);
  if (text == kResign) return text;
  session.game.play(seat, thought.words);
  const auto to_act = session.game.position().to_act();
  if (session.settings.ponder && to_act.size() == 1)
    session.thinker().start({session.game.position(), to_act.front(), {.decide = false}, 0, 0, 1, {}, {}});
  return text;
}

std::span<const GtpCommand> gtp_play_commands() {
  static constexpr auto kNothing = [](GtpSession&, const GtpLine&) { return GtpReply{}; };
  static constexpr GtpCommand kCommands[]{
      {"play", play},
      {"gogui-play_sequence", play_sequence},
      {"genmove", gen_move},
      {"reg_genmove", regression_move},
      {"kgs-genmove_cleanup", cleanup_move, "scoring"},
      {"kgs-game_over", game_over},
      {"kata-search", search},
      {"kata-search_cancellable", search_cancellable},
      {"undo", undo},
      {"gg-undo", undo},
      {"gogui-interrupt", kNothing},
      {"cairn-legal", legal},
  };
  return kCommands;
}

}  // namespace cairn
