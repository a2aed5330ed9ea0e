// Challenges, without a socket: who may challenge whom, answers and counter-offers, and the table when all have agreed.
// Beside the table service, on the loop's thread; answers come through callbacks on that thread.
//
// Nothing is kept here: every request reads the challenge, decides (challenge.h) and writes it down if it is still at
// the version that was read; else it is decided anew. So servers that share a store agree, and the table is made once.
//
// That somebody blocks somebody is told to nobody: who blocks and who lets nobody challenge him answer alike. What was
// sent before a block stays as it is for who sent it.
#pragma once

#include <functional>
#include <string>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/matchmaking/challenge.h"
#include "server/store/challenges.h"
#include "server/store/people.h"

namespace cairn {

// A challenge as somebody sees it.
struct ChallengeShown {
  Challenge challenge;
  std::string title;  // of its game
  std::int64_t person = 0;
};
struct ChallengeList {
  std::vector<ChallengeShown> challenges;
  std::string mark;  // of the last answer: what did not change is not told again
};

class Challenges {
 public:
  struct Stores {
    ChallengeStore& challenges;
    PeopleStore& people;
  };
  using Shown = Done<ChallengeShown>;
  Challenges(const Stores& stores, World world) : stores_(stores), world_(std::move(world)) {}
  Challenges(const Challenges&) = delete;
  Challenges& operator=(const Challenges&) = delete;

  void tick();  // about once a second: what has waited too long is over

  void make(const Person& person, const ChallengeWish& wish, Shown done);
  void list(const Person& person, const std::string& mark, Done<ChallengeList> done);  // one's own, of both kinds
  void show(const std::string& id, const Person& person, Shown done);
  void accept(const std::string& id, const Person& person, const AcceptWish& wish, Shown done);
  void decline(const std::string& id, const Person& person, const DeclineWish& wish, Shown done);
  void counter(const std::string& id, const Person& person, ChallengeWish wish, Shown done);
  void withdraw(const std::string& id, const Person& person, Shown done);

 private:
  struct Change {
    std::string id;
    std::int64_t person = 0;
    std::function<Decided(const Challenge&)> decide;
    Shown done;
    int tries = 0;
  };
  const GameInfo* game(std::string_view name) const;
  std::string title(const Challenge& challenge) const;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  ChallengeShown shown(const Challenge& challenge, std::int64_t person) const;
  // The terms whole, for so many people; or what is wrong with them.
  std::optional<Refusal> complete(PlayTerms& terms, std::size_t people) const;
  void party_read(const Person& person, const ChallengeWish& wish, const ChallengeParty& party, const Shown& done);
  void change(Change change);
  void write(Change change, Challenge challenge, std::vector<Notice> notices);
  void store(Change change, const Challenge& challenge, std::shared_ptr<const TableRow> begins,
             std::vector<Notice> notices);
  std::optional<Refusal> too_often(RateLimit& limit, const Person& person);

  const Stores stores_;
  World world_;
  RateLimit offers_{0.1, 10}, answers_{1, 30};  // by person
  bool ticking_ = false;
};

}  // namespace cairn
