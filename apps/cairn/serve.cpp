#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "apps/cairn/commands.h"
#include "apps/cairn/terminal.h"
#include "server/net/server.h"
#include "server/store/postgres.h"

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;

// The built client: installed beside the program, in the source tree above it, or below the current folder.
std::string find_web() {
  const auto holds = [](const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "index.html", ignored);
  };
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (int up = 0; !error && up < 6 && !folder.empty(); ++up, folder = folder.parent_path())
    for (const char* place : {"web/dist", "share/cairn/web"})
      if (holds(folder / place)) return (folder / place).string();
  return holds("web/dist") ? "web/dist" : "";
}

// Every connection is an open file, and the usual soft limit is for ordinary programs.
void raise_file_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// The command line is seen by everybody on the machine.
bool take_database(ServerConfig& config) {
  if (has_password(config.database)) {
    complain("a password does not belong on the command line; give the address in the environment: CAIRN_DATABASE");
    return false;
  }
  const char* given = std::getenv("CAIRN_DATABASE");
  if (config.database.empty() && given != nullptr) config.database = given;
  return true;
}

int serve(ServerConfig config) {
  if (!take_database(config)) return kBadUse;
  raise_file_limit();
  if (config.web.empty()) config.web = find_web();
  config.handle_signals = true;
  auto [server, error] = Server::start(config);
  if (!server) {
    complain(error);
    return kBadUse;
  }
  if (!server->web_error().empty()) complain("no web client is served: " + server->web_error());
  const bool v6 = config.address.find(':') != std::string::npos;
  const bool all = config.address == "0.0.0.0" || config.address == "::";
  const std::string host = all ? "localhost" : (v6 ? "[" + config.address + "]" : config.address);
  std::printf("Cairn is ready on http://%s:%d%s\n", host == "127.0.0.1" ? "localhost" : host.c_str(),
              static_cast<int>(server->port()), all ? " and on this machine's other addresses" : "");
  const std::string place = config.database.empty() ? config.data : shown_postgres_url(config.database);
  std::printf("Games are kept in %s. Ctrl-C ends.\n", place.c_str());
  std::fflush(stdout);
  server->run();
  return kOk;
}

}  // namespace

void add_serve(CLI::App& program, int& status) {
  auto config = std::make_shared<ServerConfig>();
  config->data = "./data";
  CLI::App* command = program.add_subcommand("serve", "Serve games to browsers: against the bot or a friend");
  command->add_option("--port", config->port, "TCP port; 0 takes a free one")->capture_default_str();
  command
      ->add_option("--address", config->address,
                   "127.0.0.1 for this machine only, 0.0.0.0 for everybody who can reach it")
      ->capture_default_str();
  command->add_option("--data", config->data, "Folder of the database; made where missing")->capture_default_str();
  command->add_option("--database", config->database,
                      "postgresql://user@host:port/database instead of a folder: any number of servers share it. With "
                      "a password: in the environment, as CAIRN_DATABASE");
  command->add_option("--web", config->web, "Folder of the built web client (default: looked for near the program)");
  command->add_option("--bot-threads", config->bot_threads, "Threads that think for the bot (default: processors - 1)")
      ->check(CLI::Range(1, 256));
  command->add_flag("--behind-proxy", config->behind_proxy,
                    "A proxy on this machine speaks HTTPS: believe its\nX-Forwarded-For, send cookies only by HTTPS");
  auto unlimited = std::make_shared<bool>(false);
  command->add_flag("--no-rate-limits", *unlimited, "Do not limit how often an address may ask");
  command->footer("docs/hosting.md tells of backups, several servers, proxies and limits.");
  command->callback([config, unlimited, &status] {
    config->rate_limits = !*unlimited;
    status = serve(*config);
  });
}

}  // namespace cairn::cli
