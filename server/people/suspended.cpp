#include "server/people/suspended.h"

#include "server/base/days.h"

namespace cairn {

Refusal suspended(const Suspension& suspension) {
  if (suspension.closed)
    return {Code::suspended, Message("account-is-closed", "this account is closed: {why}", {{"why", suspension.why}})};
  if (suspension.until_ms == 0)
    return {Code::suspended,
            Message("account-is-suspended", "this account is suspended: {why}", {{"why", suspension.why}})};
  return {Code::suspended, Message("account-is-suspended-until", "this account is suspended until {when} (UTC): {why}",
                                   {{"when", minute_text(suspension.until_ms)}, {"why", suspension.why}})};
}

std::optional<Refusal> refuse_suspended(const Account& account, std::int64_t now_ms) {
  if (!account.suspension || !account.suspension->holds(now_ms)) return std::nullopt;
  return suspended(*account.suspension);
}

}  // namespace cairn
