#include "server/notifications/atom.h"

#include <algorithm>
#include <limits>
#include <span>

#include "notation/view_json.h"
#include "server/base/tokens.h"

namespace cairn {

namespace {

constexpr std::string_view kEnding = ".atom";
constexpr int kMostTables = 100, kMostEnds = 50, kMostChallenges = 50, kMostRounds = 30;

// A URN that nobody else has: of the table or challenge, and of what happened there (RFC 9562, version 8).
std::string urn(std::string_view what) {
  TokenHash hash = hash_token("cairn feed " + std::string(what));
  hash[6] = static_cast<unsigned char>((hash[6] & 0x0FU) | 0x80U);
  hash[8] = static_cast<unsigned char>((hash[8] & 0x3FU) | 0x80U);
  std::string hex = hex_of(std::span(hash).first<16>());
  for (const std::size_t at : {20U, 16U, 12U, 8U}) hex.insert(at, 1, '-');
  return "urn:uuid:" + hex;
}

AtomEntry entry(NoticeKind kind, std::string_view id, std::int64_t at_ms, std::string title) {
  AtomEntry out;
  out.kind = to_word(kind);
  out.id = urn(out.kind + " " + std::string(id));
  out.title = std::move(title);
  out.updated_ms = at_ms;
  return out;
}

// The title of the game and the others at a table.
std::string against(const std::string& title, const std::vector<Occupant>& occupants, std::int64_t person) {
  std::vector<std::string> others;
  for (const Occupant& occupant : occupants)
    if (occupant.person != person) others.push_back(occupant.name);
  return others.empty() ? title : title + " against " + join(others, ", ");
}

std::string clock_words(const std::string& clock, bool rated) {
  return (clock.empty() || clock == "none" ? std::string("no clock") : "clock " + clock) +
         (rated ? ", rated" : ", casual");
}

bool waits_for(const TableCard& card, std::int64_t person) {
  bool waits = false;
  for (std::size_t i = 0; i < card.occupants.size(); ++i) {
    if (card.occupants[i].kind == SeatKind::open) return false;
    waits = waits || (card.occupants[i].person == person && card.to_act.contains(seat_at(static_cast<int>(i))));
  }
  return waits;
}

}  // namespace

Refusal AtomFeeds::unavailable(const std::string& what, const std::string& why) const {
  return log_unavailable(world_.log, what, why, kNotDoneNow);
}

std::string AtomFeeds::title(const std::string& game) const {
  const GameInfo* info = find_game(game, world_.games);
  return info == nullptr ? game : std::string(info->title);
}

// --- the address

void AtomFeeds::show(const Person& person, Done<OwnFeed> done) {
  stores_.atom.atom_of(person.id, [this, done](const Found<std::int64_t>& found) {
    if (!found.error.empty()) return done(unavailable("reading a feed's address", found.error));
    done(OwnFeed{found.value});
  });
}

void AtomFeeds::renew(const Person& person, Done<NewFeed> done) {
  if (const int wait = renewals_.ask(std::to_string(person.id), world_.seconds()); wait > 0)
    return done(much_at_once(wait));
  const std::string secret = new_feed_token();
  const std::int64_t now = world_.now_ms();
  stores_.atom.set_atom(person.id, hash_token(secret), now, [this, secret, now, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("storing a feed's address", written.message));
    if (written.how == Written::How::conflict)
      return done(
          Refusal{Code::no_account, Message("guests-no-feed-make", "guests have no feed; create an account first")});
    done(NewFeed{secret + std::string(kEnding), now});
  });
}

void AtomFeeds::end(const Person& person, Done<FeedEnded> done) {
  stores_.atom.end_atom(person.id, [this, done](const Written& written) {
    if (written.how == Written::How::failed) return done(unavailable("ending a feed's address", written.message));
    done(FeedEnded{written.how == Written::How::durable});
  });
}

// --- what stands there

struct AtomFeeds::Reading {
  AtomOwner owner;
  std::int64_t since_ms = 0;
  std::vector<AtomEntry> entries;
  Done<AtomFeed> done;
};

void AtomFeeds::read(const std::string& name, Done<AtomFeed> done) {
  const auto none = [done] {
    done(Refusal{Code::not_found,
                 Message("no-such-feed-its", "this feed does not exist, or its address has changed: ask its owner")});
  };
  if (!name.ends_with(kEnding)) return none();
  const std::string secret = name.substr(0, name.size() - kEnding.size());
  stores_.atom.atom_owner(hash_token(secret), [this, none, done](const Found<AtomOwner>& found) {
    if (!found.error.empty()) return done(unavailable("reading a feed", found.error));
    if (!found.value) return none();
    if (const int wait = reads_.ask(std::to_string(found.value->person), world_.seconds()); wait > 0)
      return done(Refusal{Code::too_many,
                          Message("feed-read-too-often", "this feed is requested too often; try again later"), wait});
    const auto reading = std::make_shared<Reading>();
    reading->owner = *found.value;
    reading->since_ms = world_.now_ms() - kAtomMs;
    reading->done = done;
    add_turns(reading);
  });
}

