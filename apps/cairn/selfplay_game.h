// What both kinds of `cairn selfplay` share: games that are handed on as files of samples, and how many there were.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "apps/cairn/game_choice.h"
#include "core/position.h"
#include "search/samples.h"

namespace cairn::cli {

struct SelfPlayTotals {
  std::uint64_t games = 0, plies = 0, samples = 0, files = 0;
  std::array<std::uint64_t, 3> results{};  // won by the first seat, drawn, lost

  void count(const TaughtGame& game, int seats) {
    ++games;
    plies += static_cast<std::uint64_t>(game.plies);
    samples += game.samples.size();
    const int won = winner(game.outcome, seats);
    ++results[won == 0 ? 0 : won < 0 ? 1 : 2];
  }
  std::string text(double seconds) const {
    return fmt::format("{} games ({:.2f}/s), {:.1f} plies each, {} samples; first seat won {}, drew {}, lost {}", games,
                       static_cast<double>(games) / std::max(seconds, 1e-9),
                       static_cast<double>(plies) / static_cast<double>(std::max<std::uint64_t>(games, 1)), samples,
                       results[0], results[1], results[2]);
  }
};

inline std::string header_of(const GameInfo& info, const OptionValues& options, const network::Boards& boards) {
  return samples_header(info.features, boards, std::string(info.name) + " " + options_text(options));
}

}  // namespace cairn::cli
