// What goes on in a tournament by itself. Every step ends in a write behind what it was decided on, and the next one
// begins with reading; a server may end between any two.
#include <algorithm>

#include "server/base/tokens.h"
#include "server/matchmaking/tournament_desk.h"

namespace cairn {

namespace {

using EntryKind = TournamentEntry::Kind;
using End = Tournament::End;

constexpr int kLookedAtOnce = 50;
constexpr int kMostSteps = 200;  // without a pause
constexpr std::size_t kPlayersPairedAtOnce = 60;
constexpr std::size_t kTablesAtOnce = 32;  // made or closed in one go, so that the loop goes on in between

std::span<const int> some(std::span<const int> games) {
  return games.first(std::min(games.size(), kTablesAtOnce));
}

std::array<bool, 2> seen_since(const Tournament& tournament, const Tournament::Game& game) {
  const auto seen = [&](int player) {
    return tournament.players()[static_cast<std::size_t>(player)].seen_ms >= game.at_ms;
  };
  return {seen(game.players.first), seen(game.players.second)};
}

}  // namespace

bool has_acted(const Table& table, int seat) {
  return std::any_of(table.log().begin(), table.log().end(), [&](const Entry& entry) {
    return entry.seat == seat_at(seat) && !entry.request.empty();  // the house has no request
  });
}

std::optional<End> end_of(const Table& table, const TournamentSetup& setup, std::array<bool, 2> seen) {
  const View view = table.view(Viewer::spectator);
  if (!table.over() || !view.outcome.over) return std::nullopt;
  End end;
  for (const View::Side& side : view.sides)
    if (index(side.seat) < 2) end.tally[static_cast<std::size_t>(index(side.seat))] = std::max(0, side.captures);
  end.winner = view.outcome.how == Outcome::How::no_result ? -1 : winner(view.outcome, 2);
  if (end.winner < 0) return end;
  const int loser = 1 - end.winner;
  std::optional<Leave> left;
  for (const Step& step : table.steps())
    if (step.left && step.seat == seat_at(loser)) left = step.left;
  if (left == Leave::timed_out && !has_acted(table, loser) && !seen[static_cast<std::size_t>(loser)])
    end.how = End::How::forfeit;
  // Two games with a tally: who gives one of them up has no right to the points of the other.
  const bool gave_up = left.has_value();
  end.gives_up =
      end.how == End::How::forfeit || (gave_up && setup.match == TournamentSetup::Match::two_games_and_tally);
  return end;
}

// Several tables that are looked at, made or closed at once, and what came of it.
struct Tournaments::Looking {
  std::size_t left = 0;
  bool failed = false;
  Entries entries;
  std::vector<std::string> tables;
};

void Tournaments::tick() {
  if (looking_) return;
  looking_ = true;
  stores_.tournaments.due_tournaments(world_.now_ms(), kLookedAtOnce + static_cast<int>(broken_.size()),
                                      [this](const Found<std::vector<std::string>>& found) {
                                        looking_ = false;
                                        if (!found.value)
                                          return world_.log("looking for tournaments that are due: " + found.error);
                                        for (const std::string& id : *found.value)
                                          if (!broken_.contains(id)) work(id);
                                      });
}

void Tournaments::work(const std::string& id) {
  if (working_.insert(id).second) step(id, 0);
}

void Tournaments::rest(const std::string& id) {
  working_.erase(id);
}

void Tournaments::step(const std::string& id, int count) {
  if (count >= kMostSteps) return rest(id);
  read(
      id, Asker{}, [this, count](const KnownPtr& known) { advance(known, count); },
      [this, id](const Refusal&) { rest(id); });
}

void Tournaments::advance(const KnownPtr& known, int count) {
  const Tournament& tournament = known->tournament;
  const std::int64_t now = world_.now_ms();
  const bool finished = std::any_of(known->stored.finished.begin(), known->stored.finished.end(),
                                    [&](const std::string& table) { return !broken_.contains(table); });
  if (finished) return take_finished(known, count);
  if (tournament.state() == Tournament::State::open) {
    const TournamentSetup& setup = tournament.setup();
    if (setup.starts_ms == 0 || setup.starts_ms > now) return rest(known->stored.row.id);
    const bool enough = static_cast<int>(tournament.players().size()) >= setup.least;
    return write(known, {{enough ? EntryKind::start : EntryKind::cancel, now, 0}}, count);
  }
  if (const auto games = tournament.to_make(); !games.empty()) {
    make_tables(known, games, count);
    return;
  }
  if (const auto games = tournament.to_close(); !games.empty()) {
    close_tables(known, games, count);
    return;
  }
  if (const auto games = tournament.to_rate(now); !games.empty()) return rate_ruled(known, games, count);
  auto games = tournament.to_look_at(now);
  std::erase_if(
      games, [&](int number) { return broken_.contains(tournament.games()[static_cast<std::size_t>(number)].table); });
  if (!games.empty()) return find_absent(known, games, count);
  const std::int64_t due = tournament.due_ms();
  if (due == 0 || due > now) return rest(known->stored.row.id);
  pair(known, count);
}

// The time of a Swiss pairing grows with the cube of the players: of many it is made beside the loop, one at a time.
void Tournaments::pair(const KnownPtr& known, int count) {
  const std::string& id = known->stored.row.id;
  const auto next = [known, now = world_.now_ms()] { return known->tournament.next(now, new_table_id); };
  const auto take = [this, known, id, count](const Entries& entries) {
    entries.empty() ? rest(id) : write(known, entries, count);
  };
  if (known->tournament.players().size() <= kPlayersPairedAtOnce) return take(next());
  if (pairing_) return rest(id);  // the next tick comes back to it
  pairing_ = true;
  pairer_ = std::jthread([this, next, take, post = world_.post] {
    post([this, take, entries = next()] {
      pairing_ = false;
      take(entries);
    });
  });
}

void Tournaments::write(const KnownPtr& known, const Entries& entries, int count, Wrote then) {
  const std::string& id = known->stored.row.id;
  auto append = append_of(*known, entries);
  if (!append) {
    if (broken_.insert(id).second)
      world_.log("tournament " + id + " cannot go on: " + append.refusal().message.english());
    return rest(id);
  }
  stores_.tournaments.append_tournament(std::move(*append),
                                        [this, id, count, then = std::move(then)](const Written& written) {
                                          if (written.how == Written::How::failed) {
                                            world_.log("writing a tournament: " + written.message);
                                            return rest(id);
                                          }
                                          if (written.how == Written::How::durable && then) then(written);
                                          step(id, count + 1);
                                        });
}

// --- results

void Tournaments::take_finished(const KnownPtr& known, int count) {
  const std::string id = known->stored.row.id;
  const auto looking = std::make_shared<Looking>();
  const auto taken = [this, id](const std::vector<std::string>& tables) {
    stores_.tournaments.take_results(tables, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("writing that results are taken: " + written.message);
    });
  };
  const auto finish = [=, this] {
    if (!looking->entries.empty())
      return write(known, looking->entries, count, [=](const Written&) { taken(looking->tables); });
    if (looking->tables.empty()) return rest(id);  // they cannot be read now
    stores_.tournaments.take_results(looking->tables, [this, id, count](const Written& written) {
      written.how == Written::How::durable ? step(id, count + 1) : rest(id);
    });
  };
  std::vector<std::pair<std::string, int>> open;
  for (const std::string& table : known->stored.finished) {
    if (broken_.contains(table)) continue;
    const auto game = known->tournament.game_at(table);
    const bool counts = game && !known->tournament.games()[static_cast<std::size_t>(*game)].end &&
                        known->tournament.state() == Tournament::State::running;
    if (counts)
      open.emplace_back(table, *game);
    else
      looking->tables.push_back(table);
  }
  if (open.empty()) return finish();
  looking->left = open.size();
  for (const auto& [table, game] : open) {
    const auto look = [=, this, table = table, number = game](const Table* there, bool later) {
      const Tournament& tournament = known->tournament;
      if (there != nullptr) {
        const auto& of = tournament.games()[static_cast<std::size_t>(number)];
        if (const auto end = end_of(*there, tournament.setup(), seen_since(tournament, of))) {
          const std::int64_t now = world_.now_ms();
          looking->entries.push_back(Tournament::ending(number, *end, 0, now));
          if (end->how == End::How::forfeit)
            looking->entries.push_back({EntryKind::closed, now, 0, std::to_string(number)});
          looking->tables.push_back(table);
        }
      } else if (!later) {
        broken_.insert(table);  // the table service has said why; the organiser may rule
      }
      if (--looking->left == 0) finish();
    };
    table_service_.look(table, look);
  }
}

