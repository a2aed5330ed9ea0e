// The store in one SQLite file, for one server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/store/store.h"

namespace cairn {

struct OpenedStore {
  std::unique_ptr<Store> store;
  std::string error;                 // what is wrong with the place, for people
  std::vector<std::string> notes{};  // who else could read it, or still can, and what was made; for the host
};

// Makes the folder where it is missing; only one process may hold it at a time. It and what is in it is made for its
// owner alone; `others_enter`: not the folder itself. `secrets_key`: the file of the key of sealed secrets (sealer.h);
// "": secrets.key in the folder, which is made where nothing is sealed yet.
OpenedStore open_sqlite_store(const std::string& folder, Store::Post post, bool others_enter = false,
                              const std::string& secrets_key = {});

}  // namespace cairn
