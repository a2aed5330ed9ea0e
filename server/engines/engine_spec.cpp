#include "server/engines/engine_spec.h"

#include <algorithm>

namespace cairn::engines {

bool EngineSpec::plays(std::string_view game, GridSize size) const {
  return std::find(games.begin(), games.end(), game) != games.end() &&
         (sizes.empty() || size.columns == 0 || std::find(sizes.begin(), sizes.end(), size) != sizes.end());
}

const LevelSpec* EngineSpec::level(int number) const {
  const auto found =
      std::find_if(levels.begin(), levels.end(), [&](const LevelSpec& one) { return one.level == number; });
  return found == levels.end() ? nullptr : &*found;
}

std::vector<std::string> words_of(const EngineSpec& spec) {
  std::vector<std::string> words = spec.command;
  const auto put = [](std::string& word, std::string_view name, const std::string& value) {
    for (auto at = word.find(name); at != std::string::npos; at = word.find(name, at + value.size()))
      word.replace(at, name.size(), value);
  };
  for (std::string& word : words) {
    put(word, "{threads}", std::to_string(spec.threads));
    put(word, "{memory}", std::to_string(spec.memory));
  }
  return words;
}

GridSize board_size(const OptionValues& complete) {
  for (const auto& [name, value] : complete)
    if (name == "size") return parse_size(value).value_or(GridSize{});
  return {};
}

}  // namespace cairn::engines
