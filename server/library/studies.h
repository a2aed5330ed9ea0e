// Studies: records with variations and comments that accounts keep, for themselves, for whoever has the link, or for
// everybody. Without a socket, on the loop's thread; answers come through callbacks on that thread.
//
// A record is read and played through by the one reader of files (notation/game_file.h) and kept as JSON: what is given
// back is the same tree. One of which anything cannot be played is refused, nothing of it is cut off silently. Of a
// study that one may not read nothing is told. One of a table is made when its game is over, so that nothing hidden is
// in it, and stays one of that game.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/message.h"
#include "notation/game_file.h"
#include "server/base/background_queue.h"
#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/library/small_boards.h"
#include "server/people/talk.h"
#include "server/play/refusal.h"
#include "server/store/people.h"
#include "server/store/studies.h"
#include "server/store/talk.h"
#include "server/tables/file_work.h"
#include "server/tables/table_service.h"

namespace cairn {

// Which part of a list.
struct ListWish {
  std::int64_t before = 0;  // the `next` of the part before
  std::string game{};       // only entries of this game; "": of all
};

struct StudyWish {
  std::string name;
  StudyAccess access = StudyAccess::nobody;
  std::string record{};    // a file: SGF, JSON or text; "": of the table
  std::string game{};      // of text that does not tell it; "": it does
  OptionValues options{};  // of that game
  std::string table{};     // a new one is made of its game; "": of the record
  std::string request{};   // of a new one; "": always a new one
  int version = 0;         // of one that is replaced: the one that is known
};

// For `reader`, 0: somebody without a name.
struct StudyList {
  std::vector<Study> studies;  // without their records
  std::int64_t reader = 0;
  std::optional<std::int64_t> next{};  // goes on before this number; none: it is the last part
};
struct ShownStudy {
  Study study;
  std::int64_t reader = 0;
  std::vector<Message> remarks{};  // of what was read just now
};
struct StudyFile {
  FileForm form{};
  std::string text{};
};
struct StudyEnded {};  // it is gone, or a report of it is settled
struct StudyReported {
  std::string study;
};
struct StudyHidden {
  std::string study;
  bool hidden = false;
};

class Studies {
 public:
  struct Stores {
    PeopleStore& people;
    StudyStore& studies;
    TalkStore& talk;
  };
  // How much one account may keep; its owner can take all of it out.
  static constexpr StudyRoom kUsualRoom{200, std::int64_t{4} << 20};
  using RoomOf = std::function<StudyRoom()>;  // as the settings say now
  Studies(
      const Stores& stores, TableService& table_service, World world, RoomOf room = [] { return kUsualRoom; })
      : stores_(stores),
        table_service_(table_service),
        world_(std::move(world)),
        room_(std::move(room)),
        files_(world_, kMostOfOne, kKeptBytes),
        queue_(world_.post, kMostWaiting, kMostOfOne) {}
  Studies(const Studies&) = delete;
  Studies& operator=(const Studies&) = delete;

  void own(const Person& owner, const ListWish& wish, Done<StudyList> done);
  void of_person(const std::string& name, const std::optional<Person>& person, std::int64_t before,
                 Done<StudyList> done);
  void of_table(const std::string& table, const std::optional<Person>& person, std::int64_t before,
                Done<StudyList> done);
  void add(const Person& owner, const StudyWish& wish, Done<ShownStudy> done);
  void replace(const std::string& id, const Person& owner, const StudyWish& wish, Done<ShownStudy> done);
  // Its owner; of public ones moderators too.
  void remove(const std::string& id, const Person& person, Done<StudyEnded> done);
  void show(const std::string& id, const std::optional<Person>& person, Done<ShownStudy> done);
  // Of each that they may read where its main line leads, in the order asked for; the others are left out. Charged as
  // the records are long, before they are read.
  void boards(TableIds ids, const std::optional<Person>& person, Done<SmallBoardList> done, const Asker& who);
  void file(const std::string& id, const std::optional<Person>& person, FileForm form, Done<StudyFile> done,
            const Asker& who = {});
  // Moderation: studies_moderation.cpp
  void report(const std::string& id, const Person& person, const ReportWish& wish, Done<StudyReported> done);
  void reports(const Person& moderator, Done<std::vector<StudyReport>> done);
  void end_report(const Person& moderator, const std::string& id, Done<StudyEnded> done);
  void hide(const Person& moderator, const std::string& id, bool hidden, Done<StudyHidden> done);

 private:
  using Remarks = std::vector<Message>;
  using Refuse = std::function<void(Refusal)>;
  using Files = FileWork<StudyFile, &StudyFile::text>;
  static constexpr std::size_t kMostWaiting = 100, kMostOfOne = 5;  // records that are read or written beside the loop
  static constexpr std::size_t kKeptBytes = std::size_t{8} << 20;   // of files
  struct Draft {
    Study study{};
    Remarks remarks{};
  };
  Refusal unavailable(const std::string& what, const std::string& why) const;
  // What an account may keep; what everybody is to read only where its owner is not muted.
  void with_leave(const Person& owner, StudyAccess access, std::function<void()> go, const Refuse& refuse);
  // These of any thread: a record of a quarter of a megabyte takes half a second.
  static Result<AnnotatedGame> read(const StudyWish& wish, std::span<const GameInfo> games, Remarks& remarks);
  static Result<Draft> draft(Draft of, const StudyWish& wish, const AnnotatedGame& game);
  static Result<Draft> draft(Study study, const StudyWish& wish, std::span<const GameInfo> games, const Study* before);
  static Result<StudyFile> written(const Study& study, FileForm form);
  // Runs `job` beside the loop, when it is their turn, and hands on what it returned.
  template <class Job, class Then>
  void beside(const Asker& who, Job job, Then then, const Refuse& refuse);
  void keep(Draft draft, const Person& owner, const Done<ShownStudy>& done);
  void add_now(const Person& owner, const StudyWish& wish, Done<ShownStudy> done);
  void put(const Study& before, const Person& owner, const StudyWish& wish, Done<ShownStudy> done);
  static bool may_read(const Study& study, const std::optional<Person>& person);
  void find(const std::string& id, const std::optional<Person>& person, std::function<void(const Study&)> go,
            const Refuse& refuse);
  void list(StudyQuery query, const std::optional<Person>& person, Done<StudyList> done);
  void tell(const std::string& id, const std::optional<Person>& person, const Remarks& remarks, Done<ShownStudy> done);

  const Stores stores_;
  TableService& table_service_;
  World world_;
  RoomOf room_;
  RateLimit writes_{0.5, 20};  // by person: reading a record takes its time
  Files files_;
  BackgroundQueue queue_;  // last: its thread ends first
};

}  // namespace cairn
