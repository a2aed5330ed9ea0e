// Analyses in SQL.
#include "server/store/analyses.h"

#include "server/store/sql_tables.h"

#include "core/text.h"
#include "server/store/sql_answers.h"

namespace cairn {

namespace {

using How = Written::How;
using Stage = StoredAnalysis::Stage;

std::string evaluation_lines(const std::vector<std::string>& evaluations) {
  std::string out;
  for (const std::string& look : evaluations) out += look + "\n";
  return out;
}

std::vector<std::string> lines_from(const std::string& text) {
  std::vector<std::string> out;
  for (const auto line : split(text, '\n'))
    if (!line.empty()) out.emplace_back(line);
  return out;
}

std::string numbers_of(const std::vector<int>& numbers) {
  std::string out;
  for (const int number : numbers) out += (out.empty() ? "" : " ") + std::to_string(number);
  return out;
}

std::vector<int> numbers_from(const std::string& text) {
  std::vector<int> out;
  for (const auto word : split_words(text)) out.push_back(std::stoi(std::string(word)));
  return out;
}

// Rows of id, record, positions, playouts, shown, person, asked_ms, stage, looks, mistakes, held_ms, failure, looked.
StoredAnalysis analysis_from(const SqlRows& rows) {
  StoredAnalysis out;
  out.job = {rows.text(0, 0),    rows.text(0, 1),         static_cast<int>(rows.integer(0, 2)),
             rows.integer(0, 3), rows.integer(0, 4) != 0, rows.integer(0, 5),
             rows.integer(0, 6)};
  out.stage = static_cast<Stage>(rows.integer(0, 7));
  out.evaluations = lines_from(rows.text(0, 8));
  out.mistakes = numbers_from(rows.text(0, 9));
  out.held_ms = rows.integer(0, 10);
  out.failure = rows.text(0, 11);
  out.looked = static_cast<int>(rows.integer(0, 12));
  return out;
}

Written insert_analysis(SqlConnection& db, const AnalysisJob& job, const AnalysisRoom& room) {
  const SqlRows there = db.run("SELECT record, stage FROM analyses WHERE id = $1", {job.table});
  if (!there.empty() && there.text(0, 0) == job.record && there.integer(0, 1) != static_cast<int>(Stage::failed))
    return {};
  if (db.run("SELECT COUNT(*) FROM analyses WHERE person = $1 AND asked_ms > $2", {job.person, room.since_ms})
          .integer(0, 0) >= room.of_person)
    return {How::conflict, {}, 0};
  if (db.run("SELECT COUNT(*) FROM analyses WHERE stage < 2").integer(0, 0) >= room.waiting)
    return {How::conflict, "of all", 0};
  db.run(
      "INSERT INTO analyses (id, record, positions, playouts, shown, person, asked_ms, stage, looked, looks, mistakes, "
      "lease, held_ms, tries, failure) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, '', '', 0, 0, 0, '') "
      "ON CONFLICT (id) DO UPDATE SET record = $2, positions = $3, playouts = $4, shown = $5, person = $6, "
      "asked_ms = $7, stage = 0, looked = 0, looks = '', mistakes = '', lease = 0, held_ms = 0, tries = 0, "
      "failure = '' WHERE analyses.record <> $2 OR analyses.stage = 3",
      {job.table, job.record, job.positions, job.playouts, job.shown, job.person, job.asked_ms});
  return {};
}

// Of who asked for least in the day before comes first: whoever asks for many waits for their own.
std::optional<StoredAnalysis> lease_next(SqlConnection& db, const AnalysisLease& lease) {
  while (true) {
    const SqlRows next = db.run(
        "SELECT id, tries FROM analyses a WHERE stage < 2 AND held_ms <= $1 ORDER BY stage, (SELECT COUNT(*) FROM "
        "analyses b WHERE b.person = a.person AND b.asked_ms < a.asked_ms AND b.asked_ms > a.asked_ms - $2), "
        "asked_ms, id LIMIT 1 {unheld}",
        {lease.now_ms, kDayMs});
    if (next.empty()) return std::nullopt;
    const std::string id = next.text(0, 0);
    if (next.integer(0, 1) >= kMostAnalysisTries) {  // what was found stays; only of the mistakes nothing comes
      db.run(
          "UPDATE analyses SET stage = CASE WHEN stage = 0 THEN 3 ELSE 2 END, lease = 0, held_ms = 0, mistakes = '' "
          "WHERE id = $1",
          {id});
      continue;
    }
    db.run(
        "UPDATE analyses SET lease = $2, held_ms = CASE WHEN stage = 0 THEN CAST($3 AS BIGINT) ELSE CAST($4 AS BIGINT) "
        "END, tries = tries + 1 WHERE "
        "id = $1",
        {id, lease.id, lease.until_ms, lease.mistake_until_ms});
    return analysis_from(
        db.run("SELECT id, record, positions, playouts, shown, person, asked_ms, stage, "
               "CASE WHEN stage = 0 AND looked = positions THEN looks ELSE '' END, mistakes, held_ms, failure, "
               "looked FROM analyses WHERE id = $1",
               {id}));
  }
}

Written of_change(const SqlRows& rows) {
  return {rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

}  // namespace

void AnalysisStore::ask_analysis(AnalysisJob job, AnalysisRoom room, Done done) {
  std::string id = job.table;
  write(std::move(id), std::move(done),
        [job = std::move(job), room](SqlConnection& db) { return insert_analysis(db, job, room); });
}

void AnalysisStore::analysis_of(std::string table, Read<StoredAnalysis> done) {
  read(std::move(done), [table = std::move(table)](SqlConnection& db) -> std::optional<StoredAnalysis> {
    const SqlRows rows = db.run(
        "SELECT id, record, positions, playouts, shown, person, asked_ms, stage, looks, mistakes, held_ms, "
        "failure, "
        "looked FROM analyses WHERE id = $1",
        {table});
    if (rows.empty()) return std::nullopt;
    return analysis_from(rows);
  });
}

void AnalysisStore::analyses_asked(std::int64_t person, Read<std::vector<AskedAnalysis>> done) {
  read(std::move(done), [person](SqlConnection& db) {
    const SqlRows rows =
        db.run("SELECT id, asked_ms FROM analyses WHERE person = $1 ORDER BY asked_ms DESC, id", {person});
    std::vector<AskedAnalysis> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.text(i, 0), rows.integer(i, 1)});
    return out;
  });
}

void AnalysisStore::analyses_waiting(Read<int> done) {
  read(std::move(done), [](SqlConnection& db) {
    return static_cast<int>(db.run("SELECT COUNT(*) FROM analyses WHERE stage < 2").integer(0, 0));
  });
}

void AnalysisStore::lease_analysis(AnalysisLease lease, Read<StoredAnalysis> done) {
  write({}, std::move(done), [lease](SqlConnection& db) { return lease_next(db, lease); });
}

void AnalysisStore::note_evaluations(std::string table, std::int64_t lease, int from,
                                     std::vector<std::string> evaluations, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done),
        [table = std::move(table), lease, from, text = evaluation_lines(evaluations),
         more = static_cast<int>(evaluations.size())](SqlConnection& db) {
          return of_change(db.run(
              "UPDATE analyses SET looks = looks || CAST($4 AS TEXT), looked = looked + $5, lease = 0, held_ms = "
              "0, tries = 0, failure = '' WHERE id = $1 AND lease = $2 AND looked = $3 AND stage = 0 AND looked + "
              "$5 <= positions",
              {table, lease, from, text, more}));
        });
}

