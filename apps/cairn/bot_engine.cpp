#include "apps/cairn/bot_engine.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "core/text.h"
#include "notation/agreement.h"
#include "notation/event_text.h"
#include "notation/view_json.h"
#include "notation/words.h"
#include "search/choice.h"

namespace cairn::cli {

namespace {

constexpr std::uint64_t kSeed = 1;

double seconds_of(std::int64_t ms) {
  return static_cast<double>(ms) / 1000;
}

}  // namespace

TimeControl engine_time(const ClockRule& rule) {
  using From = ClockRule::Kind;
  using To = TimeControl::Kind;
  TimeControl time;
  time.main = seconds_of(rule.main_ms);
  switch (rule.kind) {
    case From::none:
    case From::correspondence:
      return {};
    case From::absolute:
      time.kind = To::absolute;
      break;
    case From::fischer:
      time.kind = To::fischer;
      time.increment = seconds_of(rule.increment_ms);
      break;
    case From::byoyomi:
    case From::canadian:
      time.kind = To::canadian;
      time.period = seconds_of(rule.period_ms);
      time.stones = rule.kind == From::byoyomi ? 1 : rule.stones;
      break;
    case From::move:
      time.kind = To::per_move;
      time.period = time.main;
      time.main = 0;
      break;
  }
  return time;
}

BotEngine::BotEngine(const EngineChoice& choice, const GameInfo& info, Config config, const ThinkingTime& time)
    : choice_(choice), info_(info), config_(std::move(config)), time_(time) {}

Answer BotEngine::fresh() {
  Made made = info_.make(config_);
  if (!made.error.empty()) return {.failure = Failure::garbage, .text = made.error};
  position_ = std::move(made.position);
  known_moves_.clear();
  if (!player_) player_ = make_player(choice_, info_, config_, time_, never_);
  return player_->begin(position_, kSeed);
}

std::string BotEngine::begin() {
  return fresh().text;
}

// Tells the engine what it does not know yet; from the start where something was taken back.
Answer BotEngine::follow(const Moves& moves) {
  const bool goes_on = player_ && known_moves_.size() <= moves.size() &&
                       std::equal(known_moves_.begin(), known_moves_.end(), moves.begin());
  if (!goes_on)
    if (Answer answer = fresh(); answer.failure != Failure::none) return answer;
  for (std::size_t i = known_moves_.size(); i < moves.size(); ++i) {
    const auto& [seat, word] = moves[i];
    const std::string side = side_name(position_.view(Viewer::spectator), seat);
    // Which stones are dead belongs to the server's game, not to the Go Text Protocol.
    const bool silent = position_.to_act().size() > 1 && of_agreement(word);
    if (play_for(position_, seat, word, nullptr) != Reason::none)
      return {.failure = Failure::garbage,
              .text = "the server sent the move " + word + ", which is illegal in this program's rules"};
    known_moves_.push_back(moves[i]);
    if (silent) continue;
    if (Answer answer = player_->see(side, word); answer.failure != Failure::none) return answer;
  }
  return {};
}

BotChoice BotEngine::choose(const Moves& moves, Seat seat, const ClockFace& face, double limit) {
  BotChoice choice = try_once(moves, seat, face, limit);
  if (!choice.broken || restarted_) return choice;
  restarted_ = true;
  player_.reset();
  const std::string first = choice.text;
  choice = try_once(moves, seat, face, limit);
  choice.text = choice.broken ? first + "; restarting it: " + choice.text : first;
  return choice;
}

BotChoice BotEngine::try_once(const Moves& moves, Seat seat, const ClockFace& face, double limit) {
  if (const Answer answer = follow(moves); answer.failure != Failure::none)
    return {.broken = true, .text = answer.text};
  if (!position_.awaited().contains(seat)) return {};
  if (position_.to_act().size() > 1) {
    if (settles_dead(position_, seat)) return say_dead(seat);
    if (const auto yes = consent(position_, seat)) return {.words = {position_.format(*yes)}};
  }
  return take(player_->move(position_, seat, face, limit), seat);
}

// The engine's answer in the game's own words.
BotChoice BotEngine::take(const Answer& answer, Seat seat) {
  if (answer.failure != Failure::none) return {.broken = true, .text = answer.text};
  if (equal_ignoring_case(answer.word, kResign)) return {.resign = true};
  BotChoice choice;
  Position after = position_;
  std::vector<std::string_view> steps{answer.word};
  if (after.parse(seat, answer.word).refused != Reason::none) steps = split(answer.word, ',');
  for (const auto step : steps) {
    const Parsed parsed = after.parse(seat, trim(step));
    const Reason refused = parsed.refused != Reason::none ? parsed.refused : after.check(seat, parsed.action);
    if (refused != Reason::none) {
      player_.reset();
      return {.broken = true,
              .text = fmt::format("its move \"{}\" is illegal: {}", answer.word.substr(0, 60), refused.text())};
    }
    choice.words.push_back(after.format(parsed.action));
    after.apply(seat, parsed.action, NoEvents{});
  }
  position_ = std::move(after);
  for (const auto& word : choice.words) known_moves_.emplace_back(seat, word);
  return choice;
}

// What the engine names as dead; what the game proposes where it names nothing.
BotChoice BotEngine::say_dead(Seat seat) {
  std::set<std::string> dead;
  if (const auto list = player_->dead()) {
    for (const std::string& name : *list) dead.insert(upper(name));
  } else {
    for (const View::Mark& mark : position_.view(Viewer::referee).marks)
      if (mark.kind == "proposed")
        for (const Point point : mark.points) dead.insert(upper(position_.name(point)));
  }
  return {.words = insist(position_, seat, dead, known_moves_)};
}

}  // namespace cairn::cli
