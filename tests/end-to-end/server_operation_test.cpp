// What a host needs of a running server: metrics, readiness, drain, settings read again, logs without secrets.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "core/text.h"
#include "server/store/sqlite_connection.h"
#include "server/tests/postgres_cluster.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Asks until it is so; false after twenty seconds.
template <class Ask>
bool becomes(const Ask& ask) {
  for (int i = 0; i < 2000; ++i) {
    if (ask()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// Samples by name with labels. Fails the test where the text is not of the format.
std::map<std::string, double> samples_of(const std::string& text) {
  static const std::regex kSample(R"re(([a-z_]+)(\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? ([0-9.e+-]+|\+Inf))re");
  std::map<std::string, double> samples;
  std::set<std::string> families;
  std::string type;
  for (const auto line_view : split(text, '\n')) {
    const std::string line(line_view);
    if (line.rfind("# TYPE ", 0) == 0) {
      EXPECT_TRUE(families.insert(line.substr(7, line.find(' ', 7) - 7)).second) << line;
      type = line.substr(line.rfind(' ') + 1);
      continue;
    }
    if (line.empty() || line[0] == '#') continue;
    std::smatch match;
    if (!std::regex_match(line, match, kSample)) {
      ADD_FAILURE() << line;
      continue;
    }
    const std::string family = std::regex_replace(match[1].str(), std::regex("_(bucket|sum|count)$"), "");
    EXPECT_TRUE(families.contains(type == "histogram" ? family : match[1].str())) << line;
    samples[match[1].str() + match[2].str()] = std::stod(match[3].str());
  }
  return samples;
}

TEST(ServerMetrics, CountWhatHappened) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), bob(running.port()), prometheus(running.port());
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  TableEar ear(bob, table);
  ASSERT_EQ(ear.next().at("type"), "state");
  ASSERT_EQ(ann.command(table, "a", 1, "A1").status, 200);
  ASSERT_EQ(ear.next_of("change").at("type"), "change");
  ASSERT_EQ(bob.command(table, "b", 2, "A1").status, 422);
  ASSERT_EQ(ann.get("/no-such-page").status, 404);

  const Response answer = prometheus.get("/metrics");
  ASSERT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  auto samples = samples_of(answer.body);
  const auto value = [&](const std::string& name) {
    EXPECT_TRUE(samples.contains(name)) << name << "\n" << answer.body;
    return samples[name];
  };
  EXPECT_EQ(value(R"(cairn_http_requests_total{route="enter",status="201"})"), 2);
  EXPECT_EQ(value(R"(cairn_http_requests_total{route="command",status="200"})"), 1);
  EXPECT_EQ(value(R"(cairn_http_requests_total{route="command",status="422"})"), 1);
  EXPECT_EQ(value(R"(cairn_http_requests_total{route="socket",status="101"})"), 1);
  EXPECT_EQ(value(R"(cairn_http_requests_total{route="page",status="404"})"), 1);
  EXPECT_EQ(value(R"(cairn_http_request_seconds_count{route="command"})"), 2);
  EXPECT_EQ(value(R"(cairn_http_request_seconds_bucket{route="command",le="+Inf"})"), 2);
  EXPECT_EQ(value("cairn_moves_stored_total"), 2) << "a join and a move";
  EXPECT_GE(value("cairn_store_group_size_sum"), 5) << "and two guests and a table; a slow run sees the desks' own too";
  EXPECT_EQ(value("cairn_store_group_size_count"), value("cairn_store_commit_seconds_count"));
  EXPECT_EQ(value(R"(cairn_store_faults_total{kind="write"})"), 0);
  EXPECT_EQ(value("cairn_tables_in_memory"), 1);
  EXPECT_EQ(value("cairn_sockets"), 1);
  EXPECT_EQ(value("cairn_connections"), 4) << "three of HTTP, and the socket";
  EXPECT_EQ(value("cairn_messages_out_total"), 2);
  EXPECT_EQ(value("cairn_bots_waiting"), 0);
  EXPECT_EQ(value("cairn_ready"), 1);
  EXPECT_GT(value("process_resident_memory_bytes"), 1e6);
  EXPECT_GT(value("process_cpu_seconds_total"), 0);
  const std::string page = read_file(std::string(CAIRN_SOURCE) + "/docs/hosting.md");
  for (const auto line : split(answer.body, '\n')) {
    if (line.substr(0, 7) != "# TYPE ") continue;
    std::string name(split_words(line).at(2));
    if (name.rfind("cairn_", 0) == 0) name.erase(0, 6);
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name << " is not told of";
  }
  ear.cut();
  EXPECT_TRUE(becomes([&] { return samples_of(prometheus.get("/metrics").body)["cairn_sockets"] == 0; }));
  EXPECT_TRUE(
      becomes([&] { return samples_of(prometheus.get("/metrics").body)["cairn_loop_lag_seconds_count"] >= 2; }));
}

TEST(ServerMetrics, AreNotForEverybody) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  for (const char* header : {"X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"}) {
    const Running running(config);
    Client proxy(running.port());
    const Response answer = proxy.ask("GET", "/metrics", "", {{header, "127.0.0.1"}});
    EXPECT_EQ(answer.status, 403) << header;
    EXPECT_EQ(answer.body.find("cairn_"), std::string::npos);
    config.behind_proxy = !config.behind_proxy;
  }
  config.metrics_from = {"10.0.0.0/8"};
  {
    const Running running(config);
    EXPECT_EQ(Client(running.port()).get("/metrics").code(), "not-for-you");
  }
  config.metrics = false;
  const Running running(config);
  EXPECT_EQ(Client(running.port()).get("/metrics").status, 404);
}

