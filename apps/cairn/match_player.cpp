#include "apps/cairn/match_player.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "apps/cairn/terminal.h"
#include "apps/cairn/thinking.h"
#include "core/hash.h"
#include "core/text.h"
#include "notation/view_json.h"
#include "search/choice.h"
#include "server/engines/gtp_client.h"

namespace cairn::cli {

namespace {

double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class OwnPlayer final : public MatchPlayer {
 public:
  OwnPlayer(const EngineChoice& choice, const GameInfo& info, const ThinkingTime& time, const std::atomic<bool>& stop)
      : choice_(choice), info_(info), time_(time), stop_(stop), clock_(time.cpu ? thread_cpu_seconds : wall_seconds) {}

  Answer begin(const Position& start, std::uint64_t seed) override {
    EngineSettings settings = choice_.settings;
    settings.seed = mix(settings.seed, seed);
    settings.clock = clock_;
    rng_ = Rng(settings.seed);
    engine_ = make_engine(info_, start, settings, choice_.plain);
    return {};
  }

  Answer move(const Position& position, Seat seat, const ClockFace& face, double) override {
    const double began = clock_();
    SearchLimits limits{.playouts = choice_.playouts > 0 ? choice_.playouts : time_.playouts, .decide = choice_.decide};
    limits.seconds = choice_.seconds > 0 ? choice_.seconds : planned(position, face);
    if (time_.most > 0) limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, time_.most) : time_.most;
    think_watched(*engine_, position, seat, limits, choice_.threads, stop_);
    Answer answer;
    if (stop_.load()) {
      answer.failure = Failure::cancelled;
      return answer;
    }
    answer.playouts = engine_->analysis(1, 1).playouts;
    const auto chosen = choose_action(*engine_, position, seat, rng_);
    if (!chosen) return {.failure = Failure::crash, .text = "there is no legal move"};
    answer.word = position.format(*chosen);
    answer.seconds = clock_() - began;
    return answer;
  }

  Answer see(const std::string&, const std::string&) override { return {}; }
  std::optional<std::vector<std::string>> dead() override { return std::nullopt; }

 private:
  double planned(const Position& position, const ClockFace& face) const {
    constexpr double kReserve = 0.002;
    const View view = position.view(viewer_of(position.to_act().front()));
    int filled = 0;
    for (const std::string& row : view.board)
      filled += static_cast<int>(std::count_if(row.begin(), row.end(), is_letter));
    const double turns = expected_turns(view.columns * view.rows, filled);
    return plan_time(time_.control, face, turns, kReserve).value_or(0);
  }

  const EngineChoice& choice_;
  const GameInfo& info_;
  const ThinkingTime& time_;
  const std::atomic<bool>& stop_;
  double (*clock_)();
  std::unique_ptr<Engine> engine_;
  Rng rng_{0};
};

class GtpPlayer final : public MatchPlayer {
 public:
  GtpPlayer(const EngineChoice& choice, const GameInfo& info, const Config& config, const ThinkingTime& time,
            const std::atomic<bool>& stop)
      : client_(choice.command), info_(info), config_(config), time_(time), stop_(stop) {}
  ~GtpPlayer() override { client_.quit(stop_.load() ? 0 : kFarewell); }

  Answer begin(const Position& start, std::uint64_t) override {
    if (!client_.running())
      if (const auto error = client_.start(); !error.empty()) return {.failure = Failure::crash, .text = error};
    const View view = start.view(Viewer::spectator);
    std::vector<std::string> commands;
    if (has_lines(view))
      commands.push_back(view.columns == view.rows
                             ? fmt::format("boardsize {}", view.columns)
                             : fmt::format("rectangular_boardsize {} {}", view.columns, view.rows));
    commands.emplace_back("clear_board");
    for (const auto& [name, value] : info_.complete ? info_.complete(config_.options) : config_.options) {
      if (name == "komi") commands.push_back("komi " + value);
      if (name == "handicap" && value != "0") commands.push_back("set_free_handicap" + stones(start, view));
    }
    if (const auto settings = time_settings(); !settings.empty()) commands.push_back(settings);
    for (const std::string& command : commands) {
      Answer answer = tell(command);
      if (answer.failure == Failure::none) continue;
      // Clocks are no part of what every program must know; the limit holds all the same.
      if (answer.failure == Failure::garbage && client_.running() && command.starts_with("time_settings")) continue;
      return answer;
    }
    return {};
  }

