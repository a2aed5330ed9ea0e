// What is stored of talk: what people say at tables, who was reported and muted, and notes that people keep for
// themselves. Part of the store; what store.h says of its calls and answers holds here.
//
// A table has three rooms, each with a log of its own that counts from 1: no number tells of another room. A removal
// takes the text away and stands in the log itself, so that who reads on behind a number learns of it. The moves of the
// game are elsewhere: talk makes none stale.
#pragma once

#include "server/store/store_part.h"

namespace cairn {

enum class Room : std::uint8_t { players, spectators, everybody };  // the numbers stand in the store
inline constexpr std::size_t kRooms = 3;

// One entry of a room.
struct Remark {
  Room room{};
  int number = 0;
  std::int64_t person = 0;
  std::string request{}, text{};  // "" of a removal; a removed text is ""
  std::int64_t at_ms = 0;
  std::string name{};  // as it is now
  bool removed = false;
  int removes = 0;                         // the number that this took away; 0: something was said
  std::vector<std::int64_t> blocked_by{};  // who shall not hear it
};

// A table as talk sees it, in one moment.
struct TalkPlace {
  bool over = false;
  std::vector<std::int64_t> seats;  // who sits there; 0: no person
  std::vector<Remark> said;         // room by room, in order
};
// Which entries are wanted: of each room at most so many behind a number; none where that is not given.
struct TalkWish {
  std::array<std::optional<int>, kRooms> after{};
  int most = 0;
};

struct Mute {
  std::int64_t until_ms = 0, by = 0, at_ms = 0;
  std::string why{};
};

// What somebody needs to know before he speaks.
struct Speaker {
  TalkPlace place;              // without entries
  std::optional<Mute> mute;     // that has not run out
  std::optional<Remark> again;  // what he has said with this very request
};

using TalkNumbers = std::array<int, kRooms>;  // of the last entries; 0: there is none

struct TalkNews {
  std::string table;
  Room room{};
  int number = 0;  // of its last entry
};

struct Report {
  std::int64_t id = 0;
  std::string table;
  Room room{};
  int number = 0;
  std::int64_t by = 0, said_by = 0;
  std::string text, why;  // as it was when it was reported
  std::int64_t at_ms = 0;
  std::string by_name{}, said_by_name{};  // as they are now
  bool over = false, seated = false;      // the game now; whether who reads sits at the table
  int seat = -1;                          // where he sits who said it; -1: at the table's side
};

// All that is kept of one person's talk.
struct OwnTalk {
  struct Line {
    std::string table, text;
    std::int64_t at_ms = 0;
  };
  std::vector<Line> said, notes;  // what was said last, first
};

class TalkStore : public StorePart {
 public:
  using StorePart::StorePart;

  // No value: there is no such table.
  void read_talk(std::string table, TalkWish wish, Read<TalkPlace> done);
  void talk_numbers(std::string table, Read<TalkNumbers> done);
  void read_speaker(std::string table, std::int64_t person, std::string request, std::int64_t now_ms,
                    Read<Speaker> done);
  // Numbers it. A request that this person has made at this table changes nothing. Conflict: there is no such table.
  void say(std::string table, Remark said, Done done);
  // Conflict: there is no such text, or no more.
  void remove_said(std::string table, Room room, int number, std::int64_t by, std::int64_t now_ms, Done done);
  // Rooms where something came of late, the last so many milliseconds. Look about once a second.
  void talk_news(std::int64_t last_ms, Read<std::vector<TalkNews>> done);

  // Copies the text. Conflict: there is none, or of this person's reports `most` wait.
  void add_report(Report report, int most, Done done);
  void reports(std::int64_t reader, int most, Read<std::vector<Report>> done);  // the newest first
  // What a moderator (`by`) does, here and below, and with remove_said to what is another's, is written into the audit
  // log. Conflict: there is none.
  void end_report(std::int64_t id, std::int64_t by, Done done);
  void set_mute(std::int64_t person, std::optional<Mute> mute, std::int64_t by, Done done);  // none: it ends
  void mute_of(std::int64_t person, std::int64_t now_ms, Read<Mute> done);                   // that has not run out

  void read_note(std::string table, std::int64_t person, Read<std::string> done);  // "": nothing is noted
  // "" ends it. Conflict: there is no such table, or this person keeps `most` of them.
  void set_note(std::string table, std::int64_t person, std::string text, std::int64_t now_ms, int most, Done done);
  void own_talk(std::int64_t person, int most, Read<OwnTalk> done);
};

}  // namespace cairn
