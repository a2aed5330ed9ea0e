// The help that goes out by mail, in the words of the commands' own table (notation/mail_command.h). Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "games/registry.h"

namespace cairn {

// All of it; or of a command or a game, where `subject` names one.
std::string help_text(std::string_view subject, std::span<const GameInfo> games);
std::string games_text(std::span<const GameInfo> games);  // which there are, a line each
std::string unproven_text();                              // why there is no other answer

}  // namespace cairn