  Answer move(const Position& position, Seat seat, const ClockFace& face, double limit) override {
    const std::string side = side_name(position.view(Viewer::spectator), seat);
    if (time_.control.kind != TimeControl::Kind::none) {
      const auto left = static_cast<long>(std::max(face.left, 0.0));
      const int stones = time_.control.kind == TimeControl::Kind::per_move ? 1 : face.stones;
      client_.ask(fmt::format("time_left {} {} {}", side, left, face.overtime ? stones : 0), kAnswer, stop_);
    }
    const engines::GtpReply reply = client_.ask("genmove " + side, limit, stop_);
    Answer answer = understood(reply, "genmove " + side);
    answer.word = trim(reply.text);
    return answer;
  }

  Answer see(const std::string& side, const std::string& word) override { return tell("play " + side + " " + word); }

  std::optional<std::vector<std::string>> dead() override {
    const engines::GtpReply reply = client_.ask("final_status_list dead", time_.patience, stop_);
    if (reply.kind != engines::GtpReply::Kind::ok) return std::nullopt;
    std::vector<std::string> names;
    for (const auto word : split_words(reply.text)) names.emplace_back(word);
    return names;
  }

 private:
  static constexpr double kAnswer = 30;  // seconds for what needs no thought; programs may take a while to start
  static constexpr double kFarewell = 2;

  static Answer understood(const engines::GtpReply& reply, std::string_view command) {
    using Kind = engines::GtpReply::Kind;
    Answer answer{.text = reply.text, .seconds = reply.seconds};
    switch (reply.kind) {
      case Kind::ok:
        break;
      case Kind::refused:
        answer.failure = Failure::garbage;
        answer.text = fmt::format("it rejects {}: {}", command.substr(0, 60), reply.text.substr(0, 80));
        break;
      case Kind::late:
        answer.failure = Failure::late;
        break;
      case Kind::garbage:
        answer.failure = Failure::garbage;
        break;
      case Kind::ended:
        answer.failure = Failure::crash;
        break;
      case Kind::cancelled:
        answer.failure = Failure::cancelled;
        break;
    }
    return answer;
  }

  Answer tell(const std::string& command) { return understood(client_.ask(command, kAnswer, stop_), command); }

  static std::string stones(const Position& start, const View& view) {
    std::string text;
    for (int row = 0; row < view.rows; ++row)
      for (int column = 0; column < view.columns; ++column)
        if (view.board[static_cast<std::size_t>(view.rows - 1 - row)][static_cast<std::size_t>(column)] != '.')
          text += " " + start.name({0, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)});
    return text;
  }

  std::string time_settings() const {
    using Kind = TimeControl::Kind;
    const TimeControl& control = time_.control;
    switch (control.kind) {
      case Kind::absolute:
      case Kind::fischer:  // what comes with each move shows in time_left
        return fmt::format("time_settings {:.0f} 0 0", std::max(control.main, 1.0));
      case Kind::canadian:
        return fmt::format("time_settings {:.0f} {:.0f} {}", control.main, std::max(control.period, 1.0),
                           control.stones);
      case Kind::per_move:
        return fmt::format("time_settings 0 {:.0f} 1", std::max(control.period, 1.0));
      case Kind::none:
      case Kind::byo_yomi:
        break;
    }
    return {};
  }

  engines::GtpClient client_;
  const GameInfo& info_;
  const Config& config_;
  const ThinkingTime& time_;
  const std::atomic<bool>& stop_;
};

}  // namespace

std::unique_ptr<MatchPlayer> make_player(const EngineChoice& choice, const GameInfo& info, const Config& config,
                                         const ThinkingTime& time, const std::atomic<bool>& stop) {
  if (choice.command.empty()) return std::make_unique<OwnPlayer>(choice, info, time, stop);
  return std::make_unique<GtpPlayer>(choice, info, config, time, stop);
}

}  // namespace cairn::cli
