// Between what takes mails from the mail server before us and what acts on them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace cairn {

// Of a mail as the mail server handed it over, for one of its recipients.
struct MailEnvelope {
  std::string sender;     // of the return path; "": null, a bounce
  std::string recipient;  // one of ours: local@domain, as given
};

// 250, 451, 550, and 250 to what a machine sent by itself: nothing is done.
enum class MailVerdict : std::uint8_t { taken, later, refused, ignored };

// What became of it. Only `taken` may have changed anything: after `later` it comes again.
struct MailOutcome {
  MailVerdict verdict = MailVerdict::taken;
  std::string message;  // one line, for the mail server
};

// Called once, on the loop's thread.
using MailDone = std::function<void(MailOutcome)>;

// Called on the loop's thread, for each recipient in turn; `done` there, too, perhaps later.
using MailDeliver = std::function<void(MailEnvelope, std::shared_ptr<const std::string> bytes, MailDone done)>;

inline constexpr const char* kNoMailbox = "there is no such mailbox";
inline constexpr const char* kDatabaseAway = "the database cannot be used just now";

}  // namespace cairn
