#include "server/matchmaking/seeks.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/text.h"
#include "server/base/tokens.h"
#include "server/matchmaking/challenge.h"
#include "server/tables/new_table.h"
#include "server/tables/occupant_zones.h"
#include "server/tables/rated_game.h"

namespace cairn {

namespace {

constexpr int kMostOpenSeeks = 2'000;      // read at once
constexpr int kLastGames = 20;             // that colours are evened out over
constexpr std::int64_t kShownMs = kDayMs;  // how long one that is over can be asked for

Seeker seeker_of(const Seek& seek, std::int64_t now_ms) {
  return {seek.rating.rating, provisional(seek.rating, now_ms), now_ms - seek.since_ms};
}

}  // namespace

const GameInfo* Seeks::game(std::string_view name) const {
  return find_game(name, world_.games);
}

Refusal Seeks::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotDoneNow);
}

SeekShown Seeks::shown(const Seek& seek) const {
  const GameInfo* info = game(seek.terms.game);
  auto window = window_of(seeker_of(seek, world_.now_ms()), is_live(seek.terms.clock));
  if (window && seek.handicap) *window /= kHandicapped;
  return {seek, info == nullptr ? seek.terms.game : std::string(info->title), window};
}

// --- one's own

void Seeks::put(const Person& person, const SeekWish& wish, Done<SeekShown> done) {
  if (const int wait = signs_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(
        Refusal{Code::too_many, Message("once-some-seconds-enough", "wait a few seconds, then try again"), wait});
  Seek seek;
  seek.terms = wish.terms;
  const GameInfo* info = game(wish.terms.game);
  if (info == nullptr) return done(Refusal{Code::unknown_game, unknown_game(wish.terms.game)});
  int seats = 0;
  if (auto why = complete_terms(*info, seek.terms, seats); !why.empty())
    return done(Refusal{Code::bad_options, std::move(why)});
  if (wish.handicap) {
    auto even = info->give == nullptr ? std::nullopt : info->give(seek.terms.options, 0);
    if (!even)
      return done(Refusal{
          Code::bad_options,
          Message("handicap-by-rating-for", "a handicap by rating needs Go on a board of odd size, 7 or larger")});
    seek.terms.options = *std::move(even);
    seek.handicap = true;
  }
  if (seats != 2)
    return done(Refusal{Code::bad_request,
                        Message("two-paired-open-table",
                                "quick pairing is for two players; for more, post an open game or challenge them")});
  if (wish.terms.rated && !person.account)
    return done(Refusal{Code::no_account, Message("rated-games-people-account-post",
                                                  "rated games need an account; create one with POST /api/account")});
  const std::int64_t now = world_.now_ms();
  seek.person = person.id;
  seek.request = wish.request;
  seek.rating_class = rating_class_of(seek.terms.game, seek.terms.options);
  seek.since_ms = now;
  seek.until_ms = now + (is_live(seek.terms.clock) ? kLiveSeekMs : kLongSeekMs);
  stores_.seeks.put_seek(seek, [this, person, now, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("storing a seek", written.message));
    stores_.seeks.seek_of(person.id, [this, person, now, done](const Found<Seek>& found) {
      if (!found.error.empty()) return done(unavailable("reading a seek", found.error));
      const bool fresh = found.value && found.value->table.empty() && found.value->since_ms == now;
      if (!fresh) return show(person, done);
      waiting_.emplace_back([this, person, done] { show(person, done); });  // there may be somebody already
      if (!running_) round();
    });
  });
}

void Seeks::show(const Person& person, Done<SeekShown> done) {
  stores_.seeks.seek_of(person.id, [this, done](const Found<Seek>& found) {
    if (!found.error.empty()) return done(unavailable("reading a seek", found.error));
    const std::int64_t now = world_.now_ms();
    const bool there = found.value && (found.value->table.empty() ? found.value->until_ms > now
                                                                  : found.value->until_ms > now - kShownMs);
    done(there ? shown(*found.value) : SeekShown{});
  });
}

void Seeks::end(const Person& person, Done<SeekShown> done) {
  stores_.seeks.end_seek(person.id, [this, person, done](const Written& written) {
    if (written.how != Written::How::durable) return done(unavailable("ending a seek", written.message));
    show(person, done);
  });
}

// --- rounds

void Seeks::tick() {
  if (!running_) round();
}

