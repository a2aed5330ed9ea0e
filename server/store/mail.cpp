// Play by mail in SQL.
#include "server/store/mail.h"

#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr int kNumberTries = 50;  // for a number that other servers may take first

std::string url_of(const std::string& address) {
  return std::string(kMailUrl) + address;
}

// The hook of an address; made where it is nobody's and there is none.
SqlRows hook_at(SqlConnection& db, const std::string& address, const Notice& letter) {
  SqlRows rows = db.run(
      "SELECT key, off FROM hooks WHERE url = $1 AND ((mail = 1 AND person = $2) OR mail = 2) ORDER BY mail LIMIT 1",
      {url_of(address), letter.person});
  if (!rows.empty()) return rows;
  // A row of its own in `people`, of which `hooks` wants one.
  const std::int64_t nobody =
      db.run("INSERT INTO people (name, created_ms) VALUES ('', $1) RETURNING id", {letter.at_ms}).integer(0, 0);
  const std::string id = "nobody." + address;
  const SqlRows made = db.run(
      "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push, mail) "
      "VALUES ($1, $2, $3, '', 0, $4, '', 0, 0, 2) ON CONFLICT (id) DO NOTHING",
      {id, nobody, url_of(address), letter.at_ms});
  if (made.changed() == 0) db.run("DELETE FROM people WHERE id = $1", {nobody});  // another server was first
  return db.run("SELECT key, off FROM hooks WHERE id = $1", {id});
}

int number_of(SqlConnection& db, const std::string& table, bool give) {
  for (int i = 0; i < kNumberTries; ++i) {
    const SqlRows there = db.run("SELECT number FROM boards WHERE table_id = $1", {table});
    if (!there.empty() || !give) return there.empty() ? 0 : static_cast<int>(there.integer(0, 0));
    const SqlRows game = db.run("SELECT game FROM tables WHERE id = $1", {table});
    if (game.empty()) return 0;
    db.run(
        "INSERT INTO boards (game, number, table_id) SELECT $1, COALESCE(MAX(number), $3) + 1, $2 FROM boards "
        "WHERE game = $1 ON CONFLICT DO NOTHING",
        {game.text(0, 0), table, kFirstBoard - 1});
  }
  throw SqlError(SqlError::Kind::other, "no number could be given to a table: too many servers give them at once");
}

Watch watch_from(const SqlRows& rows, std::size_t i) {
  return {rows.integer(i, 0), rows.text(i, 1), rows.integer(i, 2) != 0, static_cast<int>(rows.integer(i, 3)),
          static_cast<int>(rows.integer(i, 4))};
}

}  // namespace

Written write_mail_hook(SqlConnection& db, const Hook& hook) {
  // Locked: of two servers one makes the row.
  if (db.run("UPDATE accounts SET email = email WHERE person = $1", {hook.person}).changed() == 0)
    return {How::conflict, {}, 0};
  if (db.run("UPDATE hooks SET url = $2, off = '' WHERE person = $1 AND mail = 1", {hook.person, hook.url}).changed() >
      0)
    return {};
  db.run(
      "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push, mail) "
      "VALUES ($1, $2, $3, $4, $5, $6, '', 0, 0, 1)",
      {hook.id, hook.person, hook.url, hook.secret, static_cast<int>(hook.wants), hook.created_ms});
  return {};
}

