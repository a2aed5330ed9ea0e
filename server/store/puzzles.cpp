// Puzzles in SQL.
#include "server/store/puzzles.h"

#include "core/text.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

// Words have no ends of lines.
std::string joined(const std::vector<std::string>& words) {
  return join(words, "\n");
}
std::vector<std::string> parted(const std::string& text) {
  std::vector<std::string> words;
  if (text.empty()) return words;
  for (const auto word : split(text, '\n')) words.emplace_back(word);
  return words;
}

// Rows of id, game, record, right_moves, line, from_table.
Puzzle puzzle_from(const SqlRows& rows, std::size_t i) {
  return {rows.text(i, 0),         rows.text(i, 1),         rows.text(i, 2),
          parted(rows.text(i, 3)), parted(rows.text(i, 4)), rows.text(i, 5)};
}

// Rows of day, moves, state, on_day, at_ms.
std::vector<PuzzleTry> tries_from(const SqlRows& rows) {
  std::vector<PuzzleTry> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0), parted(rows.text(i, 1)), static_cast<PuzzleTry::State>(rows.integer(i, 2)),
                   rows.integer(i, 3) != 0, rows.integer(i, 4)});
  return out;
}

// Who was first decides; the order within the pool is the same in every store.
Written propose(SqlConnection& db, std::int64_t day) {
  const SqlRows made = db.run(
      "INSERT INTO puzzle_days (day, puzzle_key) SELECT CAST($1 AS BIGINT), key FROM puzzles WHERE true ORDER BY "
      "CASE WHEN $2 = 1 THEN (CASE WHEN from_table <> '' AND proposed = 0 THEN 0 ELSE 1 END) "
      "ELSE (CASE WHEN from_table = '' THEN 0 ELSE 1 END) END, proposed, id LIMIT 1 ON CONFLICT DO NOTHING",
      {day, turn_of_mistakes(day) ? 1 : 0});
  if (made.changed() == 1)
    db.run("UPDATE puzzles SET proposed = $1 WHERE key = (SELECT puzzle_key FROM puzzle_days WHERE day = $1)", {day});
  return {};
}

Written write_try(SqlConnection& db, std::int64_t person, const PuzzleTry& now, int known) {
  const int number = static_cast<int>(now.moves.size()), state = static_cast<int>(now.state);
  const SqlRows written =
      known == 0
          ? db.run(
                "INSERT INTO puzzle_tries (person, day, number, moves, state, on_day, at_ms) VALUES ($1, $2, $3, "
                "$4, $5, $6, $7) ON CONFLICT DO NOTHING",
                {person, now.day, number, joined(now.moves), state, now.on_day, now.at_ms})
          : db.run(
                "UPDATE puzzle_tries SET number = $3, moves = $4, state = $5, on_day = $6, at_ms = $7 WHERE "
                "person = $1 AND day = $2 AND number = $8 AND state = 0",
                {person, now.day, number, joined(now.moves), state, now.on_day, now.at_ms, known});
  return {written.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

}  // namespace

void insert_puzzle(SqlConnection& db, const Puzzle& puzzle) {
  db.run(
      "INSERT INTO puzzles (id, game, record, right_moves, line, proposed, from_table) VALUES ($1, $2, $3, $4, $5, 0, "
      "$6) ON CONFLICT DO NOTHING",
      {puzzle.id, puzzle.game, puzzle.record, joined(puzzle.right), joined(puzzle.line), puzzle.table});
}

void PuzzleStore::add_puzzles(std::vector<Puzzle> puzzles, Done done) {
  write({}, std::move(done), [puzzles = std::move(puzzles)](SqlConnection& db) -> Written {
    for (const Puzzle& puzzle : puzzles) insert_puzzle(db, puzzle);
    return {};
  });
}

void PuzzleStore::propose_puzzle(std::int64_t day, Done done) {
  write({}, std::move(done), [day](SqlConnection& db) { return propose(db, day); });
}

void PuzzleStore::puzzle_of(std::int64_t day, Read<Puzzle> done) {
  read(std::move(done), [day](SqlConnection& db) -> std::optional<Puzzle> {
    const SqlRows rows = db.run(
        "SELECT p.id, p.game, p.record, p.right_moves, p.line, p.from_table FROM puzzle_days d JOIN puzzles p ON "
        "p.key = "
        "d.puzzle_key WHERE d.day = $1",
        {day});
    if (rows.empty()) return std::nullopt;
    return puzzle_from(rows, 0);
  });
}

void PuzzleStore::puzzles_of(std::vector<std::int64_t> days, Read<std::vector<PuzzleOfDay>> done) {
  read(std::move(done), [days = std::move(days)](SqlConnection& db) {
    const auto at = [&days](std::size_t i) { return SqlValue(i < days.size() ? days[i] : std::int64_t{-1}); };
    const SqlRows rows = db.run(
        "SELECT p.id, p.game, p.record, p.right_moves, p.line, p.from_table, d.day FROM puzzle_days d JOIN puzzles p "
        "ON p.key = d.puzzle_key WHERE d.day IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, "
        "$16, $17, $18, $19, $20, $21, $22, $23, $24)",
        {at(0),  at(1),  at(2),  at(3),  at(4),  at(5),  at(6),  at(7),  at(8),  at(9),  at(10), at(11),
         at(12), at(13), at(14), at(15), at(16), at(17), at(18), at(19), at(20), at(21), at(22), at(23)});
    std::vector<PuzzleOfDay> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.integer(i, 6), puzzle_from(rows, i)});
    return out;
  });
}

void PuzzleStore::puzzle_days(std::int64_t before, int most, Read<std::vector<PuzzleDay>> done) {
  read(std::move(done), [before, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT d.day, p.game FROM puzzle_days d JOIN puzzles p ON p.key = d.puzzle_key WHERE d.day < $1 ORDER BY "
        "d.day DESC LIMIT $2",
        {before, most});
    std::vector<PuzzleDay> days;
    days.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) days.push_back({rows.integer(i, 0), rows.text(i, 1)});
    return days;
  });
}

void PuzzleStore::try_puzzle(std::int64_t person, PuzzleTry now, int known, Done done) {
  write({}, std::move(done),
        [person, now = std::move(now), known](SqlConnection& db) { return write_try(db, person, now, known); });
}

void PuzzleStore::puzzles_tried(std::int64_t person, Read<std::vector<PuzzleTry>> done) {
  read(std::move(done), [person](SqlConnection& db) {
    return tries_from(db.run(
        "SELECT day, moves, state, on_day, at_ms FROM puzzle_tries WHERE person = $1 ORDER BY day DESC", {person}));
  });
}

void PuzzleStore::puzzle_tried(std::int64_t person, std::int64_t day, Read<PuzzleTry> done) {
  read(std::move(done), [person, day](SqlConnection& db) -> std::optional<PuzzleTry> {
    const auto tries = tries_from(db.run(
        "SELECT day, moves, state, on_day, at_ms FROM puzzle_tries WHERE person = $1 AND day = $2", {person, day}));
    if (tries.empty()) return std::nullopt;
    return tries[0];
  });
}

}  // namespace cairn
