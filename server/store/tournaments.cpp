// Tournaments in SQL. The lock of what is written of one is its row; nothing else is locked with it.
#include "server/store/tournaments.h"

#include <algorithm>
#include <charconv>

#include "server/store/audit.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

Tournament::State state_from(std::int64_t number) {
  if (number < 0 || number > static_cast<std::int64_t>(Tournament::State::cancelled))
    throw SqlError(SqlError::Kind::other, "a tournament is in a state that this program does not know");
  return static_cast<Tournament::State>(number);
}

Written insert_tournament(SqlConnection& db, const TournamentRow& row, int most) {
  if (!row.request.empty()) {
    const SqlRows there =
        db.run("SELECT id FROM tournaments WHERE organiser = $1 AND request = $2", {row.organiser, row.request});
    if (!there.empty()) return {How::conflict, there.text(0, 0), 0};
  }
  db.run("UPDATE people SET name = name WHERE id = $1", {row.organiser});  // of two servers one counts the other's
  const SqlRows kept = db.run(
      "SELECT COUNT(*), COUNT(CASE WHEN state = 0 THEN 1 END) FROM tournaments WHERE organiser = $1 AND state IN (0, "
      "1)",
      {row.organiser});
  if (kept.integer(0, 0) >= most || (row.most_open > 0 && kept.integer(0, 1) >= row.most_open))
    return {How::conflict, {}, 0};
  db.run(
      "INSERT INTO tournaments (id, setup, organiser, request, created_ms, number, state, players, due_ms, game) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0, 0, $6, $7)",
      {row.id, row.setup, row.organiser, row.request, row.created_ms, row.due_ms, row.game});
  return {};
}

Written write_entries(SqlConnection& db, const TournamentAppend& append) {
  const auto count = static_cast<int>(append.entries.size());
  const SqlRows row = db.run(
      "UPDATE tournaments SET number = number + $3, state = $4, players = $5, due_ms = $6, appeals = $7 "
      "WHERE id = $1 AND number = $2 RETURNING key",
      {append.id, append.after, count, static_cast<int>(append.state), append.players, append.due_ms, append.appeals});
  if (row.empty()) return {How::conflict, {}, 0};
  const std::int64_t key = row.integer(0, 0);
  int number = append.after;
  for (const TournamentEntry& entry : append.entries) {
    db.later(
        "INSERT INTO tournament_entries (tournament_key, number, kind, person, at_ms, words) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {key, ++number, static_cast<int>(entry.kind), entry.by, entry.at_ms, entry.words});
    if (entry.kind != TournamentEntry::Kind::enter) continue;
    std::int64_t person = 0;
    std::from_chars(entry.words.data(), entry.words.data() + entry.words.size(), person);
    db.later(
        "INSERT INTO tournament_people (tournament_key, person) VALUES ($1, $2) "
        "ON CONFLICT (tournament_key, person) DO NOTHING",
        {key, person});
  }
  insert_notices(db, append.notices);
  for (const ActNote& note : append.acts) write_audit(db, note.act, note.wish, note.about);
  db.settle();
  return {};
}

std::vector<TournamentEntry> log_from(const SqlRows& rows) {
  std::vector<TournamentEntry> log;
  log.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t kind = rows.integer(i, 0);
    if (kind < 0 || kind >= kTournamentEntryKinds)
      throw SqlError(SqlError::Kind::other, "an entry of a tournament is of a kind that this program does not know");
    log.push_back({static_cast<TournamentEntry::Kind>(kind), rows.integer(i, 1), rows.integer(i, 2), rows.text(i, 3)});
  }
  return log;
}

std::optional<StoredTournament> read_tournament(SqlConnection& db, const std::string& id) {
  const SqlRows row = db.run(
      "SELECT t.key, t.setup, t.organiser, t.created_ms, p.name FROM tournaments t "
      "JOIN people p ON p.id = t.organiser WHERE t.id = $1",
      {id});
  if (row.empty()) return std::nullopt;
  StoredTournament out;
  out.number = row.integer(0, 0);
  out.row = {id, row.text(0, 1), row.integer(0, 2), row.integer(0, 3)};
  out.organiser = row.text(0, 4);
  out.log = log_from(
      db.run("SELECT kind, at_ms, person, words FROM tournament_entries WHERE tournament_key = $1 ORDER BY number",
             {out.number}));
  const SqlRows names = db.run(
      "SELECT e.person, p.name FROM tournament_people e JOIN people p ON p.id = e.person "
      "WHERE e.tournament_key = $1 ORDER BY e.person",
      {out.number});
  for (std::size_t i = 0; i < names.size(); ++i) out.names.emplace_back(names.integer(i, 0), names.text(i, 1));
  const SqlRows finished = db.run(
      "SELECT id FROM tables WHERE tournament = $1 AND result_due = 1 AND over = 1 ORDER BY key LIMIT 1000", {id});
  for (std::size_t i = 0; i < finished.size(); ++i) out.finished.push_back(finished.text(i, 0));
  const SqlRows adjourned =
      db.run("SELECT id, resume_ms FROM tables WHERE tournament = $1 AND resume_ms > 0 ORDER BY key LIMIT 1000", {id});
  for (std::size_t i = 0; i < adjourned.size(); ++i)
    out.adjourned.emplace_back(adjourned.text(i, 0), adjourned.integer(i, 1));
  const SqlRows judges = db.run(
      "SELECT DISTINCT e.person, p.name FROM tournament_entries e JOIN people p ON p.id = e.person "
      "WHERE e.tournament_key = $1 AND e.kind IN ($2, $3) ORDER BY e.person",
      {out.number, static_cast<int>(TournamentEntry::Kind::end), static_cast<int>(TournamentEntry::Kind::upheld)});
  for (std::size_t i = 0; i < judges.size(); ++i) out.judges.emplace_back(judges.integer(i, 0), judges.text(i, 1));
  return out;
}

