#include "server/matchmaking/challenges.h"

#include <algorithm>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/matchmaking/lobby.h"
#include "server/tables/new_table.h"
#include "server/tables/notices.h"
#include "server/tables/occupant_zones.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr int kMostOpenChallenges = 20, kMostIncoming = 50;  // of one person
constexpr int kMostListed = 100, kDueAtOnce = 100;
constexpr int kMostTries = 8;
constexpr std::int64_t kListedMs = kDayMs;  // how long one that is over stays in the lists

Refusal no_challenge() {
  return {Code::not_found, Message("no-such-challenge", "this challenge does not exist")};
}

Refusal not_challenged(const std::string& name) {
  return {Code::not_challenged,
          Message("takes-no-such-challenge", "{player} does not accept such challenges", {{"player", name}})};
}

}  // namespace

const GameInfo* Challenges::game(std::string_view name) const {
  return find_game(name, world_.games);
}

std::string Challenges::title(const Challenge& challenge) const {
  const GameInfo* info = game(challenge.terms.game);
  return info == nullptr ? challenge.terms.game : std::string(info->title);
}

Refusal Challenges::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNothingDone);
}

ChallengeShown Challenges::shown(const Challenge& challenge, std::int64_t person) const {
  return {challenge, title(challenge), person};
}

std::optional<Refusal> Challenges::too_often(RateLimit& limit, const Person& person) {
  const int wait = limit.ask(std::to_string(person.id), world_.seconds());
  if (wait == 0) return std::nullopt;
  return much_at_once(wait);
}

std::optional<Refusal> Challenges::complete(PlayTerms& terms, std::size_t people) const {
  const GameInfo* info = game(terms.game);
  if (info == nullptr) return Refusal{Code::unknown_game, unknown_game(terms.game)};
  int seats = 0;
  if (auto why = complete_terms(*info, terms, seats); !why.empty()) return Refusal{Code::bad_options, std::move(why)};
  if (static_cast<std::size_t>(seats) != people)
    return Refusal{
        Code::bad_request,
        Message("others-to-challenge",
                "this game has {seats} seats: challenge {n} other|this game has {seats} seats: challenge {n} "
                "others",
                {{"n", seats - 1}, {"seats", seats}})};
  return std::nullopt;
}

// --- a new one

void Challenges::make(const Person& person, const ChallengeWish& wish, Shown done) {
  if (auto refused = too_often(offers_, person)) return done(*refused);
  ChallengeWish whole = wish;
  if (auto fault = complete(whole.terms, wish.people.size() + 1)) return done(*fault);
  if (whole.terms.rated && !person.account)
    return done(Refusal{Code::no_account, Message("rated-games-people-account-post",
                                                  "rated games need an account; create one with POST /api/account")});
  const std::string rating_class = rating_class_of(whole.terms.game, whole.terms.options);
  stores_.challenges.challenge_party(person.id, whole.people, rating_class, world_.now_ms(),
                                     [this, person, whole, done](const Found<ChallengeParty>& found) {
                                       if (!found.value)
                                         return done(unavailable("reading whom somebody challenges", found.error));
                                       party_read(person, whole, *found.value, done);
                                     });
}

