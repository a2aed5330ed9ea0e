// Files that take a while to write: games, collections, studies, pictures. People take turns. A file's key tells all
// that stands in it: so it is written once, however many ask for it at the same time, and kept; the latest ones, up to
// so many bytes. What has to be written is charged to whoever is the first to ask. On the loop's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/turns.h"
#include "server/base/world.h"
#include "server/play/refusal.h"

namespace cairn {

template <class File, std::string File::*content>
class FileWork {
 public:
  struct Job {
    std::string key;
    double cost = 0;
    std::function<void(Done<File>)> write;  // begins to write it
  };
  using Prepare = std::function<Result<Job>()>;

  // So many files of one asker wait.
  FileWork(const World& world, std::size_t most_of_one, std::size_t most_bytes)
      : charge_(world.charge), most_bytes_(most_bytes), turns_(kAtOnce, most_of_one, kMostWaiting) {}

  // Gives the file that `prepare` names when the turn of `who` comes.
  void ask(const Asker& who, Prepare prepare, Done<File> done) {
    const Done<File> end = [this, who, done](Result<File> file) {
      done(std::move(file));
      turns_.end(who);
    };
    const auto begin = [this, who, prepare = std::move(prepare), end] {
      const Result<Job> job = prepare();
      job ? give(who, *job, end) : end(job.refusal());
    };
    if (!turns_.run(who, begin))
      done(Refusal{Code::too_many,
                   Message("too-many-files-being", "you are exporting too many files; wait until they are finished"),
                   2});
  }

 private:
  static constexpr std::size_t kAtOnce = 8, kMostWaiting = 200;  // of all
  struct Kept {
    std::string key;
    Result<File> file;
    std::size_t size() const {
      return key.size() + (file ? ((*file).*content).size() : file.refusal().message.english().size());
    }
  };

  void give(const Asker& who, const Job& job, const Done<File>& end) {
    if (const auto found = places_.find(job.key); found != places_.end()) {
      kept_.splice(kept_.end(), kept_, found->second);
      return end(found->second->file);
    }
    if (const auto others = asked_.find(job.key); others != asked_.end()) return others->second.push_back(end);
    if (const int wait = charge_(who, job.cost); wait > 0) return end(much_at_once(wait));
    asked_[job.key].push_back(end);
    job.write([this, key = job.key](const Result<File>& file) {
      const auto asked = asked_.extract(key);
      keep({key, file});
      for (const Done<File>& tell : asked.mapped()) tell(file);
    });
  }
  void keep(Kept file) {
    if (file.size() > most_bytes_ || (!file.file && file.file.refusal().passes())) return;
    bytes_ += file.size();
    kept_.push_back(std::move(file));
    places_[kept_.back().key] = std::prev(kept_.end());
    for (; bytes_ > most_bytes_; kept_.pop_front()) {
      bytes_ -= kept_.front().size();
      places_.erase(kept_.front().key);
    }
  }

  const std::function<int(const Asker&, double)> charge_;
  const std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Kept> kept_;  // the least lately asked for first
  std::unordered_map<std::string, typename std::list<Kept>::iterator> places_;
  std::unordered_map<std::string, std::vector<Done<File>>> asked_;  // of what is being written
  Turns turns_;
};

}  // namespace cairn
