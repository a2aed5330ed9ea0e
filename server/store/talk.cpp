// Talk in SQL. The lock of what is added to a room is that room; its name comes behind that of the table.
#include "server/store/talk.h"

#include <map>

#include "server/base/days.h"
#include "server/store/audit.h"
#include "server/store/sql_answers.h"

namespace cairn {

namespace {

using How = Written::How;

Room room_from(std::int64_t number) {
  if (number < 0 || number >= static_cast<std::int64_t>(kRooms))
    throw SqlError(SqlError::Kind::other, "something was said in a room that this program does not know");
  return static_cast<Room>(number);
}

std::int64_t key_of(SqlConnection& db, const std::string& table) {  // 0: there is none
  const SqlRows rows = db.run("SELECT key FROM tables WHERE id = $1", {table});
  return rows.empty() ? 0 : rows.integer(0, 0);
}

std::vector<std::int64_t> blockers_of(SqlConnection& db, std::int64_t person) {
  const SqlRows rows = db.run("SELECT person FROM blocks WHERE blocked = $1", {person});
  std::vector<std::int64_t> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(rows.integer(i, 0));
  return out;
}

std::vector<Remark> said_from(const SqlRows& rows) {
  std::vector<Remark> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({room_from(rows.integer(i, 0)),
                   static_cast<int>(rows.integer(i, 1)),
                   rows.integer(i, 2),
                   rows.text(i, 3),
                   rows.text(i, 4),
                   rows.integer(i, 5),
                   rows.text(i, 6),
                   rows.integer(i, 7) != 0,
                   static_cast<int>(rows.integer(i, 8)),
                   {}});
  return out;
}

// Whether it is there, who sits at it, whether its game is over.
std::optional<TalkPlace> place_of(SqlConnection& db, const std::string& table, std::int64_t& key) {
  const SqlRows rows = db.run("SELECT key, over FROM tables WHERE id = $1", {table});
  if (rows.empty()) return std::nullopt;
  key = rows.integer(0, 0);
  TalkPlace place;
  place.over = rows.integer(0, 1) != 0;
  const SqlRows occupants = db.run("SELECT person FROM chairs WHERE table_key = $1 ORDER BY seat", {key});
  for (std::size_t i = 0; i < occupants.size(); ++i) place.seats.push_back(occupants.integer(i, 0));
  return place;
}

std::optional<TalkPlace> read_place(SqlConnection& db, const std::string& table, const TalkWish& wish) {
  std::int64_t key = 0;
  std::optional<TalkPlace> place = place_of(db, table, key);
  std::map<std::int64_t, std::vector<std::int64_t>> blockers;  // by author: few say much
  for (std::size_t room = 0; place && room < kRooms; ++room) {
    if (!wish.after[room]) continue;
    const SqlRows rows = db.run(
        "SELECT t.room, t.number, t.person, t.request, t.text, t.at_ms, p.name, t.removed_by, t.removes "
        "FROM talk t JOIN people p ON p.id = t.person "
        "WHERE t.table_key = $1 AND t.room = $2 AND t.number > $3 ORDER BY t.number LIMIT $4",
        {key, static_cast<int>(room), *wish.after[room], wish.most});
    for (Remark& said : said_from(rows)) {
      if (said.removes == 0 && !said.removed) {
        const auto [known, fresh] = blockers.try_emplace(said.person);
        if (fresh) known->second = blockers_of(db, said.person);
        said.blocked_by = known->second;
      }
      place->said.push_back(std::move(said));
    }
  }
  return place;
}

std::optional<Mute> read_mute(SqlConnection& db, std::int64_t person, std::int64_t now_ms) {
  const SqlRows rows =
      db.run("SELECT until_ms, muted_by, at_ms, why FROM mutes WHERE person = $1 AND until_ms > $2", {person, now_ms});
  if (rows.empty()) return std::nullopt;
  return Mute{rows.integer(0, 0), rows.integer(0, 1), rows.integer(0, 2), rows.text(0, 3)};
}

std::optional<Speaker> read_the_speaker(SqlConnection& db, const std::string& table, std::int64_t person,
                                        const std::string& request, std::int64_t now_ms) {
  std::int64_t key = 0;
  std::optional<TalkPlace> place = place_of(db, table, key);
  if (!place) return std::nullopt;
  Speaker speaker;
  speaker.place = std::move(*place);
  speaker.mute = read_mute(db, person, now_ms);
  if (request.empty()) return speaker;
  const auto again =
      said_from(db.run("SELECT t.room, t.number, t.person, t.request, t.text, t.at_ms, p.name, t.removed_by, t.removes "
                       "FROM talk t JOIN people p ON p.id = t.person "
                       "WHERE t.person = $1 AND t.table_key = $2 AND t.request = $3 AND t.request <> ''",
                       {person, key, request}));
  if (!again.empty()) speaker.again = again.front();
  return speaker;
}

// The room is this transaction's from now on.
void lock_room(SqlConnection& db, std::int64_t key, Room room) {
  db.run(
      "INSERT INTO talk_rooms (table_key, room, number, changed_ms) VALUES ($1, $2, 0, {now}) "
      "ON CONFLICT (table_key, room) DO UPDATE SET changed_ms = {now}",
      {key, static_cast<int>(room)});
}

void add_entry(SqlConnection& db, std::int64_t key, const Remark& said) {
  const std::int64_t number =
      db.run("UPDATE talk_rooms SET number = number + 1 WHERE table_key = $1 AND room = $2 RETURNING number",
             {key, static_cast<int>(said.room)})
          .integer(0, 0);
  db.run(
      "INSERT INTO talk (table_key, room, number, person, request, at_ms, text, removed_by, removes) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8)",
      {key, static_cast<int>(said.room), number, said.person, said.request, said.at_ms, said.text, said.removes});
}

Written insert_said(SqlConnection& db, const std::string& table, const Remark& said) {
  const std::int64_t key = key_of(db, table);
  if (key == 0) return {How::conflict, {}, 0};
  lock_room(db, key, said.room);
  const SqlRows there = db.run(
      "SELECT 1 FROM talk WHERE person = $1 AND table_key = $2 AND request = $3 "
      "AND request <> ''",
      {said.person, key, said.request});
  if (there.empty()) add_entry(db, key, said);
  return {};
}

// For the audit log.
std::string remark_place(const std::string& table, Room room, int number) {
  constexpr std::string_view kLetters = "pse";
  return "/t/" + table + " " + kLetters[static_cast<std::size_t>(room)] + std::to_string(number);
}

Written settle_report(SqlConnection& db, std::int64_t id, std::int64_t by) {
  const SqlRows report = db.run(
      "SELECT t.id, r.room, r.number, r.said_by FROM reports r JOIN tables t ON t.key = r.table_key WHERE r.id = $1",
      {id});
  if (db.run("DELETE FROM reports WHERE id = $1", {id}).changed() == 0 || report.empty()) return {How::conflict, {}, 0};
  write_audit(db, Act::settle_report, {by, report.integer(0, 3), {}},
              remark_place(report.text(0, 0), room_from(report.integer(0, 1)), static_cast<int>(report.integer(0, 2))));
  return {};
}

Written write_mute(SqlConnection& db, std::int64_t person, const std::optional<Mute>& mute, std::int64_t by) {
  if (!mute) {
    if (db.run("DELETE FROM mutes WHERE person = $1", {person}).changed() > 0)
      write_audit(db, Act::unmute, {by, person, {}}, "");
    return {};
  }
  db.run(
      "INSERT INTO mutes (person, until_ms, muted_by, why, at_ms) VALUES ($1, $2, $3, $4, $5) "
      "ON CONFLICT (person) DO UPDATE SET until_ms = $2, muted_by = $3, why = $4, at_ms = $5",
      {person, mute->until_ms, mute->by, mute->why, mute->at_ms});
  write_audit(db, Act::mute, {by, person, mute->why}, minute_text(mute->until_ms));
  return {};
}

Written take_away(SqlConnection& db, const std::string& table, Room room, int number, std::int64_t by,
                  std::int64_t now_ms) {
  const std::int64_t key = key_of(db, table);
  if (key == 0) return {How::conflict, {}, 0};
  lock_room(db, key, room);
  const SqlRows taken = db.run(
      "UPDATE talk SET text = '', removed_by = $4 "
      "WHERE table_key = $1 AND room = $2 AND number = $3 AND removed_by = 0 AND removes = 0 RETURNING person",
      {key, static_cast<int>(room), number, by});
  if (taken.empty()) return {How::conflict, {}, 0};
  if (taken.integer(0, 0) != by)
    write_audit(db, Act::remove_message, {by, taken.integer(0, 0), {}}, remark_place(table, room, number));
  Remark removal;
  removal.room = room;
  removal.person = by;
  removal.at_ms = now_ms;
  removal.removes = number;
  add_entry(db, key, removal);
  return {};
}

Written insert_report(SqlConnection& db, const Report& report, int most) {
  const SqlRows text = db.run(
      "SELECT t.table_key, t.person, t.text FROM talk t JOIN tables b ON b.key = t.table_key WHERE b.id = $1 AND "
      "t.room = $2 AND t.number = $3 AND t.removed_by = 0 AND t.removes = 0",
      {report.table, static_cast<int>(report.room), report.number});
  if (text.empty() || db.run("SELECT COUNT(*) FROM reports WHERE person = $1", {report.by}).integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  db.run(
      "INSERT INTO reports (table_key, room, number, person, said_by, text, why, at_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
      {text.integer(0, 0), static_cast<int>(report.room), report.number, report.by, text.integer(0, 1), text.text(0, 2),
       report.why, report.at_ms});
  return {};
}

std::vector<Report> read_reports(SqlConnection& db, std::int64_t reader, int most) {
  const SqlRows rows = db.run(
      "SELECT r.id, t.id, r.room, r.number, r.person, r.said_by, r.text, r.why, r.at_ms, a.name, b.name, t.over, "
      "CASE WHEN EXISTS (SELECT 1 FROM chairs c WHERE c.table_key = r.table_key AND c.person = $1) THEN 1 ELSE 0 END, "
      "COALESCE((SELECT MIN(c.seat) FROM chairs c WHERE c.table_key = r.table_key AND c.person = r.said_by), -1) "
      "FROM reports r JOIN tables t ON t.key = r.table_key JOIN people a ON a.id = r.person "
      "JOIN people b ON b.id = r.said_by ORDER BY r.id DESC LIMIT $2",
      {reader, most});
  std::vector<Report> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0), rows.text(i, 1), room_from(rows.integer(i, 2)),
                   static_cast<int>(rows.integer(i, 3)), rows.integer(i, 4), rows.integer(i, 5), rows.text(i, 6),
                   rows.text(i, 7), rows.integer(i, 8), rows.text(i, 9), rows.text(i, 10), rows.integer(i, 11) != 0,
                   rows.integer(i, 12) != 0, static_cast<int>(rows.integer(i, 13))});
  return out;
}

