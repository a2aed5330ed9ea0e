// Games that a server wants to be played by `cairn selfplay --server`: the host's list of jobs, JSON, and what a worker
// makes of one. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "notation/view_json.h"
#include "search/network/feature_spec.h"
#include "search/self_play.h"

namespace cairn {

inline constexpr int kMostJobGames = 10'000, kMostJobs = 1'000;

struct SelfPlayJob {
  const GameInfo* info = nullptr;
  OptionValues options{};
  int games = 20;
  SelfPlay how{};  // with its half life
  Position start{};
  network::Boards boards{};
};

// The host's list: [{"game":"NAME","options":{"size":4},"games":20,"visits":160},...]; what is not said is as usual.
// Returns "" or what is wrong. So do the two next, of one job, and of its game and options alone.
std::string read_selfplay_jobs(std::string_view text, std::span<const GameInfo> games, std::vector<SelfPlayJob>& out);
Message read_selfplay_job(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job);
Message read_selfplay_start(const Json& json, std::span<const GameInfo> games, SelfPlayJob& job);

// Self-play needs games that end by moves alone: no engine searches what players say about dead stones afterwards. A
// game that has the option `agreement` gets `agreement=no` where the options do not name it. Returns why these options
// cannot be used (they ask for an agreement), or nothing; options that are not valid are left to `GameInfo::make`.
Message end_without_agreement(const GameInfo& info, OptionValues& options);

// What a worker gets: all of it is said, with a seed and the network's name.
struct SelfPlayWork {
  SelfPlayJob job{};
  std::uint64_t seed = 0;
  std::string network{};  // "": the game's own search plays
};

struct SelfPlayWish {
  int rules = 0;  // the worker's kRulesVersion
};

struct SelfPlayAnswer {
  std::string samples{};  // a file of search/samples.h, of that game's boards, with at least one record
  int count = 0;          // records
};

}  // namespace cairn