void Seeks::round() {
  running_ = true;
  answering_ = std::move(waiting_);
  waiting_.clear();
  pairs_left_ = 1;  // this reading
  stores_.seeks.open_seeks(world_.now_ms(), kMostOpenSeeks, [this](const Found<OpenSeeks>& found) {
    if (found.value)
      match(*found.value);
    else
      world_.log("reading who seeks a game: " + found.error);
    pair_done();
  });
}

void Seeks::match(const OpenSeeks& open) {
  using Pool = std::tuple<std::string, OptionValues, std::string, bool, bool>;
  std::map<Pool, std::vector<const Seek*>> pools;  // who seeks the same
  for (const Seek& seek : open.seeks)
    pools[{seek.terms.game, seek.terms.options, to_text(seek.terms.clock), seek.terms.rated, seek.handicap}].push_back(
        &seek);
  std::set<std::pair<std::int64_t, std::int64_t>> blocks;
  for (const auto& [who, whom] : open.blocks) {
    blocks.emplace(who, whom);
    blocks.emplace(whom, who);
  }
  const std::int64_t now = world_.now_ms();
  for (const auto& [pool, seeks] : pools) {
    std::vector<Seeker> seekers;
    seekers.reserve(seeks.size());
    for (const Seek* seek : seeks) seekers.push_back(seeker_of(*seek, now));
    const auto may = [&seeks = seeks, &blocks](std::size_t a, std::size_t b) {
      return !blocks.contains({seeks[a]->person, seeks[b]->person});
    };
    const Seek& any = *seeks.front();
    for (const auto& [a, b] : pair_seekers(seekers, is_live(any.terms.clock), may, any.handicap ? kHandicapped : 1))
      pair(*seeks[a], *seeks[b]);
  }
}

void Seeks::pair(const Seek& one, const Seek& other) {
  ++pairs_left_;
  stores_.seeks.first_moves({one.person, other.person}, one.terms.game, kLastGames,
                            [this, one, other](const Found<std::vector<FirstMoves>>& found) {
                              if (found.value) return begin(one, other, *found.value);
                              world_.log("reading last games: " + found.error);
                              pair_done();
                            });
}

void Seeks::begin(const Seek& one, const Seek& other, const std::vector<FirstMoves>& moves) {
  bool first = moves_first(moves[0], moves[1], new_seed());
  PlayTerms terms = one.terms;
  const GameInfo* info = game(terms.game);
  if (one.handicap && info != nullptr &&
      info->give != nullptr) {  // whoever is weaker moves first, where it is not even
    const OptionValues even = terms.options;
    double ahead = 0, ranks = std::abs(one.rating.rating - other.rating.rating) / kPointsARank;
    do
      if (const auto given = info->give(even, ranks)) terms.options = *given;
    while (terms.rated && ranks-- > 0 && !unrated_options(*info, terms.options, ahead).empty());
    if (terms.options != even) first = one.rating.rating < other.rating.rating;
  }
  const Seek &black = first ? one : other, &white = first ? other : one;
  std::vector<Occupant> occupants = {{SeatKind::guest, black.person, black.name},
                                     {SeatKind::guest, white.person, white.name}};
  const auto seated = [this, one, other, terms](const Found<std::vector<Occupant>>& found) {
    if (found.value) return begin_with(one, other, terms, *found.value);
    world_.log("reading time zones: " + found.error);
    pair_done();
  };
  with_zones(stores_.people, one.terms.clock, std::move(occupants), seated);
}

void Seeks::begin_with(const Seek& one, const Seek& other, const PlayTerms& terms, std::vector<Occupant> occupants) {
  const GameInfo* info = game(terms.game);
  NewTable made = info == nullptr ? NewTable{{}, std::nullopt, "the game is not known"}
                                  : new_table(*info, terms, std::move(occupants), world_.now_ms());
  if (!made.table) {
    world_.log("pairing two seeks: " + made.error);
    return pair_done();
  }
  stores_.seeks.pair_seeks(one, other, std::make_shared<TableRow>(std::move(made.row)), world_.now_ms(),
                           [this](const Written& written) {
                             if (written.how == Written::How::failed)
                               world_.log("pairing two seeks: " + written.message);
                             pair_done();
                           });
}

// Of what a round waits for.
void Seeks::pair_done() {
  if (--pairs_left_ > 0) return;
  running_ = false;
  const auto waiting = std::move(answering_);
  answering_.clear();
  if (!waiting_.empty()) round();
  for (const auto& tell : waiting) tell();
}

}  // namespace cairn
