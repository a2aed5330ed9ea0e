// Who waits for an opponent, what somebody plays, how strong people are: lists of a server, without a socket. On the
// loop's thread; answers come through callbacks.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "games/registry.h"
#include "server/base/world.h"
#include "server/play/refusal.h"
#include "server/store/lists.h"
#include "server/store/people.h"

namespace cairn {

struct AnnulWish {
  std::string rating_class;
  std::int64_t since_ms = 0;
  std::string why;
};

// Tables as somebody (0: nobody) sees them now. `games`: that this program knows.
struct OpenTables {
  std::vector<TableCard> tables;
  std::span<const GameInfo> games;
  std::int64_t person = 0, now_ms = 0;
};
struct OwnTables : OpenTables {
  std::optional<std::int64_t> next{};  // the list goes on below this number
};
struct RunningTables {
  std::shared_ptr<const std::vector<RunningCard>> tables;
  std::span<const GameInfo> games;
  std::int64_t person = 0, now_ms = 0;
};
struct RunningWish {
  std::string game{};  // "": any
  bool rated = false;  // no casual ones
  auto operator<=>(const RunningWish&) const = default;
};
struct TakenOffList {};
struct PersonRatings {
  std::span<const GameInfo> games;
  std::vector<ClassRating> ratings;
  std::int64_t now_ms = 0;  // deviations grow with the time
};
struct Leaders {
  std::span<const GameInfo> games;
  std::string rating_class;
  std::vector<LeaderLine> lines;
  std::int64_t now_ms = 0;
};

inline constexpr double kRunningKeptSeconds = 2;  // an answer is given to whoever asks the same

class Lobby {
 public:
  struct Stores {
    ListStore& lists;
    PeopleStore& people;
  };
  Lobby(const Stores& stores, World world) : stores_(stores), world_(std::move(world)) {}
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  void open_tables(const std::optional<Person>& person, Done<OpenTables> done);
  // The games being played now that anybody may look for, the strongest first; as they were up to `kRunningKeptSeconds`
  // ago.
  void running(const std::optional<Person>& person, const RunningWish& wish, Done<RunningTables> done);
  // Takes an open game off the list: its creator, or a moderator. Whoever has the link may still join.
  void take_back(const std::string& table, const Person& person, Done<TakenOffList> done);
  // Over or not, those below the number `before`; those where it is one's turn first.
  void own_tables(const Person& person, bool over, std::int64_t before, Done<OwnTables> done);
  // Of a person, in every class.
  void ratings(const std::string& name, Done<PersonRatings> done, Freshness fresh = Freshness::now);
  void history(const std::string& name, const std::string& rating_class, Done<std::vector<RatingStep>> done,
               Freshness fresh = Freshness::now);
  void leaders(const std::string& rating_class, Done<Leaders> done, Freshness fresh = Freshness::now);

  // --- for moderators: lobby_moderation.cpp
  void gains(const Person& moderator, Done<std::vector<RatingGain>> done);
  void annul(const Person& moderator, const std::string& name, const AnnulWish& wish, Done<Annulment> done);
  void annulments(const Person& moderator, Done<std::vector<Annulment>> done);

 private:
  Refusal unavailable(const std::string& what, const std::string& why, MessageText cannot = kNotReadNow) const;
  // Tells what the store found, or what `to` makes of it.
  template <class T, class To = std::identity>
  auto teller(const std::string& what, const Done<T>& done, const To& to = {}) const {
    return [this, what, done, to](const auto& found) {
      done(found.value ? Result<T>(to(*found.value)) : unavailable(what, found.error));
    };
  }
  void of_person(const std::string& name, std::function<void(const Refusal&)> fail,
                 std::function<void(const Person&)> go);

  struct KeptRunning {
    double at = 0;  // when it was read
    std::shared_ptr<const std::vector<RunningCard>> tables;
  };
  const Stores stores_;
  World world_;
  std::map<RunningWish, KeptRunning> running_;  // no older than `kRunningKeptSeconds` when the last was read
};

}  // namespace cairn
