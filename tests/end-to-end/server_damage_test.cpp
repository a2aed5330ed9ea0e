// What a machine does to a server: a disk that is full, a folder that may only be read or is taken away, a log whose
// end or a database whose middle is damaged. Each is made in earnest, with file systems and files; the server says what
// is wrong, and no acknowledged move is lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/rng.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

namespace fs = std::filesystem;

// A file system of its own, of a few megabytes.
class SmallDisk {
 public:
  SmallDisk(std::string path, const std::string& size) : path_(std::move(path)) {
    fs::create_directories(path_);
    mounted_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    if (!mounted_) why_ = std::strerror(errno);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  bool ok() const { return mounted_; }
  const std::string& why() const { return why_; }
  const std::string& path() const { return path_; }
  bool read_only() const { return ::mount("", path_.c_str(), "", MS_REMOUNT | MS_RDONLY, nullptr) == 0; }
  // Leaves so many bytes free.
  void fill(std::size_t but) const {
    std::ofstream ballast(path_ + "/ballast", std::ios::binary);
    const std::string block(4096, 'x');
    while (fs::space(path_).available > but && ballast.write(block.data(), 4096).flush()) {
    }
  }
  void empty() const { fs::remove(path_ + "/ballast"); }

 private:
  std::string path_, why_;
  bool mounted_ = false;
};

// Two guests who play games against each other, and what they were promised.
class Match {
 public:
  Response play(std::uint16_t port) {
    Client client(port);
    if (cookies_[0].empty())
      for (std::string& cookie : cookies_) {
        Client guest(port);
        guest.enter("Guest");
        cookie = "cairn_session=" + guest.cookie();
      }
    if (games_.empty() || legal(client).empty()) {
      const Response made = client.ask("POST", "/api/tables",
                                       R"({"game":"margo","options":{"size":6},"opponent":"friend","seat":"first"})",
                                       {{"Content-Type", "application/json"}, {"Cookie", cookies_[0]}});
      if (made.status != 201) return made;
      const std::string id = made.json().at("id").get<std::string>();
      const Response joined = client.ask("POST", "/api/tables/" + id + "/join", "", {{"Cookie", cookies_[1]}});
      if (joined.status != 200) return joined;
      games_.push_back({id, {}});
      open_.clear();
    }
    Game& game = games_.back();
    const std::size_t number = game.words.size();
    if (open_.empty()) {  // what was not answered is sent again as it was
      const Json words = legal(client);
      if (words.empty()) return {};
      open_ = words.at(rng_.below(static_cast<std::uint32_t>(words.size()))).get<std::string>();
    }
    const Json command = {{"request", "m" + std::to_string(number)},
                          {"version", 1 + static_cast<int>(number)},
                          {"command", "play"},
                          {"word", open_}};
    const Response answer = client.ask("POST", "/api/tables/" + game.id + "/commands", command.dump(),
                                       {{"Content-Type", "application/json"}, {"Cookie", cookies_[number % 2]}});
    if (answer.status == 200) {
      game.words.push_back(open_);
      open_.clear();
      ++moves_;
    }
    return answer;
  }
  // Every acknowledged move is there, once and in order; of the last game perhaps the one that was not answered.
  void check(std::uint16_t port) {
    Client client(port);
    for (const Game& game : games_) {
      const Json moves = state(client, game.id, 0).at("moves");
      const std::size_t more = &game == &games_.back() && !open_.empty() ? 1 : 0;
      ASSERT_TRUE(moves.size() == game.words.size() || moves.size() == game.words.size() + more)
          << moves.size() << " of " << game.words.size();
      for (std::size_t i = 0; i < game.words.size(); ++i) EXPECT_EQ(moves.at(i).at("word"), game.words[i]);
    }
  }
  // What is left of it is the beginning of what was played, and it goes on behind that. How many moves are missing.
  std::size_t take_what_is_left(std::uint16_t port) {
    Client client(port);
    std::size_t missing = 0;
    open_.clear();
    std::erase_if(games_, [&](const Game& game) {
      const Json found = state(client, game.id, 0);
      if (!found.contains("moves")) missing += game.words.size();
      return !found.contains("moves");
    });
    for (Game& game : games_) {
      const Json moves = state(client, game.id, 0).at("moves");
      EXPECT_LE(moves.size(), game.words.size());
      for (std::size_t i = 0; i < moves.size(); ++i) EXPECT_EQ(moves.at(i).at("word"), game.words[i]);
      missing += game.words.size() - moves.size();
      game.words.resize(moves.size());
    }
    return missing;
  }
  int moves() const { return moves_; }

