// A whole club as files and back: every table, every column. Files that anybody changed are refused by name and line,
// and nothing of them is taken in.
#include "server/store/club_files.h"

#include <fstream>
#include <iterator>
#include <random>
#include <set>

#include "server/store/club_lines.h"
#include "server/store/moving.h"
#include "server/store/sealer.h"
#include "server/tests/filled_club.h"
#include "server/tests/postgres_cluster.h"

namespace cairn {
namespace {

using namespace testing;

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string with(std::string text, const std::string& old, const std::string& fresh) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), fresh);
}

struct ClubFiles : FilledClub {
  std::string files = folder.path() + "/files";
  MoveWish wish{};

  MoveResult write_files(const std::string& from) {
    wish.from = read_move_place(from);
    wish.to = {files, ""};
    return export_club(wish, "1.2.3");
  }
  MoveResult read_files(const std::string& to) {
    wish.from = {files, ""};
    wish.to = read_move_place(to);
    return import_club(wish);
  }
  // What is said of the files when one of them has another text, and that nothing is taken in.
  std::string said_of(const std::string& name, const std::string& text) {
    const std::string path = files + "/" + name, before = text_of(path);
    write_text(path, text);
    const MoveResult result = read_files(other);
    write_text(path, before);
    EXPECT_NE(result.error, "") << name;
    EXPECT_TRUE(result.refused);
    if (fs::exists(other + "/cairn.db")) {
      const auto db = connect_sqlite(other + "/cairn.db");
      for (const MovedTable& table : plan.tables) EXPECT_EQ(count_rows(*db, table), table.seeded) << table.name;
    }
    return result.error;
  }
};

TEST_F(ClubFiles, EveryTableAndColumnGoesThereAndBack) {
  fill(data);
  const auto before = content_of_folder(data, plan);
  const MoveResult there = write_files(data);
  ASSERT_EQ(there.error, "");
  EXPECT_EQ(there.games, kUsualRows);
  const MoveResult back = read_files(other);
  ASSERT_EQ(back.error, "");
  EXPECT_EQ(back.digest, there.digest);
  EXPECT_EQ(back.rows, there.rows);
  EXPECT_EQ(back.games, there.games);
  EXPECT_EQ(content_of_folder(other, plan), before);
  EXPECT_EQ(database_digest(*connect_sqlite(data + "/cairn.db"), plan, [] { return false; }), there.digest)
      << "and servers may go on with it";
  EXPECT_EQ(fs::status(files).permissions(), fs::perms::owner_all);
  std::size_t count = 0;
  for (const auto& file : fs::directory_iterator(files)) {
    EXPECT_EQ(file.status().permissions(), fs::perms::owner_read | fs::perms::owner_write) << file.path();
    ++count;
  }
  EXPECT_EQ(count, plan.tables.size() + 1);
  EXPECT_FALSE(fs::exists(files + ".part"));
}

TEST_F(ClubFiles, GoFromOneEngineToTheOther) {
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  fill(data);
  const MoveResult there = write_files(data);
  ASSERT_EQ(there.error, "");
  const MoveResult in = read_files(cluster.url("club"));
  ASSERT_EQ(in.error, "");
  EXPECT_EQ(in.digest, there.digest);
  EXPECT_EQ(in.mended, 0);
  {
    const auto db = connect_url(cluster.url("club"));
    const std::int64_t last = db->run("SELECT MAX(id) FROM people").integer(0, 0);
    EXPECT_EQ(db->run("INSERT INTO people (name, created_ms) VALUES ('new', 1) RETURNING id").integer(0, 0), last + 1);
    db->execute("DELETE FROM people WHERE name = 'new'");
  }
  files += "-2";
  ASSERT_EQ(write_files(cluster.url("club")).error, "");
  ASSERT_EQ(read_files(other).error, "");
  EXPECT_EQ(content_of_folder(other, plan), content_of_folder(data, plan));
}

