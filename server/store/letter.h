// A mail of ours before it is MIME: what it says and what it belongs to. It waits in the outbox as the facts of a
// notice (outbox.h), and goes out as server/mail/outgoing.h writes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/store/outbox.h"

namespace cairn {

struct Letter {
  std::string subject;     // one line of UTF-8
  std::string text;        // UTF-8, lines end with \n
  std::string picture{};   // a PNG for its HTML part; "": none
  std::string thread{};    // what it belongs to, as "board.101": mails of one thread stand together; "": nothing
  std::string reply{};     // what stands before the @ of the address that answers go to; "": nobody reads answers
  std::string alt{};       // what the picture shows, in words
  std::string language{};  // of subject and text: "de" (Content-Language, RFC 3282); "": English
  friend bool operator==(const Letter&, const Letter&) = default;
};

struct NotNow {  // it cannot be written just now, and why
  std::string why;
};
using Composed = std::variant<Letter, std::string, NotNow>;  // a text: nothing is to be sent, and why

// To be written with the notice's cause, or by MailStore::add_letter. `id`: the same for the same letter.
Notice letter_notice(std::int64_t person, std::string id, const Letter& letter, std::int64_t at_ms);
std::optional<Letter> letter_from(std::string_view facts);  // none: these are no letter's

}  // namespace cairn