Written write_note(SqlConnection& db, const std::string& table, std::int64_t person, const std::string& text,
                   std::int64_t now_ms, int most) {
  const std::int64_t key = key_of(db, table);
  if (key == 0) return {How::conflict, {}, 0};
  if (text.empty()) {
    db.run("DELETE FROM notes WHERE person = $1 AND table_key = $2", {person, key});
    return {};
  }
  if (db.run("SELECT COUNT(*) FROM notes WHERE person = $1 AND table_key <> $2", {person, key}).integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  db.run(
      "INSERT INTO notes (person, table_key, text, at_ms) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (person, table_key) DO UPDATE SET text = $3, at_ms = $4",
      {person, key, text, now_ms});
  return {};
}

std::vector<OwnTalk::Line> lines_of(const SqlRows& rows) {
  std::vector<OwnTalk::Line> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.text(i, 0), rows.text(i, 1), rows.integer(i, 2)});
  return out;
}

std::string room_lock(const std::string& table, Room room) {
  return table + " " + std::to_string(static_cast<int>(room));
}

}  // namespace

void TalkStore::read_talk(std::string table, TalkWish wish, Read<TalkPlace> done) {
  read(std::move(done), [table = std::move(table), wish](SqlConnection& db) {
    db.begin_read();
    auto place = read_place(db, table, wish);
    db.commit();
    return place;
  });
}