// PostgreSQL takes no such texts; the files have them as they are.
TEST_F(ClubFiles, BytesThatAreNoTextAreKept) {
  fs::create_directories(data);
  {
    const auto db = connect_sqlite(data + "/cairn.db");
    migrate(*db);
    db->run("INSERT INTO people (name, created_ms) VALUES ($1, 1), ($2, 1)",
            {std::string("Zo\xEB"), std::string("a\0b", 3)});
  }
  ASSERT_EQ(write_files(data).error, "");
  EXPECT_EQ(text_of(files + "/people.jsonl"),
            "{\"id\":1,\"name\":{\"base64\":\"Wm/r\"},\"created_ms\":1}\n"
            "{\"id\":2,\"name\":\"a\\u0000b\",\"created_ms\":1}\n");
  ASSERT_EQ(read_files(other).error, "");
  EXPECT_EQ(content_of_folder(other, plan), content_of_folder(data, plan));
  const PostgresCluster cluster;
  cluster.execute("CREATE DATABASE club");
  const MoveResult in = read_files(cluster.url("club"));
  ASSERT_EQ(in.error, "");
  EXPECT_EQ(in.mended, 2);
  EXPECT_EQ(connect_url(cluster.url("club"))->run("SELECT name FROM people WHERE id = 1").text(0, 0), "Zoë");
}

TEST_F(ClubFiles, ABrokenLineIsNamed) {
  fill(data);
  ASSERT_EQ(write_files(data).error, "");
  const std::string people = text_of(files + "/people.jsonl"), sessions = text_of(files + "/sessions.jsonl"),
                    ratings = text_of(files + "/ratings.jsonl");
  const std::pair<std::string, std::string> broken[] = {
      {with(people, "{\"id\":8,", "{\"id\":8,,"), "people.jsonl, line 2: this is not a JSON object"},
      {with(people, "{\"id\":8,", "[8]\n{\"id\":8,"), "people.jsonl, line 2: this is not a JSON object"},
      {with(people, "\n", "\n\n"), "people.jsonl, line 2: this is not a JSON object"},
      {with(people, "{\"id\":11,", "{"), "people.jsonl, line 3: the column id is missing"},
      {with(people, "{\"id\":11,", "{\"id\":11,\"shoe\":1,"), "people.jsonl, line 3: unknown column: shoe"},
      {with(people, "{\"id\":5,", "{\"id\":5.0,"), "line 1: the column id must be a whole number"},
      {with(people, "{\"id\":5,", "{\"id\":9223372036854775808,"), "line 1: the column id must be a whole number"},
      {with(people, "{\"id\":5,", "{\"id\":\"5\","), "line 1: the column id must be a whole number"},
      {with(people, "\"name\":\"1\"", "\"name\":1"), "line 2: the column name must be a string"},
      {with(people, "\"name\":\"1\"", "\"name\":{\"base64\":\"?\"}"), "line 2: the column name must be a string"},
      {with(people, "\"name\":\"1\"", "\"name\":\"\xFF\""), "line 2: this is not a JSON object"},
      {with(people, "\"name\":\"1\"", "\"name\":null"), "people.jsonl, line 2: the database refuses it"},
      {with(people, "{\"id\":8,", "{\"id\":5,"), "people.jsonl, line 2: the database refuses it"},
      {with(people, "\"name\":\"1\"", "\"name\":\"2\""), "people.jsonl was changed"},
      {people + with(people, "{\"id\":5,", "{\"id\":500,").substr(0, people.find('\n') + 3),
       "people.jsonl has 13 lines; club.json says 12"},
      {people.substr(people.find('\n') + 1), "people.jsonl has 11 lines; club.json says 12"},
      {people.substr(0, people.size() - 3), "people.jsonl, line 12: this is not a JSON object"},
      {"", "people.jsonl has 0 lines"},
      {std::string(1'000'000, '['), "people.jsonl, line 1: this is not a JSON object"}};
  for (const auto& [text, found] : broken) {
    const std::string said = said_of("people.jsonl", text);
    EXPECT_NE(said.find(found), std::string::npos) << found << ": " << said;
    EXPECT_NE(said.find("nothing was imported"), std::string::npos) << said;
  }
  EXPECT_NE(said_of("sessions.jsonl", with(sessions, "{\"base64\":", "{\"base65\":")).find("must be {\"base64\""),
            std::string::npos);
  EXPECT_NE(said_of("sessions.jsonl", with(sessions, "\"person\":5", "\"person\":6")).find("the database refuses it"),
            std::string::npos)
      << "of a person who is not there";
  EXPECT_NE(said_of("ratings.jsonl", with(ratings, "\"rating\":0.1", "\"rating\":1e999")).find("line 1"),
            std::string::npos);
  EXPECT_EQ(read_files(other).error, "") << "the whole files are taken in where broken ones were refused";
}

