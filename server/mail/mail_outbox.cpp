#include "server/mail/mail_outbox.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/mail/mail_words.h"
#include "server/mail/notice_letters.h"
#include "server/mail/outgoing.h"
#include "server/notifications/hooks.h"

namespace cairn {

namespace {

constexpr int kMostSending = 8;    // at once: who has the relay has as many lines
constexpr int kMostInDigest = 50;  // of one mail
constexpr int kLeastTries = 5;     // before anything is given up: the server may have been away for long
constexpr std::int64_t kLongestRelayPauseMs = 5 * kMinuteMs, kCountMs = 15 * kSecondMs;

std::string table_of(const Notice& notice) {
  const Json facts = parse_json(notice.facts);
  const auto* table = facts.is_object() ? text_at(facts, "table") : nullptr;
  return table == nullptr ? "" : *table;
}

bool is_of_game(NoticeKind kind) {
  return kind == NoticeKind::your_turn || kind == NoticeKind::game_over || kind == NoticeKind::reminder;
}

std::string address_of(const Hook& hook) {
  return hook.url.substr(std::min(hook.url.size(), kMailUrl.size()));
}

}  // namespace

// What goes out as one mail.
struct MailOutbox::Digest {
  Delivery first;
  std::vector<Delivery> all;
  std::size_t next = 0;
  std::vector<Letter> letters;
  std::vector<std::int64_t> with;
  int more = 0;  // that find no place
};

std::int64_t mail_pause_ms(int tries) {
  constexpr std::int64_t kFirst = 10 * kSecondMs, kLongest = 2 * kHourMs;
  return std::min(kLongest, kFirst << std::clamp(tries - 1, 0, 20));
}

std::int64_t next_digest_ms(std::int64_t after_ms, int zone_minutes) {
  const std::int64_t zone = zone_minutes * kMinuteMs, there = after_ms + zone;
  const std::int64_t today = there - there % kDayMs + kDigestHour * kHourMs;
  return (today > there ? today : today + kDayMs) - zone;
}

// --- sending

void MailOutbox::tick() {
  if (!settings_.office().open) return;
  const std::int64_t now = world_.now_ms();
  if (now - counted_ms_ > kCountMs) {
    counted_ms_ = now;
    stores_.mail.count_mails([this](const Found<std::int64_t>& found) { counts_.waiting = found.value.value_or(0); });
  }
  if (looking_ || sending_ >= kMostSending) return;
  looking_ = true;
  stores_.outbox.mails_wait(now, [this](const Found<bool>& found) {
    looking_ = false;
    if (!found.value) return world_.log("looking for mails to be sent: " + found.error);
    if (*found.value) take();
  });
}

void MailOutbox::take() {
  looking_ = true;
  const std::int64_t now = world_.now_ms();
  stores_.outbox.take_mails(now, now + kMailLeaseMs, kMostSending - sending_,
                            [this](const Found<std::vector<Delivery>>& found) {
                              looking_ = false;
                              if (!found.value) return world_.log("taking mails to be sent: " + found.error);
                              for (const Delivery& one : *found.value) begin(one);
                            });
}

// Why nobody is to get it any more, as things are now.
std::optional<std::string> MailOutbox::needless(const Delivery& delivery) const {
  const NoticeKind kind = delivery.notice.kind;
  if (!can_be_chosen(kind)) return std::nullopt;
  if ((delivery.hook.wants & bit_of(kind)) == 0) return "it is no longer wanted";
  if (is_of_game(kind) && settings_.is_watching &&
      settings_.is_watching(delivery.hook.person, table_of(delivery.notice)))
    return "the game was open before its reader";
  return std::nullopt;
}

void MailOutbox::begin(const Delivery& delivery) {
  ++sending_;
  if (const auto why = needless(delivery)) return drop(delivery, {}, *why);
  if (delivery.hook.digest && can_be_chosen(delivery.notice.kind))
    return delivery.due_ms > delivery.notice.at_ms ? gather(delivery) : put_off(delivery);
  write(delivery, [this, delivery](const Composed& written) {
    if (const auto* why = std::get_if<std::string>(&written)) return drop(delivery, {}, *why);
    if (const auto* fault = std::get_if<NotNow>(&written))
      return sent(delivery, {}, {RelayFault::here, false, fault->why});
    send(delivery, delivery.notice.id, std::get<Letter>(written), {});
  });
}

void MailOutbox::write(const Delivery& delivery, const std::function<void(Composed)>& done) {
  if (settings_.letter_of && can_be_chosen(delivery.notice.kind)) return settings_.letter_of(delivery, done);
  auto letter = notice_letter(delivery.notice, settings_.office().url, language_of(delivery.hook.language));
  if (!letter) return done(std::string("it cannot be read"));
  done(std::move(*letter));
}

// To the hour at which all that waits goes out.
void MailOutbox::put_off(const Delivery& delivery) {
  stores_.people.zones_of({delivery.hook.person}, [this, delivery](const Found<std::vector<int>>& found) {
    const int zone = found.value && !found.value->empty() ? found.value->front() : 0;
    --sending_;
    note(delivery, {DeliveryState::waiting, next_digest_ms(world_.now_ms(), zone), "it waits for the daily mail"});
  });
}

void MailOutbox::gather(const Delivery& first) {
  stores_.outbox.mails_due(
      first.hook.id, world_.now_ms(), 2 * kMostInDigest, [this, first](const Found<std::vector<Delivery>>& found) {
        if (!found.value) return sent(first, {}, {RelayFault::here, false, "the store: " + found.error});
        const auto digest = std::make_shared<Digest>();
        digest->first = first;
        std::map<std::string, std::int64_t> last;  // of a game only what is newest is of use
        for (const Delivery& one : *found.value) {
          if (one.number != first.number) digest->with.push_back(one.number);
          if (is_of_game(one.notice.kind)) last[table_of(one.notice)] = one.number;
        }
        for (Delivery one : *found.value) {
          one.hook = first.hook;
          const bool newest = !is_of_game(one.notice.kind) || last[table_of(one.notice)] == one.number;
          if (newest && !needless(one)) digest->all.push_back(std::move(one));
        }
        write_next(digest);
      });
}

void MailOutbox::write_next(const std::shared_ptr<Digest>& digest) {
  const Delivery& first = digest->first;
  if (digest->next < digest->all.size() && digest->letters.size() < kMostInDigest)
    return write(digest->all[digest->next++], [this, digest](const Composed& written) {
      if (const auto* fault = std::get_if<NotNow>(&written))
        return sent(digest->first, digest->with, {RelayFault::here, false, fault->why});
      if (const auto* letter = std::get_if<Letter>(&written)) digest->letters.push_back(*letter);
      write_next(digest);
    });
  if (digest->letters.empty()) return drop(first, digest->with, "nothing in it is news now");
  const std::string id = "digest." + first.notice.id + "." + std::to_string(digest->all.back().number);
  const auto more = static_cast<int>(digest->all.size() - digest->next);
  send(first, id, digest_letter(digest->letters, more, settings_.office().url, language_of(first.hook.language)),
       digest->with);
}

// A signature, which programs fold away and answers leave out.
Letter MailOutbox::signed_letter(Letter letter, const Office& office) {
  if (office.club.empty()) return letter;
  if (letter.text.empty() || letter.text.back() != '\n') letter.text += '\n';
  letter.text += "\n-- \n" + office.club + "\n" + office.url + "\n";
  return letter;
}

void MailOutbox::send(const Delivery& delivery, const std::string& id, const Letter& letter,
                      std::vector<std::int64_t> with) {
  with_key([this, delivery, id, letter, with = std::move(with)](const std::string* key, const std::string& error) {
    if (key == nullptr) return sent(delivery, with, {RelayFault::here, false, error});
    const Hook& hook = delivery.hook;
    const Office office = settings_.office();
    MailPost post;
    post.to = address_of(hook);
    if (!is_mail_address(post.to))
      return sent(delivery, with, {RelayFault::address, true, "no mail can be sent to such an address"});
    const bool own = hook.person > 0;  // somebody's, who can be asked to prove it anew
    if (own) post.return_path = bounce_local(*key, hook.id) + "@" + office.domain;
    MailFrame frame = {office.from, post.to, office.domain, hook.id + " " + id, delivery.notice.at_ms};
    frame.links = office.url + "/";
    if (own && can_be_chosen(delivery.notice.kind)) {
      frame.stop_url = office.url + "/mail/unsubscribe/" + stop_token(*key, hook.id);
      frame.stop_address = stop_local(*key, hook.id) + "@" + office.domain;
    }
    post.bytes = write_mail(signed_letter(letter, office), frame);
    settings_.send(std::move(post), [this, delivery, with](const MailAnswer& answer) { sent(delivery, with, answer); });
  });
}

void MailOutbox::sent(const Delivery& delivery, std::vector<std::int64_t> with, const MailAnswer& answer) {
  --sending_;
  note_relay(answer);
  TriedDelivery tried;
  tried.with = std::move(with);
  const std::int64_t now = world_.now_ms();
  if (answer.fault == RelayFault::none) {
    ++counts_.sent;
    return note(delivery, std::move(tried));
  }
  tried.why = answer.words;
  tried.state = DeliveryState::waiting;
  tried.due_ms = now + mail_pause_ms(delivery.tries);
  if (answer.fault == RelayFault::relay || answer.fault == RelayFault::here) {
    tried.due_ms = now + std::min(kLongestRelayPauseMs, delivery_pause_ms(delivery.tries));
    ++counts_.later;
    return note(delivery, std::move(tried));
  }
  const bool late = delivery.tries >= kLeastTries && tried.due_ms > delivery.notice.at_ms + kMailGiveUpMs;
  if (late || answer.for_good) {
    tried.state = DeliveryState::given_up;
    if (answer.fault == RelayFault::address)
      tried.off = late ? "nothing came through for five days: " + answer.words : answer.words;
  }
  ++(tried.state == DeliveryState::given_up ? counts_.refused : counts_.later);
  note(delivery, std::move(tried));
}

void MailOutbox::drop(const Delivery& delivery, std::vector<std::int64_t> with, const std::string& why) {
  --sending_;
  ++counts_.dropped;
  TriedDelivery tried;
  tried.why = why;
  tried.with = std::move(with);
  note(delivery, std::move(tried));
}

void MailOutbox::note(const Delivery& delivery, TriedDelivery tried) {
  stores_.outbox.note_delivery(delivery, std::move(tried), [this](const Written& written) {
    if (written.how == Written::How::failed) return world_.log("writing what was mailed: " + written.message);
    tick();  // more may wait for the same address
  });
}

// The log hears it once.
void MailOutbox::note_relay(const MailAnswer& answer) {
  if (answer.fault == RelayFault::here) return world_.log("mail waits: " + answer.words);
  const bool good = answer.fault != RelayFault::relay;
  if (good == relay_fault_.empty()) return;
  world_.log(good ? "the relay takes mail again" : "mail waits, the relay cannot be used: " + answer.words);
  relay_fault_ = good ? "" : answer.words;
}

// Each server reads it once. Where two make one at the same time, the store keeps the first.
void MailOutbox::with_key(const Key& then) {
  if (!key_.empty()) return then(&key_, {});
  stores_.mail.mail_key(new_token(), [this, then](const Found<std::string>& found) {
    if (found.value) key_ = *found.value;
    then(key_.empty() ? nullptr : &key_, found.error);
  });
}

}  // namespace cairn
