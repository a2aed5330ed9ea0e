// The closed list of what a client is told of people (docs/protocol.md): of others what they show, of oneself all.
#pragma once

#include <vector>

#include "server/people/accounts.h"
#include "server/people/presence.h"
#include "server/protocol/replies.h"

namespace cairn {

std::string_view role_word(Role role);
Json account_json(const Account& account);  // to its owner
Json session_json(const Session& session, const TokenHash& current);
Json api_token_json(const ApiToken& token);
Json vacation_json(const Away& away);
Json factor_json(const FactorState& state);
Json blocked_guest_json(const Person& guest);

Reply to_client(const Entered& entered);
Reply to_client(const SignedIn& in);
Reply to_client(const SignedOut& out);
Reply to_client(const PasswordChanged& changed);
Reply to_client(const AccountDeleted& deleted);
Json to_client(const LinkMailed& mailed);
Json to_client(const AddressProven& proven);
Json to_client(const Account& account);  // or of a guest
std::string to_client(const Preferences& preferences);
Json to_client(const SessionList& list);
Reply to_client(const SessionsEnded& ended);
Json to_client(const std::vector<ApiToken>& tokens);
Json to_client(const AddedApiToken& added);
Json to_client(const ApiTokenEnded& ended);
Json to_client(const Away& away);
Json to_client(const BlockList& list);
Json to_client(const OwnFactor& factor);
Json to_client(const FactorSecret& secret);
Json to_client(const RecoveryCodes& codes);
Json to_client(const Profile& profile);
std::string to_client(const std::shared_ptr<ShownOnline>& online);

}  // namespace cairn
