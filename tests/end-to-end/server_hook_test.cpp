// Webhooks from outside: a real address takes them, servers are killed in between, and nobody is sent where he may not
// be.
#include "server/tests/push_reader.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <set>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

using namespace std::chrono_literals;

struct Post {
  std::string line;                            // the first one
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  Json json() const { return parse_json(body); }
};

// Takes requests on an address of this machine and answers each with one status; or reads and says nothing.
class Receiver {
 public:
  Receiver() : file_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(file_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(file_, 64);
    socklen_t size = sizeof address;
    ::getsockname(file_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  ~Receiver() {
    ending_ = true;
    thread_.join();
    for (const int file : held_) ::close(file);
    ::close(file_);
  }
  std::string url(const std::string& path = "/hook", const std::string& host = "127.0.0.1") const {
    return "http://" + host + ":" + std::to_string(port_) + path;
  }
  std::vector<Post> posts() {
    const std::lock_guard guard(mutex_);
    return posts_;
  }
  // Waits until so many are there.
  std::vector<Post> wait(std::size_t count, std::chrono::seconds most = 60s) {
    const auto end = std::chrono::steady_clock::now() + most;
    while (posts().size() < count && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(10ms);
    return posts();
  }
  std::atomic<int> status = 204;
  std::atomic<bool> silent = false;

 private:
  void run() {
    while (!ending_) {
      pollfd waits{file_, POLLIN, 0};
      if (::poll(&waits, 1, 20) > 0) take(::accept(file_, nullptr, nullptr));
    }
  }
  void take(int file) {
    std::string text;
    std::array<char, 4096> part{};
    std::size_t whole = std::string::npos;
    Post post;
    while (text.size() < whole) {
      const auto size = ::recv(file, part.data(), part.size(), 0);
      if (size <= 0) break;
      text.append(part.data(), static_cast<std::size_t>(size));
      const auto end = text.find("\r\n\r\n");
      if (end == std::string::npos || whole != std::string::npos) continue;
      bool first = true;
      for (const auto line : split(std::string_view(text).substr(0, end), '\n')) {
        const auto colon = line.find(':');
        if (first)
          post.line = trim(line);
        else if (colon != std::string_view::npos)
          post.headers[lower(line.substr(0, colon))] = trim(line.substr(colon + 1));
        first = false;
      }
      whole = end + 4 + static_cast<std::size_t>(std::stoul(post.headers["content-length"]));
    }
    if (whole != std::string::npos) post.body = text.substr(text.find("\r\n\r\n") + 4);
    {
      const std::lock_guard guard(mutex_);
      posts_.push_back(std::move(post));
    }
    if (silent) return held_.push_back(file);
    const std::string answer = "HTTP/1.1 " + std::to_string(status.load()) + " X\r\nLocation: " + url("/other") +
                               "\r\nContent-Length: 0\r\n\r\n";
    ::send(file, answer.data(), answer.size(), MSG_NOSIGNAL);
    ::close(file);
  }

  int file_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;
  std::vector<Post> posts_;
  std::vector<int> held_;
  std::thread thread_;
};

void register_as(Client& client, const std::string& name) {
  ASSERT_EQ(client.post("/api/account", {{"name", name}, {"password", "password of " + name}}).status, 201);
}

struct Made {
  std::string id, secret;
};
Made hook(Client& client, const std::string& url) {
  const Response made = client.post("/api/hooks", {{"url", url}});
  EXPECT_EQ(made.status, 201) << made.body;
  return {made.json().value("id", ""), made.json().value("secret", "")};
}

// What came of the newest one, when it was tried.
Json last_delivery(Client& client, const std::string& hook) {
  for (int i = 0; i < 3'000; ++i) {
    const Json list = client.get("/api/hooks/" + hook + "/deliveries").json().at("deliveries");
    if (!list.empty() && (list.at(0).at("state") != "waiting" || !list.at(0).at("why").is_null())) return list.at(0);
    std::this_thread::sleep_for(20ms);
  }
  return nullptr;
}

ServerConfig config_with_hooks(const TempFolder& folder) {
  ServerConfig config = config_for(folder);
  config.hook_networks = {"127.0.0.0/8"};
  return config;
}

TEST(ServerHooks, EachPlayerGetsTheirOwnEvents) {
  const TempFolder folder;
  const Running server(config_with_hooks(folder));
  Receiver receiver;
  Client ann(server.port()), bob(server.port());
  register_as(ann, "Ann");
  register_as(bob, "Bob");
  const Made made = hook(bob, receiver.url("/hook?of=bob"));
  const Json wish = {{"request", "c"},   {"people", {"Bob"}},       {"game", "go"}, {"options", {{"size", "5"}}},
                     {"seat", "second"}, {"clock", "fischer 5m+3s"}};
  const std::string challenge = ann.post("/api/challenges", wish).json().value("id", "");
  EXPECT_EQ(receiver.wait(1).at(0).json().at("challenge"), challenge);
  const Json accepted = bob.post("/api/challenges/" + challenge + "/accept", {{"offer", 1}}).json();
  const std::string table = accepted.value("table", "");
  ASSERT_EQ(bob.command(table, "b1", 0, "C3").status, 200);
  ASSERT_EQ(ann.command(table, "a1", 1, "D3").status, 200);
  const Json resign = {{"request", "a2"}, {"version", 2}, {"command", "resign"}};
  ASSERT_EQ(ann.post("/api/tables/" + table + "/commands", resign).status, 200);
  const auto posts = receiver.wait(4);
  ASSERT_EQ(posts.size(), 4U);
  std::set<std::string> ids;
  std::vector<std::string> events;
  for (const Post& post : posts) {
    const Json body = post.json();
    EXPECT_EQ(post.line, "POST /hook?of=bob HTTP/1.1");
    EXPECT_EQ(post.headers.at("content-type"), "application/json");
    EXPECT_EQ(post.headers.at("cairn-delivery"), body.at("id").get<std::string>());
    EXPECT_EQ(post.headers.at("cairn-event"), body.at("event").get<std::string>());
    const std::string signature = post.headers.at("cairn-signature");
    const std::string at = signature.substr(2, signature.find(',') - 2);
    EXPECT_EQ(signature, "t=" + at + ",v1=" + hmac_hex(made.secret, at + "." + post.body));
    ids.insert(body.at("id").get<std::string>());
    events.push_back(body.at("event").get<std::string>());
  }
  EXPECT_EQ(events, (std::vector<std::string>{"challenge", "your-turn", "your-turn", "game-over"}));
  EXPECT_EQ(ids.size(), 4U);
  EXPECT_EQ(posts[0].json().at("from"), "Ann");
  EXPECT_EQ(posts[1].json().at("version"), 0);
  EXPECT_EQ(posts[2].json().at("version"), 2);
  EXPECT_EQ(posts[2].json().at("link"), "/t/" + table);
  EXPECT_EQ(posts[2].json().at("seats").dump(), R"(["Bob","Ann"])");
  EXPECT_EQ(posts[3].json().at("result").at("seat"), 0);
  EXPECT_EQ(posts[3].json().at("result").at("how"), "resigned");
  // It ends with the account.
  ASSERT_EQ(bob.post("/api/hooks/" + made.id + "/test", Json::object()).status, 201);
  EXPECT_EQ(receiver.wait(5).at(4).json().at("event"), "test");
  ASSERT_EQ(bob.post("/api/account/delete", {{"password", "password of Bob"}}).status, 200);
  EXPECT_EQ(bob.get("/api/hooks").status, 401);
}

TEST(ServerHooks, NothingIsSentToPrivateAddresses) {
  const TempFolder folder;
  const Running server(config_for(folder));
  Receiver receiver;
  Client ann(server.port());
  register_as(ann, "Ann");
  for (const char* host : {"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1"}) {
    const Made made = hook(ann, receiver.url("/hook", host));
    ASSERT_EQ(ann.post("/api/hooks/" + made.id + "/test", Json::object()).status, 201);
    const Json one = last_delivery(ann, made.id);
    ASSERT_TRUE(one.is_object()) << host;
    EXPECT_EQ(one.at("state"), "waiting");
    const std::string why = one.value("why", "");
    EXPECT_TRUE(why.find("private or local network") != std::string::npos ||
                why.find("was not found") != std::string::npos)
        << host << ": " << why;
    ASSERT_EQ(ann.ask("DELETE", "/api/hooks/" + made.id, "", {}).status, 200);
  }
  EXPECT_TRUE(receiver.posts().empty());
}

// A browser that is pushed to reads what happens; the service between reads nothing.
TEST(ServerHooks, ABrowserIsPushedTo) {
  const TempFolder folder;
  ServerConfig config = config_with_hooks(folder);
  config.contact = "https://example.org/contact";
  const Running server(config);
  Receiver service;
  service.status = 201;
  Client ann(server.port()), bob(server.port());
  register_as(ann, "Ann");
  register_as(bob, "Bob");
  const PushReader browser;
  const Response made = bob.post("/api/hooks", {{"push", browser.subscription(service.url("/to/bob"))}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string key = bob.get("/api/push-key").json().value("key", "");
  const Json wish = {{"request", "c"}, {"people", {"Bob"}}, {"game", "go"}, {"clock", "fischer 5m+3s"}};
  const std::string challenge = ann.post("/api/challenges", wish).json().value("id", "");
  const Post post = service.wait(1).at(0);
  EXPECT_EQ(post.line, "POST /to/bob HTTP/1.1");
  EXPECT_EQ(post.headers.at("content-encoding"), "aes128gcm");
  EXPECT_EQ(post.headers.at("ttl"), "86400");
  const Json claims = vapid_claims(post.headers.at("authorization"), key);
  EXPECT_EQ(claims.value("aud", ""), service.url(""));
  EXPECT_EQ(claims.value("sub", ""), "https://example.org/contact");
  const Json posted = parse_json(browser.read(post.body));
  EXPECT_EQ(posted.value("challenge", ""), challenge);
  EXPECT_EQ(posted.value("from", ""), "Ann");
  for (const auto& [name, value] : post.headers) EXPECT_EQ(value.find(challenge), std::string::npos) << name;
  EXPECT_EQ(last_delivery(bob, made.json().value("id", "")).at("state"), "delivered");
}

// Who left himself signed in elsewhere ends that browser, or all: whoever sits there now is told nothing more.
TEST(ServerHooks, ABrowserWhoseSessionIsEndedElsewhereGetsNoMore) {
  const TempFolder folder;
  const Running server(config_with_hooks(folder));
  Receiver service;
  service.status = 201;
  Client bob(server.port());
  register_as(bob, "Bob");
  const Made own = hook(bob, service.url("/hook"));
  const PushReader browser;
  const auto hooks = [&] { return bob.get("/api/hooks").json().at("hooks"); };
  const Json who = {{"name", "Bob"}, {"password", "password of Bob"}};
  const std::vector<std::function<int()>> ends = {
      [&] { return bob.ask("DELETE", "/api/sessions", "", {}).status; },
      [&] {
        const Json body = {{"old", "password of Bob"}, {"new", "password of Bob"}};
        return bob.ask("PUT", "/api/account/password", body.dump(), {{"Content-Type", "application/json"}}).status;
      }};
  for (const auto& end : ends) {
    Client there(server.port());
    ASSERT_EQ(there.post("/api/session", who).status, 200);
    const Json subscription = browser.subscription(service.url("/to/bob"));
    ASSERT_EQ(there.post("/api/hooks", {{"push", subscription}}).status, 201);
    ASSERT_EQ(there.post("/api/session", who).status, 200) << "anew, in the same browser";
    ASSERT_EQ(hooks().size(), 2U);
    EXPECT_EQ(end(), 200);
    ASSERT_EQ(hooks().size(), 1U);
    EXPECT_EQ(hooks().at(0).at("id"), own.id) << "a program's is no browser's";
    EXPECT_EQ(there.get("/api/hooks").code(), "no-session");
  }
}

// Many accounts of one address name a server that takes what is sent and never answers: they wait for themselves.
TEST(ServerHooks, ACrowdOfSlowAddressesHoldsNobodyElseUp) {
  const TempFolder folder;
  ServerConfig config = config_with_hooks(folder);
  config.behind_proxy = true;
  const Running server(config);
  Receiver slow, quick;
  slow.silent = true;
  const auto join = [&](const std::string& name, const std::string& from, const Receiver& receiver, int hooks) {
    Client client(server.port());
    const Json who = {{"name", name}, {"password", "password of " + name}};
    EXPECT_EQ(
        client
            .ask("POST", "/api/account", who.dump(), {{"Content-Type", "application/json"}, {"X-Forwarded-For", from}})
            .status,
        201);
    for (int i = 0; i < hooks; ++i) {
      const Made made = hook(client, receiver.url("/" + name + std::to_string(i)));
      EXPECT_EQ(client.post("/api/hooks/" + made.id + "/test", Json::object()).status, 201);
    }
  };
  for (int i = 0; i < 14; ++i) join("Puppet" + std::to_string(i), "192.0.2.1", slow, 10);
  EXPECT_GE(slow.wait(32).size(), 32U) << "as much as is sent at once for an address";
  join("Ann", "192.0.2.2", quick, 1);
  EXPECT_EQ(quick.wait(1, 10s).size(), 1U) << "behind them all it takes twice as long";
}

TEST(ServerHooks, NoRedirectionIsFollowed) {
  const TempFolder folder;
  const Running server(config_with_hooks(folder));
  Receiver receiver;
  receiver.status = 307;
  Client ann(server.port());
  register_as(ann, "Ann");
  const Made made = hook(ann, receiver.url());
  ASSERT_EQ(ann.post("/api/hooks/" + made.id + "/test", Json::object()).status, 201);
  EXPECT_EQ(last_delivery(ann, made.id).at("why"), "it answered 307, not 2xx; no redirection is followed");
  receiver.status = 200;
  for (const Post& post : receiver.wait(2)) EXPECT_EQ(post.line, "POST /hook HTTP/1.1");
  for (int i = 0; i < 500 && last_delivery(ann, made.id).at("state") == "waiting"; ++i)
    std::this_thread::sleep_for(20ms);
  EXPECT_EQ(last_delivery(ann, made.id).at("state"), "delivered");
}

TEST(ServerHooks, TakeASessionAndAnAccount) {
  const TempFolder folder;
  const Running server(config_for(folder));
  Client ann(server.port()), guest(server.port());
  guest.enter("Gus");
  EXPECT_EQ(guest.get("/api/hooks").code(), "no-account");
  register_as(ann, "Ann");
  const Json scopes = {{"name", "t"}, {"scopes", {"read", "play", "account"}}};
  const std::string token = ann.post("/api/tokens", scopes).json().value("token", "");
  Client bot(server.port());
  EXPECT_EQ(bot.ask("GET", "/api/hooks", "", {{"Authorization", "Bearer " + token}}).code(), "bad-scope");
  EXPECT_EQ(ann.post("/api/hooks", {{"url", "file:///etc/passwd"}}).code(), "bad-request");
}

// The server is killed when a move is acknowledged and its notice is on its way, or not even that: it arrives all the
// same, under the same name.
TEST(ServerHooks, NothingIsLostWhenTheServerIsKilled) {
  const TempFolder folder;
  Receiver receiver;
  receiver.silent = true;
  const std::vector<std::string> options = {"--data", folder.path() + "/data", "--hook-networks", "127.0.0.0/8"};
  std::string table, cookie, first;
  {
    Process server(options);
    ASSERT_NE(server.port(), 0);
    Client ann(server.port()), bob(server.port());
    register_as(ann, "Ann");
    register_as(bob, "Bob");
    hook(bob, receiver.url());
    table = ann.create({{"game", "go"}, {"options", {{"size", "5"}}}, {"opponent", "friend"}, {"seat", "first"}});
    ASSERT_EQ(bob.post("/api/tables/" + table + "/join", Json::object()).status, 200);
    ASSERT_EQ(ann.command(table, "a1", 1, "C3").status, 200);
    first = receiver.wait(1).at(0).json().value("id", "");
    ASSERT_EQ(bob.command(table, "b1", 2, "D3").status, 200);
    ASSERT_EQ(ann.command(table, "a2", 3, "B3").status, 200);
    server.end(SIGKILL);
  }
  EXPECT_EQ(receiver.posts().size(), 1U) << "one after the other";
  receiver.silent = false;
  const Process server(options);
  const auto posts = receiver.wait(3);
  ASSERT_EQ(posts.size(), 3U);
  EXPECT_EQ(first, table + ".2.your-turn");
  EXPECT_EQ(posts[1].json().at("id"), first) << "again";
  EXPECT_EQ(posts[1].body, posts[0].body);
  EXPECT_EQ(posts[2].json().at("id"), table + ".4.your-turn");
}

}  // namespace
}  // namespace cairn::testing
