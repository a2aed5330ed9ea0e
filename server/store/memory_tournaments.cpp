#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

void MemoryStore::add_tournament(TournamentRow row, int most, Done done) {
  change(std::move(done), [&] {
    int running = 0;
    for (const Contest& one : contests_) {
      if (one.row.organiser != row.organiser) continue;
      if (!row.request.empty() && one.row.request == row.request) return Written{How::conflict, one.row.id, 0};
      running += one.state == Tournament::State::open || one.state == Tournament::State::running ? 1 : 0;
    }
    if (running >= most) return Written{How::conflict, {}, 0};
    const std::int64_t due_ms = row.due_ms;
    contests_.push_back({std::move(row), {}});
    contests_.back().due_ms = due_ms;
    return Written{};
  });
}

void MemoryStore::append_tournament(TournamentAppend append, Done done) {
  change(std::move(done), [&] {
    const auto found =
        std::find_if(contests_.begin(), contests_.end(), [&](const Contest& one) { return one.row.id == append.id; });
    if (found == contests_.end() || append.after != static_cast<int>(found->log.size()))
      return Written{How::conflict, {}, 0};
    found->log.insert(found->log.end(), append.entries.begin(), append.entries.end());
    found->state = append.state;
    found->players = append.players;
    found->due_ms = append.due_ms;
    found->appeals = append.appeals;
    keep(append.notices);
    return Written{};
  });
}

std::vector<std::string> MemoryStore::finished_tables(const std::string& tournament) const {
  std::vector<std::string> out;
  for (const std::string& id : tables_in_order_) {
    const std::string& of = tables_.at(id).row.setup.tournament;
    if (!of.empty() && (tournament.empty() || of == tournament) && is_over(id) && !taken_.contains(id))
      out.push_back(id);
  }
  return out;
}

void MemoryStore::load_tournament(std::string id, Read<StoredTournament> done) {
  std::optional<StoredTournament> out;
  for (std::size_t i = 0; i < contests_.size(); ++i) {
    const Contest& one = contests_[i];
    if (one.row.id != id) continue;
    out = {
        static_cast<std::int64_t>(i) + 1, one.row, people_[one.row.organiser].name, one.log, {}, finished_tables(id)};
    for (const std::string& table : tables_in_order_)
      if (tables_.at(table).row.setup.tournament == id && resume_[table] > 0)
        out->adjourned.emplace_back(table, resume_[table]);
    for (const TournamentEntry& entry : one.log)
      if (entry.kind == TournamentEntry::Kind::enter) {
        const std::int64_t person = std::stoll(entry.words);
        out->names.emplace_back(person, people_[person].name);
      }
    std::sort(out->names.begin(), out->names.end());
    for (const TournamentEntry& entry : one.log)
      if (entry.by > 0 && (entry.kind == TournamentEntry::Kind::end || entry.kind == TournamentEntry::Kind::upheld))
        out->judges.emplace_back(entry.by, people_[entry.by].name);
    std::sort(out->judges.begin(), out->judges.end());
    out->judges.erase(std::unique(out->judges.begin(), out->judges.end()), out->judges.end());
    out->names.erase(std::unique(out->names.begin(), out->names.end()), out->names.end());
  }
  answer(std::move(done), std::move(out));
}

void MemoryStore::tournaments(Tournament::State state, std::int64_t before, int most,
                              Read<std::vector<TournamentCard>> done) {
  std::vector<TournamentCard> out;
  for (auto number = static_cast<std::int64_t>(contests_.size()); number > 0; --number) {
    const Contest& one = contests_[static_cast<std::size_t>(number - 1)];
    if (one.state != state || number >= before || static_cast<int>(out.size()) >= most) continue;
    out.push_back({number, one.row.id, one.row.setup, people_[one.row.organiser].name, one.state, one.players,
                   one.row.created_ms});
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::tournaments_of(std::int64_t person, int most, Read<std::vector<TournamentCard>> done) {
  std::vector<TournamentCard> out;
  for (auto number = static_cast<std::int64_t>(contests_.size()); number > 0; --number) {
    const Contest& one = contests_[static_cast<std::size_t>(number - 1)];
    const bool entered = std::any_of(one.log.begin(), one.log.end(), [&](const TournamentEntry& entry) {
      return entry.kind == TournamentEntry::Kind::enter && std::stoll(entry.words) == person;
    });
    if ((one.row.organiser != person && !entered) || static_cast<int>(out.size()) >= most) continue;
    out.push_back({number, one.row.id, one.row.setup, people_[one.row.organiser].name, one.state, one.players,
                   one.row.created_ms});
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::due_tournaments(std::int64_t now_ms, int most, Read<std::vector<std::string>> done) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& id) {
    if (std::find(out.begin(), out.end(), id) == out.end() && static_cast<int>(out.size()) < most) out.push_back(id);
  };
  for (const Contest& one : contests_)
    if (one.due_ms > 0 && one.due_ms <= now_ms) add(one.row.id);
  for (const std::string& table : finished_tables({})) add(tables_.at(table).row.setup.tournament);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::appealed_tournaments(int most, Read<std::vector<std::string>> done) {
  std::vector<std::string> out;
  for (auto one = contests_.rbegin(); one != contests_.rend() && static_cast<int>(out.size()) < most; ++one)
    if (one->appeals > 0) out.push_back(one->row.id);
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::take_results(std::vector<std::string> tables, Done done) {
  change(std::move(done), [&] {
    taken_.insert(tables.begin(), tables.end());
    return Written{};
  });
}

}  // namespace cairn
