// Outgoing mail: takes what is due to addresses of mail from the outbox (store/mail.h), writes it as mails and hands
// them to who has the relay. Beside the table service, on the loop's thread; answers come through callbacks.
//
// Any server takes what is due; where it ends in between, another sends it again, under the same Message-ID. While the
// relay cannot be used everything waits and nobody's address is doubted; what the relay says against a mail or an
// address is tried again for some days. An address that it refuses for good takes nothing more until it is proven anew.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/mail/inbox.h"
#include "server/mail/relay.h"
#include "server/notifications/mail_mode.h"
#include "server/play/refusal.h"
#include "server/store/letter.h"
#include "server/store/mail.h"
#include "server/store/outbox.h"
#include "server/store/people.h"

namespace cairn {

inline constexpr std::int64_t kMailLeaseMs = 90 * kSecondMs;
inline constexpr std::int64_t kMailGiveUpMs = 5 * kDayMs;
inline constexpr int kDigestHour = 7;  // of the person's day

class MailOutbox {
 public:
  struct Stores {
    MailStore& mail;
    OutboxStore& outbox;
    PeopleStore& people;
  };
  struct Office {                   // as the settings say now
    bool open = false;              // there is a relay; else everything waits
    std::string from, domain, url;  // "Cairn <play@example.org>", "example.org", "https://example.org"
    std::string club{};             // the name below each mail, with the url; "": none
  };
  struct Settings {
    std::function<Office()> office;
    std::function<void(MailPost, std::function<void(MailAnswer)>)> send;  // answers once, well within the lease
    // What a notice says that is no letter yet; none: what its facts say.
    std::function<void(const Delivery&, std::function<void(Composed)>)> letter_of{};
    std::function<bool(std::int64_t person, const std::string& table)> is_watching{};  // then he need not be told
  };
  struct Counts {
    std::uint64_t sent = 0, refused = 0, later = 0, dropped = 0;
    std::int64_t waiting = 0;  // of all servers of the store, some seconds ago
  };
  MailOutbox(const Stores& stores, World world, Settings settings)
      : stores_(stores), world_(std::move(world)), settings_(std::move(settings)) {}
  MailOutbox(const MailOutbox&) = delete;
  MailOutbox& operator=(const MailOutbox&) = delete;

  void tick();  // some times a second: sends what is due
  const Counts& counts() const { return counts_; }

  void mode(const Person& person, Done<OwnMail> done);
  void set_mode(const Person& person, MailMode mode, Done<OwnMail> done);
  void test(const Person& person, Done<Notice> done);  // told what is on its way
  // By the token of a mail, whoever has it. The same answer where there is none such.
  void unsubscribe(const std::string& token, Done<Unit> done);

  // What came to an address of ours ("bounce+...", "stop+...", without what stands behind the @): there is no such
  // mailbox if it is none of ours.
  void bounced(const std::string& local_part, const std::string& words, const MailDone& done);
  void stopped(const std::string& local_part, const MailDone& done);

 private:
  struct Digest;
  using Key = std::function<void(const std::string* key, const std::string& error)>;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  static Letter signed_letter(Letter letter, const Office& office);
  std::optional<std::string> needless(const Delivery& delivery) const;
  void take();
  void begin(const Delivery& delivery);
  void write(const Delivery& delivery, const std::function<void(Composed)>& done);
  void put_off(const Delivery& delivery);
  void gather(const Delivery& first);
  void write_next(const std::shared_ptr<Digest>& digest);
  void send(const Delivery& delivery, const std::string& id, const Letter& letter, std::vector<std::int64_t> with);
  void sent(const Delivery& delivery, std::vector<std::int64_t> with, const MailAnswer& answer);
  void drop(const Delivery& delivery, std::vector<std::int64_t> with, const std::string& why);
  void note(const Delivery& delivery, TriedDelivery tried);
  void note_relay(const MailAnswer& answer);
  void with_key(const Key& then);  // null, and why
  std::function<void(const Written&)> came(const MailDone& done);

  const Stores stores_;
  World world_;
  Settings settings_;
  Counts counts_;
  RateLimit deeds_{0.1, 10};  // by person: what is written
  std::string key_;           // once it was read
  std::string relay_fault_;   // that was logged; "": it takes mail
  bool looking_ = false;
  int sending_ = 0;
  std::int64_t counted_ms_ = 0;
};

// How long after so many tries the next one comes.
std::int64_t mail_pause_ms(int tries);
// When the next digest is due, after a moment.
std::int64_t next_digest_ms(std::int64_t after_ms, int zone_minutes);

}  // namespace cairn
