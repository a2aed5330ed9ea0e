// Inside of `cairn admin`: what a host does about one account. Every act is written into the audit log.
#pragma once

#include <memory>

#include "apps/cairn/command_line.h"
#include "apps/cairn/config_choice.h"

namespace cairn::cli {

// `choice`: of the command above, which names the database.
void add_admin_acts(Command admin, const std::shared_ptr<const ConfigChoice>& choice, int& status);

}  // namespace cairn::cli
