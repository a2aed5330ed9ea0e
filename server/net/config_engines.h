// Blocks [[engine]] of the configuration file (docs/engines.md).
#pragma once

#include <functional>
#include <string>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "server/engines/engine_spec.h"

namespace cairn {

using Complain = std::function<void(const toml::source_position& at, const std::string& what)>;

// What is right of them; the rest is complained about. `node` is the value of the key "engine".
std::vector<engines::EngineSpec> read_engines(const toml::node& node, const Complain& complain);

}  // namespace cairn
