// Play by mail in SQL.
#include "server/store/sql_answers.h"
#include "server/store/sql_store.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr int kTries = 50;  // for a number that other servers may take first

std::string url_of(const std::string& address) {
  return std::string(kMailUrl) + address;
}

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

Written write_letter(SqlConnection& db, const std::string& address, const Notice& letter, int most) {
  const SqlRows hook = hook_at(db, address, letter);
  if (hook.empty() || !hook.text(0, 1).empty()) return {How::conflict, {}, 0};
  const std::int64_t key = hook.integer(0, 0);
  if (db.run("SELECT COUNT(*) FROM outbox WHERE hook = $1 AND state = 0", {key}).integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  const SqlRows written = db.run(
      "INSERT INTO outbox (hook, id, kind, facts, at_ms, tries, state, due_ms, why) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0, $5, '') ON CONFLICT (hook, id) DO NOTHING",
      {key, letter.id, static_cast<int>(letter.kind), letter.facts, letter.at_ms});
  return {written.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

int number_of(SqlConnection& db, const std::string& table) {
  for (int i = 0; i < kTries; ++i) {
    const SqlRows there = db.run("SELECT number FROM boards WHERE table_id = $1", {table});
    if (!there.empty()) return static_cast<int>(there.integer(0, 0));
    const SqlRows game = db.run("SELECT game FROM tables WHERE id = $1", {table});
    if (game.empty()) return 0;
    db.run(
        "INSERT INTO boards (game, number, table_id) SELECT $1, COALESCE(MAX(number), $3) + 1, $2 FROM boards "
        "WHERE game = $1 ON CONFLICT DO NOTHING",
        {game.text(0, 0), table, kFirstBoard - 1});
  }
  throw SqlError(SqlError::Kind::other, "no number could be given to a table: too many servers give them at once");
}

}  // namespace

void erase_strangers(SqlConnection& db) {
  const SqlRows gone = db.run(
      "DELETE FROM hooks WHERE mail = 2 AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.hook = hooks.key) "
      "RETURNING person");
  for (std::size_t i = 0; i < gone.size(); ++i) db.run("DELETE FROM people WHERE id = $1", {gone.integer(i, 0)});
}

void SqlStore::set_mail_hook(Hook hook, Done done) {
  const std::int64_t person = hook.person;
  write_person(
      person, [hook = std::move(hook)](SqlConnection& db) { return write_mail_hook(db, hook); }, std::move(done));
}

void SqlStore::people_at(std::string address, Read<std::vector<Account>> done) {
  database_.read<std::optional<std::vector<Account>>>(
      [address = std::move(address)](SqlConnection& db) -> std::optional<std::vector<Account>> {
        const SqlRows rows =
            db.run("SELECT person FROM hooks WHERE mail = 1 AND url = $1 ORDER BY key", {url_of(address)});
        std::vector<Account> out;
        for (std::size_t i = 0; i < rows.size(); ++i)
          if (auto account = read_account(db, rows.integer(i, 0))) out.push_back(std::move(*account));
        return out;
      },
      answer(std::move(done)));
}

void SqlStore::add_letter(std::string address, Notice letter, int most, Done done) {
  const std::int64_t person = letter.person;
  write_person(
      person,
      [address = std::move(address), letter = std::move(letter), most](SqlConnection& db) {
        return write_letter(db, address, letter, most);
      },
      std::move(done));
}

void SqlStore::has_letter(std::string address, std::string id, Read<bool> done) {
  database_.read<std::optional<bool>>(
      [address = std::move(address), id = std::move(id)](SqlConnection& db) -> std::optional<bool> {
        return !db.run(
                      "SELECT 1 FROM outbox WHERE id = $2 AND hook IN (SELECT key FROM hooks WHERE mail > 0 AND url = "
                      "$1)",
                      {url_of(address), id})
                    .empty();
      },
      answer(std::move(done)));
}

void SqlStore::number_boards(std::vector<std::string> tables, Read<std::vector<int>> done) {
  database_.write<std::optional<std::vector<int>>>(
      {},
      [tables = std::move(tables)](SqlConnection& db) -> std::optional<std::vector<int>> {
        std::vector<int> out;
        out.reserve(tables.size());
        for (const std::string& table : tables) out.push_back(number_of(db, table));
        return out;
      },
      answer(std::move(done)));
}

void SqlStore::board_numbered(std::string game, int number, Read<std::string> done) {
  database_.read<std::optional<std::string>>(
      [game = std::move(game), number](SqlConnection& db) -> std::optional<std::string> {
        const SqlRows rows = db.run("SELECT table_id FROM boards WHERE game = $1 AND number = $2", {game, number});
        return rows.empty() ? std::nullopt : std::optional(rows.text(0, 0));
      },
      answer(std::move(done)));
}

}  // namespace cairn
