// What stands beside a table's position: offers that need everybody's consent, and the clocks.
#include <algorithm>

#include "core/text.h"
#include "notation/words.h"
#include "server/play/day_clock.h"
#include "server/play/table.h"

namespace cairn {

namespace {

SeatSet playing(const Position& position) {
  const View view = position.view(Viewer::spectator);
  SeatSet seats;
  for (const auto& side : view.sides)
    if (!side.retired) seats.insert(side.seat);
  return seats;
}

std::optional<OfferKind> kind_of(const Entry& entry) {
  const auto words = split_words(entry.words);
  return words.empty() ? std::nullopt : offer_kind(words[0]);
}

// In a tournament.
std::int64_t longest_pause(const ClockRule& rule) {
  return rule.kind == ClockRule::Kind::correspondence ? kLongestSlowPauseMs : kLongestPauseMs;
}

ClockEvent::Kind event_kind(Entry::Kind kind) {
  switch (kind) {
    case Entry::Kind::resume:
      return ClockEvent::Kind::resume;
    case Entry::Kind::vacation:
      return ClockEvent::Kind::vacation;
    case Entry::Kind::set_clock:
      return ClockEvent::Kind::set;
    default:
      return ClockEvent::Kind::back;
  }
}

}  // namespace

View Table::view_of(const Position& position, const Terms& terms, Viewer viewer) {
  if (!terms.drawn) return position.view(viewer);
  Position ended = position;
  ended.agree_draw();
  return ended.view(viewer);
}

// --- offers

const Offer* Table::offered(OfferKind kind) const {
  for (const Offer& offer : terms_.offers)
    if (offer.kind == kind) return &offer;
  return nullptr;
}

// People who still play; to play again, all. Bots consent to what is asked, where it is theirs to consent to.
SeatSet Table::must_agree(OfferKind kind, Seat by) const {
  SeatSet seats = playing(position_);
  for (int i = 0; kind == OfferKind::rematch && i < position_.seats(); ++i) seats.insert(seat_at(i));
  for (std::size_t i = 0; i < occupants_.size(); ++i)
    if (occupants_[i].kind != SeatKind::guest) seats.erase(seat_at(static_cast<int>(i)));
  seats.erase(by);
  return seats;
}

bool Table::nobody_missing(const Offer& offer) const {
  const SeatSet wanted = must_agree(offer.kind, offer.by);
  for (int i = 0; i < kMaxSeats; ++i)
    if (wanted.contains(seat_at(i)) && !offer.agreed.contains(seat_at(i))) return false;
  return true;
}

Table::Tried Table::offer(const Entry& entry) const {
  const auto words = split_words(entry.words);
  const auto kind = words.empty() ? std::nullopt : offer_kind(words[0]);
  if (!kind) return no(Code::no_offer, Message("what-can-offered-draw", "you can offer draw, undo, pause or rematch"));
  if (*kind == OfferKind::rematch) return ask_rematch(entry);
  if (over()) return no(Code::game_over, Message("game-is-over", "the game is over"));
  if (open_seats_ > 0) return no(Code::no_offer, Message("wait-until-every-seat", "wait until every seat is taken"));
  if (!playing(position_).contains(entry.seat))
    return no(Code::game_over, Message("you-have-left-game", "you have left this game"));
  Offer made{*kind, entry.seat, SeatSet::of(entry.seat)};
  if (*kind == OfferKind::undo) {
    const auto kept = words.size() == 2 ? parse_int(words[1]) : std::nullopt;
    if (!kept || *kept < 0 || static_cast<std::size_t>(*kept) >= steps_.size())
      return no(Code::no_undo, Message("there-nothing-take-back", "there is no move to take back"));
    made.kept = static_cast<std::size_t>(*kept);
    if (auto why = no_undo_to(made.kept); !why.empty()) return no(Code::no_undo, std::move(why));
  }
  if (*kind == OfferKind::pause && !terms_.clock)
    return no(Code::clock, Message("game-has-no-clock-to-stop", "this game has no clock to stop"));
  if (*kind == OfferKind::pause && terms_.paused())
    return no(Code::clock, Message("game-adjourned-already", "the game is adjourned already"));
  const bool bots = std::any_of(occupants_.begin(), occupants_.end(),
                                [](const Occupant& occupant) { return occupant.kind == SeatKind::bot; });
  if (*kind == OfferKind::pause && bots && setup_.rated)  // nobody there would have to agree
    return no(Code::clock, Message("no-pause-rated-bot", "rated games against the bot cannot be adjourned"));
  if (*kind == OfferKind::draw && bots)
    return no(Code::no_offer, Message("bots-play-end-draw", "bots do not accept draws; only people can agree on one"));
  if (offered(*kind) != nullptr) return no(Code::no_offer, Message("offered-already", "you have offered this already"));
  if (terms_.asked[static_cast<std::size_t>(*kind)].contains(entry.seat))
    return no(Code::no_offer,
              Message("you-have-offered-since",
                      "you have offered this since the last move; you can offer it again after the next one"));
  return agreed(made, entry);
}

// When the game is over, by who sat there; bots play again at a new table.
Table::Tried Table::ask_rematch(const Entry& entry) const {
  const Seat seat = entry.seat;
  if (!over())
    return no(Code::no_offer,
              Message("rematch-asked-when-game", "a rematch can be offered only when the game is over"));
  if (!std::all_of(occupants_.begin(), occupants_.end(),
                   [](const Occupant& occupant) { return occupant.kind == SeatKind::guest; }))
    return no(Code::no_offer,
              Message("rematch-people-who-sat",
                      "a rematch is only for the players of the finished game; create a new table instead"));
  if (!terms_.rematch.empty())
    return no(Code::no_offer,
              Message("rematch-there", "the rematch has started: table {table}", {{"table", terms_.rematch}}));
  if (offered(OfferKind::rematch) != nullptr)
    return no(Code::no_offer, Message("offered-already", "you have offered this already"));
  if (terms_.asked[static_cast<std::size_t>(OfferKind::rematch)].contains(seat))
    return no(Code::no_offer, Message("you-have-asked-rematch", "you have offered a rematch already"));
  return agreed({OfferKind::rematch, seat, SeatSet::of(seat)}, entry);
}

Table::Tried Table::accept(const Entry& entry) const {
  const auto kind = kind_of(entry);
  const Offer* there = kind ? offered(*kind) : nullptr;
  if (there == nullptr)
    return no(Code::no_offer, Message("nothing-kind-offered-any", "there is no such offer, or it has ended"));
  if (there->agreed.contains(entry.seat))
    return no(Code::no_offer, Message("you-have-agreed-already", "you have accepted already"));
  if (!must_agree(*kind, there->by).contains(entry.seat))
    return no(Code::no_offer, Message("you-have-left-game", "you have left this game"));
  Offer more = *there;
  more.agreed.insert(entry.seat);
  return agreed(more, entry);
}

// With `offer` as it stands now: it is done where nobody is missing, else it waits.
Table::Tried Table::agreed(Offer offer, const Entry& entry) const {
  const bool done = nobody_missing(offer);
  if (done && offer.kind == OfferKind::undo) return undo(offer.kept);
  Change change = blank(entry);
  std::erase_if(change.terms.offers, [&](const Offer& one) { return one.kind == offer.kind; });
  change.terms.asked[static_cast<std::size_t>(offer.kind)].insert(offer.by);
  change.moved = done && offer.kind != OfferKind::rematch;
  if (!done) {
    change.terms.offers.push_back(offer);
  } else if (offer.kind == OfferKind::rematch) {
    const auto words = split_words(entry.words);
    if (words.size() != 2)
      return no(Code::no_offer, Message("nobody-can-make-another", "a rematch is not possible here"));
    change.terms.rematch = words[1];
  } else if (offer.kind == OfferKind::draw) {
    change.terms.drawn = true;
    change.terms.offers.clear();
  } else if (auto error = change.terms.clock->apply(ClockEvent::of(ClockEvent::Kind::pause, entry.at_ms));
             !error.empty()) {
    return no(Code::clock, std::move(error));
  } else {
    ++change.terms.pauses;
    if (!setup_.tournament.empty()) change.terms.resume_ms = entry.at_ms + longest_pause(setup_.clock);
  }
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::decline(const Entry& entry) const {
  const auto kind = kind_of(entry);
  if (!kind || offered(*kind) == nullptr)
    return no(Code::no_offer, Message("nothing-kind-offered-any", "there is no such offer, or it has ended"));
  if (*kind != OfferKind::rematch && !playing(position_).contains(entry.seat))
    return no(Code::game_over, Message("you-have-left-game", "you have left this game"));
  Change change = blank(entry);
  std::erase_if(change.terms.offers, [&](const Offer& one) { return one.kind == *kind; });
  change.moved = false;
  return {std::move(change), {}, Reason::none, 0};
}

// --- what is no move

std::optional<std::size_t> Table::extra_of(const Entry& entry, const Position& before) const {
  using Kind = Entry::Kind;
  switch (entry.kind) {
    case Kind::offer:
    case Kind::decline:
    case Kind::undo:
    case Kind::resume:
    case Kind::vacation:
    case Kind::back:
    case Kind::plan:
      return static_cast<std::size_t>(entry.kind);
    case Kind::play:
      // In an agreement all but the acceptance.
      if (before.to_act().size() > 1 && entry.words != kConsent) return kMark;
      return std::nullopt;
    case Kind::resign:
    case Kind::join:
    case Kind::timeout:
    case Kind::forfeit:
    case Kind::set_clock:
    case Kind::accept:
      break;
  }
  return std::nullopt;
}

// --- clocks

Table::Tried Table::clock_event(const Entry& entry) const {
  if (!terms_.clock) return no(Code::clock, Message("game-has-no-clock", "this game has no clock"));
  if (over()) return no(Code::game_over, Message("game-is-over", "the game is over"));
  using Kind = ClockEvent::Kind;
  const Kind kind = event_kind(entry.kind);
  Change change = blank(entry);
  change.moved = false;
  GameClock& clock = *change.terms.clock;
  if (auto error = clock.apply(ClockEvent::of(kind, entry.at_ms, entry.seat)); !error.empty())
    return no(Code::clock, std::move(error));
  if (kind == Kind::set) {
    change.terms.set_ms = entry.at_ms;
    change.terms.resume_ms = std::min(change.terms.resume_ms, entry.at_ms + longest_pause(setup_.clock));
  }
  if (kind == Kind::resume) change.terms.resume_ms = 0;
  if (kind == Kind::resume && open_seats_ == 0)  // somebody may have left, or moves been taken back, in between
    if (auto error = clock.apply(ClockEvent::turn(entry.at_ms, {}, on_clock(position_))); !error.empty())
      return no(Code::clock, std::move(error));
  return {std::move(change), {}, Reason::none, 0};
}

// Whose time runs: of whom the others wait for.
SeatSet Table::on_clock(const Position& position) const {
  if (setup_.rules_version < 2) return position.to_act();
  return setup_.rules_version < 3 ? position.not_accepted() : position.awaited();
}

TimeLeft Table::time_left(const SeatTime& time) {
  if (time.main_ms > 0 || time.period_ms == 0) return {time.main_ms, 0};
  return {time.period_ms, time.periods + time.stones};  // a clock has one of them
}

// What a change of the position does to the clocks; why it cannot be.
Message Table::keep_time(Change& change, const Entry& entry) const {
  if (!change.terms.clock || !change.moved) {
    if (change.terms.clock && entry.kind == Entry::Kind::join && open_seats_ == 1)
      return change.terms.clock->apply(ClockEvent::turn(entry.at_ms, {}, on_clock(position_)));
    return {};
  }
  if (open_seats_ > 0) return {};  // nobody's time runs yet
  GameClock& clock = *change.terms.clock;
  const SeatSet before = on_clock(position_), after = change.over() ? SeatSet{} : on_clock(change.after);
  if (entry.kind == Entry::Kind::resign || entry.kind == Entry::Kind::timeout || entry.kind == Entry::Kind::forfeit) {
    if (auto error = clock.apply(ClockEvent::of(ClockEvent::Kind::leave, entry.at_ms, entry.seat)); !error.empty())
      return error;
    // Where several clocks run two may have lost at one moment: the game is over by the first.
    if (change.over())
      for (const ClockHappening& lost : clock.flagged(entry.at_ms))
        if (auto error = clock.apply(ClockEvent::of(ClockEvent::Kind::leave, entry.at_ms, lost.seat)); !error.empty())
          return error;
  }
  if (clock.paused()) return {};
  SeatSet finished;
  // In an agreement a turn is over when the seat may act no more; else each seat could gain time by marking and
  // unmarking, or by accepting again and again. Whoever has accepted goes on where the clock stood.
  const SeatSet acting = change.over() ? SeatSet{} : change.after.to_act();
  const bool next_turn = position_.to_act().size() == 1 && position_.turn().number != change.after.turn().number;
  if (entry.kind == Entry::Kind::play && before.contains(entry.seat) && (!acting.contains(entry.seat) || next_turn))
    finished = SeatSet::of(entry.seat);
  if (finished.empty() && before == after) return {};
  ClockEvent event = ClockEvent::turn(entry.at_ms, finished, after);
  event.round_trip_ms[static_cast<std::size_t>(index(entry.seat))] = entry.trip_ms;
  auto error = clock.apply(event);
  if (error.empty() && !finished.empty() && !change.added.empty())
    change.added.back().time = time_left(clock.shown(entry.seat, entry.at_ms));
  return error;
}

std::optional<Change> Table::prepare_timeout(std::int64_t now_ms) const {
  if (over() || !terms_.clock) return std::nullopt;
  Entry entry;
  if (terms_.resume_ms > 0 && terms_.resume_ms <= now_ms) {
    entry.kind = Entry::Kind::resume;
    entry.seat = on_clock(position_).front();
    entry.at_ms = terms_.resume_ms;
    return std::move(take(entry).change);
  }
  const auto lost = terms_.clock->flagged(now_ms);
  if (lost.empty()) return std::nullopt;
  entry.kind = Entry::Kind::timeout;
  entry.seat = lost[0].seat;
  entry.at_ms = lost[0].at_ms;
  return std::move(take(entry).change);
}

std::optional<Change> Table::prepare_set_clock(std::int64_t now_ms) const {
  if (over() || !terms_.clock || terms_.clock->last_ms() <= now_ms + kApartMs) return std::nullopt;
  Entry entry;
  entry.kind = Entry::Kind::set_clock;
  entry.at_ms = now_ms;
  return std::move(take(entry).change);
}

std::optional<std::int64_t> Table::flag_of(const Terms& terms) {
  if (terms.resume_ms > 0) return terms.resume_ms;
  return terms.clock ? terms.clock->flag_ms() : std::nullopt;
}

}  // namespace cairn
