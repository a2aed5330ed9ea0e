// Hooks: addresses of people's own, and browsers of theirs, to which the server sends what they are to be told, without
// a socket. Beside the table service, on the loop's thread; answers come through callbacks.
//
// What is to be sent stands in the store, written with its cause (store/outbox.h). Any server takes what is due, and
// says what came of it; where it ends in between, another sends it again when the time that it took is over. Tries come
// further and further apart; after a day the hook is switched off, and its owner sees why.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/limits.h"
#include "server/base/push.h"
#include "server/base/world.h"
#include "server/notifications/hook_url.h"
#include "server/play/clock_rule.h"
#include "server/play/refusal.h"
#include "server/store/outbox.h"
#include "server/store/people.h"

namespace cairn {

inline constexpr int kMostHooks = 10;  // of one person
inline constexpr std::int64_t kDeliveryLeaseMs = 30'000;
inline constexpr std::int64_t kGiveUpMs = 24 * kHourMs;

struct HookWish {
  std::string url;
  NoticeKinds wants = 0;
  std::optional<PushKeys> keys{};  // of a browser
};
struct HookEdit {
  NoticeKinds wants = 0;
};

struct NewHook {
  Hook hook;  // its owner sees the secret this once
};
struct HookEnded {};
struct PublicPushKey {
  std::string point;  // bytes, as PushKey has them
};

// One try, for whoever has sockets.
struct HookPost {
  HookUrl url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};
struct HookAnswer {
  int status = 0;     // 0: there was none
  std::string error;  // why, for the owner
};

class Hooks {
 public:
  struct Settings {
    std::function<std::string()> contact;  // of who runs this server, for the services that push: "mailto:..."; or ""
    // Must answer, once, well within `kDeliveryLeaseMs`.
    std::function<void(HookPost, std::function<void(HookAnswer)>)> send;
  };
  Hooks(OutboxStore& store, World world, Settings settings)
      : store_(store), world_(std::move(world)), settings_(std::move(settings)) {}
  Hooks(const Hooks&) = delete;
  Hooks& operator=(const Hooks&) = delete;

  void tick();  // some times a second: sends what is due

  void list(const Person& person, Done<std::vector<Hook>> done);
  void add(const Person& person, const std::optional<TokenHash>& session, const HookWish& wish, Done<NewHook> done);
  void edit(const Person& person, const std::string& id, const HookEdit& edit, Done<std::vector<Hook>> done);
  void end(const Person& person, const std::string& id, Done<HookEnded> done);
  void test(const Person& person, const std::string& id, Done<Notice> done);  // told what is on its way
  void deliveries(const Person& person, const std::string& id, Done<std::vector<Delivery>> done);
  void push_key(Done<PublicPushKey> done);  // for a browser that is to be pushed to

 private:
  Refusal unavailable(const std::string& what, const std::string& why) const;
  void take();
  void send(const Delivery& delivery);
  void fill(const Delivery& delivery, HookPost& post) const;
  // Of a push; a fault where it cannot be sent.
  std::string fill_push(const Delivery& delivery, const PushKey& key, HookPost& post) const;
  void with_key(const std::function<void(const PushKey*, const std::string&)>& then);  // null, and why
  void sent(const Delivery& delivery, const HookAnswer& answer);

  OutboxStore& store_;
  World world_;
  Settings settings_;
  RateLimit deeds_{0.2, 30};    // by person: what is written
  std::optional<PushKey> key_;  // once it was read
  bool looking_ = false;
  int sending_ = 0;
  std::int64_t swept_ms_ = 0;
};

// How long after so many tries the next one comes.
std::int64_t delivery_pause_ms(int tries);
// What stands in the Cairn-Signature header: "t=SECONDS,v1=HEX".
std::string hook_signature(std::string_view secret, std::int64_t at_s, std::string_view body);

}  // namespace cairn
