// HTTPS in the process: real handshakes, a table over a secure WebSocket, plain HTTP sent on, certificates renewed.
#include "certificate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/net/tls.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

std::string content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Files {
  TempFolder folder;
  std::string certificate = folder.path() + "/cert.pem", key = folder.path() + "/key.pem";
  Files() { make_certificate(certificate, key, 30); }
  ServerConfig config() const {
    ServerConfig config = config_for(folder);
    config.tls_certificate = certificate;
    config.tls_key = key;
    return config;
  }
};

TEST(ServerTls, PlaysAGameOverASecureSocket) {
  const Files files;
  const Running server(files.config());
  Client ann(server.port(), files.certificate), bob(server.port(), files.certificate);
  ann.enter("Ann");
  bob.enter("Bob");
  const std::string table = ann.create({{"game", "go"}, {"options", {{"size", "5"}}}, {"opponent", "friend"}});
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  TableEar ear(ann, table);
  ASSERT_TRUE(ear.ok());
  EXPECT_EQ(ear.next_of("state")["state"]["id"], table);
  ASSERT_EQ(ann.command(table, "m1", 1, "C3").status, 200);
  EXPECT_EQ(ear.next_of("change")["type"], "change");
  // A large answer goes in pieces and comes whole.
  EXPECT_GT(ann.get("/api/openapi.json").body.size(), 50'000U);
}

// A handshake costs the loop more than most requests do, and asks for nothing that could be limited instead.
TEST(ServerTls, HandshakesOfOneAddressAreLimited) {
  const Files files;
  ServerConfig config = files.config();
  config.rate_limits = true;
  config.requests_per_second = 0.1;
  config.requests_at_once = 20;
  const Running server(config);
  int made = 0;
  for (int i = 0; i < 40; ++i) made += Wire(server.port(), false, files.certificate).ok() ? 1 : 0;
  EXPECT_GE(made, 10);
  EXPECT_LE(made, 22);
}

TEST(ServerTls, SendsCookiesAndPagesBySecureWaysAlone) {
  const Files files;
  const Running server(files.config());
  Client ann(server.port(), files.certificate);
  const Response entered = ann.post("/api/guest", {{"name", "Ann"}});
  const std::string cookie = entered.headers.at("set-cookie");
  EXPECT_EQ(cookie.rfind("__Host-cairn_session=", 0), 0U) << cookie;
  EXPECT_NE(cookie.find("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure"), std::string::npos) << cookie;
  // Another name of the site can plant the plain cookie, with a session of the attacker's own.
  Client eve(server.port(), files.certificate);
  const Response planted = eve.ask("GET", "/api/account", "", {{"Cookie", "cairn_session=" + ann.cookie()}});
  EXPECT_EQ(planted.code(), "no-session") << planted.body;
  EXPECT_FALSE(planted.headers.contains("set-cookie"));
  const Response own =
      eve.ask("GET", "/api/account", "", {{"Cookie", "cairn_session=planted; __Host-cairn_session=" + ann.cookie()}});
  EXPECT_EQ(own.json().at("name"), "Ann");
  EXPECT_EQ(entered.headers.at("strict-transport-security"), "max-age=31536000");
}

TEST(ServerTls, SendsPlainHttpToTheRightAddress) {
  const Files files;
  const Running server(files.config());
  const std::string port = std::to_string(server.port());
  const std::string sent = exchange(server.port(), "GET /game/x?y=1 HTTP/1.1\r\nHost: localhost:" + port + "\r\n\r\n");
  EXPECT_EQ(sent.rfind("HTTP/1.1 308 ", 0), 0U) << sent;
  EXPECT_NE(sent.find("\r\nLocation: https://localhost:" + port + "/game/x?y=1\r\n"), std::string::npos) << sent;
  EXPECT_EQ(sent.find("Set-Cookie"), std::string::npos);
  // Nothing is done for who speaks plainly, and no word of his comes back as a header.
  for (const char* bad :
       {"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
        "GET .evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: evil\t.example/\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: [::1].evil.example\r\n\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1:80:evil\r\n\r\n",
        "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"}) {
    const std::string refused = exchange(server.port(), bad);
    EXPECT_EQ(refused.rfind("HTTP/1.1 400 ", 0), 0U) << refused;
    EXPECT_EQ(refused.find("Location"), std::string::npos);
  }
  EXPECT_EQ(exchange(server.port(), "\x16\x03\x01 no handshake at all \r\n\r\n").find("HTTP"), std::string::npos);
  Client ann(server.port(), files.certificate);
  EXPECT_EQ(ann.get("/healthz").status, 200);
}

TEST(ServerTls, ASecondPortSendsToTheFirst) {
  const Files files;
  std::uint16_t free_port = 0;
  {
    const Running other(config_for(TempFolder()));
    free_port = other.port();
  }
  ServerConfig config = files.config();
  config.redirect_port = free_port;
  const Running server(config);
  const std::string sent = exchange(free_port, "HEAD /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n");
  EXPECT_NE(sent.find("\r\nLocation: https://[::1]:" + std::to_string(server.port()) + "/a\r\n"), std::string::npos)
      << sent;
}

TEST(ServerTls, SaysWhatIsWrongWithTheFiles) {
  const Files files;
  const std::string old = files.folder.path() + "/old.pem", other = files.folder.path() + "/other.pem",
                    none = files.folder.path() + "/none.pem";
  make_certificate(old, files.folder.path() + "/old.key", -1);
  make_certificate(files.folder.path() + "/other.cert", other, 30);
  const auto error = [&](const std::string& certificate, const std::string& key) {
    ServerConfig config = files.config();
    config.tls_certificate = certificate;
    config.tls_key = key;
    return Server::start(config).error;
  };
  EXPECT_NE(error(none, files.key).find(none + " cannot be used: "), std::string::npos);
  EXPECT_NE(error(files.key, files.key).find("certificate"), std::string::npos);
  EXPECT_NE(error(files.certificate, other).find("mismatch"), std::string::npos) << error(files.certificate, other);
  EXPECT_NE(error(old, files.folder.path() + "/old.key").find("has expired"), std::string::npos);
  EXPECT_NE(error(files.certificate, "").find("belong together"), std::string::npos);
  EXPECT_NE(error("", files.key).find("belong together"), std::string::npos);
  ServerConfig plain = config_for(files.folder);
  plain.redirect_port = 9;
  EXPECT_NE(Server::start(plain).error.find("needs tls-certificate"), std::string::npos);
}

TEST(ServerTls, TakesANewCertificateOverAndKeepsTheOldOneWhenTheNewIsBroken) {
  const Files files;
  const std::string log = files.folder.path() + "/log.txt";
  const std::string settings = files.folder.path() + "/cairn.toml";
  std::ofstream(settings) << "data = \"" << files.folder.path() << "/data\"\ntls-certificate = \"" << files.certificate
                          << "\"\ntls-key = \"" << files.key << "\"\n";
  Process server({"--config", settings}, log);
  ASSERT_NE(server.port(), 0) << server.said();
  const auto served = [&](const std::string& trusted) { return Wire(server.port(), false, trusted).certificate(); };
  const std::string first = content(files.certificate), before = files.folder.path() + "/before.pem";
  std::filesystem::copy_file(files.certificate, before);
  EXPECT_EQ(served(before), first);
  const auto until_logged = [&](const std::string& what) {
    for (int i = 0; i < 400 && content(log).find(what) == std::string::npos; ++i) ::usleep(25'000);
    return content(log).find(what) != std::string::npos;
  };
  std::ofstream(files.key) << "broken";
  server.send(SIGHUP);
  ASSERT_TRUE(until_logged("the certificate stays as it was")) << content(log);
  EXPECT_EQ(served(before), first);
  make_certificate(files.certificate, files.key, 60);
  const std::string second = content(files.certificate);
  ASSERT_NE(first, second);
  server.send(SIGHUP);
  for (int i = 0; i < 400 && served(files.certificate) != second; ++i) ::usleep(25'000);
  EXPECT_EQ(served(files.certificate), second);
  EXPECT_EQ(content(log).find("PRIVATE"), std::string::npos);
}

// A hook goes to whoever can show a certificate for the name, by an authority that the system knows; here there is one.
TEST(ServerTls, HooksGoToCertifiedNamesAlone) {
  const Files known, unknown;
  const char* before = ::getenv("SSL_CERT_FILE");
  ::setenv("SSL_CERT_FILE", known.certificate.c_str(), 1);
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.hook_networks = {"127.0.0.0/8", "::1"};
  {
    const Running server(config), good(known.config()), bad(unknown.config());
    Client ann(server.port());
    ASSERT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "correct horse"}}).status, 201);
    const auto why = [&](const std::string& host, std::uint16_t port) {
      const std::string url = "https://" + host + ":" + std::to_string(port) + "/api/guest";
      const std::string hook = ann.post("/api/hooks", {{"url", url}}).json().value("id", "");
      EXPECT_EQ(ann.post("/api/hooks/" + hook + "/test", Json::object()).status, 201);
      for (int i = 0; i < 1'000; ++i) {
        const Json one = ann.get("/api/hooks/" + hook + "/deliveries").json().at("deliveries").at(0);
        if (!one.at("why").is_null()) return one.at("why").get<std::string>();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      return std::string("nothing came of it");
    };
    EXPECT_EQ(why("localhost", good.port()), "it answered 400, not 2xx") << "it was reached, and takes no such request";
    EXPECT_EQ(why("localhost", bad.port()).rfind("its certificate is not trusted", 0), 0U);
    EXPECT_EQ(why("127.0.0.1", good.port()).rfind("its certificate is not trusted", 0), 0U) << "it has another name";
  }
  before == nullptr ? ::unsetenv("SSL_CERT_FILE") : ::setenv("SSL_CERT_FILE", std::string(before).c_str(), 1);
}

