#include "server/tables/club.h"

#include <algorithm>

#include "server/base/tokens.h"
#include "server/tables/chair_zones.h"
#include "server/tables/club_slot.h"
#include "server/tables/game_export.h"
#include "server/tables/new_table.h"

namespace cairn {

namespace {

// How long an open game waits in the lobby: with a live clock, of an account, of a guest.
constexpr std::int64_t kListedLiveMs = kHourMs, kListedMs = 30 * kDayMs, kListedOfGuestMs = 12 * kHourMs;
constexpr int kMostMissed = 200;    // changes that are told again to who comes back
constexpr int kMostRetold = 5'000;  // entries of a record that is gone through for it
constexpr std::size_t kKeptFiles = 32;
constexpr std::size_t kQueued = 500, kQueuedOfOne = 20;  // of what is done beside the loop
constexpr const char* kManyRecords = "too many records are being read and written at once; try again";

std::string answer_key(Seat seat, const std::string& request) {
  return std::to_string(index(seat)) + ":" + request;
}

Refusal listed_enough(int most) {
  return {Code::too_many_kept,
          std::to_string(most) + " of your open games wait in the lobby, and no more may; take one back first"};
}

constexpr const char* kRatedNeeds = "rated games are for people with an account; POST /api/account makes one";

Command arrived(Command command, std::int64_t at_ms) {
  command.at_ms = at_ms;
  const bool agrees = command.kind == Command::Kind::offer || command.kind == Command::Kind::accept;
  if (agrees && command.offer == OfferKind::rematch) command.table = new_table_id();
  return command;
}

std::string bot_name(int level) {
  return level == kLevels ? "Cairn bot" : "Cairn bot, level " + std::to_string(level);
}

std::vector<std::string> changes_behind(const Table& table, std::optional<Seat> seat, std::int64_t version) {
  std::vector<std::string> out;
  const Viewer viewer = TableView(table, {}, seat).viewer();
  table.retell([&](const Table& then, const Change& change) {
    if (sees(change.told, viewer) && then.version(viewer) > version)
      out.push_back(to_text(TableView(then, {}, seat).told_before(change)));
  });
  return out;
}

CommandAnswer answer_to(const Table& table, const Change& change) {
  return {to_text(TableView(table, {}, change.entry.seat).reply(change))};
}

}  // namespace

Club::Club(Store& store, BotPool& bots, World world, Settings settings)
    : store_(store),
      bots_(bots),
      world_(std::move(world)),
      settings_(std::move(settings)),
      queue_(world_.post, kQueued, kQueuedOfOne) {}

Club::~Club() {
  for (const auto& [id, slot] : slots_) {  // what waits at a table holds the table
    slot->waiting.clear();
    slot->readers.clear();
  }
}

const GameInfo* Club::game(std::string_view name) const {
  return find_game(name, world_.games);
}

// --- tables

Club::SlotPtr Club::slot_of(const std::string& id) {
  auto found = slots_.find(id);
  if (found != slots_.end()) {
    idle_order_.splice(idle_order_.end(), idle_order_, found->second->place);
    return found->second;
  }
  const SlotPtr slot = std::make_shared<Slot>();
  slot->row.id = id;
  slots_.emplace(id, slot);
  slot->place = idle_order_.insert(idle_order_.end(), id);
  trim();
  return slot;
}

void Club::with(const std::string& id, From from, Go go, Fail fail) {
  const SlotPtr slot = slot_of(id);
  if (slot->table && (from == From::memory || !store_.shared())) return go(slot);
  slot->readers.push_back({std::move(go), std::move(fail)});
  settle(slot);
}

// Forgets the tables that were not used for longest; each is read again when somebody asks.
void Club::trim() {
  auto next = idle_order_.begin();
  for (std::size_t tries = 0; slots_.size() > settings_.tables_kept && tries < 8 && next != idle_order_.end();
       ++tries) {
    const auto found = slots_.find(*next);
    const bool last = std::next(next) == idle_order_.end();
    if (last) return;  // the one that is wanted now
    if (!found->second->idle()) {
      ++next;
      continue;
    }
    slots_.erase(found);
    next = idle_order_.erase(next);
  }
}

std::optional<Seat> Club::seat_of(const Slot& slot, const std::optional<Person>& person) const {
  return person ? slot.table->seat_of(person->id) : std::nullopt;
}

TableView Club::view_of(const Slot& slot, const std::optional<Person>& person) const {
  return {*slot.table, slot.row.id, seat_of(slot, person), world_.now_ms()};
}

std::shared_ptr<const std::string> Club::state_message(const Slot& slot, const std::optional<Person>& person) const {
  return std::make_shared<const std::string>(R"({"type":"state","state":)" + view_of(slot, person).state_text() + "}");
}

void Club::create(const Person& person, const CreateTable& wish, Done<CreatedTable> done) {
  const GameInfo* info = game(wish.game);
  if (info == nullptr) return done(Refusal{Code::unknown_game, unknown_game_text(wish.game)});
  const Made made = info->make({wish.options, std::nullopt});
  if (!made.error.empty()) return done(Refusal{Code::bad_options, made.error});
  const int seats = made.position.seats();
  const bool bot = wish.opponent == CreateTable::Opponent::bot;
  if (bot && info->engine == nullptr)
    return done(Refusal{Code::no_bot, "there is no bot for this game; invite a friend"});

  if (wish.rated && !person.account) return done(Refusal{Code::no_account, kRatedNeeds});
  double ahead = 0;
  if (auto why = wish.rated ? unrated_options(*info, info->complete(wish.options), ahead) : ""; !why.empty())
    return done(Refusal{Code::bad_options, std::move(why)});
  TableRow row;
  row.id = new_table_id();
  row.setup = {std::string(info->name),
               info->complete(wish.options),
               new_seed(),
               kRulesVersion,
               wish.seconds,
               wish.level,
               wish.clock,
               world_.now_ms(),
               wish.rated};
  row.chairs.assign(static_cast<std::size_t>(seats), bot ? Chair{SeatKind::bot, 0, bot_name(wish.level)} : Chair{});
  using Wish = CreateTable::SeatWish;
  const std::size_t own = wish.seat == Wish::first    ? 0
                          : wish.seat == Wish::second ? 1
                                                      : new_seed() % static_cast<std::uint64_t>(seats);
  row.chairs[own] = {SeatKind::guest, person.id, person.name};
  row.creator = person.id;
  row.request = wish.request;
  const bool live = wish.clock.kind != ClockRule::Kind::correspondence && wish.clock.kind != ClockRule::Kind::none;
  const std::int64_t patient_ms = person.account ? kListedMs : kListedOfGuestMs;
  if (wish.listed) row.listed_until_ms = row.setup.created_ms + (live ? kListedLiveMs : patient_ms);
  if (wish.listed) row.most_listed = person.account ? kMostListedOfAccount : kMostListedOfGuest;
  auto chairs = row.chairs;
  with_zones(store_, wish.clock, std::move(chairs),
             [this, person, info, row = std::move(row), done](const Found<std::vector<Chair>>& found) mutable {
               if (!found.value) {
                 world_.log("reading time zones: " + found.error);
                 return done(Refusal{Code::unavailable, "the table cannot be stored just now; try again", 1});
               }
               row.chairs = *found.value;
               begin(person, new_table(*info, std::move(row)), done);
             });
}

void Club::begin(const Person& person, NewTable opened, const Done<CreatedTable>& done) {
  if (!opened.table) return done(Refusal{Code::bad_options, opened.error});
  const TableRow row = std::move(opened.row);
  const auto made_table = std::make_shared<Table>(std::move(*opened.table));
  store_.add_table(row, [this, row, person, made_table, done](const Written& written) {
    if (written.how == Written::How::conflict && !written.message.empty()) {  // sent again
      const auto same = [this, person, done](const SlotPtr& there) { done(CreatedTable{view_of(*there, person)}); };
      return with(written.message, From::store, same, done);
    }
    if (written.how == Written::How::conflict && row.most_listed > 0) return done(listed_enough(row.most_listed));
    if (written.how != Written::How::durable) {
      world_.log("storing a table: " + written.message);
      return done(Refusal{Code::unavailable, "the table cannot be stored just now; try again", 1});
    }
    const SlotPtr slot = slot_of(row.id);
    if (!slot->table && !slot->busy) {
      slot->row = row;
      slot->table = std::move(*made_table);
      slot->bot_ours = true;
    }
    if (settings_.told) settings_.told(row.id, row.chairs);
    const auto answer = [this, person, done](const SlotPtr& there) {
      done(CreatedTable{view_of(*there, person)});
      want_bot(*there);
      start_bots();
    };
    with(row.id, From::memory, answer, done);
  });
}

void Club::join(const std::string& id, const Person& person, Done<TableView> done) {
  const auto sit = [this, person, done](const SlotPtr& slot, const Chair& chair) {
    const auto take_seat = [this, slot, person, chair](const Table& table) -> Prepared<TableView> {
      if (table.seat_of(person.id)) return view_of(*slot, person);
      if (table.over()) return Refusal{Code::game_over, "this game is over before anybody joined it"};
      if (table.setup().rated && !person.account) return Refusal{Code::no_account, kRatedNeeds};
      return prepared<TableView>(table.prepare_join(chair, world_.now_ms()));
    };
    in_turn(slot, {take_seat, [this, slot, person](const Change&) { return view_of(*slot, person); }, done});
  };
  const auto with_zone = [this, person, sit, done](const SlotPtr& slot) {
    with_zones(store_, slot->table->setup().clock, {{SeatKind::guest, person.id, person.name}},
               [this, slot, sit, done](const Found<std::vector<Chair>>& found) {
                 if (!found.value) {
                   world_.log("reading a time zone: " + found.error);
                   return done(table_unavailable());
                 }
                 const auto go = [sit, chair = found.value->front()](const SlotPtr& there) { sit(there, chair); };
                 with(slot->row.id, From::memory, go, done);
               });
  };
  // Nobody has to play with whom he blocks.
  const auto ask = [this, person, with_zone, done](const SlotPtr& slot) {
    std::vector<std::int64_t> people;
    for (const Chair& chair : slot->table->chairs())
      if (chair.kind == SeatKind::guest && chair.person != person.id) people.push_back(chair.person);
    store_.blocked_by(person.id, std::move(people), [this, slot, with_zone, done](const Found<bool>& found) {
      if (!found.value) {
        world_.log("reading who blocks whom: " + found.error);
        return done(table_unavailable());
      }
      if (*found.value) return done(Refusal{Code::blocked, "somebody at this table does not play with you"});
      with(slot->row.id, From::memory, with_zone, done);
    });
  };
  with(id, From::memory, ask, done);
}

void Club::state(const std::string& id, const std::optional<Person>& person, Done<TableView> done) {
  const auto tell_it = [this, person, done](const SlotPtr& slot) { done(view_of(*slot, person)); };
  with(id, From::store, tell_it, done);
}

// What is said of a command that was accepted; it is kept, for a client that did not hear it asks again.
CommandAnswer Club::answer_of(Slot& slot, const Change& change) {
  CommandAnswer answer = answer_to(*slot.table, change);
  slot.keep_answer(answer_key(change.entry.seat, change.entry.request), answer);
  return answer;
}

// An answer of the past that is kept no more: its game is played through again up to there. False: there is none, or
// it is worked out on the loop.
bool Club::repeat(const SlotPtr& slot, Seat seat, const std::string& request, const Done<CommandAnswer>& done) {
  const Table& table = *slot->table;
  if (static_cast<std::size_t>(table.entries_before(seat, request).value_or(0)) <= kQuickEntries) return false;
  const auto play_again = [&info = table.info(), setup = table.setup(), chairs = table.chairs(), log = table.log(),
                           seat, request]() mutable -> Result<CommandAnswer> {
    const auto opened = Table::open(info, std::move(setup), std::move(chairs), std::move(log));
    if (opened.table)
      if (const Answer answer = opened.table->prepare(seat, {request});
          const auto* change = std::get_if<Change>(&answer))
        return answer_to(*opened.table, *change);
    return table_unavailable();
  };
  const auto tell = [slot, key = answer_key(seat, request), done](const Result<CommandAnswer>& answer) {
    if (answer) slot->keep_answer(key, *answer);
    done(answer);
  };
  if (!queue_.run(table.chairs()[static_cast<std::size_t>(index(seat))].person, play_again, tell))
    done(Refusal{Code::busy, kManyRecords, 2});
  return true;
}

void Club::command(const std::string& id, const std::optional<Person>& person, const Command& command,
                   Done<CommandAnswer> done) {
  const auto decide = [command](const Table&, Seat) { return command; };
  act(id, person, {command.request, command.version, decide},
      [done](const Table*, const Result<CommandAnswer>& answer) { done(answer); });
}

void Club::act(const std::string& id, const std::optional<Person>& person, Act act, Acted done) {
  const From from = act.version ? From::memory : From::store;
  const auto go = [this, person, at_ms = world_.now_ms(), act = std::move(act), done](const SlotPtr& slot) {
    const auto tell = [slot, done](const Result<CommandAnswer>& answer) {
      done(slot->table ? &*slot->table : nullptr, answer);
    };
    if (const auto seat = seat_of(*slot, person))
      if (!slot->answer(answer_key(*seat, act.request)) && repeat(slot, *seat, act.request, tell)) return;
    const auto prepare = [this, slot, person, at_ms, request = act.request,
                          decide = act.decide](const Table& table) -> Prepared<CommandAnswer> {
      const auto seat = seat_of(*slot, person);
      if (!seat) return Refusal{Code::not_seated, "only those who sit at this table may play; you are watching"};
      if (!request.empty())
        if (const CommandAnswer* given = slot->answer(answer_key(*seat, request))) return *given;
      Command command;
      if (!table.entries_before(*seat, request)) {
        auto decided = decide(table, *seat);
        if (!decided) return std::monostate{};
        command = arrived(std::move(*decided), at_ms);
      }
      command.request = request;
      Answer answer = table.prepare(*seat, command);
      if (auto* refusal = std::get_if<Refusal>(&answer); refusal != nullptr && refusal->code == Code::stale)
        refusal->state = view_of(*slot, person).state_text();
      if (const auto* change = std::get_if<Change>(&answer); change != nullptr && change->repeated)
        return answer_of(*slot, *change);
      return prepared<CommandAnswer>(std::move(answer));
    };
    Job job(
        prepare, [slot](const Change& change) { return answer_of(*slot, change); }, tell);
    job.first = act.first;
    job.at_ms = at_ms;
    if (act.version)
      job.ahead = [person, version = *act.version](const Table& table) {
        const auto seat = person ? table.seat_of(person->id) : std::nullopt;
        return !seat || table.version(viewer_of(*seat)) < version;
      };
    in_turn(slot, std::move(job));
  };
  with(id, from, go, [done](const Refusal& refusal) { done(nullptr, refusal); });
}

void Club::export_file(const std::string& id, std::int64_t who, FileForm form, Done<GameExport> done) {
  const auto tell_it = [this, who, form, done](const SlotPtr& slot) {
    if (const auto refused = not_to_export(*slot->table)) return done(*refused);
    const std::string key =
        slot->row.id + '/' + std::to_string(slot->table->number()) + '/' + std::to_string(static_cast<int>(form));
    const auto kept = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file.first == key; });
    if (kept != files_.end()) return done(kept->second);
    const auto write = [game = annotated_game(*slot->table), form] { return write_game(game, form); };
    const auto tell = [this, key, done](const Result<GameExport>& file) {
      files_.emplace_back(key, file);
      if (files_.size() > kKeptFiles) files_.pop_front();
      done(file);
    };
    if (!queue_.run(who, write, tell)) done(Refusal{Code::busy, kManyRecords, 2});
  };
  with(id, From::store, tell_it, done);
}

