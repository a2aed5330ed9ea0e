// The closed list of what a client may say to other people (docs/protocol.md), read from JSON text. As in
// from_client.h: pure, and what is not understood is answered with what would be right.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/message.h"
#include "server/people/wishes.h"
#include "server/play/fields.h"

namespace cairn {

inline constexpr std::size_t kMostTalk = 500, kMostWhy = 500, kMostNote = 4'000;  // letters
inline constexpr int kMostMuteMinutes = 525'600;

std::variant<SayWish, Fault> read_say(std::string_view text);
std::variant<TableNote, Fault> read_note_wish(std::string_view text);
std::variant<ReportWish, Fault> read_report_wish(std::string_view text);
std::variant<MuteWish, Fault> read_mute_wish(std::string_view text);

// The text "why", trimmed. "" or what is wrong with it.
Message read_why(const Json& object, std::string& out);

std::optional<RemarkId> remark_id(std::string_view text);  // "p3"
std::string to_text(const RemarkId& id);
std::optional<Room> room_of(std::string_view word);
std::string_view to_word(Room room);

}  // namespace cairn
