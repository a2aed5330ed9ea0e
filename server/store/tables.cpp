// Tables, their logs and the leases of bots in SQL.
#include "server/store/tables.h"

#include <algorithm>

#include "notation/view_json.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr std::int64_t kLeaseMs = 5'000;  // how long a server that says nothing keeps its bots

void write_occupant(SqlConnection& db, std::int64_t key, int seat, const Occupant& occupant) {
  db.run(
      "INSERT INTO chairs (table_key, seat, kind, person, name, zone_minutes) VALUES ($1, $2, $3, $4, $5, $6) "
      "ON CONFLICT (table_key, seat) DO UPDATE SET kind = $3, person = $4, name = $5, zone_minutes = $6, "
      "beside = 0",
      {key, seat, static_cast<int>(occupant.kind), occupant.person, occupant.name, occupant.zone_minutes});
}

int bits_of(SeatSet seats) {
  int bits = 0;
  for (int i = 0; i < kMaxSeats; ++i) bits |= seats.contains(seat_at(i)) ? 1 << i : 0;
  return bits;
}

int open_seats(const std::vector<Occupant>& occupants) {
  return static_cast<int>(std::count_if(occupants.begin(), occupants.end(),
                                        [](const Occupant& occupant) { return occupant.kind == SeatKind::open; }));
}

void seat_at_table(SqlConnection& db, const Append& append) {
  const SqlRows table = db.run("SELECT key, rated FROM tables WHERE id = $1", {append.table});
  const std::int64_t key = table.integer(0, 0);
  write_occupant(db, key, index(append.entry.seat), *append.occupant);
  if (table.integer(0, 1) != 0) note_neighbours(db, key, index(append.entry.seat), append.entry.at_ms);
  begin_away(db, append.table);
}

std::vector<Entry> entries_of(const SqlRows& rows) {
  std::vector<Entry> log;
  log.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t kind = rows.integer(i, 0);
    if (kind < 0 || kind >= kEntryKinds)
      throw SqlError(SqlError::Kind::other, "an entry is of a kind that this program does not know");
    log.push_back({static_cast<Entry::Kind>(kind), seat_at(static_cast<int>(rows.integer(i, 1))), rows.text(i, 2),
                   rows.text(i, 3), rows.integer(i, 4), rows.integer(i, 5)});
  }
  return log;
}

std::optional<StoredTable> read_table(SqlConnection& db, const std::string& id) {
  const SqlRows table = db.run(
      "SELECT key, game, options, seed, rules_version, seconds, created_ms, bot_due, level, clock, due_ms, rated, "
      "COALESCE(tournament, '') FROM tables "
      "WHERE id = $1",
      {id});
  if (table.empty()) return std::nullopt;
  StoredTable out;
  out.row.id = id;
  const std::int64_t key = table.integer(0, 0);
  out.row.setup = {table.text(0, 1), options_from(table.text(0, 2)), static_cast<std::uint64_t>(table.integer(0, 3)),
                   static_cast<int>(table.integer(0, 4))};
  out.row.setup.seconds = table.real(0, 5);
  out.row.setup.created_ms = table.integer(0, 6);
  out.row.bot_due = table.integer(0, 7) != 0;
  out.row.setup.level = static_cast<int>(table.integer(0, 8));
  const auto clock = parse_clock_rule(table.text(0, 9));
  if (!clock.rule) throw SqlError(SqlError::Kind::other, "the clock of a table is damaged: " + clock.error);
  out.row.setup.clock = *clock.rule;
  out.row.due_ms = table.integer(0, 10);
  out.row.setup.rated = table.integer(0, 11) != 0;
  out.row.setup.tournament = table.text(0, 12);
  out.row.occupants = read_occupants(db, key);
  out.log = entries_of(db.run(
      "SELECT kind, seat, words, request, at_ms, trip_ms FROM entries WHERE table_key = $1 ORDER BY number", {key}));
  return out;
}

