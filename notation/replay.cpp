#include "notation/replay.h"

#include <algorithm>
#include <utility>

#include "core/text.h"
#include "notation/words.h"

namespace cairn {

Replay::Replay(const GameInfo& info, Position position)
    : info_(info), position_(std::move(position)), view_(position_.view(Viewer::referee)) {}

Attempt Replay::play(std::string_view word) {
  EventLog log;
  const Attempt attempt = play_word(position_, view_, word, log);
  if (attempt.refused != Reason::none) return attempt;
  ++ply_;
  last_ = attempt;
  events_ = std::move(log);
  view_ = position_.view(Viewer::referee);
  return attempt;
}

void Replay::set_up(Position position) {
  position_ = std::move(position);
  view_ = position_.view(Viewer::referee);
  ply_ = 0;
  last_ = {};
  events_.clear();
}

Json Replay::line() const {
  const bool moved = ply_ > 0;
  std::size_t count = 0;
  const auto words = listed_words(position_, count);
  Json line = {{"ply", ply_},
               {"move", moved ? Json(last_.word) : Json(nullptr)},
               {"by", moved ? Json(last_.side) : Json(nullptr)},
               {"captured", removed_names(events_, position_, Viewer::referee)},
               {"to_move", view_.outcome.over ? Json(nullptr) : Json(side_name(view_, view_.turn.seat))},
               {"board", view_.board}};
  if (count > kMaxListedWords)
    line["legal_count"] = count;
  else
    line["legal"] = words;
  line["over"] = view_.outcome.over;
  line["result"] = result_json(view_);
  line["score"] = score_json(view_, info_.score_is_pair);
  for (const auto& fact : view_.facts)
    if (const auto number = parse_int(fact.value); fact.name == "steps_left" && number) line["steps_left"] = *number;
  for (const Event& event : events_)
    if (event.kind == Event::Kind::refused) line["refused"] = to_word(event.reason);
  if (view_.to_act.size() > 1) {
    Json acting = Json::array();
    for (const auto& side : view_.sides)
      if (view_.to_act.contains(side.seat)) acting.push_back(side.name);
    line["to_act"] = std::move(acting);
  }
  return line;
}

Json Replay::error_line(const Attempt& attempt) const {
  return {{"error", "illegal move"}, {"ply", ply_ + 1}, {"move", attempt.word}, {"reason", to_word(attempt.refused)}};
}

std::vector<std::string> seat_words(const GameInfo& info, const Position& position, Seat seat, std::size_t& count) {
  ActionList actions;
  if (position.to_act().contains(seat)) position.legal(seat, actions);
  count = actions.size();
  if (count == 0) return {};
  if (count <= kMaxListedWords) return position.words_of(actions);
  std::vector<std::string> words;
  for (const std::string_view word : info.placeless)
    if (may_play(position, seat, word)) words.emplace_back(word);
  return words;
}

std::vector<std::string> listed_words(const Position& position, std::size_t& count) {
  count = 0;
  ActionList actions;
  for (int i = 0; i < position.seats(); ++i) {
    if (!position.to_act().contains(seat_at(i))) continue;
    position.legal(seat_at(i), actions);
    count += actions.size();
  }
  std::vector<std::string> words;
  if (count > kMaxListedWords) return words;
  for (int i = 0; i < position.seats(); ++i) {
    if (!position.to_act().contains(seat_at(i))) continue;
    const auto more = position.legal_words(seat_at(i));
    words.insert(words.end(), more.begin(), more.end());
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  count = words.size();
  return words;
}

}  // namespace cairn