void TalkStore::talk_numbers(std::string table, Read<TalkNumbers> done) {
  read(std::move(done), [table = std::move(table)](SqlConnection& db) -> std::optional<TalkNumbers> {
    const SqlRows rows = db.run(
        "SELECT r.room, r.number FROM tables t LEFT JOIN talk_rooms r ON r.table_key = t.key WHERE t.id = $1", {table});
    if (rows.empty()) return std::nullopt;
    TalkNumbers numbers{};
    for (std::size_t i = 0; i < rows.size(); ++i)  // one of nulls where nothing was said
      numbers[static_cast<std::size_t>(room_from(rows.integer(i, 0)))] = static_cast<int>(rows.integer(i, 1));
    return numbers;
  });
}

void TalkStore::read_speaker(std::string table, std::int64_t person, std::string request, std::int64_t now_ms,
                             Read<Speaker> done) {
  read(std::move(done), [table = std::move(table), person, request = std::move(request), now_ms](SqlConnection& db) {
    db.begin_read();
    auto speaker = read_the_speaker(db, table, person, request, now_ms);
    db.commit();
    return speaker;
  });
}

void TalkStore::say(std::string table, Remark said, Done done) {
  std::string lock = room_lock(table, said.room);
  write(std::move(lock), std::move(done),
        [table = std::move(table), said = std::move(said)](SqlConnection& db) { return insert_said(db, table, said); });
}

