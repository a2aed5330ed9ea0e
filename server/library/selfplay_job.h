// Games that a server wants to be played by `cairn selfplay --server`, and what comes back: JSON in the host's list of
// jobs, and between server and worker. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "search/network/sight.h"
#include "search/self_play.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr int kMostJobGames = 10'000, kMostJobs = 1'000;
inline constexpr std::size_t kMostHandedIn = 40'000;  // bytes of a file of samples, which a body has as base64url

struct SelfPlayJob {
  const GameInfo* info = nullptr;
  OptionValues options{};
  int games = 20;
  SelfPlay how{};  // with its half life
  Position start{};
  network::Boards boards{};
};

// The host's list: [{"game":"NAME","options":{"size":4},"games":20,"visits":160},...]; what is not said is as usual.
// Returns "" or what is wrong.
std::string read_selfplay_jobs(std::string_view text, std::span<const GameInfo> games, std::vector<SelfPlayJob>& out);

// What a worker gets: all of it is said, with a seed and the network's name.
struct SelfPlayWork {
  SelfPlayJob job{};
  std::uint64_t seed = 0;
  std::string network{};  // "": the game's own search plays
};
Json selfplay_work_json(const SelfPlayWork& work);
std::string read_selfplay_work(const Json& json, SelfPlayWork& out);

struct SelfPlayWish {
  int rules = 0;  // the worker's kRulesVersion
};
std::variant<SelfPlayWish, Fault> read_selfplay_wish(std::string_view text);

struct SelfPlayAnswer {
  std::string samples{};  // a file of search/samples.h, of that game's boards, with at least one record
  int count = 0;          // records
};
std::variant<SelfPlayAnswer, Fault> read_selfplay_answer(std::string_view text, std::span<const GameInfo> games);
Json selfplay_answer_json(const SelfPlayJob& job, std::string_view samples);

}  // namespace cairn
