// Challenges in SQL. What changes one locks its row first; the names of these locks come behind people's and before
// tables'.
#include "server/store/challenges.h"

#include "core/text.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr std::int64_t kKeptMs = 30LL * 24 * 3'600'000;  // of those that are over

template <class Kind>
Kind kind_from(std::int64_t number, int count) {
  if (number < 0 || number >= count)
    throw SqlError(SqlError::Kind::other, "a challenge is of a kind that this program does not know");
  return static_cast<Kind>(number);
}

ClockRule clock_from(const std::string& text) {
  const auto clock = parse_clock_rule(text);
  if (!clock.rule) throw SqlError(SqlError::Kind::other, "the clock of a challenge is damaged: " + clock.error);
  return *clock.rule;
}

Blocks blocks_from(const SqlRows& rows) {
  Blocks out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) out.emplace_back(rows.integer(i, 0), rows.integer(i, 1));
  return out;
}

std::optional<Challenge> read_one(SqlConnection& db, const std::string& id) {
  const SqlRows rows = db.run(
      "SELECT key, version, offer, state, maker, request, game, options, clock, rated, note, created_ms, expires_ms, "
      "changed_ms, table_id, declined_by, reason FROM challenges WHERE id = $1",
      {id});
  if (rows.empty()) return std::nullopt;
  Challenge out;
  out.id = id;
  const std::int64_t key = rows.integer(0, 0);
  out.version = static_cast<int>(rows.integer(0, 1));
  out.offer = static_cast<int>(rows.integer(0, 2));
  out.state = kind_from<ChallengeState>(rows.integer(0, 3), kChallengeStates);
  out.maker = rows.integer(0, 4);
  out.request = rows.text(0, 5);
  out.terms = {rows.text(0, 6), options_from(rows.text(0, 7)), clock_from(rows.text(0, 8)), rows.integer(0, 9) != 0};
  out.note = rows.text(0, 10);
  out.created_ms = rows.integer(0, 11);
  out.expires_ms = rows.integer(0, 12);
  out.changed_ms = rows.integer(0, 13);
  out.table = rows.text(0, 14);
  out.declined_by = rows.integer(0, 15);
  out.reason = kind_from<DeclineReason>(rows.integer(0, 16), kDeclineReasons);
  const SqlRows people = db.run(
      "SELECT c.person, p.name, c.seat, c.accepted, CASE WHEN a.person IS NULL THEN 0 ELSE 1 END "
      "FROM challenge_people c JOIN people p ON p.id = c.person LEFT JOIN accounts a ON a.person = c.person "
      "WHERE c.challenge_key = $1 ORDER BY c.place",
      {key});
  for (std::size_t i = 0; i < people.size(); ++i)
    out.people.push_back({people.integer(i, 0), people.text(i, 1), static_cast<int>(people.integer(i, 2)),
                          people.integer(i, 3) != 0, people.integer(i, 4) != 0});
  out.blocks =
      blocks_from(db.run("SELECT b.person, b.blocked FROM challenge_people x JOIN blocks b ON b.person = x.person "
                         "JOIN challenge_people y ON y.person = b.blocked "
                         "WHERE x.challenge_key = $1 AND y.challenge_key = $1 ORDER BY b.person, b.blocked",
                         {key}));
  return out;
}

// Each with a few statements: lists are short.
std::vector<Challenge> read_all(SqlConnection& db, const SqlRows& ids) {
  std::vector<Challenge> out;
  for (const std::string& id : ids_of(ids))
    if (auto one = read_one(db, id)) out.push_back(std::move(*one));
  return out;
}

