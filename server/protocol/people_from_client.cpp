#include "server/protocol/people_from_client.h"

#include "core/text.h"
#include "notation/texts/language.h"
#include "server/matchmaking/challenge_policy.h"
#include "server/play/clock.h"

namespace cairn {

namespace {

constexpr MessageText kSignUpForm(
    "form-of-sign-up", R"(an account is {"name":"...","password":"...","email":"...","bot":false,"language":"en",)"
                       R"("invitation":"...","note":"..."}; all but name and password are optional)");
constexpr MessageText kSignInForm("form-of-sign-in",
                                  R"(to sign in, send {"name":"...","password":"..."}; with two-factor )"
                                  R"(authentication also "code")");
constexpr MessageText kPasswordForm("form-of-password",
                                    R"(to change your password, send {"old":"...","new":"..."}; with two-factor )"
                                    R"(authentication also "code")");
constexpr MessageText kLinkForm("form-of-link", R"(name the account: {"name":"..."} or {"email":"..."})");
constexpr MessageText kTokenOfLinkForm("form-of-token-of-link",
                                       R"(to use a link, send {"token":"..."} with the token of the link; with )"
                                       R"(two-factor authentication also "code")");
constexpr MessageText kPasswordByLinkForm("form-of-password-by-link",
                                          R"(to choose a password, send {"token":"...","password":"..."}; with )"
                                          R"(two-factor authentication also "code")");
constexpr MessageText kDeleteForm("form-of-delete",
                                  R"(to delete the account, send {"password":"..."}; with two-factor authentication )"
                                  R"(also "code")");
constexpr MessageText kAccountEditForm(
    "form-of-account-edit", R"(to change your account, send )"
                            R"({"email":"...","profile":"...","bot":false,"hidden":false,"zone":60,"language":"en"}; )"
                            R"(with two-factor authentication also "code")");
constexpr MessageText kPreferencesForm("form-of-preferences", "preferences are a JSON object of at most 8192 bytes");
constexpr MessageText kFactorBeginForm("form-of-factor-begin",
                                       R"(to set up two-factor authentication, send {"password":"..."})");
constexpr MessageText kFactorCodeForm("form-of-factor-code", R"(send the code that your app shows: {"code":"123456"})");
constexpr MessageText kTokenForm(
    "form-of-token",
    R"(a token is {"name":"...","scopes":["read","play","account"],"days":365}; "days" is optional; with two-factor )"
    R"(authentication also "code")");

// The name and the password that somebody claims: nothing is told of what they could be.
Message read_claim(const Json& object, const char* key, std::size_t most, std::string& out) {
  const auto* text = text_at(object, key);
  if (text == nullptr || text->empty() || text->size() > most)
    return Message("must-text-1-bytes", "\"{key}\" must be a text of 1 to {n} bytes",
                   {{"key", shortened(key)}, {"n", most}});
  out = *text;
  return {};
}

// Of a second factor, where one is given.
Message read_code(const Json& object, std::string& out) {
  return object.contains("code") ? read_claim(object, "code", kMostFactorCode, out) : Message();
}

Message read_new_password(const Json& object, const char* key, std::string_view name, std::string& out) {
  const auto* text = text_at(object, key);
  if (text == nullptr || text->size() < kLeastPassword || text->size() > kMostPassword)
    return Message("must-text-bytes-few",
                   "\"{key}\" must be a text of {least} to {most} bytes; several words in a row are a good choice",
                   {{"key", shortened(key)}, {"least", kLeastPassword}, {"most", kMostPassword}});
  if (!name.empty() && equal_ignoring_case(*text, name))
    return Message("password-must-not-name", "the password cannot be the same as the name");
  out = *text;
  return {};
}

Message read_language(const Json& object, std::string& out) {
  const auto* text = text_at(object, "language");
  for (const Language one : kLanguages)
    if (text != nullptr && *text == language_code(one)) {
      out = *text;
      return {};
    }
  return Message("language-one-of", "\"language\" must be one of {list}", {{"list", language_codes()}});
}

Message read_email(const Json& object, std::string& out) {
  const auto* text = text_at(object, "email");
  const auto at = text == nullptr ? std::string::npos : text->find('@');
  const bool none = text != nullptr && text->empty();
  const bool good = at != std::string::npos && at > 0 && at + 1 < text->size() && text->size() <= kMostEmail &&
                    text->find('@', at + 1) == std::string::npos && plain_text(*text, kMostEmail) &&
                    text->find(' ') == std::string::npos;
  if (!none && !good)
    return Message("email-must-address-as", "\"email\" must be an address such as name@example.org, or \"\" for none");
  out = *text;
  return {};
}

Message read_flag(const Json& object, const char* key, bool& out) {
  const Json& value = object.at(key);
  if (!value.is_boolean())
    return Message("must-true-false", "\"{key}\" must be true or false", {{"key", shortened(key)}});
  out = value.get<bool>();
  return {};
}

Message read_scopes(const Json& object, Scopes& out) {
  const auto list = object.find("scopes");
  if (list == object.end() || !list->is_array() || list->empty() || list->size() > kMostScopesGiven)
    return Message("scopes-must-list-one",
                   "\"scopes\" must be a list of one or more of \"read\", \"play\", \"account\"");
  for (const Json& item : *list) {
    const auto* word = item.get_ptr<const std::string*>();
    const auto scope = word == nullptr ? std::nullopt : scope_from(*word);
    if (word == nullptr) return Message("scope-is-no-text", "a scope must be one of read, play, account");
    if (!scope)
      return Message("scope-unknown", "the scope \"{name}\" does not exist; the scopes are read, play, account",
                     {{"name", shortened(*word)}});
    out = static_cast<Scopes>(out | static_cast<Scopes>(*scope));
  }
  return {};
}

}  // namespace

Message read_short_note(const Json& object, std::string& out) {
  if (!object.contains("note")) return {};
  const auto* text = text_at(object, "note");
  if (text == nullptr || !plain_text(*text, kMostShortNote) || !shows_as_it_is(*text))
    return Message("note-must-be-a-line", "\"note\" must be one line of at most {n} letters", {{"n", kMostShortNote}});
  out = *text;
  return {};
}

// What a person may give: work is not among it.
std::optional<Scope> scope_from(std::string_view word) {
  for (const Scope scope : {Scope::read, Scope::play, Scope::account, Scope::bridge})
    if (scope_word(scope) == word) return scope;
  return std::nullopt;
}

std::string_view scope_word(Scope scope) {
  switch (scope) {
    case Scope::read:
      return "read";
    case Scope::play:
      return "play";
    case Scope::account:
      return "account";
    case Scope::work:
      return "work";
    case Scope::bridge:
      return "engine:bridge";
  }
  return "";
}

std::variant<SignUp, Fault> read_sign_up(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error =
          check_object(object, {"name", "password", "email", "bot", "language", "invitation", "note"}, kSignUpForm);
      !error.empty())
    return Fault{std::move(error)};
  SignUp out;
  const auto* name = text_at(object, "name");
  if (name == nullptr) return Fault{Message("name-missing", "\"name\" is missing; {why}", {{"why", kSignUpForm}})};
  if (auto error = account_name_fault(*name); !error.empty()) return Fault{std::move(error)};
  out.name = *name;
  if (auto error = read_new_password(object, "password", out.name, out.password); !error.empty())
    return Fault{std::move(error)};
  if (object.contains("email"))
    if (auto error = read_email(object, out.email); !error.empty()) return Fault{std::move(error)};
  if (object.contains("bot"))
    if (auto error = read_flag(object, "bot", out.bot); !error.empty()) return Fault{std::move(error)};
  if (object.contains("language"))
    if (auto error = read_language(object, out.language); !error.empty()) return Fault{std::move(error)};
  if (object.contains("invitation"))
    if (auto error = read_claim(object, "invitation", kMostLinkToken, out.invitation); !error.empty())
      return Fault{std::move(error)};
  if (auto error = read_short_note(object, out.note); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<SignIn, Fault> read_sign_in(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name", "password", "code"}, kSignInForm); !error.empty())
    return Fault{std::move(error)};
  SignIn out;
  if (auto error = read_claim(object, "name", kMostClaimedName, out.name); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_claim(object, "password", kMostPassword, out.password); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<ChangePassword, Fault> read_change_password(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"old", "new", "code"}, kPasswordForm); !error.empty())
    return Fault{std::move(error)};
  ChangePassword out;
  if (auto error = read_claim(object, "old", kMostPassword, out.old); !error.empty()) return Fault{std::move(error)};
  if (auto error = read_new_password(object, "new", {}, out.password); !error.empty()) return Fault{std::move(error)};
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<LinkWish, Fault> read_link_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name", "email"}, kLinkForm); !error.empty()) return Fault{std::move(error)};
  LinkWish out;
  if (object.size() != 1) return Fault{kLinkForm};
  if (auto error = object.contains("name") ? read_claim(object, "name", kMostClaimedName, out.name)
                                           : read_claim(object, "email", kMostEmail, out.email);
      !error.empty())
    return Fault{std::move(error)};
  // What can be none is looked for, too, as nobody's.
  if (!out.name.empty() && !plain_text(out.name, kMostClaimedName)) out.name = "?";
  if (!out.email.empty() && !plain_text(out.email, kMostEmail)) out.email = "?";
  return out;
}

std::variant<LinkToken, Fault> read_link_token(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"token", "code"}, kTokenOfLinkForm); !error.empty())
    return Fault{std::move(error)};
  LinkToken out;
  if (auto error = read_claim(object, "token", kMostLinkToken, out.token); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<PasswordByLink, Fault> read_password_by_link(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"token", "password", "code"}, kPasswordByLinkForm); !error.empty())
    return Fault{std::move(error)};
  PasswordByLink out;
  if (auto error = read_claim(object, "token", kMostLinkToken, out.token); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_new_password(object, "password", {}, out.password); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<DeleteAccount, Fault> read_delete_account(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"password", "code"}, kDeleteForm); !error.empty())
    return Fault{std::move(error)};
  DeleteAccount out;
  if (auto error = read_claim(object, "password", kMostPassword, out.password); !error.empty())
    return Fault{std::move(error)};
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<BeginFactor, Fault> read_begin_factor(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"password"}, kFactorBeginForm); !error.empty()) return Fault{std::move(error)};
  BeginFactor out;
  if (auto error = read_claim(object, "password", kMostPassword, out.password); !error.empty())
    return Fault{std::move(error)};
  return out;
}