TEST(ServerReady, OnlyWhileTheStoreAnswers) {
  const TempFolder folder;
  const ServerConfig config = config_for(folder);
  const Running running(config);
  Client balancer(running.port());
  const auto ready_is = [&](int status) { return becomes([&] { return balancer.get("/readyz").status == status; }); };
  EXPECT_TRUE(ready_is(200));
  EXPECT_EQ(balancer.get("/readyz").json(), (Json{{"ready", true}}));
  const auto db = connect_sqlite(config.data + "/cairn.db");
  db->execute("ALTER TABLE tables RENAME TO lost");
  EXPECT_TRUE(ready_is(503));
  EXPECT_EQ(balancer.get("/readyz").json(), (Json{{"ready", false}, {"why", "the store cannot be read"}}));
  EXPECT_EQ(balancer.get("/healthz").status, 200) << "it is alive";
  db->execute("ALTER TABLE lost RENAME TO tables");
  EXPECT_TRUE(ready_is(200));
}

TEST(ServerReady, NotWhileTheDatabaseIsDown) {
  PostgresCluster cluster;
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.database = cluster.url("postgres");
  const Running running(config);
  Client balancer(running.port());
  const auto ready_is = [&](int status) { return becomes([&] { return balancer.get("/readyz").status == status; }); };
  EXPECT_TRUE(ready_is(200));
  cluster.stop(SIGINT);
  EXPECT_TRUE(ready_is(503));
  EXPECT_EQ(balancer.get("/healthz").status, 200);
  cluster.start();
  EXPECT_TRUE(ready_is(200));
}

TEST(ServerReady, DrainsBeforeItEnds) {
  const TempFolder folder;
  Process process({"--data", folder.path() + "/data", "--drain-seconds", "600"}, folder.path() + "/log");
  Client ann(process.port()), balancer(process.port());
  ann.enter("Ann");
  ASSERT_TRUE(becomes([&] { return balancer.get("/readyz").status == 200; }));
  process.send(SIGTERM);
  EXPECT_TRUE(becomes([&] { return balancer.get("/readyz").status == 503; }));
  const Response answer = balancer.get("/readyz");
  EXPECT_EQ(answer.json().at("why"), "this server is ending");
  EXPECT_EQ(answer.headers.at("connection"), "close") << "so that clients go elsewhere";
  const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
  EXPECT_EQ(ann.command(table, "a", 0, "A1").status, 200) << "who is here is served";
  const int status = process.end(SIGTERM);  // the second
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_NE(read_file(folder.path() + "/log").find("info: draining seconds=600\n"), std::string::npos);
}

