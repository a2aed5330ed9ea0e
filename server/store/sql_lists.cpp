// Lists of games, and ratings, in SQL.
#include <algorithm>
#include <map>

#include "notation/view_json.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"
#include "server/store/sql_store.h"

namespace cairn {

namespace {

using How = Written::How;

// Leaders are looked for among so many with the best score as of their last game.
constexpr int kBoardCandidates = 1'000;

SeatSet seats_from(std::int64_t bits) {
  SeatSet seats;
  for (int i = 0; i < kMaxSeats; ++i)
    if (((bits >> i) & 1) != 0) seats.insert(seat_at(i));
  return seats;
}

Rating rating_from(const SqlRows& rows, std::size_t row, std::size_t column) {
  return {rows.real(row, column), rows.real(row, column + 1), rows.real(row, column + 2), rows.integer(row, column + 3),
          static_cast<int>(rows.integer(row, column + 4))};
}

// Its row is there and locked afterwards, so that of two games one is rated after the other.
Rating take_rating(SqlConnection& db, std::int64_t person, const std::string& rating_class) {
  const SqlRows rows = db.run(
      "INSERT INTO ratings (person, class, rating, deviation, volatility, at_ms, games) "
      "VALUES ($1, $2, $3, $4, $5, 0, 0) ON CONFLICT (person, class) DO UPDATE SET games = ratings.games "
      "RETURNING rating, deviation, volatility, at_ms, games",
      {person, rating_class, kFirstRating, kFirstDeviation, kFirstVolatility});
  return rating_from(rows, 0, 0);
}

Written write_ratings(SqlConnection& db, const RatedGame& game) {
  if (db.run("UPDATE tables SET rate_due = 0 WHERE id = $1 AND rate_due = 1", {game.table}).changed() != 1)
    return {How::conflict, {}, 0};
  const std::int64_t key = db.run("SELECT key FROM tables WHERE id = $1", {game.table}).integer(0, 0);
  // In one order everywhere, so that two servers never wait for each other.
  std::map<std::int64_t, Rating> before;
  for (const std::int64_t person : game.people) before[person];
  for (auto& [person, rating] : before) rating = take_rating(db, person, game.rating_class);
  std::vector<Rating> players;
  players.reserve(game.people.size());
  for (const std::int64_t person : game.people) players.push_back(before[person]);
  const std::vector<Rating> after =
      game.people.empty() ? std::vector<Rating>{} : rate_game(players, game.ranks, game.at_ms, game.ahead);
  for (std::size_t i = 0; i < after.size(); ++i) {
    db.run(
        "UPDATE ratings SET rating = $3, deviation = $4, volatility = $5, at_ms = $6, games = $7 "
        "WHERE person = $1 AND class = $2",
        {game.people[i], game.rating_class, after[i].rating, after[i].deviation, after[i].volatility, after[i].at_ms,
         after[i].games});
    db.run(
        "INSERT INTO rating_history (person, class, number, table_key, rating, deviation, volatility, at_ms) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        {game.people[i], game.rating_class, after[i].games, key, after[i].rating, after[i].deviation,
         after[i].volatility, after[i].at_ms});
  }
  return {};
}

}  // namespace

std::vector<TableCard> cards_from(SqlConnection& db, const SqlRows& rows) {
  std::vector<TableCard> cards;
  cards.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    TableCard card;
    card.number = rows.integer(i, 0);
    card.id = rows.text(i, 1);
    card.game = rows.text(i, 2);
    card.options = options_from(rows.text(i, 3));
    card.clock = rows.text(i, 4);
    card.rated = rows.integer(i, 5) != 0;
    card.over = rows.integer(i, 6) != 0;
    card.to_act = seats_from(rows.integer(i, 7));
    card.created_ms = rows.integer(i, 8);
    card.changed_ms = rows.integer(i, 9);
    card.due_ms = rows.integer(i, 10);
    card.chairs = read_chairs(db, card.number);
    cards.push_back(std::move(card));
  }
  return cards;
}

void SqlStore::blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done) {
  database_.read<std::optional<bool>>(
      [person, people = std::move(people)](SqlConnection& db) -> std::optional<bool> {
        return std::any_of(people.begin(), people.end(), [&](std::int64_t one) {
          return !db.run("SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2", {one, person}).empty();
        });
      },
      answer(std::move(done)));
}

