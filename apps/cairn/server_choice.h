// What the sub-commands that work for a server are told on the command line: where it is, by which token they may, and
// how much they tell.
#pragma once

#include <string>

#include "apps/cairn/bot_link.h"
#include "apps/cairn/command_line.h"
#include "server/base/log.h"

namespace cairn::cli {

struct ServerChoice {
  std::string server, token_file, log = "info";
};

void add_server_options(Command command, ServerChoice& given, bool required = true);
void add_log_option(Command command, ServerChoice& given);

// Returns "" or what was wrong and what would be right. The token is never on the command line, for others see it.
std::string read_server_access(const ServerChoice& given, ServerAccess& out);
Log log_of(const ServerChoice& given);

}  // namespace cairn::cli