// Rows as of `cards_of`, and the place: everybody's newest is before anybody's second, that before anybody's third.
// Where $4 is not 0, only those of the game $5. A server of an older version writes "" for the game: who reads the
// setups decides about these.
constexpr char kListedInTurn[] =
    "SELECT l.key, l.id, l.setup, p.name, l.state, l.players, l.created_ms, l.place FROM "
    "(SELECT t.*, t.key + (4000 - ROW_NUMBER() OVER (PARTITION BY t.organiser ORDER BY t.key DESC)) * 1099511627776 "
    "AS place FROM tournaments t WHERE t.state = $1 AND ($4 = 0 OR t.game IN ($5, ''))) l "
    "JOIN people p ON p.id = l.organiser WHERE l.place < $2 ORDER BY l.place DESC LIMIT $3";
constexpr char kListedByAge[] =
    "SELECT t.key, t.id, t.setup, p.name, t.state, t.players, t.created_ms, t.key FROM tournaments t "
    "JOIN people p ON p.id = t.organiser WHERE t.state = $1 AND t.key < $2 ORDER BY t.key DESC LIMIT $3";
constexpr char kOneGameByAge[] =
    "SELECT t.key, t.id, t.setup, p.name, t.state, t.players, t.created_ms, t.key FROM tournaments t "
    "JOIN people p ON p.id = t.organiser WHERE t.state = $1 AND t.key < $2 AND t.game IN ($4, '') "
    "ORDER BY t.key DESC LIMIT $3";

SqlRows list_rows(SqlConnection& db, Tournament::State state, const std::string& game, std::int64_t before, int most) {
  const int number = static_cast<int>(state);
  if (state == Tournament::State::open || state == Tournament::State::running)
    return db.run(kListedInTurn, {number, before, most, game.empty() ? 0 : 1, game});
  return game.empty() ? db.run(kListedByAge, {number, before, most})
                      : db.run(kOneGameByAge, {number, before, most, game});
}

// Rows of key, id, setup, the organiser's name, state, players, created_ms.
std::vector<TournamentCard> cards_of(const SqlRows& rows) {
  std::vector<TournamentCard> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0), rows.text(i, 1), rows.text(i, 2), rows.text(i, 3),
                   state_from(rows.integer(i, 4)), static_cast<int>(rows.integer(i, 5)), rows.integer(i, 6)});
  return out;
}

}  // namespace

void TournamentStore::add_tournament(TournamentRow row, int most, Done done) {
  std::string lock = " " + std::to_string(row.organiser);  // as of write_person
  write(std::move(lock), std::move(done),
        [row = std::move(row), most](SqlConnection& db) { return insert_tournament(db, row, most); });
}

void TournamentStore::append_tournament(TournamentAppend append, Done done) {
  std::string id = append.id;
  write(std::move(id), std::move(done),
        [append = std::move(append)](SqlConnection& db) { return write_entries(db, append); });
}

void TournamentStore::load_tournament(std::string id, Read<StoredTournament> done) {
  read(std::move(done), [id = std::move(id)](SqlConnection& db) {
    db.begin_read();  // of one moment
    auto out = read_tournament(db, id);
    db.commit();
    return out;
  });
}

void TournamentStore::tournaments(Tournament::State state, std::string game, std::int64_t before, int most,
                                  Read<std::vector<TournamentCard>> done) {
  read(std::move(done), [state, game = std::move(game), before, most](SqlConnection& db) {
    const SqlRows rows = list_rows(db, state, game, before, most);
    auto cards = cards_of(rows);
    for (std::size_t i = 0; i < cards.size(); ++i) cards[i].place = rows.integer(i, 7);
    return cards;
  });
}

void TournamentStore::tournaments_of(std::int64_t person, int most, Read<std::vector<TournamentCard>> done) {
  read(std::move(done), [person, most](SqlConnection& db) {
    return cards_of(
        db.run("SELECT t.key, t.id, t.setup, p.name, t.state, t.players, t.created_ms FROM tournaments t "
               "JOIN people p ON p.id = t.organiser WHERE t.organiser = $1 OR t.key IN "
               "(SELECT tournament_key FROM tournament_people WHERE person = $1) ORDER BY t.key DESC LIMIT $2",
               {person, most}));
  });
}

void TournamentStore::due_tournaments(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) {
  read(std::move(done), [now_ms, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT id FROM tournaments WHERE due_ms > 0 AND due_ms <= $1 UNION "
        "SELECT tournament FROM tables WHERE result_due = 1 AND over = 1 LIMIT $2",
        {now_ms, most});
    std::vector<std::string> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(rows.text(i, 0));
    return out;
  });
}

void TournamentStore::appealed_tournaments(int most, Read<std::vector<std::string>> done) {
  read(std::move(done), [most](SqlConnection& db) {
    return ids_of(db.run("SELECT id FROM tournaments WHERE appeals > 0 ORDER BY key DESC LIMIT $1", {most}));
  });
}

void TournamentStore::take_results(std::vector<std::string> tables, Done done) {
  std::sort(tables.begin(), tables.end());  // as all lock them
  std::string first = tables.empty() ? std::string() : tables.front();
  write(std::move(first), std::move(done), [tables = std::move(tables)](SqlConnection& db) {
    for (const std::string& table : tables)
      db.later("UPDATE tables SET result_due = 0 WHERE id = $1 AND result_due = 1", {table});
    db.settle();
    return Written{};
  });
}

}  // namespace cairn
