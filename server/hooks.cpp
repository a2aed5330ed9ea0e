#include "server/hooks.h"

#include <algorithm>

#include "server/protocol/hooks_to_client.h"
#include "server/replies.h"
#include "server/tokens.h"

namespace cairn {

namespace {

constexpr int kMostSending = 64;   // at once
constexpr int kMostWaiting = 100;  // before no more tests are sent
constexpr int kMostShown = 100;
constexpr std::int64_t kKeptMs = 7 * kDayMs;  // of what is over
constexpr int kGone = 410;
constexpr int kLeastTries = 5;  // before anything is given up: the server may have been away for long

Reply no_hook() {
  return error(404, "not-found", "you have no such hook");
}

}  // namespace

std::int64_t delivery_pause_ms(int tries) {
  constexpr std::int64_t kFirst = 5 * kSecondMs, kLongest = kHourMs;
  return std::min(kLongest, kFirst << std::clamp(tries - 1, 0, 20));
}

std::string hook_signature(std::string_view secret, std::int64_t at_s, std::string_view body) {
  const std::string at = std::to_string(at_s);
  return "t=" + at + ",v1=" + hmac_hex(secret, at + "." + std::string(body));
}

Reply Hooks::unavailable(const std::string& what, const std::string& why) const {
  return unavailable_reply(settings_.log, what, why, "done just now and was not done");
}

// --- what their owners ask

void Hooks::list(const Person& person, Done done) {
  store_.hooks_of(person.id, [this, done](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(unavailable("reading hooks", found.error));
    done(good({{"hooks", list_json(*found.value, hook_json)}}));
  });
}

void Hooks::add(const Person& person, const HookWish& wish, Done done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), settings_.seconds()); wait > 0)
    return done(error(429, "too-many", "that is much at once; do it a little later", wait));
  const Hook hook = {new_table_id(), person.id, wish.url, new_token(), wish.wants, settings_.now_ms()};
  store_.add_hook(hook, kMostHooks, [this, hook, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(error(409, "too-many-kept", "you have 10 hooks; end one that is not needed"));
    if (written.how == Written::How::failed) return done(unavailable("storing a hook", written.message));
    Json json = hook_json(hook);
    json["secret"] = hook.secret;
    done(good(json, 201));
  });
}

void Hooks::edit(const Person& person, const std::string& id, const HookEdit& edit, Done done) {
  store_.set_hook(person.id, id, edit.wants, [this, person, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(no_hook());
    if (written.how == Written::How::failed) return done(unavailable("storing a hook", written.message));
    list(person, done);
  });
}

void Hooks::end(const Person& person, const std::string& id, Done done) {
  store_.end_hook(person.id, id, [this, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(no_hook());
    if (written.how == Written::How::failed) return done(unavailable("ending a hook", written.message));
    done(good({{"ended", 1}}));
  });
}

void Hooks::test(const Person& person, const std::string& id, Done done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), settings_.seconds()); wait > 0)
    return done(error(429, "too-many", "that is much at once; do it a little later", wait));
  const Notice notice = {person.id, NoticeKind::test, new_table_id() + ".test", "{}", settings_.now_ms()};
  store_.try_hook(id, notice, kMostWaiting, [this, notice, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(error(404, "not-found", "you have no such hook, or it is off, or much waits for it already"));
    if (written.how == Written::How::failed) return done(unavailable("storing a notice", written.message));
    done(good({{"id", notice.id}}, 201));
  });
}

void Hooks::deliveries(const Person& person, const std::string& id, Done done) {
  store_.deliveries_of(person.id, id, kMostShown, [this, done](const Found<std::vector<Delivery>>& found) {
    if (!found.error.empty()) return done(unavailable("reading what was sent", found.error));
    if (!found.value) return done(no_hook());
    done(good({{"deliveries", list_json(*found.value, delivery_json)}}));
  });
}

// --- sending

void Hooks::tick() {
  const std::int64_t now = settings_.now_ms();
  if (now - swept_ms_ > kHourMs) {
    swept_ms_ = now;
    store_.forget_deliveries(now - kKeptMs, [this](const Written& written) {
      if (written.how == Written::How::failed) settings_.log("forgetting what was sent: " + written.message);
    });
  }
  if (looking_ || sending_ >= kMostSending) return;
  looking_ = true;
  store_.deliveries_wait(now, [this](const Found<bool>& found) {
    looking_ = false;
    if (!found.value) return settings_.log("looking for what is to be sent: " + found.error);
    if (*found.value) take();
  });
}

void Hooks::take() {
  looking_ = true;
  const std::int64_t now = settings_.now_ms();
  store_.take_deliveries(now, now + kDeliveryLeaseMs, kMostSending - sending_,
                         [this](const Found<std::vector<Delivery>>& found) {
                           looking_ = false;
                           if (!found.value) return settings_.log("taking what is to be sent: " + found.error);
                           for (const Delivery& one : *found.value) send(one);
                         });
}

void Hooks::send(const Delivery& delivery) {
  ++sending_;
  HookPost post;
  post.body = hook_body(delivery.notice);
  post.id = delivery.notice.id;
  post.event = to_word(delivery.notice.kind);
  post.signature = hook_signature(delivery.hook.secret, settings_.now_ms() / 1000, post.body);
  auto url = read_hook_url(delivery.hook.url);
  if (auto* fault = std::get_if<Fault>(&url)) return sent(delivery, {0, std::move(fault->message)});
  post.url = std::move(std::get<HookUrl>(url));
  settings_.send(std::move(post), [this, delivery](const HookAnswer& answer) { sent(delivery, answer); });
}

void Hooks::sent(const Delivery& delivery, const HookAnswer& answer) {
  --sending_;
  TriedDelivery tried;
  const std::int64_t now = settings_.now_ms();
  if (answer.status < 200 || answer.status > 299) {
    tried.why = answer.error;
    if (answer.status != 0) tried.why = "it answered " + std::to_string(answer.status) + ", not 2xx";
    if (answer.status >= 300 && answer.status < 400) tried.why += "; no redirection is followed";
    tried.state = DeliveryState::waiting;
    tried.due_ms = now + delivery_pause_ms(delivery.tries);
    if (answer.status == kGone) tried.off = "it answered 410: gone";
    if (delivery.tries >= kLeastTries && tried.due_ms > delivery.notice.at_ms + kGiveUpMs)
      tried.off = "nothing came through for a day: " + tried.why;
    if (!tried.off.empty()) tried.state = DeliveryState::given_up;
  }
  store_.note_delivery(delivery, tried, [this](const Written& written) {
    if (written.how == Written::How::failed) settings_.log("writing what was sent: " + written.message);
  });
}

}  // namespace cairn
