// Guesses at several servers that share a store, and at one that is started again.
#include "server/store/letter.h"
#include "server/tests/factor_desk.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

struct AccountsGuesses : FactorTest {
  TestStore other_store{post, store};
  std::unique_ptr<Accounts> other = server_on(other_store);

  std::unique_ptr<Accounts> server_on(Store& at) {
    Accounts::Settings settings;
    settings.ended = [](const Accounts::Callers&) {};
    settings.mail_base = [] { return std::string("https://play.example.org"); };
    return std::make_unique<Accounts>(Accounts::Stores{at.away, at.guesses, at.links, at.mail, at.people,
                                                       at.registrations, at.second_factors, at.talk},
                                      *table_service, pool, world(), std::move(settings));
  }
  Reply at(Accounts& server, const SignIn& claim, const std::string& address = "", const std::string& known = "") {
    return wait([&](auto done) { server.sign_in(visit({}, address, known), claim, done); });
  }
  // How many of so many guesses, at both servers in turn, were told to be wrong.
  int wrong(int most, const std::function<SignIn(int)>& claim, const std::function<std::string(int)>& address) {
    int count = 0;
    for (int i = 0; i < most; ++i)
      count += at(i % 2 == 0 ? *accounts : *other, claim(i), address(i)).status == 403 ? 1 : 0;
    return count;
  }
  // Letters that wait; they are gone afterwards.
  int warnings() {
    int count = 0;
    for (const Delivery& one : take_letters()) {
      const auto letter = letter_from(one.notice.facts);
      count += letter && letter->subject == "Wrong codes for your account" ? 1 : 0;
    }
    return count;
  }
  static SignIn guess(int /*number*/) { return {"Ann", "guess"}; }
};

TEST_F(AccountsGuesses, OfPasswordsCountTogetherAtTwoServers) {
  const std::string browser = sign_up("Ann").new_device;
  const auto one = [](int) { return std::string("10.0.0.1"); };
  EXPECT_EQ(wrong(30, guess, one), 10);
  for (Accounts* server : {accounts.get(), other.get()}) {
    const Reply refused = at(*server, {"Ann", "password of Ann"}, "10.0.0.1");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.retry_after_s, 60);
    EXPECT_NE(refused.body.find("too-many-wrong-passwords"), std::string::npos) << refused.body;
    EXPECT_EQ(at(*server, {"Ann", "password of Ann"}, "10.0.0.1", browser).status, 200) << "her own browser";
    EXPECT_EQ(at(*server, {"Ann", "password of Ann"}, "10.0.0.2").status, 200) << "from elsewhere";
  }
  now_ms += 60'000;
  EXPECT_EQ(wrong(4, guess, one), 1) << "one more a minute, whichever server is asked";
  now_ms += 600'000;
  EXPECT_EQ(wrong(30, guess, one), 10) << "all of them, later";
}

TEST_F(AccountsGuesses, FromEverywhereCountTogetherAtTwoServers) {
  sign_up("Ann");
  const auto mail = [&](int i) { return "mail x@" + std::to_string(i) + ".example"; };
  int count = 0;
  for (int i = 0; i < 250; ++i) {
    Accounts::Visit from = visit();
    from.address = mail(i);
    Accounts& server = i % 2 == 0 ? *accounts : *other;
    count += wait([&](auto done) { server.sign_in(from, guess(i), done); }).status == 403 ? 1 : 0;
  }
  EXPECT_EQ(count, 200);
}

TEST_F(AccountsGuesses, ThatAreRightDoNotCount) {
  sign_up("Ann");
  for (int i = 0; i < 9; ++i) EXPECT_EQ(at(*accounts, guess(i)).status, 403);
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(at(i % 2 == 0 ? *accounts : *other, {"Ann", "password of Ann"}).status, 200) << i;
  EXPECT_EQ(at(*other, guess(0)).status, 403);
  EXPECT_EQ(at(*other, guess(0)).status, 429);
}

