// Feeds: what there is to know of one's games for a reader of news (Atom), which cannot sign in: whoever has the
// address may read it, so it can be made anew and taken back. Without a socket, on the loop's thread; answers come
// through callbacks.
//
// Nothing is written for it: the entries follow from the lists that its owner sees anyway, and say that it is his turn,
// never how the game stands.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "server/base/limits.h"
#include "server/base/world.h"
#include "server/notifications/atom_text.h"
#include "server/play/refusal.h"
#include "server/store/archive.h"
#include "server/store/atom.h"
#include "server/store/challenges.h"
#include "server/store/lists.h"

namespace cairn {

inline constexpr std::int64_t kAtomMs = 14 * kDayMs;  // how long what happened stays in a feed

struct OwnFeed {
  std::optional<std::int64_t> created_ms;  // none: there is no feed
};
struct NewFeed {
  std::string name;  // the last part of its address, which its owner sees this once
  std::int64_t created_ms = 0;
};
struct FeedEnded {
  bool was_there = false;
};

class AtomFeeds {
 public:
  struct Stores {
    ArchiveStore& archive;
    AtomStore& atom;
    ChallengeStore& challenges;
    ListStore& lists;
  };
  // `site`: its name; "" as usual.
  AtomFeeds(
      const Stores& stores, World world, std::function<std::string()> site = [] { return std::string(); })
      : stores_(stores), world_(std::move(world)), site_(std::move(site)) {}
  AtomFeeds(const AtomFeeds&) = delete;
  AtomFeeds& operator=(const AtomFeeds&) = delete;

  void show(const Person& person, Done<OwnFeed> done);   // its address is not known any more
  void renew(const Person& person, Done<NewFeed> done);  // the one before ends
  void end(const Person& person, Done<FeedEnded> done);
  void read(const std::string& name, Done<AtomFeed> done);  // what stands in the address: the secret and ".atom"

 private:
  struct Reading;
  Refusal unavailable(const std::string& what, const std::string& why) const;
  std::string title(const std::string& game) const;
  void add_turns(const std::shared_ptr<Reading>& reading);
  void add_ends(const std::shared_ptr<Reading>& reading);
  void add_challenges(const std::shared_ptr<Reading>& reading);
  void add_rounds(const std::shared_ptr<Reading>& reading);

  const Stores stores_;
  World world_;
  std::function<std::string()> site_;
  RateLimit renewals_{0.2, 30};  // by person
  RateLimit reads_{0.1, 30};
};

}  // namespace cairn
