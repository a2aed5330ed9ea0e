#include "apps/wasm/thought.h"

#include <chrono>
#include <cmath>
#include <initializer_list>

#include "core/rng.h"
#include "games/ai_exact.h"
#include "search/choice.h"
#include "search/levels.h"

namespace cairn::wasm {

namespace {

constexpr std::size_t kShownLine = 16;                // moves
constexpr std::uint64_t kProofStep = 500;             // positions
constexpr double kDay = 86'400;                       // seconds
constexpr double kMostWhole = 9'007'199'254'740'991;  // that a number of JavaScript tells from its neighbours
constexpr double kMostMiB = 1'024, kUsualMiB = 128;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Known {
  std::string_view name;
  double least, most;
  bool whole;
  double value;  // the usual one; what was read
};

// Numbers by name from a JSON object. Returns "" or what is wrong and what would be right.
Message read_numbers(const Json& object, std::initializer_list<Known*> known, MessageText form) {
  if (!object.is_object()) return form;
  for (const auto& [name, value] : object.items()) {
    Known* found = nullptr;
    for (Known* one : known)
      if (one->name == name) found = one;
    if (!found)
      return Message("not-understood", "\"{name}\" is not understood; {why}",
                     {{"name", name.substr(0, 40)}, {"why", form}});
    const double number = value.is_boolean()  ? (value.get<bool>() ? 1.0 : 0.0)
                          : value.is_number() ? value.get<double>()
                                              : NAN;
    const bool fits =
        number >= found->least && number <= found->most && (!found->whole || number == std::floor(number));
    if (!fits)
      return Message("value-not-fit", "\"{name}\" is {value}; {why}",
                     {{"name", name},
                      {"value", value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 40)},
                      {"why", form}});
    found->value = number;
  }
  return {};
}

}  // namespace

std::unique_ptr<Thought> Thought::make(const Game& game, std::string_view settings, CodedMessage& error) {
  Known level{"level", 1, kLevels, true, kLevels}, seed{"seed", 0, kMostWhole, true, 1},
      memory{"memory", 1, kMostMiB, true, kUsualMiB};
  error = read_numbers(
      parse_json(settings), {&level, &seed, &memory},
      MessageText("form-of-engine-settings",
                  R"(settings are {"level":1..10,"seed":a whole number,"memory":1..1024 (MiB)}; each is optional)"));
  if (!error.empty()) return nullptr;
  std::unique_ptr<Thought> thought(new Thought());
  thought->info_ = game.info;
  thought->position_ = game.position;
  thought->seed_ = static_cast<std::uint64_t>(seed.value);
  EngineSettings chosen;
  chosen.memory = static_cast<std::size_t>(memory.value) << 20;
  chosen.seed = thought->seed_;
  chosen.level = static_cast<int>(level.value);
  // The engine looks at the clock now and then: that is where a piece of work ends.
  chosen.clock = [self = thought.get()] {
    const double now = now_seconds();
    if (now >= self->until_) self->stop_.store(true);
    return now;
  };
  thought->engine_ = make_engine(*game.info, game.position, chosen);
  return thought;
}

Message Thought::set_position(const Game& game, Seat seat, int ply) {
  if (game.info != info_)
    return Message("engine-of-other-game", "this engine plays {game}, not {other}",
                   {{"game", info_->title}, {"other", game.info->title}});
  const SeatSet acting = game.position.to_act();
  if (!acting.empty() && !acting.contains(seat))
    return Message("other-seat-acts", "it is not the turn of seat {seat}, but of seat {other}",
                   {{"seat", index(seat)}, {"other", index(acting.front())}});
  position_ = game.position;
  moves_ = game.moves;
  seat_ = seat;
  ply_ = ply;
  ended_ = true;
  if (!acting.empty()) engine_->set_position(position_, seat_);
  prover_.reset();
  return {};
}

Message Thought::begin(std::string_view limits) {
  Known seconds{"seconds", 0, kDay, false, 0}, playouts{"playouts", 0, kMostWhole, true, 0},
      decide{"decide", 0, 1, true, 1};
  const Message error = read_numbers(
      parse_json(limits), {&seconds, &playouts, &decide},
      MessageText("form-of-engine-limits",
                  R"(limits are {"seconds":0..86400,"playouts":a whole number,"decide":true or false}; each is )"
                  R"(optional)"));
  if (!error.empty()) return error;
  ended_ = position_.to_act().empty();
  if (ended_) return {};
  // For who plays the proof of one move is enough. Anew each time: a proof may have been fetched meanwhile.
  if (decide.value == 0) prover_ = move_prover(position_);
  proving_ = prover_ != nullptr;
  until_ = now_seconds() + kDay;
  // Without a limit in seconds an engine need not look at the clock.
  engine_->begin({.seconds = seconds.value > 0 ? seconds.value : kDay,
                  .playouts = static_cast<std::uint64_t>(playouts.value),
                  .decide = decide.value != 0});
  return {};
}

bool Thought::work(double milliseconds) {
  if (ended_ && !proving_) return false;
  until_ = now_seconds() + milliseconds / 1e3;
  // Half of a piece at most is for proofs.
  while (proving_ && (ended_ || now_seconds() < until_ - milliseconds / 2e3) && now_seconds() < until_)
    proving_ = prover_->work(kProofStep);
  if (ended_) return proving_;
  stop_.store(false);
  engine_->work(stop_);
  ended_ = !stop_.load();
  return !ended_ || proving_;
}

Json Thought::analysis(std::size_t candidates) const {
  if (position_.to_act().empty()) {
    Analysis none;
    none.seat = seat_;
    return analysis_json(analysed(), none, candidates, true);
  }
  return analysis_json(analysed(), found(candidates, kShownLine), candidates, ended_ && !proving_);
}

Analysis Thought::found(std::size_t candidates, std::size_t line) const {
  if (!prover_) return engine_->analysis(candidates, line);
  Analysis all = engine_->analysis(0, line);
  add_proofs(*prover_, all);
  return all;
}

std::vector<std::string> Thought::choose() {
  if (auto agreed = agree(*info_, position_, seat_, moves_)) return *std::move(agreed);
  Rng rng(seed_);
  const auto chosen = choose_action(*engine_, position_, seat_, rng);
  if (!chosen) return {};
  return {position_.format(*chosen)};
}

void Thought::note() {
  if (auto known = known_look(position_))
    noted_[ply_] = *std::move(known);
  else
    noted_[ply_] = look_of(analysed(), found(0, kReportedLine));
}

Json Thought::move(int ply, Seat seat, std::string_view word) const {
  ReportedMove reported;
  reported.ply = ply;
  reported.seat = seat;
  reported.side = side_name(position_.view(Viewer::referee), seat);
  reported.word = word;
  const auto before = noted_.find(ply - 1), after = noted_.find(ply);
  judge(before == noted_.end() ? PositionEvaluation{} : before->second,
        after == noted_.end() ? PositionEvaluation{} : after->second, reported);
  return move_json(reported);
}

}  // namespace cairn::wasm