void TalkStore::remove_said(std::string table, Room room, int number, std::int64_t by, std::int64_t now_ms, Done done) {
  std::string lock = room_lock(table, room);
  write(std::move(lock), std::move(done), [table = std::move(table), room, number, by, now_ms](SqlConnection& db) {
    return take_away(db, table, room, number, by, now_ms);
  });
}

void TalkStore::talk_news(std::int64_t last_ms, Read<std::vector<TalkNews>> done) {
  read(std::move(done), [last_ms](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT t.id, r.room, r.number FROM talk_rooms r JOIN tables t ON t.key = r.table_key "
        "WHERE r.changed_ms > {now} - $1",
        {last_ms});
    std::vector<TalkNews> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({rows.text(i, 0), room_from(rows.integer(i, 1)), static_cast<int>(rows.integer(i, 2))});
    return out;
  });
}

void TalkStore::add_report(Report report, int most, Done done) {
  const std::int64_t person = report.by;
  write_person(person, std::move(done),
               [report = std::move(report), most](SqlConnection& db) { return insert_report(db, report, most); });
}

void TalkStore::reports(std::int64_t reader, int most, Read<std::vector<Report>> done) {
  read(std::move(done), [reader, most](SqlConnection& db) { return read_reports(db, reader, most); });
}

void TalkStore::end_report(std::int64_t id, std::int64_t by, Done done) {
  write({}, std::move(done), [id, by](SqlConnection& db) { return settle_report(db, id, by); });
}

void TalkStore::mute_of(std::int64_t person, std::int64_t now_ms, Read<Mute> done) {
  read(std::move(done), [person, now_ms](SqlConnection& db) { return read_mute(db, person, now_ms); });
}

void TalkStore::set_mute(std::int64_t person, std::optional<Mute> mute, std::int64_t by, Done done) {
  write_person(person, std::move(done),
               [person, mute = std::move(mute), by](SqlConnection& db) { return write_mute(db, person, mute, by); });
}

void TalkStore::read_note(std::string table, std::int64_t person, Read<std::string> done) {
  read(std::move(done), [table = std::move(table), person](SqlConnection& db) -> std::optional<std::string> {
    const SqlRows rows =
        db.run("SELECT n.text FROM tables t LEFT JOIN notes n ON n.table_key = t.key AND n.person = $2 WHERE t.id = $1",
               {table, person});
    if (rows.empty()) return std::nullopt;
    return rows.text(0, 0);
  });
}

void TalkStore::set_note(std::string table, std::int64_t person, std::string text, std::int64_t now_ms, int most,
                         Done done) {
  write_person(person, std::move(done),
               [table = std::move(table), person, text = std::move(text), now_ms, most](SqlConnection& db) {
                 return write_note(db, table, person, text, now_ms, most);
               });
}

void TalkStore::own_talk(std::int64_t person, int most, Read<OwnTalk> done) {
  read(std::move(done), [person, most](SqlConnection& db) {
    OwnTalk out;
    out.said = lines_of(
        db.run("SELECT b.id, t.text, t.at_ms FROM talk t JOIN tables b ON b.key = t.table_key WHERE t.person = $1 "
               "AND t.request <> '' AND t.removed_by = 0 ORDER BY t.at_ms DESC, t.number DESC LIMIT $2",
               {person, most}));
    out.notes = lines_of(
        db.run("SELECT b.id, n.text, n.at_ms FROM notes n JOIN tables b ON b.key = n.table_key WHERE n.person = $1 "
               "ORDER BY n.at_ms DESC LIMIT $2",
               {person, most}));
    return out;
  });
}

}  // namespace cairn
