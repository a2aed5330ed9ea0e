// Feeds from outside: a reader of news that knows nothing but the address, and what an XML parser says of what it gets.
#include <gtest/gtest.h>

#include <fstream>

#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

// What check_atom.py prints of a feed, or why it is none.
std::string checked(const std::string& feed) {
  const Ran ran = run_program(python_command("tests/end-to-end/check_atom.py"), feed);
  EXPECT_EQ(ran.status, 0) << ran.said() << feed;
  return ran.out;
}

std::string renew(Client& who) {
  return who.ask("POST", "/api/feed", "", {}).json().at("address").get<std::string>();
}

TEST(ServerFeed, IsReadWithoutSigningIn) {
  const TempFolder folder;
  const Running running(config_for(folder));
  Client ann(running.port()), other(running.port()), reader(running.port());
  EXPECT_EQ(reader.get("/api/feed").code(), "no-session");
  // A name that would be markup, and has letters of another script.
  const std::string hostile = "<b>&amp;\"']]>\xC3\xA9";
  other.enter(hostile);
  EXPECT_EQ(other.ask("POST", "/api/feed", "", {}).code(), "no-account");
  EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  const std::string address = renew(ann);
  EXPECT_EQ(checked(reader.get(address).body), "") << "nothing is to be known";

  const std::string table =
      ann.create({{"game", "spargo"}, {"opponent", "friend"}, {"seat", "first"}, {"clock", "fischer 5m+3s"}});
  EXPECT_EQ(other.ask("POST", "/api/tables/" + table + "/join", "", {}).status, 200);
  const Response feed = reader.get(address);
  EXPECT_EQ(feed.status, 200);
  EXPECT_EQ(feed.headers.at("content-type"), "application/atom+xml; charset=utf-8");
  EXPECT_EQ(feed.headers.at("referrer-policy"), "no-referrer");
  EXPECT_EQ(feed.headers.at("cache-control"), "private, no-cache");
  EXPECT_FALSE(feed.headers.contains("set-cookie"));
  EXPECT_EQ(checked(feed.body), "Your turn: Spargo against <b>&amp;\"']]>\xC3\xA9\n");
  EXPECT_NE(feed.body.find("href=\"/t/" + table + "\""), std::string::npos);

  // Who has it is told so.
  const std::string tag = feed.headers.at("etag");
  const Response again = reader.ask("GET", address, "", {{"If-None-Match", "\"other\", W/" + tag}});
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.body, "");
  EXPECT_EQ(again.headers.at("etag"), tag);
  EXPECT_EQ(reader.ask("HEAD", address, "", {}).status, 200);
  EXPECT_EQ(ann.command(table, "r1", 1, "A1").status, 200);
  const Response moved = reader.ask("GET", address, "", {{"If-None-Match", tag}});
  EXPECT_EQ(moved.status, 200);
  EXPECT_EQ(checked(moved.body), "");

  // Made anew, ended, and of an account that is gone.
  const std::string second = renew(ann);
  EXPECT_EQ(reader.get(address).code(), "not-found");
  EXPECT_EQ(reader.get(second).status, 200);
  EXPECT_EQ(ann.ask("DELETE", "/api/feed", "", {}).json().at("ended"), 1);
  EXPECT_EQ(reader.get(second).code(), "not-found");
  const std::string third = renew(ann);
  EXPECT_EQ(ann.post("/api/account/delete", {{"password", "password of Ann"}}).status, 200);
  EXPECT_EQ(reader.get(third).code(), "not-found");
}

// The address is a secret: it stands in no log, however much is logged.
TEST(ServerFeed, TheAddressIsNotLogged) {
  const TempFolder folder;
  const std::string log = folder.path() + "/log";
  Process process({"--data", folder.path() + "/data", "--log-level", "debug"}, log);
  Client ann(process.port()), reader(process.port());
  EXPECT_EQ(ann.post("/api/account", {{"name", "Ann"}, {"password", "password of Ann"}}).status, 201);
  const std::string address = renew(ann), secret = address.substr(10, 32);
  EXPECT_EQ(reader.get(address).status, 200);
  EXPECT_EQ(reader.ask("POST", address, "", {}).status, 405);
  EXPECT_EQ(reader.get("/api/feed/" + secret).status, 404);
  EXPECT_EQ(reader.get(address + "/more").status, 404);
  process.end(SIGTERM);
  std::ifstream in(log, std::ios::binary);
  const std::string said{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(said.find("route=feed "), std::string::npos) << said;
  EXPECT_EQ(said.find(secret), std::string::npos) << said;
}

}  // namespace
}  // namespace cairn::testing
