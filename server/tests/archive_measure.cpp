// How fast the archive and the opening explorer answer: fills a store with games that are over, then asks.
//
//   archive_measure [GAMES] [postgres]     (100000 when not given; SQLite, or a PostgreSQL that is started for it)
//
// Prints for each question the median and the worst of 101 answers, from asking to being told, one at a time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "core/hash.h"
#include "server/store/postgres.h"
#include "server/tests/people_checks.h"
#include "server/tests/postgres_cluster.h"

namespace cairn::testing {
namespace {

constexpr std::int64_t kPeople = 1'000, kBegin = 1'700'000'000'000, kApart = 60'000;
constexpr int kPlies = 16;

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Filler {
 public:
  Filler(Store& store, Loop& loop) : store_(store), loop_(loop) {}
  void fill(int games) {
    for (int i = 0; i < games; ++i) {
      add(i);
      if (waiting_ > 3'000) loop_.run_until([&] { return waiting_ < 1'000; });
    }
    loop_.run_until([&] { return waiting_ == 0; });
    while (loop_.wait([&](auto done) { store_.archive.fold_openings(4'000, done); }).key > 0) {
    }
  }

 private:
  std::int64_t somebody() {  // some play much, most little
    return 1 + std::min(rng_.below(kPeople), rng_.below(kPeople));
  }
  void add(int i) {
    const int size = static_cast<int>(rng_.below(5)) + 4;
    TableRow row = table_row("m" + std::to_string(i));
    row.setup.game = rng_.below(3) == 0 ? "game-one" : "game-two";
    row.setup.options = {{"size", std::to_string(size)}, {"ko", "simple"}, {"komi", "7.5"}};
    row.setup.rated = rng_.below(2) == 0;
    const std::int64_t ann = somebody(), bob = somebody();
    row.occupants = {{SeatKind::guest, ann, "A"}, {SeatKind::guest, bob, "B"}};
    ArchivedGame game;
    game.table = row.id;
    game.number = 1;
    game.over = game.shown = true;
    game.game_class = row.setup.game + "-" + std::to_string(size);
    game.result = "W+3";
    game.how = static_cast<Outcome::How>(1 + rng_.below(4));
    game.winner = static_cast<int>(rng_.below(3)) - 1;
    game.seats = 2;
    game.moves = 60;
    game.ended_ms = kBegin + i * kApart;
    game.people = {{ann, 0}, {bob, 1}};
    std::uint64_t position = 1;
    for (int ply = 0; ply < kPlies; ++ply) {
      const std::uint64_t choice = std::min({rng_.below(40), rng_.below(40), rng_.below(40)});
      game.openings.push_back({static_cast<std::int64_t>(position), "W" + std::to_string(choice), 1, 1, 0});
      position = mix(position, choice);
    }
    Append last = entry(row.id, 1);
    last.over = true;
    const auto count = [this](const Written&) { --waiting_; };
    waiting_ += 3;
    store_.tables.add_table(row, [this, last, game, count](const Written& written) {
      count(written);
      store_.tables.append(last, [this, game, count](const Written& appended) {
        count(appended);
        store_.archive.archive(game, count);
      });
    });
  }
  Store& store_;
  Loop& loop_;
  Rng rng_{1};
  int waiting_ = 0;
};

void measure(const char* what, const std::function<std::size_t()>& ask) {
  std::vector<double> took;
  std::size_t found = 0;
  for (int i = 0; i < 101; ++i) {
    const double begin = now_ms();
    found = ask();
    took.push_back(now_ms() - begin);
  }
  std::sort(took.begin(), took.end());
  std::printf("%-58s median %7.2f ms, worst %7.2f ms, %zu found\n", what, took[50], took[100], found);
}

int run(int games, bool postgres) {
  const Folder folder;
  std::optional<PostgresCluster> cluster;
  Loop loop;
  std::unique_ptr<Store> store;
  if (postgres) {
    cluster.emplace();
    store = open_postgres_store(cluster->url("postgres"), loop.post()).store;
  } else {
    store = open_sqlite_store(folder.path(), loop.post()).store;
  }
  if (!store) return 1;
  const double begin = now_ms();
  Filler(*store, loop).fill(games);
  std::printf("%d games on %s, filled in %.0f s\n", games, postgres ? "PostgreSQL" : "SQLite",
              (now_ms() - begin) / 1000);
  const auto find = [&](const std::function<void(ArchiveQuery&)>& set) {
    return [&, set] {
      ArchiveQuery query;
      query.most = 100;
      set(query);
      return loop.read<std::vector<ArchiveCard>>([&](auto done) { store->archive.find_archived(query, done); })
          .value->size();
    };
  };
  const auto opening = [&](std::int64_t position) {
    return [&, position] {
      return loop.read<std::vector<OpeningLine>>([&](auto done) { store->archive.openings_at(position, 100, done); })
          .value->size();
    };
  };
  using Q = ArchiveQuery;
  measure("the last games", find([](Q&) {}));
  measure("from the middle of the archive on", find([&](Q& q) { q.before = {kBegin + games / 2 * kApart, 0}; }));
  measure("of a game", find([](Q& q) { q.game = "game-one"; }));
  measure("of a game and size, rated, won by the second", find([](Q& q) {
            q.game = "game-one";
            q.game_class = "game-one-5";
            q.options = {{"size", "5"}};
            q.rated = true;
            q.winner = 1;
          }));
  measure("of somebody who plays much", find([](Q& q) { q.person = 3; }));
  measure("of two people", find([](Q& q) {
            q.person = 3;
            q.against = 5;
          }));
  measure("won by somebody, at one size", find([](Q& q) {
            q.person = 3;
            q.outcome = Q::Outcome::won;
            q.options = {{"size", "7"}};
          }));
  measure("the worst: an option that no game has", find([](Q& q) { q.options = {{"komi", "0.5"}}; }));
  measure("the same of one class", find([](Q& q) {
            q.game_class = "game-one-5";
            q.options = {{"komi", "0.5"}};
          }));
  measure("openings, from the start", opening(1));
  measure("openings, after two moves", opening(static_cast<std::int64_t>(mix(mix(1, 0), 0))));
  measure("openings, a position that nobody knows", opening(77));
  measure("games that wait for the archive", [&] {
    return loop.read<std::vector<ArchiveDue>>([&](auto done) { store->archive.unarchived(100, done); }).value->size();
  });
  return 0;
}

}  // namespace
}  // namespace cairn::testing

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 100'000;
  return cairn::testing::run(games, argc > 2 && std::string_view(argv[2]) == "postgres");
}
