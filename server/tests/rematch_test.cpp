// A rematch in the club: one new table for both, written with the last consent or not at all.
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct RematchTest : AccountsTest {
  Person ann = who(enter("Ann"))->person, bob = who(enter("Bob"))->person;

  // A table of both whose game is over.
  std::string played_out() {
    CreateTable wish;
    wish.game = "hidden-row";
    wish.opponent = CreateTable::Opponent::friends;
    const Reply made = wait([&](auto done) { table_service->create(ann, wish, done); });
    EXPECT_EQ(made.status, 200) << made.body;
    const std::string table = parse_json(made.body).at("id").get<std::string>();
    EXPECT_EQ(wait([&](auto done) { table_service->join(table, bob, done); }).status, 200);
    EXPECT_EQ(send(*table_service, table, bob, Command::Kind::resign, "over").status, 200);
    return table;
  }
  Json state(TableService& at, const std::string& table, const Person& person) {
    return parse_json(wait([&](auto done) { at.state(table, person, done); }).body);
  }
  Command command(TableService& at, const std::string& table, const Person& who, Command::Kind kind,
                  const std::string& id) {
    Command out{id, state(at, table, who).at("version").get<int>(), kind};
    out.offer = OfferKind::rematch;
    return out;
  }
  Reply send(TableService& at, const std::string& table, const Person& who, Command::Kind kind, const std::string& id) {
    const Command what = command(at, table, who, kind, id);
    return wait([&](auto done) { at.command(table, who, what, done); });
  }
  std::size_t tables_of(const Person& who) {
    std::size_t count = 0;
    bool read = false;
    store.people.games_of(who.id, 1LL << 60, 1'000, [&](const Found<PeopleStore::Games>& found) {
      count = found.value->size();
      read = true;
    });
    run_until([&] { return read; });
    return count;
  }
};

TEST_F(RematchTest, IsOneTableForBothAtTwoServers) {
  store.share();
  const auto elsewhere = make_table_service();
  for (std::size_t round = 1; round <= 20; ++round) {
    const std::string table = played_out();
    // Both ask at once, at two servers: one comes second, and agrees.
    const Command one = command(*table_service, table, ann, Command::Kind::offer, "a"),
                  other = command(*elsewhere, table, bob, Command::Kind::offer, "b");
    std::vector<Reply> replies;
    const auto note = [&](const Result<CommandAnswer>& answer) { replies.push_back(reply_of(answer)); };
    table_service->command(table, ann, one, note);
    elsewhere->command(table, bob, other, note);
    run_until([&] { return replies.size() == 2; });
    EXPECT_EQ(replies[0].status, 200) << replies[0].body;
    if (replies[1].status == 409) {  // he had not seen her offer: he looks, and says it again
      const bool hers = state(*table_service, table, ann).at("offers").at(0).at("by") == 0;
      EXPECT_EQ(send(*elsewhere, table, hers ? bob : ann, Command::Kind::accept, "c").status, 200);
    }
    const Json left = state(*table_service, table, ann), right = state(*elsewhere, table, bob);
    ASSERT_TRUE(left.at("rematch").is_string()) << left.dump();
    EXPECT_EQ(left.at("rematch"), right.at("rematch"));
    const std::string next = left.at("rematch").get<std::string>();
    const Json begun = state(*elsewhere, next, ann);
    EXPECT_EQ(begun.at("you"), 1) << "the other seat";
    EXPECT_EQ(begun.at("seats").at(0).at("name"), "Bob");
    EXPECT_FALSE(begun.at("view").at("over").get<bool>());
    EXPECT_EQ(tables_of(ann), 2 * round) << "one more, and one only";
  }
  EXPECT_TRUE(log.empty());
}

TEST_F(RematchTest, ThatCannotBeStoredIsNotMade) {
  const std::string table = played_out();
  EXPECT_EQ(send(*table_service, table, bob, Command::Kind::offer, "2").status, 200);
  store.fail_writes = true;
  EXPECT_EQ(send(*table_service, table, ann, Command::Kind::accept, "3").status, 503);
  store.fail_writes = false;
  EXPECT_TRUE(state(*table_service, table, ann).at("rematch").is_null());
  EXPECT_EQ(tables_of(ann), 1U);
  EXPECT_EQ(send(*table_service, table, ann, Command::Kind::accept, "3").status, 200);
  const std::string next = state(*table_service, table, bob).at("rematch").get<std::string>();
  EXPECT_EQ(send(*table_service, table, ann, Command::Kind::accept, "3").status, 200) << "said again";
  EXPECT_EQ(state(*table_service, table, bob).at("rematch"), next);
  EXPECT_EQ(tables_of(bob), 2U);
}

}  // namespace
}  // namespace cairn
