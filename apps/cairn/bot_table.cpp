#include "apps/cairn/bot_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <random>

#include "apps/cairn/terminal.h"

namespace cairn::cli {

namespace {

constexpr double kSlice = 0.2;  // seconds between two looks at a stop
constexpr double kFirstDelay = 0.25, kLastDelay = 10;
constexpr int kStale = 409;

const Json kNone = nullptr;

const Json& at(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() ? *found : kNone;
}
std::string text_of(const Json& json) {
  return json.is_string() ? json.get<std::string>() : "";
}
bool yes(const Json& json) {
  return json.is_boolean() && json.get<bool>();
}
double seconds_of(const Json& ms) {
  return ms.is_number() ? ms.get<double>() / 1000 : 0;
}

// Not met again, also not by the bot after a restart.
std::string fresh_request() {
  std::random_device device;
  return fmt::format("bot-{:08x}{:08x}", device(), device());
}

bool read_moves(const Json& state, Moves& moves) {
  const Json& list = at(state, "moves");
  if (!list.is_array()) return false;
  for (const Json& one : list) {
    const Json& seat = at(one, "seat");
    if (!seat.is_number_unsigned() || seat.get<unsigned>() > 1 || !at(one, "word").is_string()) return false;
    moves.emplace_back(seat_at(seat.get<int>()), text_of(at(one, "word")));
  }
  return true;
}

}  // namespace

void BotTable::tell(LogLevel level, std::string_view what, std::string_view more) const {
  if (more.empty())
    orders_.log.write(level, what, {{"table", id_}});
  else
    orders_.log.write(level, what, {{"table", id_}, {"is", more}});
}

bool BotTable::prepare(const std::string& game, const Json& options) {
  info_ = find_game(game);
  Config config;
  EngineChoice choice;
  std::string error;
  if (info_ == nullptr)
    error = unknown_game(game);
  else if (info_->hidden)
    error = "bots cannot play games with hidden information";
  else if (error = read_options(options, config.options); error.empty())
    error = read_engine_choice(orders_.engine, *info_, choice);
  if (error.empty()) {
    // Its own wish and ours: the shorter thought. An engine that counts playouts takes the time that it takes.
    ThinkingTime time{.control = time_, .patience = orders_.patience, .most = orders_.seconds};
    if (choice.seconds > 0) time.most = std::min(choice.seconds, orders_.seconds);
    choice.seconds = 0;
    engine_ = std::make_unique<BotEngine>(choice, *info_, std::move(config), time);
    error = engine_->begin();
  }
  engine_error_ = error;
  return error.empty();
}

bool BotTable::join(const std::string& game, const Json& options) {
  if (!prepare(game, options)) {
    tell(LogLevel::warning, "not accepted: the engine cannot play this game", engine_error_);
    return false;
  }
  engine_.reset();  // its clock is known at the table
  const ServerAnswer answer = link_.ask("/api/tables/" + id_ + "/join", Json::object());
  if (!answer.good()) {
    tell(LogLevel::info, "not accepted", answer.text);
    return false;
  }
  tell(LogLevel::info, "game accepted", game);
  return true;
}

void BotTable::play() {
  BotSocket socket(orders_.access);
  double delay = kFirstDelay;
  while (!stop_.load()) {
    if (!socket.is_open() && !socket.open(id_)) {
      tell(LogLevel::warning, "no connection; trying again", "");
      nap_until(delay, stop_);
      delay = std::min(delay * 2, kLastDelay);
      continue;
    }
    Json state;
    for (double wait = kSlice;; wait = 0) {  // of several only the newest counts
      const Json message = socket.next(wait);
      if (message.is_null()) break;
      if (at(message, "type") == "refused") {
        tell(LogLevel::error, "cannot play at this table", text_of(at(at(message, "error"), "message")));
        return;
      }
      if (at(message, "state").is_object()) state = at(message, "state");
    }
    for (; state.is_object() && !stop_.load(); state = std::move(newer_)) {
      delay = kFirstDelay;
      newer_ = nullptr;
      heard_ = wall_seconds();
      if (!act(state)) return;
    }
  }
}

bool BotTable::act(const Json& state) {
  const Json& you = at(state, "you");
  const Json& version = at(state, "version");
  const Json& seats = at(state, "seats");
  if (!you.is_number_unsigned() || you.get<unsigned>() > 1 || !version.is_number_integer() || !seats.is_array() ||
      seats.size() != 2) {
    tell(LogLevel::warning, "not played: the bot only plays games of two seats, one of them its own", "");
    return false;
  }
  if (version.get<int>() < least_version_) return true;  // from before our own last move
  if (yes(at(at(state, "view"), "over"))) {
    over(state);
    return false;
  }
  if (std::any_of(seats.begin(), seats.end(), [](const Json& seat) { return at(seat, "kind") == "open"; })) return true;
  if (!engine_) {
    rule_ = {};
    if (const auto read = parse_clock_rule(text_of(at(at(state, "clock"), "rule"))); read.rule) rule_ = *read.rule;
    time_ = engine_time(rule_);
    const std::size_t me = you.get<std::size_t>();
    tell(LogLevel::info, "game begins",
         fmt::format("{} against {}", text_of(at(state, "game")), text_of(at(seats[1 - me], "name"))));
    if (!prepare(text_of(at(state, "game")), at(state, "options")) && info_ == nullptr) return false;
    if (info_->hidden) return false;
  }
  if (answer_offers(state)) return true;
  if (yes(at(at(state, "clock"), "paused"))) return true;
  const Json& acting = at(at(state, "view"), "to_act");
  if (std::find(acting.begin(), acting.end(), you) != acting.end())
    move(state, seat_at(you.get<int>()), version.get<int>());
  return true;
}

// Draws are declined; taking back and pausing are for games in which nothing is at stake. Whether one was answered.
bool BotTable::answer_offers(const Json& state) {
  for (const Json& offer : at(state, "offers")) {
    const Json& agreed = at(offer, "agreed");
    if (std::find(agreed.begin(), agreed.end(), at(state, "you")) != agreed.end()) continue;
    const std::string what = text_of(at(offer, "offer"));
    const bool take = what != "draw" && !yes(at(state, "rated"));
    const ServerAnswer answer =
        command({{"command", take ? "accept" : "decline"}, {"offer", what}}, at(state, "version").get<int>());
    tell(answer.good() ? LogLevel::info : LogLevel::warning, take ? "offer accepted" : "offer declined",
         answer.good() ? what : answer.text);
    if (answer.good()) return true;
  }
  return false;
}

void BotTable::read_clock(const Json& state, std::size_t seat, ClockFace& face, double& limit) const {
  face = full_clock(time_);
  limit = orders_.patience;
  const Json& seats = at(at(state, "clock"), "seats");
  if (!seats.is_array() || seat >= seats.size()) return;
  const Json& mine = seats[seat];
  const double gone = wall_seconds() - heard_ + orders_.lag;
  const double main = seconds_of(at(mine, "main")), total = seconds_of(at(mine, "total"));
  if (time_.kind == TimeControl::Kind::canadian) {
    face.overtime = main <= gone;
    face.left = std::max(0.0, face.overtime ? main + seconds_of(at(mine, "period")) - gone : main - gone);
    const Json& stones = at(mine, "stones");
    face.stones = rule_.kind == ClockRule::Kind::canadian && stones.is_number_integer() ? stones.get<int>() : 1;
  } else if (time_.kind != TimeControl::Kind::none) {
    face.left = std::max(0.0, main - gone);
  }
  if (total > 0) limit = std::max(0.1, std::min(limit, total - gone));
}

ServerAnswer BotTable::command(Json body, int version) {
  body["request"] = fresh_request();
  body["version"] = version;
  ServerAnswer answer = link_.ask("/api/tables/" + id_ + "/commands", body);
  if (answer.status == kStale && at(answer.body, "state").is_object()) newer_ = at(answer.body, "state");
  return answer;
}

void BotTable::move(const Json& state, Seat seat, int version) {
  Moves moves;
  BotChoice choice;
  if (!read_moves(state, moves)) {
    choice = {.broken = true, .text = "cannot read the moves from the server"};
  } else if (!engine_) {
    choice = {.broken = true, .text = engine_error_};
  } else {
    ClockFace face;
    double limit = 0;
    read_clock(state, static_cast<std::size_t>(index(seat)), face, limit);
    choice = engine_->choose(moves, seat, face, limit);
  }
  if (choice.broken) {
    tell(LogLevel::error, "the engine failed; resigning the game", choice.text);
    ++counts_.broken;
  } else if (!choice.text.empty()) {
    tell(LogLevel::warning, "the engine was restarted", choice.text);
  }
  if (choice.words.empty() && !choice.resign && !choice.broken) return;
  Json body = {{"command", "resign"}};
  std::string words = "resign";
  if (!choice.words.empty()) {
    body = {{"command", "play"}, {"words", choice.words}};
    words.clear();
    for (const auto& word : choice.words) words += (words.empty() ? "" : " ") + word;
  }
  const ServerAnswer answer = command(std::move(body), version);
  if (answer.good()) {
    if (!orders_.quiet) tell(LogLevel::info, "move", words);
  } else if (answer.code() != "stale") {
    tell(answer.code() == "game-over" ? LogLevel::info : LogLevel::warning, "the server refused the move", answer.text);
  }
}

void BotTable::over(const Json& state) {
  const Json& result = at(at(state, "view"), "result");
  const bool won = at(result, "seat") == at(state, "you");
  const char* how = won ? "won" : (at(result, "seat").is_null() ? "drawn" : "lost");
  tell(LogLevel::info, "game over", fmt::format("{} {}", how, text_of(at(result, "text"))));
  ++counts_.finished;
}

}  // namespace cairn::cli
