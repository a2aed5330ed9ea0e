// The archive of the store that forgets.
#include <algorithm>
#include <tuple>

#include "server/store/memory.h"

namespace cairn {

namespace {

bool fits(const ArchivedGame& game, const TableRow& row, const ArchiveQuery& query) {
  const auto has = [&](const std::pair<std::string, std::string>& wanted) {
    return std::find(row.setup.options.begin(), row.setup.options.end(), wanted) != row.setup.options.end();
  };
  const auto sits = [&](std::int64_t person) {
    return person == 0 ||
           std::any_of(game.people.begin(), game.people.end(), [&](const auto& one) { return one.first == person; });
  };
  const auto seat =
      std::find_if(game.people.begin(), game.people.end(), [&](const auto& one) { return one.first == query.person; });
  using Wanted = ArchiveQuery::Outcome;
  if (query.person > 0 && query.outcome != Wanted::any && seat != game.people.end()) {
    const bool won = game.winner == seat->second;
    if (game.winner < 0 || won != (query.outcome == Wanted::won)) return false;
  }
  return game.ended_ms >= query.since_ms && (query.game.empty() || row.setup.game == query.game) &&
         (query.game_class.empty() || game.game_class == query.game_class) &&
         std::all_of(query.options.begin(), query.options.end(), has) &&
         (query.seats == 0 || game.seats == query.seats) && (!query.rated || row.setup.rated == *query.rated) &&
         (!query.bots || (game.bots > 0) == *query.bots) &&
         (query.winner == ArchiveQuery::kAnyWinner || game.winner == query.winner) &&
         (!query.how || game.how == *query.how) && sits(query.person) && sits(query.against);
}

}  // namespace

void MemoryStore::unarchived(int most, Read<std::vector<ArchiveDue>> done) {
  std::vector<ArchiveDue> due;
  for (const std::string& id : tables_in_order_) {
    const auto known = archived_.find(id);
    const int archived = known == archived_.end() ? 0 : known->second.number;
    const bool over = is_over(id);
    const int number = over ? static_cast<int>(tables_.at(id).log.size()) : 0;
    if (archived != number && static_cast<int>(due.size()) < most) due.push_back({id, over, archived});
  }
  answer(std::move(done), std::optional(std::move(due)));
}

void MemoryStore::archive(ArchivedGame game, Done done) {
  change(std::move(done), [&]() -> Written {
    const auto table = tables_.find(game.table);
    const auto known = archived_.find(game.table);
    const int archived = known == archived_.end() ? 0 : known->second.number;
    const bool over = is_over(game.table);
    if (table == tables_.end() || game.number != static_cast<int>(table->second.log.size()) || over != game.over ||
        archived != game.archived || archived == (over ? game.number : 0))
      return {Written::How::conflict, {}, 0};
    noted_.insert(noted_.end(), game.openings.begin(), game.openings.end());
    if (!over) game.number = 0;
    game.shown = game.shown && over;
    archived_[game.table] = std::move(game);
    return {};
  });
}

void MemoryStore::openings_wait(Read<bool> done) {
  answer(std::move(done), std::optional(!noted_.empty()));
}

void MemoryStore::fold_openings(int most, Done done) {
  change(std::move(done), [&]() -> Written {
    const std::size_t count = std::min(noted_.size(), static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < count; ++i) {
      const OpeningMove& move = noted_[i];
      OpeningLine& line = openings_[move.position][move.word];
      line.word = move.word;
      line.games += move.games;
      line.won += move.won;
      line.drawn += move.drawn;
    }
    noted_.erase(noted_.begin(), noted_.begin() + static_cast<std::ptrdiff_t>(count));
    return {Written::How::durable, {}, static_cast<std::int64_t>(count)};
  });
}

void MemoryStore::openings_at(std::int64_t position, int most, Read<std::vector<OpeningLine>> done) {
  std::vector<OpeningLine> out;
  for (const auto& [word, line] : openings_[position])
    if (line.games > 0) out.push_back(line);
  std::stable_sort(out.begin(), out.end(),
                   [](const OpeningLine& a, const OpeningLine& b) { return a.games > b.games; });
  if (out.size() > static_cast<std::size_t>(most)) out.resize(static_cast<std::size_t>(most));
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::find_archived(ArchiveQuery query, Read<std::vector<ArchiveCard>> done) {
  std::vector<ArchiveCard> found;
  for (std::size_t i = 0; i < tables_in_order_.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i + 1);
    const auto known = archived_.find(tables_in_order_[i]);
    if (known == archived_.end() || !known->second.shown || !is_over(known->first)) continue;
    const ArchivedGame& game = known->second;
    if (std::tuple(game.ended_ms, number) >= std::tuple(query.before.ended_ms, query.before.number)) continue;
    if (!fits(game, tables_.at(known->first).row, query)) continue;
    TableCard shown = card(number);
    for (Chair& chair : shown.chairs)
      if (const auto person = people_.find(chair.person); person != people_.end()) chair.name = person->second.name;
    found.push_back({std::move(shown), game.game_class, game.result, game.how, game.winner, game.moves, game.ended_ms});
  }
  std::sort(found.begin(), found.end(), [](const ArchiveCard& a, const ArchiveCard& b) {
    return std::tuple(a.ended_ms, a.card.number) > std::tuple(b.ended_ms, b.card.number);
  });
  if (found.size() > static_cast<std::size_t>(query.most)) found.resize(static_cast<std::size_t>(query.most));
  answer(std::move(done), std::optional(std::move(found)));
}

}  // namespace cairn
