// What mails of every kind say, in a reader's language: names, results, dates, refusals. What the pages say as well is
// taken from their catalogue (notation/texts/catalogue.h), as web/src/state/words.ts puts it together. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/registry.h"
#include "notation/text_board.h"
#include "notation/texts/catalogue.h"
#include "server/play/refusal.h"
#include "server/play/table.h"

namespace cairn {

Language language_of(std::string_view stored);  // of an account or a hook: "de"; "" is English

std::string title_text(Language language, const GameInfo& info);
// A name; bots, guests without a name and free seats as the pages call them.
std::string occupant_text(const Occupant& occupant, Language language);
std::string_view versus(Language language);        // between two players: " v "
std::string_view sentence_gap(Language language);  // between two sentences of a line

// The sides with their scores, and whose turn it is or the result: as status_text (notation/text_board.h) in English.
std::string status_words(Language language, const View& view, BoardSize size);
// How a game ended, by the words of `result_json` (notation/view_json.h): "count", "resigned", ... and the side that
// won,
// "" for none.
std::string ending_words(Language language, std::string_view how, std::string_view winner);
std::string date_words(Language language, std::int64_t day);        // of a day since 1970
std::string duration_words(Language language, std::int64_t ms);     // "2 days", "5 hours": never more than it is
std::string clock_words(Language language, std::string_view rule);  // of a clock rule as it is written
// Why something was refused, as a part of a sentence: without its full stop.
std::string refusal_words(Language language, const Refusal& refusal);

}  // namespace cairn
