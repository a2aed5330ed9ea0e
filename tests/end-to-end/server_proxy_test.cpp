// Behind each of the proxies that docs/hosting.md tells of, with the lines that stand there: people play through it,
// and limits count the address that it tells. A proxy that is not installed is not tried.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/text.h"
#include "postfix.h"
#include "server_client.h"
#include "server_process.h"

namespace cairn::testing {
namespace {

struct Proxy {
  std::string name, program;
  // Its configuration, around the page's lines, at a port of both loopback addresses.
  std::string (*file)(std::string lines, const std::string& port, const std::string& folder);
  std::vector<std::string> (*options)(const std::string& file, const std::string& folder);
};

std::string nginx_file(std::string lines, const std::string& port, const std::string& folder) {
  replace_in(lines, "$host", "$http_host");  // the port is not 443
  std::string places;
  for (const char* of : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"})
    places += std::string(of) + "_temp_path " + folder + "/" + of + "; ";
  return "daemon off; master_process off; pid " + folder + "/pid;\nevents {}\nhttp { access_log off; " + places +
         "\nserver { listen 127.0.0.1:" + port + "; listen [::1]:" + port + ";\n" + lines + "} }\n";
}

std::string caddy_file(std::string lines, const std::string& port, const std::string&) {
  return "{\n  admin off\n}\n:" + port + " {\n" + lines + "}\n";
}

std::string haproxy_file(std::string lines, const std::string& port, const std::string&) {
  replace_in(lines, "bind :443 ssl crt /etc/haproxy/go.example.org.pem",
             "bind 127.0.0.1:" + port + "\n  bind [::1]:" + port);
  return lines;
}

std::string apache_file(std::string lines, const std::string& port, const std::string& folder) {
  std::string text = "ServerRoot " + folder + "\nServerName localhost\nDefaultRuntimeDir " + folder + "\nPidFile " +
                     folder + "/pid\nErrorLog " + folder + "/errors\nListen 127.0.0.1:" + port +
                     "\nListen [::1]:" + port + "\n";
  if (::geteuid() == 0) text += "User www-data\nGroup www-data\n";
  for (const std::string module : {"mpm_event", "authz_core", "proxy", "proxy_http"})
    text += "LoadModule " + module + "_module /usr/lib/apache2/modules/mod_" + module + ".so\n";
  return text + "<VirtualHost *:" + port + ">\n" + lines + "</VirtualHost>\n";
}

const Proxy kProxies[] = {{"nginx", "/usr/sbin/nginx", nginx_file,
                           [](const std::string& file, const std::string& folder) {
                             return std::vector<std::string>{"-p", folder, "-c", file, "-e", "stderr"};
                           }},
                          {"caddy", "/usr/bin/caddy", caddy_file,
                           [](const std::string& file, const std::string&) {
                             return std::vector<std::string>{"run", "--config", file, "--adapter", "caddyfile"};
                           }},
                          {"haproxy", "/usr/sbin/haproxy", haproxy_file,
                           [](const std::string& file, const std::string&) {
                             return std::vector<std::string>{"-db", "-f", file};
                           }},
                          {"apache", "/usr/sbin/apache2", apache_file, [](const std::string& file, const std::string&) {
                             return std::vector<std::string>{"-DFOREGROUND", "-f", file};
                           }}};

// A move by a WebSocket, with the `Origin` that a browser sends.
void play_through(std::uint16_t port) {
  Client ann(port);
  ann.enter("Ann");
  const std::string table =
      ann.create({{"game", "go"}, {"options", {{"size", "5"}}}, {"opponent", "bot"}, {"seat", "first"}});
  TableEar ear(ann, table, "http://localhost:" + std::to_string(port));
  ASSERT_EQ(ear.status(), 101);
  EXPECT_EQ(ear.next_of("state").at("state").at("id"), table);
  ear.send({{"type", "command"}, {"request", "a"}, {"version", 0}, {"command", "play"}, {"word", "C3"}});
  EXPECT_FALSE(ear.next_of("change").is_null());
}

// Who makes up an address gets no further, and holds up nobody at another one.
void flood_through(std::uint16_t port) {
  const auto status = [&](const std::string& made_up, bool v6) {
    const std::string line = made_up.empty() ? "" : "X-Forwarded-For: " + made_up + "\r\n";
    return status_of(exchange(port,
                              "GET /healthz HTTP/1.1\r\nHost: localhost:" + std::to_string(port) + "\r\n" + line +
                                  "Connection: close\r\n\r\n",
                              v6, std::chrono::milliseconds(5'000)));
  };
  int refused = 0;
  for (int i = 0; i < 200 && refused == 0; ++i)
    if (status("192.0.2." + std::to_string(i), true) == 429) ++refused;
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(status("", false), 200);
}

TEST(ServerProxy, PassesMovesAndTellsWhoAsks) {
  std::string tried;
  for (const Proxy& proxy : kProxies) {
    SCOPED_TRACE(proxy.name);
    if (::access(proxy.program.c_str(), X_OK) != 0) continue;
    tried += proxy.name + " ";
    const TempFolder folder;
    ServerConfig config = config_for(folder);
    config.behind_proxy = true;
    config.trusted_proxies = {"127.0.0.1"};  // so that who comes from ::1 is no proxy
    config.rate_limits = true;
    config.requests_per_second = 0.01;
    config.requests_at_once = 60;
    const Running server(config);
    if (!Wire(server.port(), false, "", true).ok()) GTEST_SKIP() << "NOT TESTED: this machine speaks no IPv6";
    const std::uint16_t port = free_tcp_port();
    std::string lines = page_lines("docs/hosting.md", proxy.name);
    replace_in(lines, "127.0.0.1:8080", "127.0.0.1:" + std::to_string(server.port()));
    const std::string file = folder.path() + "/proxy.conf";
    std::ofstream(file) << proxy.file(lines, std::to_string(port), folder.path());
    std::vector<std::string> command = proxy.options(file, folder.path());
    command.insert(command.begin(), proxy.program);
    Child child(command, {.environment = {"HOME=" + folder.path()}, .own_environment = false});
    EXPECT_TRUE(wait_for([&] { return !child.runs() || Wire(port).ok(); }));
    ASSERT_TRUE(child.runs()) << child.said();
    play_through(port);
    flood_through(port);
    child.end_all(SIGTERM);
  }
  if (tried.empty()) GTEST_SKIP() << "NOT TESTED: none of nginx, Caddy, HAProxy and Apache is installed";
  std::printf("tried: %s\n", tried.c_str());
}

}  // namespace
}  // namespace cairn::testing
