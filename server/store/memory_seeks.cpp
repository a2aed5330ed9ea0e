// Seeks of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

Seek MemoryStore::shown(Seek seek) const {
  if (const auto found = people_.find(seek.person); found != people_.end()) {
    seek.name = found->second.name;
    seek.account = found->second.account.has_value();
  }
  const auto ratings = ratings_.find({seek.person, seek.rating_class});
  if (ratings != ratings_.end() && !ratings->second.games.empty()) seek.rating = ratings->second.now;
  return seek;
}

void MemoryStore::put_seek(Seek seek, Done done) {
  change(std::move(done), [&] {
    const auto there = seeks_.find(seek.person);
    if (there == seeks_.end() || there->second.request != seek.request) {
      seek.table.clear();
      seeks_[seek.person] = std::move(seek);
    } else if (there->second.table.empty()) {
      if (there->second.until_ms <= seek.since_ms) there->second.since_ms = seek.since_ms;
      there->second.until_ms = seek.until_ms;
    }
    return Written{};
  });
}

void MemoryStore::end_seek(std::int64_t person, Done done) {
  change(std::move(done), [&] {
    std::erase_if(seeks_, [&](const auto& one) { return one.first == person && one.second.table.empty(); });
    return Written{};
  });
}

void MemoryStore::seek_of(std::int64_t person, Read<Seek> done) {
  const auto found = seeks_.find(person);
  answer(std::move(done), found == seeks_.end() ? std::nullopt : std::optional(shown(found->second)));
}

void MemoryStore::open_seeks(std::int64_t now_ms, int most, Read<OpenSeeks> done) {
  OpenSeeks out;
  for (const auto& [person, seek] : seeks_)
    if (seek.table.empty() && seek.until_ms > now_ms) out.seeks.push_back(shown(seek));
  std::stable_sort(out.seeks.begin(), out.seeks.end(),
                   [](const Seek& a, const Seek& b) { return a.since_ms < b.since_ms; });
  if (out.seeks.size() > static_cast<std::size_t>(most)) out.seeks.resize(static_cast<std::size_t>(most));
  std::vector<std::int64_t> people;
  people.reserve(out.seeks.size());
  for (const Seek& seek : out.seeks) people.push_back(seek.person);
  out.blocks = blocks_among(people);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::first_moves(std::vector<std::int64_t> people, std::string game, int most,
                              Read<std::vector<FirstMoves>> done) {
  std::vector<FirstMoves> out;
  for (const std::int64_t person : people) {
    FirstMoves& moves = out.emplace_back();
    for (std::size_t i = tables_in_order_.size(); i > 0 && moves.games < most; --i) {
      const TableRow& row = tables_.at(tables_in_order_[i - 1]).row;
      const bool two =
          row.chairs.size() == 2 && std::all_of(row.chairs.begin(), row.chairs.end(),
                                                [](const Chair& one) { return one.kind == SeatKind::guest; });
      for (std::size_t seat = 0; row.setup.game == game && two && seat < 2; ++seat)
        if (row.chairs[seat].person == person) {
          ++moves.games;
          moves.first += seat == 0 ? 1 : 0;
        }
    }
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::pair_seeks(Seek one, Seek other, std::shared_ptr<const TableRow> begins, std::int64_t now_ms,
                             Done done) {
  change(std::move(done), [&] {
    std::vector<Seek*> both;
    for (const Seek& wanted : {one, other}) {
      const auto found = seeks_.find(wanted.person);
      if (found != seeks_.end() && found->second.request == wanted.request && found->second.table.empty() &&
          found->second.until_ms > now_ms)
        both.push_back(&found->second);
    }
    if (both.size() != 2) return Written{How::conflict, {}, 0};
    for (Seek* seek : both) seek->table = begins->id;
    begin(*begins);
    return Written{};
  });
}

}  // namespace cairn