 private:
  struct Game {
    std::string id;
    std::vector<std::string> words;  // acknowledged
  };
  Json state(Client& client, const std::string& id, std::size_t seat) const {
    return client.ask("GET", "/api/tables/" + id, "", {{"Cookie", cookies_[seat]}}).json();
  }
  Json legal(Client& client) const {
    const Json found = state(client, games_.back().id, games_.back().words.size() % 2);
    return found.is_object() && found.contains("legal") ? found.at("legal") : Json::array();
  }

  std::string cookies_[2];
  std::vector<Game> games_;
  std::string open_;  // sent and not acknowledged
  int moves_ = 0;
  Rng rng_{1};
};

void play_some(Match& match, std::uint16_t port, int moves) {
  for (int i = 0; i < moves; ++i) {
    const Response answer = match.play(port);
    ASSERT_EQ(answer.status, 200) << answer.body;
  }
}

// Whether /readyz comes to say this: "" that it is ready.
bool comes_to_say(std::uint16_t port, const std::string& why) {
  return wait_for([&] {
    const Response answer = Client(port).get("/readyz");
    if (why.empty()) return answer.status == 200;
    return answer.status == 503 && answer.json().at("why") == why;
  });
}

// A move is refused, and until when nobody can say.
void expect_refusal(Match& match, std::uint16_t port) {
  const Response refused = match.play(port);
  EXPECT_EQ(refused.status, 503) << refused.body;
  EXPECT_EQ(refused.code(), "unavailable");
}

TEST(ServerDamage, AFullDiskRefusesMovesAndLosesNone) {
  const TempFolder folder;
  const SmallDisk disk(folder.path() + "/disk", "8m");
  if (!disk.ok()) GTEST_SKIP() << "NOT TESTED: this machine lets nobody mount a small disk (" << disk.why() << ")";
  const std::string data = disk.path() + "/data", log = folder.path() + "/log";
  Match match;
  {
    Process server({"--data", data}, log);
    play_some(match, server.port(), 20);
    disk.fill(64 * 1024);
    Response answer;
    for (int i = 0; i < 20'000; ++i)
      if (answer = match.play(server.port()); answer.status != 200) break;
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_EQ(answer.code(), "unavailable");
    EXPECT_TRUE(answer.headers.contains("retry-after"));
    EXPECT_NE(bytes_of_file(log).find("full"), std::string::npos) << bytes_of_file(log);
    match.check(server.port());  // reading goes on
    EXPECT_TRUE(comes_to_say(server.port(), "the store cannot be written: the disk is full")) << bytes_of_file(log);
    disk.empty();
    EXPECT_TRUE(comes_to_say(server.port(), "")) << bytes_of_file(log);
    for (int i = 0; i < 100 && answer.status != 200; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      answer = match.play(server.port());
    }
    EXPECT_EQ(answer.status, 200) << "there is room again: " << answer.body;
    play_some(match, server.port(), 20);
    disk.fill(0);
    for (int i = 0; i < 20'000 && match.play(server.port()).status == 200; ++i) {
    }
    server.end(SIGKILL);
  }
  // As full as it was when it was killed.
  if (Process again({"--data", data}, log); again.port() != 0)
    match.check(again.port());
  else
    EXPECT_EQ(WEXITSTATUS(again.end(SIGTERM)), 2) << bytes_of_file(log);
  disk.empty();
  Process last({"--data", data}, log);
  ASSERT_NE(last.port(), 0) << bytes_of_file(log);
  match.check(last.port());
  play_some(match, last.port(), 5);
  EXPECT_GT(match.moves(), 45);
  last.end(SIGTERM);
  EXPECT_EQ(run_cairn("admin stats --data " + data), 0);
}

TEST(ServerDamage, AFolderThatIsTakenAwayIsSaidAndComesBack) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", away = folder.path() + "/away", log = folder.path() + "/log";
  const std::string why = "the store cannot be written: its file is gone";
  Match match;
  Process server({"--data", data}, log);
  play_some(match, server.port(), 10);
  EXPECT_TRUE(comes_to_say(server.port(), ""));
  fs::rename(data, away);
  EXPECT_TRUE(comes_to_say(server.port(), why)) << "though nobody writes: " << bytes_of_file(log);
  expect_refusal(match, server.port());
  EXPECT_FALSE(fs::exists(data)) << "a fresh one would begin without all that was";
  EXPECT_NE(bytes_of_file(log).find("cairn.db was moved or removed"), std::string::npos) << bytes_of_file(log);
  fs::rename(away, data);
  EXPECT_TRUE(comes_to_say(server.port(), "")) << bytes_of_file(log);
  play_some(match, server.port(), 10);
  match.check(server.port());

  // Removed, and another of its name is there.
  fs::rename(data, away);
  fs::copy(away, data, fs::copy_options::recursive);
  const std::string file = bytes_of_file(data + "/cairn.db"), wal = bytes_of_file(data + "/cairn.db-wal");
  EXPECT_TRUE(comes_to_say(server.port(), why)) << bytes_of_file(log);
  expect_refusal(match, server.port());
  server.end(SIGTERM);
  EXPECT_TRUE(bytes_of_file(data + "/cairn.db") == file && bytes_of_file(data + "/cairn.db-wal") == wal)
      << "what is none of the server's was changed";
  fs::remove_all(data);
  fs::rename(away, data);
  Process again({"--data", data}, log);
  ASSERT_NE(again.port(), 0) << bytes_of_file(log);
  match.check(again.port());
  play_some(match, again.port(), 5);
}

TEST(ServerDamage, ALogThatIsRemovedIsSaidAndNoMoveIsLost) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", log = folder.path() + "/log";
  Match match;
  {
    Process server({"--data", data}, log);
    play_some(match, server.port(), 20);
    ASSERT_TRUE(fs::remove(data + "/cairn.db-wal"));
    EXPECT_TRUE(comes_to_say(server.port(), "the store cannot be written: its file is gone")) << bytes_of_file(log);
    expect_refusal(match, server.port());
    EXPECT_NE(bytes_of_file(log).find("cairn.db-wal was moved or removed"), std::string::npos) << bytes_of_file(log);
    server.end(SIGKILL);
  }
  Process again({"--data", data}, log);
  ASSERT_NE(again.port(), 0) << bytes_of_file(log);
  match.check(again.port());
  play_some(match, again.port(), 5);
}