void Challenges::party_read(const Person& person, const ChallengeWish& wish, const ChallengeParty& party,
                            const Shown& done) {
  if (!party.unknown.empty())
    return done(Refusal{Code::not_found, Message("nobody-here-name", "there is no player named \"{name}\" here",
                                                 {{"name", party.unknown.front()}})});
  const PartyMember& own = party.people.front();
  const std::int64_t now = world_.now_ms();
  Challenge challenge;
  challenge.people.push_back({person.id, person.name, -1, true});
  for (std::size_t i = 1; i < party.people.size(); ++i) {
    const PartyMember& one = party.people[i];
    const auto there = std::find_if(challenge.people.begin(), challenge.people.end(),
                                    [&](const Challenged& other) { return other.person == one.person.id; });
    if (there != challenge.people.end())
      return done(Refusal{
          Code::bad_request,
          Message("challenge-others-each-once", "name each opponent once, and not yourself: you are a player anyway")});
    for (const auto& [who, whom] : party.blocks)
      if (who == person.id && whom == one.person.id)
        return done(Refusal{Code::blocked, Message("block-unblock-before-play",
                                                   "you have blocked {player}; unblock {player} before you play",
                                                   {{"player", one.person.name}})});
    // All of these answer alike, so that no answer tells of a block.
    const bool blocks = std::any_of(party.blocks.begin(), party.blocks.end(), [&](const auto& block) {
      return block.first == one.person.id || block.second == one.person.id;
    });
    if (blocks || one.barred || one.incoming >= kMostIncoming || !lets_challenge(one, own))
      return done(not_challenged(one.person.name));
    challenge.people.push_back({one.person.id, one.person.name});
  }
  if (auto fault = seat_challenged(wish, person.id, challenge.people); !fault.empty())
    return done(Refusal{Code::bad_request, std::move(fault)});
  challenge.id = new_table_id();
  challenge.maker = person.id;
  challenge.request = wish.request;
  challenge.terms = wish.terms;
  challenge.note = wish.note;
  challenge.created_ms = challenge.changed_ms = now;
  challenge.expires_ms = challenge_ends(wish, now);
  stores_.challenges.add_challenge(
      challenge, kMostOpenChallenges, notices_of(challenge, title(challenge)),
      [this, person, challenge, done](const Written& written) {
        if (written.how == Written::How::durable) return done(shown(challenge, person.id));
        if (written.how == Written::How::failed) return done(unavailable("storing a challenge", written.message));
        if (written.message.empty())
          return done(Refusal{Code::too_many_kept,
                              Message("20-challenges-open-take", "you have 20 open challenges; withdraw one first")});
        stores_.challenges.read_challenge(written.message,
                                          [this, person, done](const Found<Challenge>& found) {  // sent again
                                            if (!found.value)
                                              return done(unavailable("reading a challenge", found.error));
                                            done(shown(*found.value, person.id));
                                          });
      });
}

// --- what is there

void Challenges::list(const Person& person, const std::string& mark, Done<ChallengeList> done) {
  stores_.challenges.challenges_of(person.id, world_.now_ms() - kListedMs, kMostListed,
                                   [this, person, mark, done](const Found<std::vector<Challenge>>& found) {
                                     if (!found.value) return done(unavailable("reading challenges", found.error));
                                     ChallengeList list{{}, mark};
                                     for (const Challenge& one : *found.value) {
                                       const bool hidden =
                                           std::any_of(one.blocks.begin(), one.blocks.end(),
                                                       [&](const auto& block) { return block.first == person.id; });
                                       if (!hidden) list.challenges.push_back(shown(one, person.id));
                                     }
                                     done(std::move(list));
                                   });
}

void Challenges::show(const std::string& id, const Person& person, Shown done) {
  stores_.challenges.read_challenge(id, [this, person, done](const Found<Challenge>& found) {
    if (!found.error.empty()) return done(unavailable("reading a challenge", found.error));
    const auto in = [&](const Challenged& one) { return one.person == person.id; };
    if (!found.value || std::none_of(found.value->people.begin(), found.value->people.end(), in))
      return done(no_challenge());
    done(shown(*found.value, person.id));
  });
}

// --- answers

// Reads, decides, writes; anew where another change came first.
void Challenges::change(Change change) {
  const std::string id = change.id;
  stores_.challenges.read_challenge(id, [this, change = std::move(change)](const Found<Challenge>& found) {
    if (!found.error.empty()) return change.done(unavailable("reading a challenge", found.error));
    if (!found.value) return change.done(no_challenge());
    const Decided after = change.decide(*found.value);
    if (!after) return change.done(after.refusal());
    if (*after == *found.value) return change.done(shown(*after, change.person));
    write(change, *after,
          after->offer == found.value->offer ? std::vector<Notice>() : notices_of(*after, title(*after)));
  });
}

