// Play by mail, in the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

Written MemoryStore::keep_mail_hook(Hook hook) {
  if (!people_[hook.person].account) return Written{How::conflict, {}, 0};
  for (Hook& one : hooks_) {
    if (!one.mail || one.person != hook.person) continue;
    one.url = hook.url;
    one.off.clear();
    return Written{};
  }
  hook.mail = true;
  hooks_.push_back(std::move(hook));
  return Written{};
}

void MemoryStore::set_mail_hook(Hook hook, Done done) {
  change(std::move(done), [&] { return keep_mail_hook(std::move(hook)); });
}

std::string MemoryStore::proven_of(std::int64_t person) const {
  for (const Hook& hook : hooks_)
    if (hook.mail && hook.person == person) return hook.url.substr(kMailUrl.size());
  return {};
}

void MemoryStore::end_mail_hook(std::int64_t person) {
  const auto is_it = [&](const Hook& hook) { return hook.mail && hook.person == person; };
  for (const Hook& hook : hooks_)
    if (is_it(hook)) std::erase_if(outbox_, [&](const Sent& one) { return one.hook == hook.id; });
  std::erase_if(hooks_, is_it);
}

void MemoryStore::people_at(std::string address, Read<std::vector<Account>> done) {
  std::vector<Account> out;
  for (const Hook& hook : hooks_)
    if (hook.mail && hook.person > 0 && hook.url == std::string(kMailUrl) + address) {
      out.push_back(*people_[hook.person].account);
      out.back().proven = address;
    }
  answer(std::move(done), std::optional(std::move(out)));
}

Hook* MemoryStore::mail_hook(const std::string& address, std::int64_t person) {
  for (Hook& hook : hooks_)
    if (hook.mail && hook.person == person && hook.url == std::string(kMailUrl) + address) return &hook;
  return nullptr;
}

Written MemoryStore::keep_letter(const std::string& address, const Notice& letter, int most) {
  Hook* hook = mail_hook(address, letter.person);
  if (hook == nullptr) hook = mail_hook(address, kStranger);
  if (hook == nullptr) {
    Hook made = {"nobody." + address, kStranger, std::string(kMailUrl) + address, "", 0, letter.at_ms};
    made.mail = true;
    hook = &hooks_.emplace_back(std::move(made));
  }
  const auto is_of_it = [&](const Sent& one) { return one.hook == hook->id; };
  const auto waiting = std::count_if(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return is_of_it(one) && one.delivery.state == DeliveryState::waiting;
  });
  const bool there = std::any_of(outbox_.begin(), outbox_.end(),
                                 [&](const Sent& one) { return is_of_it(one) && one.delivery.notice.id == letter.id; });
  if (!hook->off.empty() || waiting >= most || there) return Written{How::conflict, {}, 0};
  keep(*hook, letter);
  return Written{};
}

void MemoryStore::add_letter(std::string address, Notice letter, int most, Done done) {
  change(std::move(done), [&] { return keep_letter(address, letter, most); });
}

void MemoryStore::has_letter(std::string address, std::string id, Read<bool> done) {
  const bool there = std::any_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return one.delivery.notice.id == id && std::any_of(hooks_.begin(), hooks_.end(), [&](const Hook& hook) {
             return hook.mail && hook.id == one.hook && hook.url == std::string(kMailUrl) + address;
           });
  });
  answer(std::move(done), std::optional(there));
}

void MemoryStore::set_mail_mode(std::string hook, NoticeKinds wants, bool digest, Done done) {
  change(std::move(done), [&] {
    Hook* const one = hook_of(hook);
    if (one == nullptr || !one->mail || one->person == kStranger) return Written{How::conflict, {}, 0};
    one->wants = wants;
    one->digest = digest;
    return Written{};
  });
}

void MemoryStore::end_mails(std::string hook, std::string why, Done done) {
  change(std::move(done), [&] {
    Hook* const one = hook_of(hook);
    if (one == nullptr || !one->mail) return Written{How::conflict, {}, 0};
    one->off = why;
    for (Sent& sent : outbox_) {
      if (sent.hook != hook || sent.delivery.state != DeliveryState::waiting) continue;
      sent.delivery.state = DeliveryState::given_up;
      sent.delivery.why = why;
    }
    return Written{};
  });
}