TEST(ServerDamage, AFolderThatMayOnlyBeReadIsSaid) {
  const TempFolder folder;
  const SmallDisk disk(folder.path() + "/disk", "8m");
  if (!disk.ok()) GTEST_SKIP() << "NOT TESTED: this machine lets nobody mount a small disk (" << disk.why() << ")";
  Match match;
  {
    Process server({"--data", disk.path() + "/data"});
    play_some(match, server.port(), 20);
    server.end(SIGTERM);
  }
  ASSERT_TRUE(disk.read_only()) << std::strerror(errno);
  const Ran ran = tell_cairn("serve --port 0 --data " + disk.path() + "/data");
  EXPECT_EQ(ran.status, 2);
  EXPECT_NE(ran.err.find(disk.path()), std::string::npos) << ran.said();
  EXPECT_NE(ran.err.find("ead-only"), std::string::npos) << ran.said();
}

TEST(ServerDamage, APostgresThatMayOnlyBeReadRefusesMovesAndLosesNone) {
  PostgresCluster postgres;
  Match match;
  const TempFolder folder;
  Process server({"--database", postgres.url("postgres")}, folder.path() + "/log");
  ASSERT_NE(server.port(), 0) << bytes_of_file(folder.path() + "/log");
  play_some(match, server.port(), 10);
  postgres.execute("ALTER SYSTEM SET default_transaction_read_only = on");
  postgres.execute("SELECT pg_reload_conf()");
  Response answer;
  for (int i = 0; i < 2'000; ++i)
    if (answer = match.play(server.port()); answer.status != 200) break;
  EXPECT_EQ(answer.status, 503) << answer.body;
  EXPECT_EQ(answer.code(), "unavailable");
  match.check(server.port());
  // By a tool of its own: our connections take no server that may not be written.
  EXPECT_EQ(postgres.run({"psql", "-h", postgres.folder(), "-U", "cairn", "-d", "postgres", "-c",
                          "SET default_transaction_read_only = off", "-c",
                          "ALTER SYSTEM RESET default_transaction_read_only", "-c", "SELECT pg_reload_conf()"}),
            0);
  for (int i = 0; i < 200 && answer.status != 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    answer = match.play(server.port());
  }
  EXPECT_EQ(answer.status, 200) << answer.body;
  play_some(match, server.port(), 10);
  match.check(server.port());
}

// The end comes in the time that is promised, and at once by a second signal.
TEST(ServerDamage, APostgresThatStandsStillKeepsNobodyAtTheEnd) {
  PostgresCluster postgres;
  const TempFolder folder;
  Match match;
  for (const bool twice : {false, true}) {
    const std::string log = folder.path() + (twice ? "/twice" : "/once");
    Process server({"--database", postgres.url("postgres")}, log);
    ASSERT_NE(server.port(), 0) << bytes_of_file(log);
    play_some(match, server.port(), 5);
    postgres.freeze();
    const std::string guest =
        "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 14\r\n\r\n{\"name\":\"Gus\"}";
    Wire waits(server.port());
    ASSERT_TRUE(waits.send(guest)) << "a write that is not answered";
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    server.send(SIGTERM);
    if (twice) {
      EXPECT_TRUE(wait_for([&] { return bytes_of_file(log).find(": stopping") != std::string::npos; }));
      server.send(SIGTERM);
    }
    EXPECT_TRUE(server.ends_within(std::chrono::seconds(8))) << bytes_of_file(log);
    EXPECT_EQ(bytes_of_file(log).find("second signal") != std::string::npos, twice) << bytes_of_file(log);
    postgres.thaw();
  }
  Process again({"--database", postgres.url("postgres")}, folder.path() + "/again");
  ASSERT_NE(again.port(), 0) << bytes_of_file(folder.path() + "/again");
  match.check(again.port());
}

// Killed, so that the newest moves stand in the log alone.
void play_and_kill(Match& match, const std::string& data, int moves) {
  Process server({"--data", data});
  ASSERT_NE(server.port(), 0);
  play_some(match, server.port(), moves);
  server.end(SIGKILL);
}

TEST(ServerDamage, HalfAWriteAtTheEndOfTheLogIsNoMove) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", log = data + "/cairn.db-wal";
  Match match;
  play_and_kill(match, data, 30);
  ASSERT_GT(fs::file_size(log), 0U);
  // The power went while the next was written: half of a frame, never acknowledged.
  const std::string whole = bytes_of_file(log);
  std::ofstream(log, std::ios::binary | std::ios::app) << whole.substr(32, 2'000);
  Process server({"--data", data});
  ASSERT_NE(server.port(), 0);
  match.check(server.port());
  EXPECT_EQ(match.take_what_is_left(server.port()), 0U);
  play_some(match, server.port(), 10);
  match.check(server.port());
}

// A disk that lost what it had said was written takes moves with it: those and no others, and every game goes on.
TEST(ServerDamage, ALogWhoseEndIsDamagedLosesTheEndAlone) {
  for (const bool cut : {true, false}) {
    const TempFolder folder;
    const std::string data = folder.path() + "/data", log = data + "/cairn.db-wal";
    Match match;
    play_and_kill(match, data, 60);
    const auto size = fs::file_size(log);
    ASSERT_GT(size, 20'000U);
    if (cut) {
      fs::resize_file(log, size - 10'001);
    } else {
      std::fstream file(log, std::ios::binary | std::ios::in | std::ios::out);
      file.seekp(static_cast<std::streamoff>(size) - 10'001);
      file << std::string(10'001, 'x');
    }
    Process server({"--data", data});
    ASSERT_NE(server.port(), 0);
    const std::size_t missing = match.take_what_is_left(server.port());
    EXPECT_GT(missing, 0U) << "else nothing was damaged";
    EXPECT_LT(missing, 30U);
    play_some(match, server.port(), 10);
    match.check(server.port());
    server.end(SIGTERM);
    const Ran ran = tell_cairn("backup " + folder.path() + "/copy --data " + data);
    EXPECT_EQ(ran.status, 0) << ran.said();  // which checks the whole copy
  }
}

TEST(ServerDamage, DamageInTheMiddleIsFoundWhileTheServerServes) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", file = data + "/cairn.db", log = folder.path() + "/log",
                    copy = folder.path() + "/copy";
  Match match;
  {
    Process server({"--data", data}, log);
    play_some(match, server.port(), 10);
    EXPECT_TRUE(wait_for([&] { return bytes_of_file(log).find("database checked: no damage") != std::string::npos; }));
    EXPECT_NE(Client(server.port()).get("/metrics").body.find("\ncairn_store_damaged 0\n"), std::string::npos);
    const Ran sound = tell_cairn("admin check --data " + data);
    EXPECT_EQ(sound.status, 0) << sound.said();
    EXPECT_NE(sound.out.find(data + ": no damage"), std::string::npos) << sound.said();
    server.end(SIGTERM);
  }
  ASSERT_EQ(run_cairn("backup " + copy + " --data " + data), 0);
  std::int64_t page = 0, size = 0;
  {
    const auto db = connect_sqlite_to_read(file);  // of an index that no game needs
    page = db->run("SELECT rootpage FROM sqlite_master WHERE name = 'study_reports_study'").integer(0, 0);
    size = db->run("PRAGMA page_size").integer(0, 0);
  }
  ASSERT_GT(page, 1);
  {
    std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
    damaged.seekp((page - 1) * size);
    damaged << std::string(100, 'x');
  }
  {
    Process server({"--data", data}, log);
    ASSERT_NE(server.port(), 0) << bytes_of_file(log);
    EXPECT_TRUE(wait_for([&] { return bytes_of_file(log).find("the database is damaged") != std::string::npos; }));
    EXPECT_NE(Client(server.port()).get("/metrics").body.find("\ncairn_store_damaged 1\n"), std::string::npos);
    play_some(match, server.port(), 5);
    const Ran found = tell_cairn("admin check --data " + data);
    EXPECT_EQ(found.status, 1) << found.said();
    EXPECT_NE(found.err.find("is damaged: "), std::string::npos) << found.said();
    server.end(SIGTERM);
  }
  EXPECT_EQ(run_cairn("restore " + copy + " --force --data " + data), 0);
  EXPECT_EQ(run_cairn("admin check --data " + data), 0);
  Process server({"--data", data}, log);
  EXPECT_EQ(match.take_what_is_left(server.port()), 5U) << "what came after the backup";
}

TEST(ServerDamage, ADamagedDatabaseIsSaidAndLeftAsItIs) {
  const TempFolder folder;
  const std::string data = folder.path() + "/data", file = data + "/cairn.db";
  Match match;
  {
    Process server({"--data", data});
    play_some(match, server.port(), 10);
    server.end(SIGTERM);
  }
  EXPECT_FALSE(std::filesystem::exists(file + "-wal")) << "a server that ends by itself leaves one whole file";
  {
    std::fstream damaged(file, std::ios::binary | std::ios::in | std::ios::out);
    damaged << std::string(100, 'x');
  }
  const std::string before = bytes_of_file(file);
  const Ran ran = tell_cairn("serve --port 0 --data " + data);
  EXPECT_EQ(ran.status, 2) << ran.said();
  EXPECT_NE(ran.err.find(data), std::string::npos) << ran.said();
  EXPECT_TRUE(bytes_of_file(file) == before) << "the damaged file was changed";
}

}  // namespace
}  // namespace cairn::testing