Written insert_challenge(SqlConnection& db, const Challenge& challenge, int most, const std::vector<Notice>& notices) {
  const std::int64_t person = challenge.people.front().person;
  const SqlRows same =
      db.run("SELECT id FROM challenges WHERE began_by = $1 AND began_request = $2", {person, challenge.request});
  if (!same.empty()) return {How::conflict, same.text(0, 0), 0};
  const SqlRows open = db.run("SELECT COUNT(*) FROM challenges WHERE began_by = $1 AND state = 0 AND expires_ms > $2",
                              {person, challenge.created_ms});
  if (open.integer(0, 0) >= most) return {How::conflict, {}, 0};
  db.run(
      "DELETE FROM challenge_people WHERE challenge_key IN (SELECT key FROM challenges WHERE began_by = $1 AND "
      "state <> 0 AND changed_ms < $2)",
      {person, challenge.created_ms - kKeptMs});
  db.run("DELETE FROM challenges WHERE began_by = $1 AND state <> 0 AND changed_ms < $2",
         {person, challenge.created_ms - kKeptMs});
  const std::int64_t key =
      db.run(
            "INSERT INTO challenges (id, version, offer, state, began_by, began_request, maker, request, game, "
            "options, clock, rated, note, created_ms, expires_ms, changed_ms, table_id, declined_by, reason) "
            "VALUES ($1, $2, $3, 0, $4, $5, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, '', 0, 0) RETURNING key",
            {challenge.id, challenge.version, challenge.offer, person, challenge.request, challenge.terms.game,
             options_text(challenge.terms.options), to_text(challenge.terms.clock), challenge.terms.rated,
             challenge.note, challenge.created_ms, challenge.expires_ms})
          .integer(0, 0);
  int place = 0;
  for (const Challenged& one : challenge.people)
    db.run("INSERT INTO challenge_people (challenge_key, place, person, seat, accepted) VALUES ($1, $2, $3, $4, $5)",
           {key, place++, one.person, one.seat, one.accepted});
  insert_notices(db, notices);
  return {};
}

Written update_challenge(SqlConnection& db, const Challenge& challenge, const TableRow* begins,
                         const std::vector<Notice>& notices, std::int64_t me) {
  const SqlRows changed = db.run(
      "UPDATE challenges SET version = version + 1, offer = $3, state = $4, maker = $5, request = $6, game = $7, "
      "options = $8, clock = $9, rated = $10, note = $11, expires_ms = $12, changed_ms = $13, table_id = $14, "
      "declined_by = $15, reason = $16 WHERE id = $1 AND version = $2 RETURNING key",
      {challenge.id, challenge.version, challenge.offer, static_cast<int>(challenge.state), challenge.maker,
       challenge.request, challenge.terms.game, options_text(challenge.terms.options), to_text(challenge.terms.clock),
       challenge.terms.rated, challenge.note, challenge.expires_ms, challenge.changed_ms, challenge.table,
       challenge.declined_by, static_cast<int>(challenge.reason)});
  if (changed.empty()) return {How::conflict, {}, 0};
  int place = 0;
  for (const Challenged& one : challenge.people)
    db.run("UPDATE challenge_people SET seat = $3, accepted = $4 WHERE challenge_key = $1 AND place = $2",
           {changed.integer(0, 0), place++, one.seat, one.accepted});
  if (begins != nullptr && insert_table(db, *begins, me).how != How::durable)
    throw SqlError(SqlError::Kind::constraint, "the table of a challenge is there already");
  insert_notices(db, notices);
  return {};
}

PartyMember member_from(SqlConnection& db, std::int64_t person, const std::string& rating_class, std::int64_t now_ms) {
  const SqlRows rows = db.run(
      "SELECT p.name, CASE WHEN a.person IS NULL THEN 0 ELSE 1 END, a.bot, COALESCE(a.preferences, '{}'), r.rating, "
      "r.deviation, r.volatility, r.at_ms, COALESCE(r.games, 0) FROM people p LEFT JOIN accounts a ON a.person = p.id "
      "LEFT JOIN ratings r ON r.person = p.id AND r.class = $2 WHERE p.id = $1",
      {person, rating_class});
  PartyMember out;
  if (rows.empty()) return out;
  out.person = {person, rows.text(0, 0), rows.integer(0, 1) != 0, Role::player, rows.integer(0, 2) != 0};
  out.preferences = rows.text(0, 3);
  out.barred = is_barred(db, person);
  if (rows.integer(0, 8) > 0)
    out.rating = {rows.real(0, 4), rows.real(0, 5), rows.real(0, 6), rows.integer(0, 7),
                  static_cast<int>(rows.integer(0, 8))};
  out.incoming =
      static_cast<int>(db.run("SELECT COUNT(*) FROM challenge_people x JOIN challenges c ON c.key = x.challenge_key "
                              "WHERE x.person = $1 AND x.place > 0 AND c.state = 0 AND c.expires_ms > $2",
                              {person, now_ms})
                           .integer(0, 0));
  return out;
}

