// One mail handed over to a server that runs, by LMTP.
#pragma once

#include <string>
#include <string_view>

#include "server/mail/inbox.h"
#include "server/net/mail_place.h"

namespace cairn::cli {

// What mail servers understand of a program's exit codes (sysexits.h).
inline constexpr int kMailTaken = 0, kMailUsage = 64, kMailBad = 65, kMailNoUser = 67, kMailRefused = 69,
                     kMailLater = 75;

struct HandedOver {
  int status = kMailTaken;
  std::string why;  // of all but kMailTaken, for people
};

HandedOver hand_over(const net::MailPlace& place, const MailEnvelope& envelope, std::string_view mail);

// As it goes over the wire: lines end with CR LF, dots are stuffed, a line with a dot ends it. The line "From ann ..."
// that some mail servers put on top is left out.
std::string mail_on_the_wire(std::string_view mail);

}  // namespace cairn::cli
