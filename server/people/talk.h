// What people say to each other at tables, without a socket: who may say and hear what, delivery, private notes,
// moderation. Beside the table service, on the loop's thread; answers come through callbacks on that thread.
//
// While a game runs its players hear their own room alone, and spectators theirs, so that nobody helps a player; when
// it is over everybody hears all, and what is said then is for everybody. Only `may_hear` decides that, each time
// somebody is told, about the game as it stood in the store together with what is told. Where something was said never
// makes it more public: a game that goes on after its end is silent again.
//
// What is to be told is always read from the store, behind the last number that was told: after something was said
// here, and about once a second after something was said at another server.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/base/limits.h"
#include "server/base/shared_text.h"
#include "server/base/world.h"
#include "server/people/wishes.h"
#include "server/play/refusal.h"
#include "server/store/people.h"
#include "server/store/talk.h"

namespace cairn {

// Somebody at a table, as far as talk goes.
struct Hearer {
  bool seated = false;
  bool account = false;  // a spectator without one could be a player in disguise at no cost
};
bool may_hear(const Hearer& viewer, Room room, bool over);
std::optional<Room> room_to_say(const Hearer& viewer, bool over);  // none: nothing may be said

// An entry as everybody who may hear it is told it.
struct VisibleRemark {
  Remark remark;
  int seat = -1;  // where he sits who said it; -1: at the table's side
};
// What somebody may hear of one room.
struct HeardTalk {
  std::vector<Room> rooms;            // all that he may hear
  std::optional<Room> say{};          // where he may say something
  std::optional<Room> room{};         // this one
  std::vector<VisibleRemark> said{};  // without what he has blocked
  std::optional<int> next{};          // behind which there may be more
};
struct RemarkRemoved {
  RemarkId id;
};
struct RemarkReported {
  RemarkId id;
};
struct ReportEnded {};
struct Muted {
  std::string name;                        // "": whoever sits there
  int seat = -1;                           // of whoever was named by it
  std::optional<std::int64_t> until_ms{};  // none: no more
};

class TalkListener {
 public:
  virtual ~TalkListener() = default;
  virtual void hear(const VisibleRemark& sent, SharedText& text) = 0;  // all are told the same
};

class Talk {
 public:
  struct Stores {
    PeopleStore& people;
    TalkStore& talk;
  };
  Talk(const Stores& stores, World world);
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  void tick();  // about once a second: what other servers took, and what could not be told

  // From `done` on the listener is told what it may hear, until it leaves; it must last until `done`. What was said
  // before is for `hear`.
  void listen(const std::string& table, const std::optional<Person>& person, TalkListener& listener, Done<Unit> done);
  void leave(const std::string& table, const TalkListener& listener);

  // Behind the number `after` of a room; none: of the room where this viewer may say something.
  void hear(const std::string& table, const std::optional<Person>& person, std::optional<Room> room, int after,
            Done<HeardTalk> done);
  void say(const std::string& table, const Person& person, const SayWish& wish, Done<VisibleRemark> done);
  void remove(const std::string& table, const Person& person, const RemarkId& id, Done<RemarkRemoved> done);

  // --- notes for oneself and moderation: talk_moderation.cpp
  void report(const std::string& table, const Person& person, const RemarkId& id, const ReportWish& wish,
              Done<RemarkReported> done);
  void note(const std::string& table, const Person& person, Done<TableNote> done);
  void set_note(const std::string& table, const Person& person, const TableNote& wish, Done<TableNote> done);
  void reports(const Person& moderator, Done<std::vector<Report>> done);
  void end_report(const Person& moderator, const std::string& id, Done<ReportEnded> done);
  void mute(const Person& moderator, const std::string& name, const std::optional<MuteWish>& wish, Done<Muted> done);
  void mute_seat(const Person& moderator, const SeatAt& at, const std::optional<MuteWish>& wish, Done<Muted> done);

 private:
  struct Ear {
    TalkListener* listener;
    std::optional<Person> person;
  };
  struct Place {  // a table where somebody listens
    std::vector<Ear> ears;
    std::optional<TalkNumbers> sent;
    std::vector<std::pair<Ear, Done<Unit>>> waiting;  // until these numbers are known
    bool reading = false, again = false;
  };
  Refusal unavailable(const std::string& what, const std::string& why) const;
  void mute_person(const Person& moderator, std::int64_t person, Role role, Muted answer,
                   const std::optional<MuteWish>& wish, const Done<Muted>& done);
  void count(const std::string& table);
  void counted(const std::string& table, const Found<TalkNumbers>& found);
  void deliver(const std::string& table);
  void delivered(const std::string& table, const Found<TalkPlace>& found);
  void tell(Place& place, const TalkPlace& found);
  // Goes on with one entry that this person may hear; else `refused` is told that there is none, whatever the reason.
  using Refused = std::function<void(const Refusal&)>;
  void find(const std::string& table, const Person& person, const RemarkId& id, bool moderator,
            std::function<void(const Remark&)> then, Refused refused);
  template <class T>
  void write(const char* what, const Written& written, T good, Refusal conflict, const Done<T>& done) {
    if (written.how == Written::How::durable) return done(std::move(good));
    done(written.how == Written::How::conflict ? std::move(conflict) : unavailable(what, written.message));
  }

  const Stores stores_;
  World world_;
  std::unordered_map<std::string, Place> places_;
  std::optional<double> news_at_;
  bool reading_news_ = false;
  RateLimit sayings_{0.5, 5}, marks_{0.2, 20};  // by person: what is said; reports and notes
};

}  // namespace cairn
