// What people say to each other at tables, without a socket: who may say and hear what, delivery, private notes,
// moderation. Beside the club, on the loop's thread; answers come through callbacks on that thread.
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

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/protocol/talk_from_client.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

// Somebody at a table, as far as talk goes.
struct Hearer {
  bool seated = false;
  bool account = false;  // a spectator without one could be a player in disguise at no cost
};
bool may_hear(const Hearer& viewer, Room room, bool over);
std::optional<Room> room_to_say(const Hearer& viewer, bool over);  // none: nothing may be said

class Talk {
 public:
  using Done = Club::Done;
  Talk(Store& store, World world);
  Talk(const Talk&) = delete;
  Talk& operator=(const Talk&) = delete;

  void tick();  // about once a second: what other servers took, and what could not be told

  // From `done` on the listener is told what it may hear, until it leaves; it must last until `done`. What was said
  // before is for `hear`. nullopt: all went well.
  using Listening = std::function<void(std::optional<Reply>)>;
  void listen(const std::string& table, const std::optional<Person>& person, Listener& listener, Listening done);
  void leave(const std::string& table, const Listener& listener);

  // Behind the number `after` of a room; none: of the room where this viewer may say something.
  void hear(const std::string& table, const std::optional<Person>& person, std::optional<Room> room, int after,
            Done done);
  void say(const std::string& table, const Person& person, const SayWish& wish, Done done);
  void remove(const std::string& table, const Person& person, const RemarkId& id, Done done);

  // --- notes for oneself and moderation: talk_moderation.cpp
  void report(const std::string& table, const Person& person, const RemarkId& id, const ReportWish& wish, Done done);
  void note(const std::string& table, const Person& person, Done done);
  void set_note(const std::string& table, const Person& person, const NoteWish& wish, Done done);
  void reports(const Person& moderator, Done done);
  void end_report(const Person& moderator, const std::string& id, Done done);
  void mute(const Person& moderator, const std::string& name, const std::optional<MuteWish>& wish, Done done);
  void mute_seat(const Person& moderator, const SeatAt& at, const std::optional<MuteWish>& wish, Done done);

 private:
  struct Ear {
    Listener* listener;
    std::optional<Person> person;
  };
  struct Place {  // a table where somebody listens
    std::vector<Ear> ears;
    std::optional<TalkNumbers> told;
    std::vector<std::pair<Ear, Listening>> waiting;  // until these numbers are known
    bool reading = false, again = false;
  };
  Reply unavailable(const std::string& what, const std::string& why) const;
  void mute_person(const Person& moderator, std::int64_t person, Role role, Json answer,
                   const std::optional<MuteWish>& wish, const Done& done);
  void count(const std::string& table);
  void counted(const std::string& table, const Found<TalkNumbers>& found);
  void deliver(const std::string& table);
  void delivered(const std::string& table, const Found<TalkPlace>& found);
  void tell(Place& place, const TalkPlace& found);
  // One entry that this person may hear; else `done` is told that there is none, whatever the reason.
  void find(const std::string& table, const Person& person, const RemarkId& id, bool moderator,
            std::function<void(const TalkPlace&, const Remark&)> then, const Done& done);
  void write(const std::string& what, const Written& written, Reply good, Reply conflict, const Done& done);

  Store& store_;
  World world_;
  std::unordered_map<std::string, Place> places_;
  std::optional<double> news_at_;
  bool reading_news_ = false;
  RateLimit sayings_{0.5, 5}, marks_{0.2, 20};  // by person: what is said; reports and notes
};

// As everybody who may hear it is told it.
Json remark_json(const Remark& remark, const std::vector<std::int64_t>& seats);

}  // namespace cairn
