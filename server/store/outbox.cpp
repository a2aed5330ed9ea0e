// Notices and hooks in SQL. A hook's row is locked by who takes a delivery for it, reports on one, or changes the hook;
// whoever writes a notice locks nothing.
#include "server/store/outbox.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "server/store/sql_answers.h"
#include "server/store/sql_tables.h"

namespace cairn {

namespace {

using How = Written::How;

template <class Kind>
Kind kind_from(std::int64_t number, int count) {
  if (number < 0 || number >= count)
    throw SqlError(SqlError::Kind::other, "a notice is of a kind that this program does not know");
  return static_cast<Kind>(number);
}

// A row for each hook of its person that wants it; `hook`: for this one, whatever it wants. `cause`: where that entry
// is written by this very transaction, or was.
SqlLater insert_notice(SqlConnection& db, const Notice& notice, const std::string& hook = {},
                       const Append& cause = {}) {
  return db.later(
      "INSERT INTO outbox (hook, id, kind, facts, at_ms, tries, state, due_ms, why, mail) "
      "SELECT key, $2, CAST($3 AS INTEGER), $4, CAST($5 AS BIGINT), 0, 0, CAST($5 AS BIGINT), '', "
      "CASE WHEN mail > 0 THEN 1 ELSE 0 END FROM hooks "
      "WHERE person = $1 AND off = '' AND "
      "CASE WHEN $7 = '' THEN (wants & CAST($6 AS INTEGER)) <> 0 ELSE id = $7 AND mail = 0 END "
      "AND ($8 = '' OR EXISTS (SELECT 1 FROM entries WHERE table_key = (SELECT key FROM tables WHERE id = $8) "
      "AND number = $9 AND seat = $10 AND kind = $11 AND request = $12 AND words = $13 AND at_ms = $14)) "
      "ON CONFLICT (hook, id) DO NOTHING",
      {notice.person, notice.id, static_cast<int>(notice.kind), notice.facts, notice.at_ms,
       static_cast<int>(bit_of(notice.kind)), hook, cause.table, cause.number, index(cause.entry.seat),
       static_cast<int>(cause.entry.kind), cause.entry.request, cause.entry.words, cause.entry.at_ms});
}

// Rows of key, id, kind, facts, at, tries, state, due, why.
Delivery delivery_from(const SqlRows& rows, std::size_t i) {
  Delivery out;
  out.number = rows.integer(i, 0);
  out.notice = {0, kind_from<NoticeKind>(rows.integer(i, 2), kNoticeKinds), rows.text(i, 1), rows.text(i, 3),
                rows.integer(i, 4)};
  out.tries = static_cast<int>(rows.integer(i, 5));
  out.state = kind_from<DeliveryState>(rows.integer(i, 6), kDeliveryStates);
  out.due_ms = rows.integer(i, 7);
  out.why = rows.text(i, 8);
  return out;
}

std::optional<TokenHash> session_from(const std::string& bytes) {
  TokenHash hash{};
  if (bytes.size() != hash.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), hash.begin());
  return hash;
}

Written insert_hook(SqlConnection& db, const Hook& hook, int most) {
  const std::string older = hook.push ? hook.url : "";  // of the same browser
  if (db.run("SELECT 1 FROM accounts WHERE person = $1", {hook.person}).empty() ||
      db.run("SELECT COUNT(*) FROM hooks WHERE person = $1 AND mail = 0 AND NOT (push = 1 AND url = $2)",
             {hook.person, older})
              .integer(0, 0) >= most)
    return {How::conflict, {}, 0};
  // Locked: it does not end in between.
  if (hook.session && db.run("UPDATE sessions SET used_ms = used_ms WHERE token_hash = $1 AND person = $2",
                             {*hook.session, hook.person})
                              .changed() == 0)
    return {How::conflict, "the session is over", 0};
  const SqlRows rows = db.run(
      "INSERT INTO hooks (id, person, url, secret, wants, created_ms, off, held_ms, push) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8) RETURNING key",
      {hook.id, hook.person, hook.url, hook.secret, static_cast<int>(hook.wants), hook.created_ms, hook.off,
       hook.push ? 1 : 0});
  const std::int64_t key = rows.integer(0, 0);
  if (hook.session) db.run("UPDATE hooks SET session_hash = $2 WHERE key = $1", {key, *hook.session});
  if (!hook.push) return {};
  db.run(
      "UPDATE outbox SET hook = $1 WHERE hook = (SELECT key FROM hooks WHERE push = 1 AND url = $2 AND key <> $1 AND "
      "person = $3)",
      {key, hook.url, hook.person});
  db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE push = 1 AND url = $2 AND key <> $1)",
         {key, hook.url});
  db.run("DELETE FROM hooks WHERE push = 1 AND url = $2 AND key <> $1", {key, hook.url});
  return {};
}

