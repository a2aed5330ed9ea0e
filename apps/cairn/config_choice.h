// Settings of the server on the command line, for the sub-commands that need some of them: a flag for each, and
// --config FILE. They count more than the environment, which counts more than the file.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cairn/command_line.h"
#include "server/net/config.h"

namespace cairn::cli {

class ConfigChoice {
 public:
  // `keys`: the settings that the command takes; none: all.
  explicit ConfigChoice(Command command, const std::vector<std::string_view>& keys = {});
  std::string file() const;  // "": none
  ConfigRead read() const;   // file, environment, flags
  // ... and complains of what is wrong.
  std::optional<ServerConfig> read_or_complain() const;

 private:
  struct Given {
    const Setting* setting;
    Option option;
    std::string text;
    bool inverted;  // the flag says no
  };
  std::string file_;
  std::vector<std::unique_ptr<Given>> given_;
};

}  // namespace cairn::cli
