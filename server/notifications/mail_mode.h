// What an account wants by mail.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/store/outbox.h"

namespace cairn {

// Every notice at once, or once a day; that games end; nothing.
enum class MailMode : std::uint8_t { every, digest, end, none };
inline constexpr int kMailModes = static_cast<int>(MailMode::none) + 1;
std::string_view to_word(MailMode mode);  // "every"; "" beyond the last
MailMode mode_of(const Hook& hook);
NoticeKinds wants_of(MailMode mode);

struct OwnMail {
  std::string email;           // the account's; "": none
  std::optional<Hook> hook{};  // the address that was proven
};

}  // namespace cairn
