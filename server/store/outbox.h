// What people are to be told who are not looking: notices, and the hooks (addresses of theirs) that take them. Part of
// the store; what store.h says of its calls and answers holds here.
//
// A notice is written by the very write that causes it, as a row for each hook of its person that wants it: it is there
// with its cause or not at all. A hook takes one after the other; a server that delivers holds the hook until a moment
// that it names, so that another goes on where it ends. A row that nobody reports on is delivered again, under the same
// id.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "server/store/store_part.h"

namespace cairn {

// The numbers stand in the store.
enum class NoticeKind : std::uint8_t { your_turn, game_over, challenge, round, reminder, test, letter };
inline constexpr int kNoticeKinds = static_cast<int>(NoticeKind::letter) + 1;
std::string_view to_word(NoticeKind kind);  // "your-turn"; "" beyond the last
constexpr bool can_be_chosen(NoticeKind kind) {
  return kind < NoticeKind::test;
}  // by the owner of a hook
using NoticeKinds = std::uint8_t;  // bits
constexpr NoticeKinds bit_of(NoticeKind kind) {
  return static_cast<NoticeKinds>(1U << static_cast<unsigned>(kind));
}
inline constexpr NoticeKinds kAllNotices = (1U << kNoticeKinds) - 1;

struct Notice {
  std::int64_t person = 0;
  NoticeKind kind{};
  std::string id;     // the same for the same event, and for no other of this person
  std::string facts;  // JSON, an object: what this person may know of it
  std::int64_t at_ms = 0;
  friend bool operator==(const Notice&, const Notice&) = default;
};

struct Hook {
  std::string id;
  std::int64_t person = 0;
  std::string url, secret;  // of a browser: its two keys, with a full stop between them
  NoticeKinds wants = 0;
  std::int64_t created_ms = 0;
  std::string off{};                   // why nothing is sent to it any more; "": it is on
  bool push = false;                   // a browser's, by web push
  std::optional<TokenHash> session{};  // that it ends with; none: it stays until it is ended itself
  bool mail = false;                   // an address of mail, "mailto:anna@example.org" (store/mail.h)
  bool digest = false;                 // ... to which all that can wait goes once a day
  std::string language{};              // of its person's account: "de"; "": not chosen
  friend bool operator==(const Hook&, const Hook&) = default;
};

enum class DeliveryState : std::uint8_t { waiting, delivered, given_up };  // the numbers stand in the store
inline constexpr int kDeliveryStates = static_cast<int>(DeliveryState::given_up) + 1;
std::string_view to_word(DeliveryState state);  // "waiting"; "" beyond the last

struct Delivery {
  std::int64_t number = 0;  // of the row
  Notice notice;            // without its person
  int tries = 0;            // begun, this one among them
  DeliveryState state{};
  std::int64_t due_ms = 0;  // of the next try
  std::string why{};        // the last one failed
  Hook hook{};              // where it is to be delivered
};

// What came of a try.
struct TriedDelivery {
  DeliveryState state = DeliveryState::delivered;
  std::int64_t due_ms = 0;  // waiting: the next try
  std::string why{};
  std::string off{};                 // not "": the hook takes no more, and what waits for it is given up
  std::vector<std::int64_t> with{};  // numbers of other deliveries to this hook, which went with it
};

class OutboxStore : public StorePart {
 public:
  OutboxStore(Database& database, const Sealer& sealer) : StorePart(database), sealer_(sealer) {}

  // Conflict: so many are there, or no such account; with a message, its session is over. One of a browser takes the
  // place of any of the same address.
  void add_hook(Hook hook, int most, Done done);
  // What it wants; switches it on. Conflict: there is no such hook of theirs. So of the two next. Addresses of mail are
  // no such hooks (store/mail.h).
  void set_hook(std::int64_t person, std::string id, NoticeKinds wants, Done done);
  void end_hook(std::int64_t person, std::string id, Done done);
  // A notice for this one, whatever it wants; conflict also where it is off or `most` are waiting.
  void try_hook(std::string id, Notice notice, int most, Done done);
  void hooks_of(std::int64_t person, Read<std::vector<Hook>> done);  // the first first
  // The newest first; none where the hook is not theirs.
  void deliveries_of(std::int64_t person, std::string hook, int most, Read<std::vector<Delivery>> done);

  // The key that pushes are signed with, of all servers on this store: `fresh` where there is none yet.
  void push_key(std::string fresh, Read<std::string> done);

  // Of hooks that are no addresses of mail.
  void deliveries_wait(std::int64_t now_ms, Read<bool> done);
  // The first that is due of each of so many hooks that nobody holds; they are held until `until_ms`.
  void take_deliveries(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done);
  // The same of addresses of mail alone; with what the hook wants.
  void mails_wait(std::int64_t now_ms, Read<bool> done);
  void take_mails(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done);
  // All that is due to a hook and can be chosen by its owner, the first first: for one mail.
  void mails_due(std::string hook, std::int64_t now_ms, int most, Read<std::vector<Delivery>> done);
  void note_delivery(const Delivery& delivery, TriedDelivery tried, Done done);  // and lets the hook go
  void forget_deliveries(std::int64_t before_ms, Done done);                     // those that are over

 private:
  const Sealer& sealer_;
};

}  // namespace cairn
