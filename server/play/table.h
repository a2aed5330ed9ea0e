// A table: one game being played. Knows no game, no network and no store, and reads no clock: every command comes with
// its moment. A value, used by one thread at a time.
//
// A table is its setup and a log of accepted commands (`Entry`); everything else is a fold over them. A command is
// first prepared on a copy (`prepare`), made durable by the caller, and only then taken in (`commit`), so that nobody
// is told of a move that a crash could lose. The same request id of a seat gets the same answer, for ever.
//
// Versions count what a viewer has been told: where information is hidden a shared count would tell how often the other
// side tried. Where nothing is hidden everybody's version is the length of the log. A command may be decided on any
// version since the last that changed the position: an offer or a player who sits down makes no move stale.
//
// Time runs from when every seat is taken. Whoever has lost by time must leave (`prepare_timeout`) before anything else
// is prepared.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "core/message.h"
#include "core/position.h"
#include "games/registry.h"
#include "notation/words.h"
#include "search/levels.h"
#include "server/play/clock.h"
#include "server/play/conditional_moves.h"
#include "server/play/refusal.h"

namespace cairn {

// Stored with each game; raised when a change of rules or clocks alters a replay. From 2 on the clock of whoever has
// accepted in an agreement stands; from 3 on also that of whoever has made a formation and waits for the other's.
inline constexpr int kRulesVersion = 3;
// Accepted commands of one game: the move that is the last of them ends it as a draw. What is no move has a budget of
// its own, of each seat and each kind, that grows with the moves of the game: nobody can fill the record for the
// others.
inline constexpr std::size_t kMaxEntries = 20'000;
inline constexpr int kFreeExtras = 40, kMostExtras = 300;
inline constexpr std::size_t kMaxWords = 64;  // of one command
// A round waits for its last game: in a tournament the two may adjourn once, and not for longer.
inline constexpr std::int64_t kLongestPauseMs = 3'600'000, kLongestSlowPauseMs = 7 * 24 * 3'600'000LL;

enum class SeatKind : std::uint8_t { open, guest, bot };

struct Occupant {
  SeatKind kind = SeatKind::open;
  std::int64_t person = 0;  // of a guest; 0 otherwise
  std::string name;         // empty while open
  int zone_minutes = 0;     // east of UTC, for clocks that stand on weekends: the person's when the seat was taken
  friend bool operator==(const Occupant&, const Occupant&) = default;
};

struct TableSetup {
  std::string game;
  OptionValues options;    // all of them, with their values
  std::uint64_t seed = 0;  // for whatever chance the game or the bot needs
  int rules_version = kRulesVersion;
  double seconds = 1;   // a move of the bot
  int level = kLevels;  // of the bot
  ClockRule clock{};
  std::int64_t created_ms = 0;  // since 1970
  bool rated = false;
  std::string tournament{};  // that it belongs to; "": none
};

// What needs everybody's consent: to end the game as a draw, to take back, to stop the clocks, to play again.
enum class OfferKind : std::uint8_t { draw, undo, pause, rematch };
inline constexpr std::size_t kOfferKinds = 4;
std::string_view to_word(OfferKind kind);
std::optional<OfferKind> offer_kind(std::string_view word);

// What a seat asks for.
struct Command {
  // undo: at once where nobody else must agree, else an offer. offer: agrees where the same is offered already.
  // decline: takes one's own offer back, too.
  enum class Kind : std::uint8_t { play, undo, resign, offer, accept, decline, resume, vacation, back, plan };
  std::string request;  // names this command; "" for commands of the house, which are not repeated
  int version = 0;      // the seat's version that it was decided on
  Kind kind = Kind::play;
  std::vector<std::string> words{};   // of play: one or more, all or nothing
  std::string plan{};                 // of plan
  OfferKind offer = OfferKind::draw;  // of offer, accept, decline
  std::string table{};                // of a rematch: the id that its table would have
  std::int64_t at_ms = 0;             // when it arrived
  std::int64_t round_trip_ms = 0;     // of the way to the client and back, as measured; 0: not known
};

// An accepted command, the unit of the record. The numbers of the kinds stand in the store.
struct Entry {
  enum class Kind : std::uint8_t {
    play,
    resign,
    undo,
    join,
    timeout,  // the seat has lost by time
    offer,    // words "draw", "pause", "undo 12" (the number of steps that stay); of the two next the first word
    accept,   // the last that is needed does what was offered; "rematch ID": at that table
    decline,
    resume,
    vacation,
    back,
    plan,       // what the seat answers to what (server/play/conditional_moves.h); "": nothing. Told to nobody else
    forfeit,    // the seat has lost because others decided so
    set_clock,  // the host has set the time of day back: the clocks run on from here. Of no seat; 0 stands there
  };
  Kind kind = Kind::play;
  Seat seat{};
  std::string words{};       // play: separated by blanks; undo: the number of steps that stay
  std::string request{};     // "" for joins and time-outs
  std::int64_t at_ms = 0;    // since 1970
  std::int64_t trip_ms = 0;  // the command's `round_trip_ms`, where a clock counts it
  friend bool operator==(const Entry&, const Entry&) = default;
};
inline constexpr int kEntryKinds = static_cast<int>(Entry::Kind::set_clock) + 1;
std::string_view to_word(Entry::Kind kind);  // "play", "resign", ...

// An offer that waits for the others.
struct Offer {
  OfferKind kind{};
  Seat by{};
  SeatSet agreed{};               // who has, `by` among them
  std::size_t kept = 0;           // of undo: the number of steps that stay
  std::array<int, 5> versions{};  // of each viewer with it: who agrees to it must have seen it
};

// What stands beside the position.
struct Terms {
  std::vector<Offer> offers{};                      // at most one of a kind
  std::array<SeatSet, kOfferKinds> asked{};         // who has offered since the last move: once is enough
  std::optional<GameClock> clock{};                 // none where nobody's time is counted
  std::array<ConditionalMoves, kMaxSeats> plans{};  // each is its seat's secret
  bool drawn = false;                               // by agreement
  int pauses = 0;                                   // adjournments so far
  std::int64_t resume_ms = 0;                       // adjourned: when the clocks run again by themselves; 0: never
  std::int64_t set_ms = 0;                          // since the last move the host has set the clocks: when; 0: not
  std::string rematch{};                            // the table where they play again; "": there is none
  bool paused() const { return clock && clock->paused(); }
};

// What a seat had left after its turn, as records keep it: main time, or from then on what is left of a period, with
// the periods (byo-yomi) or the moves that must still be made in it (Canadian).
struct TimeLeft {
  std::int64_t ms = 0;
  int count = 0;  // 0: of main time
};

// A move that stands, or that a seat left.
struct Step {
  Seat seat{};
  std::string word;                 // "" where the seat left
  std::string side;                 // that the seat played then: "white"
  Audience visible_to = kEveryone;  // who knows that it happened
  Audience known = kEveryone;       // who knows the word
  std::optional<Leave> left{};
  std::string said() const { return left ? std::string(leave_word(*left)) : word; }  // as records keep it
  std::optional<TimeLeft> time{};  // of the step that ended a turn, where clocks run
  bool refused = false;            // a try that what is hidden forbade: it is in the record, but was no move
};

// An accepted command and all that follows from it.
struct Change {
  Entry entry;
  Occupant occupant;      // of a join
  int number = 0;         // the length of the log with it
  int version = 0;        // the version of the seat that did it, with it
  bool repeated = false;  // it had been accepted before: nothing to do but answer again
  Position after;
  EventLog events;
  std::size_t kept = 0;      // steps that stand from before
  std::vector<Step> added;   // and after them
  Audience changed_for = 0;  // whose version it advances
  bool moved = true;         // the position, or that the game goes on: what was decided before is stale
  Terms terms;
  bool over() const { return terms.drawn || after.to_act().empty(); }
};
using Answer = std::variant<Change, Refusal>;

// What an entry of the record does, or why it does not replay.
struct Followed {
  std::optional<Change> change;
  std::string error;
};

class Table {
 public:
  struct Opened;
  // Refolds a log. A log that does not replay is reported, never repaired.
  static Opened open(const GameInfo& info, TableSetup setup, std::vector<Occupant> occupants, std::vector<Entry> log);

