#include "server/club.h"

#include <algorithm>

#include "server/tokens.h"

namespace cairn {

namespace {

constexpr std::size_t kMaxWaitingAtTable = 16;
constexpr std::size_t kMaxSessionsKept = 50'000;
constexpr std::int64_t kSessionMs = 400LL * 24 * 3600 * 1000;  // what browsers keep a cookie at most

Reply error(int status, std::string code, std::string message, int retry_after_s = 0) {
  ErrorReply reply;
  reply.status = status;
  reply.code = std::move(code);
  reply.message = std::move(message);
  reply.retry_after_s = retry_after_s;
  return reply_of(reply);
}

bool bot_plays(const GameInfo& info) {
  return info.engine != nullptr;
}

std::string bot_name(int level) {
  return level == kLevels ? "Cairn bot" : "Cairn bot, level " + std::to_string(level);
}

Reply unavailable() {
  return error(503, "unavailable", "the move could not be stored and was not made; send it again", 1);
}

}  // namespace

Reply reply_of(const ErrorReply& error) {
  return {error.status, to_text(error_json(error)), error.retry_after_s, {}};
}

// A table in memory.
struct Club::Slot {
  TableRow row;                // as it was at the start; the table has the rest
  std::optional<Table> table;  // none: to be read again
  bool busy = false;           // a write is under way
  std::deque<Waiting> waiting;
  struct Ear {
    Listener* listener;
    std::optional<Person> person;
  };
  std::vector<Ear> ears;
  BotPool::Stop bot;  // while it thinks
  bool bot_queued = false;
  std::list<std::string>::iterator place;

