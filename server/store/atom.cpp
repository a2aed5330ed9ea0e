// Feeds in SQL.
#include "server/store/atom.h"

#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

using How = Written::How;

void AtomStore::set_atom(std::int64_t person, const TokenHash& secret, std::int64_t now_ms, Done done) {
  write_person(person, std::move(done), [person, secret, now_ms](SqlConnection& db) {
    if (is_barred(db, person)) return Written{How::conflict, {}, 0};
    const SqlRows rows = db.run(
        "INSERT INTO atom_feeds (person, secret_hash, created_ms) SELECT person, $2, CAST($3 AS BIGINT) FROM "
        "accounts WHERE person = $1 ON CONFLICT (person) DO UPDATE SET secret_hash = excluded.secret_hash, "
        "created_ms = excluded.created_ms",
        {person, secret, now_ms});
    return Written{rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void AtomStore::end_atom(std::int64_t person, Done done) {
  write_person(person, std::move(done), [person](SqlConnection& db) {
    const SqlRows rows = db.run("DELETE FROM atom_feeds WHERE person = $1", {person});
    return Written{rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void AtomStore::atom_of(std::int64_t person, Read<std::int64_t> done) {
  read(std::move(done), [person](SqlConnection& db) -> std::optional<std::int64_t> {
    const SqlRows rows = db.run("SELECT created_ms FROM atom_feeds WHERE person = $1", {person});
    if (rows.empty()) return std::nullopt;
    return rows.integer(0, 0);
  });
}

void AtomStore::atom_owner(const TokenHash& secret, Read<AtomOwner> done) {
  read(std::move(done), [secret](SqlConnection& db) -> std::optional<AtomOwner> {
    const SqlRows rows = db.run(
        "SELECT p.id, p.name, f.created_ms FROM atom_feeds f JOIN people p ON p.id = f.person WHERE f.secret_hash "
        "= $1",
        {secret});
    if (rows.empty()) return std::nullopt;
    return AtomOwner{rows.integer(0, 0), rows.text(0, 1), rows.integer(0, 2)};
  });
}

void AtomStore::tournament_tables(std::int64_t person, int most, Read<std::vector<TournamentTable>> done) {
  read(std::move(done), [person, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT DISTINCT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, t.created_ms, "
        "t.changed_ms, t.due_ms, s.setup FROM chairs c JOIN tables t ON t.key = c.table_key JOIN tournaments s ON "
        "s.id = t.tournament WHERE c.person = $1 AND c.person > 0 ORDER BY t.key DESC LIMIT $2",
        {person, most});
    std::vector<TableCard> cards = cards_from(db, rows);
    std::vector<TournamentTable> out;
    out.reserve(cards.size());
    for (std::size_t i = 0; i < cards.size(); ++i) out.push_back({std::move(cards[i]), rows.text(i, 11)});
    return out;
  });
}

}  // namespace cairn
