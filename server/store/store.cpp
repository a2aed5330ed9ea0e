#include "server/store/store.h"

#include <algorithm>
#include <array>

#include "core/rng.h"
#include "server/base/tokens.h"
#include "server/store/moving.h"
#include "server/store/sql_answers.h"

namespace cairn {

namespace {

constexpr std::size_t kTriedBytes = 64 * 1024;

}  // namespace

Store::Store(StorePlace place, const Post& post)
    : place_(std::move(place)),
      me_(static_cast<std::int64_t>(new_seed() >> 1) | 1),
      database_(place_.connect, place_.readers, post) {
  database_.set_shared(place_.hints != nullptr);
  if (place_.replicas.sources.empty()) return;
  replicas_ = std::make_shared<Replicas>(database_, place_.connect, place_.replicas, post);
  database_.set_replicas([replicas = replicas_.get()](Database::ReadAt ask) { replicas->read(std::move(ask)); });
}

void Store::tick() {
  if (replicas_) replicas_->tick();
}

std::vector<ReplicaReport> Store::replicas() const {
  return replicas_ ? replicas_->report() : std::vector<ReplicaReport>();
}

void Store::look(Read<bool> done) {
  database_.read<std::optional<bool>>(
      [](SqlConnection& db) -> std::optional<bool> {
        db.check_place();
        expect_not_moving(db);
        db.run("SELECT number FROM tables WHERE id = ''");
        return true;
      },
      answer(std::move(done)));
}

void Store::try_write(Done done) {
  // Other bytes each time, and so many that they need room: a smaller write fits where a larger one has just failed.
  auto bytes = std::make_shared<std::array<unsigned char, kTriedBytes>>();
  Rng rng(new_seed());
  for (unsigned char& byte : *bytes) byte = static_cast<unsigned char>(rng.below(256));
  database_.write<Written>(
      {},
      [bytes](SqlConnection& db) {
        db.run("INSERT INTO tried_writes (one, bytes) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET bytes = $1",
               {*bytes});
        return Written{};
      },
      answer(std::move(done)), true);
}

void Store::last_moment(Read<std::int64_t> done) {
  database_.read<std::optional<std::int64_t>>(
      [](SqlConnection& db) -> std::optional<std::int64_t> {
        // Each by its index.
        const std::int64_t changed = db.run("SELECT MAX(told_ms) FROM tables").integer(0, 0);
        return std::max(changed, db.run("SELECT MAX(seen_ms) FROM accounts").integer(0, 0));
      },
      answer(std::move(done)));
}

void Store::check_daily(DamageCheck::Heard heard) {
  if (place_.check_daily) check_ = place_.check_daily(std::move(heard));
}

StoreCounts Store::counts() {
  StoreCounts counts = database_.counts();
  counts.entries = tables.appended();
  return counts;
}

void Store::say_engine(std::int64_t person) {
  if (place_.hints) place_.hints->say_engine(person);
}

void Store::on_engine(std::function<void(std::int64_t person)> heard) {
  if (place_.hints) place_.hints->on_engine(std::move(heard));
}

void Store::close() {
  check_.reset();  // before the writer, whose connection closes last
  if (replicas_) replicas_->begin_close();
  if (database_.shared())  // its bots are for the others at once
    database_.write<Written>(
        {},
        [me = me_](SqlConnection& db) {
          db.run("DELETE FROM instances WHERE id = $1", {me});
          return Written{};
        },
        [](const SqlResult<Written>&) {});
  database_.close();
  if (replicas_) replicas_->close();
  if (place_.hints) place_.hints->close();
}

}  // namespace cairn
