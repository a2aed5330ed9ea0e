// Mailed links: whom they let in, once, and what nobody learns of them.
#include "server/store/letter.h"
#include "server/tests/accounts_desk.h"

namespace cairn {
namespace {

struct LinksTest : AccountsTest {
  std::string base = "https://play.example.org";
  void SetUp() override { rebuild(); }
  void rebuild() {
    Accounts::Settings settings;
    settings.ended = [this](const Accounts::Callers& which) {
      for (const TokenHash& token : open)
        if (which(callers[token])) closed.push_back(token);
    };
    settings.mail_base = [this] { return base; };
    accounts =
        std::make_unique<Accounts>(Accounts::Stores{store.away, store.guesses, store.links, store.mail, store.people,
                                                    store.registrations, store.second_factors, store.talk},
                                   *table_service, pool, world(), std::move(settings));
  }
  // The letters that wait, by address; they are gone afterwards.
  std::map<std::string, std::vector<Letter>> letters() {
    std::map<std::string, std::vector<Letter>> out;
    for (const Delivery& one : take_letters()) {
      const auto letter = letter_from(one.notice.facts);
      EXPECT_TRUE(letter) << one.notice.facts;
      out[one.hook.url].push_back(letter.value_or(Letter{}));
    }
    return out;
  }
  // What stands behind the # of the one letter that waits for an address.
  std::string token_in(const std::string& address, const std::string& page) {
    const auto all = letters();
    const auto found = all.find("mailto:" + address);
    EXPECT_TRUE(found != all.end()) << address;
    if (found == all.end()) return {};
    const std::string& text = found->second.back().text;
    const std::string begin = base + "/link/" + page + "#";
    const auto at = text.find(begin);
    EXPECT_NE(at, std::string::npos) << text;
    return at == std::string::npos ? "" : text.substr(at + begin.size(), 43);
  }
  Caller with_address(const std::string& name, const std::string& email) {
    const Reply up = wait([&](auto done) {
      accounts->sign_up(visit(), {name, "password of " + name, email, false}, done);
    });
    EXPECT_EQ(up.status, 201) << up.body;
    return *who(up.new_token);
  }
  Reply ask_proof(const Caller& caller, const std::string& from = "") {
    return wait([&](auto done) { accounts->mail_proof(visit(caller, from), done); });
  }
  Reply prove(const std::string& token) {
    return wait([&](auto done) { accounts->prove_address(visit(), {token}, done); });
  }
  // An account with a proven address.
  Caller proven(const std::string& name, const std::string& email) {
    const Caller caller = with_address(name, email);
    EXPECT_EQ(ask_proof(caller).status, 200);
    EXPECT_EQ(prove(token_in(lower(email), "address")).status, 200);
    return caller;
  }
  Reply ask(const LinkWish& wish, LinkKind kind = LinkKind::session, const std::string& from = "") {
    return wait([&](auto done) { accounts->mail_link(visit({}, from), wish, kind, done); });
  }
  Reply enter_by(const std::string& token, std::optional<Caller> caller = {}, const std::string& from = "") {
    return wait([&](auto done) { accounts->sign_in_by(visit(std::move(caller), from), {token}, done); });
  }
  Reply reset(const std::string& token, const std::string& password, std::optional<Caller> caller = {}) {
    return wait([&](auto done) { accounts->reset_password(visit(std::move(caller)), {token, password}, done); });
  }
  static std::string code(const Reply& reply) { return parse_json(reply.body).at("error").at("code"); }
};

TEST_F(LinksTest, AnAddressIsProvenByWhatIsMailedThere) {
  const Caller ann = with_address("Ann", "Ann@Example.org");
  EXPECT_TRUE(parse_json(own(&Accounts::account, ann).body).at("proven").is_null());
  EXPECT_EQ(ask_proof(ann).status, 200);
  const std::string token = token_in("ann@example.org", "address");
  EXPECT_EQ(enter_by(token).status, 403) << "it is good for nothing else";
  EXPECT_EQ(reset(token, "something new").status, 403);
  const Reply done = prove(token);
  ASSERT_EQ(done.status, 200) << done.body;
  EXPECT_EQ(parse_json(done.body), (Json{{"name", "Ann"}, {"address", "ann@example.org"}}));
  EXPECT_EQ(done.new_token, "") << "nobody is let in by it";
  EXPECT_EQ(code(prove(token)), "bad-link");
  EXPECT_EQ(parse_json(own(&Accounts::account, ann).body).at("proven"), "ann@example.org");
  EXPECT_EQ(code(ask_proof(ann)), "no-address") << "it is proven";
  EXPECT_EQ(code(ask_proof(with_address("Bob", ""))), "no-address");
}

TEST_F(LinksTest, AnotherAddressCountsWhenItIsProvenAndTheOldOneGetsAMail) {
  const Caller ann = proven("Ann", "ann@example.org");
  wait([&](auto done) { accounts->edit(visit(ann), {"anna@example.org", {}, {}, {}}, done); });
  EXPECT_EQ(parse_json(own(&Accounts::account, ann).body).at("proven"), "ann@example.org");
  EXPECT_EQ(ask({"Ann", ""}).status, 200);
  const std::string before = token_in("ann@example.org", "sign-in");
  EXPECT_EQ(ask_proof(ann).status, 200);
  const std::string proof = token_in("anna@example.org", "address");
  wait([&](auto done) { accounts->edit(visit(ann), {"other@example.org", {}, {}, {}}, done); });
  EXPECT_EQ(code(prove(proof)), "bad-link") << "the account names another one meanwhile";
  wait([&](auto done) { accounts->edit(visit(ann), {"anna@example.org", {}, {}, {}}, done); });
  EXPECT_EQ(ask_proof(ann).status, 200);
  EXPECT_EQ(prove(token_in("anna@example.org", "address")).status, 200);
  const auto mailed = letters();
  ASSERT_EQ(mailed.size(), 1U);
  EXPECT_EQ(mailed.at("mailto:ann@example.org").front().subject, "Your e-mail address was changed");
  EXPECT_EQ(mailed.at("mailto:ann@example.org").front().text.find("anna@"), std::string::npos);
  EXPECT_EQ(code(enter_by(before)), "bad-link") << "who still reads the old mail gets in no more";
  EXPECT_EQ(ask({"Ann", ""}).status, 200);
  EXPECT_EQ(enter_by(token_in("anna@example.org", "sign-in")).status, 200);
}

TEST_F(LinksTest, WhatIsMailedIsTakenOut) {
  const Caller ann = proven("Ann", "Ann@example.org"), bob = with_address("Bob", "");
  const auto export_data = [&](const Caller& caller) {
    return parse_json(wait([&](auto done) { data_export.export_data(caller, 1LL << 60, done); }).body);
  };
  const Json hers = export_data(ann);
  EXPECT_EQ(hers.at("mail"),
            (Json{{"address", "Ann@example.org"}, {"proven", true}, {"mode", "every"}, {"off", nullptr}}));
  EXPECT_TRUE(hers.at("hooks").empty());
  EXPECT_EQ(export_data(bob).at("mail").at("mode"), "none");
}

TEST_F(LinksTest, ALinkSignsInOnceAndMakesAnotherSession) {
  proven("Ann", "ann@example.org");
  for (const LinkWish& wish : {LinkWish{"ANN", ""}, LinkWish{"", "Ann@example.org"}}) {
    const std::string guest = enter("somebody");
    ASSERT_EQ(ask(wish).status, 200);
    const std::string token = token_in("ann@example.org", "sign-in");
    const Reply in = enter_by(token, who(guest));
    ASSERT_EQ(in.status, 200) << in.body;
    EXPECT_EQ(parse_json(in.body).at("name"), "Ann");
    EXPECT_NE(in.new_token, guest);
    EXPECT_FALSE(who(guest)) << "the session of before is over";
    EXPECT_EQ(who(in.new_token)->person.name, "Ann");
    EXPECT_EQ(code(enter_by(token)), "bad-link");
    now_ms += 600'000;
  }
}

TEST_F(LinksTest, LinksRunOut) {
  proven("Ann", "ann@example.org");
  ask({"Ann", ""});
  const std::string in = token_in("ann@example.org", "sign-in");
  ask({"Ann", ""}, LinkKind::password);
  const std::string set = token_in("ann@example.org", "password");
  now_ms += 15 * 60'000;
  EXPECT_EQ(code(enter_by(in)), "bad-link");
  now_ms += 45 * 60'000 - 1;
  EXPECT_EQ(reset(set, "something new").status, 200);
  ask({"Ann", ""}, LinkKind::password);
  const std::string late = token_in("ann@example.org", "password");
  now_ms += 3'600'000;
  EXPECT_EQ(code(reset(late, "something else")), "bad-link");
  EXPECT_EQ(sign_in("Ann", "something new").status, 200);
}

TEST_F(LinksTest, APasswordIsChosenAnewAndEverybodyElseIsOut) {
  const Caller ann = proven("Ann", "ann@example.org");
  const std::string here = token_of("Ann"), there = token_of("Ann"), bob = sign_up("Bob").new_token;
  connect(here), connect(there), connect(bob);
  ask({"Ann", ""});
  const std::string in = token_in("ann@example.org", "sign-in");
  ask({"", "ann@example.org"}, LinkKind::password);
  const std::string token = token_in("ann@example.org", "password");
  EXPECT_EQ(code(reset(token, "ann")), "bad-request") << "and the link stays";
  const Reply set = reset(token, "something new", who(here));
  ASSERT_EQ(set.status, 200) << set.body;
  EXPECT_TRUE(set.sign_out) << "this browser, too";
  EXPECT_FALSE(who(here) || who(there));
  EXPECT_TRUE(is_closed(here) && is_closed(there));
  EXPECT_TRUE(who(bob) && !is_closed(bob));
  EXPECT_EQ(sign_in("Ann", "password of Ann").status, 403);
  EXPECT_EQ(sign_in("Ann", "something new").status, 200);
  EXPECT_EQ(code(enter_by(in)), "bad-link") << "its links are over";
  EXPECT_EQ(code(reset(token, "something else")), "bad-link");
  const auto mailed = letters();
  ASSERT_EQ(mailed.size(), 1U);
  EXPECT_EQ(mailed.at("mailto:ann@example.org").front().subject, "Your password was changed");
}

// The same answer, and something is read and something written for everybody.
TEST_F(LinksTest, NobodyLearnsWhoHasAnAccountOrAnAddress) {
  proven("Ann", "ann@example.org");
  with_address("Bob", "bob@example.org");  // not proven
  const Reply real = ask({"Ann", ""});
  EXPECT_EQ(real.status, 200);
  EXPECT_EQ(letters().size(), 1U);
  for (const LinkWish& wish : {LinkWish{"Bob", ""}, LinkWish{"Nobody", ""}, LinkWish{"", "bob@example.org"},
                               LinkWish{"", "nobody@example.org"}, LinkWish{"", "no address"}})
    for (const LinkKind kind : {LinkKind::session, LinkKind::password}) {
      const Reply other = ask(wish, kind);
      EXPECT_EQ(other.status, real.status) << wish.name << wish.email;
      EXPECT_EQ(other.body, real.body);
      EXPECT_TRUE(letters().empty()) << wish.name << wish.email;
    }
  store.fail_writes = true;
  EXPECT_EQ(ask({"Cora", ""}).status, 503) << "a write is waited for, whoever is meant";
  store.fail_writes = false;
}

TEST_F(LinksTest, NobodysMailboxIsFilled) {
  proven("Ann", "ann@example.org");
  for (const LinkWish& wish : {LinkWish{"Ann", ""}, LinkWish{"Nobody", ""}}) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(wish, i == 0 ? LinkKind::password : LinkKind::session).status, 200);
    const Reply refused = ask(wish);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.retry_after_s, 600);
  }
  now_ms += 600'000;
  EXPECT_EQ(ask({"Ann", ""}).status, 200);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(ask({"n" + std::to_string(i), ""}, LinkKind::session, "10.0.0.1").status, 200);
  EXPECT_EQ(ask({"another", ""}, LinkKind::session, "10.0.0.1").status, 429) << "of one visitor";
  EXPECT_EQ(ask({"another", ""}, LinkKind::session, "10.0.0.2").status, 200);
  // Whoever enters another's address into his account can have as few letters sent there.
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(ask_proof(with_address("Eve" + std::to_string(i), "victim@example.org")).status, 200);
  EXPECT_EQ(ask_proof(with_address("Eve", "victim@example.org")).status, 429);
}

TEST_F(LinksTest, GuessingALinkIsSlow) {
  proven("Ann", "ann@example.org");
  ask({"Ann", ""});
  const std::string token = token_in("ann@example.org", "sign-in");
  for (int i = 0; i < 30; ++i) EXPECT_EQ(enter_by("guess" + std::to_string(i), {}, "10.0.0.1").status, 403);
  EXPECT_EQ(enter_by(token, {}, "10.0.0.1").status, 429);
  EXPECT_EQ(enter_by(token, {}, "10.0.0.2").status, 200);
}

TEST_F(LinksTest, WhereNoMailGoesOutItIsSaid) {
  const Caller ann = proven("Ann", "ann@example.org");
  wait([&](auto done) { accounts->edit(visit(ann), {"anna@example.org", {}, {}, {}}, done); });
  base = "";
  for (const Reply& reply : {ask({"Ann", ""}), ask({"Nobody", ""}, LinkKind::password), ask_proof(ann)}) {
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(code(reply), "no-mail");
  }
  EXPECT_TRUE(letters().empty());
}

}  // namespace
}  // namespace cairn
