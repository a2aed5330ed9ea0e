// Studies: records with variations and comments that an account keeps. Part of the store; what store.h says of its
// calls and answers holds here. A study is replaced as a whole, by who knows its version.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/store/store_part.h"

namespace cairn {

// Who may read it beside its owner; numbers as they are stored.
enum class StudyAccess : std::uint8_t {
  nobody,
  link,       // who knows its id
  everybody,  // and it stands in lists
};

struct Study {
  std::int64_t number = 0;  // later ones have greater ones
  std::string id;
  std::int64_t owner = 0;
  std::string owner_name{};  // as it is now; not written
  std::string request{};     // of the owner: the same again is the same study; "": always a new one
  std::string name, game;
  std::string table{};   // whose game it is about; "": none
  std::string record{};  // JSON, version 2 (notation/record.h)
  StudyAccess access = StudyAccess::nobody;
  int version = 1, nodes = 0;
  std::int64_t created_ms = 0, changed_ms = 0;
  bool hidden = false;  // by a moderator: for its owner and moderators alone, whatever its access; not written
};

struct StudyReport {
  std::int64_t id = 0;
  std::string study;
  std::int64_t by = 0;
  std::string why;
  std::int64_t at_ms = 0;
  std::string by_name{}, owner_name{}, name{};  // as they are now; not written
};

// How much one account keeps.
struct StudyRoom {
  int studies = 0;
  std::int64_t bytes = 0;  // of their records
};

// Which ones a list has, the newest first.
struct StudyQuery {
  std::int64_t owner = 0;   // 0: of the table
  std::string table{};      // then only those for everybody
  bool shown = true;        // of an owner: only those for everybody
  std::int64_t before = 0;  // only those with a lower number
  int most = 0;
  std::string game{};  // only those of this game; "": of all
};

inline constexpr std::size_t kMostStudiesRead = 24;  // by one call of read_studies

class StudyStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Conflict: there is no such account, or no room; with a message, the request was answered by the study it names.
  void add_study(Study study, StudyRoom room, Done done);
  // Of its owner, where `version` is the one before: all but request, table and `created_ms`. Otherwise a conflict;
  // with a message, there is no room.
  void replace_study(Study study, StudyRoom room, Done done);
  // Conflict: there is none. `moderator`: who does it to what is another's, for the audit log; 0: its owner.
  void delete_study(std::string id, std::int64_t moderator, Done done);
  void read_study(std::string id, Read<Study> done);
  // Those of these that are there, in any order, by one question; no more than kMostStudiesRead.
  void read_studies(std::vector<std::string> ids, Read<std::vector<Study>> done);
  void hide_study(std::string id, bool hidden, std::int64_t moderator, Done done);  // conflict: there is none
  // Of one person about one study the first counts. Conflict: there is no such study, or `most` of theirs wait.
  void add_study_report(StudyReport report, int most, Done done);
  void study_reports(int most, Read<std::vector<StudyReport>> done);          // the newest first
  void end_study_report(std::int64_t id, std::int64_t moderator, Done done);  // conflict: there is none
  void find_studies(StudyQuery query, Read<std::vector<Study>> done);         // without their records
};

}  // namespace cairn
