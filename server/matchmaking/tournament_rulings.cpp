// What is decided about games of tournaments by those who organise or moderate them, and appeals against it.
#include <algorithm>

#include "core/text.h"
#include "server/matchmaking/tournament_desk.h"
#include "server/people/talk_replies.h"

namespace cairn {

namespace {

using End = Tournament::End;

constexpr int kAppealedAtOnce = 20;        // tournaments that a moderator is shown
constexpr int kMostLookedThrough = 1'000;  // of somebody's, for those that have not begun

Refusal no_such_game() {
  return {Code::not_found, Message("no-such-game", "this game is not in the tournament")};
}

// What keeps somebody who organises or moderates a tournament from deciding about a game of it; `any`: nothing.
MayRule judges(const KnownTournament& known, std::int64_t person, int game) {
  const Tournament& tournament = known.tournament;
  const std::int64_t organiser = known.stored.row.organiser;
  if (tournament.is_partial(person, game)) return tournament.setup().rated ? MayRule::played : MayRule::own_game;
  const Tournament::Ruled* appealed = tournament.open_appeal(game);
  if (appealed != nullptr && appealed->by == person) return MayRule::own_ruling;
  const bool moderated = std::any_of(
      tournament.rulings().begin(), tournament.rulings().end(),
      [&](const Tournament::Ruled& one) { return one.game == game && (one.by != organiser || one.upheld_by != 0); });
  return person == organiser && (appealed != nullptr || moderated) ? MayRule::moderators : MayRule::any;
}

std::optional<Refusal> refuse_judge(const KnownTournament& known, std::int64_t person, int game) {
  switch (judges(known, person, game)) {
    case MayRule::played:
    case MayRule::own_game:
      return Refusal{Code::not_for_you, kPartial};
    case MayRule::own_ruling:
      return Refusal{Code::not_for_you, Message("ruled-game-another-moderator",
                                                "you ruled on this game; another moderator decides on the appeal")};
    case MayRule::moderators:
      return Refusal{Code::not_for_you,
                     Message("after-appeal-moderator-word",
                             "after an appeal or a moderator's ruling, only moderators decide about this game")};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::vector<MayRule> may_rule(const KnownTournament& known, std::int64_t person) {
  std::vector<MayRule> out;
  for (const bool settled : known.tournament.settled_games()) {
    const int game = static_cast<int>(out.size());
    const bool appealed = settled && known.tournament.open_appeal(game) != nullptr;
    MayRule may = settled && !appealed ? MayRule::settled : judges(known, person, game);
    if (may == MayRule::any && appealed) may = MayRule::annul;
    out.push_back(may);
  }
  return out;
}

void Tournaments::rule(const std::string& id, const Person& person, const Ruling& ruling, Shown done) {
  const auto decide = [this, person, ruling](const Known& known) -> Decided {
    const auto& games = known.tournament.games();
    if (ruling.game >= static_cast<int>(games.size())) return no_such_game();
    if (auto refused = refuse_judge(known, person.id, ruling.game)) return std::move(*refused);
    End end{End::How::annulled, -1};
    if (ruling.kind == Ruling::Kind::forfeit) end = {End::How::forfeit, ruling.winner, true};
    const Tournament::Ruled* last = known.tournament.ruling_on(ruling.game);
    const bool stands =
        games[static_cast<std::size_t>(ruling.game)].end == end || (last != nullptr && last->end == end);
    if (stands && known.tournament.open_appeal(ruling.game) == nullptr) return Entries{};  // sent again
    return Entries{Tournament::ending(ruling.game, end, person.id, world_.now_ms())};
  };
  manage(id, person, decide, std::move(done));
}

void Tournaments::appeal(const std::string& id, const Person& person, const AppealWish& wish, Shown done) {
  const auto decide = [this, person, wish](const Known& known) -> Decided {
    if (wish.game >= static_cast<int>(known.tournament.games().size())) return no_such_game();
    const Tournament::Ruled* open = known.tournament.open_appeal(wish.game);
    if (open != nullptr && open->appealed_by == person.id && open->why == wish.why) return Entries{};  // sent again
    return Entries{Tournament::appealing(wish.game, wish.why, person.id, world_.now_ms())};
  };
  change(id, person, decide, std::move(done));
}

void Tournaments::uphold(const std::string& id, const Person& person, const std::string& game, Shown done) {
  const int number = parse_int(game).value_or(-1);
  const auto decide = [this, person, number](const Known& known) -> Decided {
    if (number < 0 || number >= static_cast<int>(known.tournament.games().size())) return no_such_game();
    if (auto refused = refuse_judge(known, person.id, number)) return std::move(*refused);
    const Tournament::Ruled* last = known.tournament.ruling_on(number);
    if (last != nullptr && last->upheld_by == person.id) return Entries{};  // sent again
    return Entries{{TournamentEntry::Kind::upheld, world_.now_ms(), person.id, std::to_string(number)}};
  };
  if (auto refused = refuse_moderating(person)) return done(std::move(*refused));
  change(id, person, decide, std::move(done));
}

void Tournaments::take_off(const Person& moderator, const std::string& name, Done<TournamentsTakenOff> done) {
  if (auto refused = refuse_moderating(moderator)) return done(std::move(*refused));
  stores_.people.account_named(name, [=, this](const Found<Account>& found) {
    if (!found.error.empty()) return done(unavailable("reading an account", found.error));
    if (!found.value)
      return done(
          Refusal{Code::not_found, Message("nobody-here-has-this-name", "there is no player with this name here")});
    stores_.tournaments.tournaments_of(
        found.value->person.id, kMostLookedThrough,
        [=, this, whom = found.value->person.name](const Found<std::vector<TournamentCard>>& cards) {
          if (!cards.value) return done(unavailable("reading tournaments", cards.error));
          std::vector<std::string> open;
          for (const TournamentCard& card : *cards.value)
            if (card.state == Tournament::State::open && card.organiser == whom) open.push_back(card.id);
          cancel_all(moderator, std::move(open), {}, done);
        });
  });
}

void Tournaments::cancel_all(const Person& moderator, std::vector<std::string> left, TournamentsTakenOff taken,
                             Done<TournamentsTakenOff> done) {
  if (left.empty()) return done(taken);
  const std::string id = left.back();
  left.pop_back();
  const auto decide = [this, moderator](const Known& known) -> Decided {
    if (known.tournament.state() != Tournament::State::open) return Entries{};
    return Entries{{TournamentEntry::Kind::cancel, world_.now_ms(), moderator.id}};
  };
  change(id, moderator, decide, [=, this](const Result<TournamentShown>& ended) mutable {
    if (!ended && !ended.refused_by(Code::broken_record)) return done(ended.refusal());
    taken.ended += ended ? 1 : 0;
    cancel_all(moderator, left, taken, done);
  });
}

void Tournaments::appeals(const Person& moderator, Done<TournamentAppeals> done) {
  if (auto refused = refuse_player(moderator)) return done(std::move(*refused));
  stores_.tournaments.appealed_tournaments(kAppealedAtOnce, [this, done](const Found<std::vector<std::string>>& found) {
    if (!found.value) return done(unavailable("reading appeals", found.error));
    list_appeals(*found.value, {}, done);
  });
}

// One tournament after the other: they are long, and few.
void Tournaments::list_appeals(std::vector<std::string> left, TournamentAppeals list, Done<TournamentAppeals> done) {
  if (left.empty()) return done(std::move(list));
  const std::string id = left.back();
  left.pop_back();
  const auto go = [this, left, list, done](const KnownPtr& known) mutable {
    list.tournaments.push_back(known);
    list_appeals(std::move(left), std::move(list), done);
  };
  read(id, Asker{}, go, [this, left, list, done](const Refusal& failed) {
    if (failed.code == Code::unavailable) return done(failed);
    list_appeals(left, list, done);  // one that cannot be read hides no others
  });
}

}  // namespace cairn
