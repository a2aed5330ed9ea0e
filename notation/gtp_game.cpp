#include "notation/gtp_game.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "notation/agreement.h"
#include "notation/words.h"

namespace cairn {

namespace {

constexpr std::string_view kPass = "pass";

// Options may be given by the beginnings of their names.
std::string full_name(const GameInfo& info, const std::string& given) {
  std::string wanted = lower(given);
  for (const OptionSpec& spec : info.options)
    if (spec.name == wanted) return wanted;
  for (const OptionSpec& spec : info.options)
    if (spec.name.substr(0, wanted.size()) == wanted) return spec.name;
  return given;
}

bool alone(const Position& position, Seat seat) {
  return position.to_act() == SeatSet::of(seat);
}

}  // namespace

void set_value(OptionValues& options, std::string_view name, std::string value) {
  drop_value(options, name);
  options.emplace_back(name, std::move(value));
}

void drop_value(OptionValues& options, std::string_view name) {
  std::erase_if(options, [&](const auto& option) { return option.first == name; });
}

std::vector<std::string> turn_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& word : read_words(join(arguments, " ")))
    for (const auto step : split(word, ','))
      if (!step.empty()) words.emplace_back(step);
  return words;
}

GtpGame::GtpGame(const GameInfo& info, Config config) : info_(&info), first_(std::move(config)) {
  for (auto& [name, value] : first_.options) name = full_name(info, name);
  fold(first_, {});
}

bool GtpGame::has_option(std::string_view name) const {
  return std::any_of(info_->options.begin(), info_->options.end(), [&](const auto& spec) { return spec.name == name; });
}

std::string GtpGame::option(std::string_view name) const {
  for (const auto& [key, value] : config_.options)
    if (key == name) return value;
  for (const OptionSpec& spec : info_->options)
    if (spec.name == name) return spec.fallback;
  return {};
}

std::optional<Seat> GtpGame::seat(std::string_view colour) const {
  if (colour.empty()) return std::nullopt;
  for (const View::Side& side : view().sides)
    if (equal_ignoring_case(side.name, colour) || (colour.size() == 1 && to_upper(colour[0]) == to_upper(side.name[0])))
      return side.seat;
  return std::nullopt;
}

std::string GtpGame::colour(Seat seat) const {
  for (const View::Side& side : view().sides)
    if (side.seat == seat) return side.name;
  return {};
}

std::optional<Position> GtpGame::ready(Seat seat, Turn* before) const {
  Position now = position_;
  Turn played;
  const auto act = [&](Seat other, std::string_view word) {
    play_for(now, other, word, nullptr);
    played.emplace_back(other, word);
  };
  // The others pass in turn; where that ends play, one of them takes it up again so that this seat is next.
  for (int i = 0; i < 2 * kMaxSeats && !alone(now, seat) && !now.to_act().empty(); ++i) {
    if (now.to_act().size() == 1) {
      const Seat other = now.to_act().front();
      if (!may_play(now, other, kPass)) return std::nullopt;
      act(other, kPass);
      continue;
    }
    bool resumed = false;
    for (int s = 0; s < now.seats() && !resumed; ++s) {
      if (seat_at(s) == seat || !may_play(now, seat_at(s), kResume)) continue;
      act(seat_at(s), kResume);
      resumed = true;
    }
    if (!resumed) return std::nullopt;
  }
  if (!alone(now, seat)) return std::nullopt;
  if (before != nullptr) before->insert(before->end(), played.begin(), played.end());
  return now;
}

// The points for handicap stones are komi to the game.
std::string GtpGame::count_bonus(const Config& config, Config& counted, int& points) const {
  counted = config;
  points = 0;
  if (bonus_ == HandicapBonus::none) return {};
  const Made made = info_->make(config);
  if (!made.error.empty()) return made.error;
  const View view = made.position.view(Viewer::referee);
  points = handicap_points(bonus_, handicap_stones(view.board, view.sides[0].letter));
  if (points == 0) return {};
  for (const View::Fact& fact : view.facts)
    if (fact.name == "komi")
      set_value(counted.options, "komi", half_points_text(parse_half_points(fact.value).value_or(0) + 2 * points));
  return {};
}

