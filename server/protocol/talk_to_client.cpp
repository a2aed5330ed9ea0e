#include "server/protocol/talk_to_client.h"

#include "server/protocol/replies.h"
#include "server/protocol/talk_from_client.h"

namespace cairn {

namespace {

Json room_json(std::optional<Room> room) {
  return room ? Json(to_word(*room)) : Json(nullptr);
}

Json talk_report_json(const Report& report) {
  return {{"id", std::to_string(report.id)},
          {"table", report.table},
          {"message", to_text(RemarkId{report.room, report.number})},
          {"said_by", report.said_by_name},
          {"seat", report.seat < 0 ? Json(nullptr) : Json(report.seat)},
          {"text", report.text},
          {"by", report.by_name},
          {"why", report.why},
          {"at", report.at_ms}};
}

}  // namespace

Json to_client(const VisibleRemark& shown) {
  const Remark& remark = shown.remark;
  Json json = {{"id", to_text(RemarkId{remark.room, remark.number})},
               {"room", to_word(remark.room)},
               {"number", remark.number},
               {"at", remark.at_ms}};
  if (remark.removes != 0) {
    json["removes"] = to_text(RemarkId{remark.room, remark.removes});
    return json;
  }
  if (remark.removed) {
    json["removed"] = true;
    return json;
  }
  json["seat"] = shown.seat < 0 ? Json(nullptr) : Json(shown.seat);
  json["name"] = remark.name;
  json["text"] = remark.text;
  return json;
}

Json to_client(const HeardTalk& heard) {
  return {{"rooms", list_json(heard.rooms, [](Room room) { return to_word(room); })},
          {"say", room_json(heard.say)},
          {"room", room_json(heard.room)},
          {"talk", list_json(heard.said, [](const VisibleRemark& shown) { return to_client(shown); })},
          {"next", heard.next ? Json(*heard.next) : Json(nullptr)}};
}

Json to_client(const RemarkRemoved& removed) {
  return {{"removed", to_text(removed.id)}};
}

Json to_client(const RemarkReported& reported) {
  return {{"reported", to_text(reported.id)}};
}

Json to_client(const TableNote& note) {
  return {{"text", note.text}};
}

Json to_client(const std::vector<Report>& reports) {
  return {{"reports", list_json(reports, talk_report_json)}};
}

Json to_client(const ReportEnded&) {
  return {{"ended", 1}};
}

Json to_client(const Muted& muted) {
  Json json = muted.name.empty() ? Json{{"seat", muted.seat}} : Json{{"name", muted.name}};
  json["muted_until"] = muted.until_ms ? Json(*muted.until_ms) : Json(nullptr);
  return json;
}

}  // namespace cairn
