// Mailed links, in the store that forgets.
#include <algorithm>

#include "core/text.h"
#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

namespace {

constexpr int kMostToldThere = 100;  // letters at an address, before no more are added

}  // namespace

bool MemoryStore::goes_there(const MailedLink& link) const {
  return std::any_of(hooks_.begin(), hooks_.end(), [&](const Hook& hook) {
    return hook.mail && hook.person == link.person && hook.url == std::string(kMailUrl) + link.address;
  });
}

void MemoryStore::add_links(std::vector<LinkLetter> all, std::int64_t now_ms, int most, Done done) {
  change(std::move(done), [&] {
    std::erase_if(links_, [&](const auto& one) { return one.second.expires_ms <= now_ms; });
    for (const auto& [link, letter] : all)
      if (people_[link.person].account && keep_letter(link.address, letter, most).how == How::durable)
        links_[link.token] = link;
    return Written{};
  });
}

void MemoryStore::find_link(const TokenHash& token, LinkKind kind, std::int64_t now_ms, Read<MailedLink> done) {
  const auto found = links_.find(token);
  const bool good = found != links_.end() && found->second.kind == kind && found->second.expires_ms > now_ms;
  answer(std::move(done), good ? std::optional(found->second) : std::nullopt);
}

void MemoryStore::prove_address(MailedLink link, Hook hook, Notice told, Done done) {
  change(std::move(done), [&] {
    const auto& account = people_[link.person].account;
    if (links_.erase(link.token) == 0 || !account || lower(account->email) != link.address)
      return Written{How::conflict, {}, 0};
    const std::string before = proven_of(link.person);
    keep_mail_hook(std::move(hook));
    if (!before.empty() && before != link.address) keep_letter(before, told, kMostToldThere);
    return Written{};
  });
}

void MemoryStore::sign_in_by(MailedLink link, Session session, std::optional<TokenHash> instead, int most, Done done) {
  change(std::move(done), [&] {
    if (links_.erase(link.token) == 0 || !goes_there(link)) return Written{How::conflict, {}, 0};
    return keep_session(link.person, session, instead, most);
  });
}

void MemoryStore::reset_password(MailedLink link, std::string password, Notice told, Done done) {
  change(std::move(done), [&] {
    auto& account = people_[link.person].account;
    if (links_.erase(link.token) == 0 || !goes_there(link) || !account) return Written{How::conflict, {}, 0};
    account->password = std::move(password);
    end_sessions_but(link.person, TokenHash{});
    end_links(link.person);
    keep_letter(link.address, told, kMostToldThere);
    return Written{};
  });
}

}  // namespace cairn