TEST(ServerReload, TakesWhatCanChangeAndKeepsTheRest) {
  const TempFolder folder;
  const std::string file = folder.path() + "/cairn.toml", log = folder.path() + "/log", web = folder.path() + "/web";
  const auto configure = [&](const std::string& text) {
    write_file(file, "web = \"" + web + "\"\ndata = \"" + folder.path() + "/data\"\n" + text);
  };
  write_file(web + "/index.html", "the old client");
  configure("metrics = false\n");
  Process process({"--config", file}, log);
  Client ann(process.port());
  EXPECT_EQ(ann.get("/").body, "the old client");
  EXPECT_EQ(ann.get("/metrics").status, 404);

  write_file(web + "/index.html", "the new client");
  configure("metrics = true\ntables-in-memory = 77\n");
  process.send(SIGHUP);
  EXPECT_TRUE(becomes([&] { return ann.get("/metrics").status == 200; }));
  EXPECT_TRUE(becomes([&] { return ann.get("/").body == "the new client"; }));
  std::string said = read_file(log);
  EXPECT_NE(said.find("info: setting changed setting=metrics\n"), std::string::npos) << said;
  EXPECT_NE(said.find("warning: a changed setting takes effect after a restart setting=tables-in-memory\n"),
            std::string::npos)
      << said;

  configure("metrics = false\nmetrix = true\n");
  process.send(SIGHUP);
  EXPECT_TRUE(becomes([&] { return read_file(log).find("all stay as they were") != std::string::npos; }));
  said = read_file(log);
  EXPECT_NE(said.find(":4: \"metrix\" is not a setting; did you mean \"metrics\"?"), std::string::npos) << said;
  EXPECT_EQ(ann.get("/metrics").status, 200);
}

TEST(ServerReload, ANewLimitHolds) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  const std::string file = folder.path() + "/cairn.toml", log = folder.path() + "/log";
  write_file(file, "requests-at-once = 10000\n");
  Process process({"--config", file, "--data", folder.path() + "/data", "--no-rate-limits=false"}, log);
  Client ann(process.port());
  for (int i = 0; i < 300; ++i) ASSERT_EQ(ann.get("/healthz").status, 200) << i;
  write_file(file, "requests-at-once = 3\nrequests-per-second = 0.01\n");
  process.send(SIGHUP);
  EXPECT_TRUE(becomes([&] { return ann.get("/healthz").status == 429; }));
}

// Everything that a browser sends in confidence, and a database's password: nowhere in a log, however much is logged.
TEST(ServerLog, HoldsNoSecrets) {
  const TempFolder folder;
  for (const char* format : {"text", "json"}) {
    const std::string log = folder.path() + "/" + format;
    Process process({"--data", folder.path() + "/data", "--log-level", "debug", "--log-format", format}, log);
    Client ann(process.port());
    ann.enter("SecretName");
    const std::string table = ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}});
    ASSERT_EQ(ann.command(table, "SecretRequest", 0, "A1").status, 200);
    ASSERT_EQ(ann.command(table, "SecretOther", 1, "SecretWord").status, 422);
    TableEar ear(ann, table);
    ASSERT_EQ(ear.next().at("type"), "state");
    const std::map<std::string, std::string> headers = {
        {"Authorization", "Bearer SecretToken"}, {"X-Secret", "SecretHeader"}, {"Content-Type", "application/json"}};
    for (const char* target : {"/api/tables/SecretPath", "/api/guest?token=SecretQuery", "/SecretPage",
                               "/api/SecretApi", "/api/tables/%53ecretCode/join"}) {
      ann.ask("GET", target, "", headers);
      ann.ask("POST", target, R"({"password":"SecretBody"})", headers);
      ann.ask("SECRETVERB", target, "", headers);
    }
    exchange(process.port(), "SecretNonsense\r\n\r\n");
    ear.cut();
    process.end(SIGTERM);
    const std::string said = read_file(log);
    EXPECT_EQ(lower(said).find("secret"), std::string::npos) << said;
    EXPECT_EQ(said.find(ann.cookie()), std::string::npos);
    EXPECT_EQ(said.find(table), std::string::npos) << "who knows a table's name may sit down at it";
    // A line for each request.
    int requests = 0;
    for (const auto line : split(said, '\n')) {
      requests += line.find("request") != std::string_view::npos ? 1 : 0;
      EXPECT_TRUE(line.empty() || format == std::string("text") || parse_json(line).is_object()) << line;
    }
    EXPECT_EQ(requests, 5 + 15 + 1) << said;
  }
  const std::string log = folder.path() + "/database";
  ::setenv("CAIRN_DATABASE", "postgresql://ann:SecretPassword@127.0.0.1:1/x", 1);
  const Process process({"--log-level", "debug"}, log);
  ::unsetenv("CAIRN_DATABASE");
  const std::string said = read_file(log);
  EXPECT_NE(said.find("127.0.0.1"), std::string::npos) << said;
  EXPECT_EQ(said.find("SecretPassword"), std::string::npos) << said;
}

