#include "notation/words.h"

#include <optional>

#include <algorithm>
#include <utility>

#include "core/text.h"

namespace cairn {

namespace {

bool is_turn_number(std::string_view word) {
  return word.size() >= 2 && word.back() == '.' && std::all_of(word.begin(), word.end() - 1, is_digit);
}

// "12.b5>a4" -> "b5>a4"
std::string_view without_turn_number(std::string_view word) {
  std::size_t digits = 0;
  while (digits < word.size() && is_digit(word[digits])) ++digits;
  return digits > 0 && digits < word.size() && word[digits] == '.' ? word.substr(digits + 1) : word;
}

void finish(std::string& word, std::vector<std::string>& words) {
  std::string_view text = word;
  if (!is_turn_number(text)) {
    text = without_turn_number(text);
    while (!text.empty() && text.back() == '.') text.remove_suffix(1);
    if (!text.empty()) words.emplace_back(text);
  }
  word.clear();
}

const View::Side* find_side(const View& view, std::string_view name) {
  for (const auto& side : view.sides)
    if (equal_ignoring_case(side.name, name)) return &side;
  return nullptr;
}

std::string side_of(const View& view, Seat seat) {
  for (const auto& side : view.sides)
    if (side.seat == seat) return side.name;
  return {};
}

}  // namespace

std::vector<std::string> read_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool closing = true;  // whether a ')' is still ahead
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_space(c) || c == ';') {
      finish(word, words);
    } else if (c == '(' && closing) {
      const auto end = text.find(')', i);
      if (end == std::string_view::npos) {
        closing = false;
        word += c;
      } else {
        i = end;
      }
    } else {
      word += c;
    }
  }
  finish(word, words);
  return words;
}

std::string spelled(const Position& position, Seat seat, std::string_view word) {
  for (const std::string_view end : {kResign, kTimeout, kForfeit, kDraw})
    if (equal_ignoring_case(word, end)) return std::string(end);
  const Parsed parsed = position.parse(seat, word);
  const bool plays = parsed.refused == Reason::none && position.check(seat, parsed.action) == Reason::none;
  return plays ? position.format(parsed.action) : std::string(word);
}

bool may_play(const Position& position, Seat seat, std::string_view word) {
  const Parsed parsed = position.parse(seat, word);
  return parsed.refused == Reason::none && position.check(seat, parsed.action) == Reason::none;
}

Reason play_for(Position& position, Seat seat, std::string_view word, EventLog* log) {
  EventLog unwanted;
  EventLog& events = log ? *log : unwanted;
  std::optional<Leave> why;
  for (const Leave one : {Leave::resigned, Leave::timed_out, Leave::forfeited})
    if (equal_ignoring_case(word, leave_word(one))) why = one;
  const bool drawn = equal_ignoring_case(word, kDraw);
  if (!why && !drawn) return position.play(seat, word, events);
  if (position.to_act().empty()) return Reason::game_over;
  if (drawn) {
    position.agree_draw();
    events.push_back({.kind = Event::Kind::ended});
    return Reason::none;
  }
  for (const auto& side : position.view(Viewer::referee).sides) {
    if (side.seat != seat || side.retired) continue;
    position.retire(seat, *why, [&](const Event& event) { events.push_back(event); });
    return Reason::none;
  }
  return Reason::not_your_turn;
}

Attempt play_word(Position& position, const View& before, std::string_view word, EventLog& log) {
  const SeatSet acting = position.to_act();
  const Seat on_turn = position.turn().seat;
  std::vector<Seat> candidates;
  const auto colon = word.find(':');
  const View::Side* named = colon == std::string_view::npos ? nullptr : find_side(before, trim(word.substr(0, colon)));
  if (named) {
    word = trim(word.substr(colon + 1));
    candidates.push_back(named->seat);
  } else {
    if (acting.contains(on_turn)) candidates.push_back(on_turn);
    for (int i = 0; i < position.seats(); ++i)
      if (acting.contains(seat_at(i)) && seat_at(i) != on_turn) candidates.push_back(seat_at(i));
    if (candidates.empty()) candidates.push_back(on_turn);
  }

  Attempt attempt{candidates.front(), side_of(before, candidates.front()), std::string(word), Reason::none};
  for (const Seat seat : candidates) {
    std::string spelling = spelled(position, seat, word);  // asked before the move changes the position
    const Reason refused = play_for(position, seat, word, &log);
    if (refused == Reason::none) return {seat, side_of(before, seat), std::move(spelling), refused};
    if (seat == candidates.front()) attempt.refused = refused;
  }
  return attempt;
}

}  // namespace cairn