void MemoryStore::mails_wait(std::int64_t now_ms, Read<bool> done) {
  answer(std::move(done), std::optional(waits(true, now_ms)));
}

void MemoryStore::take_mails(std::int64_t now_ms, std::int64_t until_ms, int most, Read<std::vector<Delivery>> done) {
  answer(std::move(done), std::optional(hold(true, now_ms, until_ms, most)));
}

void MemoryStore::mails_due(std::string hook, std::int64_t now_ms, int most, Read<std::vector<Delivery>> done) {
  std::vector<Delivery> out;
  for (const Sent& one : outbox_)
    if (one.hook == hook && one.delivery.state == DeliveryState::waiting && one.delivery.due_ms <= now_ms &&
        can_be_chosen(one.delivery.notice.kind) && static_cast<int>(out.size()) < most)
      out.push_back(one.delivery);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::count_mails(Read<std::int64_t> done) {
  const auto count = std::count_if(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return one.delivery.state == DeliveryState::waiting && hook_of(one.hook)->mail;
  });
  answer(std::move(done), std::optional(static_cast<std::int64_t>(count)));
}

void MemoryStore::mail_key(std::string fresh, Read<std::string> done) {
  if (mail_key_.empty()) mail_key_ = std::move(fresh);
  answer(std::move(done), std::optional(mail_key_));
}

void MemoryStore::number_boards(std::vector<std::string> tables, bool give, Read<std::vector<int>> done) {
  std::vector<int> out;
  for (const std::string& table : tables) {
    const auto found = tables_.find(table);
    if (found == tables_.end()) {
      out.push_back(0);
      continue;
    }
    auto& boards = boards_[found->second.row.setup.game];
    auto at = std::find(boards.begin(), boards.end(), table);
    if (at == boards.end() && !give) {
      out.push_back(0);
      continue;
    }
    if (at == boards.end()) at = boards.insert(at, table);
    out.push_back(kFirstBoard + static_cast<int>(at - boards.begin()));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::board_numbered(std::string game, int number, Read<std::string> done) {
  const auto& boards = boards_[game];
  const int at = number - kFirstBoard;
  const bool there = at >= 0 && at < static_cast<int>(boards.size());
  answer(std::move(done), there ? std::optional(boards[static_cast<std::size_t>(at)]) : std::nullopt);
}

void MemoryStore::set_watch(Watch watch, Done done) {
  change(std::move(done), [&] {
    watches_[{watch.person, watch.table}] = watch;
    return Written{};
  });
}

void MemoryStore::end_watch(std::int64_t person, std::string table, Done done) {
  change(std::move(done), [&] {
    watches_.erase({person, table});
    return Written{};
  });
}

void MemoryStore::watch_of(std::int64_t person, std::string table, Read<Watch> done) {
  const auto found = watches_.find({person, table});
  answer(std::move(done), found == watches_.end() ? std::nullopt : std::optional(found->second));
}

void MemoryStore::due_watches(int most, Read<std::vector<Watch>> done) {
  std::vector<Watch> out;
  for (const auto& [key, watch] : watches_) {
    const auto table = tables_.find(watch.table);
    if (table == tables_.end() || static_cast<int>(table->second.log.size()) <= watch.number) continue;
    if ((!watch.end_only || is_over(watch.table)) && static_cast<int>(out.size()) < most) out.push_back(watch);
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::boards_of(std::string game, bool over, int most, Read<std::vector<Board>> done) {
  std::vector<Board> out;
  const auto& boards = boards_[game];
  for (std::size_t i = boards.size(); i-- > 0 && static_cast<int>(out.size()) < most;) {
    const auto at = std::find(tables_in_order_.begin(), tables_in_order_.end(), boards[i]);
    TableCard one = card(at - tables_in_order_.begin() + 1);
    if (one.over == over) out.push_back({kFirstBoard + static_cast<int>(i), std::move(one)});
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
