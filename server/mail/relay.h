// A mail on its way to the operator's relay, and what came of it. No network here: server/net/mail_sender.h has it.
#pragma once

#include <cstdint>
#include <string>

namespace cairn {

struct MailPost {
  std::string return_path;  // an address; "": bounces come back to nobody
  std::string to;
  std::string bytes;
};

// What was wrong.
enum class RelayFault : std::uint8_t {
  none,     // the relay has it
  here,     // it was not even sent, for a reason of our own
  relay,    // no connection, no trust, no login, or our address: nothing of it is about this mail
  mail,     // the relay does not take it as it is
  address,  // ... not for this address
};

struct MailAnswer {
  RelayFault fault = RelayFault::none;
  bool for_good = false;  // of mail and address: trying again is of no use
  std::string words{};    // what the relay said, for people
};

// Of what a relay answered to the address, or to the rest: "550 5.1.1 no such mailbox".
MailAnswer judge_reply(bool to_address, std::string words);

}  // namespace cairn
