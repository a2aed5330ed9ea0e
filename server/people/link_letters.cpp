#include "server/people/link_letters.h"

#include <array>

namespace cairn {

namespace {

struct LinkForm {
  std::string_view page, subject, what, how_long, unasked;
  std::int64_t life_ms;
};

// By kind.
constexpr std::array<LinkForm, 3> kLinkForms = {{
    {"address", "Is this your address?", "To confirm this address for your account, open this link:", "a day",
     "If you have no account there, somebody mistyped their address. Do nothing, and no more mail will come here.",
     kAddressLinkMs},
    {"sign-in", "Your sign-in link", "To sign in, open this link:", "15 minutes",
     "If you did not ask for it, do nothing: nobody can sign in without this mail.", kSessionLinkMs},
    {"password", "Choose a new password", "To choose a new password, open this link:", "an hour",
     "If you did not ask for it, do nothing: your password stays the same.", kPasswordLinkMs},
}};

const LinkForm& link_form(LinkKind kind) {
  return kLinkForms[static_cast<std::size_t>(kind)];
}

std::string greeting(std::string_view name) {
  return "Hello " + std::string(name) + ",\n\n";
}

}  // namespace

std::int64_t life_ms(LinkKind kind) {
  return link_form(kind).life_ms;
}

std::string link_url(const std::string& base, LinkKind kind, const std::string& token) {
  return base + "/link/" + std::string(link_form(kind).page) + "#" + token;
}

Letter link_letter(LinkKind kind, std::string_view name, const std::string& base, const std::string& token) {
  const LinkForm& form = link_form(kind);
  Letter out;
  out.subject = form.subject;
  out.text = greeting(name) + std::string(form.what) + "\n\n" + link_url(base, kind, token) +
             "\n\nThe link works once, within " + std::string(form.how_long) + ". " + std::string(form.unasked) + "\n";
  return out;
}

Letter moved_letter(std::string_view name, const std::string& base) {
  Letter out;
  out.subject = "Your e-mail address was changed";
  out.text = greeting(name) + "the mail of your account at " + base +
             " now goes to another address. This is the last mail to this one.\n\nIf that was not you, somebody else "
             "has access to your account: change its password and its address.\n";
  return out;
}

Letter password_letter(std::string_view name, const std::string& base) {
  Letter out;
  out.subject = "Your password was changed";
  out.text =
      greeting(name) + "the password of your account at " + base +
      " was changed by a link that was sent to this address. All browsers are signed out. Your API tokens still "
      "work: delete those that you do not know.\n\nIf that was not you, somebody else can read your mail: change "
      "the password of your mailbox first, then the one of this account.\n";
  return out;
}

}  // namespace cairn
