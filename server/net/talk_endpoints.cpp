// What people say, notes, and whoever must be kept from talking.
#include <charconv>

#include "server/net/answers.h"
#include "server/protocol/people_to_client.h"
#include "server/protocol/talk_to_client.h"

namespace cairn::net {

namespace {

Response read_chat(const Asked& asked) {
  const std::string_view text = asked.query("after"), word = asked.query("room");
  int after = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), after);
  if (!text.empty() && (error != std::errc{} || end != text.data() + text.size() || after < 0))
    return refuse(Code::bad_request,
                  Message("after-must-last-number-room",
                          "\"after\" must be the number of the last message that you received in this room, or 0"));
  const auto room = room_of(word);
  if (!word.empty() && !room)
    return refuse(Code::bad_request,
                  Message("room-must-players-spectators", "\"room\" must be players, spectators or everybody"));
  return Act([&asked, room, after](const Answered& done) { call(&Talk::hear, asked, done, room, after); });
}

template <Response (*handler)(const Asked&)>
Response at_remark(const Asked& asked) {
  if (!remark_id(asked.route.item))
    return refuse(Code::not_found, Message("what-said-named-p3", "the id of a message is like p3, s3 or e3"));
  return handler(asked);
}

template <Response (*handler)(const Asked&)>
Response at_seat(const Asked& asked) {
  if (!asked.seat())
    return refuse(Code::not_found, Message("seat-number-0", "a seat must be a number, counted from 0"));
  return handler(asked);
}

template <auto what>
Response mute(const Asked& asked) {
  return with_body(asked, read_mute_wish, [&asked](const MuteWish& wish, const Answered& done) {
    call(what, asked, done, std::optional(wish));
  });
}

template <auto what>
Response unmute(const Asked& asked) {
  return Act([&asked](const Answered& done) { call(what, asked, done, std::optional<MuteWish>()); });
}

}  // namespace

std::vector<Endpoint> talk_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/tables/{id}/talk", "read-chat", Needs::watch, read_chat},
       {"talk", "Get the chat of a table"},
       {{200, "Talk", "messages of one chat room that you may read"}},
       {"not-heard"},
       {{"room", "chat room; default: the one where you may write", ref("Room")},
        {"after", "messages after this number", whole(0)}}},
      {{"POST", "/api/tables/{id}/talk", "post-chat", Needs::play, tell<&Talk::say, read_say>},
       {"talk", "Send a chat message", "SayWish"},
       {{201, "Remark", "sent and stored; repeating the request sends nothing again"}},
       {"muted", "no-account"}},
      {{"DELETE", "/api/tables/{id}/talk/{item}", "remove-said", Needs::play, at_remark<ask<&Talk::remove>>},
       {"talk", "Delete a chat message"},
       {{200, "Removed", "a number that has left stays unused"}},
       {"not-for-you"}},
      {{"POST", "/api/tables/{id}/talk/{item}/report", "report", Needs::play,
        at_remark<tell<&Talk::report, read_report_wish>>},
       {"talk", "Report a chat message to the moderators", "ReportWish"},
       {{200, "Reported", "its present state"}},
       {"too-many-kept"}},
      {{"GET", "/api/tables/{id}/note", "note", Needs::read, ask<&Talk::note>},
       {"talk", "Get your note on a table"},
       {{200, "Note", "your note; nobody else sees it"}}},
      {{"PUT", "/api/tables/{id}/note", "set-note", Needs::play, tell<&Talk::set_note, read_note_wish>},
       {"talk", "Save your note on a table", "NoteWish"},
       {{200, "Note", "as saved"}},
       {"no-account", "too-many-kept"}},
      {{"GET", "/api/reports", "reports", Needs::session, ask<&Talk::reports>},
       {"talk", "List reported chat messages"},
       {{200, "ReportList", "for moderators"}},
       {"not-for-you"}},
      {{"DELETE", "/api/reports/{id}", "end-report", Needs::session, ask<&Talk::end_report>},
       {"talk", "Resolve a report"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
      {{"POST", "/api/people/{name}/mute", "mute", Needs::session, mute<&Talk::mute>},
       {"talk", "Mute a player", "MuteWish"},
       {{200, "Muted", "until when you are on vacation"}},
       {"not-for-you"}},
      {{"DELETE", "/api/people/{name}/mute", "unmute", Needs::session, unmute<&Talk::mute>},
       {"talk", "Unmute a player"},
       {{200, "Muted", "no longer blocked"}},
       {"not-for-you"}},
  };
}

std::vector<Endpoint> seat_endpoints() {
  return {
      {{"PUT", "/api/tables/{id}/seats/{item}/block", "block-seat", Needs::manage, at_seat<ask<&Accounts::block_seat>>},
       {"account", "Block the player in a seat, also a guest"},
       {{200, "BlockList", "everyone you block"}},
       {"too-many-kept"}},
      {{"DELETE", "/api/blocks/guests/{name}", "unblock-guest", Needs::manage, ask<&Accounts::unblock_guest>},
       {"account", "Unblock a guest"},
       {{200, "BlockList", "everyone you block"}}},
      {{"POST", "/api/tables/{id}/seats/{item}/mute", "mute-seat", Needs::session, at_seat<mute<&Talk::mute_seat>>},
       {"talk", "Mute the player in a seat, also a guest", "MuteWish"},
       {{200, "Muted", "until when you are on vacation"}},
       {"not-for-you"}},
      {{"DELETE", "/api/tables/{id}/seats/{item}/mute", "unmute-seat", Needs::session,
        at_seat<unmute<&Talk::mute_seat>>},
       {"talk", "Unmute the player in a seat"},
       {{200, "Muted", "no longer blocked"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
