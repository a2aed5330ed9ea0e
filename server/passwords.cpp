#include "server/passwords.h"

#include <sodium.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace cairn {

namespace {

// A password that is not in memory any longer than it must be.
class Secret {
 public:
  explicit Secret(std::string text) : text_(std::move(text)) {}
  Secret(const Secret&) = delete;
  Secret& operator=(const Secret&) = delete;
  ~Secret() { sodium_memzero(text_.data(), text_.size()); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string hash_of(const std::string& password, const PasswordPool::Settings& settings) {
  std::array<char, crypto_pwhash_STRBYTES> out{};
  if (crypto_pwhash_str_alg(out.data(), password.data(), password.size(), settings.passes, settings.memory_bytes,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    return {};
  return out.data();
}

}  // namespace

std::string nobodys_hash(const PasswordPool::Settings& settings) {
  return "$argon2id$v=19$m=" + std::to_string(settings.memory_bytes / 1024) + ",t=" + std::to_string(settings.passes) +
         ",p=1$" + std::string(22, 'A') + "$" + std::string(43, 'A');
}

struct PasswordPool::Inside {
  using Job = std::function<void()>;

  Inside(const Settings& wanted, Post poster) : settings(wanted), post(std::move(poster)) {
    for (int i = 0; i < settings.threads; ++i) threads.emplace_back([this] { work(); });
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() {
    {
      const std::lock_guard guard(mutex);
      ending = true;
      jobs.clear();
    }
    wake.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  bool enqueue(Job job) {
    const std::lock_guard guard(mutex);
    if (jobs.size() >= settings.waiting + static_cast<std::size_t>(idle)) return false;
    jobs.push_back(std::move(job));
    wake.notify_one();
    return true;
  }
  void work() {
    while (true) {
      Job job;
      {
        std::unique_lock guard(mutex);
        ++idle;
        wake.wait(guard, [this] { return ending || !jobs.empty(); });
        --idle;
        if (ending) return;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      job();
    }
  }

  const Settings settings;
  const Post post;
  std::mutex mutex;  // of what follows
  std::condition_variable wake;
  std::deque<Job> jobs;
  int idle = 0;  // threads that wait
  bool ending = false;
  std::vector<std::thread> threads;
};

PasswordPool::PasswordPool(const Settings& settings, Post post)
    : inside_(std::make_unique<Inside>(settings, std::move(post))) {}

PasswordPool::~PasswordPool() = default;

bool PasswordPool::hash(std::string password, std::function<void(const std::string&)> done) {
  const auto secret = std::make_shared<const Secret>(std::move(password));
  return inside_->enqueue([inside = inside_.get(), secret, done = std::move(done)] {
    inside->post([done, hash = hash_of(secret->text(), inside->settings)] { done(hash); });
  });
}

bool PasswordPool::check(std::string password, std::string hash, std::function<void(Checked)> done) {
  const auto secret = std::make_shared<const Secret>(std::move(password));
  return inside_->enqueue([inside = inside_.get(), secret, hash = std::move(hash), done = std::move(done)] {
    const std::string asked = hash.empty() ? nobodys_hash(inside->settings) : hash;
    errno = 0;
    const bool fits = crypto_pwhash_str_verify(asked.c_str(), secret->text().data(), secret->text().size()) == 0;
    const bool known = fits || errno == EINVAL;  // otherwise it could not be computed
    const Checked checked = !known ? Checked::failed : fits && !hash.empty() ? Checked::right : Checked::wrong;
    inside->post([done, checked] { done(checked); });
  });
}

}  // namespace cairn
