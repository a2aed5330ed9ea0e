// A tournament: who plays whom, when, and how it stands. Knows no store, no network and no table but by its name, and
// reads no clock. A value, used by one thread at a time.
//
// It is its setup and a log of what happened (`TournamentEntry`); everything else is a fold over them. Pairings stand
// in the log with the names of the tables that are to be made for them, so that whoever reads the log makes the same
// tables and nobody pairs a round twice. What is to be done now is asked of the value (`next`, `to_make`, `to_close`,
// `to_look_at`) and written down when it is done; so a server that ends in between is no matter.
//
// A *game* has one table. A *meeting* is all games of two players that decide one pairing: one, or a match
// (tournaments/match.h). A *round* is over when all its meetings are.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"
#include "core/options.h"
#include "server/play/clock_rule.h"
#include "server/tournaments/games.h"
#include "server/tournaments/knockout.h"
#include "server/tournaments/ladder.h"
#include "server/tournaments/match.h"
#include "server/tournaments/standings.h"

namespace cairn {

inline constexpr int kMostSwissPlayers = 300, kMostKnockoutPlayers = 512, kMostRoundRobinPlayers = 40,
                     kMostLadderPlayers = 500;
inline constexpr int kMostTournamentRounds = 20, kMostReplays = 9, kMostMatchGames = 9, kMostReach = 20;
inline constexpr std::int64_t kLeastNoShowMs = 1'000;
inline constexpr std::int64_t kAppealMs = 7 * kDayMs;  // so long after a ruling; then it is final
inline constexpr std::size_t kMaxTournamentEntries = 50'000;

struct TournamentSetup {
  enum class Kind : std::uint8_t { round_robin, swiss, knockout, ladder };
  enum class Match : std::uint8_t { single, best_of, two_games_and_tally };
  std::string name, game;
  OptionValues options{};  // all of them, with their values
  ClockRule clock{};       // there is one, so that every game comes to its end
  bool rated = false;
  Kind kind = Kind::swiss;
  int cycles = 1;       // of a round robin
  int rounds = 0;       // of a Swiss tournament; 0: as many as it takes to find one winner
  int late = 0;         // of a Swiss tournament: people enter until this round is paired; 0: until it begins
  int late_points = 0;  // half points, 0 or 1, for each round that such a one has missed
  int replays = 1;      // of a knock-out
  Match match = Match::single;
  int games = 3;  // of best_of
  int least = 2, most = 16;
  std::int64_t starts_ms = 0;   // by itself; 0: its organiser starts it
  std::int64_t no_show_ms = 0;  // who has not come so long after his table was made loses; 0: only by his clock
  int reach = 3;                // of a ladder, as its idle time
  std::int64_t idle_ms = 30 * kDayMs;
  friend bool operator==(const TournamentSetup&, const TournamentSetup&) = default;
};
std::string_view to_word(TournamentSetup::Kind kind);    // "round-robin", ...
std::string_view to_word(TournamentSetup::Match match);  // "single", "best-of", "two-games-and-tally"
int most_players(TournamentSetup::Kind kind);
MatchRule match_rule(const TournamentSetup& setup);

// Something that happened. The numbers of the kinds stand in the store. Players and games are numbered from 0.
struct TournamentEntry {
  enum class Kind : std::uint8_t {
    enter,      // "PERSON STRENGTH"
    withdraw,   // "PERSON"
    start,      // from now on players have numbers: the order of entry, of knock-outs and ladders that of strength
    cancel,     // or, of a ladder, the end
    pair,       // "ROUND MATCH REPLAY FIRST SECOND TABLE"; SECOND -1: a bye; TABLE -: none is to be made
    made,       // "GAMES": the tables of so many
    shown,      // "GAME": both have come to it
    end,        // "GAME HOW WINNER GIVES-UP TALLY TALLY", as `End`
    closed,     // "GAME": its table, which a forfeit ended, is over too
    here,       // "PERSON": is ready to play
    challenge,  // "PLAYER PLAYER": who challenges whom; its `pair` is next
    appeal,     // "GAME WHY": a player of this game appeals against the last ruling on it
    upheld,     // "GAME": that ruling stands
    rated,      // "GAME": what was ruled of it stands for good, and its table is rated by it
  };
  Kind kind = Kind::enter;
  std::int64_t at_ms = 0;
  std::int64_t by = 0;  // a person; 0: the server
  std::string words{};
  friend bool operator==(const TournamentEntry&, const TournamentEntry&) = default;
};
inline constexpr int kTournamentEntryKinds = static_cast<int>(TournamentEntry::Kind::rated) + 1;

class Tournament {
 public:
  enum class State : std::uint8_t { open, running, over, cancelled };  // the numbers stand in the store
  struct Player {
    std::int64_t person = 0;
    int strength = 0;
    bool here = true;          // false: has withdrawn
    std::int64_t seen_ms = 0;  // when he last said that he is ready
    int missed = 0;            // rounds that were paired when he came
  };
  // How a game ended.
  struct End {
    using How = TournamentGame::How;
    How how = How::played;
    int winner = -1;        // 0: who had the first move, 1: the other, -1: drawn, -2: neither (both did not come)
    bool gives_up = false;  // a match is lost with it
    std::array<int, 2> tally{};
    friend bool operator==(const End&, const End&) = default;
  };
  struct Game {
    int round = 1, match = 0, replay = 0;
    Pairing players;
    std::string table{};  // "": none
    int challenger = -1;  // of a ladder
    bool made = false, shown = false, closed = true;
    std::int64_t at_ms = 0;  // when its table was made; before, when it was paired
    std::optional<End> end{};
    std::int64_t ended_ms = 0;
    bool given_away = false;  // by who lost it, who left or declined
    bool cut = false;         // the end came before that of its table: a ruling on it is rated when it is final
    bool rated = false;       // it is
  };
  // What somebody decided about a game that they do not play, and who appealed.
  struct Ruled {
    int game = 0;
    std::int64_t by = 0, at_ms = 0;  // a person
    End end;
    std::int64_t appealed_by = 0, appealed_ms = 0;  // a person; 0: nobody did
    std::string why{};
    std::int64_t upheld_by = 0;
  };
  struct Meeting {
    TournamentGame as_game;  // for the table of the tournament
    int match = 0, replay = 0;
    std::vector<int> games;
    bool open = false;  // one of its games is being played
    bool over = false;
    int winner = kTied;  // of those over: a player, kTied, kNobody
    int next_first = -1, next_second = -1;
  };

