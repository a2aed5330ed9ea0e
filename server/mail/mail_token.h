// Inside of mail/: names that stand in mails and mean the same in small letters, as mail servers may write them.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// Of a Message-ID: the same for the same text, which nobody learns from it.
std::string mail_name(std::string_view text);

}  // namespace cairn
