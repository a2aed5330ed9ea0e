// Whom people block, in SQL.
#include "server/store/people.h"

#include "server/store/sql_answers.h"

namespace cairn {

void PeopleStore::set_block(std::int64_t person, std::int64_t blocked, bool on, int most, Done done) {
  write_person(person, std::move(done), [=](SqlConnection& db) {
    if (!on) {
      db.run("DELETE FROM blocks WHERE person = $1 AND blocked = $2", {person, blocked});
      return Written{};
    }
    if (db.run("SELECT COUNT(*) FROM blocks WHERE person = $1 AND blocked <> $2", {person, blocked}).integer(0, 0) >=
        most)
      return Written{Written::How::conflict, {}, 0};
    db.run("INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING", {person, blocked});
    return Written{};
  });
}

void PeopleStore::blocks_of(std::int64_t person, Read<std::vector<std::string>> done) {
  read(std::move(done), [person](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT p.name FROM blocks b JOIN people p ON p.id = b.blocked JOIN accounts a ON a.person = p.id "
        "WHERE b.person = $1 ORDER BY p.name",
        {person});
    std::vector<std::string> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(rows.text(i, 0));
    return out;
  });
}

void PeopleStore::blocked_guests(std::int64_t person, Read<std::vector<Person>> done) {
  read(std::move(done), [person](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT p.id, p.name FROM blocks b JOIN people p ON p.id = b.blocked WHERE b.person = $1 "
        "AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.person = p.id) ORDER BY p.id",
        {person});
    std::vector<Person> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.integer(i, 0), rows.text(i, 1)});
    return out;
  });
}

}  // namespace cairn
