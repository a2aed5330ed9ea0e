#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "apps/cairn/commands.h"
#include "apps/cairn/config_choice.h"
#include "apps/cairn/terminal.h"
#include "server/net/openapi.h"
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

int serve(ServerConfig config) {
  raise_file_limit();
  std::signal(SIGPIPE, SIG_IGN);  // whoever reads the log may go
  std::signal(SIGCHLD, SIG_DFL);  // where the starter ignores it, no program's exit code would be known
  if (config.web.empty()) config.web = find_web();
  config.handle_signals = true;
  auto [server, error] = Server::start(config);
  if (!server) {
    complain(error);
    return kBadUse;
  }
  const bool all = config.address == "0.0.0.0" || config.address == "::";
  std::printf("Cairn is ready on %s://%s:%d%s\n", config.speaks_tls() ? "https" : "http", server->host().c_str(),
              static_cast<int>(server->port()), all ? " and all other addresses of this machine" : "");
  const std::string place = config.database.empty() ? config.data : shown_postgres_url(config.database);
  std::printf("Games are stored in %s. Stop the server with Ctrl-C.\n", place.c_str());
  std::fflush(stdout);
  server->run();
  return kOk;
}

}  // namespace

void add_serve(Command program, int& status) {
  struct Given {
    explicit Given(Command command) : choice(command) {}
    ConfigChoice choice;
    bool print = false, print_openapi = false;
  };
  Command command = program.subcommand("serve", "Run a server for browsers and programs");
  auto given = std::make_shared<Given>(command);
  command.flag("--print-config", given->print, "Print the settings in effect, as a file for --config");
  command.flag("--print-openapi", given->print_openapi, "Print the OpenAPI document of the API");
  command.footer("See docs/hosting.md for settings, backups, several servers, proxies and limits.");
  command.callback([given, &status] {
    if (given->print_openapi) {
      std::puts(openapi_text().c_str());
      return;
    }
    auto config = given->choice.read_or_complain();
    if (!config) {
      status = kBadUse;
    } else if (given->print) {
      std::fputs(config_text(*config).c_str(), stdout);
    } else {
      // In a terminal without a file the signal ends the program with its window.
      if (!given->choice.file().empty())
        config->reread = [given] {
          ConfigRead again = given->choice.read();
          if (again.config.web.empty()) again.config.web = find_web();
          return again;
        };
      status = serve(std::move(*config));
    }
  });
}

}  // namespace cairn::cli