// Of one moment, so that the occupants and the entries fit.
std::optional<StoredTable> read_table_whole(SqlConnection& db, const std::string& id) {
  db.begin_read();
  std::optional<StoredTable> out = read_table(db, id);
  db.commit();
  return out;
}

// Asked often, and answered by one statement, unless somebody sat down.
std::optional<StoredTable> read_news(SqlConnection& db, const std::string& id, int after) {
  StoredTable out;
  out.row.id = id;
  out.log =
      entries_of(db.run("SELECT e.kind, e.seat, e.words, e.request, e.at_ms, e.trip_ms FROM entries e "
                        "JOIN tables t ON t.key = e.table_key WHERE t.id = $1 AND e.number > $2 ORDER BY e.number",
                        {id, after}));
  const bool joined =
      std::any_of(out.log.begin(), out.log.end(), [](const Entry& entry) { return entry.kind == Entry::Kind::join; });
  if (!joined) return out;
  auto whole = read_table_whole(db, id);
  if (whole) whole->log.erase(whole->log.begin(), whole->log.begin() + after);
  return whole;
}

// The one place that decides who lets a bot think: of two that want the same, the second finds another's row.
Written take_bot(SqlConnection& db, const std::string& table, std::int64_t me, std::int64_t owner) {
  const SqlRows rows = db.run(
      "UPDATE tables SET bot_owner = $3 WHERE id = $1 AND bot_due = 1 AND (bot_owner = $2 OR NOT EXISTS "
      "(SELECT 1 FROM instances WHERE instances.id = tables.bot_owner AND alive_until_ms > {now}))",
      {table, me, owner});
  return {rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

constexpr std::size_t kNumbersAtOnce = 20;

void read_numbers(SqlConnection& db, std::span<const std::string> ids, TableStore::Numbers& out) {
  // One statement for any count: what is left over asks for nothing.
  const auto id = [&](std::size_t i) { return i < ids.size() ? std::string_view(ids[i]) : std::string_view(); };
  const SqlRows rows = db.run(
      "SELECT id, number FROM tables WHERE id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, "
      "$16, $17, $18, $19, $20)",
      {id(0),  id(1),  id(2),  id(3),  id(4),  id(5),  id(6),  id(7),  id(8),  id(9),
       id(10), id(11), id(12), id(13), id(14), id(15), id(16), id(17), id(18), id(19)});
  for (std::size_t i = 0; i < rows.size(); ++i) out.emplace_back(rows.text(i, 0), static_cast<int>(rows.integer(i, 1)));
}

// Their own row is held first, so that of two servers one counts what the other wrote.
bool has_listed_enough(SqlConnection& db, const TableRow& row) {
  if (row.most_listed == 0 || row.listed_until_ms == 0) return false;
  db.run("UPDATE people SET name = name WHERE id = $1", {row.creator});
  const SqlRows listed = db.run(
      "SELECT COUNT(*) FROM tables WHERE creator = $1 AND listed_until_ms > $2 AND listed_until_ms > 0 AND "
      "open_seats > 0 AND over = 0",
      {row.creator, row.setup.created_ms});
  return listed.integer(0, 0) >= row.most_listed;
}

}  // namespace

Written insert_table(SqlConnection& db, const TableRow& row, std::int64_t me) {
  if (!row.request.empty()) {
    const SqlRows first = db.run(
        "INSERT INTO table_requests (person, request, id) VALUES ($1, $2, $3) ON CONFLICT (person, request) DO NOTHING",
        {row.creator, row.request, row.id});
    if (first.changed() == 0)
      return {How::conflict,
              db.run("SELECT id FROM table_requests WHERE person = $1 AND request = $2", {row.creator, row.request})
                  .text(0, 0),
              0};
  }
  if (has_listed_enough(db, row)) {
    db.run("DELETE FROM table_requests WHERE person = $1 AND request = $2", {row.creator, row.request});
    return {How::conflict, {}, 0};
  }
  const SqlRows made = db.run(
      "INSERT INTO tables (id, game, options, seed, rules_version, seconds, created_ms, number, over, bot_due, level, "
      "bot_owner, clock, due_ms, rated, listed_until_ms, to_act, open_seats, remind_ms, creator, watchable, told_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, {now}) "
      "ON CONFLICT (id) DO NOTHING RETURNING key",
      {row.id, row.setup.game, options_text(row.setup.options), static_cast<std::int64_t>(row.setup.seed),
       row.setup.rules_version, row.setup.seconds, row.setup.created_ms, row.bot_due, row.setup.level,
       row.bot_due ? me : 0, to_text(row.setup.clock), row.due_ms, row.setup.rated,
       row.listed_until_ms > 0 && is_barred(db, row.creator) ? 0 : row.listed_until_ms, bits_of(row.to_act),
       open_seats(row.occupants), row.remind_ms, row.creator, static_cast<int>(row.watchable)});
  if (made.empty()) return {How::conflict, {}, 0};
  for (std::size_t seat = 0; seat < row.occupants.size(); ++seat)
    write_occupant(db, made.integer(0, 0), static_cast<int>(seat), row.occupants[seat]);
  if (row.setup.rated) note_neighbours(db, made.integer(0, 0), -1, row.setup.created_ms);
  if (!row.setup.tournament.empty())
    db.run("UPDATE tables SET tournament = $2, result_due = 1 WHERE key = $1",
           {made.integer(0, 0), row.setup.tournament});
  if (row.setup.clock.vacation_ms > 0) begin_away(db, row.id);
  insert_notices(db, row.notices);
  return {};
}

// The row of the table is locked first: of two servers one waits, and finds that
// it is too late: then either the number is not this one, or another's entry has it.
SqlLater insert_entry(SqlConnection& db, const Append& append, std::int64_t me) {
  db.later(
      "UPDATE tables SET number = $2, over = $3, bot_due = $4, bot_owner = $5, due_ms = $6, to_act = $7, "
      "rate_due = CASE WHEN over = 1 AND $3 = 1 THEN rate_due ELSE CAST($8 AS INTEGER) END, open_seats = open_seats - "
      "$9, "
      "changed_ms = CASE WHEN $10 = 1 THEN CAST($11 AS BIGINT) ELSE changed_ms END, "
      "told_ms = CASE WHEN $10 = 0 THEN told_ms WHEN told_ms >= {now} THEN told_ms + 1 ELSE {now} END, "
      "told_kind = CASE WHEN $10 = 1 THEN CAST($12 AS INTEGER) ELSE told_kind END, remind_ms = $13, "
      "resume_ms = $14 "
      "WHERE id = $1 AND number = $2 - 1",
      {append.table, append.number, append.over, append.bot_due, append.bot_due ? me : 0, append.due_ms,
       bits_of(append.to_act), append.rate_due ? append.rate_later ? kRateLater : 1 : 0, append.occupant.has_value(),
       append.visible_to_all, append.entry.at_ms, static_cast<int>(append.entry.kind), append.remind_ms,
       append.resume_ms});
  return db.later(
      "INSERT INTO entries (table_key, number, seat, kind, words, request, at_ms, trip_ms) "
      "SELECT key, number, CAST($3 AS INTEGER), CAST($4 AS INTEGER), $5, $6, CAST($7 AS BIGINT), CAST($8 AS INTEGER) "
      "FROM tables WHERE id = $1 AND number = $2 ON CONFLICT (table_key, number) DO NOTHING",
      {append.table, append.number, index(append.entry.seat), static_cast<int>(append.entry.kind), append.entry.words,
       append.entry.request, append.entry.at_ms, append.entry.trip_ms});
}

std::string options_text(const OptionValues& options) {
  Json json = Json::object();
  for (const auto& [name, value] : options) json[name] = value;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

OptionValues options_from(const std::string& text) {
  OptionValues options;
  if (!read_options(parse_json(text), options).empty())
    throw SqlError(SqlError::Kind::other, "the options of a table are damaged");
  return options;
}

std::vector<std::string> ids_of(const SqlRows& rows) {
  std::vector<std::string> ids;
  ids.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) ids.push_back(rows.text(i, 0));
  return ids;
}

std::vector<Occupant> read_occupants(SqlConnection& db, std::int64_t table_key) {
  const SqlRows rows = db.run(
      "SELECT c.kind, c.person, COALESCE(p.name, c.name), c.zone_minutes FROM chairs c LEFT JOIN people p ON p.id = "
      "c.person "
      "WHERE c.table_key = $1 ORDER BY c.seat",
      {table_key});
  std::vector<Occupant> occupants;
  occupants.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    occupants.push_back({static_cast<SeatKind>(rows.integer(i, 0)), rows.integer(i, 1), rows.text(i, 2),
                         static_cast<int>(rows.integer(i, 3))});
  return occupants;
}

void TableStore::add_table(TableRow row, Done done) {
  std::string lock = row.most_listed > 0 ? " " + std::to_string(row.creator) : row.id;  // as of write_person
  write(std::move(lock), std::move(done),
        [row = std::move(row), me = me_](SqlConnection& db) { return insert_table(db, row, me); });
}

void TableStore::append(Append append, Done done) {
  std::string id = append.table;
  if (hints_)
    done = [hints = hints_, id, number = append.number, done = std::move(done)](const Written& written) {
      if (written.how == How::durable) hints->say(id, number);
      done(written);
    };
  database_.write<SqlLater>(
      std::move(id),
      [append = std::move(append), me = me_](SqlConnection& db) {
        SqlLater written = insert_entry(db, append, me);
        insert_notices(db, append);
        if (!append.occupant && !append.begins && !append.away) return written;
        db.settle();
        if (written->changed() != 1) return written;
        if (append.occupant) seat_at_table(db, append);
        if (append.away) settle_away(db, *append.away);
        if (append.begins && insert_table(db, *append.begins, me).how != How::durable)
          throw SqlError(SqlError::Kind::constraint, "the table that begins is there already");
        return written;
      },
      [appended = appended_, done = std::move(done)](const SqlResult<SqlLater>& result) {
        if (!result.value) return done({How::failed, result.fault.message, 0});
        const bool durable = (*result.value)->changed() == 1;
        *appended += durable ? 1 : 0;
        done({durable ? How::durable : How::conflict, {}, 0});
      });
}

void TableStore::load(std::string table, int after, Read<StoredTable> done) {
  read(std::move(done), [table = std::move(table), after](SqlConnection& db) {
    return after == 0 ? read_table_whole(db, table) : read_news(db, table, after);
  });
}

void TableStore::on_hint(std::function<void(const Numbers&)> heard) {
  if (hints_) hints_->on_hint(std::move(heard));
}

void TableStore::due_tables(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) {
  read(std::move(done), [now_ms, most](SqlConnection& db) {
    return ids_of(
        db.run("SELECT id FROM tables WHERE due_ms > 0 AND due_ms <= $1 ORDER BY due_ms LIMIT $2", {now_ms, most}));
  });
}

void TableStore::numbers(std::vector<std::string> tables, Read<Numbers> done) {
  read(std::move(done), [tables = std::move(tables)](SqlConnection& db) {
    Numbers out;
    for (std::size_t i = 0; i < tables.size(); i += kNumbersAtOnce)
      read_numbers(db, std::span(tables).subspan(i, std::min(kNumbersAtOnce, tables.size() - i)), out);
    return out;
  });
}

void TableStore::alive(Done done) {
  write({}, std::move(done), [me = me_](SqlConnection& db) {
    db.run(
        "INSERT INTO instances (id, alive_until_ms) VALUES ($1, {now} + $2) "
        "ON CONFLICT (id) DO UPDATE SET alive_until_ms = {now} + $2",
        {me, kLeaseMs});
    db.run("DELETE FROM instances WHERE alive_until_ms < {now} - 60000");
    return Written{};
  });
}

bool any_server_lives(SqlConnection& db) {
  return !db.run("SELECT 1 FROM instances WHERE alive_until_ms > {now} LIMIT 1").empty();
}

void TableStore::ownerless_bots(int most, std::string game, Read<std::vector<std::string>> done) {
  read(std::move(done), [most, game = std::move(game)](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT id FROM tables WHERE bot_due = 1 AND ($2 = '' OR game = $2 OR rated = 1) AND NOT EXISTS (SELECT 1 FROM "
        "instances WHERE instances.id = tables.bot_owner AND alive_until_ms > {now}) ORDER BY told_ms LIMIT $1",
        {most, game});
    return ids_of(rows);
  });
}

void TableStore::claim_bot(std::string table, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done),
        [table = std::move(table), me = me_](SqlConnection& db) { return take_bot(db, table, me, me); });
}

