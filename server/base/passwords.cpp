#include "server/base/passwords.h"

#include <sodium.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "server/base/fair_queue.h"

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
  using Jobs = FairQueue<std::string, Job>;  // by address
  enum class Kind : unsigned char { check, hash };
  static constexpr int kPassedOver = 4;

  Inside(const Settings& wanted, Post poster) : settings(wanted), post(std::move(poster)) {
    for (int i = 0; i < settings.threads; ++i) threads.emplace_back([this] { work(); });
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() {
    {
      const std::lock_guard guard(mutex);
      ending = true;
      checks.clear();
      hashes.clear();
    }
    wake.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  bool enqueue(Kind kind, const std::string& from, Job job) {
    const std::lock_guard guard(mutex);
    Jobs& own = jobs_of(kind);
    const std::size_t room = settings.waiting + static_cast<std::size_t>(idle);
    if (checks.size() + hashes.size() >= room || own.size_of(from) >= settings.of_one) return false;
    if (kind == Kind::hash && hashes.size() >= (room + 1) / 2) return false;
    own.push(from, std::move(job));
    wake.notify_all();
    return true;
  }
  Jobs& jobs_of(Kind kind) { return kind == Kind::hash ? hashes : checks; }
  bool may_hash() const { return !hashes.empty() && (hashing + 1 < settings.threads || settings.threads == 1); }
  void work() {
    std::unique_lock guard(mutex);
    while (true) {
      ++idle;
      wake.wait(guard, [this] { return ending || !checks.empty() || may_hash(); });
      --idle;
      if (ending) return;
      // Of many sign-ins each fourth turn is a hash's.
      const bool hash = may_hash() && (checks.empty() || ++passed_over >= kPassedOver);
      if (hash) passed_over = 0;
      hashing += hash ? 1 : 0;
      Job job = jobs_of(hash ? Kind::hash : Kind::check).pop();
      guard.unlock();
      job();
      guard.lock();
      hashing -= hash ? 1 : 0;
      if (hash) wake.notify_all();
    }
  }

  const Settings settings;
  const Post post;
  std::mutex mutex;  // of what follows
  std::condition_variable wake;
  Jobs checks, hashes;
  int idle = 0;         // threads that wait
  int hashing = 0;      // threads at a hash
  int passed_over = 0;  // checks since the last hash, while one waited
  bool ending = false;
  std::vector<std::thread> threads;
};

PasswordPool::PasswordPool(const Settings& settings, Post post)
    : inside_(std::make_unique<Inside>(settings, std::move(post))) {}

PasswordPool::~PasswordPool() = default;

bool PasswordPool::hash(const std::string& from, std::string password, std::function<void(const std::string&)> done) {
  const auto secret = std::make_shared<const Secret>(std::move(password));
  return inside_->enqueue(Inside::Kind::hash, from, [inside = inside_.get(), secret, done = std::move(done)] {
    inside->post([done, hash = hash_of(secret->text(), inside->settings)] { done(hash); });
  });
}

bool PasswordPool::check(const std::string& from, std::string password, std::string hash,
                         std::function<void(Checked)> done) {
  const auto secret = std::make_shared<const Secret>(std::move(password));
  return inside_->enqueue(
      Inside::Kind::check, from, [inside = inside_.get(), secret, hash = std::move(hash), done = std::move(done)] {
        const std::string asked = hash.empty() ? nobodys_hash(inside->settings) : hash;
        errno = 0;
        const bool fits = crypto_pwhash_str_verify(asked.c_str(), secret->text().data(), secret->text().size()) == 0;
        const bool known = fits || errno == EINVAL;  // otherwise it could not be computed
        const Checked checked = !known ? Checked::failed : fits && !hash.empty() ? Checked::right : Checked::wrong;
        inside->post([done, checked] { done(checked); });
      });
}

}  // namespace cairn
