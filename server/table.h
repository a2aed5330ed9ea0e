// A table: one game being played. Knows no game, no network, no store and no clock; a value, used by one thread at a
// time.
//
// A table is its setup and a log of accepted commands (`Entry`); everything else is a fold over them. A command is
// first prepared on a copy (`prepare`), made durable by the caller, and only then taken in (`commit`), so that nobody
// is told of a move that a crash could lose. The same request id of a seat gets the same answer, for ever.
//
// Versions count what a viewer has been told: where information is hidden a shared count would tell how often the other
// side tried. Where nothing is hidden everybody's version is the length of the log.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "core/position.h"
#include "games/registry.h"
#include "search/levels.h"

namespace cairn {

inline constexpr int kRulesVersion = 1;             // stored with each game; raised when a rules change alters a replay
inline constexpr std::size_t kMaxEntries = 20'000;  // accepted commands of one game
inline constexpr std::size_t kMaxWords = 64;        // of one command

enum class SeatKind : std::uint8_t { open, guest, bot };

struct Chair {
  SeatKind kind = SeatKind::open;
  std::int64_t person = 0;  // of a guest; 0 otherwise
  std::string name;         // empty while open
  friend bool operator==(const Chair&, const Chair&) = default;
};

struct TableSetup {
  std::string game;
  OptionValues options;    // all of them, with their values
  std::uint64_t seed = 0;  // for whatever chance the game or the bot needs
  int rules_version = kRulesVersion;
  double seconds = 1;   // a move of the bot
  int level = kLevels;  // of the bot
};

// What a seat asks for.
struct Command {
  enum class Kind : std::uint8_t { play, undo, resign };
  std::string request;  // names this command; "" for commands of the house, which are not repeated
  int version = 0;      // the seat's version that it was decided on
  Kind kind = Kind::play;
  std::vector<std::string> words;  // of play: one or more, all or nothing
};

// An accepted command, the unit of the record.
struct Entry {
  enum class Kind : std::uint8_t { play, resign, undo, join };
  Kind kind = Kind::play;
  Seat seat{};
  std::string words;    // play: separated by blanks; undo: the number of steps that stay; else empty
  std::string request;  // "" for joins
  friend bool operator==(const Entry&, const Entry&) = default;
};

// A move (or resignation) that stands.
struct Step {
  Seat seat{};
  std::string word;            // "" for a resignation
  std::string side;            // that the seat played then: "white"
  Audience told = kEveryone;   // who knows that it happened
  Audience known = kEveryone;  // who knows the word
  bool resigned = false;
  bool refused = false;  // a try that what is hidden forbade: it is in the record, but was no move
};

struct Refusal {
  enum class Code : std::uint8_t { illegal_move, stale, game_over, no_undo, no_free_seat, too_long, busy, unavailable };
  Code code{};
  std::string message;           // what was wrong and what would be right
  Reason reason = Reason::none;  // of illegal_move
  std::size_t index = 0;         // of the word in the list
};

// An accepted command and all that follows from it.
struct Change {
  Entry entry;
  Chair chair;            // of a join
  int number = 0;         // the length of the log with it
  int version = 0;        // the version of the seat that did it, with it
  bool repeated = false;  // it had been accepted before: nothing to do but answer again
  Position after;
  EventLog events;
  std::size_t kept = 0;     // steps that stand from before
  std::vector<Step> added;  // and after them
  Audience told = 0;        // whose version it advances
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
  static Opened open(const GameInfo& info, TableSetup setup, std::vector<Chair> chairs, std::vector<Entry> log);

  const GameInfo& info() const { return *info_; }
  const TableSetup& setup() const { return setup_; }
  const std::vector<Chair>& chairs() const { return chairs_; }
  const Position& position() const { return position_; }
  const std::vector<Entry>& log() const { return log_; }
  const std::vector<Step>& steps() const { return steps_; }
  int number() const { return static_cast<int>(log_.size()); }
  int version(Viewer viewer) const;
  bool over() const { return position_.to_act().empty(); }
  const View& names() const { return names_; }             // only its `sides`, for their names, which never change
  std::optional<Seat> seat_of(std::int64_t person) const;  // a guest's chair
  std::optional<Seat> bot_to_act() const;                  // the bot that should choose a move now
  std::optional<Seat> bot_to_act_after(const Change& change) const;

  Answer prepare(Seat seat, const Command& command) const;
  Answer prepare_join(const Chair& chair) const;  // takes the first open seat
  // An entry that another process put behind this log, with the chair that a join filled.
  Followed follow(const Entry& entry, const Chair& chair) const;
  // `change` must have been prepared on this very state and not be a repeated one.
  void commit(const Change& change);

 private:
  Table() = default;
  struct Tried {
    std::optional<Change> change;
    std::string error;  // for people
    Reason reason = Reason::none;
    std::size_t index = 0;
  };
  Tried play(Seat seat, const std::vector<std::string>& words) const;
  Tried resign(Seat seat) const;
  Tried undo(std::size_t kept) const;
  Tried take(const Entry& entry) const;  // an entry of the log
  Change blank(Entry entry) const;
  Change repeat(int entry) const;
  std::optional<std::size_t> undo_target(Seat seat) const;
  void refresh_sides();

  const GameInfo* info_ = nullptr;
  TableSetup setup_;
  std::vector<Chair> chairs_;
  Position start_, position_;
  std::vector<Entry> log_;
  std::vector<Step> steps_;
  std::vector<std::pair<std::size_t, Position>> marks_;  // a snapshot every so many steps, to take back quickly
  std::vector<std::string> sides_;                       // by seat, as of now
  View names_;
  std::array<int, 5> versions_{};                  // by viewer
  std::unordered_map<std::string, int> requests_;  // seat and request id -> index in the log
};

struct Table::Opened {
  std::optional<Table> table;
  std::string error;  // which entry does not replay, and why
};

}  // namespace cairn