TEST_F(ClubFiles, AnotherManifestIsRefused) {
  fill(data);
  ASSERT_EQ(write_files(data).error, "");
  const std::string club = text_of(files + "/club.json");
  const auto schema = [&](std::int64_t other) {
    return with(club, "\"schema\": " + std::to_string(newest_schema()), "\"schema\": " + std::to_string(other));
  };
  const std::pair<std::string, std::string> broken[] = {
      {"", "does not describe a club"},
      {"{}", "does not describe a club"},
      {club.substr(0, club.size() / 2), "does not describe a club"},
      {with(club, "\"version\": 1", "\"version\": 2"), "\"version\": 1 of the format"},
      {schema(kFirstClubSchema), "unknown table: guesses"},
      {schema(kFirstClubSchema - 1), "this program reads files from version 48 on"},
      {schema(newest_schema() + 1), "use cairn 1.2.3, which wrote these files, or a newer version"},
      {with(club, "\"schema\"", "\"scheme\""), "\"schema\" or \"program\" is missing"},
      {with(club, "\"tables\"", "\"tablets\""), "\"tables\" is missing"},
      {with(club, "\"name\": \"people\"", "\"name\": \"shoes\""), "unknown table: shoes"},
      {with(club, "\"name\": \"people\"", "\"name\": \"accounts\""), "the table accounts lacks the column person"},
      {with(club, "\"name\": \"created_ms\"", "\"name\": \"shoe\""), "lacks the column created_ms"},
      {with(club, "\"columns\": [", R"("columns": [{"name":"shoe","type":"text"},)"),
       "the table people has an unknown column: shoe"},
      {with(club, "\"type\": \"integer\"", "\"type\": \"text\""), "other types than in this program"},
      {with(club, "\"rows\": 12,", "\"rows\": -12,"), "lacks \"rows\" or \"digest\""},
      {with(club, "\"digest\"", "\"dig\""), "the sums of its tables"}};
  for (const auto& [text, found] : broken) {
    const std::string said = said_of("club.json", text);
    EXPECT_NE(said.find(found), std::string::npos) << found << ": " << said;
  }
  EXPECT_FALSE(fs::exists(other)) << "no database was made";
  write_text(files + "/shoes.jsonl", "");
  EXPECT_NE(read_files(other).error.find("shoes.jsonl: unknown table"), std::string::npos);
  fs::remove(files + "/shoes.jsonl");
  fs::rename(files + "/talk.jsonl", files + "/talk.json");
  EXPECT_NE(read_files(other).error.find("there is no file " + files + "/talk.jsonl"), std::string::npos);
  EXPECT_FALSE(fs::exists(other));
}

