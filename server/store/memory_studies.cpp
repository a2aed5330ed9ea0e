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
      ++study.version;
      one = std::move(study);
      return {};
    }
    return {How::conflict, {}, 0};
  });
}

void MemoryStore::delete_study(std::string id, Done done) {
  change(std::move(done), [&]() -> Written {
    const auto gone = std::erase_if(studies_, [&](const auto& one) { return one.second.id == id; });
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
        (query.shown && study.access != StudyAccess::everybody))
      continue;
    out.push_back(shown(study));
    out.back().record.clear();
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