void Club::rename(std::int64_t person, const std::string& name) {
  files_.clear();             // names stand in them
  std::vector<SlotPtr> sits;  // those who are told may change the tables
  for (const auto& [id, slot] : slots_)
    if (slot->table && slot->table->rename(person, name)) sits.push_back(slot);
  for (const SlotPtr& slot : sits) {
    const std::vector<Slot::Ear> ears = slot->ears;
    for (const Slot::Ear& ear : ears) ear.listener->tell(state_message(*slot, ear.person));
  }
}

void Club::listen(const std::string& id, const std::optional<Person>& person, Listener& listener, Done<Unit> done,
                  std::optional<std::int64_t> after) {
  const auto go = [this, person, &listener, done, after](const SlotPtr& slot) {
    begin_to_tell(slot, person, listener, done, after);
  };
  with(id, From::store, go, done);
}

// What a viewer was told behind a version, from the record. Much of it is no news: then the state alone will do.
void Club::begin_to_tell(const SlotPtr& slot, const std::optional<Person>& person, Listener& listener,
                         const Done<Unit>& done, std::optional<std::int64_t> after) {
  const auto begin = [this, slot, person, &listener, done](const std::vector<std::string>& missed) {
    slot->ears.push_back({&listener, person});
    for (const std::string& text : missed) listener.tell(std::make_shared<const std::string>(text));
    listener.tell(state_message(*slot, person));
    if (slot->table->setup().clock.lag_ms > 0) listener.measure();
    done(Unit{});
  };
  const Table& table = *slot->table;
  const auto seat = seat_of(*slot, person);
  const std::int64_t missed = after ? table.version(TableView(table, {}, seat).viewer()) - *after : 0;
  if (missed < 1 || missed > kMostMissed || table.number() > kMostRetold) return begin({});
  if (table.number() <= static_cast<int>(kQuickEntries)) return begin(changes_behind(table, seat, *after));
  const auto play_again = [&info = table.info(), setup = table.setup(), chairs = table.chairs(), log = table.log(),
                           seat, after = *after]() mutable -> std::vector<std::string> {
    const auto opened = Table::open(info, std::move(setup), std::move(chairs), std::move(log));
    return opened.table ? changes_behind(*opened.table, seat, after) : std::vector<std::string>();
  };
  const auto tell = [this, slot, number = table.number(), person, &listener, begin, done,
                     after](const std::vector<std::string>& found) {
    if (slot->table && slot->table->number() == number) return begin(found);
    listen(slot->row.id, person, listener, done, after);  // it went on meanwhile
  };
  if (!queue_.run(person ? person->id : 0, play_again, tell)) begin({});
}

void Club::leave(const std::string& id, const Listener& listener) {
  const auto found = slots_.find(id);
  if (found == slots_.end()) return;
  std::erase_if(found->second->ears, [&](const Slot::Ear& ear) { return ear.listener == &listener; });
}

bool Club::watches(const std::string& id, std::int64_t person) const {
  const auto found = slots_.find(id);
  return found != slots_.end() &&
         std::any_of(found->second->ears.begin(), found->second->ears.end(),
                     [&](const Slot::Ear& ear) { return ear.person && ear.person->id == person; });
}

}  // namespace cairn
