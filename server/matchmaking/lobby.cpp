#include "server/matchmaking/lobby.h"

#include <algorithm>

#include "core/text.h"
#include "server/protocol/lists_to_client.h"
#include "server/protocol/replies.h"

namespace cairn {

namespace {

constexpr int kMostOpenTables = 200, kMostOwn = 100, kMostHistory = 2'000, kMostLeaders = 100;

Reply bad_class() {
  return Refusal{Code::bad_request, R"("class" is a game with its size, as "go-9")"};
}

}  // namespace

const GameInfo* Lobby::game(std::string_view name) const {
  return find_game(name, world_.games);
}

Reply Lobby::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, "read just now");
}

void Lobby::open_tables(const std::optional<Person>& person, Done done) {
  store_.open_tables(person ? person->id : 0, world_.now_ms(), kMostOpenTables, kMostListedOfAccount,
                     [this, person, done = std::move(done)](const Found<std::vector<TableCard>>& found) {
                       if (!found.value) return done(unavailable("reading open tables", found.error));
                       Json list = Json::array();
                       for (const TableCard& card : *found.value) {
                         list.push_back(card_json(card, game(card.game), person ? person->id : 0, world_.now_ms()));
                         if (person && card.creator == person->id) list.back()["yours"] = true;
                       }
                       done(good({{"tables", std::move(list)}}));
                     });
}

void Lobby::take_back(const std::string& table, const Person& person, Done done) {
  const bool moderates = person.role != Role::player;
  store_.end_listing(table, moderates ? 0 : person.id, world_.now_ms(),
                     [this, done = std::move(done)](const Written& written) {
                       if (written.how == Written::How::durable) return done(good({{"ended", 1}}));
                       if (written.how == Written::How::failed)
                         return done(log_unavailable(world_.log, "taking an open game back", written.message,
                                                     "done just now and was not done"));
                       if (written.message.empty())
                         return done(Refusal{Code::not_found, "no such open game waits in the lobby"});
                       done(Refusal{Code::not_for_you, "only who opened the game, or a moderator, takes it back"});
                     });
}

void Lobby::own_tables(const Person& person, bool over, std::int64_t before, Done done) {
  store_.tables_of(person.id, over, before, kMostOwn,
                   [this, person, done = std::move(done)](const Found<std::vector<TableCard>>& found) {
                     if (!found.value) return done(unavailable("reading somebody's tables", found.error));
                     Json mine = Json::array(), others = Json::array(), next = nullptr;
                     for (const TableCard& card : *found.value) {
                       Json json = card_json(card, game(card.game), person.id, world_.now_ms());
                       (json.at("your_turn").get<bool>() ? mine : others).push_back(std::move(json));
                     }
                     if (found.value->size() == static_cast<std::size_t>(kMostOwn)) next = found.value->back().number;
                     for (Json& json : others) mine.push_back(std::move(json));
                     done(good({{"tables", std::move(mine)}, {"next", std::move(next)}}));
                   });
}

void Lobby::of_person(const std::string& name, Done done, std::function<void(std::int64_t)> go) {
  store_.account_named(name, [this, done = std::move(done), go = std::move(go)](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value) return done(Refusal{Code::not_found, "nobody here has this name"});
    go(found.value->person.id);
  });
}

void Lobby::ratings(const std::string& name, Done done) {
  of_person(name, done, [this, done](std::int64_t person) {
    store_.ratings_of(person, [this, done](const Found<std::vector<ClassRating>>& found) {
      if (!found.value) return done(unavailable("reading ratings", found.error));
      Json list = Json::array();
      for (const ClassRating& one : *found.value) list.push_back(class_rating_json(one, world_.now_ms()));
      done(good({{"ratings", std::move(list)}}));
    });
  });
}

void Lobby::history(const std::string& name, const std::string& rating_class, Done done) {
  if (!is_rating_class(rating_class)) return done(bad_class());
  of_person(name, done, [this, rating_class, done](std::int64_t person) {
    store_.rating_history(person, rating_class, kMostHistory,
                          [this, done](const Found<std::vector<RatingStep>>& found) {
                            if (!found.value) return done(unavailable("reading ratings", found.error));
                            done(good({{"history", list_json(*found.value, rating_step_json)}}));
                          });
  });
}

void Lobby::leaders(const std::string& rating_class, Done done) {
  if (!is_rating_class(rating_class)) return done(bad_class());
  store_.leaders(rating_class, world_.now_ms(), kMostLeaders,
                 [this, done = std::move(done)](const Found<std::vector<LeaderLine>>& found) {
                   if (!found.value) return done(unavailable("reading leaders", found.error));
                   Json list = Json::array();
                   for (const LeaderLine& one : *found.value) list.push_back(leader_json(one, world_.now_ms()));
                   done(good({{"leaders", std::move(list)}}));
                 });
}

}  // namespace cairn
