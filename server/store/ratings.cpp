// What rated games do to ratings, what moderators look at and take back, in SQL. Whoever changes ratings locks the rows
// of all the people in the order of their numbers, so that two servers never wait for each other.
#include "server/store/lists.h"

#include "server/store/sql_options.h"

#include <algorithm>
#include <map>
#include <set>

#include "server/base/tokens.h"
#include "server/store/audit.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

constexpr int kGainCandidates = 200;  // who has gained most is looked at more closely

// Its row is there and locked afterwards, so that of two games one is rated after the other.
Rating take_rating(SqlConnection& db, std::int64_t person, const std::string& rating_class) {
  const SqlRows rows = db.run(
      "INSERT INTO ratings (person, class, rating, deviation, volatility, at_ms, games) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0) ON CONFLICT (person, class) DO UPDATE SET games = ratings.games "
      "RETURNING rating, deviation, volatility, at_ms, games",
      {person, rating_class, kFirstRating, kFirstDeviation, kFirstVolatility});
  return rating_from(rows, 0, 0);
}

// By seats: which others sat down at the same address.
std::vector<std::int64_t> neighbours_of(SqlConnection& db, std::int64_t key, std::size_t seats) {
  std::vector<std::int64_t> out(seats, 0);
  const SqlRows rows = db.run("SELECT seat, beside FROM chairs WHERE table_key = $1 AND beside <> 0", {key});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto seat = static_cast<std::size_t>(rows.integer(i, 0));
    for (std::size_t other = 0; seat < seats && other < seats; ++other)
      if (((rows.integer(i, 1) >> other) & 1) != 0) {
        out[seat] |= std::int64_t{1} << other;
        out[other] |= std::int64_t{1} << seat;
      }
  }
  return out;
}

int games_at_own_address(SqlConnection& db, std::int64_t person, std::int64_t since_ms) {
  return static_cast<int>(db.run("SELECT COUNT(*) FROM rating_history WHERE person = $1 AND at_ms > $2 AND "
                                 "one_address = 1 AND annulled_ms = 0",
                                 {person, since_ms})
                              .integer(0, 0));
}

// How new the account of an opponent was; as `against_new` is stored.
enum class New : std::uint8_t {
  no,
  young,     // made within kNewAccountMs
  newcomer,  // and had fewer than kNewcomersGames rated games in the class
};

int games_with_newcomers(SqlConnection& db, std::int64_t person, std::int64_t since_ms) {
  return static_cast<int>(db.run("SELECT COUNT(*) FROM rating_history WHERE person = $1 AND at_ms > $2 AND "
                                 "against_new = $3 AND annulled_ms = 0",
                                 {person, since_ms, static_cast<int>(New::newcomer)})
                              .integer(0, 0));
}

// Opponents of a person who sat down where this opponent has sat down at this table, without him.
int others_there(SqlConnection& db, std::int64_t key, std::int64_t person, std::int64_t opponent,
                 std::int64_t since_ms) {
  return static_cast<int>(
      db.run("SELECT COUNT(DISTINCT r.person) FROM rating_history h JOIN rated_from r ON r.table_key = h.table_key "
             "WHERE h.person = $1 AND h.at_ms > $2 AND h.annulled_ms = 0 AND r.person <> $1 AND r.person <> $3 AND "
             "r.address = (SELECT address FROM rated_from WHERE table_key = $4 AND person = $3)",
             {person, since_ms, opponent, key})
          .integer(0, 0));
}

// With any level: who plays the bot again and again tells no more than who plays one person.
int games_with_bot(SqlConnection& db, std::int64_t person, const std::string& rating_class, std::int64_t since_ms) {
  return static_cast<int>(
      db.run("SELECT COUNT(*) FROM rating_history h WHERE h.person = $1 AND h.class = $2 AND h.at_ms > $3 AND "
             "h.annulled_ms = 0 AND EXISTS (SELECT 1 FROM chairs c WHERE c.table_key = h.table_key AND c.kind = $4)",
             {person, rating_class, since_ms, static_cast<int>(SeatKind::bot)})
          .integer(0, 0));
}

