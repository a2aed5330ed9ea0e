#include "core/options.h"

namespace cairn {

std::string unknown_option_text(std::string_view name, const std::vector<OptionSpec>& specs) {
  std::string text = "unknown option \"" + std::string(name.substr(0, 80)) + "\"; the options are ";
  for (std::size_t i = 0; i < specs.size(); ++i)
    text += (i == 0 ? "" : ", ") + specs[i].name + " (" + specs[i].values + ")";
  return text;
}

}  // namespace cairn