// Of addresses of mail, or of the other hooks.
bool deliveries_due(SqlConnection& db, bool mail, std::int64_t now_ms) {
  return !db.run(
                "SELECT 1 FROM outbox o CROSS JOIN hooks h WHERE h.key = o.hook AND o.mail = $2 AND o.state = 0 AND "
                "o.due_ms <= $1 AND h.held_ms <= $1 LIMIT 1",
                {now_ms, mail ? 1 : 0})
              .empty();
}

constexpr int kLookedAt = 10'000;   // rows, the longest due first
constexpr int kMostOfAddress = 32;  // hooks of people at one address that are held at once

// A hook, and whose share of what is sent at once it takes: people at one address share one.
struct Sharer {
  std::int64_t key = 0, person = 0;
  std::pair<std::int64_t, std::int64_t> address;  // a person whose address is not known shares with nobody
  int turn = 0;
};

std::vector<Sharer> sharers_from(const SqlRows& rows) {  // of key, person, address
  std::vector<Sharer> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t person = rows.integer(i, 1), address = rows.integer(i, 2);
    out.push_back({rows.integer(i, 0), person, {address, address == 0 ? person : 0}});
  }
  return out;
}

// Orders the hooks, the longest due first, by turns: those of an address by people, then all by addresses. To how many
// something is being sent counts. Those beyond the share of their address have to wait.
void take_turns(std::vector<Sharer>& due, const std::vector<Sharer>& held) {
  std::map<std::pair<std::int64_t, std::int64_t>, int> of_address;
  std::map<std::int64_t, int> of_person;
  for (const Sharer& one : held) {
    ++of_address[one.address];
    ++of_person[one.person];
  }
  const auto sort = [&] { std::ranges::stable_sort(due, {}, &Sharer::turn); };
  for (Sharer& one : due) one.turn = of_person[one.person]++;
  sort();
  for (Sharer& one : due) one.turn = of_address[one.address]++;
  sort();
  std::erase_if(due, [](const Sharer& one) { return one.turn >= kMostOfAddress; });
}

// The longest due first.
std::vector<Sharer> due_hooks(SqlConnection& db, bool mail, std::int64_t now_ms) {
  return sharers_from(db.run(
      "SELECT oldest.hook, oldest.person, COALESCE(a.address, 0) FROM (SELECT h.key AS hook, h.person AS person, "
      "o.due_ms AS due_ms FROM outbox o CROSS JOIN hooks h WHERE h.key = o.hook AND o.mail = $2 AND o.state = 0 AND "
      "o.due_ms <= $1 AND h.held_ms <= $1 ORDER BY o.due_ms LIMIT $3) oldest LEFT JOIN accounts a ON a.person = "
      "oldest.person GROUP BY oldest.hook, oldest.person, a.address ORDER BY MIN(oldest.due_ms), oldest.hook",
      {now_ms, mail ? 1 : 0, kLookedAt}));
}

std::vector<Sharer> held_hooks(SqlConnection& db, std::int64_t now_ms) {
  return sharers_from(
      db.run("SELECT h.key, h.person, COALESCE(a.address, 0) FROM hooks h LEFT JOIN accounts a ON a.person = h.person "
             "WHERE h.held_ms > $1 AND h.mail = 0",
             {now_ms}));
}

