// What an account wants by mail, as its owner sees and says it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "server/notifications/mail_mode.h"
#include "server/play/fields.h"

namespace cairn {

// `hook`: the address that was proven; null: none was.
Json mail_json(const std::string& email, const Hook* hook);
Json to_client(const OwnMail& mail);
std::variant<MailMode, Fault> read_mail_mode(std::string_view text);

}  // namespace cairn
