#include "search/network/shipped.h"

#include <algorithm>
#include <utility>

#include "core/carried_file.h"
#include "search/network/file.h"

#if defined(CAIRN_WEIGHTS)

CAIRN_CARRY(cairn_network_go_1, CAIRN_WEIGHTS "/go-1.network");
CAIRN_CARRY(cairn_network_go_1_13, CAIRN_WEIGHTS "/go-1-13.network");
CAIRN_CARRY(cairn_network_go_1_torus, CAIRN_WEIGHTS "/go-1-torus.network");
CAIRN_CARRY(cairn_network_pyramid_1, CAIRN_WEIGHTS "/pyramid-1.network");
CAIRN_CARRY(cairn_network_pyramid_1_small, CAIRN_WEIGHTS "/pyramid-1-small.network");
CAIRN_CARRY(cairn_network_steps_1, CAIRN_WEIGHTS "/steps-1.network");

#endif

namespace cairn::network {

namespace {

constexpr std::array<Shipped, 6> kShipped{{{"go-1", "go-1", 9, 9, false},
                                           {"go-1-13", "go-1", 10, 19, false},
                                           {"go-1-torus", "go-1", 9, 19, true},
                                           {"pyramid-1", "pyramid-1", 5, 16, false},
                                           {"pyramid-1-small", "pyramid-1", 4, 4, false},
                                           {"steps-1", "steps-1", 9, 9, false}}};

constexpr std::array<std::string_view, 6> kNames{"go-1",      "go-1-13",         "go-1-torus",
                                                 "pyramid-1", "pyramid-1-small", "steps-1"};

using Networks = std::array<std::shared_ptr<const Network>, kNames.size()>;

Networks& networks() {
  static Networks all = [] {
    Networks read;
#if defined(CAIRN_WEIGHTS)
    constexpr std::array<std::array<const char*, 2>, kNames.size()> kFiles{
        {{cairn_network_go_1, cairn_network_go_1_end},
         {cairn_network_go_1_13, cairn_network_go_1_13_end},
         {cairn_network_go_1_torus, cairn_network_go_1_torus_end},
         {cairn_network_pyramid_1, cairn_network_pyramid_1_end},
         {cairn_network_pyramid_1_small, cairn_network_pyramid_1_small_end},
         {cairn_network_steps_1, cairn_network_steps_1_end}}};
    for (std::size_t i = 0; i < kFiles.size(); ++i)
      if (ReadFile file = read_file({kFiles[i][0], static_cast<std::size_t>(kFiles[i][1] - kFiles[i][0])}); file.file)
        read[i] = std::make_shared<const Network>(std::move(file.file->weights));
#endif
    return read;
  }();
  return all;
}

std::shared_ptr<const Network>& network_called(std::string_view name) {
  return networks()[static_cast<std::size_t>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin())];
}

}  // namespace

const Shipped* shipped_for(std::string_view features, int side, bool torus) {
  for (const Shipped& one : kShipped)
    if (one.features == features && side >= one.least && side <= one.most && torus == one.torus) return &one;
  return nullptr;
}

std::shared_ptr<const Network> network_of(const Shipped& shipped) {
  return network_called(shipped.name);
}

#if !defined(CAIRN_WEIGHTS)
std::string hand_over(std::string_view name, std::string_view bytes) {
  ReadFile read = read_file(bytes);
  if (!read.file) return read.error;
  for (const Shipped& one : kShipped)
    if (one.name == name && one.features == read.file->weights.shape.features) {
      network_called(name) = std::make_shared<const Network>(std::move(read.file->weights));
      return {};
    }
  return "there is no network \"" + std::string(name) + "\"";
}
#endif

}  // namespace cairn::network