void AnalysisStore::note_mistakes(std::string table, std::int64_t lease, std::vector<int> left,
                                  std::optional<Puzzle> puzzle, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done),
        [table = std::move(table), lease, text = numbers_of(left), puzzle = std::move(puzzle)](SqlConnection& db) {
          const Stage stage = text.empty() ? Stage::over : Stage::mistakes;
          const Written written = of_change(
              db.run("UPDATE analyses SET stage = $3, mistakes = $4, lease = 0, held_ms = 0, tries = 0, failure = '' "
                     "WHERE id = $1 AND lease = $2 AND looked = positions",
                     {table, lease, static_cast<int>(stage), text}));
          if (written.how == How::durable && puzzle) insert_puzzle(db, *puzzle);
          return written;
        });
}

void AnalysisStore::free_analysis(std::string table, std::int64_t lease, std::string failure, Done done) {
  std::string id = table;
  write(std::move(id), std::move(done),
        [table = std::move(table), lease, failure = std::move(failure)](SqlConnection& db) {
          return of_change(
              db.run("UPDATE analyses SET lease = 0, held_ms = 0, tries = CASE WHEN $3 = '' THEN 0 ELSE tries END, "
                     "failure = $3 WHERE id = $1 AND lease = $2",
                     {table, lease, failure}));
        });
}

}  // namespace cairn