// Whatever stands in the files, there is an answer, and what is taken in is what was written.
TEST(ClubLines, AnyChangedByteIsFound) {
  const MovePlan plan = move_plan();
  MovedTable all = plan.tables.front();
  all.columns = {
      {"i", ColumnType::integer}, {"r", ColumnType::real}, {"t", ColumnType::text}, {"b", ColumnType::bytes}};
  const SqlRow row = {std::int64_t{INT64_MIN}, 0.1, std::string("Zoë \"\\"), SqlBlob{1, 2, 255}};
  const std::string line = club_line(all, row);
  EXPECT_EQ(line, R"({"i":-9223372036854775808,"r":0.1,"t":"Zoë \"\\","b":{"base64":"AQL/"}})");
  ClubManifest manifest{plan.schema, "1.2.3", 5, {}};
  for (std::size_t i = 0; i < plan.tables.size(); ++i)
    manifest.tables.push_back({static_cast<std::int64_t>(i), {{i, i}}});
  const std::string club = club_manifest_text(manifest, plan);
  std::mt19937 random(1);  // NOLINT: the same each time
  const auto changed = [&](std::string text) {
    text[random() % text.size()] = static_cast<char>(random());
    if (random() % 3 == 0) text.erase(random() % text.size(), 1 + random() % 9);
    return text;
  };
  int taken = 0;
  for (int i = 0; i < 5'000; ++i) {
    SqlRow read, again;
    if (!read_club_line(all, changed(line), read).empty()) continue;
    ++taken;
    EXPECT_EQ(read_club_line(all, club_line(all, read), again), "");
    EXPECT_EQ(read, again);
    MoveDigest one, other;
    one.add(all, row);
    other.add(all, read);
    EXPECT_EQ(one == other, read == row) << club_line(all, read);
  }
  EXPECT_GT(taken, 100);
  for (int i = 0; i < 300; ++i) {
    ClubManifest read;
    const std::string text = changed(club);
    if (!read_club_schema(text, plan.schema, read).empty() || !read_club_tables(text, plan, read).empty()) continue;
    for (std::size_t t = 0; t < plan.tables.size(); ++t) {
      EXPECT_EQ(read.tables[t].rows, manifest.tables[t].rows) << text;
      EXPECT_EQ(read.tables[t].digest, manifest.tables[t].digest) << text;
    }
  }
}

// Files of an older schema give what a server makes of a database of that schema.
TEST_F(ClubFiles, OlderFilesAreMigrated) {
  for (std::int64_t schema = kFirstClubSchema; schema < newest_schema(); ++schema) {
    const std::string name = folder.path() + "/" + std::to_string(schema);
    plan = move_plan(schema);
    fill(name);
    files = name + "-files";
    fs::create_directories(files);
    ClubManifest manifest{schema, "0.1.9", 5, {}};
    {
      const auto db = connect_sqlite(name + "/cairn.db");
      for (const MovedTable& table : plan.tables) {
        ClubTable& written = manifest.tables.emplace_back();
        std::string text;
        MovedRows rows(*db, table, false);
        for (auto some = rows.next(); !some.empty(); some = rows.next())
          for (const SqlRow& row : some) {
            text += club_line(table, row) + "\n";
            written.digest.add(table, row);
            ++written.rows;
          }
        write_text(files + "/" + table.name + ".jsonl", text);
      }
      write_text(files + "/club.json", club_manifest_text(manifest, plan));
      migrate(*db);
    }
    const MoveResult read = read_files(name + "-read");
    ASSERT_EQ(read.error, "");
    ASSERT_FALSE(read.notes.empty());
    EXPECT_NE(read.notes[0].find("schema version " + std::to_string(schema) +
                                 " (cairn 0.1.9). The new database was migrated"),
              std::string::npos)
        << read.notes[0];
    EXPECT_EQ(connect_sqlite(name + "-read/cairn.db")->version(), newest_schema());
    plan = move_plan();
    EXPECT_EQ(content_of_folder(name + "-read", plan), content_of_folder(name, plan));
    write_text(files + "/people.jsonl", text_of(files + "/people.jsonl") + "{}\n");
    EXPECT_NE(read_files(name + "-broken").error.find("nothing was imported"), std::string::npos);
  }
}

