// Analyses of the store that forgets.
#include <algorithm>
#include <tuple>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;
using Stage = StoredAnalysis::Stage;

void MemoryStore::ask_analysis(AnalysisJob job, AnalysisRoom room, Done done) {
  change(std::move(done), [&]() -> Written {
    const auto there = analyses_.find(job.table);
    if (there != analyses_.end() && there->second.stored.job.record == job.record &&
        there->second.stored.stage != Stage::failed)
      return {};
    const auto count = [&](const auto& which) {
      return std::count_if(analyses_.begin(), analyses_.end(),
                           [&](const auto& one) { return which(one.second.stored); });
    };
    if (count([&](const StoredAnalysis& one) {
          return one.job.person == job.person && one.job.asked_ms > room.since_ms;
        }) >= room.of_person)
      return {How::conflict, {}, 0};
    if (count([](const StoredAnalysis& one) { return one.stage < Stage::over; }) >= room.waiting)
      return {How::conflict, "of all", 0};
    Analysed analysed;
    analysed.stored.job = job;
    analyses_[job.table] = std::move(analysed);
    return {};
  });
}

void MemoryStore::analysis_of(std::string table, Read<StoredAnalysis> done) {
  const auto found = analyses_.find(table);
  answer(std::move(done), found == analyses_.end() ? std::nullopt : std::optional(found->second.stored));
}

void MemoryStore::analyses_asked(std::int64_t person, Read<std::vector<AskedAnalysis>> done) {
  std::vector<AskedAnalysis> out;
  for (const auto& [table, one] : analyses_)
    if (one.stored.job.person == person) out.push_back({table, one.stored.job.asked_ms});
  std::stable_sort(out.begin(), out.end(),
                   [](const AskedAnalysis& a, const AskedAnalysis& b) { return a.asked_ms > b.asked_ms; });
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::analyses_waiting(Read<int> done) {
  const auto open = [](const auto& one) { return one.second.stored.stage < Stage::over; };
  answer(std::move(done), std::optional(static_cast<int>(std::count_if(analyses_.begin(), analyses_.end(), open))));
}

void MemoryStore::lease_analysis(AnalysisLease lease, Read<StoredAnalysis> done) {
  if (fail_writes) return post_([done = std::move(done)] { done({std::nullopt, "told to fail"}); });
  while (true) {
    Analysed* next = nullptr;
    const auto order = [](const StoredAnalysis& one) { return std::tie(one.stage, one.job.asked_ms, one.job.table); };
    for (auto& [table, one] : analyses_)
      if (one.stored.stage < Stage::over && one.stored.held_ms <= lease.now_ms &&
          (next == nullptr || order(one.stored) < order(next->stored)))
        next = &one;
    if (next == nullptr) return answer(std::move(done), std::optional<StoredAnalysis>());
    StoredAnalysis& stored = next->stored;
    if (next->tries >= kMostAnalysisTries) {
      stored.stage = stored.stage == Stage::looks ? Stage::failed : Stage::over;
      stored.held_ms = 0;
      stored.mistakes.clear();
      continue;
    }
    ++next->tries;
    next->lease = lease.id;
    stored.held_ms = stored.stage == Stage::looks ? lease.until_ms : lease.mistake_until_ms;
    StoredAnalysis told = stored;
    if (stored.stage != Stage::looks || static_cast<int>(stored.looks.size()) != stored.job.positions)
      told.looks.clear();
    return answer(std::move(done), std::optional(std::move(told)));
  }
}

void MemoryStore::end_analysis_lease(const std::string& table, std::int64_t lease, Done done,
                                     const std::function<bool(Analysed&)>& what) {
  change(std::move(done), [&]() -> Written {
    const auto found = analyses_.find(table);
    if (found == analyses_.end() || lease == 0 || found->second.lease != lease || !what(found->second))
      return {How::conflict, {}, 0};
    found->second.lease = 0;
    found->second.stored.held_ms = 0;
    return {};
  });
}

void MemoryStore::note_looks(std::string table, std::int64_t lease, int from, std::vector<std::string> looks,
                             Done done) {
  end_analysis_lease(table, lease, std::move(done), [&](Analysed& one) {
    auto& kept = one.stored.looks;
    const auto now = kept.size() + looks.size();
    if (one.stored.stage != Stage::looks || one.stored.looked != from) return false;
    if (static_cast<int>(now) > one.stored.job.positions) return false;
    kept.insert(kept.end(), looks.begin(), looks.end());
    one.stored.looked = static_cast<int>(now);
    one.tries = 0;
    one.stored.failure.clear();
    return true;
  });
}

void MemoryStore::note_mistakes(std::string table, std::int64_t lease, std::vector<int> left,
                                std::optional<Puzzle> puzzle, Done done) {
  end_analysis_lease(table, lease, std::move(done), [&](Analysed& one) {
    if (static_cast<int>(one.stored.looks.size()) != one.stored.job.positions) return false;
    one.stored.stage = left.empty() ? Stage::over : Stage::mistakes;
    one.stored.mistakes = left;
    one.stored.failure.clear();
    one.tries = 0;
    if (puzzle) pool(std::move(*puzzle));
    return true;
  });
}

void MemoryStore::free_analysis(std::string table, std::int64_t lease, std::string failure, Done done) {
  end_analysis_lease(table, lease, std::move(done), [&](Analysed& one) {
    if (failure.empty()) one.tries = 0;
    one.stored.failure = failure;
    return true;
  });
}

}  // namespace cairn
