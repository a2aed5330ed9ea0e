#include "server/matchmaking/lobby.h"

#include <algorithm>

#include "server/people/talk_replies.h"
#include "server/tables/rated_game.h"
#include "server/tables/table_service.h"

namespace cairn {

namespace {

constexpr int kMostOpenTables = 200, kMostOwn = 100, kMostHistory = 2'000, kMostLeaders = 100, kMostRunning = 60;
constexpr int kMostOfPerson = 10;  // open games that are shown of somebody
// A game is being played now whose last move is not older.
constexpr std::int64_t kLiveNowMs = kHourMs, kCorrespondenceNowMs = kDayMs;

Refusal bad_class() {
  return {Code::bad_request,
          Message("class-game-its-size", "\"class\" must be a game with its size, such as \"go-9\"")};
}

}  // namespace

Refusal Lobby::unavailable(const std::string& what, const std::string& why, MessageText cannot) const {
  return log_unavailable(world_.log, what, why, cannot);
}

void Lobby::open_tables(const std::optional<Person>& person, Done<OpenTables> done) {
  const auto to = [this, id = person ? person->id : 0](const std::vector<TableCard>& tables) {
    return OpenTables{tables, world_.games, id, world_.now_ms()};
  };
  stores_.lists.open_tables(person ? person->id : 0, world_.now_ms(), kMostOpenTables, kMostOfPerson,
                            teller("reading open tables", done, to));
}

void Lobby::running(const std::optional<Person>& person, const RunningWish& wish, Done<RunningTables> done) {
  const auto shown = [this, id = person ? person->id : 0](const KeptRunning& kept) {
    return RunningTables{kept.tables, world_.games, id, world_.now_ms()};
  };
  const double now = world_.seconds();
  const auto old = [now](const auto& kept) { return now - kept.second.at >= kRunningKeptSeconds; };
  std::erase_if(running_, old);
  if (const auto kept = running_.find(wish); kept != running_.end()) return done(shown(kept->second));
  const auto to = [this, wish, now, shown](const std::vector<RunningCard>& tables) {
    return shown(running_[wish] = {now, std::make_shared<const std::vector<RunningCard>>(tables)});
  };
  RunningQuery query;
  query.now_ms = world_.now_ms();
  query.since_ms = query.now_ms - kLiveNowMs;
  query.since_correspondence_ms = query.now_ms - kCorrespondenceNowMs;
  query.game = wish.game;
  query.rated = wish.rated;
  query.most = kMostRunning;
  stores_.lists.running(std::move(query), rating_class_of, teller("reading running games", done, to));
}

void Lobby::take_back(const std::string& table, const Person& person, Done<TakenOffList> done) {
  const bool moderates = may_moderate(person);
  stores_.lists.end_listing(
      table, person.id, moderates, world_.now_ms(), [this, person, done = std::move(done)](const Written& written) {
        if (written.how == Written::How::durable) return done(TakenOffList{});
        if (written.how == Written::How::failed)
          return done(unavailable("taking an open game back", written.message, kNothingDone));
        if (written.message.empty())
          return done(
              Refusal{Code::not_found, Message("no-such-open-game", "this open game is no longer in the lobby")});
        done(not_theirs(
            person,
            {Code::not_for_you, Message("only-who-opened-game",
                                        "only the player who posted the open game, or a moderator, can withdraw it")}));
      });
}

void Lobby::own_tables(const Person& person, bool over, std::int64_t before, Done<OwnTables> done) {
  const auto to = [this, id = person.id](const std::vector<TableCard>& tables) {
    OwnTables own{{tables, world_.games, id, world_.now_ms()}};
    if (tables.size() == static_cast<std::size_t>(kMostOwn)) own.next = tables.back().number;
    std::stable_partition(own.tables.begin(), own.tables.end(),
                          [&](const TableCard& one) { return one.waits_for(id); });
    return own;
  };
  stores_.lists.tables_of(person.id, over, before, kMostOwn, teller("reading somebody's tables", done, to));
}

void Lobby::of_person(const std::string& name, std::function<void(const Refusal&)> fail,
                      std::function<void(const Person&)> go) {
  stores_.people.account_named(name, [this, fail = std::move(fail), go = std::move(go)](const Found<Account>& found) {
    if (!found.error.empty()) return fail(unavailable("reading an account", found.error));
    if (!found.value)
      return fail(
          Refusal{Code::not_found, Message("nobody-here-has-this-name", "there is no player with this name here")});
    go(found.value->person);
  });
}

void Lobby::ratings(const std::string& name, Done<PersonRatings> done, Freshness fresh) {
  const auto to = [this](const std::vector<ClassRating>& ratings) {
    return PersonRatings{world_.games, ratings, world_.now_ms()};
  };
  of_person(name, done, [this, done, to, fresh](const Person& person) {
    stores_.lists.ratings_of(person.id, teller("reading ratings", done, to), fresh);
  });
}

void Lobby::history(const std::string& name, const std::string& rating_class, Done<std::vector<RatingStep>> done,
                    Freshness fresh) {
  const auto named = read_rating_class(rating_class);
  if (!named) return done(bad_class());
  of_person(name, done, [this, named = *named, done, fresh](const Person& person) {
    stores_.lists.rating_history(person.id, named, kMostHistory, teller("reading ratings", done), fresh);
  });
}

void Lobby::leaders(const std::string& rating_class, Done<Leaders> done, Freshness fresh) {
  const auto named = read_rating_class(rating_class);
  if (!named) return done(bad_class());
  const auto to = [this, named](const std::vector<LeaderLine>& lines) {
    return Leaders{world_.games, *named, lines, world_.now_ms()};
  };
  stores_.lists.leaders(*named, world_.now_ms(), kMostLeaders, teller("reading leaders", done, to), fresh);
}

}  // namespace cairn
