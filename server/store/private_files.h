// A data folder is its owner's alone: it holds hashes of passwords, the secrets of hooks and the keys of mail.
#pragma once

#include <string>
#include <system_error>
#include <vector>

namespace cairn {

// Makes the folder where it is missing, for its owner alone unless `others_enter`: they need a way into it.
std::error_code make_data_folder(const std::string& folder, bool others_enter = false);

// Makes the database's file where it is missing, for its owner alone, before SQLite makes it for everybody. What SQLite
// puts beside it gets the same permissions.
std::error_code make_database_file(const std::string& path);

// Takes from others what they could read, the folder too where it holds nothing but ours. A word for each thing that
// was or stays open to others.
std::vector<std::string> make_private(const std::string& folder, bool others_enter);

}  // namespace cairn
