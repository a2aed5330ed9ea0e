// What is stored of challenges: games that somebody wants with people whom he names. Part of the store; what store.h
// says of its calls and answers holds here.
//
// A challenge has a version, which every change raises and which decides which of two changes came first, and a number
// of its offer: a counter-offer is the next one, to which everybody must agree anew. The table is made by the very
// write with which the last one agrees: there is one, or there is none and the challenge is open.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "core/options.h"
#include "server/play/clock_rule.h"
#include "server/play/ratings.h"
#include "server/store/outbox.h"
#include "server/store/people.h"
#include "server/store/store_part.h"

namespace cairn {

struct TableRow;

// What shall be played.
struct PlayTerms {
  std::string game;
  OptionValues options;
  ClockRule clock{};
  bool rated = false;
  friend bool operator==(const PlayTerms&, const PlayTerms&) = default;
};

// The numbers stand in the store; so do those of `ChallengeState`.
enum class DeclineReason : std::uint8_t {
  not_now,
  not_this_game,
  not_these_terms,
  not_with_this_clock,
  not_rated,
  only_rated,
  enough_games,
  other,
};
inline constexpr int kDeclineReasons = static_cast<int>(DeclineReason::other) + 1;
enum class ChallengeState : std::uint8_t { open, made, declined, withdrawn, expired };
inline constexpr int kChallengeStates = static_cast<int>(ChallengeState::expired) + 1;

struct Challenged {
  std::int64_t person = 0;
  std::string name{};  // as it is now
  int seat = -1;       // in this offer; -1: by lot
  bool accepted = false, account = false;
  friend bool operator==(const Challenged&, const Challenged&) = default;
};

using Blocks = std::vector<std::pair<std::int64_t, std::int64_t>>;  // who blocks whom

struct Challenge {
  std::string id;
  int version = 1, offer = 1;
  ChallengeState state = ChallengeState::open;
  std::int64_t maker = 0;  // of this offer
  std::string request{};   // with which it was made
  PlayTerms terms{};
  std::string note{};
  std::vector<Challenged> people{};  // the first is who began
  std::int64_t created_ms = 0, expires_ms = 0, changed_ms = 0;
  std::string table{};           // that was made
  std::int64_t declined_by = 0;  // 0: nobody has
  DeclineReason reason{};
  Blocks blocks{};  // among these people, as it is now
  friend bool operator==(const Challenge&, const Challenge&) = default;
};

// Somebody who is to be challenged, or who challenges.
struct PartyMember {
  Person person{};
  std::string preferences = "{}";
  Rating rating{};      // in the class of the game
  int incoming = 0;     // open challenges of others
  bool barred = false;  // suspended or closed
};
struct ChallengeParty {
  std::vector<PartyMember> people;   // who asks, then those who were named; none where a name is nobody's
  std::vector<std::string> unknown;  // such names
  Blocks blocks;
};

class ChallengeStore : public StorePart {
 public:
  ChallengeStore(Database& database, std::int64_t me) : StorePart(database), me_(me) {}

  void challenge_party(std::int64_t person, std::vector<std::string> names, std::string rating_class,
                       std::int64_t now_ms, Read<ChallengeParty> done);
  // Conflict: who begins has `most` open; with a message: the request was his before, for the challenge that it names.
  void add_challenge(Challenge challenge, int most, std::vector<Notice> notices, Done done);
  // As it is at the version after `challenge.version`, where it is at that one; with the table that begins, or null.
  void change_challenge(Challenge challenge, std::shared_ptr<const TableRow> begins, std::vector<Notice> notices,
                        Done done);
  void read_challenge(std::string id, Read<Challenge> done);
  // Those that are open, and those that changed since, the newest first.
  void challenges_of(std::int64_t person, std::int64_t since_ms, int most, Read<std::vector<Challenge>> done);
  void due_challenges(std::int64_t now_ms, int most, Read<std::vector<Challenge>> done);  // open too long

 private:
  const std::int64_t me_;  // this start of this server
};

}  // namespace cairn
