// Play by mail, in the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::set_mail_hook(Hook hook, Done done) {
  change(std::move(done), [&] {
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
  });
}

void MemoryStore::people_at(std::string address, Read<std::vector<Account>> done) {
  std::vector<Account> out;
  for (const Hook& hook : hooks_)
    if (hook.mail && hook.person > 0 && hook.url == std::string(kMailUrl) + address)
      out.push_back(*people_[hook.person].account);
  answer(std::move(done), std::optional(std::move(out)));
}

Hook* MemoryStore::mail_hook(const std::string& address, std::int64_t person) {
  for (Hook& hook : hooks_)
    if (hook.mail && hook.person == person && hook.url == std::string(kMailUrl) + address) return &hook;
  return nullptr;
}

void MemoryStore::add_letter(std::string address, Notice letter, int most, Done done) {
  change(std::move(done), [&] {
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
    const bool there = std::any_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
      return is_of_it(one) && one.delivery.notice.id == letter.id;
    });
    if (!hook->off.empty() || waiting >= most || there) return Written{How::conflict, {}, 0};
    keep(*hook, letter);
    return Written{};
  });
}

void MemoryStore::has_letter(std::string address, std::string id, Read<bool> done) {
  const bool there = std::any_of(outbox_.begin(), outbox_.end(), [&](const Sent& one) {
    return one.delivery.notice.id == id && std::any_of(hooks_.begin(), hooks_.end(), [&](const Hook& hook) {
             return hook.mail && hook.id == one.hook && hook.url == std::string(kMailUrl) + address;
           });
  });
  answer(std::move(done), std::optional(there));
}

void MemoryStore::number_boards(std::vector<std::string> tables, Read<std::vector<int>> done) {
  std::vector<int> out;
  for (const std::string& table : tables) {
    const auto found = tables_.find(table);
    if (found == tables_.end()) {
      out.push_back(0);
      continue;
    }
    auto& boards = boards_[found->second.row.setup.game];
    auto at = std::find(boards.begin(), boards.end(), table);
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

}  // namespace cairn
