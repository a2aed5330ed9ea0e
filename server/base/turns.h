// What goes on for a while, in turns: of each asker one thing is under way and some wait, of all so many are under way.
// Whoever asks for very much waits for their own. One thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "server/base/asker.h"

namespace cairn {

class Turns {
 public:
  using Begin = std::function<void()>;
  Turns(std::size_t at_once, std::size_t most_of_one, std::size_t most_waiting)
      : at_once_(at_once), most_of_one_(most_of_one), most_waiting_(most_waiting) {}

  // Begins it in its turn, which may be now; `end` says that it is over. False: too many wait.
  bool run(const Asker& who, Begin begin) {
    const auto own = waiting_.find(who);
    if (size_ >= most_waiting_ || (own != waiting_.end() && own->second.size() >= most_of_one_)) return false;
    if (own == waiting_.end() && !under_way_.contains(who)) turns_.push_back(who);
    waiting_[who].push_back(std::move(begin));
    ++size_;
    start();
    return true;
  }
  void end(const Asker& who) {
    under_way_.erase(who);
    if (waiting_.contains(who)) turns_.push_back(who);
    start();
  }

 private:
  void start() {
    while (!turns_.empty() && under_way_.size() < at_once_) {
      const Asker who = std::move(turns_.front());
      turns_.pop_front();
      const auto own = waiting_.find(who);
      const Begin begin = std::move(own->second.front());
      own->second.pop_front();
      if (own->second.empty()) waiting_.erase(own);
      --size_;
      under_way_.insert(who);
      begin();
    }
  }

  const std::size_t at_once_, most_of_one_, most_waiting_;
  std::map<Asker, std::deque<Begin>> waiting_;
  std::size_t size_ = 0;     // of all that waits
  std::deque<Asker> turns_;  // who waits and has nothing under way
  std::set<Asker> under_way_;
};

}  // namespace cairn
