// Studies in SQL.
#include "server/store/studies.h"

#include "server/store/audit.h"
#include "server/store/sql_answers.h"

namespace cairn {

namespace {

using How = Written::How;

// Rows of key, id, owner, the owner's name, name, game, table, access, version, nodes, created_ms, changed_ms, hidden.
Study study_from(const SqlRows& rows, std::size_t i) {
  Study study;
  study.number = rows.integer(i, 0);
  study.id = rows.text(i, 1);
  study.owner = rows.integer(i, 2);
  study.owner_name = rows.text(i, 3);
  study.name = rows.text(i, 4);
  study.game = rows.text(i, 5);
  study.table = rows.text(i, 6);
  study.access = static_cast<StudyAccess>(rows.integer(i, 7));
  study.version = static_cast<int>(rows.integer(i, 8));
  study.nodes = static_cast<int>(rows.integer(i, 9));
  study.created_ms = rows.integer(i, 10);
  study.changed_ms = rows.integer(i, 11);
  study.hidden = rows.integer(i, 12) != 0;
  return study;
}

// Whether the account has room for another one, or for a new text of this one. Locks the account: of two at once the
// second counts the first, and one that is being deleted keeps none.
bool has_room(SqlConnection& db, const Study& study, const StudyRoom& room) {
  if (db.run("UPDATE accounts SET seen_ms = seen_ms WHERE person = $1", {study.owner}).changed() == 0) return false;
  const SqlRows kept = db.run("SELECT count(*), COALESCE(SUM(bytes), 0) FROM studies WHERE owner = $1 AND id <> $2",
                              {study.owner, study.id});
  return kept.integer(0, 0) < room.studies &&
         kept.integer(0, 1) + static_cast<std::int64_t>(study.record.size()) <= room.bytes;
}

Written insert_study(SqlConnection& db, const Study& study, const StudyRoom& room) {
  const bool fits = has_room(db, study, room);  // first: it orders two that are the same request
  if (!study.request.empty()) {
    const SqlRows before =
        db.run("SELECT id FROM studies WHERE owner = $1 AND request = $2", {study.owner, study.request});
    if (!before.empty()) return {How::conflict, before.text(0, 0), 0};
  }
  if (!fits) return {How::conflict, {}, 0};
  db.run(
      "INSERT INTO studies (id, owner, request, name, game, table_id, access, version, nodes, bytes, record, "
      "created_ms, changed_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, 1, $8, $9, $10, $11, $11)",
      {study.id, study.owner, study.request, study.name, study.game, study.table, static_cast<int>(study.access),
       study.nodes, static_cast<std::int64_t>(study.record.size()), study.record, study.created_ms});
  return {};
}

Written update_study(SqlConnection& db, const Study& study, const StudyRoom& room) {
  if (!has_room(db, study, room)) return {How::conflict, "no room", 0};
  const SqlRows changed = db.run(
      "UPDATE studies SET name = $4, game = $5, access = $6, nodes = $7, bytes = $8, record = $9, "
      "changed_ms = $10, version = version + 1 WHERE id = $1 AND owner = $2 AND version = $3",
      {study.id, study.owner, study.version, study.name, study.game, static_cast<int>(study.access), study.nodes,
       static_cast<std::int64_t>(study.record.size()), study.record, study.changed_ms});
  return {changed.changed() == 1 ? How::durable : How::conflict, {}, 0};
}

SqlRows find(SqlConnection& db, const StudyQuery& query) {
  // An account keeps few studies, and the index finds these: the game needs none of its own.
  if (query.owner > 0)
    return db.run(
        "SELECT s.key, s.id, s.owner, p.name, s.name, s.game, s.table_id, s.access, s.version, s.nodes, s.created_ms, "
        "s.changed_ms, s.hidden FROM studies s JOIN people p ON p.id = s.owner WHERE s.owner = $1 AND s.key < $2 "
        "AND s.access >= $3 AND s.hidden <= $5 AND ($6 = 0 OR s.game = $7) ORDER BY s.key DESC LIMIT $4",
        {query.owner, query.before, query.shown ? static_cast<int>(StudyAccess::everybody) : 0, query.most,
         query.shown ? 0 : 1, query.game.empty() ? 0 : 1, query.game});
  return db.run(
      "SELECT s.key, s.id, s.owner, p.name, s.name, s.game, s.table_id, s.access, s.version, s.nodes, s.created_ms, "
      "s.changed_ms, s.hidden FROM studies s JOIN people p ON p.id = s.owner WHERE s.table_id = $1 AND s.table_id <> "
      "'' "
      "AND s.key < $2 AND s.access = 2 AND s.hidden = 0 ORDER BY s.key DESC LIMIT $3",
      {query.table, query.before, query.most});
}

Written insert_study_report(SqlConnection& db, const StudyReport& report, int most) {
  if (db.run("SELECT 1 FROM studies WHERE id = $1", {report.study}).empty() ||
      db.run("SELECT COUNT(*) FROM study_reports WHERE person = $1", {report.by}).integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  db.run("INSERT INTO study_reports (study, person, why, at_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
         {report.study, report.by, report.why, report.at_ms});
  return {};
}

std::vector<StudyReport> read_study_reports(SqlConnection& db, int most) {
  const SqlRows rows = db.run(
      "SELECT r.id, r.study, r.person, r.why, r.at_ms, a.name, b.name, s.name FROM study_reports r "
      "JOIN studies s ON s.id = r.study JOIN people a ON a.id = r.person JOIN people b ON b.id = s.owner "
      "ORDER BY r.id DESC LIMIT $1",
      {most});
  std::vector<StudyReport> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0), rows.text(i, 1), rows.integer(i, 2), rows.text(i, 3), rows.integer(i, 4),
                   rows.text(i, 5), rows.text(i, 6), rows.text(i, 7)});
  return out;
}

}  // namespace

