// What tells a mail from another one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/mail/message.h"
#include "server/play/table.h"

namespace cairn {

// The same for the same mail, whoever hands it over and how often. What programs add on its way is not in it; what
// tells a mail from another one of the same words is: its Message-ID, its Date, and which mail it answers. A mail
// without the first two goes by the name that the first server gave it which took it: behind a mail server all have
// one.
//
// Where there is none either, two mails of the same words cannot be told apart. So that no move is lost that was taken,
// and nothing is done twice:
//   A move, as a reply or a command, belongs to a turn. Within the turn it is the same mail, and taken again (250), for
//   its move stands. In another turn it is another one, and is played.
//   Any other command is refused when it comes again (550), and told that it was answered before: whether a second
//   message or challenge was meant only its sender knows.
std::string id_of(const MailIn& mail, const std::string& to);
bool has_no_name(const MailIn& mail);
// The same for all that a seat says in one of its turns: until another does something.
std::string id_in_turn(const std::string& id, const Table& table, std::optional<Seat> seat);
std::optional<Seat> seat_named(const Table& table, std::string_view name);

}  // namespace cairn
