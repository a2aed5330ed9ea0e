// Tournaments from outside: accounts enter, find their games among their own tables and play them to the end, while the
// server pairs, counts and forfeits; through `kill -9` between any two steps, and by two servers on one PostgreSQL.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "core/rng.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using Clock = std::chrono::steady_clock;

// The smallest game there is, over after some moves.
const Json kGame = {{"game", "margo"}, {"options", {{"size", 2}}}, {"clock", "fischer 5m+3s"}};

Json cup(const char* kind, const Json& more) {
  Json wish = kGame;
  wish["name"] = "Cup";
  wish["kind"] = kind;
  wish.update(more);
  return wish;
}

// Some people with accounts, and where they find the server.
struct Circle {
  explicit Circle(std::vector<std::uint16_t> where) : ports(std::move(where)) {}
  std::vector<std::uint16_t> ports;
  std::vector<std::string> names, cookies;
  Rng rng{1};
  std::string tournament;
  int moves = 0, again = 0;

  Response ask(std::size_t who, std::string_view method, const std::string& target, const Json& body = nullptr) {
    Client client(ports[rng.below(static_cast<std::uint32_t>(ports.size()))]);
    std::map<std::string, std::string> headers = {{"Content-Type", "application/json"}};
    if (who < cookies.size()) headers["Cookie"] = "cairn_session=" + cookies[who];
    return client.ask(method, target, body.is_null() ? "" : body.dump(), headers);
  }
  // Until a server answers; what is sent again does nothing twice.
  Response insist(std::size_t who, std::string_view method, const std::string& target, const Json& body = nullptr) {
    const auto until = Clock::now() + std::chrono::seconds(120);
    while (Clock::now() < until) {
      Response response = ask(who, method, target, body);
      if (response.status != 0 && response.status != 503) return response;
      ++again;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << "nobody answers " << method << " " << target;
    return {};
  }
  void sign_up(int people) {
    for (int i = 0; i < people; ++i) {
      names.push_back("Player" + std::to_string(i));
      const Response up = insist(cookies.size(), "POST", "/api/account",
                                 {{"name", names.back()}, {"password", "password of " + names.back()}});
      ASSERT_EQ(up.status, 201) << up.body;
      const std::string& cookie = up.headers.at("set-cookie");
      cookies.push_back(cookie.substr(14, cookie.find(';') - 14));
    }
  }
  Response act(std::size_t who, const std::string& what, const Json& body = nullptr) {
    return insist(who, "POST", "/api/tournaments/" + tournament + "/" + what, body);
  }
  Json see(std::size_t who = 0) { return insist(who, "GET", "/api/tournaments/" + tournament).json(); }
  void announce(const Json& wish) {
    const Response made = insist(0, "POST", "/api/tournaments", wish);
    ASSERT_EQ(made.status, 201) << made.body;
    tournament = made.json().at("id").get<std::string>();
    for (std::size_t i = 0; i < cookies.size(); ++i) {
      const Response entered = act(i, "enter");
      ASSERT_EQ(entered.status, 200) << entered.body;
      EXPECT_EQ(entered.json().at("you"), static_cast<int>(i));
    }
    ASSERT_EQ(act(0, "start").status, 200);
  }
  // Somebody's turn somewhere, as his own list tells: one move. False: it is nobody's turn.
  bool move(std::size_t who) {
    const Json own = insist(who, "GET", "/api/tables").json();
    for (const Json& card : own.at("tables")) {
      if (!card.at("your_turn").get<bool>()) continue;
      const std::string table = "/api/tables/" + card.at("id").get<std::string>();
      const Json state = insist(who, "GET", table).json();
      const Json& legal = state.at("legal");
      if (legal.empty()) continue;
      const int version = state.at("version").get<int>();
      const auto word = legal.at(rng.below(static_cast<std::uint32_t>(legal.size()))).get<std::string>();
      const Response reply = insist(
          who, "POST", table + "/commands",
          {{"request", "m" + std::to_string(version)}, {"version", version}, {"command", "play"}, {"word", word}});
      EXPECT_EQ(reply.status, 200) << reply.body;
      ++moves;
      return true;
    }
    return false;
  }
  // All but the absent play, whoever's turn it is, until the tournament is over.
  void play(const std::set<std::size_t>& absent, const std::function<void()>& between) {
    const auto until = Clock::now() + std::chrono::seconds(600);
    while (see().at("state") == "running" && !::testing::Test::HasFailure()) {
      ASSERT_LT(Clock::now(), until) << see().dump();
      bool moved = false;
      for (std::size_t i = 0; i < cookies.size(); ++i)
        if (!absent.contains(i) && move(i)) {
          moved = true;
          between();
        }
      if (!moved) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_EQ(see().at("state"), "over");
  }
};

// Every game counts as its table ended, and nobody sits at a table that is none of them.
void check_tables(Circle& club, const Json& seen) {
  std::map<std::string, int> sits;
  std::set<std::string> tables;
  for (const Json& game : seen.at("games")) {
    if (game.at("table").is_null()) continue;
    const auto table = game.at("table").get<std::string>();
    EXPECT_TRUE(tables.insert(table).second);
    const Json state = club.insist(0, "GET", "/api/tables/" + table).json();
    ASSERT_TRUE(state.at("view").at("over").get<bool>()) << state.dump();
    const Json first = seen.at("players").at(game.at("first").get<std::size_t>()).at("name"),
               second = seen.at("players").at(game.at("second").get<std::size_t>()).at("name");
    EXPECT_EQ(state.at("seats").at(0).at("name"), first);
    EXPECT_EQ(state.at("seats").at(1).at("name"), second);
    ++sits[first];
    ++sits[second];
    if (game.at("how") != "played") continue;
    const Json seat = state.at("view").at("result").at("seat");
    EXPECT_EQ(game.at("winner"), seat.is_null() ? Json(nullptr) : seat == 0 ? game.at("first") : game.at("second"));
  }
  for (std::size_t i = 0; i < club.names.size(); ++i) {
    EXPECT_TRUE(club.insist(i, "GET", "/api/tables").json().at("tables").empty());
    EXPECT_EQ(club.insist(i, "GET", "/api/tables?over=true").json().at("tables").size(),
              static_cast<std::size_t>(sits[club.names[i]]))
        << "a table was made that is no game";
  }
}

double points_of(const Json& seen) {
  double sum = 0;
  for (const Json& row : seen.at("standings")) sum += row.at("points").get<double>();
  return sum;
}

// So many rounds in which everybody plays or has a bye, and nobody meets the same again.
void check_swiss(Circle& club, int rounds) {
  const Json seen = club.see();
  const auto players = static_cast<int>(club.names.size());
  EXPECT_EQ(seen.at("round"), rounds);
  std::set<std::pair<int, int>> met, in_round;
  std::set<int> byes;
  for (const Json& game : seen.at("games")) {
    const int round = game.at("round").get<int>(), first = game.at("first").get<int>();
    EXPECT_TRUE(in_round.insert({round, first}).second);
    if (game.at("second").is_null()) {
      EXPECT_EQ(game.at("how"), "bye");
      EXPECT_TRUE(byes.insert(first).second) << "nobody has two";
      continue;
    }
    const int second = game.at("second").get<int>();
    EXPECT_EQ(game.at("how"), "played");
    EXPECT_TRUE(in_round.insert({round, second}).second);
    EXPECT_TRUE(met.insert(std::minmax(first, second)).second) << "nobody twice the same";
  }
  EXPECT_EQ(in_round.size(), static_cast<std::size_t>(rounds * players));
  EXPECT_EQ(points_of(seen), rounds * ((players + 1) / 2));
  check_tables(club, seen);
}

TEST(ServerTournament, OneAddressDoesNotFillTheList) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.rate_limits = true;
  config.requests_per_second = config.requests_at_once = config.beginnings_per_second = config.beginnings_at_once = 1e6;
  const Running limited(config);
  Circle club({limited.port()});
  club.sign_up(3);
  int made = 0;
  Response answer;
  for (std::size_t who = 0; who < 3; ++who)
    for (int i = 0; i < 6 && answer.status != 429; ++i) {  // the sixth is refused, and counts for nothing
      answer = club.ask(who, "POST", "/api/tournaments", cup("swiss", {{"rounds", 3}}));
      made += answer.status == 201;
    }
  EXPECT_EQ(made, 10);
  EXPECT_EQ(answer.code(), "too-many");
  EXPECT_EQ(club.ask(2, "POST", "/api/tournaments", {{"name", "?"}}).status, 400) << "what is wrong is said first";
}

TEST(ServerTournament, ASwissIsPlayedToItsEnd) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Circle club({running.port()});
  club.sign_up(5);
  club.announce(cup("swiss", {{"rounds", 3}, {"rated", true}}));
  club.play({}, [] {});
  check_swiss(club, 3);
  const Json listed = club.insist(9, "GET", "/api/tournaments?state=over").json().at("tournaments");
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed.at(0).at("id"), club.tournament);
  EXPECT_EQ(listed.at(0).at("players"), 5);
  const std::string over = "/api/tournaments?state=over&game=";
  EXPECT_EQ(club.insist(9, "GET", over + listed.at(0).at("game").get<std::string>()).json().at("tournaments"), listed);
  EXPECT_TRUE(club.insist(9, "GET", over + "margrites").json().at("tournaments").empty());
  int rated = 0;
  for (const std::string& name : club.names) {
    const Json ratings = club.insist(0, "GET", "/api/people/" + name + "/ratings").json().at("ratings");
    for (const Json& one : ratings) rated += one.at("games").get<int>();
  }
  EXPECT_EQ(rated, 12) << "six games of two";
  std::printf("%d moves\n", club.moves);
}

