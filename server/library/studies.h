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

#include "notation/game_file.h"
#include "server/base/background_queue.h"
#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/protocol/studies_from_client.h"
#include "server/protocol/talk_from_client.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

class Studies {
 public:
  using Done = Club::Done;
  Studies(Store& store, Club& club, World world)
      : store_(store), club_(club), world_(std::move(world)), queue_(world_.post, kMostWaiting, kMostOfOne) {}
  Studies(const Studies&) = delete;
  Studies& operator=(const Studies&) = delete;

  void own(const Person& owner, std::int64_t before, Done done);
  void of_person(const std::string& name, const std::optional<Person>& person, std::int64_t before, Done done);
  void of_table(const std::string& table, const std::optional<Person>& person, std::int64_t before, Done done);
  void add(const Person& owner, const StudyWish& wish, Done done);
  void replace(const std::string& id, const Person& owner, const StudyWish& wish, Done done);
  void remove(const std::string& id, const Person& person, Done done);  // its owner; of public ones moderators too
  void show(const std::string& id, const std::optional<Person>& person, Done done);
  // Moderation: studies_moderation.cpp
  void report(const std::string& id, const Person& person, const ReportWish& wish, Done done);
  void reports(const Person& moderator, Done done);
  void end_report(const Person& moderator, const std::string& id, Done done);
  void hide(const Person& moderator, const std::string& id, bool hidden, Done done);
  void file(const std::string& id, const std::optional<Person>& person, FileForm form, Done done);

 private:
  using Remarks = std::vector<std::string>;
  using Got = std::variant<AnnotatedGame, Reply>;
  static constexpr std::size_t kMostWaiting = 100, kMostOfOne = 5;  // records that are read or written beside the loop
  struct Draft {
    Study study{};
    Remarks remarks{};
    std::optional<Reply> refused{};
  };
  Reply unavailable(const std::string& what, const std::string& why) const;
  // What an account may keep; what everybody is to read only where its owner is not muted.
  void with_leave(const Person& owner, StudyAccess access, std::function<void()> go, const Done& done);
  // These of any thread: a record of a quarter of a megabyte takes half a second.
  static Got read(const StudyWish& wish, std::span<const GameInfo> games, Remarks& remarks);
  static std::optional<Reply> fill(Study& study, const StudyWish& wish, const AnnotatedGame& game);
  static Draft draft(Study study, const StudyWish& wish, std::span<const GameInfo> games, const Study* before);
  static Reply written(const Study& study, FileForm form);
  // Runs `job` beside the loop, when it is this person's turn, and hands on what it returned.
  template <class Job, class Then>
  void beside(std::int64_t who, Job job, Then then, const Done& done);
  void keep(Study study, const Person& owner, const Remarks& remarks, const Done& done);
  void add_now(const Person& owner, const StudyWish& wish, Done done);
  void put(const Study& before, const Person& owner, const StudyWish& wish, Done done);
  void find(const std::string& id, const std::optional<Person>& person, std::function<void(const Study&)> go,
            const Done& done);
  void list(StudyQuery query, const std::optional<Person>& person, Done done);
  void tell(const std::string& id, const std::optional<Person>& person, const Remarks& remarks, int status, Done done);

  Store& store_;
  Club& club_;
  World world_;
  RateLimit writes_{0.5, 20};  // by person: reading a record takes its time
  BackgroundQueue queue_;
};

Json study_card(const Study& study, const std::optional<Person>& person);  // without its record

}  // namespace cairn
