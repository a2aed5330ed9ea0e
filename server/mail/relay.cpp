#include "server/mail/relay.h"

#include <algorithm>

#include "core/text.h"

namespace cairn {

namespace {

constexpr std::size_t kMostReplyText = 200;

// 5.7: "you may not", which says nothing against the mailbox (RFC 3463).
bool is_policy(std::string_view words) {
  const std::string_view code = trim(words.substr(std::min<std::size_t>(3, words.size())));
  return code.substr(0, 4) == "5.7." || code.substr(0, 4) == "4.7.";
}

}  // namespace

MailAnswer judge_reply(bool to_address, std::string words) {
  std::replace_if(
      words.begin(), words.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  words = std::string(trim(words)).substr(0, kMostReplyText);
  MailAnswer answer;
  const bool not_yet = to_address && is_policy(words);  // somebody may let us in some day
  answer.fault = to_address && !not_yet ? RelayFault::address : RelayFault::mail;
  answer.for_good = !not_yet && !words.empty() && words.front() == '5';
  answer.words = std::move(words);
  return answer;
}

}  // namespace cairn