void StudyStore::hide_study(std::string id, bool hidden, std::int64_t moderator, Done done) {
  write({}, std::move(done), [id = std::move(id), hidden, moderator](SqlConnection& db) -> Written {
    const SqlRows rows = db.run("UPDATE studies SET hidden = $2 WHERE id = $1 RETURNING owner", {id, hidden ? 1 : 0});
    if (rows.empty()) return {How::conflict, {}, 0};
    write_audit(db, hidden ? Act::hide_study : Act::show_study, {moderator, rows.integer(0, 0), {}}, "/studies/" + id);
    return {};
  });
}

void StudyStore::add_study_report(StudyReport report, int most, Done done) {
  const std::int64_t person = report.by;
  write_person(person, std::move(done),
               [report = std::move(report), most](SqlConnection& db) { return insert_study_report(db, report, most); });
}

void StudyStore::study_reports(int most, Read<std::vector<StudyReport>> done) {
  read(std::move(done), [most](SqlConnection& db) { return read_study_reports(db, most); });
}

void StudyStore::end_study_report(std::int64_t id, std::int64_t moderator, Done done) {
  write({}, std::move(done), [id, moderator](SqlConnection& db) -> Written {
    const SqlRows report =
        db.run("SELECT s.owner, s.id FROM study_reports r JOIN studies s ON s.id = r.study WHERE r.id = $1", {id});
    if (db.run("DELETE FROM study_reports WHERE id = $1", {id}).changed() == 0) return {How::conflict, {}, 0};
    if (!report.empty())
      write_audit(db, Act::settle_study_report, {moderator, report.integer(0, 0), {}}, "/studies/" + report.text(0, 1));
    return {};
  });
}

void StudyStore::add_study(Study study, StudyRoom room, Done done) {
  write({}, std::move(done),
        [study = std::move(study), room](SqlConnection& db) { return insert_study(db, study, room); });
}

void StudyStore::replace_study(Study study, StudyRoom room, Done done) {
  write({}, std::move(done),
        [study = std::move(study), room](SqlConnection& db) { return update_study(db, study, room); });
}

void StudyStore::delete_study(std::string id, std::int64_t moderator, Done done) {
  write({}, std::move(done), [id = std::move(id), moderator](SqlConnection& db) -> Written {
    db.run("DELETE FROM study_reports WHERE study = $1", {id});
    const SqlRows gone = db.run("DELETE FROM studies WHERE id = $1 RETURNING owner, name", {id});
    if (gone.empty()) return {How::conflict, {}, 0};
    if (moderator != 0) write_audit(db, Act::delete_study, {moderator, gone.integer(0, 0), {}}, gone.text(0, 1));
    return {};
  });
}

void StudyStore::read_study(std::string id, Read<Study> done) {
  read(std::move(done), [id = std::move(id)](SqlConnection& db) -> std::optional<Study> {
    const SqlRows rows = db.run(
        "SELECT s.key, s.id, s.owner, p.name, s.name, s.game, s.table_id, s.access, s.version, s.nodes, "
        "s.created_ms, s.changed_ms, s.hidden, s.record FROM studies s JOIN people p ON p.id = s.owner WHERE s.id "
        "= $1",
        {id});
    if (rows.empty()) return std::nullopt;
    Study study = study_from(rows, 0);
    study.record = rows.text(0, 13);
    return study;
  });
}

void StudyStore::read_studies(std::vector<std::string> ids, Read<std::vector<Study>> done) {
  read(std::move(done), [ids = std::move(ids)](SqlConnection& db) {
    const auto at = [&ids](std::size_t i) { return i < ids.size() ? SqlValue(ids[i]) : SqlValue(""); };
    const SqlRows rows = db.run(
        "SELECT s.key, s.id, s.owner, p.name, s.name, s.game, s.table_id, s.access, s.version, s.nodes, "
        "s.created_ms, s.changed_ms, s.hidden, s.record FROM studies s JOIN people p ON p.id = s.owner WHERE s.id IN "
        "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, "
        "$24)",
        {at(0),  at(1),  at(2),  at(3),  at(4),  at(5),  at(6),  at(7),  at(8),  at(9),  at(10), at(11),
         at(12), at(13), at(14), at(15), at(16), at(17), at(18), at(19), at(20), at(21), at(22), at(23)});
    std::vector<Study> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      out.push_back(study_from(rows, i));
      out.back().record = rows.text(i, 13);
    }
    return out;
  });
}

void StudyStore::find_studies(StudyQuery query, Read<std::vector<Study>> done) {
  read(std::move(done), [query = std::move(query)](SqlConnection& db) {
    const SqlRows rows = find(db, query);
    std::vector<Study> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(study_from(rows, i));
    return out;
  });
}

}  // namespace cairn