Written write_letter(SqlConnection& db, const std::string& address, const Notice& letter, int most) {
  const SqlRows hook = hook_at(db, address, letter);
  if (hook.empty() || !hook.text(0, 1).empty()) return {How::conflict, {}, 0};
  const std::int64_t key = hook.integer(0, 0);
  if (db.run("SELECT COUNT(*) FROM outbox WHERE hook = $1 AND state = 0", {key}).integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  const SqlRows written = db.run(
      "INSERT INTO outbox (hook, id, kind, facts, at_ms, tries, state, due_ms, why, mail) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0, $5, '', 1) ON CONFLICT (hook, id) DO NOTHING",
      {key, letter.id, static_cast<int>(letter.kind), letter.facts, letter.at_ms});
  return {written.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

void erase_mail_hook(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE person = $1 AND mail = 1)", {person});
  db.run("DELETE FROM hooks WHERE person = $1 AND mail = 1", {person});
}

void erase_strangers(SqlConnection& db) {
  const SqlRows gone = db.run(
      "DELETE FROM hooks WHERE mail = 2 AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.hook = hooks.key) "
      "RETURNING person");
  for (std::size_t i = 0; i < gone.size(); ++i) db.run("DELETE FROM people WHERE id = $1", {gone.integer(i, 0)});
}

void MailStore::set_mail_hook(Hook hook, Done done) {
  const std::int64_t person = hook.person;
  write_person(person, std::move(done),
               [hook = std::move(hook)](SqlConnection& db) { return write_mail_hook(db, hook); });
}

void MailStore::people_at(std::string address, Read<std::vector<Account>> done) {
  read(std::move(done), [address = std::move(address)](SqlConnection& db) {
    const SqlRows rows = db.run("SELECT person FROM hooks WHERE mail = 1 AND url = $1 ORDER BY key", {url_of(address)});
    std::vector<Account> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (auto account = read_account(db, rows.integer(i, 0))) out.push_back(std::move(*account));
    return out;
  });
}

void MailStore::add_letter(std::string address, Notice letter, int most, Done done) {
  const std::int64_t person = letter.person;
  write_person(person, std::move(done),
               [address = std::move(address), letter = std::move(letter), most](SqlConnection& db) {
                 return write_letter(db, address, letter, most);
               });
}

void MailStore::has_letter(std::string address, std::string id, Read<bool> done) {
  read(std::move(done), [address = std::move(address), id = std::move(id)](SqlConnection& db) {
    return !db.run(
                  "SELECT 1 FROM outbox WHERE id = $2 AND hook IN (SELECT key FROM hooks WHERE mail > 0 AND url = "
                  "$1)",
                  {url_of(address), id})
                .empty();
  });
}

void MailStore::set_mail_mode(std::string hook, NoticeKinds wants, bool digest, Done done) {
  write({}, std::move(done), [hook = std::move(hook), wants, digest](SqlConnection& db) {
    const SqlRows rows = db.run("UPDATE hooks SET wants = $2, digest = $3 WHERE id = $1 AND mail = 1",
                                {hook, static_cast<int>(wants), digest ? 1 : 0});
    return Written{rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void MailStore::end_mails(std::string hook, std::string why, Done done) {
  write({}, std::move(done), [hook = std::move(hook), why = std::move(why)](SqlConnection& db) {
    const SqlRows rows = db.run("UPDATE hooks SET off = $2 WHERE id = $1 AND mail > 0 RETURNING key", {hook, why});
    if (rows.empty()) return Written{How::conflict, {}, 0};
    db.run("UPDATE outbox SET state = 2, why = $2 WHERE hook = $1 AND state = 0", {rows.integer(0, 0), why});
    return Written{};
  });
}

void MailStore::count_mails(Read<std::int64_t> done) {
  read(std::move(done), [](SqlConnection& db) {
    return db
        .run(
            "SELECT COUNT(*) FROM outbox o CROSS JOIN hooks h WHERE h.key = o.hook AND o.state "
            "= 0 AND h.mail > 0",
            {})
        .integer(0, 0);
  });
}

void MailStore::mail_key(std::string fresh, Read<std::string> done) {
  write({}, std::move(done), [fresh = sealer_.seal(fresh), &sealer = sealer_](SqlConnection& db) {
    db.run("INSERT INTO mail_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING", {fresh});
    return sealer.open(db.run("SELECT key FROM mail_key WHERE one = 1", {}).text(0, 0));
  });
}

void MailStore::number_boards(std::vector<std::string> tables, bool give, Read<std::vector<int>> done) {
  const auto look = [tables = std::move(tables), give](SqlConnection& db) -> std::optional<std::vector<int>> {
    std::vector<int> out;
    out.reserve(tables.size());
    for (const std::string& table : tables) out.push_back(number_of(db, table, give));
    return out;
  };
  if (give)
    write({}, std::move(done), look);
  else
    read(std::move(done), look);
}

void MailStore::set_watch(Watch watch, Done done) {
  const std::int64_t person = watch.person;
  write_person(person, std::move(done), [watch = std::move(watch)](SqlConnection& db) {
    db.run(
        "INSERT INTO watches (person, table_id, end_only, number, told) VALUES ($1, $2, $3, $4, $5) "
        "ON CONFLICT (person, table_id) DO UPDATE SET end_only = $3, number = $4, told = $5",
        {watch.person, watch.table, watch.end_only ? 1 : 0, watch.number, watch.version});
    return Written{};
  });
}

void MailStore::end_watch(std::int64_t person, std::string table, Done done) {
  write_person(person, std::move(done), [person, table = std::move(table)](SqlConnection& db) {
    db.run("DELETE FROM watches WHERE person = $1 AND table_id = $2", {person, table});
    return Written{};
  });
}

void MailStore::watch_of(std::int64_t person, std::string table, Read<Watch> done) {
  read(std::move(done), [person, table = std::move(table)](SqlConnection& db) -> std::optional<Watch> {
    const SqlRows rows =
        db.run("SELECT person, table_id, end_only, number, told FROM watches WHERE person = $1 AND table_id = $2",
               {person, table});
    return rows.empty() ? std::nullopt : std::optional(watch_from(rows, 0));
  });
}

void MailStore::due_watches(int most, Read<std::vector<Watch>> done) {
  read(std::move(done), [most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT w.person, w.table_id, w.end_only, w.number, w.told FROM watches w JOIN tables t ON t.id = "
        "w.table_id WHERE t.number > w.number AND (w.end_only = 0 OR t.over = 1) LIMIT $1",
        {most});
    std::vector<Watch> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(watch_from(rows, i));
    return out;
  });
}

void MailStore::boards_of(std::string game, bool over, int most, Read<std::vector<Board>> done) {
  read(std::move(done), [game = std::move(game), over, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, t.created_ms, t.changed_ms, "
        "t.due_ms, b.number FROM boards b JOIN tables t ON t.id = b.table_id WHERE b.game = $1 AND t.over = $2 "
        "ORDER BY b.number DESC LIMIT $3",
        {game, over, most});
    std::vector<TableCard> cards = cards_from(db, rows);
    std::vector<Board> out;
    out.reserve(cards.size());
    for (std::size_t i = 0; i < cards.size(); ++i)
      out.push_back({static_cast<int>(rows.integer(i, 11)), std::move(cards[i])});
    return out;
  });
}

void MailStore::board_numbered(std::string game, int number, Read<std::string> done) {
  read(std::move(done), [game = std::move(game), number](SqlConnection& db) -> std::optional<std::string> {
    const SqlRows rows = db.run("SELECT table_id FROM boards WHERE game = $1 AND number = $2", {game, number});
    return rows.empty() ? std::nullopt : std::optional(rows.text(0, 0));
  });
}

}  // namespace cairn
