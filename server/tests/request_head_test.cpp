// What the head of a request decides, without a connection.
#include "server/net/request_head.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "core/text.h"

namespace cairn::net {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

RequestHead head_of(const Lines& lines, unsigned version = 11) {
  RequestHead head;
  head.version(version);
  head.target("/");
  for (const auto& [name, value] : lines) head.insert(name, value);
  return head;
}

int fault_of(const Lines& lines, unsigned version = 11) {
  const auto fault = head_fault(head_of(lines, version));
  return fault ? fault->status : 0;
}

TEST(RequestHead, IsRefusedWhereTwoReadersCouldTakeItForDifferentMessages) {
  EXPECT_EQ(fault_of({{"Host", "a"}}), 0);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "Chunked"}}), 0);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Content-Length", "3"}}), 0);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "gzip"}}), 501);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "gzip, chunked"}}), 501);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}}), 501);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "chunked"}, {"Content-Length", "3"}}), 400);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Transfer-Encoding", "chunked"}}, 10), 400);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Content-Length", "3"}, {"Content-Length", "3"}}), 400);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Content-Length", "3, 3"}}), 400);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Host", "a"}}), 400);
  EXPECT_EQ(fault_of({}), 400);
  EXPECT_EQ(fault_of({}, 10), 0) << "HTTP/1.0 knows no hosts";
  EXPECT_EQ(fault_of({{"Host", "a/b"}}), 400);
  EXPECT_EQ(fault_of({{"Host", ""}}), 400);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Expect", "100-Continue"}}), 0);
  EXPECT_EQ(fault_of({{"Host", "a"}, {"Expect", "a coffee"}}), 417);
}

TEST(RequestHead, OfAnAbsoluteFormThePathCountsAndItsHost) {
  for (const auto& [target, path, host] :
       std::initializer_list<std::array<const char*, 3>>{{"/lobby?a=http://b", "/lobby?a=http://b", "old"},
                                                         {"http://example.org/lobby?x=1", "/lobby?x=1", "example.org"},
                                                         {"HTTPS://example.org:8443", "/", "example.org:8443"},
                                                         {"http://example.org?x", "/?x", "example.org"},
                                                         {"ftp://example.org/", "ftp://example.org/", "old"},
                                                         {"*", "*", "old"}}) {
    RequestHead head = head_of({{"Host", "old"}});
    head.target(target);
    to_origin_form(head);
    EXPECT_EQ(std::string(head.target()), path);
    EXPECT_EQ(std::string(head[boost::beast::http::field::host]), host) << target;
  }
}

TEST(RequestHead, OfAnAbsoluteFormTheHostIsOne) {
  for (const char* target : {"http:///", "http://a@example.org/", "http://[::1].example.org/", "http://a:b/"}) {
    RequestHead head = head_of({{"Host", "old"}});
    head.target(target);
    EXPECT_TRUE(to_origin_form(head)) << target;
  }
}

TEST(RequestHead, AHostIsReadToItsEnd) {
  for (const auto& [host, name, without_port] :
       std::initializer_list<std::array<const char*, 3>>{{"Example.org", "example.org", "Example.org"},
                                                         {" example.org.:8080 ", "example.org", "example.org."},
                                                         {"example.org:", "example.org", "example.org"},
                                                         {"my_host-1:65535", "my_host-1", "my_host-1"},
                                                         {"127.0.0.1:80", "127.0.0.1", "127.0.0.1"},
                                                         {"[::1]", "::1", "[::1]"},
                                                         {"[::1]:8080", "::1", "[::1]"}}) {
    const auto read = read_host(host);
    ASSERT_TRUE(read) << host;
    EXPECT_EQ(read->name, name);
    EXPECT_EQ(read->without_port, without_port);
  }
  for (const char* none : {"",
                           ".",
                           ":80",
                           "[",
                           "[]",
                           "[::1",
                           "[::1].evil.example",
                           "[::1]evil",
                           "[::1]:80:90",
                           "[127.0.0.1]",
                           "[evil.example]",
                           "::1",
                           "127.0.0.1:80:evil",
                           "127.0.0.1:99999",
                           "127.0.0.1:65536",
                           "a:b",
                           "a:-1",
                           "a b",
                           "a,b",
                           "a@b",
                           "a/b",
                           "a%2eb",
                           "[fe80::1%25lo]"})
    EXPECT_FALSE(read_host(none)) << none;
}

TEST(RequestHead, ItsHostNamesThisServer) {
  ServerConfig config;  // at the loopback, without a public name
  for (const char* own : {"localhost", "LocalHost:8080", "localhost.", "cairn.localhost", "127.0.0.1:8080",
                          "[::1]:8080", "192.168.1.7", ""})
    EXPECT_TRUE(OwnHosts(config).has(own)) << own;
  for (const char* other : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost", "["})
    EXPECT_FALSE(OwnHosts(config).has(other)) << other;
  config.public_url = "https://Play.Example.org:8443";
  EXPECT_TRUE(OwnHosts(config).has("play.example.org"));
  EXPECT_TRUE(OwnHosts(config).has("PLAY.example.org.:8443"));
  EXPECT_FALSE(OwnHosts(config).has("play.example.org:8443:evil"));
  config.public_url = "https://play.example.org/club";
  EXPECT_TRUE(OwnHosts(config).has("play.example.org"));
  EXPECT_FALSE(OwnHosts(config).has("example.org"));
  EXPECT_FALSE(OwnHosts(config).has("cairn:8080"));
  config.host_names = {"Cairn"};
  EXPECT_TRUE(OwnHosts(config).has("cairn:8080")) << "in a network of containers";
  std::array<char, 256> machine{};
  ASSERT_EQ(::gethostname(machine.data(), machine.size() - 1), 0);
  const std::string name = lower(std::string_view(machine.data()));
  if (name.empty() || name == "localhost" || name.find('.') != std::string::npos)
    GTEST_SKIP() << "a machine called " << name;
  config.public_url.clear();
  EXPECT_FALSE(OwnHosts(config).has(name)) << "nobody reaches it by that at the loopback";
  config.address = "0.0.0.0";
  EXPECT_TRUE(OwnHosts(config).has(name));
  EXPECT_TRUE(OwnHosts(config).has(name + ".local:8080"));
  EXPECT_FALSE(OwnHosts(config).has(name + ".evil.example"));
}

}  // namespace
}  // namespace cairn::net
