#include "server/base/limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace cairn {

namespace {
constexpr std::string_view kV6 = "v6:";

// What one request costs a household and the networks around it.
std::vector<std::pair<std::string, double>> costs_of(const std::string& household) {
  std::vector<std::pair<std::string, double>> out = {{household, 1}};
  for (std::string& network : networks_around(household)) out.emplace_back(std::move(network), out.back().second / 2);
  return out;
}

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

int RateLimit::charge(std::string_view key, double now_seconds, double cost) {
  Bucket& bucket = refilled(key, now_seconds);
  const int wait = wait_of(bucket, 1);
  if (wait == 0) bucket.tokens -= cost;
  return wait;
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

int AddressLimit::ask(const std::string& household, double now_seconds) {
  const std::vector<std::pair<std::string, double>> costs = costs_of(household);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const int wait = limit_.ask(costs[i].first, now_seconds, costs[i].second);
    if (wait == 0) continue;
    for (std::size_t taken = 0; taken < i; ++taken) limit_.give_back(costs[taken].first, costs[taken].second);
    return wait;
  }
  return 0;
}

void AddressLimit::give_back(const std::string& household) {
  for (const auto& [key, cost] : costs_of(household)) limit_.give_back(key, cost);
}

}  // namespace cairn