void Challenges::write(Change change, Challenge challenge, std::vector<Notice> notices) {
  if (challenge.state != ChallengeState::open || !agreed(challenge))
    return store(std::move(change), challenge, nullptr, std::move(notices));
  std::vector<Occupant> occupants;
  for (const std::size_t i : dealt_seats(challenge, new_seed()))
    occupants.push_back({SeatKind::guest, challenge.people[i].person, challenge.people[i].name});
  const auto begin = [this, change, challenge, notices](const Found<std::vector<Occupant>>& seated) mutable {
    if (!seated.value) return change.done(unavailable("reading time zones", seated.error));
    const GameInfo* info = game(challenge.terms.game);
    if (info == nullptr) return change.done(Refusal{Code::unknown_game, unknown_game(challenge.terms.game)});
    NewTable made = new_table(*info, challenge.terms, *seated.value, world_.now_ms());
    if (!made.table) return change.done(Refusal{Code::bad_options, made.error});
    challenge.state = ChallengeState::made;
    challenge.table = made.row.id;
    store(std::move(change), challenge, std::make_shared<TableRow>(std::move(made.row)), std::move(notices));
  };
  with_zones(stores_.people, challenge.terms.clock, std::move(occupants), begin);
}

void Challenges::store(Change change, const Challenge& challenge, std::shared_ptr<const TableRow> begins,
                       std::vector<Notice> notices) {
  stores_.challenges.change_challenge(
      challenge, std::move(begins), std::move(notices),
      [this, change = std::move(change), challenge](const Written& written) {
        if (written.how == Written::How::durable) return change.done(shown(challenge, change.person));
        if (written.how == Written::How::failed)
          return change.done(unavailable("storing a challenge", written.message));
        Change again = change;
        if (++again.tries > kMostTries)
          return change.done(unavailable("storing a challenge", "others were always first"));
        this->change(std::move(again));
      });
}

void Challenges::accept(const std::string& id, const Person& person, const AcceptWish& wish, Shown done) {
  if (auto refused = too_often(answers_, person)) return done(*refused);
  const auto decide = [this, person, wish](const Challenge& now) {
    return accept_challenge(now, person.id, wish.offer, world_.now_ms());
  };
  change({id, person.id, decide, std::move(done)});
}

void Challenges::decline(const std::string& id, const Person& person, const DeclineWish& wish, Shown done) {
  if (auto refused = too_often(answers_, person)) return done(*refused);
  const auto decide = [this, person, wish](const Challenge& now) {
    return decline_challenge(now, person.id, wish, world_.now_ms());
  };
  change({id, person.id, decide, std::move(done)});
}

void Challenges::withdraw(const std::string& id, const Person& person, Shown done) {
  if (auto refused = too_often(answers_, person)) return done(*refused);
  const auto decide = [this, person](const Challenge& now) {
    return withdraw_challenge(now, person.id, world_.now_ms());
  };
  change({id, person.id, decide, std::move(done)});
}

void Challenges::counter(const std::string& id, const Person& person, ChallengeWish wish, Shown done) {
  if (auto refused = too_often(offers_, person)) return done(*refused);
  const auto decide = [this, person, wish](const Challenge& now) -> Decided {
    ChallengeWish whole = wish;
    if (auto fault = complete(whole.terms, now.people.size())) return *fault;
    return counter_challenge(now, person.id, whole, world_.now_ms());
  };
  change({id, person.id, decide, std::move(done)});
}

// --- time

void Challenges::tick() {
  if (ticking_) return;
  ticking_ = true;
  stores_.challenges.due_challenges(world_.now_ms(), kDueAtOnce, [this](const Found<std::vector<Challenge>>& found) {
    ticking_ = false;
    if (!found.value) return world_.log("looking for challenges that waited too long: " + found.error);
    for (const Challenge& one : *found.value)
      stores_.challenges.change_challenge(expired(one, world_.now_ms()), nullptr, {}, [this](const Written& written) {
        if (written.how == Written::How::failed) world_.log("ending a challenge: " + written.message);
      });
  });
}

}  // namespace cairn
