// What the tests of accounts share: accounts and a club without sockets, on a store that can be told to fail and with a
// clock that the test sets.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/library/data_export.h"
#include "server/people/accounts.h"
#include "server/protocol/export_to_client.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/tables_to_client.h"
#include "server/tests/hidden_row.h"
#include "server/tests/take_reply.h"
#include "server/tests/test_store.h"

namespace cairn {

inline constexpr std::int64_t kDay = 24LL * 3600 * 1000;

struct AccountsTest : ::testing::Test {
  std::mutex mutex;
  std::deque<std::function<void()>> posted;
  Store::Post post = [this](std::function<void()> what) {
    const std::lock_guard guard(mutex);
    posted.push_back(std::move(what));
  };
  std::int64_t now_ms = 1'700'000'000'000;
  std::vector<std::string> log;
  std::vector<TokenHash> open, closed;  // connections
  const GameInfo game = hidden_row_info();
  TestStore store{post};
  BotPool bots{1, post};
  PasswordPool pool{{.threads = 1, .waiting = 4, .passes = 1, .memory_bytes = 8192}, post};
  Admission admission;
  OpenGameRoom open_games;
  std::unique_ptr<TableService> table_service = make_table_service();
  std::unique_ptr<Accounts> accounts = make_accounts(*table_service);
  DataExport data_export{store, *table_service, world(), export_text};

  World world(std::span<const GameInfo> played, Store::Post to = {}) {
    return {played, [this] { return now_ms; }, [this] { return static_cast<double>(now_ms) / 1000; },
            [this](const std::string& text) { log.push_back(text); }, std::move(to)};
  }
  World world() { return world(std::span(&game, 1)); }
  std::unique_ptr<TableService> make_table_service() {
    EXPECT_TRUE(init_tokens());
    TableService::Settings settings;
    settings.open_games = [this] { return open_games; };
    return std::make_unique<TableService>(TableService::Stores{store.away, store.lists, store.people, store.tables},
                                          bots, world(), settings);
  }
  std::unique_ptr<Accounts> make_accounts(TableService& of) {
    Accounts::Settings settings;
    settings.admission = [this] { return admission; };
    settings.ended = [this](const Accounts::Callers& which) {
      for (const TokenHash& token : open) {
        Caller caller = callers[token];
        if (which(caller)) closed.push_back(token);
      }
    };
    return std::make_unique<Accounts>(Accounts::Stores{store.away, store.guesses, store.links, store.mail, store.people,
                                                       store.registrations, store.second_factors, store.talk},
                                      of, pool, world(), std::move(settings));
  }
  std::map<TokenHash, Caller> callers;  // of the open connections

  bool run_one() {
    std::function<void()> next;
    {
      const std::lock_guard guard(mutex);
      if (posted.empty()) return false;
      next = std::move(posted.front());
      posted.pop_front();
    }
    next();
    return true;
  }
  void run_until(const std::function<bool()>& done) {
    for (int i = 0; i < 10'000 && !done(); ++i)
      if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(done());
  }
  void settle() {
    while (run_one()) {
    }
  }
  template <class Ask>
  Reply wait(const Ask& ask) {
    std::optional<Reply> answer;
    ask(TakeReply{&answer});
    run_until([&] { return answer.has_value(); });
    return answer.value_or(Reply{});
  }
  std::optional<Caller> who(const std::string& token, bool bearer = false) { return who(*accounts, token, bearer); }
  std::optional<Caller> who(Accounts& at, const std::string& token, bool bearer = false) {
    std::optional<Found<Caller>> found;
    at.who(token, bearer, {}, [&](Found<Caller> one) { found = std::move(one); });
    run_until([&] { return found.has_value(); });
    EXPECT_EQ(found->error, "");
    return found->value;
  }
  // A connection that lives on, as a socket does.
  void connect(const std::string& token) {
    const auto caller = who(token);
    ASSERT_TRUE(caller);
    open.push_back(caller->token);
    callers[caller->token] = *caller;
  }
  bool is_closed(const std::string& token) const {
    return std::find(closed.begin(), closed.end(), hash_token(token)) != closed.end();
  }
  void tick() {
    accounts->tick();
    settle();
  }
  static Accounts::Visit visit(std::optional<Caller> caller = {}, const std::string& address = "",
                               const std::string& known = "") {
    return {std::move(caller), "Browser/1.0 (\xC3\xA9)", address, known, address};
  }
  // The letters that wait; they are gone afterwards.
  std::vector<Delivery> take_letters() {
    std::vector<Delivery> out;
    for (bool more = true; more;) {
      std::optional<Found<std::vector<Delivery>>> found;
      store.outbox.take_mails(now_ms, now_ms, 100, [&](const auto& all) { found = all; });
      run_until([&] { return found.has_value(); });
      more = !found->value->empty();
      for (const Delivery& one : *found->value) {
        out.push_back(one);
        store.outbox.note_delivery(one, {}, [](const Written&) {});
        settle();
      }
    }
    return out;
  }
  std::string enter(const std::string& name) {
    const Reply reply = wait([&](auto done) { accounts->enter(visit(), {name}, done); });
    EXPECT_EQ(reply.status, 201);
    return reply.new_token;
  }
  Reply sign_up(const std::string& name, std::optional<Caller> caller = {}) {
    return wait([&](auto done) { accounts->sign_up(visit(caller), {name, "password of " + name, "", false}, done); });
  }
  Reply sign_in(const std::string& name, const std::string& password, std::optional<Caller> caller = {},
                const std::string& address = "", const std::string& known = "") {
    return wait([&](auto done) { accounts->sign_in(visit(caller, address, known), {name, password}, done); });
  }
  std::string token_of(const std::string& name) { return sign_in(name, "password of " + name).new_token; }
  template <class T>
  Reply own(void (Accounts::*ask)(const Caller&, Done<T>), const Caller& caller) {
    return wait([&](auto done) { ((*accounts).*ask)(caller, done); });
  }
};

}  // namespace cairn