  bool idle() const { return !busy && waiting.empty() && ears.empty() && !bot && !bot_queued; }
};

Club::Club(Store& store, BotPool& bots, Settings settings)
    : store_(store), bots_(bots), settings_(std::move(settings)) {
  Json list = Json::array();
  for (const GameInfo& info : settings_.games) {
    Json entry = game_json(info);
    entry["bot"] = bot_plays(info);
    list.push_back(std::move(entry));
  }
  games_text_ = to_text({{"games", std::move(list)}});
}

const GameInfo* Club::game(std::string_view name) const {
  for (const GameInfo& info : settings_.games)
    if (equal_ignoring_case(info.name, name)) return &info;
  return nullptr;
}

// --- people

std::optional<Person> Club::person_of(std::string_view token) {
  if (token.empty() || token.size() > 64) return std::nullopt;
  const std::string key(token);
  if (const auto found = sessions_.find(key); found != sessions_.end()) return found->second;
  auto found = store_.person_of(hash_token(token), settings_.now_ms());
  if (!found.error.empty()) settings_.log("reading a session: " + found.error);
  if (!found.value) return std::nullopt;
  if (sessions_.size() >= kMaxSessionsKept) sessions_.clear();
  return sessions_.emplace(key, std::move(*found.value)).first->second;
}

void Club::enter(const std::optional<Person>& known, const CreateGuest& wish, Done done) {
  if (known) return done({200, to_text({{"name", known->name}}), 0, {}});
  const std::string name = wish.name.empty() ? "Guest" : wish.name;
  std::string token = new_token();
  const std::int64_t now = settings_.now_ms();
  store_.add_guest(name, hash_token(token), now, now + kSessionMs,
                   [this, name, token, done = std::move(done)](const Written& written) {
                     if (written.how == Written::How::durable) return done({201, to_text({{"name", name}}), 0, token});
                     settings_.log("storing a guest: " + written.message);
                     done(error(503, "unavailable", "this cannot be stored just now; try again", 1));
                   });
}

// --- tables

Club::Got Club::get(const std::string& id) {
  const auto refuse = [](int status, std::string code, std::string message) {
    Got got;
    got.error.status = status;
    got.error.code = std::move(code);
    got.error.message = std::move(message);
    return got;
  };
  auto found = slots_.find(id);
  if (found != slots_.end() && found->second->table) {
    idle_order_.splice(idle_order_.end(), idle_order_, found->second->place);
    return {found->second, {}};
  }
  Found<StoredTable> stored = store_.load(id);
  if (!stored.error.empty()) {
    settings_.log("reading table " + id + ": " + stored.error);
    return refuse(503, "unavailable", "the table cannot be read just now; try again");
  }
  if (!stored.value) return refuse(404, "not-found", "there is no such table");
  TableRow& row = stored.value->row;
  const GameInfo* info = game(row.setup.game);
  auto opened = info == nullptr ? Table::Opened{std::nullopt, "the game " + row.setup.game + " is not known"}
                                : Table::open(*info, row.setup, row.chairs, std::move(stored.value->log));
  if (!opened.table) {
    settings_.log("table " + id + " cannot be replayed: " + opened.error);
    return refuse(
        409, "broken-record",
        "the record of this game does not replay under the present rules: " + opened.error + "; it is kept as it is");
  }
  if (found == slots_.end()) {
    found = slots_.emplace(id, std::make_shared<Slot>()).first;
    found->second->place = idle_order_.insert(idle_order_.end(), id);
  }
  found->second->row = std::move(row);
  found->second->table = std::move(opened.table);
  const SlotPtr slot = found->second;
  for (const Slot::Ear& ear : slot->ears)  // after a write that failed: what stands now
    ear.listener->tell(state_message(*slot, ear.person));
  trim();
  return {slot, {}};
}

// Forgets the tables that were not used for longest; each is read again when somebody asks.
void Club::trim() {
  auto next = idle_order_.begin();
  for (std::size_t tries = 0; slots_.size() > settings_.tables_kept && tries < 8 && next != idle_order_.end();
       ++tries) {
    const auto found = slots_.find(*next);
    const bool last = std::next(next) == idle_order_.end();
    if (last) return;  // the one just read
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

Reply Club::state_reply(const Slot& slot, const std::optional<Person>& person, int status) const {
  return {status, to_text(Seen(*slot.table, seat_of(slot, person)).state(slot.row.id)), 0, {}};
}

std::shared_ptr<const std::string> Club::state_message(const Slot& slot, const std::optional<Person>& person) const {
  const Json state = Seen(*slot.table, seat_of(slot, person)).state(slot.row.id);
  return std::make_shared<const std::string>(to_text({{"type", "state"}, {"state", state}}));
}

void Club::create(const Person& person, const CreateTable& wish, Done done) {
  const GameInfo* info = game(wish.game);
  if (info == nullptr) return done(error(400, "unknown-game", unknown_game_text(wish.game)));
  const Made made = info->make({wish.options, std::nullopt});
  if (!made.error.empty()) return done(error(400, "bad-options", made.error));
  const int seats = made.position.seats();
  const bool bot = wish.opponent == CreateTable::Opponent::bot;
  if (bot && !bot_plays(*info)) return done(error(400, "no-bot", "there is no bot for this game; invite a friend"));

  TableRow row;
  row.id = new_table_id();
  row.setup = {
      std::string(info->name), info->complete(wish.options), new_seed(), kRulesVersion, wish.seconds, wish.level};
  row.created_ms = settings_.now_ms();
  row.chairs.assign(static_cast<std::size_t>(seats), bot ? Chair{SeatKind::bot, 0, bot_name(wish.level)} : Chair{});
  using Wish = CreateTable::SeatWish;
  const std::size_t own = wish.seat == Wish::first    ? 0
                          : wish.seat == Wish::second ? 1
                                                      : new_seed() % static_cast<std::uint64_t>(seats);
  row.chairs[own] = {SeatKind::guest, person.id, person.name};
  auto opened = Table::open(*info, row.setup, row.chairs, {});
  if (!opened.table) return done(error(400, "bad-options", opened.error));
  row.bot_due = opened.table->bot_to_act().has_value();
  store_.add_table(row, [this, id = row.id, person, done = std::move(done)](const Written& written) {
    if (written.how != Written::How::durable) {
      settings_.log("storing a table: " + written.message);
      return done(error(503, "unavailable", "the table cannot be stored just now; try again", 1));
    }
    const Got got = get(id);
    if (!got.slot) return done(reply_of(got.error));
    Json body = {{"id", id}, {"state", Seen(*got.slot->table, seat_of(*got.slot, person)).state(id)}};
    done({201, to_text(body), 0, {}});
    want_bot(*got.slot);
    start_bots();
  });
}

void Club::join(const std::string& id, const Person& person, Done done) {
  const Got got = get(id);
  if (!got.slot) return done(reply_of(got.error));
  const SlotPtr slot = got.slot;
  const auto sit = [this, slot, person](Done answer_to) {
    if (slot->table->seat_of(person.id)) return answer_to(state_reply(*slot, person, 200));
    Answer answer = slot->table->prepare_join({SeatKind::guest, person.id, person.name});
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return answer_to(reply_of(error_reply(*refusal)));
    write(slot, std::move(std::get<Change>(answer)), [this, slot, person, answer_to](Reply reply) {
      answer_to(reply.status == 200 ? state_reply(*slot, person, 200) : std::move(reply));
    });
  };
  in_turn(slot, sit, std::move(done));
}

Reply Club::state(const std::string& id, const std::optional<Person>& person) {
  const Got got = get(id);
  return got.slot ? state_reply(*got.slot, person, 200) : reply_of(got.error);
}

void Club::command(const std::string& id, const std::optional<Person>& person, const Command& command, Done done) {
  const Got got = get(id);
  if (!got.slot) return done(reply_of(got.error));
  const auto seat = seat_of(*got.slot, person);
  if (!seat) return done(error(403, "not-seated", "only those who sit at this table may play; you are watching"));
  const auto go = [this, slot = got.slot, seat = *seat, command](Done answer_to) {
    run(slot, seat, command, std::move(answer_to));
  };
  in_turn(got.slot, go, std::move(done));
}

// --- one command

void Club::in_turn(const SlotPtr& slot, std::function<void(Done)> go, Done done) {
  if (!slot->busy) return go(std::move(done));
  if (slot->waiting.size() >= kMaxWaitingAtTable)
    return done(error(429, "busy", "too many commands wait at this table; send it again", 1));
  slot->waiting.push_back({std::move(go), std::move(done)});
}

void Club::run(const SlotPtr& slot, Seat seat, const Command& command, Done done) {
  Answer answer = slot->table->prepare(seat, command);
  if (const auto* refusal = std::get_if<Refusal>(&answer)) {
    ErrorReply reply = error_reply(*refusal);
    if (refusal->code == Refusal::Code::stale) reply.state = Seen(*slot->table, seat).state(slot->row.id);
    return done(reply_of(reply));
  }
  Change& change = std::get<Change>(answer);
  if (change.repeated) return done({200, to_text(Seen(*slot->table, seat).reply(change)), 0, {}});
  write(slot, std::move(change), std::move(done));
}

void Club::write(const SlotPtr& slot, Change change, Done done) {
  slot->busy = true;
  Append append;
  append.table = slot->row.id;
  append.number = change.number;
  append.entry = change.entry;
  if (change.entry.kind == Entry::Kind::join) append.chair = change.chair;
  append.over = change.after.to_act().empty();
  append.bot_due = slot->table->bot_to_act_after(change).has_value();
  append.at_ms = settings_.now_ms();
  store_.append(std::move(append),
                [this, slot, change = std::make_shared<Change>(std::move(change)),
                 done = std::move(done)](const Written& result) { written(slot, *change, result, done); });
}

void Club::written(const SlotPtr& slot, const Change& change, const Written& result, const Done& done) {
  slot->busy = false;
  if (result.how != Written::How::durable) {
    // What is on the disk decides: the table is read again before anything else happens to it.
    settings_.log("storing a move at table " + slot->row.id + ": " +
                  (result.message.empty() ? "another entry was there" : result.message));
    slot->table.reset();
    done(unavailable());
    std::deque<Waiting> waiting;
    waiting.swap(slot->waiting);
    for (const Waiting& one : waiting) one.done(unavailable());
    bots_failed_.push_back(slot->row.id);
    return;
  }
  slot->table->commit(change);
  if (slot->bot) slot->bot->store(true);  // it thinks about a position that is no more
  done({200, to_text(Seen(*slot->table, change.entry.seat).reply(change)), 0, {}});
  tell(*slot, change);
  want_bot(*slot);
  next(slot);
  start_bots();
}

void Club::next(const SlotPtr& slot) {
  while (!slot->busy && slot->table && !slot->waiting.empty()) {
    Waiting one = std::move(slot->waiting.front());
    slot->waiting.pop_front();
    one.go(std::move(one.done));
  }
}

// --- those who listen

void Club::tell(Slot& slot, const Change& change) {
  std::array<std::shared_ptr<const std::string>, kMaxSeats + 1> texts;  // one for each viewer that is there
  const std::vector<Slot::Ear> ears = slot.ears;                        // a listener may leave when it is told
  for (const Slot::Ear& ear : ears) {
    const Seen seen(*slot.table, seat_of(slot, ear.person));
    if (!sees(change.told, seen.viewer())) continue;
    auto& text = texts[static_cast<std::size_t>(seen.viewer())];
    if (!text) text = std::make_shared<const std::string>(to_text(seen.change(slot.row.id, change)));
    ear.listener->tell(text);
  }
}

std::optional<Reply> Club::listen(const std::string& id, const std::optional<Person>& person, Listener& listener) {
  const Got got = get(id);
  if (!got.slot) return reply_of(got.error);
  got.slot->ears.push_back({&listener, person});
  listener.tell(state_message(*got.slot, person));
  return std::nullopt;
}

void Club::leave(const std::string& id, const Listener& listener) {
  const auto found = slots_.find(id);
  if (found == slots_.end()) return;
  std::erase_if(found->second->ears, [&](const Slot::Ear& ear) { return ear.listener == &listener; });
}

// --- the bot

void Club::resume() {
  for (auto& id : store_.tables_with_bot_due()) bots_waiting_.push_back(std::move(id));
  start_bots();
}

void Club::tick() {
  for (auto& id : bots_failed_) bots_waiting_.push_back(std::move(id));
  bots_failed_.clear();
  start_bots();
}

void Club::want_bot(Slot& slot) {
  if (slot.bot || slot.bot_queued || !slot.table->bot_to_act()) return;
  slot.bot_queued = true;
  bots_waiting_.push_back(slot.row.id);
}

void Club::start_bots() {
  while (bots_.free() > 0 && !bots_waiting_.empty()) {
    const std::string id = std::move(bots_waiting_.front());
    bots_waiting_.pop_front();
    const Got got = get(id);
    if (!got.slot) continue;  // said in the log
    const SlotPtr& slot = got.slot;
    slot->bot_queued = false;
    const auto seat = slot->table->bot_to_act();
    if (!seat || slot->bot || slot->busy) continue;  // after a write it is asked for again
    const int number = slot->table->number();
    // When many wait each thinks a shorter while, so that nobody waits long.
    const double share = 1.0 + static_cast<double>(bots_waiting_.size()) / bots_.threads();
    const double seconds = std::max(kLeastSeconds, slot->row.setup.seconds / share);
    slot->bot = bots_.start({&slot->table->info(), slot->table->position(), *seat, seconds, slot->row.setup.level,
                             slot->row.setup.seed + static_cast<std::uint64_t>(number)},
                            [this, slot, number, seat](const std::string& word) {
                              bot_chose(slot, number, *seat, word, slot->bot->load());
                            });
  }
}

void Club::bot_chose(const SlotPtr& slot, int number, Seat seat, const std::string& word, bool stopped) {
  slot->bot.reset();
  if (slot->table && !slot->busy) {
    const bool current = slot->table->number() == number;
    if (current && !word.empty())
      run(slot, seat,
          {"bot-" + std::to_string(number), slot->table->version(viewer_of(seat)), Command::Kind::play, {word}},
          [](const Reply&) {});
    else if (current && !stopped)
      settings_.log("the bot found no move at table " + slot->row.id);
    else
      want_bot(*slot);
  }
  start_bots();
}

}  // namespace cairn