std::vector<double> weights_of(SqlConnection& db, const RatedGame& game, std::int64_t key,
                               const std::vector<std::int64_t>& beside, const std::vector<New>& fresh) {
  const std::int64_t since = game.at_ms - kWeighedMs;
  return pair_weights(game.people.size(), game.one_address, [&](std::size_t one, std::size_t other) {
    Meeting meeting;
    if (game.people[one] == kBotPerson) return meeting;
    if (game.people[other] == kBotPerson) {
      meeting.games += games_with_bot(db, game.people[one], game.rating_class, since);
      return meeting;
    }
    meeting.games += static_cast<int>(
        db.run("SELECT COUNT(*) FROM rating_history a JOIN rating_history b ON b.table_key = a.table_key AND "
               "b.person = $2 AND b.class = a.class WHERE a.person = $1 AND a.class = $3 AND a.at_ms > $4 AND "
               "a.annulled_ms = 0",
               {game.people[one], game.people[other], game.rating_class, since})
            .integer(0, 0));
    if (((beside[one] >> other) & 1) != 0)
      meeting.at_one_address = 1 + std::max(games_at_own_address(db, game.people[one], since),
                                            games_at_own_address(db, game.people[other], since));
    meeting.people_there += others_there(db, key, game.people[one], game.people[other], since);
    if (fresh[other] == New::newcomer) meeting.newcomers = 1 + games_with_newcomers(db, game.people[one], since);
    return meeting;
  });
}

New newness(SqlConnection& db, std::int64_t person, int games, std::int64_t at_ms) {
  if (person == kBotPerson) return New::no;
  const SqlRows rows = db.run(
      "SELECT COALESCE(a.created_ms, p.created_ms) FROM people p LEFT JOIN accounts a ON a.person = p.id "
      "WHERE p.id = $1",
      {person});
  if (rows.empty() || rows.integer(0, 0) <= at_ms - kNewAccountMs) return New::no;
  return games < kNewcomersGames ? New::newcomer : New::young;
}

void write_step(SqlConnection& db, const RatedGame& game, std::int64_t key, std::int64_t person, const RatingStep& step,
                bool one_address, New against) {
  const Rating& rating = step.rating;
  db.run(
      "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, at_ms = $6, games = $7 "
      "WHERE person = $1 AND class = $2",
      {person, game.rating_class, rating.rating, rating.deviation, rating.volatility, rating.at_ms, rating.games});
  db.run(
      "INSERT INTO rating_history (person, class, number, table_key, rating, deviation, volatility, at_ms, moved, "
      "weight, one_address, against_new) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      {person, game.rating_class, rating.games, key, rating.rating, rating.deviation, rating.volatility, rating.at_ms,
       step.moved, step.weight, one_address, static_cast<int>(against)});
}

Written write_ratings(SqlConnection& db, const RatedGame& game) {
  if (db.run("UPDATE tables SET rate_due = 0 WHERE id = $1 AND rate_due = $2", {game.table, game.held ? kRateLater : 1})
          .changed() != 1)
    return {How::conflict, {}, 0};
  if (game.people.empty()) return {};
  const std::int64_t key = db.run("SELECT key FROM tables WHERE id = $1", {game.table}).integer(0, 0);
  std::map<std::int64_t, Rating> before;
  for (const std::int64_t person : game.people) before[person];
  for (auto& [person, rating] : before)
    rating = person == kBotPerson ? bot_rating(game.bot_kyu.value(), game.at_ms)
                                  : take_rating(db, person, game.rating_class);
  std::vector<Rating> players;
  players.reserve(game.people.size());
  for (const std::int64_t person : game.people) players.push_back(before[person]);
  const std::size_t seats = players.size();
  const std::vector<std::int64_t> beside = neighbours_of(db, key, seats);
  std::vector<New> fresh;
  fresh.reserve(seats);
  for (std::size_t i = 0; i < seats; ++i) fresh.push_back(newness(db, game.people[i], players[i].games, game.at_ms));
  const std::vector<double> weights = weights_of(db, game, key, beside, fresh);
  const std::vector<Rating> after = rate_game(players, game.ranks, game.at_ms, game.ahead, weights);
  for (std::size_t i = 0; i < seats; ++i) {
    RatingStep step;
    step.rating = after[i];
    step.moved = after[i].rating - players[i].rating;
    step.weight = mean_weight(weights, seats, i);
    if (game.people[i] == kBotPerson || step.weight <= 0) continue;  // it is no game for him
    New against = New::no;
    for (std::size_t j = 0; j < seats; ++j)
      if (j != i) against = std::max(against, fresh[j]);
    write_step(db, game, key, game.people[i], step, beside[i] != 0, against);
  }
  db.run("UPDATE rated_from SET at_ms = $2 WHERE table_key = $1", {key, game.at_ms});
  return {};
}