void AtomFeeds::add_turns(const std::shared_ptr<Reading>& reading) {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  const std::int64_t person = reading->owner.person;
  stores_.lists.tables_of(person, false, kAll, kMostTables, [=, this](const Found<std::vector<TableCard>>& found) {
    if (!found.value) return reading->done(unavailable("reading a feed's tables", found.error));
    for (const TableCard& card : *found.value) {
      if (!waits_for(card, person)) continue;
      // The last change of which everybody was told: what is hidden from its owner does not touch it.
      const std::int64_t at = card.changed_ms == 0 ? card.created_ms : card.changed_ms;
      AtomEntry one = entry(NoticeKind::your_turn, card.id + "." + std::to_string(at), at,
                            "Your turn: " + against(title(card.game), card.occupants, person));
      one.link = "/t/" + card.id;
      one.summary = clock_words(card.clock, card.rated);
      reading->entries.push_back(std::move(one));
    }
    add_ends(reading);
  });
}

void AtomFeeds::add_ends(const std::shared_ptr<Reading>& reading) {
  ArchiveQuery query;
  query.person = reading->owner.person;
  query.since_ms = reading->since_ms;
  query.most = kMostEnds;
  stores_.archive.find_archived(query, [=, this](const Found<std::vector<ArchiveCard>>& found) {
    if (!found.value) return reading->done(unavailable("reading a feed's games", found.error));
    for (const ArchiveCard& game : *found.value) {
      const std::string names = against(title(game.card.game), game.card.occupants, reading->owner.person);
      AtomEntry one =
          entry(NoticeKind::game_over, game.card.id, game.ended_ms, "Game over: " + names + ", " + game.result);
      one.link = "/t/" + game.card.id;
      reading->entries.push_back(std::move(one));
    }
    add_challenges(reading);
  });
}

void AtomFeeds::add_challenges(const std::shared_ptr<Reading>& reading) {
  const std::int64_t person = reading->owner.person, now = world_.now_ms();
  stores_.challenges.challenges_of(person, now, kMostChallenges, [=, this](const Found<std::vector<Challenge>>& found) {
    if (!found.value) return reading->done(unavailable("reading a feed's challenges", found.error));
    for (const Challenge& one : *found.value) {
      const bool open = one.state == ChallengeState::open && one.expires_ms > now;
      // As in the list of challenges: not where he blocks somebody.
      const bool hidden = std::any_of(one.blocks.begin(), one.blocks.end(),
                                      [person](const auto& block) { return block.first == person; });
      if (!open || hidden || one.maker == person) continue;
      std::string from;
      for (const Challenged& party : one.people)
        if (party.person == one.maker) from = party.name;
      AtomEntry line = entry(NoticeKind::challenge, one.id + "." + std::to_string(one.offer), one.changed_ms,
                             from + " challenges you: " + title(one.terms.game));
      line.link = "/";
      line.summary = clock_words(to_text(one.terms.clock), one.terms.rated);
      reading->entries.push_back(std::move(line));
    }
    add_rounds(reading);
  });
}

void AtomFeeds::add_rounds(const std::shared_ptr<Reading>& reading) {
  const std::int64_t person = reading->owner.person;
  stores_.atom.tournament_tables(person, kMostRounds, [=, this](const Found<std::vector<TournamentTable>>& found) {
    if (!found.value) return reading->done(unavailable("reading a feed's tournaments", found.error));
    for (const TournamentTable& one : *found.value) {
      if (one.card.created_ms < reading->since_ms) continue;
      const Json setup = parse_json(one.setup);
      const std::string name = setup.is_object() ? setup.value("name", std::string()) : std::string();
      AtomEntry line = entry(NoticeKind::round, one.card.id, one.card.created_ms,
                             name + ": new round, " + against(title(one.card.game), one.card.occupants, person));
      line.link = "/t/" + one.card.id;
      line.summary = clock_words(one.card.clock, one.card.rated);
      reading->entries.push_back(std::move(line));
    }
    auto& entries = reading->entries;
    std::stable_sort(entries.begin(), entries.end(),
                     [](const AtomEntry& a, const AtomEntry& b) { return a.updated_ms > b.updated_ms; });
    AtomFeed feed;
    if (std::string site = site_(); !site.empty()) feed.author = std::move(site);
    feed.title = "Games of " + reading->owner.name;
    feed.id = urn("of " + std::to_string(person) + " " + std::to_string(reading->owner.created_ms));
    feed.updated_ms = std::max(reading->owner.created_ms, entries.empty() ? 0 : entries.front().updated_ms);
    feed.entries = std::move(entries);
    reading->done(std::move(feed));
  });
}

}  // namespace cairn
