// A session of the Go Text Protocol: what its commands share, and the tables of commands by theme (gtp_*.cpp).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notation/gtp.h"
#include "notation/gtp_game.h"
#include "notation/gtp_input.h"
#include "notation/gtp_line.h"
#include "notation/thinker.h"
#include "search/time_plan.h"

namespace cairn {

struct GtpReply {
  bool ok = true;
  std::string text{};
  bool written = false;  // the answer was written by the command itself, but for its end
};
inline GtpReply gtp_error(std::string text) {
  return {false, std::move(text)};
}
inline constexpr const char *kSyntaxError = "syntax error", *kIllegalMove = "illegal move",
                            *kBadMove = "invalid color or coordinate";

struct GtpSession;

struct GtpCommand {
  std::string_view name;
  GtpReply (*run)(GtpSession& session, const GtpLine& line);
  std::string_view needs = "";  // an option that the game must have for this command to exist
};
std::span<const GtpCommand> gtp_admin_commands();
std::span<const GtpCommand> gtp_setup_commands();
std::span<const GtpCommand> gtp_play_commands();
std::span<const GtpCommand> gtp_analyze_commands();
std::span<const GtpCommand> gtp_time_commands();
std::span<const GtpCommand> gtp_score_commands();
std::span<const GtpCommand> gtp_rules_commands();
std::span<const GtpCommand> gtp_param_commands();
std::span<const GtpCommand> gtp_overlay_commands();

struct GtpClock {
  ClockFace face{};
  bool lost = false;
};

// Where play has stopped, or would.
struct GtpStanding {
  View view{};
  std::vector<std::size_t> dead{};  // groups of the view
};

struct GtpSession {
  GtpSession(const GameInfo& info, Config config, GtpSettings given, GtpInput& lines, std::ostream& stream);

  // Answers one line; false after `quit`.
  bool answer(const GtpInput::Line& line);
  const GtpCommand* find(std::string_view name) const;  // nullptr: unknown, or not for this game
  std::vector<std::string_view> names() const;

  // Thinking. The engine is made when first needed, and anew after the game's configuration changed.
  Thinker& thinker();
  void forget_engine() {
    engine_.reset();
    standing.reset();
  }
  void rest();  // stops what thinks in the background
  // Of a move from here; `step`: of a turn that may take several.
  SearchLimits limits(const Position& from, Seat seat, int step = 0) const;

  // An answer that grows while the engine thinks: its head, then lines.
  void begin_stream();
  void stream_line(std::string_view text);

  GtpSettings settings;
  GtpGame game;
  TimeControl control{};
  std::array<GtpClock, kMaxSeats> clocks{};
  std::array<int, kMaxSeats> hopeless{};  // own moves in a row with a win rate below the limit
  GtpInput& input;
  std::optional<std::pair<std::uint64_t, GtpStanding>> standing{};  // the last one asked for, by the position's hash

 private:
  std::ostream& out_;
  std::string id_;  // of the command under way
  std::unique_ptr<Thinker> engine_;
};

// The seat of a colour word, for commands that need one.
std::optional<Seat> gtp_seat(const GtpSession& session, const std::vector<std::string>& arguments, std::size_t at = 0);

// What `genmove` and its relatives do (gtp_play.cpp).
struct GtpThought {
  std::string error{};
  std::vector<std::string> words{};  // of the whole turn; "resign"
  bool cancelled = false;
  double seconds = 0;  // that it took
};
struct GtpThinking {
  bool cancellable = false;               // by the next line
  bool cleanup = false;                   // no pass while enemy stones are dead on the board
  bool playing = true;                    // by the clock, and resigning; else for information
  double interval = 0;                    // of reports
  std::size_t candidates = 0, line = 16;  // in them
  std::vector<Action> avoid{};
  std::function<void(const Analysis&, const Position&)> report{};
};
GtpThought gtp_think(GtpSession& session, Seat seat, const GtpThinking& how);
std::string gtp_play_thought(GtpSession& session, Seat seat, const GtpThought& thought);  // plays it; the answer's text

// The groups that are dead when play stops here (`judge_dead`), the same before the passes that stop it as after them.
// nullopt where the game knows no dead pieces.
std::optional<GtpStanding> gtp_standing(GtpSession& session);

}  // namespace cairn
