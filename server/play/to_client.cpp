#include "server/play/to_client.h"

#include <algorithm>
#include <utility>

#include "notation/replay.h"
#include "notation/thread_work.h"

namespace cairn {

namespace {

std::string_view kind_word(SeatKind kind) {
  switch (kind) {
    case SeatKind::open:
      return "open";
    case SeatKind::guest:
      return "guest";
    case SeatKind::bot:
      return "bot";
  }
  return "";
}

// What every seat's clock shows, the same for everybody.
Json clock_json(const Table& table, std::int64_t now_ms) {
  const auto& clock = table.terms().clock;
  if (!clock) return nullptr;
  Json seats = Json::array();
  for (int seat = 0; seat < clock->seats(); ++seat) {
    const SeatTime time = clock->shown(seat_at(seat), now_ms);
    Json one = {{"on_turn", time.on_turn}, {"counting", time.counting}, {"total", time.total_ms},
                {"main", time.main_ms},    {"period", time.period_ms},  {"periods", time.periods},
                {"stones", time.stones}};
    if (time.vacation) one["vacation"] = true;
    if (time.until_ms >= 0) one["until"] = time.until_ms;
    seats.push_back(std::move(one));
  }
  Json out = {
      {"rule", to_text(clock->rule())}, {"now", now_ms}, {"paused", clock->paused()}, {"seats", std::move(seats)}};
  if (table.terms().resume_ms > 0) out["resumes"] = table.terms().resume_ms;
  if (table.terms().set_ms > 0) out["set"] = table.terms().set_ms;
  return out;
}

Json offers_json(const Table& table) {
  Json offers = Json::array();
  for (const Offer& offer : table.terms().offers) {
    Json agreed = Json::array();
    for (int seat = 0; seat < kMaxSeats; ++seat)
      if (offer.agreed.contains(seat_at(seat))) agreed.push_back(seat);
    offers.push_back({{"offer", to_word(offer.kind)}, {"by", index(offer.by)}, {"agreed", std::move(agreed)}});
  }
  return offers;
}

// What was done, where it is no move: everybody may know it.
Json deed_json(const Entry& entry) {
  Json deed = {{"seat", index(entry.seat)}, {"did", to_word(entry.kind)}};
  if (entry.kind == Entry::Kind::offer || entry.kind == Entry::Kind::accept || entry.kind == Entry::Kind::decline)
    deed["offer"] = split_words(entry.words).front();
  return deed;
}

// `kept`: where the text is kept for the viewers who see the same; nullptr: it is this viewer's alone.
template <class Write>
void append_alike(std::string& out, std::optional<std::string>* kept, Write write) {
  if (kept == nullptr) return write(out);
  if (!*kept) write(kept->emplace());
  out += **kept;
}

}  // namespace

std::string_view to_word(Entry::Kind kind) {
  constexpr std::array<std::string_view, kEntryKinds> kWords = {"play",  "resign", "undo",    "join",     "timeout",
                                                                "offer", "accept", "decline", "resume",   "vacation",
                                                                "back",  "plan",   "forfeit", "set-clock"};
  return kWords[static_cast<std::size_t>(kind)];
}

Json occupant_json(const Occupant& occupant) {
  return {{"name", occupant.kind == SeatKind::open ? Json(nullptr) : Json(occupant.name)},
          {"kind", kind_word(occupant.kind)}};
}

TableView::TableView(const Table& table, std::string_view id, std::optional<Seat> you, std::int64_t now_ms)
    : table_(table), id_(id), you_(you), now_ms_(now_ms), viewer_(you ? viewer_of(*you) : Viewer::spectator) {}

std::string TableView::state_text() const {
  std::string out;
  Alike alike;
  append_state(out, alike);
  return out;
}

// Moves, words and the groups of the view are nearly all of it, and written without a detour by values of JSON.
void TableView::append_state(std::string& out, Alike& alike) const {
  const std::size_t before = out.size();
  append_alike(out, &alike.head, [&](std::string& to) { append_head(to); });
  append_you(out);
  out += ",\"title\":";
  append_quoted(out, table_.info().title);
  out += ",\"version\":" + std::to_string(table_.version(viewer_)) + ",";
  append_alike(out, moves_alike() ? &alike.moves : nullptr, [&](std::string& to) { append_moves(to); });
  append_alike(out, table_.info().hidden ? nullptr : &alike.view, [&](std::string& to) {
    to += ",\"view\":";
    append_view(to, table_.view(viewer_));
  });
  std::size_t legal_count = 0;
  std::vector<std::string> legal;
  if (you_ && !table_.terms().drawn && !table_.terms().paused())
    legal = seat_words(table_.info(), table_.position(), *you_, legal_count);
  out += ",\"legal\":[";
  for (const std::string& word : legal) {
    if (out.back() != '[') out += ',';
    append_quoted(out, word);
  }
  out += "],\"legal_count\":" + std::to_string(legal_count);
  out += ",\"plan\":";
  if (you_)
    append_quoted(out, table_.terms().plans[static_cast<std::size_t>(index(*you_))].text());  // one's own
  else
    out += "null";
  append_alike(out, &alike.rest, [&](std::string& to) { append_rest(to); });
  thread_work.bytes += out.size() - before;
  out += '}';
}

// What does not depend on the viewer.
void TableView::append_rest(std::string& out) const {
  const TableSetup& setup = table_.setup();
  const bool bot = std::any_of(table_.occupants().begin(), table_.occupants().end(),
                               [](const Occupant& occupant) { return occupant.kind == SeatKind::bot; });
  out += ",\"bot\":" + (bot ? to_text({{"seconds", setup.seconds}, {"level", setup.level}}) : "null");
  out += table_.bot_to_act() ? ",\"thinking\":true" : ",\"thinking\":false";
  out += setup.rated ? ",\"rated\":true" : ",\"rated\":false";
  out += ",\"clock\":" + to_text(clock_json(table_, now_ms_)) + ",\"offers\":" + to_text(offers_json(table_));
  out += ",\"rematch\":";
  if (table_.terms().rematch.empty())
    out += "null";
  else
    append_quoted(out, table_.terms().rematch);
  out += ",\"invitation\":";
  append_quoted(out, "/t/" + std::string(id_));
}

// What a State and a record begin with, up to the viewer's own seat.
void TableView::append_head(std::string& out) const {
  out += "{\"id\":";
  append_quoted(out, id_);
  out += ",\"game\":";
  append_quoted(out, table_.info().name);
  out += ",\"options\":{";
  for (const auto& [name, value] : table_.setup().options) {
    if (out.back() != '{') out += ',';
    append_quoted(out, name);
    out += ':';
    append_quoted(out, value);
  }
  out += "},\"seats\":[";
  for (const Occupant& occupant : table_.occupants()) {
    out += out.back() == '[' ? "{\"name\":" : ",{\"name\":";
    if (occupant.kind == SeatKind::open)
      out += "null";
    else
      append_quoted(out, occupant.name);
    out += ",\"kind\":";
    append_quoted(out, kind_word(occupant.kind));
    out += '}';
  }
  out += "],";
}

void TableView::append_you(std::string& out) const {
  out += "\"you\":" + (you_ ? std::to_string(index(*you_)) : "null");
}

// Whether all viewers may see each move.
bool TableView::moves_alike() const {
  const auto by_all = [all = table_.all_viewers()](Audience audience) { return (audience & all) == all; };
  return table_.over() || std::all_of(table_.steps().begin(), table_.steps().end(),
                                      [&](const Step& step) { return by_all(step.visible_to) && by_all(step.known); });
}

void TableView::append_moves(std::string& out) const {
  const bool open = table_.over();       // then nothing is hidden any more
  constexpr std::size_t kStepText = 48;  // bytes, about
  out.reserve(out.size() + table_.steps().size() * kStepText);
  out += "\"moves\":[";
  for (const Step& step : table_.steps()) {
    if (step.left || !(open || sees(step.visible_to, viewer_))) continue;
    out += out.back() == '[' ? "{\"seat\":" : ",{\"seat\":";
    out += static_cast<char>('0' + index(step.seat));
    out += ",\"side\":";
    append_quoted(out, step.side);
    out += ",\"word\":";
    if (open || sees(step.known, viewer_))
      append_quoted(out, step.word);
    else
      out += "null";
    out += step.refused ? ",\"refused\":true}" : "}";
  }
  out += ']';
}

Json TableView::state() const {
  return parse_json(state_text());
}

std::string TableView::record_text() const {
  std::string out;
  append_head(out);
  append_you(out);
  out += ',';
  append_moves(out);
  return out += ",\"result\":" + to_text(result_json(table_.view(viewer_))) +
                ",\"created\":" + std::to_string(table_.setup().created_ms) + "}";
}

std::string TableView::reply_text(const Change& change) const {
  std::string out = "{\"request\":";
  append_quoted(out, change.entry.request);
  out += ",\"version\":" + std::to_string(change.version) + ",\"events\":";
  append_events(out, change.events, change.after, table_.names(), viewer_);
  if (change.entry.kind == Entry::Kind::play)
    out += ",\"played\":" + std::to_string(split_words(change.entry.words).size());
  return out += '}';
}

// The text of a change without its closing brace.
void TableView::append_change(std::string& out, const Change& change, Alike& alike) const {
  const bool all_see =
      !table_.info().hidden && std::all_of(change.events.begin(), change.events.end(),
                                           [](const Event& event) { return event.seen_by == kEveryone; });
  out += "{\"type\":\"change\",\"version\":" + std::to_string(table_.version(viewer_)) + ",\"events\":";
  append_alike(out, all_see ? &alike.events : nullptr,
               [&](std::string& to) { append_events(to, change.events, change.after, table_.names(), viewer_); });
  if (change.entry.kind != Entry::Kind::play) out += ",\"deed\":" + to_text(deed_json(change.entry));
}

std::string TableView::change_text(const Change& change, Alike& alike) const {
  std::string out;
  constexpr std::size_t kUsual = 4096, kUsualMove = 64;  // bytes
  out.reserve(kUsual + kUsualMove * table_.steps().size());
  append_change(out, change, alike);
  out += ",\"state\":";
  append_state(out, alike);
  return out += '}';
}

std::string TableView::past_change_text(const Change& change) const {
  std::string out;
  Alike alike;
  append_change(out, change, alike);
  return out += '}';
}

Json error_json(const Refusal& refusal) {
  Json inner = {{"code", to_word(refusal.code)}, {"message", refusal.message.english()}};
  if (!refusal.message.code().empty()) inner["detail"] = refusal.message.code();
  if (!refusal.message.arguments().empty()) inner["arguments"] = arguments_json(refusal.message);
  if (refusal.reason != Reason::none) inner["reason"] = to_word(refusal.reason);
  if (refusal.index) inner["index"] = *refusal.index;
  if (refusal.retry_after_s > 0) inner["retry_after"] = refusal.retry_after_s;
  return {{"error", std::move(inner)}};
}

std::string error_text(const Refusal& refusal) {
  std::string out = to_text(error_json(refusal));
  if (refusal.state.empty()) return out;
  out.back() = ',';
  return out += "\"state\":" + refusal.state + "}";
}

std::string to_text(const Json& json) {
  return json_text(json);
}

}  // namespace cairn
