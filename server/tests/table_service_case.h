// What the tests of the table service share: one without sockets, on a store that can be told to fail.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <mutex>
#include <thread>

#include "server/base/tokens.h"
#include "server/protocol/tables_to_client.h"
#include "server/tables/table_service.h"
#include "server/tests/take_reply.h"
#include "server/tests/test_store.h"

namespace cairn {

struct Ear final : Listener {
  std::vector<Json> heard;
  void tell(std::shared_ptr<const std::string> text) override { heard.push_back(parse_json(*text)); }
};

struct TableServiceTest : ::testing::Test {
  std::mutex mutex;
  std::deque<std::function<void()>> posted;
  Store::Post post = [this](std::function<void()> what) {
    const std::lock_guard guard(mutex);
    posted.push_back(std::move(what));
  };
  std::vector<std::string> log;
  std::int64_t now = 1'000;
  TestStore store{post};
  BotPool bots{1, post};
  std::unique_ptr<TableService> table_service = make_table_service(2'000);

  std::unique_ptr<TableService> make_table_service(std::size_t kept) { return make_table_service(kept, store); }
  std::unique_ptr<TableService> make_table_service(std::size_t kept, Store& on) {
    EXPECT_TRUE(init_tokens());
    TableService::Settings settings;
    settings.tables_kept = kept;
    const World world{
        games(), [this] { return now; }, {}, [this](const std::string& text) { log.push_back(text); }, post};
    return std::make_unique<TableService>(TableService::Stores{on.away, on.lists, on.people, on.tables}, bots, world,
                                          std::move(settings));
  }
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
  template <class Ask>
  Reply wait(const Ask& ask) {
    std::optional<Reply> answer;
    ask(TakeReply{&answer});
    run_until([&] { return answer.has_value(); });
    return answer.value_or(Reply{0, "no answer", 0, {}});
  }
  void run_until(const std::function<bool()>& done) {
    for (int i = 0; i < 10'000 && !done(); ++i)
      if (!run_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(done());
  }
  Person enter(const std::string& name) {
    const TokenHash token = hash_token(new_token());
    std::optional<Written> written;
    store.people.add_guest(name, token, 1'000, 2'000, [&](const Written& guest) { written = guest; });
    run_until([&] { return written.has_value(); });
    return {written->key, name};
  }
  // Any registered game for two that hides nothing.
  std::string game() const {
    for (const GameInfo& info : games())
      if (!info.hidden && info.make({}).position.seats() == 2) return std::string(info.name);
    return {};
  }
  std::string create(const Person& person, CreateTable::Opponent opponent = CreateTable::Opponent::friends,
                     CreateTable::SeatWish seat = CreateTable::SeatWish::first) {
    CreateTable wish;
    wish.game = game();
    wish.opponent = opponent;
    wish.seat = seat;
    wish.seconds = 0.1;
    const Reply reply = wait([&](auto done) { table_service->create(person, wish, done); });
    EXPECT_EQ(reply.status, 200) << reply.body;
    return parse_json(reply.body).at("id").get<std::string>();
  }
  Json state(const std::string& table, const Person& person) { return state(*table_service, table, person); }
  Json state(TableService& of, const std::string& table, const Person& person) {
    return parse_json(wait([&](auto done) { of.state(table, person, done); }).body);
  }
  void listen(TableService& at, const std::string& table, const Person& person, Ear& ear) {
    std::optional<bool> good;
    at.listen(table, person, ear, [&](const Result<Unit>& listens) { good = static_cast<bool>(listens); });
    run_until([&] { return good.has_value(); });
    EXPECT_TRUE(good.value_or(false));
  }
  Command first_move(const Json& state, const std::string& request) {
    return {request, state.at("version").get<int>(), Command::Kind::play, {state.at("legal").at(0).get<std::string>()}};
  }
};

}  // namespace cairn
