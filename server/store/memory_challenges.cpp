// Challenges of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

Blocks MemoryStore::blocks_among(const std::vector<std::int64_t>& people) const {
  Blocks out;
  for (const std::int64_t one : people)
    for (const std::int64_t other : people)
      if (const auto found = people_.find(one); found != people_.end() && found->second.blocks.contains(other))
        out.emplace_back(one, other);
  std::sort(out.begin(), out.end());
  return out;
}

Challenge MemoryStore::shown(Challenge challenge) const {
  std::vector<std::int64_t> people;
  for (Challenged& one : challenge.people) {
    people.push_back(one.person);
    if (const auto found = people_.find(one.person); found != people_.end()) {
      one.name = found->second.name;
      one.account = found->second.account.has_value();
    }
  }
  challenge.blocks = blocks_among(people);
  return challenge;
}

void MemoryStore::begin(const TableRow& row) {
  if (!tables_.try_emplace(row.id, StoredTable{row, {}}).second) return;
  states_[row.id].told = tell();
  tables_in_order_.push_back(row.id);
  remind_[row.id] = row.remind_ms;
  note_neighbours(row.id, -1);
  begin_away(row.id);
  keep(row.notices);
}

void MemoryStore::challenge_party(std::int64_t person, std::vector<std::string> names, std::string rating_class,
                                  std::int64_t now_ms, Read<ChallengeParty> done) {
  ChallengeParty out;
  std::vector<std::int64_t> numbers = {person};
  for (const std::string& name : names)
    if (const std::int64_t number = number_named(name))
      numbers.push_back(number);
    else
      out.unknown.push_back(name);
  for (const std::int64_t number : numbers) {
    const Somebody& somebody = people_[number];
    PartyMember one;
    one.person = somebody.account ? somebody.account->person : Person{};
    one.person.id = number;
    one.person.name = somebody.name;
    if (somebody.account) one.preferences = somebody.account->preferences;
    if (const auto& all = ratings_[{number, rating_class}]; !all.games.empty()) one.rating = all.now;
    for (const Challenge& challenge : challenges_)
      for (std::size_t i = 1; i < challenge.people.size(); ++i)
        one.incoming += challenge.people[i].person == number && challenge.state == ChallengeState::open &&
                                challenge.expires_ms > now_ms
                            ? 1
                            : 0;
    out.people.push_back(std::move(one));
  }
  out.blocks = blocks_among(numbers);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::add_challenge(Challenge challenge, int most, std::vector<Notice> notices, Done done) {
  change(std::move(done), [&] {
    const std::int64_t person = challenge.people.front().person;
    const auto same = challenge_requests_.find({person, challenge.request});
    if (same != challenge_requests_.end()) return Written{How::conflict, same->second, 0};
    const auto open = std::count_if(challenges_.begin(), challenges_.end(), [&](const Challenge& one) {
      return one.people.front().person == person && one.state == ChallengeState::open &&
             one.expires_ms > challenge.created_ms;
    });
    if (open >= most) return Written{How::conflict, {}, 0};
    challenge_requests_[{person, challenge.request}] = challenge.id;
    challenge.changed_ms = challenge.created_ms;
    challenges_.push_back(std::move(challenge));
    keep(notices);
    return Written{};
  });
}

void MemoryStore::change_challenge(Challenge challenge, std::shared_ptr<const TableRow> begins,
                                   std::vector<Notice> notices, Done done) {
  change(std::move(done), [&] {
    const auto found = std::find_if(challenges_.begin(), challenges_.end(),
                                    [&](const Challenge& one) { return one.id == challenge.id; });
    if (found == challenges_.end() || found->version != challenge.version) return Written{How::conflict, {}, 0};
    ++challenge.version;
    *found = std::move(challenge);
    if (begins) begin(*begins);
    keep(notices);
    return Written{};
  });
}

void MemoryStore::read_challenge(std::string id, Read<Challenge> done) {
  const auto found =
      std::find_if(challenges_.begin(), challenges_.end(), [&](const Challenge& one) { return one.id == id; });
  answer(std::move(done), found == challenges_.end() ? std::nullopt : std::optional(shown(*found)));
}

void MemoryStore::challenges_of(std::int64_t person, std::int64_t since_ms, int most,
                                Read<std::vector<Challenge>> done) {
  std::vector<Challenge> out;
  for (std::size_t i = challenges_.size(); i > 0; --i) {
    const Challenge& one = challenges_[i - 1];
    const bool in = std::any_of(one.people.begin(), one.people.end(),
                                [&](const Challenged& somebody) { return somebody.person == person; });
    if (in && (one.state == ChallengeState::open || one.changed_ms > since_ms) && static_cast<int>(out.size()) < most)
      out.push_back(shown(one));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::due_challenges(std::int64_t now_ms, int most, Read<std::vector<Challenge>> done) {
  std::vector<Challenge> out;
  for (const Challenge& one : challenges_)
    if (one.state == ChallengeState::open && one.expires_ms <= now_ms) out.push_back(shown(one));
  std::sort(out.begin(), out.end(), [](const Challenge& a, const Challenge& b) { return a.expires_ms < b.expires_ms; });
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
