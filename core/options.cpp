#include "core/options.h"

#include <utility>

namespace cairn {

Message unknown_option(std::string_view name, const std::vector<OptionSpec>& specs) {
  std::string list;
  for (std::size_t i = 0; i < specs.size(); ++i)
    list += (i == 0 ? "" : ", ") + specs[i].name + " (" + specs[i].values + ")";
  return Message("unknown-option", "unknown option \"{name}\"; the options are {list}",
                 {{"name", name.substr(0, 80)}, {"list", list}});
}

Message bad_option(std::string_view name, Message why) {
  return Message("bad-option", "option {name}: {why}", {{"name", name}, {"why", std::move(why)}});
}

}  // namespace cairn