ChallengeParty read_party(SqlConnection& db, std::int64_t person, const std::vector<std::string>& names,
                          const std::string& rating_class, std::int64_t now_ms) {
  ChallengeParty out;
  out.people.push_back(member_from(db, person, rating_class, now_ms));
  for (const std::string& name : names) {
    const SqlRows rows = db.run("SELECT person FROM accounts WHERE lower_name = $1", {lower(name)});
    if (rows.empty())
      out.unknown.push_back(name);
    else
      out.people.push_back(member_from(db, rows.integer(0, 0), rating_class, now_ms));
  }
  for (const PartyMember& one : out.people)
    for (const PartyMember& other : out.people)
      if (!db.run("SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2", {one.person.id, other.person.id}).empty())
        out.blocks.emplace_back(one.person.id, other.person.id);
  return out;
}

}  // namespace

void ChallengeStore::challenge_party(std::int64_t person, std::vector<std::string> names, std::string rating_class,
                                     std::int64_t now_ms, Read<ChallengeParty> done) {
  read(std::move(done), [person, names = std::move(names), rating_class = std::move(rating_class),
                         now_ms](SqlConnection& db) { return read_party(db, person, names, rating_class, now_ms); });
}

void ChallengeStore::add_challenge(Challenge challenge, int most, std::vector<Notice> notices, Done done) {
  const std::int64_t person = challenge.people.front().person;
  write_person(person, std::move(done),
               [challenge = std::move(challenge), most, notices = std::move(notices)](SqlConnection& db) {
                 return insert_challenge(db, challenge, most, notices);
               });
}

void ChallengeStore::change_challenge(Challenge challenge, std::shared_ptr<const TableRow> begins,
                                      std::vector<Notice> notices, Done done) {
  std::string lock = " c" + challenge.id;
  write(std::move(lock), std::move(done),
        [challenge = std::move(challenge), begins = std::move(begins), notices = std::move(notices),
         me = me_](SqlConnection& db) { return update_challenge(db, challenge, begins.get(), notices, me); });
}

void ChallengeStore::read_challenge(std::string id, Read<Challenge> done) {
  read(std::move(done), [id = std::move(id)](SqlConnection& db) {
    db.begin_read();  // so that its parts fit
    auto out = read_one(db, id);
    db.commit();
    return out;
  });
}

void ChallengeStore::challenges_of(std::int64_t person, std::int64_t since_ms, int most,
                                   Read<std::vector<Challenge>> done) {
  read(std::move(done), [person, since_ms, most](SqlConnection& db) {
    db.begin_read();
    std::optional out =
        read_all(db, db.run("SELECT c.id FROM challenge_people x JOIN challenges c ON c.key = x.challenge_key "
                            "WHERE x.person = $1 AND (c.state = 0 OR c.changed_ms > $2) ORDER BY c.key DESC LIMIT $3",
                            {person, since_ms, most}));
    db.commit();
    return out;
  });
}

void ChallengeStore::due_challenges(std::int64_t now_ms, int most, Read<std::vector<Challenge>> done) {
  read(std::move(done), [now_ms, most](SqlConnection& db) {
    db.begin_read();
    std::optional out = read_all(
        db, db.run("SELECT id FROM challenges WHERE state = 0 AND expires_ms <= $1 ORDER BY expires_ms LIMIT $2",
                   {now_ms, most}));
    db.commit();
    return out;
  });
}

}  // namespace cairn