  const GameInfo& info() const { return *info_; }
  const TableSetup& setup() const { return setup_; }
  const std::vector<Occupant>& occupants() const { return occupants_; }
  const Position& position() const { return position_; }
  const std::vector<Entry>& log() const { return log_; }
  const std::vector<Step>& steps() const { return steps_; }
  Audience all_viewers() const;  // its seats and spectators
  int number() const { return static_cast<int>(log_.size()); }
  int version(Viewer viewer) const;
  bool over() const { return terms_.drawn || position_.to_act().empty(); }
  const Terms& terms() const { return terms_; }
  View view(Viewer viewer) const { return view_of(position_, terms_, viewer); }
  static View view_of(const Position& position, const Terms& terms, Viewer viewer);  // ..., or that a draw was agreed
  std::optional<std::int64_t> flag_ms() const { return flag_of(terms_); }  // when time will bring something about
  static std::optional<std::int64_t> flag_of(const Terms& terms);
  const View& names() const { return names_; }             // only its `sides`, for their names, which never change
  std::optional<Seat> seat_of(std::int64_t person) const;  // a guest's occupant
  std::optional<Seat> bot_to_act() const;                  // the bot that should choose a move now
  std::optional<Seat> bot_to_act_after(const Change& change) const;

  Answer prepare(Seat seat, const Command& command) const;
  Answer prepare_join(const Occupant& occupant, std::int64_t at_ms = 0) const;  // takes the first open seat
  // A seat's turn to which its plan has an answer; the answer, or that the plan ends where it cannot be played.
  std::optional<Seat> planned() const;
  std::optional<Seat> planned_after(const Change& change) const;
  Answer prepare_planned(Seat seat, std::int64_t now_ms) const;
  // What time alone has brought about: somebody has lost by it, or an adjournment has ended. None: nothing.
  std::optional<Change> prepare_timeout(std::int64_t now_ms) const;
  Answer prepare_forfeit(Seat seat, std::int64_t now_ms) const;
  // The host says that this is the time of day: a clock that is ahead of it runs on from now. None: nothing to do.
  std::optional<Change> prepare_set_clock(std::int64_t now_ms) const;
  // An entry that another process put behind this log, with the occupant that a join filled.
  Followed follow(const Entry& entry, const Occupant& occupant) const;
  // Goes through the log once more from the start: each change, with the table as it was behind it.
  void retell(const std::function<void(const Table& then, const Change& change)>& tell) const;
  // Entries before the command of this request, which was accepted; to repeat its answer they are played through again.
  std::optional<int> entries_before(Seat seat, std::string_view request) const;
  // `change` must have been prepared on this very state and not be a repeated one.
  void commit(const Change& change);
  // A person has another name now: whether it stood here.
  bool rename(std::int64_t person, const std::string& name);

