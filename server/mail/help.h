// The help that goes out by mail, in the words of the commands' own table (notation/mail_command.h). Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "games/registry.h"
#include "notation/texts/language.h"

namespace cairn {

// All of it; or of a command or a game, where `subject` names one. Commands and the words in capitals are the same in
// every language.
std::string help_text(std::string_view subject, std::span<const GameInfo> games, Language language);
std::string help_subject(Language language);
std::string games_text(std::span<const GameInfo> games, Language language);  // which there are, a line each
std::string unproven_text(Language language);                                // why there is no other answer

}  // namespace cairn
