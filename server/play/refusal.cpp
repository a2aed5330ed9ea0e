#include "server/play/refusal.h"

#include <array>

#include "server/play/may_not_act.h"

namespace cairn {

std::string_view to_word(Code code) {
  // In the order of the codes.
  static constexpr auto kWords = std::to_array<std::string_view>({
      "bad-request",    "https-only",    "unknown-game",    "bad-options",   "no-bot",           "no-session",
      "bad-token",      "blocked",       "not-seated",      "bad-origin",    "no-account",       "bad-scope",
      "wrong-password", "needs-code",    "wrong-code",      "bad-link",      "not-heard",        "muted",
      "suspended",      "waiting",       "no-registration", "not-for-you",   "not-challenged",   "other-host",
      "not-found",      "bad-method",    "name-taken",      "has-account",   "no-address",       "too-many-kept",
      "stale",          "game-over",     "no-undo",         "no-free-seat",  "too-long",         "no-offer",
      "plan",           "clock",         "not-over",        "no-analysis",   "no-text",          "broken-record",
      "not-open",       "terms-changed", "tournament",      "other-version", "no-lease",         "other-rules",
      "bad-record",     "illegal-move",  "too-large",       "bad-type",      "upgrade-required", "too-many",
      "busy",           "internal",      "no-room",         "no-mail",       "unavailable",
  });
  static_assert(kWords.size() == static_cast<std::size_t>(Code::unavailable) + 1);
  return kWords[static_cast<std::size_t>(code)];
}

Refusal much_at_once(int retry_after_s) {
  return {Code::too_many, Message("much-once-come-again", "too many requests at once; try again in a moment"),
          retry_after_s};
}

Refusal many_records() {
  return {Code::too_many, Message("too-many-records", "the server is reading and writing too many records; try again"),
          2};
}

Refusal table_unavailable(int retry_after_s) {
  return {Code::unavailable,
          Message("table-cannot-read-just", "the server cannot read the table at the moment; try again"),
          retry_after_s};
}

Refusal log_unavailable(const std::function<void(const std::string&)>& log, const std::string& what,
                        const std::string& why, MessageText cannot) {
  if (why == kMayNotAct)
    return {Code::not_for_you,
            Message("role-was-changed", "your role does not allow this any more; it was changed a moment ago")};
  log(what + ": " + why);
  return {Code::unavailable, cannot, 1};
}

}  // namespace cairn