std::string language_of(SqlConnection& db, std::int64_t person) {
  const SqlRows rows = db.run("SELECT language FROM accounts WHERE person = $1", {person});
  return rows.empty() ? "" : rows.text(0, 0);
}

// The first that is due of a hook that is held from now on; none: another server holds it.
std::optional<Delivery> hold_delivery(SqlConnection& db, const Sealer& sealer, std::int64_t key, std::int64_t now_ms,
                                      std::int64_t until_ms) {
  const SqlRows hooks = db.run(
      "UPDATE hooks SET held_ms = $2 WHERE key = (SELECT key FROM hooks WHERE key = $3 AND held_ms <= $1 {unheld}) "
      "RETURNING id, person, url, secret, push, mail, wants, digest",
      {now_ms, until_ms, key});
  if (hooks.empty()) return std::nullopt;
  const SqlRows rows = db.run(
      "UPDATE outbox SET tries = tries + 1 WHERE key = (SELECT MIN(key) FROM outbox WHERE hook = $1 AND state = 0 "
      "AND due_ms <= $2) RETURNING key, id, kind, facts, at_ms, tries, state, due_ms, why",
      {key, now_ms});
  if (rows.empty()) return std::nullopt;
  Delivery one = delivery_from(rows, 0);
  one.hook.id = hooks.text(0, 0);
  one.hook.person = hooks.integer(0, 1);
  one.hook.url = hooks.text(0, 2);
  one.hook.secret = sealer.open(hooks.text(0, 3));
  one.hook.push = hooks.integer(0, 4) != 0;
  one.hook.mail = hooks.integer(0, 5) != 0;
  if (hooks.integer(0, 5) == 2) one.hook.person = kStranger;
  one.hook.wants = static_cast<NoticeKinds>(hooks.integer(0, 6));
  one.hook.digest = hooks.integer(0, 7) != 0;
  if (one.hook.mail) one.hook.language = language_of(db, one.hook.person);
  return one;
}

// Mails all go to one relay, which nobody's address slows down: they take no turns.
std::vector<Delivery> hold_deliveries(SqlConnection& db, const Sealer& sealer, bool mail, std::int64_t now_ms,
                                      std::int64_t until_ms, int most) {
  std::vector<Sharer> due = due_hooks(db, mail, now_ms);
  if (!mail) take_turns(due, held_hooks(db, now_ms));
  if (due.size() > static_cast<std::size_t>(most)) due.resize(static_cast<std::size_t>(most));
  std::vector<Delivery> out;
  for (const Sharer& sharer : due)
    if (auto one = hold_delivery(db, sealer, sharer.key, now_ms, until_ms)) out.push_back(std::move(*one));
  return out;
}

Written write_tried(SqlConnection& db, std::int64_t number, const std::string& hook, const TriedDelivery& tried) {
  const SqlRows held = db.run("UPDATE hooks SET held_ms = 0 WHERE id = $1 RETURNING key", {hook});
  if (held.empty()) return {How::conflict, {}, 0};
  std::vector<std::int64_t> all = tried.with;
  all.push_back(number);
  for (const std::int64_t key : all) {
    db.run("UPDATE outbox SET state = $2, due_ms = $3, why = $4 WHERE key = $1 AND state = 0",
           {key, static_cast<int>(tried.state), tried.due_ms, tried.why});
    // A letter may hold a link that is as good as a password.
    if (tried.state == DeliveryState::delivered)
      db.run("UPDATE outbox SET facts = '{}' WHERE key = $1 AND kind = $2",
             {key, static_cast<int>(NoticeKind::letter)});
  }
  if (tried.off.empty()) return {};
  db.run("UPDATE hooks SET off = $2 WHERE key = $1", {held.integer(0, 0), tried.off});
  db.run("UPDATE outbox SET state = 2, why = $2 WHERE hook = $1 AND state = 0", {held.integer(0, 0), tried.off});
  return {};
}

}  // namespace

