// Notices and hooks, in the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::keep(const Hook& hook, const Notice& notice) {
  const bool there = std::any_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return one.hook == hook.id && one.delivery.notice.id == notice.id;
  });
  if (there) return;
  Sent sent;
  sent.hook = hook.id;
  sent.delivery.number = ++sent_;
  sent.delivery.notice = notice;
  sent.delivery.notice.person = 0;
  sent.delivery.due_ms = notice.at_ms;
  outbox_.push_back(std::move(sent));
}

void MemoryStore::keep(const std::vector<Notice>& notices) {
  for (const Notice& notice : notices)
    for (const Hook& hook : hooks_)
      if (hook.person == notice.person && hook.off.empty() && (hook.wants & bit_of(notice.kind)) != 0)
        keep(hook, notice);
}

void MemoryStore::add_hook(Hook hook, int most, Done done) {
  change(std::move(done), [&] {
    const auto is_older = [&](const Hook& one) { return one.push && hook.push && one.url == hook.url; };
    const auto there = std::count_if(hooks_.begin(), hooks_.end(), [&](const Hook& one) {
      return one.person == hook.person && !one.mail && !is_older(one);
    });
    if (!people_[hook.person].account || there >= most) return Written{How::conflict, {}, 0};
    if (hook.session && !people_[hook.person].sessions.contains(*hook.session))
      return Written{How::conflict, "the session is over", 0};
    for (const Hook& one : hooks_) {
      if (!is_older(one)) continue;
      if (one.person != hook.person) std::erase_if(outbox_, [&](const Sent& sent) { return sent.hook == one.id; });
      for (Sent& sent : outbox_)
        if (sent.hook == one.id) sent.hook = hook.id;
    }
    std::erase_if(hooks_, is_older);
    hooks_.push_back(std::move(hook));
    return Written{};
  });
}

void MemoryStore::set_hook(std::int64_t person, std::string id, NoticeKinds wants, Done done) {
  change(std::move(done), [&] {
    for (Hook& hook : hooks_)
      if (hook.person == person && hook.id == id && !hook.mail) {
        hook.wants = wants;
        hook.off.clear();
        return Written{};
      }
    return Written{How::conflict, {}, 0};
  });
}

void MemoryStore::end_hook(std::int64_t person, std::string id, Done done) {
  change(std::move(done), [&] {
    const auto gone =
        std::erase_if(hooks_, [&](const Hook& hook) { return hook.person == person && hook.id == id && !hook.mail; });
    if (gone == 0) return Written{How::conflict, {}, 0};
    std::erase_if(outbox_, [&](const Sent& one) { return one.hook == id; });
    return Written{};
  });
}

void MemoryStore::try_hook(std::string id, Notice notice, int most, Done done) {
  change(std::move(done), [&] {
    const auto waiting = std::count_if(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
      return one.hook == id && one.delivery.state == DeliveryState::waiting;
    });
    for (const Hook& hook : hooks_)
      if (hook.person == notice.person && hook.id == id && !hook.mail && hook.off.empty() && waiting < most) {
        keep(hook, notice);
        return Written{};
      }
    return Written{How::conflict, {}, 0};
  });
}

void MemoryStore::push_key(std::string fresh, Read<std::string> done) {
  if (push_key_.empty()) push_key_ = std::move(fresh);
  answer(std::move(done), std::optional(push_key_));
}

void MemoryStore::hooks_of(std::int64_t person, Read<std::vector<Hook>> done) {
  std::vector<Hook> out;
  for (const Hook& hook : hooks_)
    if (hook.person == person) out.push_back(hook);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::deliveries_of(std::int64_t person, std::string hook, int most, Read<std::vector<Delivery>> done) {
  const bool theirs = std::any_of(hooks_.begin(), hooks_.end(),
                                  [&](const Hook& one) { return one.person == person && one.id == hook && !one.mail; });
  std::vector<Delivery> out;
  for (auto one = outbox_.rbegin(); one != outbox_.rend() && static_cast<int>(out.size()) < most; ++one)
    if (one->hook == hook) out.push_back(one->delivery);
  answer(std::move(done), theirs ? std::optional(std::move(out)) : std::nullopt);
}

Hook* MemoryStore::hook_of(const std::string& id) {
  const auto found = std::find_if(hooks_.begin(), hooks_.end(), [&](const Hook& hook) { return hook.id == id; });
  return found == hooks_.end() ? nullptr : &*found;
}

bool MemoryStore::waits(bool mail, std::int64_t now_ms) {
  return std::any_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return one.delivery.state == DeliveryState::waiting && one.delivery.due_ms <= now_ms && held_[one.hook] <= now_ms &&
           hook_of(one.hook)->mail == mail;
  });
}

