#include "server/table.h"

#include <algorithm>
#include <cassert>

namespace cairn {

namespace {

constexpr std::size_t kStepsPerMark = 64;

std::string request_key(Seat seat, std::string_view request) {
  return std::string(1, static_cast<char>('0' + index(seat))) + std::string(request);
}

// Seats and spectators of a table of `seats`; bits beyond do not exist.
Audience house(int seats) {
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
  const Audience all = house(after.seats());
  step.told = step.known = only(step.seat);
  Audience every = events.empty() ? Audience{0} : all, some = 0;
  for (const Event& event : events) {
    step.refused |= event.kind == Event::Kind::refused;
    every = static_cast<Audience>(every & event.seen_by);
    some = static_cast<Audience>(some | (event.seen_by & all));
  }
  step.known = static_cast<Audience>(step.known | every);
  step.told = static_cast<Audience>(step.told | some);
  for (unsigned i = 0; i <= static_cast<unsigned>(Viewer::spectator); ++i) {
    const auto bit = static_cast<Audience>(1U << i);
    if ((all & bit) != 0 && (step.told & bit) == 0 && differs_for(before, after, static_cast<Viewer>(i)))
      step.told = static_cast<Audience>(step.told | bit);
  }
}

std::optional<Seat> due_bot(const std::vector<Chair>& chairs, const Position& position, const Step* last) {
  const SeatSet acting = position.to_act();
  for (std::size_t i = 0; i < chairs.size(); ++i) {
    const Seat seat = seat_at(static_cast<int>(i));
    if (chairs[i].kind != SeatKind::bot || !acting.contains(seat)) continue;
    // Where several may act the bot answers the others but does not go on by itself.
    if (acting.size() > 1 && last != nullptr && last->seat == seat) continue;
    return seat;
  }
  return std::nullopt;
}

std::string refusal_text(Reason reason, std::string_view word) {
  if (reason == Reason::game_over) return "the game is over";
  if (reason == Reason::not_your_turn) return "it is not your turn";
  const std::string quoted = "\"" + std::string(word.substr(0, 40)) + "\"";
  if (reason == Reason::unknown_move) return quoted + " is not a move here; \"legal\" lists those that are";
  return quoted + " is not legal here: " + std::string(to_word(reason));
}

}  // namespace

Table::Opened Table::open(const GameInfo& info, TableSetup setup, std::vector<Chair> chairs, std::vector<Entry> log) {
  Made made = info.make({setup.options, std::nullopt});
  if (!made.error.empty()) return {std::nullopt, "the setup is refused: " + made.error};
  Table table;
  table.info_ = &info;
  table.setup_ = std::move(setup);
  table.chairs_ = std::move(chairs);
  table.start_ = table.position_ = std::move(made.position);
  if (table.chairs_.size() != static_cast<std::size_t>(table.start_.seats()))
    return {std::nullopt, "the game has " + std::to_string(table.start_.seats()) + " seats, the table " +
                              std::to_string(table.chairs_.size())};
  table.names_.sides = table.start_.view(Viewer::spectator).sides;
  table.refresh_sides();
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Followed followed = table.follow(log[i], {});  // the chairs are as they are now
    if (!followed.change) return {std::nullopt, followed.error};
    table.commit(*followed.change);
  }
  return {std::move(table), {}};
}

int Table::version(Viewer viewer) const {
  return viewer == Viewer::referee ? number() : versions_[static_cast<std::size_t>(viewer)];
}

std::optional<Seat> Table::seat_of(std::int64_t person) const {
  for (std::size_t i = 0; i < chairs_.size(); ++i)
    if (chairs_[i].kind == SeatKind::guest && chairs_[i].person == person) return seat_at(static_cast<int>(i));
  return std::nullopt;
}

std::optional<Seat> Table::bot_to_act() const {
  return due_bot(chairs_, position_, steps_.empty() ? nullptr : &steps_.back());
}

std::optional<Seat> Table::bot_to_act_after(const Change& change) const {
  const Step* last = !change.added.empty() ? &change.added.back()
                     : change.kept > 0     ? &steps_[change.kept - 1]
                                           : nullptr;
  return due_bot(chairs_, change.after, last);  // a join never seats a bot
}

void Table::refresh_sides() {
  sides_ = sides_by_seat(position_);
}

