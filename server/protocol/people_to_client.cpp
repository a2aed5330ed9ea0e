#include "server/protocol/people_to_client.h"

#include "server/base/tokens.h"
#include "server/protocol/people_from_client.h"

namespace cairn {

namespace {

// 0: it never was.
Json time_json(std::int64_t at_ms) {
  return at_ms == 0 ? Json(nullptr) : Json(at_ms);
}

}  // namespace

std::string_view role_word(Role role) {
  switch (role) {
    case Role::player:
      return "player";
    case Role::moderator:
      return "moderator";
    case Role::admin:
      return "admin";
  }
  return "";
}

Json guest_json(const Person& guest) {
  return {{"name", guest.name}, {"guest", true}};
}

Json account_json(const Account& account) {
  return {{"name", account.person.name},
          {"guest", false},
          {"role", role_word(account.person.role)},
          {"bot", account.person.bot},
          {"email", account.email},
          {"proven", account.proven.empty() ? Json(nullptr) : Json(account.proven)},
          {"profile", account.profile},
          {"hidden", account.hidden},
          {"zone", account.zone_minutes},
          {"created", account.created_ms},
          {"seen", time_json(account.seen_ms)}};
}

Json profile_json(const Account& account) {
  return {{"name", account.person.name},
          {"role", role_word(account.person.role)},
          {"bot", account.person.bot},
          {"profile", account.profile},
          {"created", account.created_ms}};
}

Json seen_json(const Online::Somebody& somebody) {
  return {{"name", somebody.name}, {"bot", somebody.bot}, {"seen", somebody.seen_ms}};
}

Json session_json(const Session& session, const TokenHash& current) {
  return {{"id", public_id(session.token)},     {"device", session.device},      {"created", session.created_ms},
          {"used", time_json(session.used_ms)}, {"expires", session.expires_ms}, {"current", session.token == current}};
}

Json api_token_json(const ApiToken& token) {
  Json scopes = Json::array();
  for (const Scope scope : {Scope::read, Scope::play, Scope::account, Scope::work})
    if ((token.scopes & static_cast<Scopes>(scope)) != 0) scopes.push_back(scope_word(scope));
  return {{"id", public_id(token.token)},     {"name", token.name},
          {"scopes", std::move(scopes)},      {"created", token.created_ms},
          {"used", time_json(token.used_ms)}, {"expires", token.expires_ms}};
}

Json vacation_json(const Away& away) {
  const auto moment = [](std::int64_t ms) { return ms == 0 ? Json(nullptr) : Json(ms); };
  return {{"since", moment(away.since_ms)}, {"until", moment(away.until_ms)}, {"waiting", away.waiting}};
}

std::string blocked_guest_id(std::int64_t person) {
  return public_id(hash_token("guest " + std::to_string(person)));
}

Json blocked_guest_json(const Person& guest) {
  return {{"id", blocked_guest_id(guest.id)}, {"name", guest.name}};
}

}  // namespace cairn
