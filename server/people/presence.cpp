#include "server/people/presence.h"

#include <algorithm>

namespace cairn {

namespace {

constexpr double kKeptSeconds = 2;            // what was read
constexpr std::size_t kMostTogether = 1'000;  // in one writing

}  // namespace

void Presence::tick() {
  const double now = world_.seconds();
  if (!written_) written_ = now;  // whoever comes first is seen with the others
  if (now - *written_ < kPresenceSeconds) return;
  written_ = now;
  write();
}

void Presence::write() {
  for (const std::int64_t person : connected_()) seen_.insert(person);
  std::vector<std::int64_t> all(seen_.begin(), seen_.end());
  seen_.clear();
  std::sort(all.begin(), all.end());  // in one order everywhere, so that two servers do not wait for each other
  const std::int64_t now_ms = world_.now_ms();
  for (std::size_t i = 0; i < all.size(); i += kMostTogether) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(i);
    const auto count = static_cast<std::ptrdiff_t>(std::min(kMostTogether, all.size() - i));
    store_.note_present({from, from + count}, now_ms, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("noting who is on line: " + written.message);
    });
  }
}

void Presence::online(Done<std::shared_ptr<ShownOnline>> done) {
  if (read_ && world_.seconds() - *read_ < kKeptSeconds) return done(list_);
  store_.seen_since(world_.now_ms() - kOnlineMs, kMostOnline, [this, done](const Found<Online>& found) {
    if (!found.value) return done(log_unavailable(world_.log, "reading who is on line", found.error, kNotReadNow));
    read_ = world_.seconds();
    list_ = std::make_shared<ShownOnline>(*found.value);
    done(list_);
  });
}

}  // namespace cairn
