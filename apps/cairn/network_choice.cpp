#include "apps/cairn/network_choice.h"

#include <fmt/core.h>

#include <utility>

#include "apps/cairn/game_choice.h"
#include "search/network/file.h"

namespace cairn::cli {

std::string read_network(const std::string& path, const GameInfo& info, std::shared_ptr<const network::Network>& out) {
  if (info.features.name.empty()) return fmt::format("networks cannot play {} yet", info.title);
  const auto bytes = cli::read_file(path, kMaxGameFile);
  if (!bytes) return fmt::format("the network \"{}\" cannot be read", path);
  network::ReadFile read = network::read_file(*bytes);
  std::string wrong = read.file ? network::fits(info.features, read.file->weights.shape) : read.error;
  if (!wrong.empty()) return fmt::format("the network \"{}\": {}", path, wrong);
  out = std::make_shared<const network::Network>(std::move(read.file->weights));
  return {};
}

}  // namespace cairn::cli
