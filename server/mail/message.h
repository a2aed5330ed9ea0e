// A mail as it came in, read into what counts: who sent it and whether that is proven, its subject and text, and
// whether a machine sent it by itself. MIME is read by GMime; no network here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace cairn {

inline constexpr std::size_t kMostMail = 256 * 1024, kMostMailHeader = 64 * 1024;  // bytes
inline constexpr int kMostMailDepth = 8, kMostMailParts = 32;

struct MailTrust {
  std::string authserv_id;  // of the mail server before us: only its word counts; "": nothing is proven
  int hops = 1;             // Received headers of our own machines: what stands below them is not ours
  std::string loop_mark;    // what our own mail has as X-Loop
};

struct MailIn {
  std::string from;        // the one address of From, its letters small; "": none, or several
  std::string subject;     // one line of UTF-8
  std::string text;        // UTF-8, lines end with \n; the whole of it, quotes and signature too
  std::string message_id;  // without < >; "": none
  std::string date;        // as written; "": none
  std::string answers;     // In-Reply-To, as written
  std::string language;    // Content-Language, as written; "": none
  std::string taken_as;    // what the first server that took it wrote of it (Received), its own name for it within
  bool proven = false;     // DKIM, SPF or DMARC passed for the domain of `from`
  std::string automatic;   // why it has no answer and does nothing: a bounce, an absence; "": it is a person's
  std::string list;        // why it has no answer, though a person wrote it: it comes by a list, or in bulk; "": it has
};

// Why it is refused for good, as one line.
struct MailRefusal {
  std::string message;
};

using ReadMail = std::variant<MailIn, MailRefusal>;
ReadMail read_mail(std::string_view bytes, const MailTrust& trust = {});

// A report that a mail could not be delivered, for good (RFC 3464): what it says of it; "": it is none.
std::string failure_in(std::string_view bytes);

// Authentication-Results (RFC 8601): whether the server of that name says that the domain is proven. Aligned is the
// domain itself, or one above it.
bool proves(std::string_view results, std::string_view authserv_id, std::string_view from_domain);

// What somebody wrote himself: without quotes and what announces them, signature, and the mail that he answered or
// passed on.
std::string own_text(std::string_view text);

// The text of a page of HTML: no styles, scripts and quotes, lines where it has them.
std::string text_of_html(std::string_view html);

// Paragraphs of format=flowed (RFC 3676) as one line each. `delsp`: the blank at a line's end goes.
std::string unflow(std::string_view text, bool delsp);

}  // namespace cairn
