#include "server/notifications/hooks.h"

#include <algorithm>

#include "server/base/tokens.h"
#include "server/notifications/hook_body.h"

namespace cairn {

namespace {

constexpr int kMostSending = 64;   // at once
constexpr int kMostWaiting = 100;  // before no more tests are sent
constexpr int kMostShown = 100;
constexpr std::int64_t kKeptMs = 7 * kDayMs;  // of what is over
constexpr int kGone = 410, kNotFound = 404;
constexpr int kPushSeconds = 24 * 3'600;  // how long a service keeps what a browser does not take
constexpr int kLeastTries = 5;            // before anything is given up: the server may have been away for long

Refusal no_hook() {
  return {Code::not_found, Message("no-such-hook", "you do not have this hook")};
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

Refusal Hooks::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

// --- what their owners ask

void Hooks::list(const Person& person, Done<std::vector<Hook>> done) {
  store_.hooks_of(person.id, [this, done](const Found<std::vector<Hook>>& found) {
    if (!found.value) return done(unavailable("reading hooks", found.error));
    std::vector<Hook> hooks = *found.value;
    std::erase_if(hooks, [](const Hook& hook) { return hook.mail; });  // mail_outbox.h
    done(std::move(hooks));
  });
}

void Hooks::add(const Person& person, const std::optional<TokenHash>& session, const HookWish& wish,
                Done<NewHook> done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  Hook hook = {new_table_id(), person.id, wish.url, new_token(), wish.wants, world_.now_ms()};
  hook.push = wish.keys.has_value();
  if (hook.push) hook.secret = wish.keys->point + "." + wish.keys->auth;
  if (hook.push) hook.session = session;  // whoever ends it means the browser
  store_.add_hook(hook, kMostHooks, [this, hook, done](const Written& written) {
    if (written.how == Written::How::conflict && !written.message.empty())
      return done(
          Refusal{Code::no_session, Message("session-over-sign-anew", "your session has ended; sign in again")});
    if (written.how == Written::How::conflict)
      return done(Refusal{Code::too_many_kept,
                          Message("10-hooks-end-one", "you have 10 hooks; delete one that you do not need")});
    if (written.how == Written::How::failed) return done(unavailable("storing a hook", written.message));
    done(NewHook{hook});
  });
}

void Hooks::edit(const Person& person, const std::string& id, const HookEdit& edit, Done<std::vector<Hook>> done) {
  store_.set_hook(person.id, id, edit.wants, [this, person, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(no_hook());
    if (written.how == Written::How::failed) return done(unavailable("storing a hook", written.message));
    list(person, done);
  });
}

void Hooks::end(const Person& person, const std::string& id, Done<HookEnded> done) {
  store_.end_hook(person.id, id, [this, done](const Written& written) {
    if (written.how == Written::How::conflict) return done(no_hook());
    if (written.how == Written::How::failed) return done(unavailable("ending a hook", written.message));
    done(HookEnded{});
  });
}

void Hooks::test(const Person& person, const std::string& id, Done<Notice> done) {
  if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const Notice notice = {person.id, NoticeKind::test, new_table_id() + ".test", "{}", world_.now_ms()};
  store_.try_hook(id, notice, kMostWaiting, [this, notice, done](const Written& written) {
    if (written.how == Written::How::conflict)
      return done(
          Refusal{Code::not_found,
                  Message("no-such-hook-off",
                          "you do not have this hook, or it is switched off, or too many notifications wait for it")});
    if (written.how == Written::How::failed) return done(unavailable("storing a notice", written.message));
    done(notice);
  });
}

void Hooks::deliveries(const Person& person, const std::string& id, Done<std::vector<Delivery>> done) {
  store_.deliveries_of(person.id, id, kMostShown, [this, done](const Found<std::vector<Delivery>>& found) {
    if (!found.error.empty()) return done(unavailable("reading what was sent", found.error));
    if (!found.value) return done(no_hook());
    done(*found.value);
  });
}

// --- sending

void Hooks::tick() {
  const std::int64_t now = world_.now_ms();
  if (now - swept_ms_ > kHourMs) {
    swept_ms_ = now;
    store_.forget_deliveries(now - kKeptMs, [this](const Written& written) {
      if (written.how == Written::How::failed) world_.log("forgetting what was sent: " + written.message);
    });
  }
  if (looking_ || sending_ >= kMostSending) return;
  looking_ = true;
  store_.deliveries_wait(now, [this](const Found<bool>& found) {
    looking_ = false;
    if (!found.value) return world_.log("looking for what is to be sent: " + found.error);
    if (*found.value) take();
  });
}

void Hooks::take() {
  looking_ = true;
  const std::int64_t now = world_.now_ms();
  store_.take_deliveries(now, now + kDeliveryLeaseMs, kMostSending - sending_,
                         [this](const Found<std::vector<Delivery>>& found) {
                           looking_ = false;
                           if (!found.value) return world_.log("taking what is to be sent: " + found.error);
                           for (const Delivery& one : *found.value) send(one);
                         });
}

void Hooks::send(const Delivery& delivery) {
  ++sending_;
  HookPost post;
  auto url = read_hook_url(delivery.hook.url);
  if (auto* fault = std::get_if<Fault>(&url)) return sent(delivery, {0, fault->message.english()});
  post.url = std::move(std::get<HookUrl>(url));
  const auto answered = [this, delivery](const HookAnswer& answer) { sent(delivery, answer); };
  if (!delivery.hook.push) {
    fill(delivery, post);
    return settings_.send(std::move(post), answered);
  }
  with_key([this, delivery, post = std::move(post), answered](const PushKey* key, const std::string& error) {
    HookPost filled = post;
    const std::string fault = key == nullptr ? error : fill_push(delivery, *key, filled);
    if (!fault.empty()) return answered({0, fault});
    settings_.send(std::move(filled), answered);
  });
}

void Hooks::fill(const Delivery& delivery, HookPost& post) const {
  post.body = hook_body(delivery.notice);
  post.headers = {{"Content-Type", "application/json"},
                  {"Cairn-Delivery", delivery.notice.id},
                  {"Cairn-Event", std::string(to_word(delivery.notice.kind))},
                  {"Cairn-Signature", hook_signature(delivery.hook.secret, world_.now_ms() / 1000, post.body)}};
}

std::string Hooks::fill_push(const Delivery& delivery, const PushKey& key, HookPost& post) const {
  const auto dot = delivery.hook.secret.find('.');
  if (dot == std::string::npos) return "its keys are none";
  const PushKeys keys = {delivery.hook.secret.substr(0, dot), delivery.hook.secret.substr(dot + 1)};
  std::string fault;
  post.body = push_encrypted(keys, push_body(delivery.notice), fault);
  const std::int64_t now_s = world_.now_ms() / 1000;
  post.headers = {{"Content-Type", "application/octet-stream"},
                  {"Content-Encoding", "aes128gcm"},
                  {"TTL", std::to_string(kPushSeconds)},
                  {"Urgency", "normal"},
                  {"Authorization", vapid_header(key, origin_of(post.url), settings_.contact(), now_s)}};
  // What waits for a browser that is off gives way to what is newer; the service learns no table's name.
  const Json facts = parse_json(delivery.notice.facts);
  if (const auto* table = text_at(facts, "table")) post.headers.emplace_back("Topic", public_id(hash_token(*table)));
  return fault;
}

// Each server reads it once. Where two make one at the same time, the store keeps the first.
void Hooks::with_key(const std::function<void(const PushKey*, const std::string&)>& then) {
  if (key_) return then(&*key_, {});
  store_.push_key(PushKey::make().text(), [this, then](const Found<std::string>& found) {
    if (found.value) key_ = PushKey::from_text(*found.value);
    then(key_ ? &*key_ : nullptr, found.value ? "the key of this server is broken" : found.error);
  });
}

void Hooks::push_key(Done<PublicPushKey> done) {
  with_key([this, done = std::move(done)](const PushKey* key, const std::string& error) {
    if (key == nullptr) return done(unavailable("reading the key of pushes", error));
    done(PublicPushKey{key->public_point()});
  });
}

void Hooks::sent(const Delivery& delivery, const HookAnswer& answer) {
  --sending_;
  TriedDelivery tried;
  const std::int64_t now = world_.now_ms();
  if (answer.status < 200 || answer.status > 299) {
    tried.why = answer.error;
    if (answer.status != 0) tried.why = "it answered " + std::to_string(answer.status) + ", not 2xx";
    if (answer.status >= 300 && answer.status < 400) tried.why += "; no redirection is followed";
    tried.state = DeliveryState::waiting;
    tried.due_ms = now + delivery_pause_ms(delivery.tries);
    if (answer.status == kGone || (delivery.hook.push && answer.status == kNotFound))
      tried.off = "it answered " + std::to_string(answer.status) + ": gone";
    if (delivery.tries >= kLeastTries && tried.due_ms > delivery.notice.at_ms + kGiveUpMs)
      tried.off = "nothing came through for a day: " + tried.why;
    if (!tried.off.empty()) tried.state = DeliveryState::given_up;
  }
  store_.note_delivery(delivery, tried, [this](const Written& written) {
    if (written.how == Written::How::failed) world_.log("writing what was sent: " + written.message);
  });
}

}  // namespace cairn
