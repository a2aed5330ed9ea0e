#include "server/mail/mail_name.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/tokens.h"

namespace cairn {

std::string id_of(const MailIn& mail, const std::string& to) {
  std::string all;
  for (const std::string* part : {&mail.message_id, &mail.date, &mail.answers, &mail.from, &to, &mail.subject})
    all += *part + "\n";
  if (mail.message_id.empty() && mail.date.empty()) all += mail.taken_as + "\n";
  return public_id(hash_token(all + mail.text));
}

bool has_no_name(const MailIn& mail) {
  return mail.message_id.empty() && mail.date.empty() && mail.taken_as.empty();
}

// A plan is its seat's secret.
std::string id_in_turn(const std::string& id, const Table& table, std::optional<Seat> seat) {
  const auto others = std::count_if(table.log().begin(), table.log().end(), [&](const Entry& entry) {
    return entry.seat != seat && entry.kind != Entry::Kind::plan;
  });
  return public_id(hash_token(id + " " + std::to_string(others)));
}

std::optional<Seat> seat_named(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.occupants().size(); ++i)
    if (equal_ignoring_case(table.occupants()[i].name, name)) return seat_at(static_cast<int>(i));
  return std::nullopt;
}

}  // namespace cairn