TEST_F(ClubFiles, AnInterruptedOneLeavesNothingThatLooksWhole) {
  fill(data);
  int left = 0;
  wish.stop = [&left] { return --left < 0; };
  for (const int steps : {0, 5, 60, 90}) {
    left = steps;
    const MoveResult result = write_files(data);
    EXPECT_NE(result.error.find("interrupted; nothing was exported"), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(files));
    EXPECT_FALSE(fs::exists(files + ".part"));
  }
  left = 100'000;
  ASSERT_EQ(write_files(data).error, "");
  for (const int steps : {0, 40, 80, 150}) {
    left = steps;
    const MoveResult result = read_files(other);
    EXPECT_NE(result.error.find("interrupted; nothing was imported"), std::string::npos) << result.error;
    const auto db = connect_sqlite(other + "/cairn.db");
    for (const MovedTable& table : plan.tables) EXPECT_EQ(count_rows(*db, table), table.seeded) << table.name;
  }
  fs::remove_all(other);
  left = 100'000;
  EXPECT_EQ(read_files(other).error, "");
}

TEST_F(ClubFiles, AreRefusedWithAReason) {
  EXPECT_NE(write_files(data).error.find("contains no cairn.db"), std::string::npos);
  fill(data);
  fs::create_directories(files + ".part");
  EXPECT_NE(write_files(data).error.find("left by an interrupted export"), std::string::npos);
  EXPECT_TRUE(fs::exists(files + ".part"));
  fs::remove_all(files + ".part");
  EXPECT_NE(read_files(other).error.find("contains no club.json"), std::string::npos);
  files += "/";
  ASSERT_EQ(write_files(data).error, "");
  EXPECT_NE(write_files(data).error.find("already exists"), std::string::npos);
  EXPECT_NE(read_files(data).error.find("is not empty"), std::string::npos);
  refuse_writes(*connect_sqlite(data + "/cairn.db"), plan.guarded, {"m", MovingSide::source, "elsewhere"});
  EXPECT_NE(read_files(data).error.find("it is being moved to elsewhere"), std::string::npos);
  files = folder.path() + "/more";
  EXPECT_NE(write_files(data).error.find("it is being moved to elsewhere"), std::string::npos);
}

// Sealed secrets are of no use without their key.
TEST_F(ClubFiles, TheKeyOfSecretsIsBroughtByTheHost) {
  fs::create_directories(data);
  {
    const auto db = connect_sqlite(data + "/cairn.db");
    migrate(*db);
    claim_for(*db, std::get<Sealer>(read_sealer(data + "/secrets.key", true)));
  }
  const MoveResult there = write_files(data);
  ASSERT_EQ(there.notes.size(), 1U) << there.error;
  EXPECT_NE(there.notes[0].find("do not contain secrets.key"), std::string::npos);
  const MoveResult keyless = read_files(other);
  ASSERT_EQ(keyless.notes.size(), 1U) << keyless.error;
  EXPECT_NE(keyless.notes[0].find("Copy secrets.key"), std::string::npos) << keyless.notes[0];
  wish.secrets_key = data + "/secrets.key";
  EXPECT_TRUE(read_files(third).notes.empty());
  EXPECT_EQ(text_of(third + "/secrets.key"), text_of(data + "/secrets.key"));
}

TEST(ClubFilesPage, SaysWhatEachTableIs) {
  const std::string page = text_of(std::string(CAIRN_SOURCE) + "/docs/club-files.md");
  std::set<std::string> told, tables;
  for (const MovedTable& table : move_plan().tables) tables.insert(table.name);
  for (auto at = page.find("\n| `", page.find("## Tables")); at != std::string::npos; at = page.find("\n| `", at + 1)) {
    const auto begin = at + 4;
    told.insert(page.substr(begin, page.find('`', begin) - begin));
  }
  EXPECT_EQ(told, tables);
}

}  // namespace
}  // namespace cairn
