// What is stored of seeks: who waits for any opponent at all. Part of the store; what store.h says of its calls and
// answers holds here.
//
// A person has one seek. It lives until a moment that its owner puts off by asking again, and when it is paired it
// names the table: both are written with the table or not at all, so that nobody is ever paired twice.
#pragma once

#include "server/store/challenges.h"
#include "server/store/store_part.h"

namespace cairn {

struct Seek {
  std::int64_t person = 0;
  std::string name{};  // as it is now, as the next two
  bool account = false;
  Rating rating{};  // in the class
  std::string request{};
  PlayTerms terms{};
  std::string rating_class{};
  std::int64_t since_ms = 0, until_ms = 0;
  std::string table{};    // "": it is not paired
  bool handicap = false;  // stones and komi by the difference of the ratings
  friend bool operator==(const Seek&, const Seek&) = default;
};

struct OpenSeeks {
  std::vector<Seek> seeks;  // who has waited longest first
  Blocks blocks;            // among them
};

struct FirstMoves {
  int games = 0, first = 0;  // of the last ones: how often somebody had the first seat
};

class SeekStore : public StorePart {
 public:
  SeekStore(Database& database, std::int64_t me) : StorePart(database), me_(me) {}

  // Instead of another one. With the same request: it lives on until `until_ms`, as long as it is not paired; where it
  // had run out it begins anew at `since_ms`.
  void put_seek(Seek seek, Done done);
  void end_seek(std::int64_t person, Done done);  // that is not paired
  void seek_of(std::int64_t person, Read<Seek> done);
  void open_seeks(std::int64_t now_ms, int most, Read<OpenSeeks> done);
  // At the last `most` tables of people, two of them, at this game.
  void first_moves(std::vector<std::int64_t> people, std::string game, int most, Read<std::vector<FirstMoves>> done);
  // The table begins, if both still live, with the requests that are given. Conflict: one does not.
  void pair_seeks(Seek one, Seek other, std::shared_ptr<const TableRow> begins, std::int64_t now_ms, Done done);

 private:
  const std::int64_t me_;  // this start of this server
};

}  // namespace cairn
