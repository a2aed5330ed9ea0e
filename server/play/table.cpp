#include "server/play/table.h"

#include <algorithm>
#include <cassert>

#include "notation/thread_work.h"
#include "notation/words.h"

namespace cairn {

namespace {

constexpr std::size_t kStepsPerMark = 64;

std::string request_key(Seat seat, std::string_view request) {
  return std::string(1, static_cast<char>('0' + index(seat))) + std::string(request);
}

// Seats and spectators of a table of `seats`; bits beyond do not exist.
Audience everyone_at(int seats) {
  return static_cast<Audience>(((1U << seats) - 1U) | (1U << static_cast<unsigned>(Viewer::spectator)));
}

std::vector<std::string> sides_by_seat(const Position& position) {
  const View view = position.view(Viewer::spectator);
  std::vector<std::string> sides(static_cast<std::size_t>(position.seats()));
  for (const auto& side : view.sides) {
    const auto seat = static_cast<std::size_t>(index(side.seat));
    if (seat < sides.size()) sides[seat] = side.name;
  }
  return sides;
}

bool retired(const Position& position, Seat seat) {
  const View view = position.view(viewer_of(seat));
  return std::any_of(view.sides.begin(), view.sides.end(),
                     [&](const View::Side& side) { return side.seat == seat && side.retired; });
}

// Whether anything that `viewer` can ask for differs.
bool differs_for(const Position& before, const Position& after, Viewer viewer) {
  if (before.view(viewer) != after.view(viewer)) return true;
  if (viewer == Viewer::spectator) return false;
  ActionList a, b;
  before.legal(seat_at(static_cast<int>(viewer)), a);
  after.legal(seat_at(static_cast<int>(viewer)), b);
  return a != b;
}

// Who learns of an action that led from `before` to `after`, and who learns the word; and whether it was refused.
void set_audience(Step& step, const EventLog& events, const Position& before, const Position& after) {
  const Audience all = everyone_at(after.seats());
  step.visible_to = step.known = only(step.seat);
  Audience every = events.empty() ? Audience{0} : all, some = 0;
  for (const Event& event : events) {
    step.refused |= event.kind == Event::Kind::refused;
    every = static_cast<Audience>(every & event.seen_by);
    some = static_cast<Audience>(some | (event.seen_by & all));
  }
  step.known = static_cast<Audience>(step.known | every);
  step.visible_to = static_cast<Audience>(step.visible_to | some);
  for (unsigned i = 0; i <= static_cast<unsigned>(Viewer::spectator); ++i) {
    const auto bit = static_cast<Audience>(1U << i);
    if ((all & bit) != 0 && (step.visible_to & bit) == 0 && differs_for(before, after, static_cast<Viewer>(i)))
      step.visible_to = static_cast<Audience>(step.visible_to | bit);
  }
}

std::optional<Seat> due_bot(const std::vector<Occupant>& occupants, const Position& position, const Terms& terms,
                            const Step* last) {
  const SeatSet acting = terms.drawn || terms.paused() ? SeatSet{} : position.to_act();
  for (std::size_t i = 0; i < occupants.size(); ++i) {
    const Seat seat = seat_at(static_cast<int>(i));
    if (occupants[i].kind != SeatKind::bot || !acting.contains(seat)) continue;
    // Where several may act the bot answers the others, but by itself goes on only to agree.
    if (acting.size() > 1) {
      if (!position.awaited().contains(seat)) continue;
      if (last != nullptr && last->seat == seat && !may_play(position, seat, kConsent)) continue;
    }
    return seat;
  }
  return std::nullopt;
}

Message refusal_text(Reason reason, std::string_view word) {
  if (reason == Reason::game_over) return Message("game-is-over", "the game is over");
  if (reason == Reason::not_your_turn) return Message("it-is-not-your-turn", "it is not your turn");
  const std::string_view shown = word.substr(0, 40);
  if (reason == Reason::unknown_move)
    return Message("not-a-move-here", "\"{word}\" is not a move here; \"legal\" lists those that are",
                   {{"word", shown}});
  return Message("not-legal-here", "\"{word}\" is not legal here: {why}", {{"word", shown}, {"why", reason}});
}

}  // namespace

Table::Opened Table::open(const GameInfo& info, TableSetup setup, std::vector<Occupant> occupants,
                          std::vector<Entry> log) {
  // The occupants are as they are now: those that the log fills were open before it.
  const auto open_now = std::count_if(occupants.begin(), occupants.end(),
                                      [](const Occupant& occupant) { return occupant.kind == SeatKind::open; });
  const auto joins =
      std::count_if(log.begin(), log.end(), [](const Entry& entry) { return entry.kind == Entry::Kind::join; });
  return open(info, std::move(setup), std::move(occupants), std::move(log), static_cast<int>(open_now + joins));
}

Table::Opened Table::open(const GameInfo& info, TableSetup setup, std::vector<Occupant> occupants,
                          std::vector<Entry> log, int open_seats) {
  Made made = info.make({setup.options, std::nullopt});
  if (!made.error.empty()) return {std::nullopt, "the setup is refused: " + made.error};
  Table table;
  table.info_ = &info;
  table.setup_ = std::move(setup);
  table.occupants_ = std::move(occupants);
  table.open_seats_ = open_seats;
  table.lag_bank_.fill(std::min(3 * table.setup_.clock.lag_ms, kLagBankMs));
  table.start_ = table.position_ = std::move(made.position);
  if (table.occupants_.size() != static_cast<std::size_t>(table.start_.seats()))
    return {std::nullopt, "the game has " + std::to_string(table.start_.seats()) + " seats, the table " +
                              std::to_string(table.occupants_.size())};
  if (table.setup_.clock.kind != ClockRule::Kind::none) {
    std::vector<GameClock::Player> players(table.occupants_.size());
    for (std::size_t i = 0; i < players.size(); ++i) players[i].zone_minutes = table.occupants_[i].zone_minutes;
    table.terms_.clock.emplace(table.setup_.clock, players);
    if (open_seats == 0)
      if (auto error =
              table.terms_.clock->apply(ClockEvent::turn(table.setup_.created_ms, {}, table.on_clock(table.start_)));
          !error.empty())
        return {std::nullopt, std::move(error)};
  }
  table.names_.sides = table.start_.view(Viewer::spectator).sides;
  table.refresh_sides();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Followed followed = table.follow(log[i], {});  // the occupants are as they are now
    if (!followed.change) return {std::nullopt, followed.error};
    table.commit(*followed.change);
  }
  return {std::move(table), {}};
}

