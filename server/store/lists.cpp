// Lists of games, and of ratings, in SQL.
#include "server/store/lists.h"

#include <algorithm>
#include <functional>
#include <map>

#include "notation/view_json.h"
#include "server/store/audit.h"
#include "server/store/sql_answers.h"
#include "server/store/sql_options.h"

namespace cairn {

namespace {

// Leaders are looked for among so many with the best score as of their last game.
constexpr int kBoardCandidates = 1'000;

// The first games of accounts come first, then everybody's first game before anybody's second, and among those accounts
// before guests: guests can fill what accounts leave. Accounts at one address take their turn together.
constexpr char kOpenTables[] =
    "SELECT key, id, game, options, clock, rated, over, to_act, created_ms, changed_ms, due_ms, creator FROM "
    "(SELECT own.*, ROW_NUMBER() OVER (PARTITION BY home ORDER BY place, key DESC) AS turn FROM "
    "(SELECT t.*, CASE WHEN a.person IS NULL THEN 1 ELSE 0 END AS guest, "
    "CASE WHEN a.address <> 0 THEN a.address WHEN t.creator = 0 THEN -t.key ELSE t.creator END AS home, "
    "ROW_NUMBER() OVER (PARTITION BY CASE WHEN t.creator = 0 THEN -t.key ELSE t.creator END ORDER BY t.key DESC) "
    "AS place FROM tables t LEFT JOIN accounts a ON a.person = t.creator "
    "WHERE t.listed_until_ms > $1 AND t.listed_until_ms > 0 AND t.open_seats > 0 AND t.over = 0 AND "
    "NOT EXISTS (SELECT 1 FROM chairs c JOIN blocks b ON (b.person = c.person AND b.blocked = $3) "
    "OR (b.person = $3 AND b.blocked = c.person) WHERE c.table_key = t.key AND c.person > 0)) own "
    "WHERE place <= $4) listed ORDER BY CASE WHEN guest = 0 AND place = 1 THEN 0 ELSE 1 END, turn, guest, key DESC "
    "LIMIT $2";

// The last that changed first: a row for each seat, and for each rating that whoever sits there has. $6 is the least of
// $1 and $2, for the index.
constexpr char kGamesGoingOn[] =
    "SELECT g.key, g.id, g.game, g.options, g.clock, g.rated, g.over, g.to_act, g.created_ms, g.changed_ms, g.due_ms, "
    "c.kind, c.person, COALESCE(p.name, c.name), c.zone_minutes, c.seat, COALESCE(r.class, ''), r.rating, "
    "r.deviation, r.volatility, r.at_ms, r.games FROM "
    "(SELECT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, t.created_ms, t.changed_ms, t.due_ms "
    "FROM tables t WHERE t.watchable > 0 AND t.over = 0 AND t.open_seats = 0 "
    "AND (t.watchable = 2 OR t.rated = 1 OR t.listed_until_ms > 0) AND t.changed_ms >= CAST($6 AS BIGINT) "
    "AND t.changed_ms >= CASE WHEN t.clock LIKE 'correspondence%' THEN CAST($2 AS BIGINT) "
    "ELSE CAST($1 AS BIGINT) END AND ($3 = '' OR t.game = $3) AND (CAST($4 AS INTEGER) = 0 OR t.rated = 1) "
    "AND NOT EXISTS (SELECT 1 FROM chairs s JOIN accounts a ON a.person = s.person "
    "WHERE s.table_key = t.key AND a.hidden = 1) "
    "ORDER BY t.changed_ms DESC, t.key DESC LIMIT $5) g "
    "JOIN chairs c ON c.table_key = g.key LEFT JOIN people p ON p.id = c.person "
    "LEFT JOIN ratings r ON r.person = c.person AND r.games > 0 ORDER BY g.changed_ms DESC, g.key DESC, c.seat";

SeatSet seats_from(std::int64_t bits) {
  SeatSet seats;
  for (int i = 0; i < kMaxSeats; ++i)
    if (((bits >> i) & 1) != 0) seats.insert(seat_at(i));
  return seats;
}

// Without its occupants.
TableCard card_from(const SqlRows& rows, std::size_t i) {
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
  return card;
}

// From the rows of kGamesGoingOn.
std::vector<RunningCard> running_from(const SqlRows& rows, ListStore::ClassOf class_of) {
  std::vector<RunningCard> running;
  std::string rating_class;
  std::int64_t seat = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool first = running.empty() || running.back().card.number != rows.integer(i, 0);
    if (first) {
      running.push_back({card_from(rows, i), {}});
      rating_class = class_of(running.back().card.game, running.back().card.options);
    }
    RunningCard& one = running.back();
    if (first || rows.integer(i, 15) != seat) {
      one.card.occupants.push_back({static_cast<SeatKind>(rows.integer(i, 11)), rows.integer(i, 12), rows.text(i, 13),
                                    static_cast<int>(rows.integer(i, 14))});
      one.ratings.emplace_back();
    }
    seat = rows.integer(i, 15);
    if (rows.text(i, 16) == rating_class) one.ratings.back() = rating_from(rows, i, 17);
  }
  return running;
}

}  // namespace

