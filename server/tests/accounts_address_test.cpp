// Where people come from is noted of their accounts, so that games of two at one address are known for what they are.
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct AccountsAddressTest : AccountsTest {
  int tables = 0;

  std::string sign_up_from(const std::string& name, const std::string& from) {
    Accounts::Visit there = visit();
    there.from = from;
    const Reply reply = wait([&](auto done) {
      accounts->sign_up(there, {name, "password of " + name, "", false}, done);
    });
    EXPECT_EQ(reply.status, 201);
    return reply.new_token;
  }
  std::int64_t come(const std::string& token, const std::string& from) {
    std::optional<Found<Caller>> found;
    accounts->who(token, false, from, [&](Found<Caller> one) { found = std::move(one); });
    run_until([&] { return found.has_value(); });
    settle();
    return found->value->person.id;
  }
  // By a rated game, where such games do not count.
  bool at_one_address(std::int64_t one, std::int64_t other) {
    const std::string id = "g" + std::to_string(++tables);
    TableRow row;
    row.id = id;
    row.setup.game = game.name;
    row.setup.rated = true;
    row.occupants = {{SeatKind::guest, one, "one"}, {SeatKind::guest, other, "other"}};
    store.tables.add_table(row, [](const Written&) {});
    Append end;
    end.table = id;
    end.number = 1;
    end.over = end.rate_due = true;
    store.tables.append(end, [](const Written&) {});
    RatedGame rated = {id, "go-9", {one, other}, {1, 2}, now_ms};
    rated.one_address = OneAddress::none;
    store.lists.rate(rated, [](const Written&) {});
    const std::size_t before = rated_games;
    store.lists.rating_history(one, "go-9", 999,
                               [&](const Found<std::vector<RatingStep>>& found) { rated_games = found.value->size(); });
    settle();
    return rated_games == before;
  }
  std::size_t rated_games = 0;
};

TEST_F(AccountsAddressTest, TheAddressOfTheLastUseCounts) {
  const std::string ann = sign_up_from("Ann", "10.0.0.1"), bob = sign_up_from("Bob", "10.0.0.2");
  const std::int64_t anns = come(ann, "10.0.0.1"), bobs = come(bob, "10.0.0.2");
  EXPECT_FALSE(at_one_address(anns, bobs));
  come(bob, "10.0.0.1");
  EXPECT_FALSE(at_one_address(anns, bobs)) << "noted at most once a minute";
  now_ms += 61'000;
  come(bob, "10.0.0.1");
  EXPECT_TRUE(at_one_address(anns, bobs));
  now_ms += 61'000;
  come(bob, "10.0.0.3");
  EXPECT_FALSE(at_one_address(anns, bobs));
}

TEST_F(AccountsAddressTest, WhoSignsUpOrInIsThereAtOnce) {
  const std::string ann = sign_up_from("Ann", "10.0.0.1"), bob = sign_up_from("Bob", "10.0.0.1");
  const std::int64_t anns = come(ann, "10.0.0.1"), bobs = come(bob, "10.0.0.1");
  EXPECT_TRUE(at_one_address(anns, bobs));
  Accounts::Visit there = visit();
  there.from = "10.0.0.2";
  EXPECT_EQ(wait([&](auto done) { accounts->sign_in(there, {"Bob", "password of Bob"}, done); }).status, 200);
  EXPECT_FALSE(at_one_address(anns, bobs));
  there.from.clear();  // as by mail
  EXPECT_EQ(wait([&](auto done) { accounts->sign_in(there, {"Ann", "password of Ann"}, done); }).status, 200);
  EXPECT_FALSE(at_one_address(anns, bobs));
}

}  // namespace
}  // namespace cairn