std::variant<FactorCode, Fault> read_factor_code(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"code"}, kFactorCodeForm); !error.empty()) return Fault{std::move(error)};
  FactorCode out;
  if (auto error = read_claim(object, "code", kMostFactorCode, out.code); !error.empty())
    return Fault{std::move(error)};
  return out;
}

std::variant<AccountEdit, Fault> read_account_edit(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error =
          check_object(object, {"email", "profile", "bot", "hidden", "zone", "language", "code"}, kAccountEditForm);
      !error.empty())
    return Fault{std::move(error)};
  if (object.size() == object.count("code"))
    return Fault{Message("there-nothing-change", "nothing to change was named; {why}", {{"why", kAccountEditForm}})};
  AccountEdit out;
  if (object.contains("email"))
    if (auto error = read_email(object, out.email.emplace()); !error.empty()) return Fault{std::move(error)};
  if (object.contains("profile")) {
    const auto* profile = text_at(object, "profile");
    if (profile == nullptr || !plain_text(*profile, kMostProfile, true) || !shows_as_it_is(*profile))
      return Fault{
          Message("profile-must-text-at",
                  "\"profile\" must be a text of at most {n} letters without control characters, line ends aside",
                  {{"n", kMostProfile}})};
    out.profile = *profile;
  }
  if (object.contains("bot"))
    if (auto error = read_flag(object, "bot", out.bot.emplace()); !error.empty()) return Fault{std::move(error)};
  if (object.contains("hidden"))
    if (auto error = read_flag(object, "hidden", out.hidden.emplace()); !error.empty()) return Fault{std::move(error)};
  if (object.contains("zone")) {
    const Json& zone = object.at("zone");
    if (!zone.is_number_integer() || zone < GameClock::kMinZone || zone > GameClock::kMaxZone)
      return Fault{Message("zone-must-whole-number",
                           "\"zone\" must be a whole number of minutes from -720 to 840: the offset of your time from "
                           "UTC, positive to the east")};
    out.zone_minutes = zone.get<int>();
  }
  if (object.contains("language"))
    if (auto error = read_language(object, out.language.emplace()); !error.empty()) return Fault{std::move(error)};
  if (auto error = read_code(object, out.proof.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<Preferences, Fault> read_preferences(std::string_view text) {
  const Json object = parse_json(text);
  if (!object.is_object()) return Fault{kPreferencesForm};
  if (auto error = challenge_policy_fault(object); !error.empty()) return Fault{std::move(error)};
  std::string stored = json_text(object);
  if (stored.size() > kMostPreferences) return Fault{kPreferencesForm};
  return Preferences{std::move(stored)};
}

std::variant<NewApiToken, Fault> read_new_api_token(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name", "scopes", "days", "code"}, kTokenForm); !error.empty())
    return Fault{std::move(error)};
  NewApiToken out;
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || !plain_text(trim(*name), kMostTokenName))
    return Fault{Message("name-must-text-1", "\"name\" must be a text of 1 to {n} letters that describes the token",
                         {{"n", kMostTokenName}})};
  if (auto error = unseen_sign_fault(*name); !error.empty()) return Fault{std::move(error)};
  out.name = trim(*name);
  if (auto error = read_scopes(object, out.scopes); !error.empty()) return Fault{std::move(error)};
  if (object.contains("days")) {
    const Json& days = object.at("days");
    if (!days.is_number_integer() || days < 1 || days > kMostTokenDays)
      return Fault{Message("must-whole-number-from", "\"{key}\" must be a whole number from {least} to {most}",
                           {{"key", "days"}, {"least", 1}, {"most", kMostTokenDays}})};
    out.days = days.get<int>();
  }
  if (auto error = read_code(object, out.code); !error.empty()) return Fault{std::move(error)};
  return out;
}

}  // namespace cairn