std::optional<int> TableCard::seat_of(std::int64_t person) const {
  for (std::size_t i = occupants.size(); person != 0 && i-- > 0;)
    if (occupants[i].kind == SeatKind::guest && occupants[i].person == person) return static_cast<int>(i);
  return std::nullopt;
}

bool TableCard::waits_for(std::int64_t person) const {
  const auto seat = seat_of(person);
  return seat && !over && to_act.contains(seat_at(*seat));
}

std::vector<LeaderLine> board_of(std::vector<LeaderLine> lines, std::int64_t now_ms, int most) {
  std::erase_if(lines, [&](const LeaderLine& line) { return provisional(line.rating, now_ms); });
  std::sort(lines.begin(), lines.end(), [&](const LeaderLine& a, const LeaderLine& b) {
    if (stands_before(a.rating, b.rating, now_ms)) return true;
    return !stands_before(b.rating, a.rating, now_ms) && a.name < b.name;
  });
  if (lines.size() > static_cast<std::size_t>(most)) lines.resize(static_cast<std::size_t>(most));
  return lines;
}

std::vector<double> pair_weights(std::size_t seats, OneAddress rule,
                                 const std::function<Meeting(std::size_t, std::size_t)>& meeting) {
  std::vector<double> weights(seats * seats, 0);
  for (std::size_t i = 0; i < seats; ++i)
    for (std::size_t j = 0; j < seats; ++j)
      if (j != i) weights[i * seats + j] = meeting_weight(meeting(i, j), rule);
  return weights;
}

double mean_weight(const std::vector<double>& weights, std::size_t seats, std::size_t seat) {
  double sum = 0;
  for (std::size_t j = 0; j < seats; ++j) sum += weights[seat * seats + j];
  return sum / static_cast<double>(seats - 1);
}

std::optional<FoundGain> made_gain(const std::vector<GainedGame>& games) {
  if (games.size() < static_cast<std::size_t>(kLeastGames)) return std::nullopt;
  struct Met {
    int games = 0;
    double won = 0;
  };
  std::map<std::int64_t, Met> met;
  FoundGain out;
  RatingGain& gain = out.gain;
  gain.games = static_cast<int>(games.size());
  gain.before = games.front().rating - games.front().moved;
  gain.after = games.back().rating;
  double all = 0, there = 0, fresh = 0;  // what was won, at one address, from new accounts
  for (const GainedGame& game : games) {
    const double won = std::max(0.0, game.moved);
    all += won;
    there += game.one_address ? won : 0;
    fresh += game.against_new ? won : 0;
    gain.at_one_address += game.one_address ? 1 : 0;
    gain.against_new += game.against_new ? 1 : 0;
    for (const std::int64_t opponent : game.opponents) {
      ++met[opponent].games;
      met[opponent].won += won;
    }
  }
  gain.opponents = static_cast<int>(met.size());
  Met most;
  for (const auto& [opponent, one] : met)
    if (one.games > most.games || (one.games == most.games && one.won > most.won)) {
      most = one;
      out.opponent = opponent;
    }
  gain.against_one = most.games;
  const double half = all / 2;
  const bool one_gave = most.games > 1 && most.won > half;
  if (gain.after <= gain.before || !(there > half || fresh > half || one_gave)) return std::nullopt;
  return out;
}

double strength_of(const RunningCard& running, std::int64_t now_ms) {
  double sum = 0;
  for (const auto& known : running.ratings) {
    const Rating rating = known.value_or(Rating{});
    sum += rating.rating - 2 * deviation_at(rating, now_ms);
  }
  return running.ratings.empty() ? 0 : sum / static_cast<double>(running.ratings.size());
}

Rating rating_from(const SqlRows& rows, std::size_t row, std::size_t column) {
  return {rows.real(row, column), rows.real(row, column + 1), rows.real(row, column + 2), rows.integer(row, column + 3),
          static_cast<int>(rows.integer(row, column + 4))};
}

std::vector<TableCard> cards_from(SqlConnection& db, const SqlRows& rows) {
  std::vector<TableCard> cards;
  cards.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    cards.push_back(card_from(rows, i));
    cards.back().occupants = read_occupants(db, cards.back().number);
  }
  return cards;
}

void ListStore::blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done) {
  read(std::move(done), [person, people = std::move(people)](SqlConnection& db) -> std::optional<bool> {
    return std::any_of(people.begin(), people.end(), [&](std::int64_t one) {
      return !db.run("SELECT 1 FROM blocks WHERE person = $1 AND blocked = $2", {one, person}).empty();
    });
  });
}

void ListStore::open_tables(std::int64_t person, std::int64_t now_ms, int most, int most_of_one,
                            Read<std::vector<TableCard>> done) {
  read(std::move(done), [=](SqlConnection& db) {
    const SqlRows rows = db.run(kOpenTables, {now_ms, most, person, most_of_one});
    std::vector<TableCard> cards = cards_from(db, rows);
    for (std::size_t i = 0; i < cards.size(); ++i) cards[i].creator = rows.integer(i, 11);
    std::ranges::sort(cards, std::greater(), &TableCard::number);
    return cards;
  });
}