// So do the programs that work for a server: the bot by its socket, too.
TEST(ServerTls, BotsAndWorkersGoToCertifiedNamesAlone) {
  const Files known, unknown;
  const char* before = ::getenv("SSL_CERT_FILE");
  ::setenv("SSL_CERT_FILE", known.certificate.c_str(), 1);
  {
    ServerConfig config = known.config();
    config.bot_threads = 0;  // the worker thinks
    const Running server(config), other(unknown.config());
    const auto url = [](const std::string& host, std::uint16_t port) {
      return "https://" + host + ":" + std::to_string(port);
    };
    Client robot(server.port(), known.certificate), ann(server.port(), known.certificate);
    ASSERT_EQ(robot.post("/api/account", {{"name", "Robot"}, {"password", "correct horse"}, {"bot", true}}).status,
              201);
    const Json made = robot.post("/api/tokens", {{"name", "bridge"}, {"scopes", {"read", "play"}}}).json();
    std::string work = cairn_says("admin worker Robot --data " + config.data);
    ASSERT_FALSE(work.empty());
    work.pop_back();
    const std::string play = made.at("token"), log = known.folder.path() + "/log";
    const std::string here = url("localhost", server.port());
    const ProgramProcess bot("bot", log, play,
                             {"--server", here, "--accept", "--engine", "cairn:level=1", "--seconds", "0.1"});
    const ProgramProcess worker("worker", log, work, {"--server", here, "--jobs", "1"});
    ann.enter("Ann");
    for (const char* opponent : {"friend", "bot"}) {
      const bool listed = opponent == std::string("friend");
      const std::string table = ann.create({{"game", "margo"},
                                            {"options", {{"size", "3"}}},
                                            {"opponent", opponent},
                                            {"seat", "first"},
                                            {"listed", listed},
                                            {"seconds", 0.1}});
      const auto moves = [&](std::size_t wanted) {
        for (int i = 0; i < 3'000; ++i) {
          const Json state = ann.state(table);
          if (state.at("seats").at(1).at("kind") != "open" && state.at("moves").size() == wanted) return true;
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
      };
      ASSERT_TRUE(moves(0)) << bot.said();
      ASSERT_EQ(ann.command(table, "a", ann.state(table).at("version"), "A1").status, 200);
      EXPECT_TRUE(moves(2)) << opponent << bot.said();
    }
    for (const std::string& where : {url("localhost", other.port()), url("127.0.0.1", server.port())}) {
      ProgramProcess refused("bot", log + "2", play, {"--server", where});
      EXPECT_EQ(refused.wait(), 2);
      const std::string why = refused.said();
      EXPECT_NE(why.find("its certificate is not trusted"), std::string::npos) << why;
      EXPECT_EQ(why.find(play), std::string::npos);
      std::filesystem::remove(log + "2");
    }
  }
  before == nullptr ? ::unsetenv("SSL_CERT_FILE") : ::setenv("SSL_CERT_FILE", std::string(before).c_str(), 1);
}

}  // namespace
}  // namespace cairn::testing