// --- tables

Detached Tournaments::make_tables(KnownPtr known, std::vector<int> games, int count) {
  for (std::span<const int> left = games; !left.empty(); left = left.subspan(some(left).size()))
    if (!co_await callback<bool>([&](auto done) { make_some(*known, some(left), done); }))
      co_return rest(known->stored.row.id);
  write(known, {{EntryKind::made, world_.now_ms(), 0, std::to_string(known->tournament.games().size())}}, count);
}

void Tournaments::make_some(const Known& known, std::span<const int> games, std::function<void(bool)> then) {
  const Tournament& tournament = known.tournament;
  const auto looking = std::make_shared<Looking>();
  looking->left = games.size();
  const auto done = [looking, then = std::move(then)](bool made) {
    looking->failed = looking->failed || !made;
    if (--looking->left == 0) then(!looking->failed);
  };
  for (const int number : games) {
    const auto& game = tournament.games()[static_cast<std::size_t>(number)];
    const TournamentSetup& setup = tournament.setup();
    TableService::Arranged wish{game.table,  setup.game, setup.options,      setup.clock,
                                setup.rated, {},         known.stored.row.id};
    for (const int player : {game.players.first, game.players.second}) {
      Person person;
      person.id = tournament.players()[static_cast<std::size_t>(player)].person;
      for (const auto& [who, name] : known.stored.names)
        if (who == person.id) person.name = name;
      wish.people.push_back(std::move(person));
    }
    table_service_.arrange(wish, done);
  }
}

