#include "server/tables/notices.h"

#include <algorithm>
#include <array>

#include "notation/view_json.h"

namespace cairn {

namespace {

constexpr int kMostHappenings = 1'000;  // of a clock, until the next reminder

Notice notice(NoticeKind kind, std::int64_t person, std::string id, std::string facts, std::int64_t at_ms) {
  return {person, kind, std::move(id) + "." + std::string(to_word(kind)), std::move(facts), at_ms};
}

// What every notice of a table says, as JSON without its closing brace. Each move makes one, so it is written as text
// directly.
std::string table_facts(const std::string& id, const Table& table, const std::vector<Occupant>& occupants, Seat seat,
                        int version) {
  std::string out = "{\"table\":";
  append_quoted(out, id);
  out += ",\"link\":";
  append_quoted(out, "/t/" + id);
  out += ",\"game\":";
  append_quoted(out, table.setup().game);
  out += ",\"title\":";
  append_quoted(out, table.info().title);
  out += ",\"clock\":";
  append_quoted(out, to_text(table.setup().clock));
  out += ",\"seats\":[";
  for (const Occupant& occupant : occupants) {
    if (out.back() != '[') out += ',';
    append_quoted(out, occupant.name);
  }
  out += "],\"seat\":" + std::to_string(index(seat));
  return out += ",\"version\":" + std::to_string(version);
}

std::string name_of(const std::string& id, int version) {
  return id + "." + std::to_string(version);
}

bool is_open(const Occupant& occupant) {
  return occupant.kind == SeatKind::open;
}

}  // namespace

std::vector<Notice> notices_of(const std::string& id, const Table& before, const Change& change) {
  std::vector<Occupant> occupants = before.occupants();
  const bool began = std::none_of(occupants.begin(), occupants.end(), is_open);
  const auto mover = static_cast<std::size_t>(index(change.entry.seat));
  if (change.entry.kind == Entry::Kind::join) occupants[mover] = change.occupant;
  if (std::any_of(occupants.begin(), occupants.end(), is_open)) return {};
  const bool ends = change.over() && !before.over();
  const bool waited = began && !before.over() && !before.terms().paused();
  const SeatSet was = waited ? before.position().to_act() : SeatSet{};
  const SeatSet is = change.over() || change.terms.paused() ? SeatSet{} : change.after.to_act();
  std::vector<Notice> out;
  for (std::size_t i = 0; i < occupants.size(); ++i) {
    const Seat seat = seat_at(static_cast<int>(i));
    const bool turn = is.contains(seat) && !was.contains(seat) && i != mover;
    if (occupants[i].person == 0 || !sees(change.changed_for, viewer_of(seat)) || !(ends || turn)) continue;
    const int version = before.version(viewer_of(seat)) + 1;
    std::string facts = table_facts(id, before, occupants, seat, version);
    if (ends)
      facts += ",\"result\":" + json_text(result_json(Table::view_of(change.after, change.terms, viewer_of(seat))));
    out.push_back(notice(ends ? NoticeKind::game_over : NoticeKind::your_turn, occupants[i].person,
                         name_of(id, version), facts + "}", change.entry.at_ms));
  }
  return out;
}

std::vector<Notice> beginning(const std::string& id, const Table& table, std::int64_t but) {
  const std::vector<Occupant>& occupants = table.occupants();
  if (std::any_of(occupants.begin(), occupants.end(), is_open)) return {};
  std::vector<Notice> out;
  for (std::size_t i = 0; i < occupants.size(); ++i) {
    const Seat seat = seat_at(static_cast<int>(i));
    if (occupants[i].person == 0 || occupants[i].person == but || !table.position().to_act().contains(seat)) continue;
    const int version = table.version(viewer_of(seat));
    out.push_back(notice(NoticeKind::your_turn, occupants[i].person, name_of(id, version),
                         table_facts(id, table, occupants, seat, version) + "}", table.setup().created_ms));
  }
  return out;
}

// --- clocks

std::int64_t next_reminder(const Terms& terms, std::int64_t after_ms) {
  if (!terms.clock || terms.clock->rule().nags_ms.empty()) return 0;
  for (int i = 0; i < kMostHappenings; ++i) {
    const auto next = terms.clock->due(after_ms);
    if (next.empty()) return 0;
    for (const ClockHappening& one : next)
      if (one.kind == ClockHappening::Kind::nag) return one.at_ms;
    after_ms = next.front().at_ms;
  }
  return 0;
}

std::vector<Notice> reminders(const std::string& id, const Table& table, std::int64_t from_ms, std::int64_t now_ms) {
  std::array<std::optional<ClockHappening>, kMaxSeats> last;
  std::int64_t after_ms = from_ms - 1;
  for (int i = 0; i < kMostHappenings; ++i) {
    const std::int64_t at_ms = next_reminder(table.terms(), after_ms);
    if (at_ms == 0 || at_ms > now_ms) break;
    for (const ClockHappening& one : table.terms().clock->due(at_ms - 1))
      if (one.kind == ClockHappening::Kind::nag && one.at_ms == at_ms)
        last[static_cast<std::size_t>(index(one.seat))] = one;
    after_ms = at_ms;
  }
  std::vector<Notice> out;
  for (const auto& one : last) {
    if (!one) continue;
    const std::int64_t person = table.occupants()[static_cast<std::size_t>(index(one->seat))].person;
    if (person == 0) continue;
    const int version = table.version(viewer_of(one->seat));
    const std::string facts = table_facts(id, table, table.occupants(), one->seat, version) +
                              ",\"left\":" + std::to_string(one->left_ms) + "}";
    out.push_back(notice(NoticeKind::reminder, person, name_of(id, version) + "." + std::to_string(one->left_ms), facts,
                         one->at_ms));
  }
  return out;
}

// --- challenges and tournaments

std::vector<Notice> notices_of(const Challenge& challenge, std::string_view title) {
  std::string from;
  for (const Challenged& one : challenge.people)
    if (one.person == challenge.maker) from = one.name;
  const Json facts = {
      {"challenge", challenge.id},     {"offer", challenge.offer}, {"from", from},
      {"game", challenge.terms.game},  {"title", title},           {"clock", to_text(challenge.terms.clock)},
      {"rated", challenge.terms.rated}};
  std::vector<Notice> out;
  for (const Challenged& one : challenge.people)
    if (one.person != challenge.maker)
      out.push_back(notice(NoticeKind::challenge, one.person, name_of(challenge.id, challenge.offer), json_text(facts),
                           challenge.changed_ms));
  return out;
}

std::vector<Notice> notices_of(const std::string& id, const Tournament& tournament, std::size_t paired,
                               const std::vector<std::pair<std::int64_t, std::string>>& names, std::int64_t at_ms) {
  const auto person = [&](int player) {
    return player < 0 ? 0 : tournament.players()[static_cast<std::size_t>(player)].person;
  };
  std::vector<Notice> out;
  for (std::size_t i = paired; i < tournament.games().size(); ++i) {
    const Tournament::Game& game = tournament.games()[i];
    for (const bool first : {true, false}) {
      const std::int64_t one = person(first ? game.players.first : game.players.second),
                         other = person(first ? game.players.second : game.players.first);
      if (one == 0) continue;
      Json facts = {{"tournament", id},
                    {"name", tournament.setup().name},
                    {"round", game.round},
                    {"opponent", nullptr},
                    {"table", nullptr}};
      for (const auto& [who, name] : names)
        if (who == other) facts["opponent"] = name;
      if (!game.table.empty()) facts["table"] = game.table;
      out.push_back(notice(NoticeKind::round, one, name_of(id, static_cast<int>(i)), json_text(facts), at_ms));
    }
  }
  return out;
}

}  // namespace cairn
