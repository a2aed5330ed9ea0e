// Studies of the store that forgets.
#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

bool MemoryStore::has_room(const Study& study, const StudyRoom& room) const {
  const auto person = people_.find(study.owner);
  if (person == people_.end() || !person->second.account) return false;
  StudyRoom kept{0, static_cast<std::int64_t>(study.record.size())};
  for (const auto& [number, one] : studies_) {
    if (one.owner != study.owner || one.id == study.id) continue;
    ++kept.studies;
    kept.bytes += static_cast<std::int64_t>(one.record.size());
  }
  return kept.studies < room.studies && kept.bytes <= room.bytes;
}

Study MemoryStore::shown(Study study) const {
  const auto person = people_.find(study.owner);
  if (person != people_.end()) study.owner_name = person->second.name;
  return study;
}

void MemoryStore::add_study(Study study, StudyRoom room, Done done) {
  change(std::move(done), [&]() -> Written {
    for (const auto& [number, one] : studies_)
      if (one.owner == study.owner && !study.request.empty() && one.request == study.request)
        return {How::conflict, one.id, 0};
    if (!has_room(study, room)) return {How::conflict, {}, 0};
    study.number = ++last_study_;
    study.changed_ms = study.created_ms;
    study.version = 1;
    studies_[study.number] = std::move(study);
    return {};
  });
}

void MemoryStore::replace_study(Study study, StudyRoom room, Done done) {
  change(std::move(done), [&]() -> Written {
    if (!has_room(study, room)) return {How::conflict, "no room", 0};
    for (auto& [number, one] : studies_) {
      if (one.id != study.id || one.owner != study.owner || one.version != study.version) continue;
      study.number = number;
      study.request = one.request;
      study.table = one.table;
      study.created_ms = one.created_ms;
      study.hidden = one.hidden;
      ++study.version;
      one = std::move(study);
      return {};
    }
    return {How::conflict, {}, 0};
  });
}

void MemoryStore::delete_study(std::string id, Done done) {
  change(std::move(done), [&]() -> Written {
    end_study_reports(id);
    const auto gone = std::erase_if(studies_, [&](const auto& one) { return one.second.id == id; });
    return {gone == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void MemoryStore::hide_study(std::string id, bool hidden, Done done) {
  change(std::move(done), [&]() -> Written {
    for (auto& [number, one] : studies_)
      if (one.id == id) {
        one.hidden = hidden;
        return {};
      }
    return {How::conflict, {}, 0};
  });
}

void MemoryStore::add_study_report(StudyReport report, int most, Done done) {
  change(std::move(done), [&]() -> Written {
    const bool there =
        std::any_of(studies_.begin(), studies_.end(), [&](const auto& one) { return one.second.id == report.study; });
    const auto waiting = std::count_if(study_reports_.begin(), study_reports_.end(),
                                       [&](const StudyReport& one) { return one.by == report.by; });
    if (!there || waiting >= most) return {How::conflict, {}, 0};
    for (const StudyReport& one : study_reports_)
      if (one.by == report.by && one.study == report.study) return {};
    report.id = ++last_study_report_;
    study_reports_.insert(study_reports_.begin(), std::move(report));
    return {};
  });
}

void MemoryStore::study_reports(int most, Read<std::vector<StudyReport>> done) {
  std::vector<StudyReport> out;
  for (StudyReport report : study_reports_) {
    if (static_cast<int>(out.size()) >= most) break;
    report.by_name = people_[report.by].name;
    for (const auto& [number, one] : studies_)
      if (one.id == report.study) {
        report.name = one.name;
        report.owner_name = people_[one.owner].name;
      }
    out.push_back(std::move(report));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::end_study_report(std::int64_t id, Done done) {
  change(std::move(done), [&]() -> Written {
    const auto gone = std::erase_if(study_reports_, [&](const StudyReport& one) { return one.id == id; });
    return {gone == 1 ? How::durable : How::conflict, {}, 0};
  });
}

void MemoryStore::read_study(std::string id, Read<Study> done) {
  std::optional<Study> found;
  for (const auto& [number, one] : studies_)
    if (one.id == id) found = shown(one);
  answer(std::move(done), std::move(found));
}

void MemoryStore::find_studies(StudyQuery query, Read<std::vector<Study>> done) {
  std::vector<Study> out;
  for (auto one = studies_.rbegin(); one != studies_.rend(); ++one) {
    const Study& study = one->second;
    const bool here = query.owner > 0 ? study.owner == query.owner : !query.table.empty() && study.table == query.table;
    if (!here || study.number >= query.before || static_cast<int>(out.size()) >= query.most ||
        (query.shown && (study.hidden || study.access != StudyAccess::everybody)) || (query.owner == 0 && study.hidden))
      continue;
    out.push_back(shown(study));
    out.back().record.clear();
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
