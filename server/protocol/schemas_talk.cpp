// What people say to each other, as schemas: server/people/talk.cpp, protocol/talk_from_client.cpp.
#include "server/play/from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace talk_shapes {
namespace {

using namespace schema;

Json room() {
  return words(words_of<Room>(to_word));
}

Json remark_id() {
  return matching("^[pse][0-9]{1,9}$");
}

std::vector<Field> remark_fields() {
  return {must("id", ref("RemarkId")),
          must("room", ref("Room")),
          must("number", whole(1)),
          must("at", time()),
          may("removes", described(ref("RemarkId"), "the request only removes that one")),
          may("removed", always(true)),
          may("seat", nullable(whole(0, kMaxSeats - 1))),
          may("name", text()),
          may("text", text())};
}

Json remark() {
  return object(remark_fields());
}

Json talk_message() {
  auto fields = remark_fields();
  fields.insert(fields.begin(), must("type", word("talk")));
  return object(fields);
}

Json talk() {
  return object({must("rooms", described(list_of(ref("Room")), "chat rooms that you may read")),
                 must("say", described(nullable(ref("Room")), "the chat room where you may write")),
                 must("room", nullable(ref("Room"))), must("talk", list_of(ref("Remark"))),
                 must("next", nullable(whole(1)))});
}

Json removed() {
  return object({must("removed", ref("RemarkId"))});
}

Json reported() {
  return object({must("reported", ref("RemarkId"))});
}

Json note() {
  return object({must("text", text())});
}

Json report_list() {
  const Json one =
      object({must("id", text()), must("table", text()), must("message", ref("RemarkId")), must("said_by", text()),
              must("seat", described(nullable(whole(0, kMaxSeats - 1)), "their seat; null: none")),
              must("text", text()), must("by", text()), must("why", text()), must("at", time())});
  return object({must("reports", list_of(one))});
}

Json muted() {
  const Field until = must("muted_until", nullable(time()));
  return one_of({object({must("name", text()), until}), object({must("seat", whole(0, kMaxSeats - 1)), until})});
}

// --- what clients say

// 1 to so many letters, not blanks alone.
Json said(std::size_t most) {
  Json json = text(1, most);
  json["pattern"] = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";
  return json;
}

Json say_wish() {
  return object({must("request", request_id()), must("text", said(kMostTalk))});
}

Json note_wish() {
  Json note = text(0, kMostNote);
  note["pattern"] = "^[^\\x00-\\x09\\x0b-\\x1f\\x7f]*$";  // line ends may be
  return object({must("text", std::move(note))});
}

Json report_wish() {
  return object({must("why", said(kMostWhy))});
}

Json mute_wish() {
  return object({must("minutes", whole(1, kMostMuteMinutes)), must("why", said(kMostWhy))});
}

}  // namespace
}  // namespace talk_shapes

std::vector<NamedSchema> talk_schemas() {
  using namespace talk_shapes;
  return {{"Room", room},
          {"RemarkId", remark_id},
          {"Remark", remark},
          {"TalkMessage", talk_message},
          {"Talk", talk},
          {"Removed", removed},
          {"Reported", reported},
          {"Note", note},
          {"ReportList", report_list},
          {"Muted", muted},
          {"SayWish", say_wish},
          {"NoteWish", note_wish},
          {"ReportWish", report_wish},
          {"MuteWish", mute_wish}};
}

}  // namespace cairn
