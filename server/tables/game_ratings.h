// Rates the rated games that are over, each once: the store knows which were.
#pragma once

#include "server/tables/table_runner.h"

namespace cairn {

class GameRatings {
 public:
  // `one_address`: how rated games between people at one address count.
  GameRatings(ListStore& store, const World& world, TableRunner& runner, std::function<OneAddress()> one_address)
      : store_(store), world_(world), runner_(runner), one_address_(std::move(one_address)) {}

  void rate(const RunningTable& at);
  void rate_missed();  // of a server that ended between the last move and its ratings
  // A rated game that was forfeited is rated when what was ruled of it is final: the winner's seat, below 0: it is not
  // rated. False: not just now; true: it is, now or before, or there is nothing to rate.
  void rate_ruled(const std::string& table, int winner, std::function<void(bool)> done);

 private:
  void write(RatedGame game, std::function<void(bool)> done);

  ListStore& store_;
  const World& world_;
  TableRunner& runner_;
  const std::function<OneAddress()> one_address_;
  bool looking_ = false;
};

}  // namespace cairn