Audience Table::all_viewers() const {
  return everyone_at(position_.seats());
}

void Table::retell(const std::function<void(const Table& then, const Change& change)>& tell) const {
  const auto joins =
      std::count_if(log_.begin(), log_.end(), [](const Entry& entry) { return entry.kind == Entry::Kind::join; });
  Opened opened = open(*info_, setup_, occupants_, {}, open_seats_ + static_cast<int>(joins));
  if (!opened.table) return;
  for (const Entry& entry : log_) {
    const Followed followed = opened.table->follow(entry, {});
    if (!followed.change) return;
    opened.table->commit(*followed.change);
    tell(*opened.table, *followed.change);
  }
}

int Table::version(Viewer viewer) const {
  return viewer == Viewer::referee ? number() : versions_[static_cast<std::size_t>(viewer)];
}

std::optional<Seat> Table::seat_of(std::int64_t person) const {
  for (std::size_t i = 0; i < occupants_.size(); ++i)
    if (occupants_[i].kind == SeatKind::guest && occupants_[i].person == person) return seat_at(static_cast<int>(i));
  return std::nullopt;
}

bool Table::rename(std::int64_t person, const std::string& name) {
  bool stood = false;
  for (Occupant& occupant : occupants_) {
    if (occupant.kind != SeatKind::guest || occupant.person != person || occupant.name == name) continue;
    occupant.name = name;
    stood = true;
  }
  return stood;
}

std::optional<Seat> Table::bot_to_act() const {
  return due_bot(occupants_, position_, terms_, steps_.empty() ? nullptr : &steps_.back());
}

std::optional<Seat> Table::bot_to_act_after(const Change& change) const {
  const Step* last = !change.added.empty() ? &change.added.back()
                     : change.kept > 0     ? &steps_[change.kept - 1]
                                           : nullptr;
  return due_bot(occupants_, change.after, change.terms, last);  // a join never seats a bot
}

void Table::refresh_sides() {
  sides_ = sides_by_seat(position_);
}

Change Table::blank(Entry entry) const {
  Change change;
  change.number = number() + 1;
  change.kept = steps_.size();
  change.version = version(viewer_of(entry.seat)) + 1;
  change.changed_for = all_viewers();
  change.after = position_;
  change.terms = terms_;
  change.entry = std::move(entry);
  return change;
}

