// Studies.
#include "server/net/answers.h"
#include "server/protocol/small_boards_to_client.h"
#include "server/protocol/studies_from_client.h"
#include "server/protocol/studies_to_client.h"
#include "server/protocol/talk_from_client.h"

namespace cairn::net {

namespace {

Response show_study_boards(const Asked& asked) {
  return with(read_board_ids(asked, "studies"),
              [&asked](const TableIds& ids, const Answered& done) { call(&Studies::boards, asked, done, ids); });
}

Response list_own_studies(const Asked& asked) {
  return with(read_before(asked), [&asked](std::int64_t before, const Answered& done) {
    call(&Studies::own, asked, done, ListWish{before, std::string(asked.query("game"))});
  });
}

}  // namespace

std::vector<Endpoint> study_endpoints() {
  using namespace schema;
  return {
      {{"GET", "/api/studies", "own-studies", Needs::read, list_own_studies},
       {"studies", "List your studies"},
       {{200, "StudyList", "newest first"}},
       {},
       {game_query(), before_query()}},
      {{"GET", "/api/tables/{id}/studies", "table-studies", Needs::watch, ask_before<&Studies::of_table>},
       {"studies", "List the public studies of a table's game"},
       {{200, "StudyList", "newest first"}},
       {},
       {before_query()}},
      {{"GET", "/api/people/{name}/studies", "person-studies", Needs::watch, ask_before<&Studies::of_person>},
       {"studies", "List the public studies of an account"},
       {{200, "StudyList", "newest first"}},
       {},
       {before_query()}},
      {{"GET", "/api/study-boards", "study-boards", Needs::watch, show_study_boards},
       {"studies", "Get small boards of several studies, at the end of their main lines"},
       {{200, "Boards", "in the order of the request; studies that you may not read are left out"}},
       {},
       {{"studies", "ids, separated by commas", matching("^[A-Za-z0-9_-]+(,[A-Za-z0-9_-]+)*$")}}},
      {{"POST", "/api/studies", "add-study", Needs::play, tell<&Studies::add, read_new_study>},
       {"studies", "Create a study from a file, or from the game of a finished table", "StudyWish"},
       {{201, "Study", "saved; repeating the request gets the same study"}},
       {"no-account", "unknown-game", "bad-record", "not-over", "not-found", "too-many-kept", "muted"}},
      {{"GET", "/api/studies/{id}", "study", Needs::watch, ask<&Studies::show>},
       {"studies", "Get a study and its record"},
       {{200, "Study", "the study"}}},
      {{"PUT", "/api/studies/{id}", "set-study", Needs::play, tell<&Studies::replace, read_changed_study>},
       {"studies", "Replace a study; the request names the version that it replaces", "StudyEdit"},
       {{200, "Study", "its new state"}},
       {"no-account", "unknown-game", "bad-record", "not-for-you", "other-version", "too-many-kept", "muted"}},
      {{"DELETE", "/api/studies/{id}", "end-study", Needs::play, ask<&Studies::remove>},
       {"studies", "Delete a study"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
      {{"GET", "/api/studies/{id}/game.sgf", "study-sgf", Needs::watch, ask<&Studies::file, FileForm::sgf>},
       {"studies", "Download a study as SGF"},
       {{200, "", "a file of SGF FF[4]"}},
       {"broken-record"},
       {},
       "application/x-go-sgf"},
      {{"GET", "/api/studies/{id}/game.json", "study-json", Needs::watch, ask<&Studies::file, FileForm::json>},
       {"studies", "Download a study as a JSON record"},
       {{200, "GameFile", "a record of version 2"}}},
      {{"GET", "/api/studies/{id}/game.txt", "study-text", Needs::watch, ask<&Studies::file, FileForm::text>},
       {"studies", "Download the main line of a study as text"},
       {{200, "", "the game's own notation, or a move list"}},
       {"no-text", "broken-record"},
       {},
       "text/plain"},
  };
}

std::vector<Endpoint> study_moderation_endpoints() {
  return {
      {{"POST", "/api/studies/{id}/report", "report-study", Needs::play, tell<&Studies::report, read_report_wish>},
       {"studies", "Report a study to the moderators", "ReportWish"},
       {{200, "StudyReported", "noted"}},
       {"too-many-kept"}},
      {{"GET", "/api/study-reports", "study-reports", Needs::session, ask<&Studies::reports>},
       {"studies", "List reported studies"},
       {{200, "StudyReportList", "for moderators"}},
       {"not-for-you"}},
      {{"DELETE", "/api/study-reports/{id}", "end-study-report", Needs::session, ask<&Studies::end_report>},
       {"studies", "Resolve a report"},
       {{200, "Ended", "how many were ended or removed"}},
       {"not-for-you"}},
      {{"PUT", "/api/studies/{id}/hidden", "hide-study", Needs::session, ask<&Studies::hide, true>},
       {"studies", "Hide a study from everyone but its owner and moderators"},
       {{200, "StudyHidden", "for moderators"}},
       {"not-for-you"}},
      {{"DELETE", "/api/studies/{id}/hidden", "unhide-study", Needs::session, ask<&Studies::hide, false>},
       {"studies", "Unhide a study"},
       {{200, "StudyHidden", "no longer blocked"}},
       {"not-for-you"}},
  };
}

}  // namespace cairn::net
