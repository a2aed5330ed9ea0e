// Two-factor authentication of one's own account.
#include "server/net/answers.h"
#include "server/protocol/people_from_client.h"
#include "server/protocol/people_to_client.h"

namespace cairn::net {

std::vector<Endpoint> factor_endpoints() {
  return {
      {{"GET", "/api/account/second-factor", "second-factor", Needs::session, ask<&Accounts::second_factor>},
       {"account", "Get whether two-factor authentication is on"},
       {{200, "SecondFactor", "without its secret"}}},
      {{"POST", "/api/account/second-factor", "begin-second-factor", Needs::session,
        tell<&Accounts::begin_factor, read_begin_factor>},
       {"account", "Begin to set up two-factor authentication: it is on when a code of the secret has confirmed it",
        "BeginFactor"},
       {{201, "FactorSecret", "for an authenticator app; this is the only time it is shown"}},
       {"wrong-password", "other-version"}},
      {{"PUT", "/api/account/second-factor", "confirm-second-factor", Needs::session,
        tell<&Accounts::confirm_factor, read_factor_code>},
       {"account", "Turn two-factor authentication on with a code of the app; all other sessions end", "FactorCode"},
       {{200, "RecoveryCodes", "for whoever loses the app; this is the only time they are shown"}},
       {"wrong-code", "other-version"}},
      {{"POST", "/api/account/second-factor/recovery", "recovery-codes", Needs::session,
        tell<&Accounts::renew_recovery, read_factor_code>},
       {"account", "Get new recovery codes; those before are deleted", "FactorCode"},
       {{200, "RecoveryCodes", "this is the only time they are shown"}},
       {"wrong-code", "other-version"}},
      {{"POST", "/api/account/second-factor/off", "drop-second-factor", Needs::session,
        tell<&Accounts::drop_factor, read_factor_code>},
       {"account", "Turn two-factor authentication off", "FactorCode"},
       {{200, "SecondFactor", "off"}},
       {"wrong-code", "other-version"}},
  };
}

}  // namespace cairn::net
