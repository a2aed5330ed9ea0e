#include "server/net/name_finder.h"

#include <netinet/in.h>
#include <resolv.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace cairn::net {

namespace asio = boost::asio;

namespace {

constexpr std::size_t kMostThreads = 8, kMostOfOne = 20;
constexpr int kNameSeconds = 2, kNameTries = 2;  // for each name server

}  // namespace

struct NameFinder::Inside {
  struct Job {
    std::string host, port;
    std::function<void(Found)> done;
  };

  std::mutex mutex;
  asio::io_context* io = nullptr;  // none: the server has ended
  Resolve resolve;
  std::map<std::int64_t, std::deque<Job>> jobs;  // by account
  // Accounts that a thread works for, and who is to be told: nothing of the loop is left to a thread at the end.
  std::map<std::int64_t, std::function<void(Found)>> busy;
  std::int64_t last = 0;  // who had the last turn
  std::size_t threads = 0;

  // The next account in turn that no thread works for; the end: there is none.
  auto next() {
    const auto free = [this](const auto& one) { return !busy.contains(one.first); };
    const auto from = jobs.upper_bound(last);
    const auto after = std::find_if(from, jobs.end(), free);
    if (after != jobs.end()) return after;
    const auto before = std::find_if(jobs.begin(), from, free);
    return before == from ? jobs.end() : before;
  }
};

NameFinder::NameFinder(asio::io_context& io, Resolve resolve) : inside_(std::make_shared<Inside>()) {
  inside_->io = &io;
  inside_->resolve = std::move(resolve);
}

NameFinder::~NameFinder() {
  const std::lock_guard guard(inside_->mutex);
  inside_->io = nullptr;
  inside_->jobs.clear();
  inside_->busy.clear();
}

void NameFinder::find(std::int64_t account, std::string host, std::uint16_t port, std::function<void(Found)> done) {
  const std::lock_guard guard(inside_->mutex);
  auto& own = inside_->jobs[account];
  if (own.size() >= kMostOfOne) {
    asio::post(*inside_->io, [done = std::move(done)] { done({{}, "too many names are being looked for"}); });
    return;
  }
  own.push_back({std::move(host), std::to_string(port), std::move(done)});
  if (inside_->threads >= kMostThreads || inside_->busy.contains(account)) return;
  ++inside_->threads;
  std::thread([inside = inside_] { work(inside); }).detach();
}

void NameFinder::work(const std::shared_ptr<Inside>& inside) {
  std::unique_lock guard(inside->mutex);
  for (auto turn = inside->next(); turn != inside->jobs.end(); turn = inside->next()) {
    const std::int64_t account = turn->first;
    Inside::Job job = std::move(turn->second.front());
    turn->second.pop_front();
    if (turn->second.empty()) inside->jobs.erase(turn);
    inside->busy.emplace(account, std::move(job.done));
    inside->last = account;
    guard.unlock();
    Found found = inside->resolve(job.host, job.port);
    guard.lock();
    if (inside->io == nullptr) break;  // the loop is there as long as the lock is held
    auto told = inside->busy.extract(account);
    asio::post(*inside->io, [done = std::move(told.mapped()), found = std::move(found)] { done(found); });
  }
  --inside->threads;
}

NameFinder::Found NameFinder::ask_system(const std::string& host, const std::string& port) {
  if (::res_init() == 0) {  // of this thread
    _res.retrans = kNameSeconds;
    _res.retry = kNameTries;
  }
  Found found;
  asio::io_context own;
  boost::system::error_code error;
  for (const auto& one : asio::ip::tcp::resolver(own).resolve(host, port, error))
    found.places.push_back(one.endpoint());
  if (error) found.error = "its name was not found: " + error.message();
  return found;
}

}  // namespace cairn::net