  struct Opened;
  // A log that does not replay is reported, never repaired.
  static Opened open(TournamentSetup setup, const std::vector<TournamentEntry>& log);
  // Takes entries in, all of them; else why it cannot be, for people, and nothing is changed.
  [[nodiscard]] Message take(const std::vector<TournamentEntry>& entries);

  // ask
  const TournamentSetup& setup() const { return setup_; }
  State state() const { return state_; }
  int number() const { return number_; }  // of entries
  const std::vector<Player>& players() const { return players_; }
  const std::vector<Game>& games() const { return games_; }
  std::optional<int> player_of(std::int64_t person) const;
  bool plays(int game, std::int64_t person) const;
  // Whether somebody may not decide about a game, or (no game) about who plays: they play for what depends on it, or
  // have played for it.
  bool is_partial(std::int64_t person, std::optional<int> game = {}) const;
  std::optional<int> game_at(std::string_view table) const;
  std::optional<int> open_game_of(int player) const;
  int round() const;   // the last that was paired; 0: none
  int rounds() const;  // of all; 0: not known yet, or there are none
  std::int64_t started_ms() const { return started_ms_; }
  std::vector<Meeting> meetings() const;    // in the order of rounds and matches
  std::vector<StandingsRow> table() const;  // of a round robin or a Swiss tournament
  std::optional<Knockout> bracket() const;  // of a knock-out that has begun
  const std::optional<Ladder>& ladder() const { return ladder_; }
  const std::vector<Ruled>& rulings() const { return rulings_; }  // in their order
  const Ruled* ruling_on(int game) const;                         // the last; nullptr: none
  const Ruled* open_appeal(int game) const;                       // nobody has decided on it yet
  int open_appeals() const;
  // Why the end of this game cannot be changed any more; "" where it can.
  Message settled(int game) const;
  std::vector<bool> settled_games() const;  // of each, whether there is such a reason

