// Who waits for an opponent, what somebody plays, how strong people are: lists of a server, without a socket. On the
// loop's thread; answers come through callbacks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "games/registry.h"
#include "server/base/world.h"
#include "server/protocol/moderation_from_client.h"
#include "server/store/store.h"
#include "server/tables/club.h"

namespace cairn {

class Lobby {
 public:
  using Done = Club::Done;
  Lobby(Store& store, World world) : store_(store), world_(std::move(world)) {}
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  void open_tables(const std::optional<Person>& person, Done done);
  // Takes an open game off the list: its creator, or a moderator. Whoever has the link may still join.
  void take_back(const std::string& table, const Person& person, Done done);
  // Over or not, those below the number `before`; those where it is one's turn first.
  void own_tables(const Person& person, bool over, std::int64_t before, Done done);
  void ratings(const std::string& name, Done done);                                   // of a person, in every class
  void history(const std::string& name, const std::string& rating_class, Done done);  // of one class, for a graph
  void leaders(const std::string& rating_class, Done done);

  // --- for moderators: lobby_moderation.cpp
  void gains(const Person& moderator, Done done);
  void annul(const Person& moderator, const std::string& name, const AnnulWish& wish, Done done);
  void annulments(const Person& moderator, Done done);

 private:
  const GameInfo* game(std::string_view name) const;
  Reply unavailable(const std::string& what, const std::string& why) const;
  void of_person(const std::string& name, Done done, std::function<void(std::int64_t)> go);

  Store& store_;
  World world_;
};

}  // namespace cairn