Table::Tried Table::play(Seat seat, const std::vector<std::string>& words) const {
  if (terms_.paused())
    return no(Code::clock, Message("game-adjourned-resume-first", "the game is adjourned; \"resume\" it first"));
  if (terms_.drawn) return {std::nullopt, Message("game-is-over", "the game is over"), Reason::game_over, 0};
  Change change = blank({Entry::Kind::play, seat});
  change.changed_for = only(seat);
  const Audience all = all_viewers();
  if (words.empty())
    return {std::nullopt, Message("there-no-word-play", "the \"word\" to play is missing"), Reason::unknown_move, 0};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Position before = change.after;
    EventLog events;
    if (const Reason reason = change.after.play(seat, words[i], events); reason != Reason::none)
      return {std::nullopt, refusal_text(reason, words[i]), reason, i};
    Step step{seat, before.format(before.parse(seat, words[i]).action), sides_[static_cast<std::size_t>(index(seat))]};
    set_audience(step, events, before, change.after);
    change.changed_for = static_cast<Audience>(change.changed_for | step.visible_to);
    change.entry.words += (i == 0 ? "" : " ") + step.word;
    change.added.push_back(std::move(step));
    change.events.insert(change.events.end(), events.begin(), events.end());
    // News for fewer than all ends the list: whether the rest would have been legal must not be learnt for nothing.
    if (std::any_of(events.begin(), events.end(), [&](const Event& e) { return (e.seen_by & all) != all; })) break;
  }
  // A move declines what others have offered and goes on past what was to be taken back. (A try that only its own seat
  // knows of must do nothing that others see.)
  if (std::any_of(change.added.begin(), change.added.end(), [](const Step& step) { return !step.refused; })) {
    change.terms.asked = {};
    change.terms.set_ms = 0;
    std::erase_if(change.terms.offers,
                  [&](const Offer& one) { return one.kind == OfferKind::undo || !one.agreed.contains(seat); });
  }
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::leave(Seat seat, Leave why) const {
  if (over()) return {std::nullopt, Message("game-is-over", "the game is over"), Reason::game_over, 0, Code::game_over};
  if (retired(position_, seat))
    return {std::nullopt, Message("you-have-left-game", "you have left this game"), Reason::game_over, 0,
            Code::game_over};
  using Kind = Entry::Kind;
  Change change = blank({why == Leave::resigned    ? Kind::resign
                         : why == Leave::timed_out ? Kind::timeout
                                                   : Kind::forfeit,
                         seat});
  change.after.retire(seat, why, [&](const Event& event) { change.events.push_back(event); });
  Step step{seat, {}, sides_[static_cast<std::size_t>(index(seat))]};
  step.visible_to = step.known = all_viewers();
  step.left = why;
  change.added.push_back(std::move(step));
  change.terms.offers.clear();
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::undo(std::size_t kept) const {
  if (kept >= steps_.size())
    return no(Code::no_undo, Message("there-nothing-take-back", "there is no move to take back"));
  Change change = blank({Entry::Kind::undo, Seat{}, std::to_string(kept)});
  change.kept = kept;
  change.terms.offers.clear();
  change.terms.drawn = false;
  std::size_t from = 0;
  change.after = start_;
  for (const auto& [step, position] : marks_)
    if (step <= kept) from = step, change.after = position;
  EventLog ignored;
  for (std::size_t i = from; i < kept; ++i) {
    const Step& step = steps_[i];
    if (step.left)
      change.after.retire(step.seat, *step.left, NoEvents{});
    else if (const Reason reason = change.after.play(step.seat, step.word, ignored); reason != Reason::none)
      return {std::nullopt, Message("step-does-not-replay", "step {n} cannot be replayed", {{"n", i + 1}}), reason, 0};
  }
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::take(const Entry& entry, const Occupant* sits) const {
  using Kind = Entry::Kind;
  if (index(entry.seat) >= position_.seats())
    return {std::nullopt, Message("there-no-such-seat", "this seat does not exist"), Reason::none, 0};
  Tried tried;
  switch (entry.kind) {
    case Kind::play: {
      std::vector<std::string> words;
      for (const auto word : split_words(entry.words)) words.emplace_back(word);
      tried = play(entry.seat, words);
      break;
    }
    case Kind::resign:
      tried = leave(entry.seat, Leave::resigned);
      break;
    case Kind::timeout:
      tried = leave(entry.seat, Leave::timed_out);
      break;
    case Kind::forfeit:
      tried = leave(entry.seat, Leave::forfeited);
      break;
    case Kind::undo: {
      const auto kept = parse_int(entry.words);
      tried = undo(static_cast<std::size_t>(std::max(0, kept.value_or(static_cast<int>(steps_.size())))));
      break;
    }
    case Kind::join:
      tried = join(entry);
      break;
    case Kind::offer:
      tried = offer(entry);
      break;
    case Kind::accept:
      tried = accept(entry);
      break;
    case Kind::decline:
      tried = decline(entry);
      break;
    case Kind::resume:
    case Kind::vacation:
    case Kind::back:
    case Kind::set_clock:
      tried = clock_event(entry);
      break;
    case Kind::plan:
      tried = plan(entry);
      break;
  }
  if (!tried.change) return tried;
  Change& change = *tried.change;
  const std::string words = entry.kind == Kind::play ? change.entry.words : entry.words;
  change.entry = entry;
  change.entry.words = words;  // as the game writes them
  change.version = version(viewer_of(entry.seat)) + 1;
  for (Offer& one : change.terms.offers)
    if (one.versions == std::array<int, 5>{})
      for (std::size_t i = 0; i < one.versions.size(); ++i) one.versions[i] = versions_[i] + 1;
  follow_plans(change);
  if (setup_.rules_version >= 2 && entry.kind == Entry::Kind::play && log_.size() + 1 >= kMaxEntries &&
      !change.over()) {
    change.terms.drawn = true;  // told beforehand: docs/clocks-ratings-tournaments.md
    change.terms.offers.clear();
  }
  if (sits != nullptr && change.terms.clock) change.terms.clock->set_zone(entry.seat, sits->zone_minutes);
  if (auto error = keep_time(change, entry); !error.empty()) return no(Code::clock, std::move(error));
  return tried;
}

Followed Table::follow(const Entry& entry, const Occupant& occupant) const {
  Tried tried = take(entry, occupant.kind == SeatKind::open ? nullptr : &occupant);
  if (!tried.change)
    return {std::nullopt, "entry " + std::to_string(number() + 1) + " (\"" + entry.words + "\") does not replay: " +
                              (tried.error.empty() ? std::string(to_word(tried.reason)) : tried.error.english())};
  if (entry.kind == Entry::Kind::play && tried.change->added.size() != split_words(entry.words).size())
    return {std::nullopt,
            "entry " + std::to_string(number() + 1) + " does not replay: not all of its words are played"};
  tried.change->entry = entry;
  tried.change->occupant = occupant;
  return {std::move(tried.change), {}};
}

std::optional<int> Table::entries_before(Seat seat, std::string_view request) const {
  const auto found = request.empty() ? requests_.end() : requests_.find(request_key(seat, request));
  return found == requests_.end() ? std::nullopt : std::optional(found->second);
}

Table::Tried Table::join(const Entry& entry) const {
  Change change = blank(entry);
  change.moved = false;
  return {std::move(change), {}, Reason::none, 0};
}

void Table::commit(const Change& change) {
  assert(!change.repeated && change.number == number() + 1);
  const Entry& entry = change.entry;
  ++thread_work.entries;
  for (std::size_t i = 0; i < versions_.size(); ++i) {
    if (((change.changed_for >> i) & 1) == 0) continue;
    ++versions_[i];
    if (change.moved) moved_[i] = versions_[i];
  }
  if (entry.kind == Entry::Kind::join) {
    --open_seats_;
    if (change.occupant.kind != SeatKind::open)
      occupants_[static_cast<std::size_t>(index(entry.seat))] = change.occupant;
  }
  if (const auto extra = extra_of(entry, position_))
    ++extras_[static_cast<std::size_t>(index(entry.seat))][*extra];
  else if (entry.kind == Entry::Kind::play)
    ++plays_;
  if (entry.kind == Entry::Kind::play) {
    std::int64_t& bank = lag_bank_[static_cast<std::size_t>(index(entry.seat))];
    const std::int64_t lag = setup_.clock.lag_ms;
    bank = std::clamp<std::int64_t>(bank - entry.trip_ms + std::min(lag / 3, kLagRefillMs), 0,
                                    std::min(3 * lag, kLagBankMs));
  }
  if (!entry.request.empty()) requests_.emplace(request_key(entry.seat, entry.request), number());
  position_ = change.after;
  terms_ = change.terms;
  steps_.resize(change.kept);
  steps_.insert(steps_.end(), change.added.begin(), change.added.end());
  std::erase_if(marks_, [&](const auto& mark) { return mark.first > change.kept; });
  if (steps_.size() >= (marks_.empty() ? 0 : marks_.back().first) + kStepsPerMark)
    marks_.emplace_back(steps_.size(), position_);
  const bool turned = (change.moved && change.added.empty()) ||
                      std::any_of(change.events.begin(), change.events.end(), [](const Event& e) {
                        return e.kind == Event::Kind::swapped || e.kind == Event::Kind::ended;
                      });
  if (turned) refresh_sides();
  log_.push_back(entry);
}

// The answer that the entry got: the log up to it, folded again.
Change Table::repeat(int entry) const {
  std::vector<Entry> before(log_.begin(), log_.begin() + entry);
  const auto joins =
      std::count_if(log_.begin(), log_.end(), [](const Entry& one) { return one.kind == Entry::Kind::join; });
  Opened past = open(*info_, setup_, occupants_, std::move(before), open_seats_ + static_cast<int>(joins));
  assert(past.table);
  Tried tried = past.table->take(log_[static_cast<std::size_t>(entry)]);
  assert(tried.change);
  tried.change->entry = log_[static_cast<std::size_t>(entry)];
  tried.change->repeated = true;
  return std::move(*tried.change);
}

}  // namespace cairn