Change Table::blank(Entry entry) const {
  Change change;
  change.number = number() + 1;
  change.kept = steps_.size();
  change.version = version(viewer_of(entry.seat)) + 1;
  change.told = house(position_.seats());
  change.entry = std::move(entry);
  return change;
}

Table::Tried Table::play(Seat seat, const std::vector<std::string>& words) const {
  Change change = blank({Entry::Kind::play, seat, {}, {}});
  change.told = only(seat);
  change.after = position_;
  const Audience all = house(position_.seats());
  if (words.empty()) return {std::nullopt, "there is no word to play", Reason::unknown_move, 0};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Position before = change.after;
    EventLog events;
    if (const Reason reason = change.after.play(seat, words[i], events); reason != Reason::none)
      return {std::nullopt, refusal_text(reason, words[i]), reason, i};
    Step step{seat, before.format(before.parse(seat, words[i]).action), sides_[static_cast<std::size_t>(index(seat))]};
    set_audience(step, events, before, change.after);
    change.told = static_cast<Audience>(change.told | step.told);
    change.entry.words += (i == 0 ? "" : " ") + step.word;
    change.added.push_back(std::move(step));
    change.events.insert(change.events.end(), events.begin(), events.end());
    // News for fewer than all ends the list: whether the rest would have been legal must not be learnt for nothing.
    if (std::any_of(events.begin(), events.end(), [&](const Event& e) { return (e.seen_by & all) != all; })) break;
  }
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::resign(Seat seat) const {
  if (over()) return {std::nullopt, "the game is over", Reason::game_over, 0};
  if (retired(position_, seat)) return {std::nullopt, "you have left this game", Reason::game_over, 0};
  Change change = blank({Entry::Kind::resign, seat, {}, {}});
  change.after = position_;
  change.after.retire(seat, Leave::resigned, [&](const Event& event) { change.events.push_back(event); });
  change.added.push_back({.seat = seat,
                          .word = {},
                          .side = sides_[static_cast<std::size_t>(index(seat))],
                          .told = house(position_.seats()),
                          .known = house(position_.seats()),
                          .resigned = true});
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::undo(std::size_t kept) const {
  if (kept >= steps_.size()) return {std::nullopt, "there is nothing to take back", Reason::none, 0};
  Change change = blank({Entry::Kind::undo, Seat{}, std::to_string(kept), {}});
  change.kept = kept;
  std::size_t from = 0;
  change.after = start_;
  for (const auto& [step, position] : marks_)
    if (step <= kept) from = step, change.after = position;
  EventLog ignored;
  for (std::size_t i = from; i < kept; ++i) {
    const Step& step = steps_[i];
    if (step.resigned)
      change.after.retire(step.seat, Leave::resigned, NoEvents{});
    else if (const Reason reason = change.after.play(step.seat, step.word, ignored); reason != Reason::none)
      return {std::nullopt, "step " + std::to_string(i + 1) + " does not replay", reason, 0};
  }
  return {std::move(change), {}, Reason::none, 0};
}

Table::Tried Table::take(const Entry& entry) const {
  if (index(entry.seat) >= position_.seats()) return {std::nullopt, "there is no such seat", Reason::none, 0};
  Tried tried;
  switch (entry.kind) {
    case Entry::Kind::play: {
      std::vector<std::string> words;
      for (const auto word : split_words(entry.words)) words.emplace_back(word);
      tried = play(entry.seat, words);
      if (tried.change && (words.empty() || tried.change->added.size() != words.size()))
        return {std::nullopt, "not all of its words are played", Reason::none, 0};
      break;
    }
    case Entry::Kind::resign:
      tried = resign(entry.seat);
      break;
    case Entry::Kind::undo: {
      const auto kept = parse_int(entry.words);
      tried = undo(static_cast<std::size_t>(std::max(0, kept.value_or(static_cast<int>(steps_.size())))));
      break;
    }
    case Entry::Kind::join:
      tried.change = blank(entry);
      tried.change->after = position_;
      break;
  }
  if (tried.change) tried.change->version = version(viewer_of(entry.seat)) + 1;
  return tried;
}

Followed Table::follow(const Entry& entry, const Chair& chair) const {
  Tried tried = take(entry);
  if (!tried.change)
    return {std::nullopt, "entry " + std::to_string(number() + 1) + " (\"" + entry.words + "\") does not replay: " +
                              (tried.error.empty() ? std::string(to_word(tried.reason)) : tried.error)};
  tried.change->entry = entry;
  tried.change->chair = chair;
  return {std::move(tried.change), {}};
}

// Back to the seat's own last step, which is its to choose again.
std::optional<std::size_t> Table::undo_target(Seat seat) const {
  for (std::size_t i = steps_.size(); i > 0; --i)
    if (steps_[i - 1].seat == seat) return i - 1;
  return std::nullopt;
}

Answer Table::prepare(Seat seat, const Command& command) const {
  using Code = Refusal::Code;
  if (!command.request.empty())
    if (const auto found = requests_.find(request_key(seat, command.request)); found != requests_.end())
      return repeat(found->second);
  const int current = version(viewer_of(seat));
  if (command.version != current)
    return Refusal{Code::stale, "the table is at version " + std::to_string(current) + ", not " +
                                    std::to_string(command.version) + "; decide on the state given here"};
  if (log_.size() >= kMaxEntries) return Refusal{Code::too_long, "this game has too many moves to go on"};
  Tried tried;
  switch (command.kind) {
    case Command::Kind::play:
      tried = play(seat, command.words);
      if (!tried.change) return Refusal{Code::illegal_move, tried.error, tried.reason, tried.index};
      break;
    case Command::Kind::resign:
      tried = resign(seat);
      if (!tried.change) return Refusal{Code::game_over, tried.error};
      break;
    case Command::Kind::undo: {
      const bool alone = std::all_of(chairs_.begin(), chairs_.end(), [&](const Chair& chair) {
        return chair.kind == SeatKind::bot || &chair == &chairs_[static_cast<std::size_t>(index(seat))];
      });
      if (!alone) return Refusal{Code::no_undo, "a move can be taken back only against the bot"};
      if (info_->hidden) return Refusal{Code::no_undo, "nothing is taken back in a game where something is hidden"};
      const auto target = undo_target(seat);
      if (!target) return Refusal{Code::no_undo, "you have no move to take back"};
      tried = undo(*target);
      if (!tried.change) return Refusal{Code::no_undo, tried.error};
      tried.change->entry.seat = seat;
      break;
    }
  }
  tried.change->entry.request = command.request;
  tried.change->version = current + 1;
  return std::move(*tried.change);
}

Answer Table::prepare_join(const Chair& chair) const {
  for (std::size_t i = 0; i < chairs_.size(); ++i) {
    if (chairs_[i].kind != SeatKind::open) continue;
    Change change = blank({Entry::Kind::join, seat_at(static_cast<int>(i)), {}, {}});
    change.chair = chair;
    change.after = position_;
    return change;
  }
  return Refusal{Refusal::Code::no_free_seat, "every seat of this table is taken; you may watch"};
}

void Table::commit(const Change& change) {
  assert(!change.repeated && change.number == number() + 1);
  const Entry& entry = change.entry;
  for (std::size_t i = 0; i < versions_.size(); ++i) versions_[i] += (change.told >> i) & 1;
  if (entry.kind == Entry::Kind::join && change.chair.kind != SeatKind::open)
    chairs_[static_cast<std::size_t>(index(entry.seat))] = change.chair;
  if (!entry.request.empty()) requests_.emplace(request_key(entry.seat, entry.request), number());
  position_ = change.after;
  steps_.resize(change.kept);
  steps_.insert(steps_.end(), change.added.begin(), change.added.end());
  std::erase_if(marks_, [&](const auto& mark) { return mark.first > change.kept; });
  if (steps_.size() >= (marks_.empty() ? 0 : marks_.back().first) + kStepsPerMark)
    marks_.emplace_back(steps_.size(), position_);
  const bool turned =
      entry.kind == Entry::Kind::undo || std::any_of(change.events.begin(), change.events.end(), [](const Event& e) {
        return e.kind == Event::Kind::swapped || e.kind == Event::Kind::ended;
      });
  if (turned) refresh_sides();
  log_.push_back(entry);
}

// The answer that the entry got: the log up to it, folded again.
Change Table::repeat(int entry) const {
  std::vector<Entry> before(log_.begin(), log_.begin() + entry);
  Opened past = open(*info_, setup_, chairs_, std::move(before));
  assert(past.table);
  Tried tried = past.table->take(log_[static_cast<std::size_t>(entry)]);
  assert(tried.change);
  tried.change->entry = log_[static_cast<std::size_t>(entry)];
  tried.change->repeated = true;
  return std::move(*tried.change);
}

}  // namespace cairn
