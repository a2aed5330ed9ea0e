// A letter as the bytes of a mail, and the addresses of ours that stand in it: where answers go, where bounces come
// back, where somebody says that he wants no more. MIME is written by GMime; no network here.
//
// The same letter of the same delivery is the same bytes each time: who gets it twice, after a fault, sees that it is
// one. No text of people reaches a header but as one encoded line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/letter.h"

namespace cairn {

struct MailFrame {
  std::string from;        // "Cairn <play@example.org>"
  std::string to;          // an address alone
  std::string domain;      // behind the @ of our own addresses
  std::string id;          // of what is delivered and where: makes the Message-ID
  std::int64_t at_ms = 0;  // the Date
  std::string links{};     // what begins with it becomes a link in HTML: "https://example.org/"; "": nothing does
  // For a notice that its reader can do without; "": none.
  std::string stop_url{}, stop_address{};
};

std::string write_mail(const Letter& letter, const MailFrame& frame);

// Plain letters around one @, as SMTP's commands and headers take them.
bool is_mail_address(std::string_view address);
// "Cairn <play@example.org>" or an address alone: the address; none where it is neither.
std::optional<std::string> address_in(std::string_view mailbox);
std::string mail_loop_mark(std::string_view domain);  // what all of our mail has as X-Loop

// --- addresses of ours that say whose they are; by nothing but the server's key can they be made. They mean the same
// in small letters, and fit into the 64 letters that a local part may have where an id is one of ours.
std::string bounce_local(std::string_view key, std::string_view hook);  // "bounce+...": the return path
std::string stop_local(std::string_view key, std::string_view hook);    // "stop+..."
std::string stop_token(std::string_view key, std::string_view hook);    // the same without "stop+"
// The id of the hook; none: it is no such address, or not made with this key.
std::optional<std::string> bounce_of(std::string_view key, std::string_view local_part);
std::optional<std::string> stop_of(std::string_view key, std::string_view local_part);
std::optional<std::string> hook_of_stop_token(std::string_view key, std::string_view token);

}  // namespace cairn