std::string_view to_word(NoticeKind kind) {
  constexpr std::array<std::string_view, kNoticeKinds> kWords = {"your-turn", "game-over", "challenge", "round",
                                                                 "reminder",  "test",      "letter"};
  const auto at = static_cast<std::size_t>(kind);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

std::string_view to_word(DeliveryState state) {
  constexpr std::array<std::string_view, kDeliveryStates> kWords = {"waiting", "delivered", "given-up"};
  const auto at = static_cast<std::size_t>(state);
  return at < kWords.size() ? kWords[at] : std::string_view();
}

void insert_notices(SqlConnection& db, const std::vector<Notice>& notices) {
  for (const Notice& notice : notices) insert_notice(db, notice);
}

// Nobody waits to hear whether the entry was written: what stands there tells.
void insert_notices(SqlConnection& db, const Append& append) {
  for (const Notice& notice : append.notices) insert_notice(db, notice, {}, append);
}

void erase_hooks(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM watches WHERE person = $1", {person});
  db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE person = $1)", {person});
  db.run("DELETE FROM hooks WHERE person = $1", {person});
}

void erase_hooks(SqlConnection& db, const TokenHash& session) {
  db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE session_hash = $1)", {session});
  db.run("DELETE FROM hooks WHERE session_hash = $1", {session});
}

void erase_web_hooks(SqlConnection& db, std::int64_t person) {
  db.run("DELETE FROM outbox WHERE hook IN (SELECT key FROM hooks WHERE person = $1 AND push = 0 AND mail = 0)",
         {person});
  db.run("DELETE FROM hooks WHERE person = $1 AND push = 0 AND mail = 0", {person});
}

void OutboxStore::add_hook(Hook hook, int most, Done done) {
  const std::int64_t person = hook.person;
  hook.secret = sealer_.seal(hook.secret);
  write_person(person, std::move(done), [hook = std::move(hook), most](SqlConnection& db) {
    return is_barred(db, hook.person) ? Written{How::conflict, {}, 0} : insert_hook(db, hook, most);
  });
}