// What a host without the package's unit gets, with the umask that most people have.
TEST(ServerFolder, IsItsOwnersAloneUnlessTheMailServerComesIn) {
  const mode_t umask_before = ::umask(022);
  const TempFolder folder;
  const std::string data = folder.path() + "/data", open = folder.path() + "/open", log = folder.path() + "/log";
  const auto mode = [](const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
  };
  {
    Process server({"--data", data}, log);
    ASSERT_NE(server.port(), 0) << read_file(log);
    Client(server.port()).enter("Ann");
    EXPECT_EQ(mode(data), 0700U);
    for (const char* file : {"/cairn.db", "/cairn.db-wal", "/cairn.db-shm", "/lock"})
      EXPECT_EQ(mode(data + file), 0600U) << file;
    EXPECT_EQ(read_file(log).find("warning: others"), std::string::npos) << read_file(log);
    server.end(SIGTERM);
  }
  std::filesystem::permissions(data + "/cairn.db", std::filesystem::perms(0644));
  {
    Process server({"--data", data}, log);
    EXPECT_EQ(mode(data + "/cairn.db"), 0600U);
    EXPECT_NE(read_file(log).find("warning: other users could read " + data + "/cairn.db"), std::string::npos);
    server.end(SIGTERM);
  }
  Process server({"--data", open, "--mail-socket", open + "/lmtp", "--mail-domain", "play.example"}, log);
  ASSERT_NE(server.port(), 0) << read_file(log);
  EXPECT_EQ(mode(open), 0755U) << "the mail server is somebody else";
  EXPECT_EQ(mode(open + "/lmtp"), 0660U);
  EXPECT_EQ(mode(open + "/cairn.db"), 0600U);
  EXPECT_NE(read_file(log).find("warning: other users can list the data folder " + open), std::string::npos);
  ::umask(umask_before);
}

TEST(ServerFolder, ItsSecretsAreSealedOrForgottenWhileNoServerUsesIt) {
  const TempFolder folder;
  Process server({"--data", folder.path() + "/data"}, folder.path() + "/log");
  ASSERT_NE(server.port(), 0);
  for (const int status : {2, 0}) {
    for (const std::string command : {"seal-secrets", "forget-secrets"}) {
      const Ran ran = tell_cairn("admin " + command + " --data " + folder.path() + "/data");
      EXPECT_EQ(ran.status, status) << ran.said();
      EXPECT_EQ(ran.err.find("stop it first") != std::string::npos, status == 2) << ran.said();
    }
    server.end(SIGTERM);
  }
}

TEST(ServerLog, WhoeverReadsItMayGo) {
  const TempFolder folder;
  const std::string log = folder.path() + "/log";
  ASSERT_EQ(::mkfifo(log.c_str(), 0600), 0);
  const int reader = ::open(log.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  Process process({"--data", folder.path() + "/data", "--access-log", "info"}, log);
  ::close(reader);
  Client ann(process.port());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ann.get("/healthz").status, 200);
}

}  // namespace
}  // namespace cairn::testing
