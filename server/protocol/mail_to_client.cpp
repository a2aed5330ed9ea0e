#include "server/protocol/mail_to_client.h"

#include "core/text.h"
#include "server/store/mail.h"

namespace cairn {

namespace {

constexpr MessageText kModes("form-of-mail-mode",
                             R"(to choose which mails you get, send {"mode":"every"}, or "digest", "end", "none")");

}  // namespace

Json mail_json(const std::string& email, const Hook* hook) {
  const std::string proven = hook == nullptr ? "" : hook->url.substr(kMailUrl.size());
  return {{"address", email.empty() ? proven : email},
          {"proven", !proven.empty() && (email.empty() || lower(email) == proven)},
          {"mode", to_word(hook == nullptr ? MailMode::none : mode_of(*hook))},
          {"off", hook == nullptr || hook->off.empty() ? Json(nullptr) : Json(hook->off)}};
}

Json to_client(const OwnMail& mail) {
  return mail_json(mail.email, mail.hook ? &*mail.hook : nullptr);
}

std::variant<MailMode, Fault> read_mail_mode(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"mode"}, kModes); !error.empty()) return Fault{std::move(error)};
  const auto* word = text_at(object, "mode");
  for (int i = 0; i < kMailModes && word != nullptr; ++i)
    if (*word == to_word(static_cast<MailMode>(i))) return static_cast<MailMode>(i);
  return Fault{Message("mode-none-these", "\"mode\" has an unknown value; {why}", {{"why", kModes}})};
}

}  // namespace cairn
