// A whole database is looked through for damage, beside the server, and nobody waits for it.
#include "server/store/damage_check.h"

#include <gtest/gtest.h>

#include <fstream>

#include "server/store/reading.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

// Overwrites the first page of an index that nothing reads at the start.
void spoil(const std::string& file) {
  std::int64_t page = 0, size = 0;
  {
    const auto db = connect_sqlite_to_read(file);
    page = db->run("SELECT rootpage FROM sqlite_master WHERE name = 'study_reports_study'").integer(0, 0);
    size = db->run("PRAGMA page_size").integer(0, 0);
  }
  ASSERT_GT(page, 1);
  std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
  out.seekp((page - 1) * size);
  out << std::string(100, 'x');
}

TEST(DamageCheck, FindsWhatTheStartDoesNotSee) {
  const Folder folder;
  Loop loop;
  const auto found = [&] {
    const auto store = opened(sqlite_in(folder), loop);
    std::optional<StoreCheck> check;
    store->check_daily([&](const StoreCheck& found) { check = found; });
    loop.run_until([&] { return check.has_value(); });
    loop.wait([&](auto done) { store->people.add_guest("x", {}, 1, 2, done); });
    return check.value_or(StoreCheck{});
  };
  EXPECT_EQ(found().damage, "");
  EXPECT_EQ(check_folder(folder.path()).damage, "");
  spoil(folder.path() + "/cairn.db");
  const StoreCheck damaged = found();
  EXPECT_NE(damaged.damage, "");
  EXPECT_EQ(damaged.fault, "");
  EXPECT_EQ(check_folder(folder.path()).damage, damaged.damage);
  std::ofstream(folder.path() + "/cairn.db") << "no database at all" << std::string(4096, 'x');
  EXPECT_NE(check_folder(folder.path()).damage, "");
  EXPECT_NE(check_folder(folder.path() + "/none").fault, "");
}

// Says nothing until it is cut.
class SilentConnection final : public SqlConnection {
 public:
  SqlRows run(const char*, std::initializer_list<SqlValue>) override {
    std::unique_lock guard(mutex_);
    EXPECT_TRUE(wake_.wait_for(guard, std::chrono::seconds(60), [this] { return cut_; }));
    throw SqlError(SqlError::Kind::other, "interrupted");
  }
  SqlLater later(const char* sql, std::initializer_list<SqlValue> values) override {
    return std::make_shared<SqlRows>(run(sql, values));
  }
  void execute(const std::string&) override {}
  void begin() override {}
  void begin_read() override {}
  void commit() override {}
  void rollback() noexcept override {}
  void cut() noexcept override {
    const std::lock_guard guard(mutex_);
    cut_ = true;
    wake_.notify_all();
  }
  std::int64_t version() override { return 0; }
  std::string set_version_sql(std::int64_t) const override { return {}; }
  const SqlDialect& dialect() const override { return dialect_; }

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool cut_ = false;
  SqlDialect dialect_{};
};

TEST(DamageCheck, TheEndDoesNotWaitForIt) {
  int found = 0;
  std::atomic<bool> looks{false};
  const auto began = std::chrono::steady_clock::now();
  {
    const DamageCheck check([] { return std::make_unique<SilentConnection>(); },
                            [&](SqlConnection& db) {
                              looks = true;
                              return check_sqlite(db);
                            },
                            [](const std::function<void()>& what) { what(); }, [&](const StoreCheck&) { ++found; });
    while (!looks) std::this_thread::yield();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  EXPECT_EQ(found, 0) << "what was cut has found nothing";
}

}  // namespace
}  // namespace cairn
