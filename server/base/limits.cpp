#include "server/base/limits.h"

#include <algorithm>
#include <cmath>

namespace cairn {

namespace {
constexpr std::string_view kV6 = "v6:";
}  // namespace

std::string household_v6(std::span<const unsigned char, 8> half) {
  std::string out(kV6);
  for (const unsigned char byte : half) {
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 0xFU];
  }
  return out;
}

std::vector<std::string> networks_around(std::string_view household) {
  if (!household.starts_with(kV6)) return {};
  return {std::string(household.substr(0, kV6.size() + 14)), std::string(household.substr(0, kV6.size() + 12))};
}

RateLimit::Bucket& RateLimit::refilled(std::string_view key, double now_seconds) {
  if (buckets_.size() >= keys_) forget_full(now_seconds);
  Bucket& bucket = buckets_.try_emplace(std::string(key), Bucket{burst_, now_seconds}).first->second;
  bucket.tokens = std::min(burst_, bucket.tokens + (now_seconds - bucket.at) * per_second_);
  bucket.at = now_seconds;
  return bucket;
}

int RateLimit::wait_of(const Bucket& bucket, double cost) const {
  return bucket.tokens >= cost ? 0 : std::max(1, static_cast<int>(std::ceil((cost - bucket.tokens) / per_second_)));
}

int RateLimit::ask(std::string_view key, double now_seconds, double cost) {
  Bucket& bucket = refilled(key, now_seconds);
  const int wait = wait_of(bucket, cost);
  if (wait == 0) bucket.tokens -= cost;
  return wait;
}

int RateLimit::reserve(std::string_view key, double now_seconds, double cost) {
  Bucket& bucket = refilled(key, now_seconds);
  const int wait = wait_of(bucket, cost);
  bucket.tokens -= cost;
  return wait;
}

int RateLimit::wait(std::string_view key, double now_seconds) {
  return wait_of(refilled(key, now_seconds), 1);
}

void RateLimit::give_back(std::string_view key, double cost) {
  const auto found = buckets_.find(std::string(key));
  if (found != buckets_.end()) found->second.tokens = std::min(burst_, found->second.tokens + cost);
}

// Buckets that are full again say nothing; if all are in use, everybody starts afresh.
void RateLimit::forget_full(double now_seconds) {
  std::erase_if(buckets_, [&](const auto& entry) {
    return entry.second.tokens + (now_seconds - entry.second.at) * per_second_ >= burst_;
  });
  if (buckets_.size() >= keys_) buckets_.clear();
}

}  // namespace cairn
