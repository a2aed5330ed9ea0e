// The tournaments of a server, without a socket: who may do what with one, and what a server does for it by itself:
// pairs rounds, has the tables made, takes their results in, finds who did not come. Beside the table service, on the
// loop's thread; answers come through callbacks.
//
// Nothing is kept in memory. Every step reads the tournament from the store, decides by
// server/tournaments/tournament.h, and writes behind what was read, or not at all; so any server goes on where another
// one ended, and of two that do the same one comes second and finds it done.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/message.h"
#include "games/registry.h"
#include "server/base/background_queue.h"
#include "server/base/coroutine.h"
#include "server/base/limits.h"
#include "server/base/shared_text.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/lists.h"
#include "server/store/people.h"
#include "server/store/tournaments.h"
#include "server/tables/table_service.h"
#include "server/tournaments/tournament.h"

namespace cairn {

inline constexpr int kMostOwnTournaments = 20;  // of one organiser, not over
inline constexpr int kMostOpenTournaments = 5;  // that have not begun

struct TournamentWish {
  TournamentSetup setup;  // its options as they were given
  std::string request;    // sent again it gets the same tournament; "": always a new one
};
struct Ruling {
  enum class Kind : std::uint8_t { annul, forfeit };
  Kind kind = Kind::annul;
  int game = 0;
  int winner = -2;  // of a forfeit: 0 first, 1 second, -2 neither
};
struct PlayerWish {
  std::string name;  // "": oneself
};
struct AppealWish {
  int game = 0;
  std::string why;
};

struct KnownTournament {
  StoredTournament stored;  // without its log
  Tournament tournament;
};
using KnownTournamentPtr = std::shared_ptr<const KnownTournament>;

// What somebody who organises or moderates a tournament may rule on a game of it, or why nothing.
enum class MayRule : std::uint8_t {
  any,
  annul,       // later games rest on it, and an appeal waits: only that, for the ratings
  played,      // they play for rating points in it, or have
  own_game,    // they play this game
  own_ruling,  // the appeal is against their own ruling
  moderators,  // after an appeal, or a moderator's word, its organiser does not
  settled,     // nothing changes it any more
};
std::vector<MayRule> may_rule(const KnownTournament& known, std::int64_t person);  // of each game

// A tournament as somebody (0: nobody) sees it now.
struct TournamentShown {
  KnownTournamentPtr known;
  const GameInfo* game = nullptr;  // null: this program does not know it
  std::int64_t person = 0, now_ms = 0;
  // What is much and follows from the log alone: the same for all until the log grows.
  std::shared_ptr<SharedText> body{};
  bool manages = false;  // organises or moderates it: is told what they may rule
};
struct TournamentList {
  struct Line {
    TournamentCard card;
    TournamentSetup setup;
    const GameInfo* game = nullptr;
  };
  std::vector<Line> lines;
  std::optional<std::int64_t> next{};  // the list goes on below this place
};
struct TournamentsTakenOff {
  int ended = 0;
};
struct TournamentAppeals {
  std::vector<KnownTournamentPtr> tournaments;  // where some wait
};

class Tournaments {
 public:
  struct Stores {
    ListStore& lists;
    PeopleStore& people;
    TournamentStore& tournaments;
  };
  using Shown = Done<TournamentShown>;
  Tournaments(const Stores& stores, TableService& table_service, World world);
  Tournaments(const Tournaments&) = delete;
  Tournaments& operator=(const Tournaments&) = delete;

  void tick();  // about once a second: what is due, whichever server it fell to

