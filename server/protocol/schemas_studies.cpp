// Studies, as schemas: server/library/studies.cpp, protocol/studies_from_client.cpp.
#include "server/play/from_client.h"
#include "server/protocol/schemas.h"
#include "server/protocol/studies_from_client.h"

namespace cairn {

namespace studies_shapes {
namespace {

using namespace schema;

constexpr std::string_view kNotBlank = "^[^\\x00-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x1f\\x7f]*$";

Json access() {
  return described(words(words_of<StudyAccess>(to_word)),
                   "who can read it: its owner, people with the link, or everyone");
}

Json named() {
  Json name = text(1, kMostStudyName);
  name["pattern"] = kNotBlank;
  return name;
}

// A file, and of a list of moves the game.
std::vector<Field> file_fields() {
  Json record = text(1, kMostStudyText);
  record["pattern"] = "[^ \\t\\r\\n\\v\\f]";
  Json game = text(1, kMaxWord);
  game["pattern"] = "^[^\\x00-\\x1f\\x7f]+$";
  const Json value = any_of({text(), number(), yes_no()});
  return {must("record", described(record, "SGF, JSON (docs/notation.md), the game's own notation, or a move list")),
          may("game", described(game, "for move lists")),
          may("options", described(nullable(map_of(value)), "options of that game, as GET /api/games lists them"))};
}

Json study_wish() {
  const std::vector<Field> common = {must("name", named()), may("access", ref("StudyAccess")),
                                     may("request", request_id())};
  auto of_file = common, of_table = common;
  for (const Field& field : file_fields()) of_file.push_back(field);
  Json id = text(1, 40);
  id["pattern"] = "^[^\\x00-\\x1f\\x7f]+$";
  of_table.push_back(must("table", described(id, "players whose game has ended")));
  return one_of({object(of_file), object(of_table)});
}

Json study_edit() {
  auto fields = file_fields();
  fields.insert(fields.begin(),
                {must("version", whole(1, kMaxVersion)), must("name", named()), must("access", ref("StudyAccess"))});
  return object(fields);
}

std::vector<Field> card_fields() {
  return {must("number", whole(1)),
          must("id", text()),
          must("name", text()),
          must("game", text()),
          must("table", nullable(text())),
          must("access", ref("StudyAccess")),
          must("hidden", described(yes_no(), "hidden by moderators: only its owner and moderators can read it")),
          must("owner", text()),
          must("yours", yes_no()),
          must("version", whole(1)),
          must("nodes", described(whole(1), "of the tree, its start included")),
          must("created", time()),
          must("changed", time())};
}

Json study_card() {
  return object(card_fields());
}

Json study() {
  auto fields = card_fields();
  fields.push_back(must("record", ref("GameFile")));
  fields.push_back(may("remarks", described(list_of(text()), "what was repaired or skipped in the file, in English")));
  fields.push_back(may("remark_messages",
                       described(list_of(ref("Message")), "the same as a code with arguments, for any language")));
  return object(fields);
}

Json study_list() {
  return object({must("studies", list_of(ref("StudyCard"))),
                 must("next", described(nullable(whole(1)), "continue with ?before=N; null: no more"))});
}

Json study_reported() {
  return object({must("reported", described(text(), "the study's id"))});
}

Json study_report_list() {
  const Json one = object({must("id", text()), must("study", described(text(), "its id")), must("name", text()),
                           must("owner", text()), must("by", text()), must("why", text()), must("at", time())});
  return object({must("reports", list_of(one))});
}

Json study_hidden() {
  return object({must("study", text()), must("hidden", yes_no())});
}

}  // namespace
}  // namespace studies_shapes

std::vector<NamedSchema> study_schemas() {
  using namespace studies_shapes;
  return {{"StudyReported", study_reported}, {"StudyReportList", study_report_list},
          {"StudyHidden", study_hidden},     {"StudyAccess", access},
          {"StudyWish", study_wish},         {"StudyEdit", study_edit},
          {"StudyCard", study_card},         {"Study", study},
          {"StudyList", study_list}};
}

}  // namespace cairn
