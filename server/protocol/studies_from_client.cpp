#include "server/protocol/studies_from_client.h"

#include "core/text.h"
#include "server/play/from_client.h"
#include "server/play/names.h"

namespace cairn {

namespace {

constexpr MessageText kNewForm(
    "form-of-new-study",
    R"(a study is {"name":"...","access":"private" or "link" or "public","record":"(;...","request":"..."}, or with "table":"..." instead of "record")");
constexpr MessageText kChangedForm(
    "form-of-changed-study",
    R"(a study is {"version":1,"name":"...","access":"private" or "link" or "public","record":"(;..."})");
constexpr std::size_t kMostTable = 40;  // letters of an id

Message read_access(const Json& object, StudyAccess& out) {
  const auto* word = text_at(object, "access");
  for (int i = 0; word != nullptr && !to_word(static_cast<StudyAccess>(i)).empty(); ++i) {
    out = static_cast<StudyAccess>(i);
    if (to_word(out) == *word) return {};
  }
  return Message("access-must-private-link",
                 "\"access\" must be \"private\", \"link\" (anybody who has the link can read it) or \"public\"");
}

Message read_file(const Json& object, StudyWish& out) {
  const auto* record = text_at(object, "record");
  if (record == nullptr || trim(*record).empty() || record->size() > kMostStudyText)
    return Message("record-must-text-file",
                   "\"record\" must be the text of a file, SGF, JSON or a list of moves, at most {n} bytes",
                   {{"n", kMostStudyText}});
  out.record = *record;
  if (object.contains("game")) {
    const auto* game = text_at(object, "game");
    if (game == nullptr || game->empty() || !plain_text(*game, kMaxWord))
      return Message("game-must-name-game", "\"game\" must be the name of the game that the list of moves belongs to");
    out.game = *game;
  }
  if (!object.contains("options")) return {};
  return read_options(object.at("options"), out.options);
}

// What all have; returns "" or what is wrong.
Message read_common(const Json& object, StudyWish& out) {
  const auto* name = text_at(object, "name");
  if (name == nullptr || trim(*name).empty() || !plain_text(*name, kMostStudyName))
    return Message("must-text-1-letters", "\"{key}\" must be a text of 1 to {n} letters without control characters",
                   {{"key", "name"}, {"n", kMostStudyName}});
  if (auto error = unseen_sign_fault(*name); !error.empty()) return error;
  out.name = trim(*name);
  if (object.contains("access")) return read_access(object, out.access);
  return {};
}

}  // namespace

std::string_view to_word(StudyAccess access) {
  switch (access) {
    case StudyAccess::nobody:
      return "private";
    case StudyAccess::link:
      return "link";
    case StudyAccess::everybody:
      return "public";
  }
  return {};
}

std::variant<StudyWish, Fault> read_new_study(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"name", "access", "record", "game", "options", "table", "request"}, kNewForm);
      !error.empty())
    return Fault{std::move(error)};
  StudyWish out;
  if (auto error = read_common(object, out); !error.empty()) return Fault{std::move(error)};
  if (object.contains("table")) {
    if (object.contains("record") || object.contains("game") || object.contains("options"))
      return Fault{Message("study-table-record-not", "a study needs either a \"table\" or a \"record\", not both")};
    const auto* table = text_at(object, "table");
    if (table == nullptr || table->empty() || !plain_text(*table, kMostTable))
      return Fault{Message("table-must-id-table", "\"table\" must be the id of a table")};
    out.table = *table;
  } else if (auto error = read_file(object, out); !error.empty()) {
    return Fault{std::move(error)};
  }
  if (!object.contains("request")) return out;
  const auto* request = text_at(object, "request");
  if (request == nullptr || !good_request(*request))
    return Fault{
        Message("request-new-for-study", "\"request\" must be 1 to 64 letters, digits, - or _, new for every study")};
  out.request = *request;
  return out;
}

std::variant<StudyWish, Fault> read_changed_study(std::string_view text) {
  const Json object = parse_json(text);
  if (auto error = check_object(object, {"version", "name", "access", "record", "game", "options"}, kChangedForm);
      !error.empty())
    return Fault{std::move(error)};
  StudyWish out;
  if (auto error = read_common(object, out); !error.empty()) return Fault{std::move(error)};
  if (!object.contains("access")) return Fault{kChangedForm};  // what was shared is not hidden by mistake
  if (auto error = read_file(object, out); !error.empty()) return Fault{std::move(error)};
  const auto version = object.find("version");
  if (version == object.end() || !version->is_number_integer() || *version < 1 || *version > kMaxVersion)
    return Fault{
        Message("version-must-number-version", "\"version\" must be the number of the version that you replace")};
  out.version = version->get<int>();
  return out;
}

}  // namespace cairn
