// Announcements in SQL.
#include "server/store/announcements.h"

#include "server/store/sql_answers.h"

namespace cairn {

std::optional<Announcement> read_announcement(SqlConnection& db) {
  const SqlRows rows = db.run("SELECT key, text, at_ms, until_ms FROM announcements ORDER BY key DESC LIMIT 1");
  if (rows.empty()) return std::nullopt;
  return Announcement{rows.integer(0, 0), rows.text(0, 1), rows.integer(0, 2), rows.integer(0, 3)};
}

std::int64_t write_announcement(SqlConnection& db, const ActWish& wish, const std::string& text,
                                std::int64_t until_ms) {
  // The new one first: its number must be another one than that of the one before.
  const std::int64_t id =
      db.run("INSERT INTO announcements (text, person, at_ms, until_ms) VALUES ($1, $2, {now}, $3) RETURNING key",
             {text, wish.by, until_ms})
          .integer(0, 0);
  db.run("DELETE FROM announcements WHERE key < $1", {id});
  write_audit(db, Act::announce, {wish.by, 0, {}}, text);
  return id;
}

bool end_announcement(SqlConnection& db, const ActWish& wish) {
  if (db.run("DELETE FROM announcements").changed() == 0) return false;
  write_audit(db, Act::announce, {wish.by, 0, {}}, "");
  return true;
}

void AnnouncementStore::current(Read<Announcement> done) {
  read(std::move(done), [](SqlConnection& db) { return read_announcement(db); });
}

void AnnouncementStore::announce(ActWish wish, std::string text, std::int64_t until_ms, Done done) {
  write(" announcement", std::move(done),
        [wish = std::move(wish), text = std::move(text), until_ms](SqlConnection& db) {
          return Written{Written::How::durable, {}, write_announcement(db, wish, text, until_ms)};
        });
}

void AnnouncementStore::end(ActWish wish, Done done) {
  write(" announcement", std::move(done), [wish = std::move(wish)](SqlConnection& db) {
    return Written{end_announcement(db, wish) ? Written::How::durable : Written::How::conflict, {}, 0};
  });
}

}  // namespace cairn