// All are asked before any is answered.
TEST_F(AccountsGuesses, AtOnceAreNoMore) {
  sign_up("Ann");
  std::map<int, int> statuses;
  std::vector<std::optional<Reply>> replies(24);
  PasswordPool wide({.threads = 2, .waiting = 64, .passes = 1, .memory_bytes = 8192}, post);
  Accounts::Settings settings;
  settings.ended = [](const Accounts::Callers&) {};
  Accounts third({other_store.away, other_store.guesses, other_store.links, other_store.mail, other_store.people,
                  other_store.registrations, other_store.second_factors, other_store.talk},
                 *table_service, wide, world(), std::move(settings));
  for (std::size_t i = 0; i < replies.size(); ++i) {
    Accounts::Visit from = visit({}, "10.0.0.1");
    from.from = "10.0.1." + std::to_string(i);  // whose share of the work it is
    third.sign_in(from, guess(0), TakeReply{&replies[i]});
  }
  run_until(
      [&] { return std::all_of(replies.begin(), replies.end(), [](const auto& one) { return one.has_value(); }); });
  for (const auto& one : replies) ++statuses[one->status];
  EXPECT_EQ(statuses, (std::map<int, int>{{403, 10}, {429, 14}}));
}

TEST_F(AccountsGuesses, OutliveARestart) {
  sign_up("Ann");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(at(*accounts, guess(i)).status, 403);
  accounts = server_on(store);
  EXPECT_EQ(at(*accounts, guess(0)).status, 429);
  now_ms += 60'000;
  accounts = server_on(store);
  EXPECT_EQ(at(*accounts, guess(0)).status, 403);
}

TEST_F(AccountsGuesses, OfCodesCountTogetherAtTwoServersAndWarnOnce) {
  const Caller ann = ann_with_factor();
  write_link(LinkKind::password, ann.person.id, "a link");  // with the address that letters go to
  const auto claim = [](int) { return SignIn{"Ann", "password of Ann", "000000"}; };
  EXPECT_EQ(wrong(12, claim, [](int) { return std::string("10.0.0.1"); }), 5);
  const auto everywhere = [](int i) { return "10.1.0." + std::to_string(i); };
  EXPECT_EQ(wrong(40, claim, everywhere), 15) << "twenty of all strangers";
  now_ms += 30'000;
  for (Accounts* server : {accounts.get(), other.get()})
    EXPECT_EQ(at(*server, {"Ann", "password of Ann", code()}, "10.2.0.1").status, 429);
  EXPECT_EQ(at(*other, {"Ann", "password of Ann", recovery[0]}, "10.2.0.1").status, 200);
  settle();
  EXPECT_EQ(warnings(), 1);
  now_ms += 900'000;
  EXPECT_EQ(at(*other, {"Ann", "password of Ann", code()}, "10.2.0.1").status, 200) << "later";
}

// Whoever could guess while nothing can be counted would guess for ever: neither is told, be it right or wrong.
TEST_F(AccountsGuesses, AreRefusedUnseenWhereTheyCannotBeCounted) {
  sign_up("Ann");
  store.fail_writes = true;
  const Reply wrong_one = at(*accounts, guess(0)), right_one = at(*accounts, {"Ann", "password of Ann"});
  EXPECT_EQ(wrong_one.status, 503);
  EXPECT_EQ(wrong_one.body, right_one.body);
  store.fail_writes = false;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(at(*accounts, guess(i)).status, 403) << "those did not count";
  EXPECT_EQ(at(*accounts, guess(0)).status, 429);
}

TEST_F(AccountsGuesses, AreForgottenWhenAllTriesAreThereAgain) {
  const testing::Folder folder;
  const OpenedStore opened = open_sqlite_store(folder.path(), post);
  ASSERT_TRUE(opened.store) << opened.error;
  const auto server = server_on(*opened.store);
  const auto db = connect_sqlite(folder.path() + "/cairn.db");
  const auto rows = [&] { return db->run("SELECT COUNT(*) FROM guesses").integer(0, 0); };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(at(*server, {"Nobody", "guess"}, "10.0.0.1").status, 403);
  server->tick();
  EXPECT_EQ(at(*server, {"Nobody", "guess"}, "10.0.0.1").status, 403) << "a write behind that";
  EXPECT_EQ(rows(), 3) << "of the name, of the address, and of the name from there";
  now_ms += 10'800'000 + kGuessKeptMs;
  server->tick();
  opened.store->close();
  EXPECT_EQ(rows(), 0);
}

}  // namespace
}  // namespace cairn
