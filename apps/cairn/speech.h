// The language in which the command line speaks to people: help, refusals, and the game in the terminal. What programs
// read stays English: JSON, GTP, answers of the analysis protocol, log lines, and what is printed as a record.
//
// Texts are their own keys (`say`), or messages with codes (`said`), in the catalogues of notation/texts/catalogue.h;
// those of the command line alone are in web/src/lang/cli.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "notation/texts/language.h"

namespace cairn::cli {

// Of the process; English until it is chosen. Chosen once, before there is a second thread.
Language language();
void speak(Language language);

// What LC_ALL, LC_MESSAGES and LANG (the first that is set) ask for: "de_DE.UTF-8". English where that is no language
// of ours, or its letters would be no UTF-8.
Language language_of_locale(const char* lc_all, const char* lc_messages, const char* lang);

// Takes "--language CODE" and "--language=CODE" out of the line, up to a "--"; chooses what it says, or what the
// environment asks for. False, with a complaint on stderr, where there is no such language.
bool choose_language(std::vector<std::string>& words);

std::string say(std::string_view english, const std::vector<Message::Argument>& arguments = {});
std::string said(const Message& message);

}  // namespace cairn::cli