std::string GtpGame::fold(const Config& config, const std::vector<Turn>& turns) {
  Config counted;
  int points = 0;
  if (auto error = count_bonus(config, counted, points); !error.empty()) return error;
  Made made = info_->make(counted);
  if (!made.error.empty()) return made.error;
  Position position = made.position;
  for (const Turn& turn : turns)
    if (!replay(position, turn)) return "a move that was played would not be legal: " + turn.back().second;
  start_ = std::move(made.position);
  position_ = std::move(position);
  config_ = config;
  counted_ = std::move(counted);
  bonus_points_ = points;
  return {};
}

bool GtpGame::replay(Position& position, const Turn& turn) {
  return std::all_of(turn.begin(), turn.end(), [&](const auto& step) {
    return play_for(position, step.first, step.second, nullptr) == Reason::none;
  });
}

Position GtpGame::before_passes() const {
  std::size_t kept = turns_.size();
  const auto only_passes = [](const Turn& turn) {
    return std::all_of(turn.begin(), turn.end(), [](const auto& step) {
      return equal_ignoring_case(step.second, kPass) || equal_ignoring_case(step.second, kResume);
    });
  };
  while (kept > 0 && only_passes(turns_[kept - 1])) --kept;
  if (kept == turns_.size()) return position_;
  Position position = start_;
  for (std::size_t i = 0; i < kept; ++i) replay(position, turns_[i]);
  return position;
}

std::string GtpGame::change(const Config& config) {
  return fold(config, turns_);
}

std::string GtpGame::change(const Config& config, HandicapBonus bonus) {
  const HandicapBonus before = std::exchange(bonus_, bonus);
  std::string error = fold(config, turns_);
  if (!error.empty()) bonus_ = before;
  return error;
}

std::string GtpGame::restart(const Config& config) {
  std::string error = fold(config, {});
  if (error.empty()) turns_.clear();
  return error;
}

void GtpGame::clear() {
  Config config = config_;
  config.setup = first_.setup;
  drop_value(config.options, "handicap");
  for (const auto& [name, value] : first_.options)
    if (name == "handicap") config.options.emplace_back(name, value);
  // A start given at first may not fit a board of another size.
  if (restart(config).empty()) return;
  const OptionValues options = config.options;
  restart({options, std::nullopt});
}

Reason GtpGame::play(Seat seat, const std::vector<std::string>& words) {
  if (words.empty()) return Reason::unknown_move;
  Position next = position_;
  Turn turn;
  const auto step = [&](const std::string& word) {
    const Reason refused = play_for(next, seat, word, nullptr);
    if (refused == Reason::none) turn.emplace_back(seat, word);
    return refused;
  };
  // As the game stands (a word of an agreement, too), else after the passes that GTP leaves out.
  Reason refused = step(words.front());
  if (refused != Reason::none && !alone(next, seat)) {
    const auto at = ready(seat, &turn);
    if (!at) return refused;
    next = *at;
    refused = step(words.front());
  }
  for (std::size_t i = 1; i < words.size() && refused == Reason::none; ++i)
    refused = next.to_act().contains(seat) ? step(words[i]) : Reason::not_your_turn;
  if (refused != Reason::none) return refused;
  position_ = std::move(next);
  turns_.push_back(std::move(turn));
  return Reason::none;
}

bool GtpGame::undo() {
  if (turns_.empty()) return false;
  std::vector<Turn> turns = turns_;
  turns.pop_back();
  if (!fold(config_, turns).empty()) return false;
  turns_ = std::move(turns);
  return true;
}

}  // namespace cairn
