// Players and listeners of several servers that share a database: they go from server to server and send again what was
// not answered. What they know afterwards is compared with what every server says.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/rng.h"
#include "server_client.h"

namespace cairn::testing::cluster {

inline constexpr std::size_t kServers = 3;

struct Game {
  std::string id;
  std::array<std::string, 2> cookies;
  std::vector<std::string> acknowledged;  // words, in order
  std::string reply;                      // to the last of them
  bool over = false;
};

// What the players and listeners know of the servers.
struct Servers {
  std::array<std::atomic<std::uint16_t>, kServers> ports{};
  std::atomic<bool> end{false};
  std::atomic<int> moves{0}, again{0}, heard{0};
  std::mutex mutex;  // of what follows
  std::vector<std::string> open;
  std::uint16_t any(Rng& rng) const { return ports[rng.below(kServers)]; }
};

// The same request to one server after the other until one answers it. An answer that may come again is no answer.
Response insist(Servers& servers, Rng& rng, const std::string& cookie, std::string_view method,
                const std::string& target, const std::string& body);
std::string enter(Servers& servers, Rng& rng);  // the cookie of a new guest

// Two guests play game after game, some at once, until the end.
void play(Servers& servers, Rng rng, std::vector<Game>& games);
// Watches one game after the other, now here, now there. What was seen once never changes and never goes back.
using Seen = std::map<std::string, std::vector<std::string>>;  // words by table
void watch(Servers& servers, Rng rng, Seen& seen);

// Every server, asked at the end, knows every game as it was acknowledged, and repeats its last answer.
void check(Servers& servers, const std::vector<Game>& games);
// Listeners saw the moves that were acknowledged, in their order.
void check_seen(const Seen& seen, const std::vector<std::vector<Game>>& games);

}  // namespace cairn::testing::cluster
