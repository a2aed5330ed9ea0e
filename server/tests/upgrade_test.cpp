// Databases of older versions come to the present form, and hold afterwards what they held before. The files in
// fixtures/ were made by the steps as they were released: form 1 by version 0.1.0, the others by programs of November
// 2026. A change of a released step, or a new step that loses something, shows here.
#include <fstream>
#include <map>
#include <set>

#include "server/store/backup.h"
#include "server/store/migrations.h"
#include "server/store/reading.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/store_checks.h"

namespace cairn {
namespace {

using namespace testing;

std::string fixture(int form) {
  std::ifstream in(std::string(CAIRN_SOURCE) + "/server/tests/fixtures/form-" + std::to_string(form) + ".sql");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> column_of_text(SqlConnection& db, const char* sql, std::initializer_list<SqlValue> values) {
  const SqlRows rows = db.run(sql, values);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < rows.size(); ++i) texts.push_back(rows.text(i, 0));
  return texts;
}

using Columns = std::map<std::string, std::vector<std::string>>;  // of each table
Columns columns_of_all(SqlConnection& db) {
  Columns all;
  for (const std::string& table : column_of_text(
           db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name", {}))
    all[table] = column_of_text(db, "SELECT name FROM pragma_table_info($1) ORDER BY cid", {table});
  return all;
}

// Each row of these columns as a text, in an order of its own; statements are kept in `said`, for they are known by
// their addresses.
std::multiset<std::string> rows_of(SqlConnection& db, const std::string& table, const std::vector<std::string>& columns,
                                   std::vector<std::unique_ptr<std::string>>& said) {
  std::string row;
  for (const std::string& column : columns) row += (row.empty() ? "" : " || '|' || ") + ("quote(\"" + column + "\")");
  said.push_back(std::make_unique<std::string>("SELECT " + row + " FROM \"" + table + '"'));
  const auto rows = column_of_text(db, said.back()->c_str(), {});
  return {rows.begin(), rows.end()};
}

class Upgrade : public ::testing::TestWithParam<int> {
 protected:
  Folder folder_;
  Loop loop_;
  std::vector<std::unique_ptr<std::string>> said_;
  std::string data_ = folder_.path() + "/data";

  void SetUp() override {
    fs::create_directories(data_);
    fs::permissions(data_, fs::perms::owner_all);
    connect_sqlite(data_ + "/cairn.db")->execute(fixture(GetParam()));
  }
  // What is sealed at the start, and reads differently afterwards.
  static bool is_sealed(const std::string& table, const std::string& column) {
    const bool keys = table == "push_key" || table == "mail_key" || table == "address_key";
    return (table == "hooks" && column == "secret") || (keys && column == "key");
  }
};

TEST_P(Upgrade, KeepsEveryRowOfTheOlderVersion) {
  std::map<std::string, std::multiset<std::string>> before;
  Columns columns;
  {
    const auto db = connect_sqlite(data_ + "/cairn.db");
    ASSERT_EQ(db->version(), GetParam());
    columns = columns_of_all(*db);
    for (auto& [table, names] : columns) {
      std::erase_if(names, [&, name = table](const std::string& column) { return is_sealed(name, column); });
      before[table] = rows_of(*db, table, names, said_);
    }
  }
  {
    const OpenedStore opened = open_sqlite_store(data_, loop_.post());
    ASSERT_TRUE(opened.store) << opened.error;
    EXPECT_EQ(loop_.length(*opened.store, "id 0"), 3U) << "the moves of a game";
  }
  const auto db = connect_sqlite(data_ + "/cairn.db");
  EXPECT_EQ(db->version(), newest_schema());
  EXPECT_EQ(check_sqlite(*db), "");
  std::size_t rows = 0;
  for (const auto& [table, names] : columns) {
    EXPECT_EQ(rows_of(*db, table, names, said_), before[table]) << table;
    rows += before[table].size();
  }
  EXPECT_GE(rows, columns.size()) << "the fixture is nearly empty";
}

// The form after an upgrade is that of a new database, to the last index.
TEST_P(Upgrade, EndsAtTheFormOfANewDatabase) {
  { ASSERT_TRUE(open_sqlite_store(data_, loop_.post()).store); }
  { ASSERT_TRUE(open_sqlite_store(folder_.path() + "/new", loop_.post()).store); }
  const char* all = "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_master ORDER BY type, name";
  const auto upgraded = connect_sqlite(data_ + "/cairn.db"), made = connect_sqlite(folder_.path() + "/new/cairn.db");
  EXPECT_EQ(column_of_text(*upgraded, all, {}), column_of_text(*made, all, {}));
}

// A backup of an older program is restored, and a server takes it.
TEST_P(Upgrade, ReadsABackupOfTheOlderVersion) {
  const std::string file = folder_.path() + "/backup", other = folder_.path() + "/other";
  ASSERT_EQ(back_up(data_, file, false).error, "");
  ASSERT_EQ(restore(file, other, false).error, "");
  const OpenedStore opened = open_sqlite_store(other, loop_.post());
  EXPECT_TRUE(opened.store) << opened.error;
}

INSTANTIATE_TEST_SUITE_P(Forms, Upgrade, ::testing::Values(1, 38, 40),
                         [](const auto& form) { return "Form" + std::to_string(form.param); });

// An older server says in one sentence what a newer database means, and changes nothing.
TEST(UpgradeTooNew, IsSaidInOneSentenceAndChangesNothing) {
  const Folder folder;
  Loop loop;
  const std::string data = folder.path() + "/data";
  { ASSERT_TRUE(open_sqlite_store(data, loop.post()).store); }
  const std::string newer = std::to_string(migrations().size() + 1);
  {
    const auto db = connect_sqlite(data + "/cairn.db");
    db->execute("CREATE TABLE of_tomorrow (a TEXT); PRAGMA user_version = " + newer);
  }
  const OpenedStore opened = open_sqlite_store(data, loop.post());
  EXPECT_FALSE(opened.store);
  EXPECT_EQ(opened.error,
            "the data folder " + data +
                " cannot be used: it was written by a newer version of this program (it has schema version " + newer +
                ", this program knows " + std::to_string(migrations().size()) + "); use that version or a newer one");
  EXPECT_EQ(connect_sqlite(data + "/cairn.db")->version(), static_cast<std::int64_t>(migrations().size() + 1));
}

}  // namespace
}  // namespace cairn