void ListStore::end_listing(std::string table, std::int64_t person, bool moderates, std::int64_t now_ms, Done done) {
  std::string lock = table;
  write(std::move(lock), std::move(done),
        [table = std::move(table), person, moderates, now_ms](SqlConnection& db) -> Written {
          const SqlRows rows = db.run(
              "SELECT creator FROM tables WHERE id = $1 AND listed_until_ms > $2 AND open_seats > 0 AND over = 0",
              {table, now_ms});
          if (rows.empty()) return {Written::How::conflict, {}, 0};
          const std::int64_t creator = rows.integer(0, 0);
          if (creator != person && !moderates) return {Written::How::conflict, "it is another's", 0};
          if (creator != person) write_audit(db, Act::withdraw_game, {person, creator, {}}, "/t/" + table);
          db.run("UPDATE tables SET listed_until_ms = 0, watchable = rated WHERE id = $1", {table});
          return {};
        });
}

void ListStore::tables_of(std::int64_t person, bool over, std::int64_t before, int most,
                          Read<std::vector<TableCard>> done) {
  read(std::move(done), [=](SqlConnection& db) {
    return cards_from(
        db, db.run("SELECT DISTINCT t.key, t.id, t.game, t.options, t.clock, t.rated, t.over, t.to_act, "
                   "t.created_ms, t.changed_ms, t.due_ms FROM chairs c JOIN tables t ON t.key = c.table_key "
                   "WHERE c.person = $1 AND c.person > 0 AND t.over = $2 AND t.key < $3 ORDER BY t.key DESC LIMIT $4",
                   {person, over, before, most}));
  });
}

void ListStore::running(RunningQuery query, ClassOf class_of, Read<std::vector<RunningCard>> done) {
  read(std::move(done), [query = std::move(query), class_of](SqlConnection& db) {
    const std::int64_t since_ms = std::min(query.since_ms, query.since_correspondence_ms);
    std::vector<RunningCard> running =
        running_from(db.run(kGamesGoingOn, {query.since_ms, query.since_correspondence_ms, query.game,
                                            query.rated ? 1 : 0, kRunningCandidates, since_ms}),
                     class_of);
    std::ranges::stable_sort(running, std::greater(),
                             [&](const RunningCard& one) { return strength_of(one, query.now_ms); });
    if (running.size() > static_cast<std::size_t>(query.most)) running.resize(static_cast<std::size_t>(query.most));
    return running;
  });
}

void ListStore::unrated(int most, Read<std::vector<std::string>> done) {
  read(std::move(done), [most](SqlConnection& db) {
    const SqlRows rows = db.run("SELECT id FROM tables WHERE rate_due = 1 ORDER BY key LIMIT $1", {most});
    return ids_of(rows);
  });
}

void ListStore::ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done, Freshness fresh) {
  const auto work = [person](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT class, rating, deviation, volatility, at_ms, games FROM ratings WHERE person = $1 AND games > 0 "
        "ORDER BY class",
        {person});
    std::vector<ClassRating> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back({rows.text(i, 0), rating_from(rows, i, 1)});
    return std::optional(std::move(out));
  };
  read(std::move(done), work, fresh);
}

void ListStore::rating_history(std::int64_t person, std::string rating_class, int most,
                               Read<std::vector<RatingStep>> done, Freshness fresh) {
  const auto work = [person, rating_class = std::move(rating_class), most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT rating, deviation, volatility, at_ms, number, moved, weight, annulled_ms FROM rating_history "
        "WHERE person = $1 AND class = $2 ORDER BY number DESC LIMIT $3",
        {person, rating_class, most});
    std::vector<RatingStep> out;
    out.reserve(rows.size());
    for (std::size_t i = rows.size(); i > 0; --i)
      out.push_back(
          {rating_from(rows, i - 1, 0), rows.real(i - 1, 5), rows.real(i - 1, 6), rows.integer(i - 1, 7) != 0});
    return std::optional(std::move(out));
  };
  read(std::move(done), work, fresh);
}

void ListStore::leaders(std::string rating_class, std::int64_t now_ms, int most, Read<std::vector<LeaderLine>> done,
                        Freshness fresh) {
  const auto work = [rating_class = std::move(rating_class), now_ms, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT p.name, r.rating, r.deviation, r.volatility, r.at_ms, r.games FROM ratings r "
        "JOIN people p ON p.id = r.person JOIN accounts a ON a.person = r.person "
        "WHERE r.class = $1 AND r.games > 0 ORDER BY r.rating - 2 * r.deviation DESC LIMIT $2",
        {rating_class, kBoardCandidates});
    std::vector<LeaderLine> lines;
    lines.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) lines.push_back({rows.text(i, 0), rating_from(rows, i, 1)});
    return std::optional(board_of(std::move(lines), now_ms, most));
  };
  read(std::move(done), work, fresh);
}

}  // namespace cairn