std::string name_of(SqlConnection& db, std::int64_t person) {
  if (person == kBotPerson) return "Cairn bot";
  const SqlRows rows = db.run("SELECT name FROM people WHERE id = $1", {person});
  return rows.empty() ? std::string() : rows.text(0, 0);
}

std::vector<GainedGame> gained_games(SqlConnection& db, std::int64_t person, const std::string& rating_class,
                                     std::int64_t since_ms) {
  const SqlRows rows = db.run(
      "SELECT h.number, h.rating, h.moved, h.one_address, h.against_new, c.person FROM rating_history h "
      "JOIN chairs c ON c.table_key = h.table_key AND c.person <> h.person AND (c.person > 0 OR c.kind = $4) "
      "WHERE h.person = $1 AND h.class = $2 AND h.at_ms > $3 AND h.annulled_ms = 0 ORDER BY h.number, c.seat",
      {person, rating_class, since_ms, static_cast<int>(SeatKind::bot)});
  std::vector<GainedGame> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows.integer(i, 0) != rows.integer(i - 1, 0))
      out.push_back({rows.real(i, 1), rows.real(i, 2), rows.integer(i, 3) != 0, rows.integer(i, 4) != 0, {}});
    out.back().opponents.push_back(rows.integer(i, 5));
  }
  return out;
}

std::vector<RatingGain> read_gains(SqlConnection& db, std::int64_t since_ms, int most) {
  const SqlRows rows = db.run(
      "SELECT person, class FROM rating_history WHERE at_ms > $1 AND annulled_ms = 0 GROUP BY person, class "
      "HAVING COUNT(*) >= $2 AND SUM(moved) > 0 ORDER BY SUM(moved) DESC, person LIMIT $3",
      {since_ms, kLeastGames, kGainCandidates});
  std::vector<RatingGain> out;
  for (std::size_t i = 0; i < rows.size() && static_cast<int>(out.size()) < most; ++i) {
    auto found = made_gain(gained_games(db, rows.integer(i, 0), rows.text(i, 1), since_ms));
    if (!found) continue;
    found->gain.name = name_of(db, rows.integer(i, 0));
    found->gain.rating_class = rows.text(i, 1);
    found->gain.opponent = name_of(db, found->opponent);
    out.push_back(std::move(found->gain));
  }
  return out;
}

// The tables of the games that this moderator may annul; the others are counted.
std::vector<std::int64_t> games_to_annul(SqlConnection& db, Annulment& wish) {
  const SqlRows rows = db.run(
      "SELECT h.table_key, CASE WHEN EXISTS (SELECT 1 FROM chairs c WHERE c.table_key = h.table_key AND c.person = $4) "
      "THEN 1 ELSE 0 END FROM rating_history h WHERE h.person = $1 AND h.class = $2 AND h.at_ms >= $3 AND "
      "h.annulled_ms = 0 ORDER BY h.number",
      {wish.person, wish.rating_class, wish.since_ms, wish.by});
  std::vector<std::int64_t> tables;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.integer(i, 1) == 0)
      tables.push_back(rows.integer(i, 0));
    else
      ++wish.left;
  }
  return tables;
}

Annulment write_annulment(SqlConnection& db, Annulment wish) {
  const std::vector<std::int64_t> tables = games_to_annul(db, wish);
  std::set<std::int64_t> people;
  for (const std::int64_t table : tables) {
    const SqlRows rows = db.run("SELECT person FROM rating_history WHERE table_key = $1", {table});
    for (std::size_t i = 0; i < rows.size(); ++i) people.insert(rows.integer(i, 0));
  }
  std::map<std::int64_t, Rating> now;
  for (const std::int64_t person : people) now[person] = take_rating(db, person, wish.rating_class);
  std::map<std::int64_t, double> moved;
  for (const std::int64_t table : tables) {  // another moderator may have been first
    const SqlRows rows = db.run(
        "UPDATE rating_history SET annulled_ms = $2, annulled_by = $3 WHERE table_key = $1 AND annulled_ms = 0 "
        "RETURNING person, moved",
        {table, wish.at_ms, wish.by});
    wish.games += rows.empty() ? 0 : 1;
    for (std::size_t i = 0; i < rows.size(); ++i) moved[rows.integer(i, 0)] += rows.real(i, 1);
  }
  for (const auto& [person, by] : moved) {
    db.run("UPDATE ratings SET rating = $3 WHERE person = $1 AND class = $2",
           {person, wish.rating_class, taken_back(now.at(person).rating, by)});
    wish.refunded += person != wish.person && by < 0 ? 1 : 0;
  }
  if (wish.games > 0) {
    write_audit(db, Act::annul, {wish.by, wish.person, wish.why}, wish.rating_class + " " + std::to_string(wish.games));
    db.run(
        "INSERT INTO annulments (person, class, since_ms, annulled_by, why, at_ms, games, refunded, remained) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        {wish.person, wish.rating_class, wish.since_ms, wish.by, wish.why, wish.at_ms, wish.games, wish.refunded,
         wish.left});
  }
  return wish;
}