 private:
  Table() = default;
  struct Tried {
    std::optional<Change> change;
    CodedMessage error;  // for people
    Reason reason = Reason::none;
    std::size_t index = 0;
    Refusal::Code code = Code::illegal_move;
  };
  static Tried no(Refusal::Code code, CodedMessage error) { return {std::nullopt, std::move(error), {}, 0, code}; }
  static Opened open(const GameInfo& info, TableSetup setup, std::vector<Occupant> occupants, std::vector<Entry> log,
                     int open_seats);
  Tried play(Seat seat, const std::vector<std::string>& words) const;
  Tried leave(Seat seat, Leave why) const;
  Tried undo(std::size_t kept) const;
  Tried join(const Entry& entry) const;
  Tried offer(const Entry& entry) const;
  Tried accept(const Entry& entry) const;
  Tried decline(const Entry& entry) const;
  Tried agreed(Offer offer, const Entry& entry) const;
  Tried ask_rematch(const Entry& entry) const;
  Tried clock_event(const Entry& entry) const;
  Tried plan(const Entry& entry) const;
  void follow_plans(Change& change) const;
  // An entry, of the log or to be; of a join with who sits down, unless the occupants are known already.
  Tried take(const Entry& entry, const Occupant* sits = nullptr) const;
  Tried decide(Seat seat, const Command& command) const;
  Change blank(Entry entry) const;
  Change repeat(int entry) const;
  SeatSet on_clock(const Position& position) const;
  Message keep_time(Change& change, const Entry& entry) const;
  static TimeLeft time_left(const SeatTime& time);
  SeatSet must_agree(OfferKind kind, Seat by) const;
  bool nobody_missing(const Offer& offer) const;
  bool alone(Seat seat) const;  // with bots
  const Offer* offered(OfferKind kind) const;
  std::optional<std::size_t> undo_target(Seat seat) const;
  Message no_undo_to(std::size_t kept) const;  // why not; nothing where it can be
  void refresh_sides();
  // What is no move and nobody waits for: offers, plans, vacations, marks in an agreement. None: it is not of them.
  std::optional<std::size_t> extra_of(const Entry& entry, const Position& before) const;

  const GameInfo* info_ = nullptr;
  TableSetup setup_;
  std::vector<Occupant> occupants_;
  int open_seats_ = 0;  // still to be filled, at this point of the log
  Position start_, position_;
  Terms terms_;
  std::vector<Entry> log_;
  std::vector<Step> steps_;
  std::vector<std::pair<std::size_t, Position>> marks_;  // a snapshot every so many steps, to take back quickly
  std::vector<std::string> sides_;                       // by seat, as of now
  View names_;
  std::array<int, 5> versions_{}, moved_{};          // by viewer: now, and when the position last changed
  static constexpr std::size_t kMark = kEntryKinds;  // behind the kinds of entries
  std::array<std::array<int, kEntryKinds + 1>, kMaxSeats> extras_{};  // by seat and kind
  int plays_ = 0;
  std::array<std::int64_t, kMaxSeats> lag_bank_{};  // by seat: of the time for the way, what can still be given back
  std::unordered_map<std::string, int> requests_;   // seat and request id -> index in the log
};

struct Table::Opened {
  std::optional<Table> table;
  std::string error;  // which entry does not replay, and why
};

}  // namespace cairn
