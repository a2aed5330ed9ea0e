#include "apps/cairn/server_choice.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "apps/cairn/game_choice.h"
#include "core/text.h"

namespace cairn::cli {

void add_server_options(Command command, ServerChoice& given, bool required) {
  command.option("--server", given.server, "Address of the server: http://HOST:PORT or https://HOST")
      .required(required)
      .type_name("URL");
  command.option("--token-file", given.token_file, "File with the API token; default: the token in CAIRN_TOKEN")
      .type_name("FILE");
}

void add_log_option(Command command, ServerChoice& given) {
  command.option("--log", given.log, "Log level on standard error: debug, info, warning or error")
      .one_of({"debug", "info", "warning", "error"})
      .type_name("LEVEL")
      .show_default();
}

std::string read_server_access(const ServerChoice& given, ServerAccess& out) {
  if (auto error = read_server_url(given.server, out); !error.empty()) return error;
  if (!given.token_file.empty()) {
    const auto text = read_file(given.token_file);
    if (!text) return "--token-file: " + given.token_file + " cannot be read";
    out.token = trim(*text);
  } else if (const char* variable = std::getenv("CAIRN_TOKEN")) {
    out.token = trim(variable);
  }
  const std::string& token = out.token;
  if (token.empty()) return "no API token: give --token-file FILE, or set CAIRN_TOKEN";
  const bool plain = std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
  return plain && token.starts_with("cairn_") ? ""
                                              : "this is not an API token: one begins with cairn_ and has no spaces";
}

Log log_of(const ServerChoice& given) {
  const std::map<std::string, LogLevel> levels = {
      {"debug", LogLevel::debug}, {"info", LogLevel::info}, {"warning", LogLevel::warning}, {"error", LogLevel::error}};
  Log log;
  log.set(levels.at(given.log), LogFormat::text);
  return log;
}

}  // namespace cairn::cli
