// The opening explorer: how often which move was played in a position, and how these games ended, over all games of the
// archive that hide nothing. Without a socket, on the loop's thread; answers come through callbacks.
//
// A position is what everybody sees of it: the board, whose turn it is, captures, what is forbidden by ko and the
// phase of the game, together with the game and all its options. So different ways to it meet; which older positions
// may not be repeated is told apart nowhere.
//
// The first moves of a game are noted when it is archived (server/library/archive.h), each game once, and taken out
// again if it goes on after its end. What was noted is added up some times a minute, by one server at a time.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "games/registry.h"
#include "server/base/background_queue.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/archive.h"
#include "server/tables/table_service.h"

namespace cairn {

inline constexpr int kOpeningPlies = 16;  // of a game that are noted

// The first moves of a game that is over: none where something is hidden or there is no result. `sign` is -1 for
// taking them out again.
std::vector<OpeningMove> opening_moves(const Table& table, int sign);
// Complete options.
std::int64_t opening_position(const GameInfo& info, const OptionValues& options, const Position& position);

// A question: the game with its size as rated games have it ("go-9"), other options, and the moves from the start.
struct OpeningWish {
  const GameInfo* info = nullptr;
  OptionValues options;  // complete
  std::vector<std::string> words;
};

// As a move is to be said from this position: with the side where several may act.
std::string move_word(const View& view, Seat seat, const std::string& word);
// Plays the words of a question from the start; what is refused names the word by its index.
Result<Position> played_position(const OpeningWish& wish);

class Openings {
 public:
  Openings(ArchiveStore& store, World world)
      : store_(store), world_(std::move(world)), queue_(world_.post, kMostWaiting, kMostOfOne) {}
  Openings(const Openings&) = delete;
  Openings& operator=(const Openings&) = delete;

  void tick();  // about once a second: adds up what was noted
  std::span<const GameInfo> games() const { return world_.games; }
  void find(const OpeningWish& wish, const Asker& who, Done<std::vector<OpeningLine>> done,
            Freshness fresh = Freshness::now);

 private:
  static constexpr std::size_t kMostWaiting = 500, kMostOfOne = 20;  // positions that are played up to beside the loop
  void fold();

  ArchiveStore& store_;
  World world_;
  bool folding_ = false;
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn
