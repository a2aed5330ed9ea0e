// What the tests of tournaments share: a desk without sockets, on a store that can be told to fail and with a clock
// that the test sets.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/rng.h"
#include "server/matchmaking/tournament_desk.h"
#include "server/protocol/tournaments_to_client.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
struct TournamentDeskTest : AccountsTest {
  using Kind = TournamentSetup::Kind;

  std::unique_ptr<Tournaments> desk = make_desk(*table_service);
  std::vector<Person> people;
  std::string id;
  Rng rng{1};

  std::unique_ptr<Tournaments> make_desk(TableService& of) {
    return std::make_unique<Tournaments>(Tournaments::Stores{store.lists, store.people, store.tournaments}, of,
                                         world(std::span(&game, 1), post));
  }
  Person person(const std::string& name) {
    const Reply up = sign_up(name);
    EXPECT_EQ(up.status, 201) << up.body;
    return who(up.new_token)->person;
  }
  // As a moderator, of the store, too: it looks again when an act is written.
  Person moderating(Person one) {
    store.people.set_role(one.name, Role::moderator, [](const Written&) {});
    one.role = Role::moderator;
    return one;
  }
  static TournamentWish wish(Kind kind) {
    TournamentWish out;
    out.setup.name = "Cup";
    out.setup.game = "hidden-row";
    out.setup.clock = *parse_clock_rule("fischer 5m+3s").rule;
    out.setup.kind = kind;
    return out;
  }
  static std::string code(const Reply& reply) {
    return reply.status < 400 ? "" : parse_json(reply.body).at("error").at("code").get<std::string>();
  }
  static std::string message(const Reply& reply) {
    return reply.status < 400 ? "" : parse_json(reply.body).at("error").at("message").get<std::string>();
  }
  Json good(const Reply& reply) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body);
  }
  // The first of them organises it.
  void announce(const TournamentWish& what, int players) {
    while (static_cast<int>(people.size()) < players) people.push_back(person("P" + std::to_string(people.size())));
    id = good(wait([&](auto done) { desk->create(people[0], what, done); })).at("id").get<std::string>();
    for (int i = 0; i < players; ++i) good(enter(people[static_cast<std::size_t>(i)]));
  }
  Reply enter(const Person& who) {
    now_ms += 2'000;
    return wait([&](auto done) { desk->enter(id, who, done); });
  }
  using Deed = void (Tournaments::*)(const std::string&, const Person&, Tournaments::Shown);
  Reply act(Deed deed, const Person& who) {
    now_ms += 2'000;
    return wait([&](auto done) { ((*desk).*deed)(id, who, done); });
  }
  Reply rule(const Ruling& ruling) {
    now_ms += 2'000;
    return wait([&](auto done) { desk->rule(id, people[0], ruling, done); });
  }
  Reply challenge(const Person& who, const std::string& name) {
    now_ms += 2'000;
    return wait([&](auto done) { desk->challenge(id, who, {name}, done); });
  }
  Json see() {
    return good(wait([&](auto done) { desk->show(id, std::nullopt, Asker{"a visitor"}, done); }));
  }
  // What somebody may rule on each game, as the page is told.
  Json may_rule(const Person& who) {
    return good(wait([&](auto done) { desk->show(id, who, asker_of(who.id), done); })).at("may_rule");
  }
  Json tick() {
    desk->tick();
    settle();
    return see();
  }
  Json begin() {
    good(act(&Tournaments::start, people[0]));
    settle();
    return see();
  }
  Json table(const std::string& table, const Person& who) {
    return good(wait([&](auto done) { table_service->state(table, who, done); }));
  }
  const Person& named(const std::string& name) const {
    return *std::find_if(people.begin(), people.end(), [&](const Person& one) { return one.name == name; });
  }
  const Person& player(const Json& seen, const Json& number) const {
    return named(seen.at("players").at(number.get<std::size_t>()).at("name").get<std::string>());
  }
  Reply command(const std::string& at, const Person& who, Command::Kind kind, const std::string& word = "") {
    const int version = table(at, who).at("version").get<int>();
    Command one{"r" + std::to_string(version), version, kind};
    if (!word.empty()) one.words = {word};
    return wait([&](auto done) { table_service->command(at, who, one, done); });
  }
  // `loser`: "first" or "second".
  void resign(const Json& seen, const Json& each, const char* loser) {
    good(command(each.at("table").get<std::string>(), player(seen, each.at(loser)), Command::Kind::resign));
  }
};

}  // namespace cairn