void TableStore::lease_bot(std::string table, std::int64_t lease, std::int64_t ms, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done),
        [table = std::move(table), lease, ms, me = me_, alone = !shared()](SqlConnection& db) {
          // Who waits for a row sees it as it is then, but not the leases written meanwhile: look at it in a second
          // step.
          if (db.run("SELECT 1 FROM tables WHERE id = $1 {unheld}", {table}).empty())
            return Written{How::conflict, {}, 0};
          const Written taken = take_bot(db, table, me, lease);
          if (taken.how != How::durable || lease == 0) return taken;
          db.run("INSERT INTO instances (id, alive_until_ms) VALUES ($1, {now} + $2)", {lease, ms});
          // Several servers forget old ones when they say that they live.
          if (alone) db.run("DELETE FROM instances WHERE alive_until_ms < {now} - 60000");
          return taken;
        });
}

void TableStore::end_lease(std::string table, std::int64_t lease, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done), [table = std::move(table), lease, me = me_](SqlConnection& db) {
    const SqlRows rows =
        db.run("UPDATE tables SET bot_owner = $3 WHERE id = $1 AND bot_due = 1 AND bot_owner = $2", {table, lease, me});
    db.run("DELETE FROM instances WHERE id = $1", {lease});
    return Written{rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

bool write_entry(SqlConnection& db, const Append& append) {
  const SqlLater written = insert_entry(db, append, 0);
  db.settle();
  return written->changed() == 1;
}

std::optional<StoredTable> read_stored_table(SqlConnection& db, const std::string& id) {
  return read_table_whole(db, id);
}

void TableStore::due_reminders(std::int64_t now_ms, int most, Read<std::vector<DueReminder>> done) {
  read(std::move(done), [now_ms, most](SqlConnection& db) {
    const SqlRows rows =
        db.run("SELECT id, remind_ms FROM tables WHERE remind_ms > 0 AND remind_ms <= $1 ORDER BY remind_ms LIMIT $2",
               {now_ms, most});
    std::vector<DueReminder> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.text(i, 0), rows.integer(i, 1)});
    return out;
  });
}

void TableStore::remind(Reminded reminded, Done done) {
  std::string id = reminded.table;
  write(std::move(id), std::move(done), [reminded = std::move(reminded)](SqlConnection& db) {
    const SqlRows rows = db.run("UPDATE tables SET remind_ms = $4 WHERE id = $1 AND number = $2 AND remind_ms = $3",
                                {reminded.table, reminded.number, reminded.at_ms, reminded.next_ms});
    if (rows.changed() != 1) return Written{How::conflict, {}, 0};
    insert_notices(db, reminded.notices);
    return Written{};
  });
}

}  // namespace cairn