TEST(ServerTournament, WhoDoesNotComeToAKnockOutIsOut) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Circle club({running.port()});
  club.sign_up(4);
  constexpr std::size_t kAbsent = 2;
  club.announce(cup("knockout", {{"no_show", 2'000}, {"replays", 2}}));
  for (const std::size_t i : {0U, 1U, 3U}) EXPECT_EQ(club.act(i, "here").status, 200);
  club.play({kAbsent}, [&] {
    for (const std::size_t i : {0U, 1U, 3U}) club.act(i, "here");  // also to the next round
  });
  const Json seen = club.see();
  int forfeits = 0;
  for (const Json& game : seen.at("games")) {
    const bool of_absent = game.at("first") == kAbsent || game.at("second") == kAbsent;
    EXPECT_EQ(game.at("how"), of_absent ? "forfeit" : "played") << seen.dump();
    if (!of_absent) continue;
    ++forfeits;
    EXPECT_NE(game.at("winner"), kAbsent);
    EXPECT_GE(game.at("ended").get<std::int64_t>(), game.at("begun").get<std::int64_t>() + 2'000);
  }
  EXPECT_EQ(forfeits, 1);
  const Json& bracket = seen.at("bracket");
  ASSERT_EQ(bracket.at("rounds").size(), 2U);
  EXPECT_FALSE(bracket.at("champion").is_null());
  EXPECT_NE(bracket.at("champion"), kAbsent);
  EXPECT_TRUE(seen.at("standings").is_null());
  check_tables(club, seen);
}

TEST(ServerTournament, ARoundRobinGoesOnThroughKills) {
  const TempFolder folder;
  auto process = std::make_unique<Process>(std::vector<std::string>{"--data", folder.path()});
  Circle club({process->port()});
  club.rng = Rng(static_cast<std::uint64_t>(::getpid()));
  club.sign_up(4);
  club.announce(cup("round-robin", {{"cycles", 2}}));
  int kills = 0, since = 0;
  club.play({}, [&] {
    if (++since < 4 && club.rng.below(3) != 0) return;
    since = 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(club.rng.below(60)));
    process->end(SIGKILL);
    process = std::make_unique<Process>(std::vector<std::string>{"--data", folder.path()}, "", club.ports[0]);
    ASSERT_EQ(process->port(), club.ports[0]) << process->said();
    ++kills;
  });
  const Json seen = club.see();
  std::map<std::pair<int, int>, int> met;
  for (const Json& game : seen.at("games")) ++met[{game.at("first").get<int>(), game.at("second").get<int>()}];
  EXPECT_EQ(met.size(), 12U);
  for (const auto& [pair, count] : met) EXPECT_EQ(count, 1) << "everybody meets everybody once with each side";
  EXPECT_EQ(points_of(seen), 12);
  check_tables(club, seen);
  std::printf("%d moves in 12 games, the server killed %d times\n", club.moves, kills);
}

TEST(ServerTournament, TwoServersHoldOneTournament) {
  PostgresCluster postgres;
  postgres.execute("CREATE DATABASE cairn");
  const std::vector<std::string> options = {"--database", postgres.url("cairn")};
  std::vector<std::unique_ptr<Process>> processes;
  Circle club({});
  for (int i = 0; i < 2; ++i) {
    processes.push_back(std::make_unique<Process>(options));
    ASSERT_NE(processes.back()->port(), 0) << processes.back()->said();
    club.ports.push_back(processes.back()->port());
  }
  club.rng = Rng(static_cast<std::uint64_t>(::getpid()));
  club.sign_up(7);
  club.announce(cup("swiss", {{"rounds", 4}}));
  int kills = 0;
  club.play({}, [&] {
    if (club.rng.below(12) != 0) return;
    const std::size_t victim = club.rng.below(2);
    processes[victim]->end(SIGKILL);
    processes[victim] = std::make_unique<Process>(options);
    ASSERT_NE(processes[victim]->port(), 0) << processes[victim]->said();
    club.ports[victim] = processes[victim]->port();
    ++kills;
  });
  check_swiss(club, 4);
  std::printf("%d moves, two servers killed %d times in all\n", club.moves, kills);
}

TEST(ServerTournament, RequestsAreRefusedWithAReason) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Circle club({running.port()});
  club.sign_up(2);
  const auto code = [&](std::size_t who, const std::string& target, const Json& body) {
    return club.ask(who, "POST", "/api/tournaments" + target, body).code();
  };
  const Json good = cup("swiss", {{"request", "one"}});
  EXPECT_EQ(code(9, "", good), "no-session");
  Client guest(running.port());
  guest.enter("Guest");
  EXPECT_EQ(guest.post("/api/tournaments", good).code(), "no-account");
  EXPECT_EQ(code(0, "", cup("swiss", {{"game", "chess"}})), "unknown-game");
  EXPECT_EQ(code(0, "", cup("swiss", {{"options", {{"size", 99}}}})), "bad-options");
  EXPECT_EQ(code(0, "", cup("swiss", {{"clock", "none"}})), "bad-request");
  EXPECT_EQ(code(0, "", cup("swiss", {{"match", "two-games-and-tally"}})), "bad-options") << "margo has no captures";
  EXPECT_EQ(code(0, "", cup("swiss", {{"starts", 5}})), "bad-request");

  EXPECT_EQ(code(0, "", cup("swiss", {{"options", {{"size", 4}, {"players", 3}}}})), "bad-options") << "games for two";
  EXPECT_EQ(code(0, "", cup("swiss", {{"name", "Cup \xE2\x80\xAE"}})), "bad-request") << "it would turn the writing";
  const Json tally = cup("knockout", {{"game", "margrites"}, {"options", nullptr}, {"match", "two-games-and-tally"}});
  const Response captures = club.ask(0, "POST", "/api/tournaments", tally);
  EXPECT_EQ(captures.status, 201) << captures.body;
  EXPECT_EQ(club.ask(0, "POST", "/api/tournaments/" + captures.json().value("id", "") + "/cancel").status, 200);

  const Json made = club.ask(0, "POST", "/api/tournaments", good).json();
  club.tournament = made.at("id").get<std::string>();
  EXPECT_EQ(club.ask(0, "POST", "/api/tournaments", good).json().at("id"), club.tournament) << "sent again";
  const std::string one = "/" + club.tournament;
  EXPECT_EQ(guest.post("/api/tournaments" + one + "/enter", Json::object()).code(), "no-account");
  EXPECT_EQ(code(0, "/nothing/enter", nullptr), "not-found");
  EXPECT_EQ(code(0, one + "/start", nullptr), "tournament") << "nobody has entered";
  EXPECT_EQ(club.act(0, "enter").status, 200);
  EXPECT_EQ(club.act(0, "enter").json().at("players").size(), 1U) << "sent again";
  for (const char* what : {"/start", "/cancel"}) EXPECT_EQ(code(1, one + what, nullptr), "not-for-you") << what;
  EXPECT_EQ(code(1, one + "/withdraw", {{"name", club.names[0]}}), "not-for-you");
  EXPECT_EQ(code(1, one + "/withdraw", Json::object()), "tournament") << "does not play";
  EXPECT_EQ(code(1, one + "/here", nullptr), "tournament");
  EXPECT_EQ(code(0, one + "/challenge", {{"name", club.names[1]}}), "tournament") << "no ladder";
  EXPECT_EQ(code(0, one + "/rulings", {{"game", 0}, {"ruling", "annul"}}), "not-found");
  EXPECT_EQ(code(0, one + "/rulings", {{"game", 0}, {"ruling", "win"}}), "bad-request");
  EXPECT_EQ(club.act(1, "enter").status, 200);
  EXPECT_EQ(club.act(0, "withdraw", {{"name", club.names[1]}}).json().at("players").size(), 1U);
  EXPECT_EQ(club.act(0, "cancel").json().at("state"), "cancelled");
  EXPECT_EQ(code(1, one + "/enter", nullptr), "tournament");
  EXPECT_EQ(club.ask(9, "GET", "/api/tournaments?state=soon").status, 400);
  EXPECT_EQ(club.ask(9, "GET", "/api/tournaments?before=x").status, 400);
  EXPECT_TRUE(club.ask(9, "GET", "/api/tournaments").json().at("tournaments").empty());
  EXPECT_EQ(club.ask(9, "GET", "/api/tournaments?state=cancelled").json().at("tournaments").size(), 2U);
}

}  // namespace
}  // namespace cairn::testing