  // what is to be done
  using NewTable = std::function<std::string()>;  // a name that is none of another table's
  std::vector<TournamentEntry> next(std::int64_t now_ms, const NewTable& new_table) const;  // games to be paired
  std::vector<int> to_make() const;                        // games whose tables are to be made
  std::vector<int> to_close() const;                       // games whose tables a forfeit ended
  std::vector<int> to_rate(std::int64_t now_ms) const;     // games on which what was ruled is final by now
  std::vector<int> to_look_at(std::int64_t now_ms) const;  // games to which both must have come by now
  std::int64_t due_ms() const;  // when there will be something to do, if nothing happens; 0: never

  // what several entries say
  std::vector<TournamentEntry> withdrawal(int player, std::int64_t by, std::int64_t now_ms) const;
  std::vector<TournamentEntry> challenging(int challenger, int challenged, std::int64_t by, std::int64_t now_ms,
                                           const NewTable& new_table) const;
  static TournamentEntry ending(int game, const End& end, std::int64_t by, std::int64_t now_ms);
  static TournamentEntry appealing(int game, const std::string& why, std::int64_t by, std::int64_t now_ms);

 private:
  explicit Tournament(TournamentSetup setup) : setup_(std::move(setup)) {}
  Message fold(const TournamentEntry& entry);
  Message enter(std::int64_t person, int strength, std::int64_t at_ms);
  Message withdraw(std::int64_t person, std::int64_t by, std::int64_t at_ms);
  Message start(std::int64_t at_ms);
  Message pair(const std::vector<std::string_view>& words, std::int64_t at_ms);
  Message read_end(const std::vector<std::string_view>& words, int& game, End& end) const;
  Message end(const TournamentEntry& entry, std::int64_t at_ms);
  Message settled(const Game& game, bool round_after, bool game_after) const;
  std::int64_t final_ms(int game) const;
  bool gives_away(const TournamentEntry& entry, int game, const End& end) const;
  Message not_theirs(const TournamentEntry& entry) const;
  void note_ruling(const TournamentEntry& entry, int game, const End& end, std::int64_t at_ms);
  Message appeal(const TournamentEntry& entry, int game, std::int64_t at_ms);
  void refresh();
  bool takes_late() const;
  Meeting meeting_of(const std::vector<int>& games) const;
  std::vector<TournamentGame> results(const std::vector<Meeting>& meetings) const;
  std::vector<KnockoutMatch> ready(const std::vector<Meeting>& meetings) const;
  std::vector<Pairing> next_round(const std::vector<Meeting>& meetings) const;
  int here() const;
  bool round_over(const std::vector<Meeting>& meetings) const;

  TournamentSetup setup_;
  State state_ = State::open;
  int number_ = 0;
  std::int64_t started_ms_ = 0, last_ms_ = 0;
  std::vector<Player> players_;
  std::vector<Game> games_;
  std::vector<Ruled> rulings_;
  std::vector<std::int64_t> judges_;  // who ruled, judged an appeal, or took somebody out
  std::optional<Ladder> ladder_;
  int challenger_ = -1;  // of the challenge whose game is to be paired next
};

std::string_view to_word(Tournament::State state);  // "open", "running", "over", "cancelled"

struct Tournament::Opened {
  std::optional<Tournament> tournament;
  Message error;  // which entry does not replay, and why
};

}  // namespace cairn
