// Outgoing mail from outside: a relay that speaks SMTP takes it, goes away and comes back, says not yet and no; servers
// are killed in between.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "certificate.h"
#include "server/mail/message.h"
#include "server/store/letter.h"
#include "server/store/sqlite_connection.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

namespace fs = std::filesystem;

struct Received {
  std::string from, data, user;
  std::vector<std::string> to;
  bool tls = false;
  int connection = 0;
  MailIn mail() const { return std::get<MailIn>(read_mail(data)); }
};

// smtp_relay.py, and what it took.
class Relay {
 public:
  explicit Relay(std::vector<std::string> more = {}) : more_(std::move(more)) { start(); }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  void start() {
    fs::remove(folder_.path() + "/port");
    std::vector<std::string> words = {folder_.path(), std::to_string(port_)};
    words.insert(words.end(), more_.begin(), more_.end());
    program_.emplace(python_command("tests/end-to-end/smtp_relay.py", words));
    wait_for([&] { return fs::exists(folder_.path() + "/port") || !program_->runs(); });
    std::ifstream(folder_.path() + "/port") >> port_;
    EXPECT_TRUE(program_->runs() && port_ != 0) << program_->said();
  }
  void stop() { program_.reset(); }
  void say(const std::string& lines) const { std::ofstream(folder_.path() + "/say") << lines; }
  std::string url(const std::string& host = "127.0.0.1") const {
    return "smtp://" + host + ":" + std::to_string(port_);
  }
  std::vector<Received> mails() const {
    std::vector<Received> out;
    for (int i = 1; fs::exists(file_of(i)); ++i) {
      std::ostringstream text;
      text << std::ifstream(file_of(i)).rdbuf();
      const Json json = parse_json(text.str());
      Received one;
      one.from = json.at("from");
      one.user = json.at("user").is_null() ? "" : json.at("user").get<std::string>();
      one.data = json.at("data");
      for (const Json& to : json.at("to")) one.to.push_back(to);
      one.tls = json.at("tls");
      one.connection = json.at("connection");
      out.push_back(std::move(one));
    }
    return out;
  }
  std::vector<Received> wait(std::size_t count) const {
    wait_for([&] { return mails().size() >= count; });
    return mails();
  }
  const std::string& folder() const { return folder_.path(); }

 private:
  std::string file_of(int number) const { return folder_.path() + "/mails/" + std::to_string(number) + ".json"; }
  TempFolder folder_;
  std::vector<std::string> more_;
  std::optional<Child> program_;
  int port_ = 0;
};

ServerConfig config_with_mail(const TempFolder& folder, const Relay& relay) {
  ServerConfig config = config_for(folder);
  config.mail_relay = relay.url();
  config.mail_relay_tls = RelayTls::never;
  config.mail_from = "Cairn <play@example.org>";
  config.public_url = "https://example.org";
  return config;
}

void sign_up_as(Client& client, const std::string& name) {
  ASSERT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
}

// As if the address had been proven; beside a server that runs.
void prove(const TempFolder& folder, const std::string& name, const std::string& address) {
  const auto db = connect_sqlite(folder.path() + "/data/cairn.db");
  const SqlRows made = db->run(
      "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push, mail) "
      "SELECT $1, person, $2, '', $3, 1, '', 0, 0, 1 FROM accounts WHERE person = (SELECT id FROM people WHERE name = "
      "$4)",
      {"hook.of." + name, "mailto:" + address, static_cast<int>(kAllNotices), name});
  EXPECT_EQ(made.changed(), 1);
}

