#include "server/protocol/to_client.h"

#include <algorithm>
#include <utility>

#include "notation/replay.h"

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

std::string_view code_word(Refusal::Code code) {
  using Code = Refusal::Code;
  switch (code) {
    case Code::illegal_move:
      return "illegal-move";
    case Code::stale:
      return "stale";
    case Code::game_over:
      return "game-over";
    case Code::no_undo:
      return "no-undo";
    case Code::no_offer:
      return "no-offer";
    case Code::no_free_seat:
      return "no-free-seat";
    case Code::plan:
      return "plan";
    case Code::clock:
      return "clock";
    case Code::too_long:
      return "too-long";
    case Code::busy:
      return "busy";
    case Code::unavailable:
      return "unavailable";
  }
  return "";
}

int status_of(Refusal::Code code) {
  using Code = Refusal::Code;
  switch (code) {
    case Code::illegal_move:
      return 422;
    case Code::busy:
      return 429;
    case Code::unavailable:
      return 503;
    default:
      return 409;
  }
}

Json events_seen(const Table& table, const Change& change, Viewer viewer) {
  if (change.events.empty()) return Json::array();
  return events_json(change.events, change.after, table.names(), viewer);
}

// All legal words of a seat; where they are too many to send (formations: 43,759), those that name no place.
Json legal_listed(const Position& position, Seat seat, std::size_t& count) {
  std::vector<std::string> words;
  if (position.to_act().contains(seat)) words = position.legal_words(seat);
  count = words.size();
  if (count > kMaxListedWords)
    std::erase_if(words, [](const std::string& word) { return word.find_first_of("0123456789") != std::string::npos; });
  return words;
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
  return {{"rule", to_text(clock->rule())}, {"now", now_ms}, {"paused", clock->paused()}, {"seats", std::move(seats)}};
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

}  // namespace

std::string_view to_word(Entry::Kind kind) {
  constexpr std::array<std::string_view, kEntryKinds> kWords = {
      "play", "resign", "undo", "join", "timeout", "offer", "accept", "decline", "resume", "vacation", "back", "plan"};
  return kWords[static_cast<std::size_t>(kind)];
}

Json chair_json(const Chair& chair) {
  return {{"name", chair.kind == SeatKind::open ? Json(nullptr) : Json(chair.name)}, {"kind", kind_word(chair.kind)}};
}

Seen::Seen(const Table& table, std::optional<Seat> you, std::int64_t now_ms)
    : table_(table), you_(you), now_ms_(now_ms), viewer_(you ? viewer_of(*you) : Viewer::spectator) {}

Json Seen::state(std::string_view id) const {
  const Position& position = table_.position();
  Json options = Json::object();
  for (const auto& [name, value] : table_.setup().options) options[name] = value;
  Json seats = Json::array();
  for (const Chair& chair : table_.chairs()) seats.push_back(chair_json(chair));
  const bool open = table_.over();  // then nothing is hidden any more
  Json moves = Json::array();
  for (const Step& step : table_.steps()) {
    if (step.left || !(open || sees(step.told, viewer_))) continue;
    moves.push_back({{"seat", index(step.seat)},
                     {"side", step.side},
                     {"word", open || sees(step.known, viewer_) ? Json(step.word) : Json(nullptr)}});
    if (step.refused) moves.back()["refused"] = true;
  }
  const TableSetup& setup = table_.setup();
  const bool bot = std::any_of(table_.chairs().begin(), table_.chairs().end(),
                               [](const Chair& chair) { return chair.kind == SeatKind::bot; });
  std::size_t legal_count = 0;
  const bool acting = you_ && !table_.terms().drawn && !table_.terms().paused();
  Json legal = acting ? legal_listed(position, *you_, legal_count) : Json::array();
  Json plan = nullptr;  // one's own
  if (you_) plan = table_.terms().plans[static_cast<std::size_t>(index(*you_))].text();
  return {{"id", id},
          {"game", table_.info().name},
          {"title", table_.info().title},
          {"options", std::move(options)},
          {"seats", std::move(seats)},
          {"you", you_ ? Json(index(*you_)) : Json(nullptr)},
          {"version", table_.version(viewer_)},
          {"moves", std::move(moves)},
          {"view", view_json(table_.view(viewer_))},
          {"legal", std::move(legal)},
          {"legal_count", legal_count},
          {"bot", bot ? Json{{"seconds", setup.seconds}, {"level", setup.level}} : Json(nullptr)},
          {"thinking", table_.bot_to_act().has_value()},
          {"rated", setup.rated},
          {"clock", clock_json(table_, now_ms_)},
          {"offers", offers_json(table_)},
          {"plan", std::move(plan)},
          {"rematch", table_.terms().rematch.empty() ? Json(nullptr) : Json(table_.terms().rematch)},
          {"invitation", "/t/" + std::string(id)}};
}

Json Seen::record(std::string_view id) const {
  const Json all = state(id);
  Json json = Json::object();
  for (const char* key : {"id", "game", "options", "seats", "you", "moves"}) json[key] = all.at(key);
  json["result"] = all.at("view").at("result");
  return json;
}

Json Seen::reply(const Change& change) const {
  Json json = {
      {"request", change.entry.request}, {"version", change.version}, {"events", events_seen(table_, change, viewer_)}};
  if (change.entry.kind == Entry::Kind::play) json["played"] = split_words(change.entry.words).size();
  return json;
}

Json Seen::change(std::string_view id, const Change& change) const {
  Json json = told_before(change);
  json["state"] = state(id);
  return json;
}

Json Seen::told_before(const Change& change) const {
  Json json = {
      {"type", "change"}, {"version", table_.version(viewer_)}, {"events", events_seen(table_, change, viewer_)}};
  if (change.entry.kind != Entry::Kind::play) json["deed"] = deed_json(change.entry);
  return json;
}

ErrorReply error_reply(int status, std::string code, std::string message, int retry_after_s) {
  ErrorReply error;
  error.status = status;
  error.code = std::move(code);
  error.message = std::move(message);
  error.retry_after_s = retry_after_s;
  return error;
}

ErrorReply error_reply(const Refusal& refusal) {
  ErrorReply error;
  error.status = status_of(refusal.code);
  error.code = code_word(refusal.code);
  error.message = refusal.message;
  if (refusal.code == Refusal::Code::illegal_move) {
    error.reason = refusal.reason;
    error.index = refusal.index;
  }
  if (error.status == 429 || error.status == 503) error.retry_after_s = 1;
  return error;
}

Json error_json(const ErrorReply& error) {
  Json inner = {{"code", error.code}, {"message", error.message}};
  if (error.reason != Reason::none) inner["reason"] = to_word(error.reason);
  if (error.index) inner["index"] = *error.index;
  if (error.retry_after_s > 0) inner["retry_after"] = error.retry_after_s;
  Json json = {{"error", std::move(inner)}};
  if (!error.state.is_null()) json["state"] = error.state;
  return json;
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace cairn
