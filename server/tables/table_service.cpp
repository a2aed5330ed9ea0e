#include "server/tables/table_service.h"

#include <algorithm>

#include "server/base/tokens.h"
#include "server/tables/new_table.h"
#include "server/tables/occupant_zones.h"

namespace cairn {

namespace {

// How long an open game waits in the lobby: with a live clock, of an account, of a guest.
constexpr std::int64_t kListedLiveMs = kHourMs, kListedMs = 30 * kDayMs, kListedOfGuestMs = 12 * kHourMs;
constexpr std::size_t kFilesOfOne = 20, kKeptFiles = std::size_t{16} << 20;  // that wait; bytes
constexpr int kMostAheadOfBot = 9;  // ranks, by handicap and komi: its rank was measured with up to nine stones
constexpr MessageText kNoRank("rated-bot-needs-rank",
                              "only games against a level of the bot whose rank was measured on this board can be "
                              "rated; play a casual game, or choose another level or board");
constexpr MessageText kRatedNeeds("rated-games-people-account-post",
                                  "rated games need an account; create one with POST /api/account");

Refusal table_not_stored() {
  return {Code::unavailable,
          Message("table-cannot-stored-just", "the server cannot store the table at the moment; try again"), 1};
}

Refusal listed_enough(int most) {
  return {Code::too_many_kept,
          Message("open-games-wait-lobby",
                  "you have {n} open game in the lobby, the most that is allowed; withdraw it first|you have {n} open "
                  "games in the lobby, the most that is allowed; withdraw one first",
                  {{"n", most}})};
}

std::string bot_name(int level) {
  return level == kLevels ? "Cairn bot" : "Cairn bot, level " + std::to_string(level);
}

// Without time zones, and what follows from where people sit.
Result<TableRow> row_of(const GameInfo* info, const Person& person, const CreateTable& wish, const OpenGameRoom& room,
                        std::int64_t now_ms) {
  if (info == nullptr) return Refusal{Code::unknown_game, unknown_game(wish.game)};
  const Made made = info->make({wish.options, std::nullopt});
  if (!made.error.empty()) return Refusal{Code::bad_options, made.error};
  const int seats = made.position.seats();
  const bool bot = wish.opponent == CreateTable::Opponent::bot;
  if (bot && info->engine == nullptr)
    return Refusal{Code::no_bot, Message("no-bot-game-invite", "there is no bot for this game; invite a friend")};
  if (wish.rated && !person.account) return Refusal{Code::no_account, kRatedNeeds};
  const OptionValues options = info->complete(wish.options);
  if (bot && wish.rated && !rank_of_level(*info, options, wish.level)) return Refusal{Code::bad_options, kNoRank};
  double ahead = 0;
  if (auto why = wish.rated ? unrated_options(*info, options, ahead) : ""; !why.empty())
    return Refusal{Code::bad_options, std::move(why)};
  if (bot && std::abs(ahead) > kMostAheadOfBot)
    return Refusal{Code::bad_options,
                   Message("rated-bot-handicap",
                           "in a rated game against the bot handicap and komi may be worth at most {n} "
                           "stones; change them, or play a casual game",
                           {{"n", kMostAheadOfBot}})};
  TableRow row;
  row.id = new_table_id();
  row.setup = {std::string(info->name),
               options,
               new_seed(),
               kRulesVersion,
               wish.seconds,
               wish.level,
               wish.clock,
               now_ms,
               wish.rated};
  row.occupants.assign(static_cast<std::size_t>(seats),
                       bot ? Occupant{SeatKind::bot, 0, bot_name(wish.level)} : Occupant{});
  using Wish = CreateTable::SeatWish;
  const std::size_t own = wish.seat == Wish::first    ? 0
                          : wish.seat == Wish::second ? 1
                                                      : new_seed() % static_cast<std::uint64_t>(seats);
  row.occupants[own] = {SeatKind::guest, person.id, person.name};
  row.creator = person.id;
  row.request = wish.request;
  row.watchable = wish.rated || wish.listed ? Watchable::listed : Watchable::no;
  const bool live = wish.clock.kind != ClockRule::Kind::correspondence && wish.clock.kind != ClockRule::Kind::none;
  const std::int64_t patient_ms = person.account ? kListedMs : kListedOfGuestMs;
  if (wish.listed) row.listed_until_ms = row.setup.created_ms + (live ? kListedLiveMs : patient_ms);
  if (wish.listed) row.most_listed = person.account ? room.account : room.guest;
  return row;
}

std::string answer_key(Seat seat, const std::string& request) {
  return std::to_string(index(seat)) + ":" + request;
}

Command arrived(Command command, std::int64_t at_ms) {
  command.at_ms = at_ms;
  const bool agrees = command.kind == Command::Kind::offer || command.kind == Command::Kind::accept;
  if (agrees && command.offer == OfferKind::rematch) command.table = new_table_id();
  return command;
}

CommandAnswer answer_to(const Table& table, const Change& change) {
  return {TableView(table, {}, change.entry.seat).reply_text(change)};
}

// What is said of a command that was accepted; it is kept, for a client that did not hear it asks again.
CommandAnswer answer_of(RunningTable& at, const Change& change) {
  CommandAnswer answer = answer_to(*at.table, change);
  at.keep_answer(answer_key(change.entry.seat, change.entry.request), answer);
  return answer;
}

}  // namespace

TableService::TableService(const Stores& stores, BotPool& bots, World world, const Settings& settings)
    : stores_(stores),
      world_(std::move(world)),
      open_games_(settings.open_games),
      files_(world_, kFilesOfOne, kKeptFiles),
      runner_(stores, world_, settings.tables_kept,
              {.on_change = settings.on_change,
               .stored =
                   [this](const RunningTablePtr& at) {
                     scheduler_.want(*at);
                     scheduler_.play_planned(at);
                     ratings_.rate(*at);
                   },
               .to_retry = [this](const std::string& table) { scheduler_.retry(table); },
               .write_ended = [this] { scheduler_.start(); }}),
      listeners_(runner_, world_),
      ratings_(stores.lists, world_, runner_, settings.one_address),
      scheduler_(stores.tables, bots, world_, runner_, {settings.workers_alone, settings.thread_wanted}),
      ticks_(stores, world_, runner_),
      system_tables_(stores, world_, runner_) {}

void TableService::resume() {
  if (!stores_.tables.shared()) return scheduler_.resume();
  stores_.tables.on_hint([this](const TableStore::Numbers& numbers) {
    for (const auto& [id, number] : numbers) runner_.heard(id, number);
    scheduler_.hinted();
  });
  tick();
}

void TableService::tick() {
  if (stores_.tables.shared()) runner_.poll();
  scheduler_.tick();
  ticks_.tick_set_clocks();
  ratings_.rate_missed();
}

Detached TableService::create(Person person, CreateTable wish, Done<CreatedTable> done) {
  const GameInfo* info = find_game(wish.game, world_.games);
  Result<TableRow> wished = row_of(info, person, wish, open_games_(), world_.now_ms());
  if (!wished) co_return done(wished.refusal());
  const auto occupants = co_await callback<Found<std::vector<Occupant>>>(
      [&](auto then) { with_zones(stores_.people, wish.clock, wished->occupants, then); });
  if (!occupants.value) {
    world_.log("reading time zones: " + occupants.error);
    co_return done(table_not_stored());
  }
  wished->occupants = *occupants.value;
  NewTable made = new_table(*info, std::move(*wished));
  if (!made.table) co_return done(Refusal{Code::bad_options, made.error});
  const auto written = co_await callback<Written>([&](auto then) { stores_.tables.add_table(made.row, then); });
  if (written.how == Written::How::conflict && !written.message.empty()) {  // sent again
    const auto same = co_await runner_.find(written.message, From::store);
    if (!same) co_return done(same.refusal());
    co_return done(CreatedTable{(*same)->view(person, world_.now_ms())});
  }
  if (written.how == Written::How::conflict && made.row.most_listed > 0)
    co_return done(listed_enough(made.row.most_listed));
  if (written.how != Written::How::durable) {
    world_.log("storing a table: " + written.message);
    co_return done(table_not_stored());
  }
  const std::string id = made.row.id;
  runner_.add(std::move(made.row), *std::move(made.table));
  const auto at = co_await runner_.find(id, From::memory);
  if (!at) co_return done(at.refusal());
  done(CreatedTable{(*at)->view(person, world_.now_ms())});
  scheduler_.want(**at);
  scheduler_.start();
}

Detached TableService::join(std::string id, Person person, Done<TableView> done, Asker who) {
  auto at = co_await runner_.find(id, From::memory, who);
  if (!at) co_return done(at.refusal());
  // Nobody has to play with whom he blocks.
  std::vector<std::int64_t> others;
  for (const Occupant& occupant : (*at)->table->occupants())
    if (occupant.kind == SeatKind::guest && occupant.person != person.id) others.push_back(occupant.person);
  const auto blocked =
      co_await callback<Found<bool>>([&](auto then) { stores_.lists.blocked_by(person.id, std::move(others), then); });
  if (!blocked.value) {
    world_.log("reading who blocks whom: " + blocked.error);
    co_return done(table_unavailable());
  }
  if (*blocked.value)
    co_return done(Refusal{Code::blocked, Message("somebody-table-does-not",
                                                  "a player of this table has blocked you, or you have blocked them")});
  at = co_await runner_.find(id, From::memory);
  if (!at) co_return done(at.refusal());
  const auto occupants = co_await callback<Found<std::vector<Occupant>>>([&](auto then) {
    with_zones(stores_.people, (*at)->table->setup().clock, {{SeatKind::guest, person.id, person.name}}, then);
  });
  if (!occupants.value) {
    world_.log("reading a time zone: " + occupants.error);
    co_return done(table_unavailable());
  }
  at = co_await runner_.find(id, From::memory);
  if (!at) co_return done(at.refusal());
  const auto shown = [this, at = *at, person] { return at->view(person, world_.now_ms()); };
  const auto take_seat = [this, shown, person,
                          occupant = occupants.value->front()](const Table& table) -> Prepared<TableView> {
    if (table.seat_of(person.id)) return shown();
    if (table.over())
      return Refusal{Code::game_over, Message("game-over-before-anybody", "this game ended before anybody joined it")};
    if (table.setup().rated && !person.account) return Refusal{Code::no_account, kRatedNeeds};
    return prepared<TableView>(table.prepare_join(occupant, world_.now_ms()));
  };
  runner_.in_turn(*at, {take_seat, [shown](const Change&) { return shown(); }, std::move(done)});
}

void TableService::state(const std::string& id, const std::optional<Person>& person, Done<TableView> done,
                         const Asker& who) {
  const auto tell_it = [this, person, done](const RunningTablePtr& at) { done(at->view(person, world_.now_ms())); };
  runner_.with(id, From::store, tell_it, done, who);
}

// An answer of the past that is kept no more: its game is played through again up to there. False: there is none, or
// it is worked out on the loop.
bool TableService::repeat(const RunningTablePtr& at, Seat seat, const std::string& request,
                          const Done<CommandAnswer>& done, const Asker& who) {
  const Table& table = *at->table;
  if (static_cast<std::size_t>(table.entries_before(seat, request).value_or(0)) <= kQuickEntries) return false;
  const auto find_answer = [seat, request](const Table* again) -> Result<CommandAnswer> {
    if (again != nullptr)
      if (const Answer answer = again->prepare(seat, {request}); const auto* change = std::get_if<Change>(&answer))
        return answer_to(*again, *change);
    return table_unavailable();
  };
  const auto tell = [at, key = answer_key(seat, request), done](const Result<CommandAnswer>& answer) {
    if (answer) at->keep_answer(key, *answer);
    done(answer);
  };
  const std::int64_t player = table.occupants()[static_cast<std::size_t>(index(seat))].person;
  if (!runner_.replay(asker_or(who, player), table, find_answer, tell)) done(many_records());
  return true;
}

void TableService::command(const std::string& id, const std::optional<Person>& person, const Command& command,
                           Done<CommandAnswer> done, const Asker& who) {
  const auto decide = [kept = std::make_shared<const Command>(command)](const Table&, Seat) { return *kept; };
  const auto tell = [done](const Table*, const Result<CommandAnswer>& answer) { done(answer); };
  act(id, person, {command.request, command.version, decide}, tell, who);
}

void TableService::act(const std::string& id, const std::optional<Person>& person, Act act, Acted done,
                       const Asker& who) {
  const From from = act.version ? From::memory : From::store;
  const auto go = [this, person, at_ms = world_.now_ms(), act = std::move(act), done, who](const RunningTablePtr& at) {
    const auto tell = [at, done](const Result<CommandAnswer>& answer) {
      done(at->table ? &*at->table : nullptr, answer);
    };
    if (const auto seat = at->seat_of(person))
      if (!at->answer(answer_key(*seat, act.request)) && repeat(at, *seat, act.request, tell, who)) return;
    const auto prepare = [this, at, person, at_ms, request = act.request,
                          decide = act.decide](const Table& table) -> Prepared<CommandAnswer> {
      const auto seat = at->seat_of(person);
      if (!seat)
        return Refusal{Code::not_seated,
                       Message("only-those-who-sit", "only the players of this table can move; you are watching")};
      if (!request.empty())
        if (const CommandAnswer* given = at->answer(answer_key(*seat, request))) return *given;
      Command command;
      if (!table.entries_before(*seat, request)) {
        auto decided = decide(table, *seat);
        if (!decided) return std::monostate{};
        command = arrived(std::move(*decided), at_ms);
      }
      command.request = request;
      Answer answer = table.prepare(*seat, command);
      if (auto* refusal = std::get_if<Refusal>(&answer); refusal != nullptr && refusal->code == Code::stale)
        refusal->state = at->view(person, world_.now_ms()).state_text();
      if (const auto* change = std::get_if<Change>(&answer); change != nullptr && change->repeated)
        return answer_of(*at, *change);
      return prepared<CommandAnswer>(std::move(answer));
    };
    TableJob job(
        prepare, [at](const Change& change) { return answer_of(*at, change); }, tell);
    job.first = act.first;
    job.at_ms = at_ms;
    if (act.version)
      job.ahead = [person, version = *act.version](const Table& table) {
        const auto seat = person ? table.seat_of(person->id) : std::nullopt;
        return !seat || table.version(viewer_of(*seat)) < version;
      };
    runner_.in_turn(at, std::move(job));
  };
  runner_.with(
      id, from, go, [done](const Refusal& refusal) { done(nullptr, refusal); }, who);
}

void TableService::export_file(const std::string& id, FileForm form, Done<GameExport> done, const Asker& who) {
  const auto tell_it = [this, form, done, who](const RunningTablePtr& at) {
    const Asker turn = asker_or(who, at->row.creator);
    files_.ask(
        turn, [this, at, form, turn] { return file_job(at, form, turn); }, done);
  };
  runner_.with(id, From::store, tell_it, done, who);
}

Result<TableService::Files::Job> TableService::file_job(const RunningTablePtr& at, FileForm form, const Asker& who) {
  if (!at->table) return table_unavailable();
  const Table& table = *at->table;
  if (auto refused = not_to_export(table)) return std::move(*refused);
  const auto make = [form](const Table& stored) -> Result<GameExport> {
    if (auto refused = not_to_export(stored)) return std::move(*refused);  // it went on meanwhile
    return write_game(annotated_game(stored), form);
  };
  const auto write = [this, id = at->row.id, who, make](const Done<GameExport>& done) {
    runner_.read_in_background<GameExport>(id, who, make, done);
  };
  return Files::Job{file_key(at->row.id, table.number(), table.occupants(), form),
                    cost_of_record(static_cast<std::size_t>(table.number())), write};
}

void TableService::rename(std::int64_t person, const std::string& name) {
  std::vector<RunningTablePtr> sits;  // those who are told may change the tables
  for (const auto& [id, at] : runner_.tables())
    if (at->table && at->table->rename(person, name)) sits.push_back(at);
  for (const RunningTablePtr& at : sits) at->tell_state(world_.now_ms());
}

}  // namespace cairn
