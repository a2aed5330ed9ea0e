// The settings: where each may be given, what is said of a wrong one, and that the documents name them all.
#include "server/net/config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "core/text.h"
#include "server/net/addresses.h"

namespace cairn {
namespace {

using Lines = std::vector<std::string>;

std::string file_of(const std::string& name) {
  std::ifstream in(std::string(CAIRN_SOURCE) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Lines read(const std::string& text, ServerConfig& config) {
  return read_config_text(text, "cairn.toml", config);
}

// Another value than the usual one.
SettingValue other(const Setting& setting) {
  const SettingValue usual = setting.get(ServerConfig{});
  if (const auto* flag = std::get_if<bool>(&usual)) return !*flag;
  if (const auto* whole = std::get_if<std::int64_t>(&usual)) return *whole + 7;
  if (setting.key == "database-replica") return Lines{"postgresql://ann@db2.example/cairn"};
  if (setting.key == "host-names") return Lines{"cairn", "play.example.net"};
  if (std::holds_alternative<std::vector<std::string>>(usual)) return Lines{"10.0.0.0/8", "2001:db8::1"};
  if (setting.key == "log-level") return "warning";
  if (setting.key == "log-format") return "json";
  if (setting.key == "access-log") return "off";
  if (setting.key == "backup-at") return "12:00";
  if (setting.key == "contact") return "mailto:host@example.org";
  if (setting.key == "public-url") return "https://play.example.org";
  if (setting.key == "database") return "postgresql://ann@db.example/cairn";
  if (setting.key == "mail-relay") return "smtp://127.0.0.1:25";
  if (setting.key == "registration") return "by-approval";
  if (setting.key == "second-factor") return "moderators";
  if (setting.key == "club-name") return "Go \"club\" # Ulm";
  if (setting.key == "club-accent") return "#0a5fb8";
  if (setting.key == "rated-at-one-address") return "whole";
  if (setting.key == "mail-relay-tls") return "optional";
  if (setting.key == "mail-from") return "Cairn <play@example.org>";
  if (setting.key == "mail-domain") return "example.org";
  if (setting.key == "mail-authserv-id") return "mx.example.org";
  return "a \"strange\" # word\n";
}

TEST(Config, WhatIsPrintedReadsBackAsItWas) {
  ServerConfig config;
  for (const Setting& setting : settings()) ASSERT_TRUE(setting.set(config, other(setting))) << setting.key;
  ServerConfig again;
  EXPECT_EQ(read(config_text(config), again), Lines{});
  again.mail_relay_password = config.mail_relay_password;  // it is not printed
  EXPECT_EQ(changed_settings(config, again).size(), 0U);
  EXPECT_EQ(changed_settings(config, ServerConfig{}).size(), settings().size());
}

TEST(Config, EnginesArePrintedAndReadBack) {
  ServerConfig config, again;
  const Lines faults = read(
      "port = 1\n"
      "[[engine]]\nname = \"a-1\"\ncommand = \"prog --mode  gtp\"\ngames = [\"go\", \"margo\"]\nlevels = [\n"
      "  { level = 3, commands = [\"level 1\"] },\n  { level = 4, visits = 7, seconds = 0.5, commands = [\"level 2\"] "
      "},\n]\n"
      "[[engine]]\nname = \"b\"\ncommand = [\"/a b/k\", \"\", \"-t={threads}\"]\nprotocol = \"kata-analysis\"\ngames = "
      "[\"GO\"]\n"
      "sizes = [9, 13, \"13x9\"]\nmay-play = false\nmay-analyse = true\nprocesses = 2\nthreads = 3\nmemory = 4\n"
      "analysis-visits = 5\nstart-seconds = 6\nlate-seconds = 7.5\n",
      config);
  EXPECT_EQ(faults, Lines{});
  EXPECT_EQ(config.port, 1);
  ASSERT_EQ(config.engines.size(), 2U);
  EXPECT_EQ(config.engines[0].command, (Lines{"prog", "--mode", "gtp"}));
  EXPECT_EQ(config.engines[0].levels[1].visits, 7U);
  EXPECT_EQ(config.engines[1].command, (Lines{"/a b/k", "", "-t={threads}"}));
  EXPECT_EQ(config.engines[1].games, Lines{"go"});
  EXPECT_EQ(config.engines[1].late_seconds, 7.5);
  EXPECT_EQ(config.engines[1].sizes, (std::vector<GridSize>{{9, 9}, {13, 13}, {13, 9}}));
  EXPECT_EQ(read(config_text(config), again), Lines{});
  EXPECT_EQ(again.engines, config.engines);
}

TEST(Config, AWrongEngineIsReportedWithItsLine) {
  const std::string good = "[[engine]]\nname = \"e\"\ncommand = \"x\"\ngames = [\"go\"]\nlevels = [{ level = 1 }]\n";
  const auto fault_of = [&](const std::string& more) {
    ServerConfig config;
    const Lines faults = read(good + more, config);
    return faults.empty() ? "" : faults.front();
  };
  EXPECT_EQ(fault_of(""), "");
  const std::pair<const char*, const char*> kWrong[]{
      {"levl = 1\n", "cairn.toml:6: \"levl\" is not a setting of an engine"},
      {"sizes = [0]\n", "cairn.toml:6: \"sizes\" has an invalid value"},
      {"sizes = [\"13x26\"]\n", "cairn.toml:6: \"sizes\" has an invalid value"},
      {"sizes = [\"wide\"]\n", "cairn.toml:6: \"sizes\" has an invalid value"},
      {"protocol = \"uci\"\n", "it must be \"gtp\" or \"kata-analysis\""},
      {"threads = 0\n", "it must be a whole number from 1 to 1024"},
      {"[[engine]]\nname = \"e\"\ncommand = \"y\"\ngames = [\"go\"]\nmay-play = false\n", "the name of another engine"},
      {"[[engine]]\nname = \"f\"\ngames = [\"go\"]\nmay-play = false\n", "cairn.toml:6: this engine needs a command"},
      {"[[engine]]\nname = \"f\"\ncommand = \"y\"\ngames = [\"go\"]\n", "needs levels"},
      {"[[engine]]\nname = \"f\"\ncommand = \"y\"\ngames = [\"phantom\"]\n", "without hidden information"},
      {"[[engine]]\nname = \"a b\"\n", "letters, digits"},
      {"[[engine]]\nname = \"f\"\ncommand = \"\"\n", "\"command\" has an invalid value"},
      {"[[engine]]\nname = \"f\"\nlevels = [{ level = 1 }, { level = 1 }]\n", "each level once"},
      {"[[engine]]\nname = \"f\"\nlevels = [{ level = 11 }]\n", "each level once"},
      {"[[engine]]\nname = \"f\"\nlevels = [{ level = 1, commands = [\"a\\nb\"] }]\n", "each level once"},
      {"[[engine]]\nname = \"f\"\ncommand = \"y\"\ngames = [\"go\"]\nlevels = [{ level = 1, commands = [\"a\"] }, { "
       "level = 2 }]\n",
       "each level needs its own"},
      {"[[engine]]\nname = \"f\"\ncommand = \"y\"\nprotocol = \"kata-analysis\"\ngames = [\"margo\"]\nmay-play = "
       "false\n",
       "cannot play margo by kata-analysis"},
      {"may-play = false\n", "remove one of the two"},
      {"threads = 2\n", "threads = 2, but its command has no {threads}"},
      {"[[engine]]\nname = \"f\"\ncommand = \"y\"\ngames = [\"go\"]\nmay-play = false\nmay-analyse = false\n",
       "may neither play nor analyse"},
  };
  for (const auto& [more, said] : kWrong) EXPECT_NE(fault_of(more).find(said), std::string::npos) << fault_of(more);
  ServerConfig config;
  EXPECT_NE(read("engine = 3\n", config).front().find("[[engine]]"), std::string::npos);
}

TEST(Config, APasswordIsNotPrinted) {
  ServerConfig config;
  config.database = "postgresql://ann:top-secret@db.example/cairn";
  const std::string text = config_text(config);
  EXPECT_EQ(text.find("top-secret"), std::string::npos) << text;
  EXPECT_NE(text.find("db.example"), std::string::npos) << text;
}

TEST(Config, WhatIsNoAddressOfADatabaseIsNotShown) {
  ServerConfig config;
  config.database = "host=db1 password=s3cret";
  config.database_replica = {"host=db2 password=s3cret", "postgresql://u:s3cret@standby/x",
                             "postgresql://u:s3cret@[h/x"};
  const std::string text = config_text(config);
  EXPECT_EQ(text.find("s3cret"), std::string::npos) << text;
  EXPECT_NE(text.find("\ndatabase = \"\"\n"), std::string::npos) << text;
  EXPECT_NE(text.find("database-replica = [\"postgresql://u@standby/x\"]"), std::string::npos) << text;
}

TEST(Config, ReplicasNeedAPostgres) {
  ServerConfig config;
  config.database_replica = {"postgresql://u:pass4711@standby/x"};
  EXPECT_EQ(config.replica_fault().rfind("database-replica needs a PostgreSQL database: a data folder has no", 0), 0U);
  EXPECT_EQ(config.faults(), Lines{config.replica_fault()});
  config.database = "postgresql://u@main/x";
  EXPECT_EQ(config.replica_fault(), "");
  const std::string text = config_text(config);
  EXPECT_EQ(text.find("pass4711"), std::string::npos);
  EXPECT_NE(text.find("database-replica = [\"postgresql://u@standby/x\"]"), std::string::npos) << text;
  config.database_replica.emplace_back("mysql://u:pass4711@h/x");
  EXPECT_NE(config.replica_fault().find("right is postgresql://"), std::string::npos);
  EXPECT_EQ(config.replica_fault().find("pass4711"), std::string::npos);
  config.database_replica = {"postgresql://u@h/x", "postgresql://u:pass4711@h/x"};
  EXPECT_EQ(config.replica_fault(), "database-replica names postgresql://u@h/x twice");
  const Setting* lag = find_setting("database-replica-lag");
  EXPECT_EQ(set_from_text(*lag, "60", config), "");
  EXPECT_NE(set_from_text(*lag, "61", config), "") << "names that nobody has any more stand there for so long";
  config.database_replica.assign(9, "postgresql://standby/x");
  EXPECT_NE(config.replica_fault().find("at most 8"), std::string::npos);
}

TEST(Config, TheRelaysPasswordIsNotPrinted) {
  ServerConfig config;
  config.mail_relay_password = "top-secret";
  const std::string text = config_text(config);
  EXPECT_EQ(text.find("top-secret"), std::string::npos) << text;
  EXPECT_NE(text.find("# It is not shown."), std::string::npos) << text;
}

TEST(Config, SettingsOfMailAreJudged) {
  const auto good = [](std::string_view key, const std::string& value) {
    ServerConfig config;
    return set_from_text(*find_setting(key), value, config).empty();
  };
  for (const char* right : {"", "smtp://127.0.0.1", "smtp://mail.example.org:25", "smtps://[::1]:465"})
    EXPECT_TRUE(good("mail-relay", right)) << right;
  for (const char* wrong :
       {"mail.example.org", "http://a", "smtp://", "smtp://a/b", "smtp://u:p@a", "smtp://a b", "smtp://a:"})
    EXPECT_FALSE(good("mail-relay", wrong)) << wrong;
  EXPECT_FALSE(good("mail-from", "Cairn"));
  EXPECT_FALSE(good("mail-domain", "exa mple"));
  EXPECT_FALSE(good("public-url", "https://example.org/cairn"));
  ServerConfig config;
  config.mail_from = "Cairn <play@example.org>";
  EXPECT_EQ(config.own_mail_domain(), "example.org");
  config.mail_domain = "go.example.org";
  EXPECT_EQ(config.own_mail_domain(), "go.example.org");
  EXPECT_EQ(config.mail_fault(), "");
}

TEST(Config, TheEnvironmentCountsMoreThanTheFile) {
  ServerConfig config;
  EXPECT_EQ(read("port = 1000\nlog-level = \"error\"\nmetrics-from = [\"10.0.0.1\"]\nbehind-proxy = true", config),
            Lines{});
  const std::map<std::string, const char*> variables = {{"CAIRN_PORT", "2000"},
                                                        {"CAIRN_METRICS_FROM", "10.0.0.2, ::1"},
                                                        {"CAIRN_BEHIND_PROXY", "false"},
                                                        {"CAIRN_REQUESTS_PER_SECOND", "0.5"}};
  const auto variable = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  };
  EXPECT_EQ(read_environment(variable, config), Lines{});
  EXPECT_EQ(config.port, 2000);
  EXPECT_EQ(config.log_level, LogLevel::error);
  EXPECT_EQ(config.metrics_from, (Lines{"10.0.0.2", "::1"}));
  EXPECT_FALSE(config.behind_proxy);
  EXPECT_EQ(config.requests_per_second, 0.5);
}

TEST(Config, AllFaultsOfAFileAreReportedWithTheirLines) {
  ServerConfig config;
  const Lines faults = read(
      "# a comment\n"
      "prot = 80\n"
      "port = 70000\n"
      "bot_threads = 2\n"
      "log-level = \"loud\"\n"
      "metrics = \"yes\"\n"
      "metrics-from = [\"my own machine\"]\n"
      "max-connections = 17\n"
      "requests-at-once = 0\n"
      "[server]\n"
      "port = 80\n",
      config);
  const Lines expected = {
      "cairn.toml:2: \"prot\" is not a setting; did you mean \"port\"?",
      "cairn.toml:3: \"port\" has an invalid value; it must be a whole number from 0 to 65535",
      "cairn.toml:4: \"bot_threads\" is not a setting; did you mean \"bot-threads\"?",
      ("cairn.toml:5: \"log-level\" has an invalid value; it must be one of \"debug\", \"info\", \"warning\", "
       "\"error\""),
      "cairn.toml:6: \"metrics\" has an invalid value; it must be true or false",
      ("cairn.toml:7: \"metrics-from\" has an invalid value; it must be a list of addresses, such as "
       "[\"127.0.0.1\", \"10.0.0.0/8\", \"::1\"]"),
      "cairn.toml:9: \"requests-at-once\" has an invalid value; it must be a number from 0.01 to 1000000",
      "cairn.toml:10: [server] is a section; settings have no sections, as in `port = 8080`",
  };
  EXPECT_EQ(faults, expected);
  EXPECT_EQ(config.max_connections, 17U) << "what is right counts";
  EXPECT_EQ(config.port, 8080);
}

TEST(Config, AFileThatIsNoTomlIsReportedWithItsLine) {
  ServerConfig config;
  const Lines faults = read("port = 80\naddress = localhost\n", config);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].rfind("cairn.toml:2: ", 0), 0U) << faults[0];
  EXPECT_EQ(read_config_file("/no/such/file", config).size(), 1U);
}

TEST(Config, AWrongVariableNamesWhatWouldBeRight) {
  ServerConfig config;
  const auto wrong = [](const char* name) { return std::string(name) == "CAIRN_PORT" ? "http" : nullptr; };
  EXPECT_EQ(read_environment(wrong, config),
            Lines{"environment: CAIRN_PORT: \"http\" is not valid; it must be a whole number from 0 to 65535"});
}

// The example is what the program itself writes, with every key, none of them set. Written anew by
//   CAIRN_WRITE_DOCS=1 build/release/server/server_test --gtest_filter='Config.*'
TEST(Config, TheExampleFileHasEveryKey) {
  const std::string expected =
      "# Settings of `cairn serve --config FILE`, with their defaults. See docs/hosting.md.\n\n" +
      config_text(ServerConfig{}, true);
  if (std::getenv("CAIRN_WRITE_DOCS") != nullptr)
    std::ofstream(std::string(CAIRN_SOURCE) + "/docs/cairn.toml", std::ios::binary) << expected;
  const std::string example = file_of("docs/cairn.toml");
  EXPECT_EQ(example, expected);
  std::string active;  // every key set to what the example says
  for (const auto line : split(example, '\n'))
    active += std::string(line.size() > 1 && line[0] == '#' && line[1] != ' ' ? line.substr(1) : line) + "\n";
  ServerConfig config;
  EXPECT_EQ(read(active, config), Lines{});
  EXPECT_TRUE(changed_settings(config, ServerConfig{}).empty());
  ASSERT_EQ(config.engines.size(), 1U);
  while (active.ends_with("\n\n")) active.pop_back();
  const std::string shown = engine_text(config.engines.front());
  ASSERT_TRUE(active.ends_with(shown)) << "the example of an engine has all of its keys:\n" << shown;
  active.resize(active.size() - shown.size());
  EXPECT_EQ(static_cast<std::size_t>(std::count(active.begin(), active.end(), '=')), settings().size());
}

TEST(Config, ThePageForHostsNamesEveryKey) {
  const std::string page = file_of("docs/hosting.md");
  for (const Setting& setting : settings())
    EXPECT_NE(page.find("`" + std::string(setting.key) + "`"), std::string::npos) << setting.key;
}

TEST(Addresses, NetworksHoldTheirAddresses) {
  const auto has = [](const Lines& set, const char* address) {
    return net::AddressSet(set).has(boost::asio::ip::make_address(address));
  };
  EXPECT_TRUE(has({"127.0.0.0/8"}, "127.9.9.9"));
  EXPECT_TRUE(has({"127.0.0.0/8"}, "::ffff:127.0.0.1")) << "IPv4 on a socket of IPv6";
  EXPECT_FALSE(has({"127.0.0.0/8"}, "128.0.0.1"));
  EXPECT_TRUE(has({"192.0.2.128/25"}, "192.0.2.129"));
  EXPECT_FALSE(has({"192.0.2.128/25"}, "192.0.2.127"));
  EXPECT_TRUE(has({"10.0.0.1", "2001:db8::/33"}, "2001:db8:7fff::1"));
  EXPECT_FALSE(has({"10.0.0.1", "2001:db8::/33"}, "2001:db8:8000::1"));
  EXPECT_TRUE(has({"0.0.0.0/0"}, "203.0.113.9"));
  EXPECT_FALSE(has({"0.0.0.0/0"}, "2001:db8::1"));
  EXPECT_FALSE(has({}, "127.0.0.1"));
  for (const char* word : {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "1.2.3"})
    EXPECT_FALSE(net::AddressSet::is_address(word)) << word;
}

TEST(Addresses, OfAMachineOrAHouseholdAreOne) {
  const auto of = [](const char* text) { return net::household_of(boost::asio::ip::make_address(text)); };
  for (const char* here : {"127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"})
    EXPECT_EQ(net::home_of(boost::asio::ip::make_address(here)), "127.0.0.1") << here;
  EXPECT_NE(of("127.0.0.1"), of("::1")) << "limits tell them apart";
  EXPECT_EQ(of("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(of("::ffff:10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(of("2001:db8::1"), of("2001:db8:0:0:ffff::2"));
  EXPECT_NE(of("2001:db8::1"), of("2001:db8:0:1::1"));
  EXPECT_NE(of("::2"), "127.0.0.1");
}

TEST(Addresses, OfSeveralProxiesTheLastThatIsNoneOfOursCounts) {
  const net::AddressSet trusted({"127.0.0.0/8", "10.0.0.0/8", "2001:db8::/32"});
  const auto from = [&](const std::vector<std::string_view>& lists) {
    const auto found = net::forwarded_from(lists, trusted);
    return found ? found->to_string() : "";
  };
  EXPECT_EQ(from({"192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(from({"1.1.1.1, 192.0.2.1"}), "192.0.2.1") << "what the client wrote stands before";
  EXPECT_EQ(from({"1.1.1.1", "192.0.2.1"}), "192.0.2.1") << "in a line of its own, too";
  EXPECT_EQ(from({"1.1.1.1, 192.0.2.1, 10.1.2.3"}), "192.0.2.1") << "behind a proxy of ours";
  EXPECT_EQ(from({"192.0.2.1", "10.1.2.3", "127.0.0.1"}), "192.0.2.1");
  EXPECT_EQ(from({"10.1.2.3"}), "10.1.2.3") << "somebody of our own network";
  EXPECT_EQ(from({"192.0.2.1:4711"}), "192.0.2.1");
  EXPECT_EQ(from({"[2001:db9::7]:4711"}), "2001:db9::7");
  EXPECT_EQ(from({"2001:db9::7"}), "2001:db9::7");
  EXPECT_EQ(from({"for=1.1.1.1, for=192.0.2.1;proto=https;by=10.0.0.1"}), "192.0.2.1");
  EXPECT_EQ(from({"For=\"[2001:db9::7]:4711\""}), "2001:db9::7");
  EXPECT_EQ(from({"192.0.2.1, unknown"}), "") << "nobody knows";
  EXPECT_EQ(from({"192.0.2.1, for=_hidden, 10.0.0.1"}), "10.0.0.1") << "as far as is known";
  EXPECT_EQ(from({"", " , "}), "");
  EXPECT_EQ(from({}), "");
}

}  // namespace
}  // namespace cairn
