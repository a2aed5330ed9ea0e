// What is stored of tournaments: a row with the setup, and the log of what happened, whose number is the
// compare-and-set of every write (server/tournaments/tournament.h says what follows from it). Part of the store; what
// store.h says of its calls and answers holds here.
//
// The tables of a tournament name it (`TableRow::tournament`). One that is over is told of until it is said to be taken
// in, so that no result is lost with a server.
#pragma once

#include <utility>
#include <vector>

#include "server/store/audit.h"
#include "server/store/outbox.h"
#include "server/store/store_part.h"
#include "server/tournaments/tournament.h"

namespace cairn {

struct TournamentRow {
  std::string id, setup;  // JSON
  std::int64_t organiser = 0, created_ms = 0;
  std::string request{};    // of the organiser: the same again is the same tournament
  std::int64_t due_ms = 0;  // when it starts by itself
  int most_open = 0;        // of the organiser's that have not begun, with this one; 0: any number
  std::string game{};       // of its setup
};

struct StoredTournament {
  std::int64_t number = 0;  // later tournaments have greater ones
  TournamentRow row;
  std::string organiser;  // the name, as it is now
  std::vector<TournamentEntry> log;
  std::vector<std::pair<std::int64_t, std::string>> names;        // of all who ever entered, as they are now
  std::vector<std::string> finished;                              // tables that are over and not taken in
  std::vector<std::pair<std::string, std::int64_t>> adjourned{};  // tables, and when their clocks run again
  std::vector<std::pair<std::int64_t, std::string>> judges{};  // the names of all who ended a game or judged an appeal
};

// Entries to be written behind the `after` that are there, all or none.
struct TournamentAppend {
  std::string id;
  int after = 0;
  std::vector<TournamentEntry> entries;
  // How it stands afterwards, for lists and for whoever looks after it.
  Tournament::State state = Tournament::State::open;
  int players = 0;
  int appeals = 0;                // that wait for a moderator
  std::int64_t due_ms = 0;        // when a server must look at it; 0: when a table is over
  std::vector<Notice> notices{};  // to be written with it
  std::vector<ActNote> acts{};    // of a moderator, for the audit log
};

struct TournamentCard {
  std::int64_t number = 0;
  std::string id, setup, organiser;
  Tournament::State state = Tournament::State::open;
  int players = 0;
  std::int64_t created_ms = 0;
  std::int64_t place = 0;  // in a list: further on are lesser ones
};

class TournamentStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Conflict: with a message, the request was answered before, by the tournament that it names; else the organiser has
  // `most` that are not over, or `most_open` that have not begun.
  void add_tournament(TournamentRow row, int most, Done done);
  void append_tournament(TournamentAppend append, Done done);
  void load_tournament(std::string id, Read<StoredTournament> done);
  // Those at places below `before`. Of those that are open or run first everybody's newest, then everybody's second,
  // and so on: whoever announces many hides nobody's. The others, the newest first.
  // `game`: only those of this game, and those of which only the setup says it; "": of all.
  void tournaments(Tournament::State state, std::string game, std::int64_t before, int most,
                   Read<std::vector<TournamentCard>> done);
  // That this person organises or ever entered, the newest first.
  void tournaments_of(std::int64_t person, int most, Read<std::vector<TournamentCard>> done);
  // Whose time has come, or that have a table that is over.
  void due_tournaments(std::int64_t now_ms, int most, Read<std::vector<std::string>> done);
  void appealed_tournaments(int most, Read<std::vector<std::string>> done);  // the newest first
  void take_results(std::vector<std::string> tables, Done done);             // they are taken in
};

}  // namespace cairn
