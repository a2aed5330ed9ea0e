// A load: games opened at one or several servers and played by random legal moves, or sockets that only listen; what
// was measured. One thread.
//
// The two players of a game have a WebSocket each, at different servers where there are several. A game begins its next
// move when the one before was acknowledged to the mover and told to the other; a game that is over makes room for a
// new one. With a rate the moves have moments at which they are to begin, and time counts from there: a server that
// falls behind cannot hide it.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "apps/cairn/load_wire.h"
#include "games/registry.h"

namespace cairn::cli {

struct LoadPlan {
  std::vector<LoadTarget> servers;
  const GameInfo* info = nullptr;
  Config config;
  std::size_t games = 64;
  std::size_t connections = 0;  // that carry the moves by HTTP; 0: the players' WebSockets do
  double rate = 0;              // moves a second in all; 0: as fast as answers come
  double seconds = 10;
  std::size_t idle = 0;  // sockets that only listen; then nothing is played
  std::uint64_t seed = 1;
};

// Of all servers, from their /metrics; negative: they do not tell.
struct ServerUse {
  double cpu_seconds = -1, resident_bytes = -1;
};

struct LoadResult {
  std::string fault;  // why nothing was measured; "": all went well
  std::size_t moves = 0, games_ended = 0;
  double seconds = 0, client_cpu = 0;
  ServerUse before, after;
  // Milliseconds: to the acknowledgement, to the other player's socket, and from the one to the other.
  std::vector<double> acknowledged, heard, between;
  std::map<std::string, std::size_t> errors;
};

// Plays, or listens, until the time is over or `stop`.
LoadResult run_load(const LoadPlan& plan, const std::atomic<bool>& stop);

}  // namespace cairn::cli
