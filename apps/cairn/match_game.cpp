#include "apps/cairn/match_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "core/hash.h"
#include "core/text.h"
#include "notation/event_text.h"
#include "notation/view_json.h"
#include "notation/words.h"

namespace cairn::cli {

namespace {

constexpr std::string_view kDeadPrefix = "dead:";
constexpr std::string_view kPass = "pass";

std::string_view failure_word(Failure failure) {
  switch (failure) {
    case Failure::late:
      return "late";
    case Failure::crash:
      return "crash";
    default:
      return "garbage";
  }
}

class Game {
 public:
  Game(const GameTask& task, MatchPlayer& first, MatchPlayer& second)
      : task_(task), position_(task.start), players_{&first, &second} {
    game_.number = task.number;
    game_.first_seat = static_cast<int>(task.number % 2);
    for (auto& face : faces_) face = full_clock(task.time.control);
    grace_.fill(task.time.grace);
  }

  MatchGame run() {
    if (begin()) {
      while (!over_ && !position_.to_act().empty()) {
        if (task_.stop.load())
          cancel();
        else if (game_.moves.size() >= task_.most_moves)
          finish(0.5, "too long");
        else if (position_.to_act().size() > 1)
          agree();
        else
          move();
      }
    }
    if (!over_) {
      const Outcome outcome = position_.outcome();
      const int won = winner(outcome, 2);
      finish(won < 0 ? 0.5 : engine_of(seat_at(won)) == 0 ? 1 : 0, how_word(outcome.how));
    }
    if (position_.to_act().empty()) game_.result = position_.view(Viewer::referee).result;
    return std::move(game_);
  }

 private:
  std::size_t engine_of(Seat seat) const { return index(seat) == game_.first_seat ? 0 : 1; }

  void finish(double points, std::string_view end) {
    game_.points = points;
    game_.end = end;
    over_ = true;
  }
  void cancel() {
    game_.cancelled = true;
    over_ = true;
  }
  void forfeit(std::size_t engine, std::string_view end, const std::string& text) {
    finish(engine == 0 ? 0 : 1, end);
    game_.text = text;
  }
  // Whether the player did well.
  bool good(std::size_t engine, const Answer& answer) {
    if (answer.failure == Failure::none) return true;
    if (answer.failure == Failure::cancelled)
      cancel();
    else
      forfeit(engine, failure_word(answer.failure), answer.text);
    return false;
  }

  bool begin() {
    for (std::size_t i = 0; i < 2; ++i)
      if (!good(i, players_[i]->begin(task_.start, mix(task_.seed, 2 * task_.number + i)))) return false;
    for (const std::string& word : task_.opening) {
      const View before = position_.view(Viewer::referee);
      EventLog log;
      const Attempt played = play_word(position_, before, word, log);
      if (played.refused != Reason::none) break;  // openings were tried before
      game_.moves.emplace_back(played.seat, played.word);
      for (std::size_t i = 0; i < 2; ++i)
        if (!good(i, players_[i]->see(played.side, played.word))) return false;
    }
    return true;
  }

  // Seconds after which no answer is a loss.
  double limit(std::size_t engine) const {
    using Kind = TimeControl::Kind;
    const TimeControl& control = task_.time.control;
    const double left = std::max(faces_[engine].left, 0.0);
    if (control.kind == Kind::none) return task_.time.patience;
    if (control.kind == Kind::canadian && !faces_[engine].overtime) return left + control.period + grace_[engine];
    return left + grace_[engine];
  }

  // Takes the time of a move off the clock; false: it was lost on time.
  bool on_time(std::size_t engine, double seconds) {
    const TimeControl& control = task_.time.control;
    ClockFace& face = faces_[engine];
    const ClockFace before = face;
    if (spend(control, seconds, face)) return true;
    ++game_.sides[engine].late;
    if (control.kind == TimeControl::Kind::per_move) return seconds <= control.period + task_.time.grace;
    // The grace is there once a game; a clock that is over stands at nothing.
    grace_[engine] -= seconds - std::max(before.left, 0.0);
    face = before;
    face.left = 0;
    return grace_[engine] >= 0;
  }

