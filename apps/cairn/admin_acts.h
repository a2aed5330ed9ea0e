// Inside of `cairn admin`: what a host does about one account. Every act is written into the audit log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "apps/cairn/command_line.h"
#include "apps/cairn/config_choice.h"
#include "server/store/sql.h"

namespace cairn::cli {

// `choice`: of the command above, which names the database.
void add_admin_acts(Command admin, const std::shared_ptr<const ConfigChoice>& choice, int& status);

// Who may join, and what everybody is told: admin_site.cpp.
void add_admin_site(Command admin, const std::shared_ptr<const ConfigChoice>& choice, int& status);

// Opens the database that the choice names; the exit code.
int with_database(const ConfigChoice& choice, bool write,
                  const std::function<int(SqlConnection&, const ServerConfig&)>& work);
// Complains of a reason or a note that the pages would not take; both may be empty.
bool takes_words(const std::string& why, const std::string& note = {});
std::string moment_text(std::int64_t ms);
std::int64_t moment_now();

}  // namespace cairn::cli
