#include <algorithm>

#include "server/store/memory.h"

namespace cairn {

using How = Written::How;

std::vector<std::int64_t> MemoryStore::seats_of(const std::string& table) const {
  std::vector<std::int64_t> seats;
  for (const Chair& chair : tables_.at(table).row.chairs) seats.push_back(chair.person);
  return seats;
}

Remark MemoryStore::shown(const Remark& said) const {
  Remark out = said;
  out.name = people_.at(said.person).name;
  for (const auto& [number, somebody] : people_)
    if (said.removes == 0 && !said.removed && somebody.blocks.contains(said.person)) out.blocked_by.push_back(number);
  return out;
}

void MemoryStore::read_talk(std::string table, TalkWish wish, Read<TalkPlace> done) {
  std::optional<TalkPlace> place;
  if (tables_.contains(table)) {
    place = TalkPlace{is_over(table), seats_of(table), {}};
    for (std::size_t room = 0; room < kRooms; ++room) {
      int left = wish.most;
      for (const Remark& said : talk_[table][room])
        if (wish.after[room] && said.number > *wish.after[room] && left-- > 0) place->said.push_back(shown(said));
    }
  }
  answer(std::move(done), std::move(place));
}

void MemoryStore::talk_numbers(std::string table, Read<TalkNumbers> done) {
  std::optional<TalkNumbers> numbers;
  if (tables_.contains(table)) {
    numbers.emplace();
    for (std::size_t room = 0; room < kRooms; ++room) (*numbers)[room] = static_cast<int>(talk_[table][room].size());
  }
  answer(std::move(done), numbers);
}

void MemoryStore::read_speaker(std::string table, std::int64_t person, std::string request, std::int64_t now_ms,
                               Read<Speaker> done) {
  std::optional<Speaker> speaker;
  if (tables_.contains(table)) {
    speaker.emplace();
    speaker->place = {is_over(table), seats_of(table), {}};
    speaker->mute = mute_now(person, now_ms);
    for (const auto& room : talk_[table])
      for (const Remark& said : room)
        if (!request.empty() && said.person == person && said.request == request) speaker->again = shown(said);
  }
  answer(std::move(done), std::move(speaker));
}

void MemoryStore::say(std::string table, Remark said, Done done) {
  change(std::move(done), [&] {
    if (!tables_.contains(table)) return Written{How::conflict, {}, 0};
    for (const auto& room : talk_[table])
      for (const Remark& one : room)
        if (one.person == said.person && one.request == said.request) return Written{};
    auto& room = talk_[table][static_cast<std::size_t>(said.room)];
    said.number = static_cast<int>(room.size()) + 1;
    room.push_back(std::move(said));
    return Written{};
  });
}

void MemoryStore::remove_said(std::string table, Room room, int number, std::int64_t by, std::int64_t now_ms,
                              Done done) {
  change(std::move(done), [&] {
    auto& entries = talk_[table][static_cast<std::size_t>(room)];
    if (number < 1 || number > static_cast<int>(entries.size())) return Written{How::conflict, {}, 0};
    Remark& said = entries[static_cast<std::size_t>(number - 1)];
    if (said.removed || said.removes != 0) return Written{How::conflict, {}, 0};
    said.removed = true;
    said.text.clear();
    Remark removal;
    removal.room = room;
    removal.number = static_cast<int>(entries.size()) + 1;
    removal.person = by;
    removal.at_ms = now_ms;
    removal.removes = number;
    entries.push_back(std::move(removal));
    return Written{};
  });
}

void MemoryStore::talk_news(std::int64_t, Read<std::vector<TalkNews>> done) {
  std::vector<TalkNews> out;
  for (const auto& [table, rooms] : talk_)
    for (std::size_t room = 0; room < kRooms; ++room)
      if (!rooms[room].empty()) out.push_back({table, static_cast<Room>(room), static_cast<int>(rooms[room].size())});
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::add_report(Report report, int most, Done done) {
  change(std::move(done), [&] {
    const auto& entries = talk_[report.table][static_cast<std::size_t>(report.room)];
    const bool there = report.number >= 1 && report.number <= static_cast<int>(entries.size());
    const auto waiting =
        std::count_if(reports_.begin(), reports_.end(), [&](const Report& one) { return one.by == report.by; });
    if (!there || waiting >= most) return Written{How::conflict, {}, 0};
    const Remark& said = entries[static_cast<std::size_t>(report.number - 1)];
    if (said.removed || said.removes != 0) return Written{How::conflict, {}, 0};
    for (const Report& one : reports_)
      if (one.by == report.by && one.table == report.table && one.room == report.room && one.number == report.number)
        return Written{};
    report.id = ++last_report_;
    report.said_by = said.person;
    report.text = said.text;
    reports_.insert(reports_.begin(), std::move(report));
    return Written{};
  });
}

void MemoryStore::reports(std::int64_t reader, int most, Read<std::vector<Report>> done) {
  std::vector<Report> out;
  for (Report report : reports_) {
    if (static_cast<int>(out.size()) >= most) break;
    const auto seats = seats_of(report.table);
    report.by_name = people_[report.by].name;
    report.said_by_name = people_[report.said_by].name;
    report.over = is_over(report.table);
    report.seated = std::find(seats.begin(), seats.end(), reader) != seats.end();
    const auto author = std::find(seats.begin(), seats.end(), report.said_by);
    report.seat = author == seats.end() ? -1 : static_cast<int>(author - seats.begin());
    out.push_back(std::move(report));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

void MemoryStore::end_report(std::int64_t id, Done done) {
  change(std::move(done), [&] {
    const bool there = std::erase_if(reports_, [&](const Report& one) { return one.id == id; }) > 0;
    return Written{there ? How::durable : How::conflict, {}, 0};
  });
}

std::optional<Mute> MemoryStore::mute_now(std::int64_t person, std::int64_t now_ms) const {
  const auto mute = mutes_.find(person);
  if (mute == mutes_.end() || mute->second.until_ms <= now_ms) return std::nullopt;
  return mute->second;
}

void MemoryStore::mute_of(std::int64_t person, std::int64_t now_ms, Read<Mute> done) {
  answer(std::move(done), mute_now(person, now_ms));
}

void MemoryStore::set_mute(std::int64_t person, std::optional<Mute> mute, Done done) {
  change(std::move(done), [&] {
    if (mute)
      mutes_[person] = std::move(*mute);
    else
      mutes_.erase(person);
    return Written{};
  });
}

void MemoryStore::read_note(std::string table, std::int64_t person, Read<std::string> done) {
  std::optional<std::string> text;
  if (tables_.contains(table)) {
    const auto found = notes_.find({person, table});
    text = found == notes_.end() ? std::string() : found->second.text;
  }
  answer(std::move(done), std::move(text));
}

void MemoryStore::set_note(std::string table, std::int64_t person, std::string text, std::int64_t now_ms, int most,
                           Done done) {
  change(std::move(done), [&] {
    const auto kept = std::count_if(notes_.begin(), notes_.end(), [&](const auto& one) {
      return one.first.first == person && one.first.second != table;
    });
    if (!tables_.contains(table) || (!text.empty() && kept >= most)) return Written{How::conflict, {}, 0};
    notes_[{person, table}] = {table, text, now_ms};
    if (text.empty()) notes_.erase({person, table});
    return Written{};
  });
}

void MemoryStore::own_talk(std::int64_t person, int most, Read<OwnTalk> done) {
  OwnTalk out;
  for (const auto& [table, rooms] : talk_)
    for (const auto& room : rooms)
      for (const Remark& said : room)
        if (said.person == person && !said.request.empty() && !said.removed)
          out.said.push_back({table, said.text, said.at_ms});
  for (const auto& [place, note] : notes_)
    if (place.first == person) out.notes.push_back(note);
  for (auto* lines : {&out.said, &out.notes}) {
    std::stable_sort(lines->begin(), lines->end(), [](const auto& a, const auto& b) { return a.at_ms > b.at_ms; });
    lines->resize(std::min(lines->size(), static_cast<std::size_t>(most)));
  }
  answer(std::move(done), std::optional(std::move(out)));
}

}  // namespace cairn