void SqlStore::open_tables(std::int64_t person, std::int64_t now_ms, int most, Read<std::vector<TableCard>> done) {
  database_.read<std::optional<std::vector<TableCard>>>(
      [person, now_ms, most](SqlConnection& db) -> std::optional<std::vector<TableCard>> {
        return cards_from(
            db,
            db.run(
                "SELECT key, id, game, options, clock, rated, over, to_act, created_ms, changed_ms, due_ms FROM tables "
                "WHERE listed_until_ms > $1 AND open_seats > 0 AND over = 0 AND NOT EXISTS "
                "(SELECT 1 FROM chairs c JOIN blocks b ON (b.person = c.person AND b.blocked = $3) "
                "OR (b.person = $3 AND b.blocked = c.person) WHERE c.table_key = tables.key AND c.person > 0) "
                "ORDER BY key DESC LIMIT $2",
                {now_ms, most, person}));
      },
      answer(std::move(done)));
}

void SqlStore::tables_of(std::int64_t person, bool over, std::int64_t before, int most,
                         Read<std::vector<TableCard>> done) {
  database_.read<std::optional<std::vector<TableCard>>>(
      [=](SqlConnection& db) -> std::optional<std::vector<TableCard>> {
        return cards_from(
            db,
            db.run("SELECT DISTINCT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, "
                   "t.created_ms, t.changed_ms, t.due_ms FROM chairs c JOIN tables t ON t.key = c.table_key "
                   "WHERE c.person = $1 AND c.person > 0 AND t.over = $2 AND t.key < $3 ORDER BY t.key DESC LIMIT $4",
                   {person, over, before, most}));
      },
      answer(std::move(done)));
}

void SqlStore::rate(RatedGame game, Done done) {
  std::string lock = game.table;
  database_.write<Written>(
      std::move(lock), [game = std::move(game)](SqlConnection& db) { return write_ratings(db, game); },
      answer(std::move(done)));
}

void SqlStore::unrated(int most, Read<std::vector<std::string>> done) {
  database_.read<std::optional<std::vector<std::string>>>(
      [most](SqlConnection& db) -> std::optional<std::vector<std::string>> {
        const SqlRows rows = db.run("SELECT id FROM tables WHERE rate_due = 1 ORDER BY key LIMIT $1", {most});
        return ids_of(rows);
      },
      answer(std::move(done)));
}

void SqlStore::ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done) {
  database_.read<std::optional<std::vector<ClassRating>>>(
      [person](SqlConnection& db) -> std::optional<std::vector<ClassRating>> {
        const SqlRows rows = db.run(
            "SELECT class, rating, deviation, volatility, at_ms, games FROM ratings WHERE person = $1 AND games > 0 "
            "ORDER BY class",
            {person});
        std::vector<ClassRating> out;
        out.reserve(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.text(i, 0), rating_from(rows, i, 1)});
        return out;
      },
      answer(std::move(done)));
}

void SqlStore::rating_history(std::int64_t person, std::string rating_class, int most, Read<std::vector<Rating>> done) {
  database_.read<std::optional<std::vector<Rating>>>(
      [person, rating_class = std::move(rating_class), most](SqlConnection& db) -> std::optional<std::vector<Rating>> {
        const SqlRows rows = db.run(
            "SELECT rating, deviation, volatility, at_ms, number FROM rating_history WHERE person = $1 AND class = $2 "
            "ORDER BY number DESC LIMIT $3",
            {person, rating_class, most});
        std::vector<Rating> out;
        out.reserve(rows.size());
        for (std::size_t i = rows.size(); i > 0; --i) out.push_back(rating_from(rows, i - 1, 0));
        return out;
      },
      answer(std::move(done)));
}

void SqlStore::leaders(std::string rating_class, std::int64_t now_ms, int most, Read<std::vector<LeaderLine>> done) {
  database_.read<std::optional<std::vector<LeaderLine>>>(
      [rating_class = std::move(rating_class), now_ms,
       most](SqlConnection& db) -> std::optional<std::vector<LeaderLine>> {
        const SqlRows rows = db.run(
            "SELECT p.name, r.rating, r.deviation, r.volatility, r.at_ms, r.games FROM ratings r "
            "JOIN people p ON p.id = r.person JOIN accounts a ON a.person = r.person "
            "WHERE r.class = $1 AND r.games > 0 ORDER BY r.rating - 2 * r.deviation DESC LIMIT $2",
            {rating_class, kBoardCandidates});
        std::vector<LeaderLine> lines;
        lines.reserve(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) lines.push_back({rows.text(i, 0), rating_from(rows, i, 1)});
        return board_of(std::move(lines), now_ms, most);
      },
      answer(std::move(done)));
}

}  // namespace cairn
