// What a seat asks for, tried on a copy of its table.
#include <algorithm>

#include "server/play/table.h"

namespace cairn {

// Back to the seat's own last step, which is its to choose again.
std::optional<std::size_t> Table::undo_target(Seat seat) const {
  for (std::size_t i = steps_.size(); i > 0; --i)
    if (steps_[i - 1].seat == seat) return i - 1;
  return std::nullopt;
}

bool Table::alone(Seat seat) const {
  return std::all_of(occupants_.begin(), occupants_.end(), [&](const Occupant& occupant) {
    return occupant.kind == SeatKind::bot || &occupant == &occupants_[static_cast<std::size_t>(index(seat))];
  });
}

Message Table::no_undo_to(std::size_t kept) const {
  if (info_->hidden)
    return Message("no-takeback-hidden", "takebacks are not possible in games with hidden information");
  if (setup_.rated) return Message("no-takeback-rated", "takebacks are not possible in rated games");
  const bool left = std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(std::min(kept, steps_.size())),
                                steps_.end(), [](const Step& step) { return step.left.has_value(); });
  if (terms_.clock && (left || over()))
    return Message("no-takeback-clock-over", "a takeback is not possible after the time is over or a player has left");
  return {};
}

Table::Tried Table::decide(Seat seat, const Command& command) const {
  using Kind = Command::Kind;
  Entry entry;
  entry.seat = seat;
  entry.request = command.request;
  entry.at_ms = command.at_ms;
  const std::int64_t lag = std::min(setup_.clock.lag_ms, lag_bank_[static_cast<std::size_t>(index(seat))]);
  entry.trip_ms = std::clamp<std::int64_t>(command.round_trip_ms, 0, lag);
  switch (command.kind) {
    case Kind::play:
      for (const auto& word : command.words) entry.words += (entry.words.empty() ? "" : " ") + word;
      break;
    case Kind::resign:
      entry.kind = Entry::Kind::resign;
      break;
    case Kind::undo:
    case Kind::offer: {
      const OfferKind kind = command.kind == Kind::undo ? OfferKind::undo : command.offer;
      if (const Offer* there = offered(kind); there != nullptr && !there->agreed.contains(seat)) {
        entry.kind = Entry::Kind::accept;
        entry.words = to_word(kind);
        break;
      }
      entry.kind = Entry::Kind::offer;
      entry.words = to_word(kind);
      if (kind != OfferKind::undo) break;
      const auto target = undo_target(seat);
      if (!target) return no(Code::no_undo, Message("you-have-no-move", "you have no move to take back"));
      if (auto why = no_undo_to(*target); !why.empty()) return no(Code::no_undo, std::move(why));
      if (alone(seat)) entry.kind = Entry::Kind::undo;
      entry.words = alone(seat) ? std::to_string(*target) : entry.words + " " + std::to_string(*target);
      break;
    }
    case Kind::accept:
    case Kind::decline: {
      entry.kind = command.kind == Kind::accept ? Entry::Kind::accept : Entry::Kind::decline;
      entry.words = to_word(command.offer);
      break;
    }
    case Kind::resume:
      entry.kind = Entry::Kind::resume;
      break;
    case Kind::vacation:
      entry.kind = Entry::Kind::vacation;
      break;
    case Kind::back:
      entry.kind = Entry::Kind::back;
      break;
    case Kind::plan:
      entry.kind = Entry::Kind::plan;
      entry.words = command.plan;
      break;
  }
  if (entry.kind == Entry::Kind::accept) {
    const OfferKind kind = *offer_kind(entry.words);
    if (over() && kind != OfferKind::rematch) return no(Code::game_over, Message("game-is-over", "the game is over"));
    const Offer* there = offered(kind);
    if (there != nullptr && command.version < there->versions[static_cast<std::size_t>(viewer_of(seat))])
      return no(Code::stale,
                Message("offer-after-version",
                        "the offer was made after version {version}; check the state given here before you answer",
                        {{"version", command.version}}));
    if (kind == OfferKind::rematch && there != nullptr && !command.table.empty()) {
      Offer more = *there;
      more.agreed.insert(seat);
      if (nobody_missing(more)) entry.words += " " + command.table;
    }
  }
  return take(entry);
}

Answer Table::prepare(Seat seat, const Command& command) const {
  if (const auto before = entries_before(seat, command.request)) return repeat(*before);
  const auto viewer = static_cast<std::size_t>(viewer_of(seat));
  if (command.version < moved_[viewer] || command.version > versions_[viewer])
    return Refusal{
        Code::stale,
        Message("table-version-not-decide",
                "the table is at version {version}, not {known}; check the state given here before you decide",
                {{"version", versions_[viewer]}, {"known", command.version}})};
  if (terms_.clock && !terms_.clock->flagged(command.at_ms).empty())
    return Refusal{Code::game_over, Message("time-over", "your time is over")};
  if (command.kind == Command::Kind::offer && command.offer == OfferKind::pause && !setup_.tournament.empty() &&
      terms_.pauses > 0)
    return Refusal{Code::clock, Message("game-tournament-adjourned-once",
                                        "a tournament game can be adjourned only once; ask the organiser")};
  Tried tried = decide(seat, command);
  if (!tried.change) return Refusal{tried.code, tried.error, 0, tried.reason, tried.index};
  const Entry& entry = tried.change->entry;
  const auto extra = extra_of(entry, position_);
  // The last place is a move's: no other command may keep it from ending the game as a draw.
  const bool endless = setup_.rules_version < 2 && entry.kind == Entry::Kind::play;
  if (extra ? log_.size() + 1 >= kMaxEntries : endless && log_.size() >= kMaxEntries)
    return Refusal{Code::too_long, Message("game-as-long-as", "this game has reached the greatest number of moves")};
  if (extra && !alone(seat) && occupants_[static_cast<std::size_t>(index(seat))].kind != SeatKind::bot &&
      extras_[static_cast<std::size_t>(index(seat))][*extra] >= std::min(kFreeExtras + plays_, kMostExtras))
    return Refusal{Code::too_many,
                   Message("you-done-as-often", "you have reached the limit for now; play more moves first"), 1};
  return std::move(*tried.change);
}

Answer Table::prepare_forfeit(Seat seat, std::int64_t now_ms) const {
  Entry entry;
  entry.kind = Entry::Kind::forfeit;
  entry.seat = seat;
  entry.at_ms = now_ms;
  Tried tried = take(entry);
  if (!tried.change) return Refusal{tried.code, tried.error, 0, tried.reason, tried.index};
  return std::move(*tried.change);
}

Answer Table::prepare_join(const Occupant& occupant, std::int64_t at_ms) const {
  for (std::size_t i = 0; i < occupants_.size(); ++i) {
    if (occupants_[i].kind != SeatKind::open) continue;
    Entry entry;
    entry.kind = Entry::Kind::join;
    entry.seat = seat_at(static_cast<int>(i));
    entry.at_ms = at_ms;
    Tried tried = take(entry, &occupant);
    if (!tried.change) return Refusal{tried.code, tried.error};
    tried.change->occupant = occupant;
    return std::move(*tried.change);
  }
  return Refusal{Code::no_free_seat, Message("every-seat-table-taken", "every seat is taken; you can watch")};
}

}  // namespace cairn
