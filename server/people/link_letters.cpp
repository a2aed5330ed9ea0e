#include "server/people/link_letters.h"

#include <array>

#include "notation/texts/catalogue.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

struct LinkForm {
  std::string_view page;
  MessageText subject, text;  // with {name}, {link}
  std::int64_t life_ms;
};

// By kind.
constexpr std::array<LinkForm, 3> kLinkForms = {{
    {"address", MessageText("mail-proof-subject", "Is this your address?"),
     MessageText(
         "mail-link-address",
         "Hello {name},\n\nTo confirm this address for your account, open this link:\n\n{link}\n\nThe link works "
         "once, within a day. If you have no account there, somebody mistyped their address. Do nothing, and no "
         "more mail will come here."),
     kAddressLinkMs},
    {"sign-in", MessageText("mail-link-session-subject", "Your sign-in link"),
     MessageText("mail-link-session",
                 "Hello {name},\n\nTo sign in, open this link:\n\n{link}\n\nThe link works once, within 15 minutes. If "
                 "you did not ask for it, do nothing: nobody can sign in without this mail."),
     kSessionLinkMs},
    {"password", MessageText("mail-link-password-subject", "Choose a new password"),
     MessageText(
         "mail-link-password",
         "Hello {name},\n\nTo choose a new password, open this link:\n\n{link}\n\nThe link works once, within an "
         "hour. If you did not ask for it, do nothing: your password stays the same."),
     kPasswordLinkMs},
}};

struct FactorForm {
  MessageText subject, text;  // with {name}, {link}
};

// By what is news.
constexpr std::array<FactorForm, 4> kFactorForms = {{
    {MessageText("mail-factor-on-subject", "Two-factor authentication was turned on"),
     MessageText(
         "mail-factor-on",
         "Hello {name},\n\ntwo-factor authentication of your account at {link} was turned on. All other browsers "
         "are signed out, and the API tokens and webhooks of the account were deleted.\n\nIf that was not you, "
         "somebody else knows your password: ask the host of the site for help.")},
    {MessageText("mail-factor-off-subject", "Two-factor authentication was turned off"),
     MessageText(
         "mail-factor-off",
         "Hello {name},\n\ntwo-factor authentication of your account at {link} was turned off, with a code or by "
         "an admin. The password alone signs in now.\n\nIf you did not want that, change the password and turn "
         "two-factor authentication on again.")},
    {MessageText("mail-factor-recovery-subject", "New recovery codes"),
     MessageText(
         "mail-factor-recovery",
         "Hello {name},\n\nnew recovery codes were created for your account at {link}. The earlier ones no longer "
         "work.\n\nIf that was not you, change your password and create new recovery codes.")},
    {MessageText("mail-factor-guessed-subject", "Wrong codes for your account"),
     MessageText(
         "mail-factor-guessed",
         "Hello {name},\n\nsomebody entered several wrong codes for your account at {link}. Nobody was signed in. "
         "Whoever it was knows your password, or has a browser or a mailed link of yours.\n\nIf that was not you, "
         "change your password.")},
}};

const LinkForm& link_form(LinkKind kind) {
  return kLinkForms[static_cast<std::size_t>(kind)];
}

Letter letter_in(Language language, const Message& subject, const Message& text) {
  Letter out;
  out.subject = translated(language, subject);
  out.text = translated(language, text) + "\n";
  out.language = language_code(language);
  return out;
}

}  // namespace

std::int64_t life_ms(LinkKind kind) {
  return link_form(kind).life_ms;
}

std::string link_url(const std::string& base, LinkKind kind, const std::string& token) {
  return base + "/link/" + std::string(link_form(kind).page) + "#" + token;
}

std::string invitation_url(const std::string& base, const std::string& token) {
  return base + "/link/invitation#" + token;
}

Letter link_letter(LinkKind kind, std::string_view name, const std::string& base, const std::string& token,
                   Language language) {
  const LinkForm& form = link_form(kind);
  const Message text(form.text.code, form.text.text, {{"name", name}, {"link", link_url(base, kind, token)}});
  return letter_in(language, Message(form.subject), text);
}

Letter moved_letter(std::string_view name, const std::string& base, Language language) {
  return letter_in(
      language, Message("mail-moved-subject", "Your e-mail address was changed"),
      Message(
          "mail-moved",
          "Hello {name},\n\nthe mail of your account at {link} now goes to another address. This is the last mail to "
          "this one.\n\nIf that was not you, somebody else has access to your account: change its password and its "
          "address.",
          {{"name", name}, {"link", base}}));
}

Letter approved_letter(std::string_view name, const std::string& base, Language language) {
  return letter_in(
      language, Message("mail-approved-subject", "Your account was approved"),
      Message("mail-approved",
              "Hello {name},\n\na moderator of {link} approved your account. Sign in with the password that you chose.",
              {{"name", name}, {"link", base}}));
}

Letter refused_letter(std::string_view name, const std::string& base, std::string_view why, Language language) {
  return letter_in(language, Message("mail-refused-subject", "Your account was not approved"),
                   Message("mail-refused",
                           "Hello {name},\n\na moderator of {link} did not approve your account. The reason given: "
                           "{why}\n\nNothing else was stored.",
                           {{"name", name}, {"link", base}, {"why", why}}));
}

Letter password_letter(std::string_view name, const std::string& base, Language language) {
  return letter_in(language, Message("mail-password-subject", "Your password was changed"),
                   Message("mail-password",
                           "Hello {name},\n\nthe password of your account at {link} was changed with a link that was "
                           "sent to this address. All browsers are signed out. Your API tokens still work: delete "
                           "those that you do not know.\n\nIf that was not you, somebody else can read your mail: "
                           "change the password of your mailbox first, then the password of this account.",
                           {{"name", name}, {"link", base}}));
}

Letter factor_letter(FactorNews what, std::string_view name, const std::string& base, Language language) {
  const FactorForm& form = kFactorForms[static_cast<std::size_t>(what)];
  return letter_in(language, Message(form.subject),
                   Message(form.text.code, form.text.text, {{"name", name}, {"link", base}}));
}

std::optional<Notice> factor_notice(FactorNews what, const Account& account, const std::string& base,
                                    std::int64_t now_ms) {
  if (base.empty()) return std::nullopt;
  const Language language = find_language(account.language).value_or(Language::en);
  return letter_notice(account.person.id, new_table_id() + ".factor",
                       factor_letter(what, account.person.name, base, language), now_ms);
}

}  // namespace cairn
