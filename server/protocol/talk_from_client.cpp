#include "server/protocol/talk_from_client.h"

#include <algorithm>
#include <array>

#include "core/text.h"

namespace cairn {

namespace {

constexpr MessageText kSayForm("form-of-say", R"(to send a message, send {"request":"...","text":"..."})");
constexpr MessageText kNoteForm("form-of-note", R"(a note is {"text":"..."}; an empty text deletes it)");
constexpr MessageText kReportForm("form-of-report", R"(a report is {"why":"..."})");
constexpr MessageText kMuteForm("form-of-mute", R"(to mute somebody, send {"minutes":60,"why":"..."})");
constexpr int kMostNumber = 1'000'000'000;
constexpr std::array<std::string_view, kRooms> kRoomWords = {"players", "spectators", "everybody"};

// 1 to so many letters, trimmed.
Message read_words(const Json& object, const char* key, std::size_t most, std::string& out) {
  const auto* text = text_at(object, key);
  const std::string_view trimmed = text == nullptr ? std::string_view() : trim(*text);
  if (trimmed.empty() || !plain_text(trimmed, most) || !shows_as_it_is(trimmed))
    return Message("must-text-1-letters", "\"{key}\" must be a text of 1 to {n} letters without control characters",
                   {{"key", shortened(key)}, {"n", most}});
  out = trimmed;
  return {};
}

}  // namespace

std::variant<SayWish, Fault> read_say(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"request", "text"}, kSayForm); !error.empty()) return Fault{std::move(error)};
  SayWish out;
  const auto* request = text_at(object, "request");
  if (request == nullptr || !good_request(*request))
    return Fault{Message("request-new-for-remark",
                         "\"request\" must be 1 to 64 letters, digits, - or _, new for every message")};
  out.request = *request;
  if (auto error = read_words(object, "text", kMostTalk, out.text); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<TableNote, Fault> read_note_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"text"}, kNoteForm); !error.empty()) return Fault{std::move(error)};
  const auto* note = text_at(object, "text");
  if (note == nullptr || !plain_text(*note, kMostNote, true))
    return Fault{
        Message("text-must-text-at",
                "\"text\" must be a text of at most {n} letters without control characters other than line ends",
                {{"n", kMostNote}})};
  return TableNote{*note};
}

Message read_why(const Json& object, std::string& out) {
  return read_words(object, "why", kMostWhy, out);
}

std::variant<ReportWish, Fault> read_report_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"why"}, kReportForm); !error.empty()) return Fault{std::move(error)};
  ReportWish out;
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::variant<MuteWish, Fault> read_mute_wish(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"minutes", "why"}, kMuteForm); !error.empty()) return Fault{std::move(error)};
  MuteWish out;
  const auto minutes = object.find("minutes");
  if (minutes == object.end() || !minutes->is_number_integer() || *minutes < 1 || *minutes > kMostMuteMinutes)
    return Fault{Message("mute-minutes", "\"{key}\" must be a whole number from {least} to {most} (a year)",
                         {{"key", "minutes"}, {"least", 1}, {"most", kMostMuteMinutes}})};
  out.minutes = minutes->get<int>();
  if (auto error = read_why(object, out.why); !error.empty()) return Fault{std::move(error)};
  return out;
}

std::optional<RemarkId> remark_id(std::string_view text) {
  if (text.size() < 2 || text.size() > 11 || !std::all_of(text.begin() + 1, text.end(), is_digit) || text[1] == '0')
    return std::nullopt;
  const auto number = parse_int(text.substr(1));
  if (!number || *number > kMostNumber) return std::nullopt;
  for (std::size_t room = 0; room < kRooms; ++room)
    if (kRoomWords[room].front() == text[0]) return RemarkId{static_cast<Room>(room), *number};
  return std::nullopt;
}

std::string to_text(const RemarkId& id) {
  return to_word(id.room).front() + std::to_string(id.number);
}

std::optional<Room> room_of(std::string_view word) {
  for (std::size_t room = 0; room < kRooms; ++room)
    if (kRoomWords[room] == word) return static_cast<Room>(room);
  return std::nullopt;
}

std::string_view to_word(Room room) {
  const auto number = static_cast<std::size_t>(room);
  return number < kRooms ? kRoomWords[number] : std::string_view();
}

}  // namespace cairn
