// What a store tells of many games at once: who waits for an opponent, what somebody plays, how strong people are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/options.h"
#include "server/play/ratings.h"
#include "server/play/table.h"
#include "server/store/store_part.h"

namespace cairn {

// A table in a list. Nothing here tells of what is hidden in its game.
struct TableCard {
  std::int64_t number = 0;  // later tables have greater ones
  std::string id, game;
  OptionValues options;
  std::string clock;  // as a rule is written
  bool rated = false, over = false;
  SeatSet to_act{};
  std::int64_t created_ms = 0, changed_ms = 0;  // the last change that everybody was told of; 0: none
  std::int64_t due_ms = 0;                      // when the first clock runs out; 0: none runs
  std::vector<Occupant> occupants;
  std::int64_t creator = 0;  // in the lobby: who opened it; 0: nobody knows

  std::optional<int> seat_of(std::int64_t person) const;  // of nobody (0) none
  bool waits_for(std::int64_t person) const;              // it is this person's turn
};

// A game that goes on, with the ratings that its players have in its class; none: the bot, or no rated game yet.
struct RunningCard {
  TableCard card;
  std::vector<std::optional<Rating>> ratings;  // by seat
};
// Of the running games: those that changed since then, of games by correspondence since the other.
struct RunningQuery {
  std::int64_t now_ms = 0, since_ms = 0, since_correspondence_ms = 0;
  std::string game{};  // "": any
  bool rated = false;  // no casual ones
  int most = 0;
};
// How strong the players of a game are together, for the order of a list: the mean of what each is surely worth.
// Whoever has no rating counts as a newcomer.
double strength_of(const RunningCard& running, std::int64_t now_ms);

struct ClassRating {
  std::string name;  // of the class
  Rating rating;
};

struct LeaderLine {
  std::string name;  // of the person
  Rating rating;
};

// Who stands on the leader board: not provisional, the first first.
std::vector<LeaderLine> board_of(std::vector<LeaderLine> lines, std::int64_t now_ms, int most);

inline constexpr std::int64_t kBotPerson = 0;

// A rated game that is over: people by their seats, and their ranks. Nobody: it was none (somebody never moved), and
// nothing changes.
struct RatedGame {
  std::string table, rating_class;
  std::vector<std::int64_t> people;  // kBotPerson: the bot, whose rating never moves
  std::vector<int> ranks;
  std::int64_t at_ms = 0;
  double ahead = 0;              // ranks that the first of them was ahead by the terms
  std::optional<int> bot_kyu{};  // the rank of the bot's level, as in LevelRanks
  OneAddress one_address = OneAddress::weigh;
  bool held = false;  // its table said `Append::rate_later`
};

// A game in the history of somebody's rating.
struct RatingStep {
  Rating rating;          // as it stood after it
  double moved = 0;       // by how much the game moved it
  double weight = 1;      // how much of a game it was; less than 1: see meeting_weight
  bool annulled = false;  // a moderator has taken back what it moved
  friend bool operator==(const RatingStep&, const RatingStep&) = default;
};

// The weights of a game's pairs as rate_game takes them; `meeting` tells of a seat, and of one that it meets.
std::vector<double> pair_weights(std::size_t seats, OneAddress rule,
                                 const std::function<Meeting(std::size_t, std::size_t)>& meeting);
double mean_weight(const std::vector<double>& weights, std::size_t seats, std::size_t seat);  // of somebody's pairs

// What moderators look at: who has gained much of late by games that look made.
inline constexpr std::int64_t kGainMs = 7LL * 24 * 3600 * 1000, kNewAccountMs = kGainMs;
inline constexpr int kLeastGames = 5;
struct GainedGame {
  double rating = 0, moved = 0;  // as it stood after it
  bool one_address = false;      // an opponent was at the same address
  bool against_new = false;      // an opponent's account was younger than kNewAccountMs
  std::vector<std::int64_t> opponents;
};
struct RatingGain {
  std::string name, rating_class;
  int games = 0;
  double before = 0, after = 0;                                             // the rating
  int opponents = 0, at_one_address = 0, against_new = 0, against_one = 0;  // people, games, games, games
  std::string opponent;                                                     // the one met most often
};
// Of somebody's games in a class, the first first. None: they do not look made. More than half of what was won must
// come from games at one address, from new accounts, or from one opponent who was met more than once.
struct FoundGain {
  RatingGain gain;            // without names
  std::int64_t opponent = 0;  // met most often
};
std::optional<FoundGain> made_gain(const std::vector<GainedGame>& games);

// A moderator takes back what rated games have moved, of everybody who sat in them.
struct Annulment {
  std::int64_t person = 0;  // whose games in the class, from this moment on
  std::string rating_class;
  std::int64_t since_ms = 0;
  std::int64_t by = 0;  // the moderator, whose own games stay
  std::string why;
  std::int64_t at_ms = 0;
  int games = 0, refunded = 0;    // games taken back; other people who got points back
  int left = 0;                   // games in which the moderator sat
  std::string name{}, by_name{};  // as they are now
};

class ListStore : public StorePart {
 public:
  using StorePart::StorePart;