std::vector<Annulment> read_annulments(SqlConnection& db, int most) {
  const SqlRows rows = db.run(
      "SELECT n.person, n.class, n.since_ms, n.annulled_by, n.why, n.at_ms, n.games, n.refunded, n.remained, p.name, "
      "m.name FROM annulments n JOIN people p ON p.id = n.person JOIN people m ON m.id = n.annulled_by "
      "ORDER BY n.id DESC LIMIT $1",
      {most});
  std::vector<Annulment> out;
  out.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    out.push_back({rows.integer(i, 0), rows.text(i, 1), rows.integer(i, 2), rows.integer(i, 3), rows.text(i, 4),
                   rows.integer(i, 5), static_cast<int>(rows.integer(i, 6)), static_cast<int>(rows.integer(i, 7)),
                   static_cast<int>(rows.integer(i, 8)), rows.text(i, 9), rows.text(i, 10)});
  return out;
}

constexpr char kAddressKey[] = "SELECT key FROM address_key WHERE one = 1";

}  // namespace

void note_address(SqlConnection& db, const Sealer& sealer, std::int64_t person, const std::string& from) {
  if (from.empty()) return;
  SqlRows key = db.run(kAddressKey);
  if (key.empty()) {  // the first of all servers makes it
    db.run("INSERT INTO address_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING",
           {sealer.seal(new_token())});
    key = db.run(kAddressKey);
  }
  db.run("UPDATE accounts SET address = $2 WHERE person = $1",
         {person, address_hash(sealer.open(key.text(0, 0)), from)});
}

void note_neighbours(SqlConnection& db, std::int64_t table_key, int seat, std::int64_t now_ms) {
  const SqlRows rows = db.run(
      "SELECT c.seat, a.address, a.person FROM chairs c JOIN accounts a ON a.person = c.person "
      "WHERE c.table_key = $1 AND a.address <> 0",
      {table_key});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (seat >= 0 && rows.integer(i, 0) != seat) continue;
    db.run(
        "INSERT INTO rated_from (table_key, person, address, at_ms) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (table_key, person) DO UPDATE SET address = $3, at_ms = $4",
        {table_key, rows.integer(i, 2), rows.integer(i, 1), now_ms});
    std::int64_t bits = 0;
    for (std::size_t j = 0; j < rows.size(); ++j)
      if (j != i && rows.integer(j, 1) == rows.integer(i, 1)) bits |= std::int64_t{1} << rows.integer(j, 0);
    if (bits != 0)
      db.run("UPDATE chairs SET beside = $3 WHERE table_key = $1 AND seat = $2", {table_key, rows.integer(i, 0), bits});
  }
}

void forget_rated_addresses(SqlConnection& db, std::int64_t before_ms) {
  db.later(
      "DELETE FROM rated_from WHERE at_ms < $1 AND EXISTS (SELECT 1 FROM tables t WHERE t.key = rated_from.table_key "
      "AND t.over = 1)",
      {before_ms});
}

void ListStore::rate(RatedGame game, Done done) {
  std::string lock = game.table;
  write(std::move(lock), std::move(done),
        [game = std::move(game)](SqlConnection& db) { return write_ratings(db, game); });
}

void ListStore::rating_gains(std::int64_t since_ms, int most, Read<std::vector<RatingGain>> done) {
  read(std::move(done), [since_ms, most](SqlConnection& db) { return read_gains(db, since_ms, most); });
}

void ListStore::annul(Annulment wish, Read<Annulment> done) {
  write({}, std::move(done), [wish = std::move(wish)](SqlConnection& db) { return write_annulment(db, wish); });
}

void ListStore::annulments(int most, Read<std::vector<Annulment>> done) {
  read(std::move(done), [most](SqlConnection& db) { return read_annulments(db, most); });
}

}  // namespace cairn
