// The closed list of what a client is told of people (docs/protocol.md): of others what they show, of oneself all.
#pragma once

#include "notation/view_json.h"
#include "server/store/away.h"
#include "server/store/people.h"

namespace cairn {

std::string_view role_word(Role role);
Json guest_json(const Person& guest);
Json account_json(const Account& account);         // to its owner
Json profile_json(const Account& account);         // to everybody
Json seen_json(const Online::Somebody& somebody);  // who is on line
Json session_json(const Session& session, const TokenHash& current);
Json api_token_json(const ApiToken& token);
Json vacation_json(const Away& away);
// Names a guest in the list of who blocks them: their own name is not theirs alone.
std::string blocked_guest_id(std::int64_t person);
Json blocked_guest_json(const Person& guest);

}  // namespace cairn
