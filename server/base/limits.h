// How often somebody may ask: a bucket of tokens for each key, refilled with time. Bounded memory; one thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn {

// What limits call the half of an IPv6 address that one household has. Some have more than one: the networks around
// it, of 56 and 48 bits, in this order. Of anything else there are none.
std::string household_v6(std::span<const unsigned char, 8> half);
std::vector<std::string> networks_around(std::string_view household);

class RateLimit {
 public:
  RateLimit(double per_second, double burst, std::size_t keys = 100'000)
      : per_second_(per_second), burst_(burst), keys_(keys) {}
  void set(double per_second, double burst) {
    per_second_ = per_second;
    burst_ = burst;
  }
  // 0: allowed, and counted. Otherwise the seconds after which it is worth asking again, at least 1. `cost`: tokens
  // that it takes, at most a burst.
  int ask(std::string_view key, double now_seconds, double cost = 1);
  void give_back(std::string_view key, double cost = 1);  // what was asked for shall not count
  // For what may wait: counts it in any case, and gives the seconds until it is allowed.
  int reserve(std::string_view key, double now_seconds, double cost = 1);
  int wait(std::string_view key, double now_seconds);  // what `reserve` would give; counts nothing
  // For what is paid for afterwards: allowed while anything is left, and counted in full, be it more than a burst.
  int charge(std::string_view key, double now_seconds, double cost);

 private:
  struct Bucket {
    double tokens, at;
  };
  Bucket& refilled(std::string_view key, double now_seconds);
  int wait_of(const Bucket& bucket, double cost) const;
  void forget_full(double now_seconds);
  double per_second_, burst_;
  std::size_t keys_;  // at most
  std::unordered_map<std::string, Bucket> buckets_;
};

// A limit of addresses, by their households; the networks around one of IPv6 have twice and four times as much.
class AddressLimit {
 public:
  AddressLimit(double per_second, double burst) : limit_(per_second, burst) {}
  int ask(const std::string& household, double now_seconds);  // as of RateLimit
  void give_back(const std::string& household);

 private:
  RateLimit limit_;
};

}  // namespace cairn