  void move() {
    const Seat seat = position_.to_act().front();
    const std::size_t engine = engine_of(seat);
    const std::string side = side_name(position_.view(Viewer::spectator), seat);
    const double allowed = limit(engine);
    const Answer answer = players_[engine]->move(position_, seat, faces_[engine], allowed);
    if (!good(engine, answer)) return;
    MatchSide& tally = game_.sides[engine];
    ++tally.moves;
    tally.seconds += answer.seconds;
    tally.playouts += answer.playouts;
    if (!on_time(engine, answer.seconds)) {
      forfeit(engine, "late", fmt::format("{:.2f} s for move {}", answer.seconds, game_.moves.size() + 1));
      return;
    }
    std::string word = answer.word;
    EventLog log;
    if (equal_ignoring_case(word, kResign)) {
      word = kResign;
      play_for(position_, seat, word, &log);
    } else {
      const Parsed parsed = position_.parse(seat, word);
      const Reason refused = parsed.refused != Reason::none ? parsed.refused : position_.check(seat, parsed.action);
      if (refused != Reason::none) {
        forfeit(engine, "illegal",
                fmt::format("move {}: \"{}\": {}", game_.moves.size() + 1, word.substr(0, 60), refused.text()));
        return;
      }
      word = position_.format(parsed.action);
      position_.apply(seat, parsed.action, [&](const Event& event) { log.push_back(event); });
    }
    game_.moves.emplace_back(seat, word);
    const std::size_t other = 1 - engine;
    if (word != kResign && !position_.to_act().empty()) good(other, players_[other]->see(side, word));
  }

  // What is dead for those who have an opinion: external programs say it, for our engines the game proposes it. Two of
  // our own engines play on until nothing needs to be said.
  std::set<std::string> agreed_dead() {
    std::array<std::optional<std::vector<std::string>>, 2> lists;
    for (std::size_t i = 0; i < 2; ++i) lists[i] = players_[i]->dead();
    if (!lists[0] && !lists[1]) return {};
    std::vector<std::string> proposed;
    for (const View::Mark& mark : position_.view(Viewer::referee).marks)
      if (mark.kind == "proposed")
        for (const Point point : mark.points) proposed.push_back(position_.name(point));
    std::array<std::set<std::string>, 2> sets;
    for (std::size_t i = 0; i < 2; ++i)
      for (const std::string& name : lists[i] ? *lists[i] : proposed) sets[i].insert(upper(name));
    std::set<std::string> both;
    std::set_intersection(sets[0].begin(), sets[0].end(), sets[1].begin(), sets[1].end(),
                          std::inserter(both, both.end()));
    game_.disputed = sets[0] != sets[1];
    return both;
  }

  std::set<std::string> marked_dead() const {
    std::set<std::string> names;
    for (const View::Mark& mark : position_.view(Viewer::referee).marks)
      if (mark.kind == "dead")
        for (const Point point : mark.points) names.insert(upper(position_.name(point)));
    return names;
  }

  bool try_word(Seat seat, const std::string& word) {
    EventLog log;
    if (play_for(position_, seat, word, &log) != Reason::none) return false;
    game_.moves.emplace_back(seat, word);
    return true;
  }

  void agree() {
    const SeatSet acting = position_.to_act();
    for (const std::string& name : agreed_dead()) {
      if (marked_dead().contains(name)) continue;  // with its chain
      try_word(acting.front(), std::string(kDeadPrefix) + name);
    }
    bool any = false;
    for (int i = 0; i < 2; ++i)
      if (position_.to_act().contains(seat_at(i))) any = try_word(seat_at(i), std::string(kConsent)) || any;
    if (!any) move();  // another kind of decision
  }

