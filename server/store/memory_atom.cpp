// Feeds of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::set_atom(std::int64_t person, const TokenHash& secret, std::int64_t now_ms, Done done) {
  change(std::move(done), [&]() -> Written {
    if (!people_[person].account) return {How::conflict, {}, 0};
    atoms_[person] = {secret, now_ms};
    return {};
  });
}

void MemoryStore::end_atom(std::int64_t person, Done done) {
  change(std::move(done), [&]() -> Written {
    return {atoms_.erase(person) == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void MemoryStore::atom_of(std::int64_t person, Read<std::int64_t> done) {
  const auto found = atoms_.find(person);
  answer(std::move(done), found == atoms_.end() ? std::nullopt : std::optional(found->second.second));
}

void MemoryStore::atom_owner(const TokenHash& secret, Read<AtomOwner> done) {
  std::optional<AtomOwner> owner;
  for (const auto& [person, one] : atoms_)
    if (one.first == secret) owner = {person, people_[person].name, one.second};
  answer(std::move(done), std::move(owner));
}

void MemoryStore::tournament_tables(std::int64_t person, int most, Read<std::vector<TournamentTable>> done) {
  std::vector<TournamentTable> out;
  for (auto number = static_cast<std::int64_t>(tables_in_order_.size()); number > 0; --number) {
    TableCard one = card(number);
    const std::string& of = tables_.at(one.id).row.setup.tournament;
    const auto sits = [&](const Chair& chair) { return chair.person == person && person > 0; };
    const auto held = std::find_if(contests_.begin(), contests_.end(),
                                   [&](const Contest& contest) { return !of.empty() && contest.row.id == of; });
    if (held != contests_.end() && std::any_of(one.chairs.begin(), one.chairs.end(), sits) &&
        static_cast<int>(out.size()) < most)
      out.push_back({std::move(one), held->row.setup});
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