std::vector<Delivery> MemoryStore::hold(bool mail, std::int64_t now_ms, std::int64_t until_ms, int most) {
  std::vector<Delivery> out;
  for (Sent& one : outbox_) {
    if (one.delivery.state != DeliveryState::waiting || one.delivery.due_ms > now_ms || held_[one.hook] > now_ms ||
        static_cast<int>(out.size()) == most || hook_of(one.hook)->mail != mail)
      continue;
    held_[one.hook] = until_ms;
    ++one.delivery.tries;
    out.push_back(one.delivery);
    out.back().hook = *hook_of(one.hook);
  }
  return out;
}

void MemoryStore::deliveries_wait(std::int64_t now_ms, Read<bool> done) {
  answer(std::move(done), std::optional(waits(false, now_ms)));
}

void MemoryStore::take_deliveries(std::int64_t now_ms, std::int64_t until_ms, int most,
                                  Read<std::vector<Delivery>> done) {
  answer(std::move(done), std::optional(hold(false, now_ms, until_ms, most)));
}

void MemoryStore::note_delivery(const Delivery& delivery, TriedDelivery tried, Done done) {
  change(std::move(done), [&] {
    const std::string& id = delivery.hook.id;
    const auto hook = std::find_if(hooks_.begin(), hooks_.end(), [&](const Hook& one) { return one.id == id; });
    if (hook == hooks_.end()) return Written{How::conflict, {}, 0};
    held_.erase(id);
    if (!tried.off.empty()) hook->off = tried.off;
    for (Sent& one : outbox_) {
      if (one.hook != id || one.delivery.state != DeliveryState::waiting) continue;
      const auto& with = tried.with;
      if (one.delivery.number == delivery.number ||
          std::find(with.begin(), with.end(), one.delivery.number) != with.end()) {
        one.delivery.state = tried.state;
        if (tried.state == DeliveryState::delivered && one.delivery.notice.kind == NoticeKind::letter)
          one.delivery.notice.facts = "{}";
        one.delivery.due_ms = tried.due_ms;
        one.delivery.why = tried.why;
      }
      if (tried.off.empty() || one.delivery.state != DeliveryState::waiting) continue;
      one.delivery.state = DeliveryState::given_up;
      one.delivery.why = tried.off;
    }
    return Written{};
  });
}

void MemoryStore::forget_deliveries(std::int64_t before_ms, Done done) {
  change(std::move(done), [&] {
    std::erase_if(outbox_, [&](const Sent& one) {
      return one.delivery.state != DeliveryState::waiting && one.delivery.notice.at_ms < before_ms;
    });
    std::erase_if(hooks_, [&](const Hook& hook) {
      return hook.person == kStranger &&
             std::none_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) { return one.hook == hook.id; });
    });
    return Written{};
  });
}

void MemoryStore::due_reminders(std::int64_t now_ms, int most, Read<std::vector<DueReminder>> done) {
  std::vector<DueReminder> out;
  for (const auto& [id, at_ms] : remind_)
    if (at_ms > 0 && at_ms <= now_ms) out.push_back({id, at_ms});
  std::sort(out.begin(), out.end(), [](const DueReminder& a, const DueReminder& b) { return a.at_ms < b.at_ms; });
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::remind(Reminded reminded, Done done) {
  change(std::move(done), [&] {
    const auto table = tables_.find(reminded.table);
    if (table == tables_.end() || static_cast<int>(table->second.log.size()) != reminded.number ||
        remind_[reminded.table] != reminded.at_ms)
      return Written{How::conflict, {}, 0};
    remind_[reminded.table] = reminded.next_ms;
    keep(reminded.notices);
    return Written{};
  });
}

}  // namespace cairn