Detached Tournaments::close_tables(KnownPtr known, std::vector<int> games, int count) {
  Entries closed;
  for (std::span<const int> left = games; !left.empty(); left = left.subspan(some(left).size())) {
    const Entries more = co_await callback<Entries>([&](auto done) { close_some(*known, some(left), done); });
    closed.insert(closed.end(), more.begin(), more.end());
  }
  if (closed.empty()) co_return rest(known->stored.row.id);
  write(known, closed, count);
}

void Tournaments::close_some(const Known& known, std::span<const int> games, std::function<void(const Entries&)> then) {
  const auto looking = std::make_shared<Looking>();
  looking->left = games.size();
  for (const int number : games) {
    const auto& game = known.tournament.games()[static_cast<std::size_t>(number)];
    const int loser = game.end && game.end->winner == 0 ? 1 : 0;
    const Leave why = game.given_away ? Leave::resigned : Leave::forfeited;
    table_service_.retire(game.table, seat_at(loser), why, [this, looking, number, then](bool over) {
      if (over) looking->entries.push_back({EntryKind::closed, world_.now_ms(), 0, std::to_string(number)});
      if (--looking->left == 0) then(looking->entries);
    });
  }
}

// Games whose tables a ruling ended, when nobody can appeal against it any more.
void Tournaments::rate_ruled(const KnownPtr& known, const std::vector<int>& games, int count) {
  const auto looking = std::make_shared<Looking>();
  looking->left = games.size();
  for (const int number : games) {
    const End& end = known->tournament.ruling_on(number)->end;
    const int winner = end.how == End::How::forfeit ? end.winner : -1;
    const auto done = [=, this](bool rated) {
      if (rated) looking->entries.push_back({EntryKind::rated, world_.now_ms(), 0, std::to_string(number)});
      if (--looking->left > 0) return;
      if (looking->entries.empty()) return rest(known->stored.row.id);
      write(known, looking->entries, count);
    };
    table_service_.rate_ruled(known->tournament.games()[static_cast<std::size_t>(number)].table, winner, done);
  }
}

// Who has neither done anything at his table nor said that he is there.
void Tournaments::find_absent(const KnownPtr& known, const std::vector<int>& games, int count) {
  const auto looking = std::make_shared<Looking>();
  looking->left = games.size();
  for (const int number : games) {
    const auto look = [=, this](const Table* table, bool later) {
      const Tournament& tournament = known->tournament;
      const auto& game = tournament.games()[static_cast<std::size_t>(number)];
      if (table == nullptr && !later) broken_.insert(game.table);
      if (table != nullptr && !table->over()) {
        const auto seen = seen_since(tournament, game);
        const bool first = seen[0] || has_acted(*table, 0), second = seen[1] || has_acted(*table, 1);
        const std::int64_t now = world_.now_ms();
        if (first && second)
          looking->entries.push_back({EntryKind::shown, now, 0, std::to_string(number)});
        else
          looking->entries.push_back(Tournament::ending(number,
                                                        {End::How::forfeit,
                                                         first    ? 0
                                                         : second ? 1
                                                                  : -2,
                                                         true},
                                                        0, now));
      }
      if (--looking->left > 0) return;
      if (looking->entries.empty()) return rest(known->stored.row.id);
      write(known, looking->entries, count);
    };
    table_service_.look(known->tournament.games()[static_cast<std::size_t>(number)].table, look);
  }
}

}  // namespace cairn
