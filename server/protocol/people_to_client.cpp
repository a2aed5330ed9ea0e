#include "server/protocol/people_to_client.h"

#include "server/base/tokens.h"
#include "server/protocol/people_from_client.h"

namespace cairn {

namespace {

// 0: it is none.
Json time_json(std::int64_t at_ms) {
  return at_ms == 0 ? Json(nullptr) : Json(at_ms);
}

// The session may be over with it.
Reply last_good(const Json& json, bool sign_out) {
  Reply reply = good(json);
  reply.sign_out = sign_out;
  return reply;
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
          {"language", account.language.empty() ? Json(nullptr) : Json(account.language)},
          {"second_factor", account.person.second_factor},
          {"created", account.created_ms},
          {"seen", time_json(account.seen_ms)}};
}

Json session_json(const Session& session, const TokenHash& current) {
  return {{"id", public_id(session.token)},     {"device", session.device},      {"created", session.created_ms},
          {"used", time_json(session.used_ms)}, {"expires", session.expires_ms}, {"current", session.token == current}};
}

Json api_token_json(const ApiToken& token) {
  Json scopes = Json::array();
  for (const Scope scope : {Scope::read, Scope::play, Scope::account, Scope::work, Scope::bridge})
    if ((token.scopes & static_cast<Scopes>(scope)) != 0) scopes.push_back(scope_word(scope));
  return {{"id", public_id(token.token)},     {"name", token.name},
          {"scopes", std::move(scopes)},      {"created", token.created_ms},
          {"used", time_json(token.used_ms)}, {"expires", token.expires_ms}};
}

Json vacation_json(const Away& away) {
  return {{"since", time_json(away.since_ms)}, {"until", time_json(away.until_ms)}, {"waiting", away.waiting}};
}

Json factor_json(const FactorState& state) {
  return {{"since", time_json(state.since_ms)}, {"recovery_codes", state.recovery_codes}};
}

Json blocked_guest_json(const Person& guest) {
  return {{"id", blocked_guest_id(guest.id)}, {"name", guest.name}};
}

Reply to_client(const Entered& entered) {
  const bool began = !entered.token.empty();
  return {began ? 201 : 200, to_text({{"name", entered.name}}), 0, entered.token};
}

Reply to_client(const SignedIn& in) {
  if (in.waits) return good({{"waiting", true}, {"name", in.account.person.name}}, 202);
  Reply reply = {in.made ? 201 : 200, to_text(account_json(in.account)), 0, in.token};
  reply.new_device = in.device;
  return reply;
}

Reply to_client(const SignedOut&) {
  return last_good({{"signed_in", false}}, true);
}

Reply to_client(const PasswordChanged& changed) {
  return last_good({{"changed", true}}, changed.signed_out);
}

Reply to_client(const AccountDeleted&) {
  return last_good({{"deleted", true}}, true);
}

Json to_client(const OwnFactor& factor) {
  Json json = factor_json(factor.state);
  json["required"] = factor.required;
  return json;
}

Json to_client(const FactorSecret& secret) {
  return {{"secret", secret.secret}, {"uri", secret.uri}};
}

Json to_client(const RecoveryCodes& codes) {
  return {{"recovery_codes", codes.codes}};
}

Json to_client(const LinkMailed&) {
  return {{"mailed", true}};
}

Json to_client(const AddressProven& proven) {
  return {{"name", proven.name}, {"address", proven.address}};
}

Json to_client(const Account& account) {
  if (account.person.account) return account_json(account);
  return {{"name", account.person.name}, {"guest", true}};
}

std::string to_client(const Preferences& preferences) {
  return preferences.json;
}

Json to_client(const SessionList& list) {
  const auto json = [&](const Session& one) { return session_json(one, list.current); };
  return {{"sessions", list_json(list.sessions, json)}};
}

Reply to_client(const SessionsEnded& ended) {
  return last_good({{"ended", ended.count}}, ended.signed_out);
}

Json to_client(const std::vector<ApiToken>& tokens) {
  return {{"tokens", list_json(tokens, api_token_json)}};
}

Json to_client(const AddedApiToken& added) {
  Json json = api_token_json(added.token);
  json["token"] = added.secret;
  return json;
}

Json to_client(const ApiTokenEnded&) {
  return {{"ended", 1}};
}

Json to_client(const Away& away) {
  return vacation_json(away);
}

Json to_client(const BlockList& list) {
  return {{"blocks", list.names}, {"guests", list_json(list.guests, blocked_guest_json)}};
}

Json to_client(const Profile& profile) {
  return {{"name", profile.name},
          {"role", role_word(profile.role)},
          {"bot", profile.bot},
          {"profile", profile.text},
          {"created", profile.created_ms}};
}

std::string to_client(const std::shared_ptr<ShownOnline>& online) {
  return *online->text.of([&people = online->people] {
    const auto seen = [](const Online::Somebody& one) {
      return Json{{"name", one.name}, {"bot", one.bot}, {"seen", one.seen_ms}};
    };
    return to_text({{"count", people.count}, {"people", list_json(people.people, seen)}});
  });
}

}  // namespace cairn