  const GameTask& task_;
  Position position_;
  std::array<MatchPlayer*, 2> players_;
  std::array<ClockFace, 2> faces_{};
  std::array<double, 2> grace_{};
  MatchGame game_;
  bool over_ = false;
};

Json side_json(const MatchSide& side) {
  return {{"moves", side.moves}, {"seconds", side.seconds}, {"playouts", side.playouts}, {"late", side.late}};
}

bool read_side(const Json& json, MatchSide& side) {
  const auto whole = [&](const char* key, std::uint64_t& out) {
    if (!json.contains(key) || !json[key].is_number_unsigned()) return false;
    out = json[key].get<std::uint64_t>();
    return true;
  };
  if (!json.is_object() || !json.contains("seconds") || !json["seconds"].is_number()) return false;
  side.seconds = json["seconds"].get<double>();
  return whole("moves", side.moves) && whole("playouts", side.playouts) && whole("late", side.late);
}

}  // namespace

MatchGame play_match_game(const GameTask& task, MatchPlayer& first, MatchPlayer& second) {
  return Game(task, first, second).run();
}

Json match_game_json(const MatchGame& game) {
  Json moves = Json::array();
  for (const auto& [seat, word] : game.moves) moves.push_back({index(seat), word});
  Json line = {{"number", game.number},
               {"first_seat", game.first_seat},
               {"points", game.points},
               {"end", game.end},
               {"result", game.result},
               {"first", side_json(game.sides[0])},
               {"second", side_json(game.sides[1])},
               {"moves", std::move(moves)}};
  if (game.forfeit()) line["forfeit"] = game.text;
  if (game.disputed) line["disputed"] = true;
  return line;
}

std::string read_match_game(const Json& line, MatchGame& game) {
  game = {};
  const auto text = [&](const char* key) {
    return line.contains(key) && line[key].is_string() ? line[key].get<std::string>() : std::string();
  };
  const bool good = line.contains("number") && line["number"].is_number_unsigned() && line.contains("points") &&
                    line["points"].is_number() && line.contains("moves") && line["moves"].is_array() &&
                    line.contains("first") && read_side(line["first"], game.sides[0]) && line.contains("second") &&
                    read_side(line["second"], game.sides[1]);
  if (!good) return "this is not a game of a match";
  game.number = line["number"].get<std::uint64_t>();
  game.first_seat = static_cast<int>(game.number % 2);
  game.points = line["points"].get<double>();
  game.end = text("end");
  game.text = text("forfeit");
  game.result = text("result");
  game.disputed = line.contains("disputed");
  for (const Json& move : line["moves"]) {
    if (!move.is_array() || move.size() != 2 || !move[0].is_number_unsigned() || move[0].get<unsigned>() > 1 ||
        !move[1].is_string())
      return "its moves are not a list of [seat, word]";
    game.moves.emplace_back(seat_at(move[0].get<int>()), move[1].get<std::string>());
  }
  return {};
}

std::string play_opening(Position& position, const std::vector<std::string>& words,
                         std::vector<std::pair<Seat, std::string>>* moves) {
  for (const std::string& word : words) {
    EventLog log;
    const Attempt played = play_word(position, position.view(Viewer::referee), word, log);
    if (played.refused != Reason::none)
      return fmt::format("\"{}\" is illegal: {}", word.substr(0, 40), played.refused.text());
    if (moves != nullptr) moves->emplace_back(played.seat, played.word);
  }
  return position.to_act().empty() ? "it ends the game" : "";
}

std::vector<std::string> random_opening(const Position& start, int plies, Rng& rng) {
  constexpr int kTries = 100;
  std::vector<std::string> words;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    words.clear();
    Position position = start;
    ActionList actions;
    while (static_cast<int>(words.size()) < plies && !position.to_act().empty()) {
      const Seat seat = position.to_act().front();
      position.legal(seat, actions);
      std::erase_if(actions, [&](Action action) { return position.format(action) == kPass; });
      if (actions.empty()) break;
      const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
      words.push_back(side_name(position.view(Viewer::referee), seat) + ":" + position.format(action));
      position.apply(seat, action, NoEvents{});
    }
    if (static_cast<int>(words.size()) == plies && !position.to_act().empty()) break;
  }
  return words;
}

}  // namespace cairn::cli
