#include "server/matchmaking/tournament_desk.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/people/talk_replies.h"
#include "server/tables/notices.h"
#include "server/tables/rated_game.h"
#include "server/tournaments/setup_json.h"

namespace cairn {

namespace {

using EntryKind = TournamentEntry::Kind;
using End = Tournament::End;

constexpr int kMostTournaments = 50, kMostConflictingWrites = 8;
constexpr std::size_t kMostBodies = 50;
constexpr int kStrengthOfNobody = 1500;
constexpr std::size_t kQuickLog = 1'000;  // entries that are taken in on the loop; more are not
constexpr std::size_t kMostOpening = 200, kMostOpeningOfOne = 20;

Refusal not_now(Message why) {
  return {Code::tournament, std::move(why)};
}

std::int64_t number_of_person(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool may_manage(const StoredTournament& stored, const Person& person) {
  return stored.row.organiser == person.id || may_moderate(person);
}

std::string name_of(const StoredTournament& stored, std::int64_t person) {
  for (const auto& [number, name] : stored.names)
    if (number == person) return name;
  return {};
}

std::optional<int> player_named(const StoredTournament& stored, const Tournament& tournament, std::string_view name) {
  for (const auto& [person, known] : stored.names)
    if (equal_ignoring_case(known, name)) return tournament.player_of(person);
  return std::nullopt;
}

// The value knows numbers, people names: "player 3" is "Ann".
Message with_names(const Message& why, const StoredTournament& stored, const Tournament& tournament) {
  const Message::Argument* player = why.argument("player");
  const auto number = player == nullptr ? std::nullopt : player_number(player->value.english());
  if (!number) return why;
  return why.with({"player", name_of(stored, tournament.players()[static_cast<std::size_t>(*number)].person)});
}

}  // namespace

Tournaments::Tournaments(const Stores& stores, TableService& table_service, World world)
    : stores_(stores),
      table_service_(table_service),
      world_(std::move(world)),
      queue_(world_.post, kMostOpening, kMostOpeningOfOne) {}

const GameInfo* Tournaments::game(std::string_view name) const {
  return find_game(name, world_.games);
}

Refusal Tournaments::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

TournamentShown Tournaments::shown(const KnownPtr& known, const std::optional<Person>& person) const {
  const std::string& id = known->stored.row.id;
  const Tournament& tournament = known->tournament;
  if (bodies_.size() >= kMostBodies && !bodies_.contains(id)) bodies_.clear();
  Body& body = bodies_[id];
  if (body.number != tournament.number()) body = {tournament.number(), std::make_shared<SharedText>()};
  TournamentShown out{known, game(tournament.setup().game), person ? person->id : 0, world_.now_ms(), body.text};
  out.manages = person && may_manage(known->stored, *person);
  return out;
}

// A long log is taken in beside the loop.
void Tournaments::read(const std::string& id, const Asker& who, std::function<void(const KnownPtr&)> then,
                       std::function<void(const Refusal&)> fail) {
  stores_.tournaments.load_tournament(id, [this, id, who, then = std::move(then),
                                           fail = std::move(fail)](Found<StoredTournament> found) {
    if (!found.error.empty()) return fail(unavailable("reading a tournament", found.error));
    if (!found.value)
      return fail(Refusal{Code::not_found, Message("no-such-tournament", "this tournament does not exist")});
    const bool quick = found.value->log.size() <= kQuickLog;
    const auto open = [stored = std::make_shared<StoredTournament>(std::move(*found.value))] {
      return opened(*stored);
    };
    const auto take = [this, id, then, fail](const Opened& opened) {
      if (opened.known) return then(opened.known);
      if (broken_.insert(id).second) world_.log("tournament " + id + " cannot be read: " + opened.error);
      fail(Refusal{Code::broken_record, Message("record-tournament-cannot-read",
                                                "the record of this tournament cannot be read; it is kept unchanged")});
    };
    if (quick) return take(open());
    if (!queue_.run(who, open, take))
      fail(Refusal{Code::unavailable,
                   Message("too-many-tournaments-being", "the server is reading too many tournaments; try again"), 2});
  });
}

Tournaments::Opened Tournaments::opened(StoredTournament& stored) {
  auto setup = read_tournament_setup(parse_json(stored.row.setup));
  if (const auto* wrong = std::get_if<Fault>(&setup)) return {nullptr, wrong->message};
  auto made = Tournament::open(std::move(std::get<TournamentSetup>(setup)), std::exchange(stored.log, {}));
  if (!made.tournament) return {nullptr, std::move(made.error)};
  return {std::make_shared<const Known>(Known{std::move(stored), std::move(*made.tournament)}), {}};
}

// What somebody does who moderates and does not organise.
std::vector<ActNote> Tournaments::acts_of(const Known& known, const Person& person, const Entries& entries) {
  std::vector<ActNote> acts;
  const TournamentRow& row = known.stored.row;
  if (!may_moderate(person) || row.organiser == person.id) return acts;
  const std::string place = "/tournaments/" + row.id;
  const bool removed = std::any_of(entries.begin(), entries.end(), [](const TournamentEntry& entry) {
    return entry.kind == TournamentEntry::Kind::withdraw;
  });
  const auto game_of = [](const TournamentEntry& entry) { return entry.words.substr(0, entry.words.find(' ')); };
  for (const TournamentEntry& entry : entries) {
    if (entry.kind == TournamentEntry::Kind::cancel)
      acts.push_back({Act::cancel_tournament, {person.id, row.organiser, {}}, place});
    else if (entry.kind == TournamentEntry::Kind::start)
      acts.push_back({Act::start_tournament, {person.id, row.organiser, {}}, place});
    else if (entry.kind == TournamentEntry::Kind::withdraw && entry.words != std::to_string(person.id))
      acts.push_back({Act::remove_player, {person.id, number_of_person(entry.words), {}}, place});
    else if (removed && entry.kind == TournamentEntry::Kind::end)
      continue;  // what the removal did to the open game
    else if (entry.kind == TournamentEntry::Kind::end && entry.by == person.id &&
             !known.tournament.is_partial(person.id, parse_int(game_of(entry))))  // as a player they give up or decline
      acts.push_back({Act::rule, {person.id, 0, {}}, place + " " + game_of(entry)});
    else if (entry.kind == TournamentEntry::Kind::upheld)
      acts.push_back({Act::uphold, {person.id, 0, {}}, place + " " + game_of(entry)});
  }
  return acts;
}

Result<TournamentAppend> Tournaments::append_of(const Known& known, const Entries& entries) const {
  Tournament after = known.tournament;
  if (auto why = after.take(entries); !why.empty()) return not_now(with_names(why, known.stored, known.tournament));
  TournamentAppend append;
  append.id = known.stored.row.id;
  append.after = known.tournament.number();
  append.entries = entries;
  append.state = after.state();
  append.players = static_cast<int>(
      std::count_if(after.players().begin(), after.players().end(), [](const auto& player) { return player.here; }));
  append.due_ms = after.due_ms();
  append.appeals = after.open_appeals();
  append.notices = notices_of(append.id, after, known.tournament.games().size(), known.stored.names,
                              entries.empty() ? 0 : entries.back().at_ms);
  return append;
}

// Decided anew whenever something else came before it.
void Tournaments::change(const std::string& id, const Person& person, Decide decide, Shown done, int tries) {
  if (tries == 0)
    if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
      return done(much_at_once(wait));
  const auto go = [=, this](const KnownPtr& known) {
    const Decided entries = decide(*known);
    if (!entries) return done(entries.refusal());
    if (entries->empty()) return done(shown(known, person));
    auto append = append_of(*known, *entries);
    if (!append) return done(append.refusal());
    append->acts = acts_of(*known, person, *entries);
    stores_.tournaments.append_tournament(std::move(*append), [=, this](const Written& written) {
      if (written.how == Written::How::conflict && tries < kMostConflictingWrites)
        return change(id, person, decide, done, tries + 1);
      if (written.how != Written::How::durable) return done(unavailable("writing a tournament", written.message));
      show(id, person, asker_of(person.id), done);
      work(id);
    });
  };
  read(id, asker_of(person.id), go, done);
}

void Tournaments::manage(const std::string& id, const Person& person, const Decide& decide, Shown done) {
  const Decide allowed = [person, decide](const Known& known) -> Decided {
    if (!may_manage(known.stored, person))
      return not_theirs(person, {Code::not_for_you, Message("only-who-organises-moderators",
                                                            "only the organiser, {player}, and moderators can do this",
                                                            {{"player", known.stored.organiser}})});
    return decide(known);
  };
  change(id, person, allowed, std::move(done));
}

// --- what anybody may ask

void Tournaments::list(Tournament::State state, const std::string& of_game, std::int64_t before,
                       Done<TournamentList> done) {
  auto go = [this, of_game, done = std::move(done)](const Found<std::vector<TournamentCard>>& found) {
    if (!found.value) return done(unavailable("reading tournaments", found.error));
    TournamentList list;
    for (const TournamentCard& card : *found.value) {
      const auto setup = read_tournament_setup(parse_json(card.setup));
      const auto* good = std::get_if<TournamentSetup>(&setup);
      if (good != nullptr && (of_game.empty() || good->game == of_game))
        list.lines.push_back({card, *good, game(good->game)});
    }
    if (found.value->size() == static_cast<std::size_t>(kMostTournaments)) list.next = found.value->back().place;
    done(list);
  };
  stores_.tournaments.tournaments(state, of_game, before, kMostTournaments, std::move(go));
}

void Tournaments::show(const std::string& id, const std::optional<Person>& person, const Asker& who, Shown done) {
  read(
      id, who, [this, person, done](const KnownPtr& known) { done(shown(known, person)); }, done);
}

void Tournaments::create(const Person& person, const TournamentWish& wish, Shown done) {
  if (!person.account)
    return done(Refusal{Code::no_account, Message("tournaments-people-account-post",
                                                  "tournaments need an account; create one with POST /api/account")});
  TournamentSetup setup = wish.setup;
  const GameInfo* info = game(setup.game);
  if (info == nullptr) return done(Refusal{Code::unknown_game, unknown_game(setup.game)});
  const Made made = info->make({setup.options, std::nullopt});
  if (!made.error.empty()) return done(Refusal{Code::bad_options, made.error});
  if (made.position.seats() != 2)
    return done(Refusal{
        Code::bad_options,
        Message("tournament-games-for-two", "tournament games are for two players; choose options with two seats")});
  const View view = made.position.view(Viewer::spectator);
  const bool tallies =
      std::all_of(view.sides.begin(), view.sides.end(), [](const View::Side& side) { return side.captures >= 0; });
  if (setup.match == TournamentSetup::Match::two_games_and_tally && !tallies)
    return done(
        Refusal{Code::bad_options, Message("game-counts-captures-match",
                                           "captures do not count in this game; \"match\" must be single or best-of")});
  const std::int64_t now = world_.now_ms();
  if (setup.starts_ms != 0 && (setup.starts_ms <= now || setup.starts_ms > now + kMaxClockMs))
    return done(Refusal{Code::bad_request,
                        Message("starts-must-moment-coming", "\"starts\" must be a time within the next year")});
  setup.game = info->name;
  setup.options = info->complete(setup.options);
  double ahead = 0;
  if (auto why = setup.rated ? unrated_options(*info, setup.options, ahead) : ""; !why.empty())
    return done(Refusal{Code::bad_options, std::move(why)});
  if (const int wait = deeds_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  TournamentRow row;
  row.id = new_table_id();
  row.setup = to_text(tournament_setup_json(setup));
  row.game = setup.game;
  row.organiser = person.id;
  row.created_ms = now;
  row.request = wish.request;
  row.due_ms = setup.starts_ms;
  row.most_open = kMostOpenTournaments;
  const std::string id = row.id;
  stores_.tournaments.add_tournament(std::move(row), kMostOwnTournaments, [=, this](const Written& written) {
    if (written.how == Written::How::conflict && written.message.empty())
      return done(
          Refusal{Code::too_many_kept, Message("one-person-tournaments-not",
                                               "you can have at most {open} tournaments that have not started, and "
                                               "{most} that are not over; start or end one before you create another",
                                               {{"open", kMostOpenTournaments}, {"most", kMostOwnTournaments}})});
    if (written.how == Written::How::failed) return done(unavailable("storing a tournament", written.message));
    const std::string& there = written.message.empty() ? id : written.message;
    read(
        there, asker_of(person.id), [=, this](const KnownPtr& known) { done(shown(known, person)); }, done);
  });
}

// --- what players do

void Tournaments::enter(const std::string& id, const Person& person, Shown done) {
  if (!person.account)
    return done(Refusal{Code::no_account, Message("tournaments-people-account-post",
                                                  "tournaments need an account; create one with POST /api/account")});
  const auto known_class = [=, this](const KnownPtr& known) {
    const std::string name = rating_class_of(known->tournament.setup().game, known->tournament.setup().options);
    stores_.lists.ratings_of(person.id, [=, this](const Found<std::vector<ClassRating>>& found) {
      if (!found.value) return done(unavailable("reading ratings", found.error));
      int strength = kStrengthOfNobody;
      for (const ClassRating& one : *found.value)
        if (one.name == name) strength = static_cast<int>(std::lround(one.rating.rating));
      const auto decide = [this, person, strength](const Known& now) -> Decided {
        if (now.tournament.player_of(person.id)) return Entries{};
        return Entries{
            {EntryKind::enter, world_.now_ms(), person.id, std::to_string(person.id) + " " + std::to_string(strength)}};
      };
      change(id, person, decide, done);
    });
  };
  read(id, asker_of(person.id), known_class, done);
}

void Tournaments::withdraw(const std::string& id, const Person& person, const PlayerWish& wish, Shown done) {
  const auto decide = [this, person, wish](const Known& known) -> Decided {
    const bool own = wish.name.empty();
    if (!own && !may_manage(known.stored, person))
      return not_theirs(person, {Code::not_for_you, Message("only-moderators-take-others",
                                                            "only {player} and moderators can remove other players",
                                                            {{"player", known.stored.organiser}})});
    const auto player =
        own ? known.tournament.player_of(person.id) : player_named(known.stored, known.tournament, wish.name);
    if (!player)
      return not_now(own ? Message("you-do-not-play", "you are not a player of this tournament")
                         : Message("does-not-play", "{name} is not one of its players", {{"name", wish.name}}));
    const bool begun = known.tournament.state() == Tournament::State::running;
    if (!own && begun && known.tournament.is_partial(person.id, known.tournament.open_game_of(*player)))
      return Refusal{Code::not_for_you, kPartial};
    return known.tournament.withdrawal(*player, person.id, world_.now_ms());
  };
  change(id, person, decide, std::move(done));
}

void Tournaments::attend(const std::string& id, const Person& person, Shown done) {
  const auto decide = [this, person](const Known&) -> Decided {
    return Entries{{EntryKind::here, world_.now_ms(), person.id, std::to_string(person.id)}};
  };
  change(id, person, decide, std::move(done));
}

void Tournaments::challenge(const std::string& id, const Person& person, const PlayerWish& wish, Shown done) {
  const auto decide = [this, person, wish](const Known& known, bool barred) -> Decided {
    const Tournament& tournament = known.tournament;
    const auto from = tournament.player_of(person.id), to = player_named(known.stored, tournament, wish.name);
    if (!tournament.ladder())
      return not_now(Message("there-challenges-on-ladder", "challenges are only for a ladder that has started"));
    if (!from) return not_now(Message("you-not-on-ladder", "you are not on this ladder; enter it first"));
    if (!to) return not_now(Message("not-on-ladder", "{name} is not on this ladder", {{"name", wish.name}}));
    for (const Ladder::Challenge& one : tournament.ladder()->challenges())
      if (one.challenger == *from && one.challenged == *to) return Entries{};  // sent again
    // A game against somebody who may not come in would only run out of time.
    if (barred) return not_now(Message("player-cannot-play-now", "{name} cannot play now", {{"name", wish.name}}));
    return tournament.challenging(*from, *to, person.id, world_.now_ms(), new_table_id);
  };
  stores_.people.account_named(wish.name, [=, this](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    const auto suspension = found.value ? found.value->suspension : std::nullopt;
    const bool barred = suspension && suspension->holds(world_.now_ms());
    change(
        id, person, [decide, barred](const Known& known) { return decide(known, barred); }, done);
  });
}

void Tournaments::decline(const std::string& id, const Person& person, Shown done) {
  const auto decide = [this, person](const Known& known) -> Decided {
    const Tournament& tournament = known.tournament;
    const auto player = tournament.player_of(person.id);
    const auto open = player && tournament.ladder() ? tournament.open_game_of(*player) : std::nullopt;
    const auto* game = open ? &tournament.games()[static_cast<std::size_t>(*open)] : nullptr;
    if (game == nullptr || game->challenger == *player)
      return not_now(Message("nobody-challenged-you-here", "this challenge is not for you"));
    const int winner = game->players.first == game->challenger ? 0 : 1;
    return Entries{Tournament::ending(*open, {End::How::forfeit, winner, true}, person.id, world_.now_ms())};
  };
  change(id, person, decide, std::move(done));
}

// --- what its organiser does

void Tournaments::start(const std::string& id, const Person& person, Shown done) {
  const auto decide = [this, person](const Known& known) -> Decided {
    if (known.tournament.state() == Tournament::State::running) return Entries{};
    return Entries{{EntryKind::start, world_.now_ms(), person.id}};
  };
  manage(id, person, decide, std::move(done));
}

void Tournaments::cancel(const std::string& id, const Person& person, Shown done) {
  const auto decide = [this, person](const Known& known) -> Decided {
    if (known.tournament.state() == Tournament::State::cancelled) return Entries{};
    return Entries{{EntryKind::cancel, world_.now_ms(), person.id}};
  };
  manage(id, person, decide, std::move(done));
}

}  // namespace cairn
