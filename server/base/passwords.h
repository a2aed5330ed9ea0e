// Passwords: argon2id in a pool of threads. It is bounded in both directions: so many are worked on at once, each with
// its memory, and so many wait. Asked and answered on the loop's thread. Addresses take turns; a password that is
// checked (somebody signs in) goes before one that is hashed (somebody signs up), and where there are several threads
// one works at no hashes, so that no flood of either kind holds the other up for long.
//
// The costs are libsodium's for interactive use, 2 passes over 64 MiB, above what OWASP asks for (2 over 19 MiB). They
// stand in each hash, which can therefore be checked after they were raised.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace cairn {

class PasswordPool {
 public:
  using Post = std::function<void(std::function<void()>)>;  // runs something on the loop; may be called by any thread
  struct Settings {
    int threads = 2;
    std::size_t waiting = 64;  // at most, beside those that are worked on; half of them to be hashed
    std::size_t of_one = 8;    // of these of one address
    unsigned long long passes = 2;
    std::size_t memory_bytes = std::size_t{64} << 20;
  };
  enum class Checked : unsigned char { right, wrong, failed };  // failed: there was no memory for it

  PasswordPool(const Settings& settings, Post post);
  PasswordPool(const PasswordPool&) = delete;
  PasswordPool& operator=(const PasswordPool&) = delete;
  ~PasswordPool();  // what waits is dropped

  // `from`: the address that asks. False: too many wait, and `done` is not called. "" is no hash: there was no memory.
  bool hash(const std::string& from, std::string password, std::function<void(const std::string& hash)> done);
  // Where there is no hash, because there is no such person, it is the same work to say no.
  bool check(const std::string& from, std::string password, std::string hash, std::function<void(Checked)> done);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// What is checked where there is no hash: none was computed for it, no password fits, and the costs are these.
std::string nobodys_hash(const PasswordPool::Settings& settings);

}  // namespace cairn
