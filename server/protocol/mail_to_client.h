// What an account wants by mail, as its owner sees and says it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "server/play/fields.h"
#include "server/store/outbox.h"

namespace cairn {

// Every notice at once, or once a day; that games end; nothing.
enum class MailMode : std::uint8_t { every, digest, end, none };
inline constexpr int kMailModes = static_cast<int>(MailMode::none) + 1;
std::string_view to_word(MailMode mode);  // "every"; "" beyond the last
MailMode mode_of(const Hook& hook);
NoticeKinds wants_of(MailMode mode);

// `hook`: the address that was proven; null: none was.
Json mail_json(const std::string& email, const Hook* hook);
std::variant<MailMode, Fault> read_mail_mode(std::string_view text);

}  // namespace cairn
