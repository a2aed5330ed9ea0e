// What a store tells of many games at once: who waits for an opponent, what somebody plays, how strong people are.
#pragma once

#include <string>
#include <vector>

#include "core/options.h"
#include "server/ratings.h"
#include "server/store/answers.h"
#include "server/table.h"

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
  std::vector<Chair> chairs;
};

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

// A rated game that is over: people and their ranks. Nobody: it was none (somebody never moved), and nothing changes.
struct RatedGame {
  std::string table, rating_class;
  std::vector<std::int64_t> people;
  std::vector<int> ranks;
  std::int64_t at_ms = 0;
  double ahead = 0;  // ranks that the first of them was ahead by the terms
};

class ListStore {
 public:
  using Done = std::function<void(const Written&)>;
  template <class T>
  using Read = std::function<void(Found<T>)>;
  virtual ~ListStore() = default;

  // Listed tables with a free seat, the newest first; none where somebody sits who blocks `person` or the reverse.
  virtual void open_tables(std::int64_t person, std::int64_t now_ms, int most, Read<std::vector<TableCard>> done) = 0;
  // Whether one of these blocks `person`.
  virtual void blocked_by(std::int64_t person, std::vector<std::int64_t> people, Read<bool> done) = 0;
  // Where somebody sits, over or not, those below the number `before`, the newest first.
  virtual void tables_of(std::int64_t person, bool over, std::int64_t before, int most,
                         Read<std::vector<TableCard>> done) = 0;

  // Once for each game: conflict where it was rated before. Computed from what everybody has at that moment.
  virtual void rate(RatedGame game, Done done) = 0;
  virtual void unrated(int most, Read<std::vector<std::string>> done) = 0;  // tables of rated games that wait for it
  virtual void ratings_of(std::int64_t person, Read<std::vector<ClassRating>> done) = 0;
  virtual void rating_history(std::int64_t person, std::string rating_class, int most,
                              Read<std::vector<Rating>> done) = 0;  // the oldest first
  virtual void leaders(std::string rating_class, std::int64_t now_ms, int most,
                       Read<std::vector<LeaderLine>> done) = 0;  // the first first
};

}  // namespace cairn
