// Conditional moves at a table (server/play/conditional_moves.h).
#include <algorithm>

#include "core/text.h"
#include "server/play/table.h"

namespace cairn {

namespace {

std::optional<Seat> first_planned(const Terms& terms, SeatSet acting) {
  if (terms.drawn || terms.paused()) return std::nullopt;
  for (int i = 0; i < kMaxSeats; ++i)
    if (acting.contains(seat_at(i)) && terms.plans[static_cast<std::size_t>(i)].answer() != nullptr) return seat_at(i);
  return std::nullopt;
}

}  // namespace

Table::Tried Table::plan(const Entry& entry) const {
  if (over()) return no(Code::game_over, Message("game-is-over", "the game is over"));
  if (info_->hidden)
    return no(Code::plan, Message("where-something-hidden-nobody",
                                  "conditional moves are not possible in games with hidden information"));
  auto read = parse_conditional_moves(entry.words);
  if (!read.turns) return no(Code::plan, read.error);
  if (!read.turns->empty() && position_.to_act().contains(entry.seat))
    return no(Code::plan, Message("your-turn-play-first", "it is your turn: play first, then enter conditional moves"));
  // As the game writes its moves, so that they are known again. What is not possible yet may be by then; only what the
  // game cannot read at all is refused.
  std::string unknown;
  const auto written = [&](std::string& words, Seat seat) {
    if (words == "*") return;
    std::string out;
    for (const auto word : split_words(words)) {
      const Parsed parsed = position_.parse(seat, word);
      if ((parsed.refused == Reason::unknown_move || parsed.refused == Reason::off_board) && unknown.empty())
        unknown = word;
      out += (out.empty() ? "" : " ") +
             (parsed.refused == Reason::none ? position_.format(parsed.action) : std::string(word));
    }
    words = std::move(out);
  };
  const Seat other = seat_at((index(entry.seat) + 1) % position_.seats());
  const auto all = [&](auto self, ConditionalTurns& turns) -> void {
    for (ConditionalTurn& turn : turns) {
      written(turn.on, other);
      written(turn.play, entry.seat);
      self(self, turn.then);
    }
  };
  all(all, *read.turns);
  if (!unknown.empty())
    return no(Code::plan, Message("plan-unknown-move", "\"{word}\" is not a move of this game", {{"word", unknown}}));
  Change change = blank(entry);
  change.terms.plans[static_cast<std::size_t>(index(entry.seat))] = ConditionalMoves(std::move(*read.turns));
  change.moved = false;
  change.changed_for = only(entry.seat);
  return {std::move(change), {}, Reason::none, 0};
}

// What is left of everybody's plan after a change.
void Table::follow_plans(Change& change) const {
  if (!change.moved) return;
  const bool went_on = change.entry.kind == Entry::Kind::play && !change.over();
  const SeatSet acting = change.after.to_act();
  for (int i = 0; i < position_.seats(); ++i) {
    const Seat seat = seat_at(i);
    ConditionalMoves& plan = change.terms.plans[static_cast<std::size_t>(i)];
    if (plan.empty()) continue;
    if (!went_on)
      plan = ConditionalMoves();
    else if (seat == change.entry.seat)
      plan.played(change.entry.words);
    else
      plan.hear(change.entry.words);
    if (acting.contains(seat) && plan.answer() == nullptr) plan = ConditionalMoves();
  }
}

std::optional<Seat> Table::planned() const {
  return first_planned(terms_, position_.to_act());
}

std::optional<Seat> Table::planned_after(const Change& change) const {
  return first_planned(change.terms, change.after.to_act());
}

Answer Table::prepare_planned(Seat seat, std::int64_t now_ms) const {
  const ConditionalTurn* turn = terms_.plans[static_cast<std::size_t>(index(seat))].answer();
  if (turn == nullptr)
    return Refusal{Code::plan, Message("there-answer-planned", "you have no conditional move for this")};
  Entry entry;
  entry.seat = seat;
  entry.words = turn->play;
  entry.at_ms = now_ms;
  Tried tried = take(entry);
  // All of it, or nothing: half of a turn is not what was planned.
  if (tried.change && tried.change->added.size() == split_words(turn->play).size()) return std::move(*tried.change);
  entry.kind = Entry::Kind::plan;
  entry.words.clear();
  tried = take(entry);
  if (!tried.change) return Refusal{tried.code, tried.error};
  return std::move(*tried.change);
}

}  // namespace cairn
