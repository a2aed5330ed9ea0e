// Who is on line: whoever has an account and asked this server something within the last minutes, or has a socket open.
// Beside the table service, on the loop's thread; answers come through callbacks.
//
// Each server writes once a minute whom it saw; what several wrote is one list. Who does not want to be in it is not,
// for anybody.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/base/shared_text.h"
#include "server/base/world.h"
#include "server/play/clock_rule.h"
#include "server/play/refusal.h"
#include "server/store/people.h"

namespace cairn {

inline constexpr int kPresenceSeconds = 60;                 // between two writings
inline constexpr std::int64_t kOnlineMs = 150 * kSecondMs;  // seen since: two writings, and time to write them
inline constexpr int kMostOnline = 200;                     // that are named

struct ShownOnline {
  Online people;
  SharedText text{};  // as it is told to all who ask while it is kept
};

class Presence {
 public:
  using Connected = std::function<std::vector<std::int64_t>()>;  // people with a socket
  Presence(PeopleStore& store, World world, Connected connected)
      : store_(store), world_(std::move(world)), connected_(std::move(connected)) {}
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

  void note(const Person& person) {  // of each request
    if (person.account) seen_.insert(person.id);
  }
  void tick();  // about once a second
  void online(Done<std::shared_ptr<ShownOnline>> done);

 private:
  void write();

  PeopleStore& store_;
  World world_;
  Connected connected_;
  std::unordered_set<std::int64_t> seen_;  // since the last writing
  std::optional<double> written_, read_;   // when
  std::shared_ptr<ShownOnline> list_{};    // as it was read
};

}  // namespace cairn