  // Listed tables with a free seat, the newest first, and of one creator's no more than `most_of_one`; none where
  // somebody sits who blocks `person` or the reverse. Where there are more than `most`, the newest of everybody stays
  // before anybody's second, of accounts before those of guests; accounts at one address take their turn together.
  void open_tables(std::int64_t person, std::int64_t now_ms, int most, int most_of_one,
                   Read<std::vector<TableCard>> done);
  // Takes such a table off the list. Conflict: there is none; with a message, it is another's, and this person does not
  // moderate. What a moderator does to another's is written into the audit log.
  void end_listing(std::string table, std::int64_t person, bool moderates, std::int64_t now_ms, Done done);
  // Whether one of these blocks `person`.
  void blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done);
  // Where somebody sits, over or not, those below the number `before`, the newest first.
  void tables_of(std::int64_t person, bool over, std::int64_t before, int most, Read<std::vector<TableCard>> done);

  // Games that go on and that anybody may look for (TableRow::watchable), but those where an account sits that is in no
  // list of who is online. The strongest first, of the last `kRunningCandidates` that changed. `class_of`: the class in
  // which a game with such options is rated; called on a thread that reads.
  using ClassOf = std::string (*)(const std::string& game, const OptionValues& options);
  static constexpr int kRunningCandidates = 300;
  void running(RunningQuery query, ClassOf class_of, Read<std::vector<RunningCard>> done);

  // Once for each game: conflict where it was rated before. Computed from what everybody has at that moment. How much
  // it counts follows from the games before it (meeting_weight). Who sat down at one address was noted as they sat
  // down, by what was noted of their accounts last; the table keeps that they did, and a hash of the address until
  // `kAddressKeptMs` after it was rated.
  void rate(RatedGame game, Done done);
  void unrated(int most, Read<std::vector<std::string>> done);  // tables of rated games that wait for it
  void ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done, Freshness fresh = Freshness::now);
  void rating_history(std::int64_t person, std::string rating_class, int most, Read<std::vector<RatingStep>> done,
                      Freshness fresh = Freshness::now);  // the oldest first
  void leaders(std::string rating_class, std::int64_t now_ms, int most, Read<std::vector<LeaderLine>> done,
               Freshness fresh = Freshness::now);  // the first first

  // By games since then that look made, the largest first.
  void rating_gains(std::int64_t since_ms, int most, Read<std::vector<RatingGain>> done);
  // All in one, each game once: what is annulled stays so, and is not counted again. Deviations stay as they are. Told
  // with what was done; where that is nothing, nothing is written down.
  void annul(Annulment wish, Read<Annulment> done);
  void annulments(int most, Read<std::vector<Annulment>> done);  // the newest first
};

}  // namespace cairn
