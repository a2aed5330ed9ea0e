#include "server/protocol/studies_to_client.h"

#include "server/protocol/studies_from_client.h"

namespace cairn {

namespace {

Json study_card_json(const Study& study, std::int64_t reader) {
  return {{"number", study.number},
          {"id", study.id},
          {"name", study.name},
          {"game", study.game},
          {"table", study.table.empty() ? Json(nullptr) : Json(study.table)},
          {"access", to_word(study.access)},
          {"hidden", study.hidden},
          {"owner", study.owner_name},
          {"yours", reader > 0 && reader == study.owner},
          {"version", study.version},
          {"nodes", study.nodes},
          {"created", study.created_ms},
          {"changed", study.changed_ms}};
}

Json study_report_json(const StudyReport& report) {
  return {{"id", std::to_string(report.id)},
          {"study", report.study},
          {"name", report.name},
          {"owner", report.owner_name},
          {"by", report.by_name},
          {"why", report.why},
          {"at", report.at_ms}};
}

}  // namespace

Json to_client(const StudyList& list) {
  const auto card = [&](const Study& study) { return study_card_json(study, list.reader); };
  return {{"studies", list_json(list.studies, card)}, {"next", list.next ? Json(*list.next) : Json(nullptr)}};
}

std::string to_client(const ShownStudy& shown) {
  Json json = study_card_json(shown.study, shown.reader);
  if (!shown.remarks.empty()) {
    json["remarks"] = list_json(shown.remarks, [](const Message& remark) { return Json(remark.english()); });
    json["remark_messages"] = messages_json(shown.remarks);
  }
  std::string text = to_text(json);
  text.back() = ',';  // the record is JSON already, and long
  return text += "\"record\":" + shown.study.record + '}';
}

Reply to_client(const StudyFile& file) {
  Reply reply(200, file.text);
  if (file.form == FileForm::sgf) reply.type = "application/x-go-sgf";
  if (file.form == FileForm::text) reply.type = "text/plain; charset=utf-8";
  return reply;
}

Json to_client(const StudyEnded&) {
  return {{"ended", 1}};
}

Json to_client(const StudyReported& reported) {
  return {{"reported", reported.study}};
}

Json to_client(const std::vector<StudyReport>& reports) {
  return {{"reports", list_json(reports, study_report_json)}};
}

Json to_client(const StudyHidden& hidden) {
  return {{"study", hidden.study}, {"hidden", hidden.hidden}};
}

}  // namespace cairn
