// What is mailed to an account, as schemas: protocol/mail_to_client.cpp.
#include "server/notifications/mail_mode.h"
#include "server/protocol/schemas.h"

namespace cairn {

namespace mail_shapes {
namespace {

using namespace schema;

Json mode() {
  return described(words(words_of<MailMode>(to_word)),
                   "every notice at once, a daily summary, only ends of games, or nothing");
}

Json own_mail() {
  return object({must("address", described(text(), "the account's; \"\": none")),
                 must("proven", described(yes_no(), "the owner has confirmed it")), must("mode", mode()),
                 must("off", described(nullable(text()), "why it was disabled"))});
}

Json mail_edit() {
  return object({must("mode", mode())});
}

}  // namespace
}  // namespace mail_shapes

std::vector<NamedSchema> mail_schemas() {
  using namespace mail_shapes;
  return {{"OwnMail", own_mail}, {"MailEdit", mail_edit}};
}

}  // namespace cairn