  // `game`: only those of this game; "": of all.
  void list(Tournament::State state, const std::string& game, std::int64_t before, Done<TournamentList> done);
  void show(const std::string& id, const std::optional<Person>& person, const Asker& who, Shown done);
  void create(const Person& person, const TournamentWish& wish, Shown done);
  void enter(const std::string& id, const Person& person, Shown done);
  void withdraw(const std::string& id, const Person& person, const PlayerWish& wish, Shown done);
  void attend(const std::string& id, const Person& person, Shown done);
  void challenge(const std::string& id, const Person& person, const PlayerWish& wish, Shown done);
  void decline(const std::string& id, const Person& person, Shown done);
  // Of the organiser, moderators and admins.
  void start(const std::string& id, const Person& person, Shown done);
  void cancel(const std::string& id, const Person& person, Shown done);
  // --- rulings: tournament_rulings.cpp. Who plays for rating points decides nothing about them, and nobody about their
  // own game. A player of the game may appeal against a ruling, once; a moderator other than the one who ruled decides,
  // and after a moderator's word the organiser rules on that game no more. A ruling moves ratings when it is final.
  void rule(const std::string& id, const Person& person, const Ruling& ruling, Shown done);
  void appeal(const std::string& id, const Person& person, const AppealWish& wish, Shown done);
  void uphold(const std::string& id, const Person& person, const std::string& game, Shown done);  // the ruling stands
  // Of a moderator: all of somebody's that have not begun are cancelled.
  void take_off(const Person& moderator, const std::string& name, Done<TournamentsTakenOff> done);
  void appeals(const Person& moderator, Done<TournamentAppeals> done);  // those that wait, with their reasons

 private:
  using Known = KnownTournament;
  using KnownPtr = KnownTournamentPtr;
  using Entries = std::vector<TournamentEntry>;
  using Decided = Result<Entries>;  // what is to be written; nothing: it is so already
  using Decide = std::function<Decided(const Known&)>;
  using Wrote = std::function<void(const Written&)>;

  // --- requests: tournament_desk.cpp
  const GameInfo* game(std::string_view name) const;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  TournamentShown shown(const KnownPtr& known, const std::optional<Person>& person) const;
  struct Opened {
    KnownPtr known;
    Message error;  // why there is none
  };
  static Opened opened(StoredTournament& stored);
  void read(const std::string& id, const Asker& who, std::function<void(const KnownPtr&)> then,
            std::function<void(const Refusal&)> fail);
  void change(const std::string& id, const Person& person, Decide decide, Shown done, int tries = 0);
  void manage(const std::string& id, const Person& person, const Decide& decide, Shown done);
  // What it would be to write this, or why it cannot be.
  static std::vector<ActNote> acts_of(const Known& known, const Person& person, const Entries& entries);
  Result<TournamentAppend> append_of(const Known& known, const Entries& entries) const;

  void cancel_all(const Person& moderator, std::vector<std::string> left, TournamentsTakenOff taken,
                  Done<TournamentsTakenOff> done);
  void list_appeals(std::vector<std::string> left, TournamentAppeals list, Done<TournamentAppeals> done);

  // --- what goes on by itself: tournament_work.cpp
  struct Looking;
  void work(const std::string& id);
  void step(const std::string& id, int count);
  void advance(const KnownPtr& known, int count);
  void write(const KnownPtr& known, const Entries& entries, int count, Wrote then = {});
  void take_finished(const KnownPtr& known, int count);
  Detached make_tables(KnownPtr known, std::vector<int> games, int count);
  void make_some(const Known& known, std::span<const int> games, std::function<void(bool)> then);
  Detached close_tables(KnownPtr known, std::vector<int> games, int count);
  void close_some(const Known& known, std::span<const int> games, std::function<void(const Entries&)> then);
  void rate_ruled(const KnownPtr& known, const std::vector<int>& games, int count);
  void pair(const KnownPtr& known, int count);
  void find_absent(const KnownPtr& known, const std::vector<int>& games, int count);
  void rest(const std::string& id);

  const Stores stores_;
  TableService& table_service_;
  World world_;
  RateLimit deeds_{0.5, 30};                 // by person: whatever is written
  std::unordered_set<std::string> working_;  // tournaments where something is under way
  std::unordered_set<std::string> broken_;   // that do not replay, and tables that cannot be read: told once
  bool looking_ = false, pairing_ = false;
  struct Body {
    int number = -1;  // of entries
    std::shared_ptr<SharedText> text{};
  };
  mutable std::unordered_map<std::string, Body> bodies_;  // of the last asked for
  std::jthread pairer_;
  BackgroundQueue queue_;  // last: its thread ends first
};

inline constexpr MessageText kPartial(
    "play-yourself-played-ask",
    "you are or were a player in it; ask a moderator who is not in any of its games to decide");

// How a game that is over counts; nothing: it goes on. `seen`: who said that he is ready since it began.
std::optional<Tournament::End> end_of(const Table& table, const TournamentSetup& setup, std::array<bool, 2> seen);
// Who has done anything at a table.
bool has_acted(const Table& table, int seat);

}  // namespace cairn
