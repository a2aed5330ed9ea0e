// Messages (core/message.h) and texts of the pages in a reader's language, from the catalogues of web/src/lang that are
// compiled in. What a catalogue lacks is said in English. Safe from several threads; a catalogue is read once, when its
// language is first used (some milliseconds).
//
//   translated(Language::de, refusal.message)        by code and arguments, from core/, mail/ and cli/
//   page_text(Language::de, "Offer draw")      by its English, from XX.json
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "notation/texts/language.h"

namespace cairn {

// A message in a language. An argument that is a message is said in it, too, and so is one named "side" ("white"). A
// message without a code is what the pages' catalogue has for its text, a reason what it has for the reason's sentence.
std::string translated(Language language, const Message& message);
// A text of the pages with its holes filled; the first whole number among the arguments chooses the form, with
// "one|many" for a text that has two. What follows "##" tells equal texts apart and is not shown.
std::string page_text(Language language, std::string_view english,
                      const std::vector<Message::Argument>& arguments = {});
void read_catalogues();  // all, now: so that no reader waits for the first text of a language
bool has_text(Language language, std::string_view key);  // that a catalogue has this code or English text
// The sentence for a reason of a game or of all games (core/reason.h): "There is already a piece there."; ""
// if unknown.
std::string reason_text(Language language, std::string_view word);
// "3", or "3.5" as the language writes it: "3,5".
std::string half_points(Language language, int half);
// "A, B and C" as the language joins a list.
std::string list_text(Language language, const std::vector<std::string>& items);

}  // namespace cairn
