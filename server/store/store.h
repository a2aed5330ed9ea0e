// What must outlive the process: people, what they say, whom they challenge, tables with their logs, and so on, a small
// store for each (people.h, talk.h, challenges.h, tables.h). A service is given those that it needs. Knows no game and
// no network.
//
// Writes are queued and answered once they are durable, in groups; reads are answered by other threads and see every
// answered write. All calls come from one thread (the loop); answers are given by way of the `Post` that the store was
// made with, so they run on that thread too. Answers to different questions come in any order.
//
// Several servers may share one store (`shared`). The number of a write decides which of two came first; the others
// hear of it by a hint, which may be lost, or when they ask.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "server/store/analyses.h"
#include "server/store/announcements.h"
#include "server/store/archive.h"
#include "server/store/atom.h"
#include "server/store/audit.h"
#include "server/store/away.h"
#include "server/store/challenges.h"
#include "server/store/counts.h"
#include "server/store/damage_check.h"
#include "server/store/database.h"
#include "server/store/feed.h"
#include "server/store/file_lock.h"
#include "server/store/guesses.h"
#include "server/store/hints.h"
#include "server/store/libraries.h"
#include "server/store/links.h"
#include "server/store/lists.h"
#include "server/store/mail.h"
#include "server/store/outbox.h"
#include "server/store/outbox_watch.h"
#include "server/store/people.h"
#include "server/store/puzzles.h"
#include "server/store/registrations.h"
#include "server/store/replicas.h"
#include "server/store/sealer.h"
#include "server/store/second_factor.h"
#include "server/store/seeks.h"
#include "server/store/studies.h"
#include "server/store/tables.h"
#include "server/store/talk.h"
#include "server/store/tournaments.h"

namespace cairn {

// Where a store is, and what its engine adds.
struct StorePlace {
  Database::Connect connect;
  int readers = 0;                 // as of Database
  std::shared_ptr<Hints> hints{};  // other servers share the database; null: none does
  Sealer sealer{};
  FileLock lock{};  // of its folder
  // Begins to look through all of it, now and then once a day, beside everything else; none: not every engine can.
  std::function<std::unique_ptr<DamageCheck>(DamageCheck::Heard)> check_daily{};
  ReplicaSetup replicas{};
};

class Store {
 public:
  using Post = Database::Post;  // runs something on the loop; may be called by any thread
  using Done = StorePart::Done;
  template <class T>
  using Read = StorePart::Read<T>;

  Store(StorePlace place, const Post& post);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store() { close(); }

  // Whether it can be read, and is where it was.
  void look(Read<bool> done);
  // Writes as much as some moves take, and nothing of meaning: whether there is room. Where that goes well the counts
  // have no `write_fault` any more.
  void try_write(Done done);
  // The latest moment that the store knows anything of, in milliseconds since 1970; 0: none.
  void last_moment(Read<std::int64_t> done);
  void check_daily(DamageCheck::Heard heard);
  void tick();  // about once a second: looks at the replicas
  std::vector<ReplicaReport> replicas() const;
  // As of Hints; where no other server shares the database nothing is said or heard.
  void say_engine(std::int64_t person);
  void on_engine(std::function<void(std::int64_t person)> heard);
  StoreCounts counts();

  // Waits for the writes that were asked for; their answers are posted. Nothing may be written afterwards.
  void close();

 private:
  StorePlace place_;       // its lock goes last
  const std::int64_t me_;  // this start of this server

 protected:
  Database database_;

 public:
  AnalysisStore analyses{database_};
  AnnouncementStore announcements{database_};
  ArchiveStore archive{database_};
  AtomStore atom{database_};
  AuditStore audit{database_};
  AwayStore away{database_};
  ChallengeStore challenges{database_, me_};
  FeedStore feed{database_};
  GuessStore guesses{database_};
  LibraryStore libraries{database_};
  LinkStore links{database_, place_.sealer};
  ListStore lists{database_};
  MailStore mail{database_, place_.sealer};
  OutboxWatch outbox_watch{database_};
  OutboxStore outbox{database_, place_.sealer};
  PeopleStore people{database_, place_.sealer};
  PuzzleStore puzzles{database_};
  RegistrationStore registrations{database_, place_.sealer};
  SecondFactorStore second_factors{database_, place_.sealer};
  SeekStore seeks{database_, me_};
  StudyStore studies{database_};
  TableStore tables{database_, me_, place_.hints};
  TalkStore talk{database_};
  TournamentStore tournaments{database_};

 private:
  std::unique_ptr<DamageCheck> check_;
  std::shared_ptr<Replicas> replicas_;  // null: there are none
};

}  // namespace cairn