// A letter in the outbox, to an address of nobody or somebody's hook.
void write_letter(const TempFolder& folder, const std::string& name, const std::string& id) {
  const auto db = connect_sqlite(folder.path() + "/data/cairn.db");
  const Notice notice = letter_notice(0, id, {"Letter " + id, "Hello.\n.\n..\nFrom me\n"}, 1'000);
  db->run(
      "INSERT INTO outbox (hook, id, kind, facts, at_ms, tries, state, due_ms, why, mail) SELECT key, $1, $2, $3, "
      "CAST(strftime('%s', 'now') AS INTEGER) * 1000, 0, 0, 0, '', 1 FROM hooks WHERE id = $4",
      {id, static_cast<int>(notice.kind), notice.facts, "hook.of." + name});
}

std::string unsubscribe_path(const std::string& mail) {
  const std::string mark = "List-Unsubscribe: <https://example.org";
  const auto at = mail.find(mark);
  if (at == std::string::npos) return "";
  return mail.substr(at + mark.size(), mail.find('>', at) - at - mark.size());
}

TEST(ServerOutgoing, AMoveIsMailedOnceAndAOneClickEndsThat) {
  const TempFolder folder;
  Relay relay;
  const Running server(config_with_mail(folder, relay));
  Client ann(server.port()), bob(server.port());
  sign_up_as(ann, "Ann");
  sign_up_as(bob, "Bob");
  EXPECT_EQ(bob.get("/api/mail").body, R"({"address":"","proven":false,"mode":"none","off":null})");
  prove(folder, "Bob", "bob@example.net");
  const std::string table =
      ann.create({{"game", "go"}, {"options", {{"size", "5"}}}, {"opponent", "friend"}, {"seat", "first"}});
  ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
  ASSERT_EQ(ann.command(table, "a1", 1, "C3").status, 200);
  const auto began = std::chrono::steady_clock::now();
  const auto mails = relay.wait(1);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
  RecordProperty("ms_from_move_to_relay", static_cast<int>(took.count()));
  ASSERT_EQ(mails.size(), 1U);
  EXPECT_EQ(mails[0].to, std::vector<std::string>{"bob@example.net"});
  EXPECT_EQ(mails[0].from.find("bounce+"), 0U) << mails[0].from;
  EXPECT_EQ(mails[0].mail().subject, "Go Board 101 Bob **");
  EXPECT_EQ(mails[0].mail().from, "play@example.org");

  EXPECT_EQ(bob.get("/api/mail").body, R"({"address":"bob@example.net","proven":true,"mode":"every","off":null})");
  EXPECT_EQ(bob.get("/api/hooks").body, R"({"hooks":[]})");
  EXPECT_EQ(bob.get("/api/account/export").json()["mail"]["address"], "bob@example.net");

  // As a mail program sends it: of nobody, from nowhere, and no JSON.
  const std::string path = unsubscribe_path(mails[0].data);
  ASSERT_NE(path, "") << mails[0].data;
  Client program(server.port());
  const std::map<std::string, std::string> form = {{"Content-Type", "application/x-www-form-urlencoded"},
                                                   {"Origin", "https://mail.example.com"}};
  const Response page = program.get(path), wrong_page = program.get(path + "x");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.headers.at("content-security-policy").find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(page.headers.at("referrer-policy"), "no-referrer");
  EXPECT_EQ(page.body, wrong_page.body);
  EXPECT_EQ(bob.get("/api/mail").json().at("mode"), "every") << "a link that is followed does nothing";
  const Response wrong = program.ask("POST", path + "x", "List-Unsubscribe=One-Click", form);
  EXPECT_EQ(bob.get("/api/mail").json().at("mode"), "every");
  const Response done = program.ask("POST", path, "List-Unsubscribe=One-Click", form);
  EXPECT_EQ(done.status, 200);
  EXPECT_EQ(std::pair(done.status, done.body), std::pair(wrong.status, wrong.body));
  EXPECT_EQ(bob.get("/api/mail").json().at("mode"), "none");
  ASSERT_EQ(bob.command(table, "b1", 2, "D3").status, 200);
  ASSERT_EQ(ann.command(table, "a2", 3, "B3").status, 200);
  const Json back = {{"mode", "digest"}};
  EXPECT_EQ(bob.ask("PUT", "/api/mail", back.dump(), {{"Content-Type", "application/json"}}).json().at("mode"),
            "digest");
  EXPECT_EQ(bob.ask("PUT", "/api/mail", R"({"mode":"all"})", {{"Content-Type", "application/json"}}).code(),
            "bad-request");
  relay.stop();  // the connection that was kept is broken
  relay.start();
  EXPECT_EQ(bob.post("/api/mail/test", Json::object()).status, 201);
  EXPECT_EQ(relay.wait(2).at(1).mail().subject, "Test mail");
  EXPECT_EQ(relay.mails().size(), 2U);
  EXPECT_EQ(ann.post("/api/mail/test", Json::object()).code(), "not-found");
  EXPECT_TRUE(wait_for(
      [&] { return ann.get("/metrics").body.find("cairn_mails_total{what=\"sent\"} 2\n") != std::string::npos; }));
}

TEST(ServerOutgoing, NothingIsLostOrDoubledWhileTheRelayIsAwayAndTheServerIsKilled) {
  const TempFolder folder;
  Relay relay;
  relay.stop();
  const std::vector<std::string> options = {
      "--data",           folder.path() + "/data", "--mail-relay",        relay.url(),        "--mail-from",
      "play@example.org", "--public-url",          "https://example.org", "--mail-relay-tls", "never"};
  const std::string log = folder.path() + "/log";
  {
    Process server(options, log);
    ASSERT_NE(server.port(), 0);
    Client bob(server.port());
    sign_up_as(bob, "Bob");
    prove(folder, "Bob", "bob@example.net");
    for (const char* id : {"one", "two", "three"}) write_letter(folder, "Bob", id);
    const auto db = connect_sqlite(folder.path() + "/data/cairn.db");
    const auto tried = [&] {  // and nobody is at it: else it would wait until that one is given up
      return db->run(
                   "SELECT COUNT(*) FROM outbox WHERE why <> '' AND hook IN (SELECT key FROM hooks WHERE held_ms = 0)",
                   {})
                 .integer(0, 0) == 3;
    };
    EXPECT_TRUE(wait_for(tried));
    server.end(SIGKILL);
    std::ostringstream text;
    text << std::ifstream(log).rdbuf();
    EXPECT_NE(text.str().find("the relay cannot be used"), std::string::npos) << text.str();
  }
  Process server(options, log);
  relay.start();
  const auto mails = relay.wait(3);
  ASSERT_EQ(mails.size(), 3U);
  std::set<std::string> subjects;
  for (const Received& one : mails) {
    subjects.insert(one.mail().subject);
    EXPECT_EQ(one.mail().text, "Hello.\n.\n..\nFrom me\n");
  }
  EXPECT_EQ(subjects, (std::set<std::string>{"Letter one", "Letter two", "Letter three"}));
  // A message later it would be there twice.
  write_letter(folder, "Bob", "four");
  EXPECT_EQ(relay.wait(4).size(), 4U);
  ::sleep(1);
  EXPECT_EQ(relay.mails().size(), 4U);
}

TEST(ServerOutgoing, NotYetIsTriedAgainAndNoIsNot) {
  const TempFolder folder;
  const Relay relay;
  const Running server(config_with_mail(folder, relay));
  Client ann(server.port()), bob(server.port()), cid(server.port());
  sign_up_as(ann, "Ann");
  sign_up_as(bob, "Bob");
  sign_up_as(cid, "Cid");
  prove(folder, "Ann", "ann@example.net");
  prove(folder, "Bob", "bob@example.net");
  prove(folder, "Cid", "cid@example.net");
  relay.say(
      "rcpt ann@example.net 451 4.3.0 not yet\nrcpt bob@example.net 550 5.1.1 no such mailbox\n"
      "rcpt cid@example.net 554 5.7.1 relay access denied\n");
  for (const char* name : {"Ann", "Bob", "Cid"}) write_letter(folder, name, std::string("to.") + name);
  const auto off = [](Client& who) { return who.get("/api/mail").json().at("off"); };
  EXPECT_TRUE(wait_for([&] { return !off(bob).is_null(); }));
  EXPECT_EQ(off(bob), "550 5.1.1 no such mailbox");
  EXPECT_TRUE(wait_for(
      [&] { return ann.get("/metrics").body.find("cairn_mails_total{what=\"later\"} 2\n") != std::string::npos; }));
  EXPECT_TRUE(off(ann).is_null());
  EXPECT_TRUE(off(cid).is_null()) << "that is between us and the relay";
  relay.say("");
  const auto mails = relay.wait(2);
  ASSERT_EQ(mails.size(), 2U);
  EXPECT_TRUE(off(ann).is_null());

  relay.say("data 554 5.6.0 not in this form\n");
  write_letter(folder, "Ann", "second");
  EXPECT_TRUE(wait_for(
      [&] { return ann.get("/metrics").body.find("cairn_mails_total{what=\"refused\"} 2\n") != std::string::npos; }));
  EXPECT_TRUE(off(ann).is_null());
  relay.say("");
  write_letter(folder, "Ann", "third");
  EXPECT_EQ(relay.wait(3).at(2).mail().subject, "Letter third");
}

// By STARTTLS with a certificate that is checked, logged in; a connection is used again.
TEST(ServerOutgoing, ByTlsAndWithAPassword) {
  const TempFolder folder;
  const std::string certificate = folder.path() + "/cert.pem", key = folder.path() + "/key.pem";
  make_certificate(certificate, key, 30);
  const Relay relay({certificate, key, "play", "secret words"});
  std::ofstream(folder.path() + "/password") << "secret words\n";
  ServerConfig config = config_with_mail(folder, relay);
  config.mail_relay = relay.url("localhost");
  config.mail_relay_tls = RelayTls::optional;
  config.mail_relay_user = "play";
  config.mail_relay_password_file = folder.path() + "/password";
  config.mail_relay_ca = certificate;
  {
    const Running server(config);
    Client bob(server.port());
    sign_up_as(bob, "Bob");
    prove(folder, "Bob", "bob@example.net");
    for (int i = 1; i <= 3; ++i) {
      write_letter(folder, "Bob", std::to_string(i));
      ASSERT_EQ(relay.wait(static_cast<std::size_t>(i)).size(), static_cast<std::size_t>(i));
    }
    for (const Received& one : relay.mails()) {
      EXPECT_TRUE(one.tls);
      EXPECT_EQ(one.user, "play");
      EXPECT_EQ(one.connection, 1);
    }
  }
  // Whom nobody vouches for, whose name is another, or who hides that he speaks TLS gets neither mail nor password.
  const Relay plain;
  const auto fails = [&](const ServerConfig& with, const char* id) {
    const Running server(with);
    write_letter(folder, "Bob", id);
    Client anybody(server.port());
    return wait_for([&] {
      return anybody.get("/metrics").body.find("cairn_mails_total{what=\"later\"} 1\n") != std::string::npos;
    });
  };
  ServerConfig untrusted = config, other = config, stripped = config, wrong = config;
  untrusted.mail_relay_ca.clear();
  EXPECT_TRUE(fails(untrusted, "untrusted"));
  other.mail_relay = relay.url("127.0.0.1");
  EXPECT_TRUE(fails(other, "other"));
  stripped.mail_relay = plain.url("localhost");
  EXPECT_TRUE(fails(stripped, "stripped"));
  wrong.mail_relay_password_file.clear();
  wrong.mail_relay_password = "wrong";
  EXPECT_TRUE(fails(wrong, "wrong"));
  EXPECT_EQ(relay.mails().size(), 3U);
  EXPECT_TRUE(plain.mails().empty());
}

TEST(ServerOutgoing, WhatIsMissingIsSaid) {
  const TempFolder folder;
  ServerConfig config = config_for(folder);
  config.mail_relay = "smtp://127.0.0.1:25";
  EXPECT_NE(Server::start(config).error.find("set mail-from"), std::string::npos);
  config.mail_from = "play@example.org";
  EXPECT_NE(Server::start(config).error.find("public-url"), std::string::npos);
}

}  // namespace
}  // namespace cairn::testing
