// A bot at one table of a server, from taking its seat to the result: hears of changes by the table's socket, sends
// commands by HTTP, each with a request id under which it is sent again until it is answered. One thread each.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "apps/cairn/bot_engine.h"
#include "apps/cairn/bot_link.h"
#include "server/base/log.h"

namespace cairn::cli {

// What all tables of a bot share. Outlives them.
struct BotOrders {
  ServerAccess access{};
  std::string engine{};  // as of `read_engine_choice`
  double seconds = 5;    // for a move of our own engines at most
  double patience = 60;  // seconds for an answer of an external program
  double lag = 0.5;      // seconds of the clock kept back with every move
  bool quiet = false;    // no line a move
  Log log{};
};

struct BotCounts {
  std::atomic<int> finished{0}, broken{0};  // games; those that were given up for the engine's sake
};

class BotTable {
 public:
  BotTable(const BotOrders& orders, BotCounts& counts, std::string id, const std::atomic<bool>& stop)
      : orders_(orders), counts_(counts), id_(std::move(id)), stop_(stop), link_(orders.access, stop) {}

  // Makes the engine ready for a game of a list first and takes the free seat only then; false: it is not played.
  bool join(const std::string& game, const Json& options);
  // Until the game is over or `stop`, then after the move under way.
  void play();

 private:
  bool act(const Json& state);  // false: there is nothing more to do here
  bool answer_offers(const Json& state);
  bool prepare(const std::string& game, const Json& options);
  void move(const Json& state, Seat seat, int version);
  ServerAnswer command(Json body, int version);
  void read_clock(const Json& state, std::size_t seat, ClockFace& face, double& limit) const;
  void over(const Json& state);
  void tell(LogLevel level, std::string_view what, std::string_view more) const;

  const BotOrders& orders_;
  BotCounts& counts_;
  std::string id_;
  const std::atomic<bool>& stop_;
  BotLink link_;
  std::unique_ptr<BotEngine> engine_;
  TimeControl time_{};
  ClockRule rule_{};
  const GameInfo* info_ = nullptr;
  std::string engine_error_;
  double heard_ = 0;  // when the state came
  int least_version_ = 0;
  Json newer_;  // a state that came with an answer
};

}  // namespace cairn::cli