void OutboxStore::set_hook(std::int64_t person, std::string id, NoticeKinds wants, Done done) {
  write_person(person, std::move(done), [person, id = std::move(id), wants](SqlConnection& db) {
    const SqlRows rows = db.run("UPDATE hooks SET wants = $3, off = '' WHERE person = $1 AND id = $2 AND mail = 0",
                                {person, id, static_cast<int>(wants)});
    return Written{rows.changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void OutboxStore::end_hook(std::int64_t person, std::string id, Done done) {
  write_person(person, std::move(done), [person, id = std::move(id)](SqlConnection& db) {
    const SqlRows gone =
        db.run("DELETE FROM hooks WHERE person = $1 AND id = $2 AND mail = 0 RETURNING key", {person, id});
    if (gone.empty()) return Written{How::conflict, {}, 0};
    db.run("DELETE FROM outbox WHERE hook = $1", {gone.integer(0, 0)});
    return Written{};
  });
}

void OutboxStore::try_hook(std::string id, Notice notice, int most, Done done) {
  const std::int64_t person = notice.person;
  write_person(person, std::move(done), [id = std::move(id), notice = std::move(notice), most](SqlConnection& db) {
    const SqlRows waiting = db.run(
        "SELECT COUNT(*) FROM outbox o JOIN hooks h ON h.key = o.hook WHERE h.person = $1 AND h.id = $2 AND "
        "o.state = 0",
        {notice.person, id});
    if (waiting.integer(0, 0) >= most) return Written{How::conflict, {}, 0};
    const SqlLater rows = insert_notice(db, notice, id);
    db.settle();
    return Written{rows->changed() == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void OutboxStore::hooks_of(std::int64_t person, Read<std::vector<Hook>> done) {
  read(std::move(done), [person, &sealer = sealer_](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT id, url, secret, wants, created_ms, off, push, session_hash, mail, digest, "
        "COALESCE((SELECT language FROM accounts WHERE person = $1), '') FROM hooks WHERE person = $1 ORDER BY key",
        {person});
    std::vector<Hook> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({rows.text(i, 0), person, rows.text(i, 1), sealer.open(rows.text(i, 2)),
                     static_cast<NoticeKinds>(rows.integer(i, 3)), rows.integer(i, 4), rows.text(i, 5),
                     rows.integer(i, 6) != 0, session_from(rows.text(i, 7)), rows.integer(i, 8) != 0,
                     rows.integer(i, 9) != 0, rows.text(i, 10)});
    return out;
  });
}

void OutboxStore::push_key(std::string fresh, Read<std::string> done) {
  write({}, std::move(done), [fresh = sealer_.seal(fresh), &sealer = sealer_](SqlConnection& db) {
    db.run("INSERT INTO push_key (one, key) VALUES (1, $1) ON CONFLICT (one) DO NOTHING", {fresh});
    return sealer.open(db.run("SELECT key FROM push_key WHERE one = 1", {}).text(0, 0));
  });
}

void OutboxStore::deliveries_of(std::int64_t person, std::string hook, int most, Read<std::vector<Delivery>> done) {
  read(std::move(done),
       [person, hook = std::move(hook), most](SqlConnection& db) -> std::optional<std::vector<Delivery>> {
         const SqlRows key = db.run("SELECT key FROM hooks WHERE person = $1 AND id = $2 AND mail = 0", {person, hook});
         if (key.empty()) return std::nullopt;
         const SqlRows rows = db.run(
             "SELECT key, id, kind, facts, at_ms, tries, state, due_ms, why FROM outbox WHERE hook = $1 "
             "ORDER BY key DESC LIMIT $2",
             {key.integer(0, 0), most});
         std::vector<Delivery> out;
         out.reserve(rows.size());
         for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(delivery_from(rows, i));
         return out;
       });
}

void OutboxStore::deliveries_wait(std::int64_t now_ms, Read<bool> done) {
  read(std::move(done), [now_ms](SqlConnection& db) { return deliveries_due(db, false, now_ms); });
}

void OutboxStore::mails_wait(std::int64_t now_ms, Read<bool> done) {
  read(std::move(done), [now_ms](SqlConnection& db) { return deliveries_due(db, true, now_ms); });
}

void OutboxStore::take_deliveries(std::int64_t now_ms, std::int64_t until_ms, int most,
                                  Read<std::vector<Delivery>> done) {
  write({}, std::move(done), [now_ms, until_ms, most, &sealer = sealer_](SqlConnection& db) {
    return hold_deliveries(db, sealer, false, now_ms, until_ms, most);
  });
}

void OutboxStore::take_mails(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done) {
  write({}, std::move(done), [now_ms, until_ms, most, &sealer = sealer_](SqlConnection& db) {
    return hold_deliveries(db, sealer, true, now_ms, until_ms, most);
  });
}

void OutboxStore::mails_due(std::string hook, std::int64_t now_ms, int most, Read<std::vector<Delivery>> done) {
  read(std::move(done), [hook = std::move(hook), now_ms, most](SqlConnection& db) {
    const SqlRows rows = db.run(
        "SELECT key, id, kind, facts, at_ms, tries, state, due_ms, why FROM outbox WHERE hook = (SELECT key FROM "
        "hooks WHERE id = $1 AND mail > 0) AND state = 0 AND due_ms <= $2 AND kind < $4 ORDER BY key LIMIT $3",
        {hook, now_ms, most, static_cast<int>(NoticeKind::test)});
    std::vector<Delivery> out;
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) out.push_back(delivery_from(rows, i));
    return out;
  });
}

void OutboxStore::note_delivery(const Delivery& delivery, TriedDelivery tried, Done done) {
  write_person(delivery.hook.person, std::move(done),
               [number = delivery.number, hook = delivery.hook.id, tried = std::move(tried)](SqlConnection& db) {
                 return write_tried(db, number, hook, tried);
               });
}

void OutboxStore::forget_deliveries(std::int64_t before_ms, Done done) {
  write({}, std::move(done), [before_ms](SqlConnection& db) {
    db.run("DELETE FROM outbox WHERE state > 0 AND at_ms < $1", {before_ms});
    erase_strangers(db);
    return Written{};
  });
}

}  // namespace cairn
