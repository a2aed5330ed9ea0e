#include <algorithm>
#include <map>

#include "core/text.h"
#include "tests/contract/laws.h"

namespace cairn::contract {

void Scene::fault(std::string_view law, std::string_view what) const {
  if (report.full()) return;
  std::string text(law);
  text += ": " + std::string(what) + "\n  game " + std::string(info.name);
  for (const auto& [name, value] : config.options) text += " -o " + name + "=" + value;
  text += ", after";
  for (const Move& move : record) text += " " + std::to_string(index(move.seat)) + ":" + move.word;
  report.faults.push_back(text.substr(0, 4000));
}

std::vector<Seat> members(SeatSet set) {
  std::vector<Seat> seats;
  for (int i = 0; i < 8; ++i)
    if (set.contains(seat_at(i))) seats.push_back(seat_at(i));
  return seats;
}

EventLog seen(const EventLog& events, Viewer viewer) {
  EventLog log;
  for (Event event : events) {
    if (!sees(event.seen_by, viewer)) continue;
    event.seen_by = 0;
    log.push_back(event);
  }
  return log;
}

std::vector<Viewer> onlookers(const Position& position) {
  std::vector<Viewer> viewers;
  for (int i = 0; i < position.seats(); ++i) viewers.push_back(viewer_of(seat_at(i)));
  viewers.push_back(Viewer::spectator);
  return viewers;
}

namespace {

// "C3" and "AA14" look alike: letters and digits as runs.
std::string shape(std::string_view word) {
  std::string out;
  for (const char c : word) {
    const char kind = is_digit(c) ? '0' : c;
    if (out.empty() || out.back() != kind) out += kind;
  }
  return out.size() > 4 ? out.substr(0, 4) : is_letter(word.front()) && out.size() == 2 ? "point" : out;
}

// The law that a copy is a value: what is done to one is not seen through another.
struct Snapshot {
  std::uint64_t hash;
  View view;
  explicit Snapshot(const Position& position) : hash(position.hash()), view(position.view(Viewer::referee)) {}
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

Seat random_seat(const Position& position, Rng& rng) {
  const auto acting = members(position.to_act());
  return acting[rng.below(static_cast<std::uint32_t>(acting.size()))];
}

}  // namespace

Action pick(const Position& position, const ActionList& list, Rng& rng) {
  const auto any = [&](const ActionList& from) { return from[rng.below(static_cast<std::uint32_t>(from.size()))]; };
  if (rng.below(list.size() > 1000 ? 2 : 8) != 0) return any(list);
  std::map<std::string, ActionList> kinds;
  for (const Action action : list) kinds[shape(position.format(action))].push_back(action);
  auto kind = kinds.begin();
  std::advance(kind, rng.below(static_cast<std::uint32_t>(kinds.size())));
  return any(kind->second);
}

void check_copies(const Scene& scene, Rng& rng) {
  const Snapshot before(scene.position);
  Position copy = scene.position;
  if (!(Snapshot(copy) == before)) scene.fault("a copy is equal", "the copy has another hash or view");
  const Seat seat = random_seat(copy, rng);
  ActionList list;
  copy.legal(seat, list);
  if (list.empty()) return;
  const Action action = pick(copy, list, rng);
  EventLog log;
  copy.apply(seat, action, [&](const Event& event) { log.push_back(event); });
  if (!(Snapshot(scene.position) == before))
    scene.fault("a copy is independent",
                "playing " + scene.position.format(action) + " on a copy changed the original");
  const Snapshot after(copy);
  if (after.view.board != before.view.board && after.hash == before.hash)
    scene.fault("the hash tells positions apart", scene.position.format(action) + " changed the board, not the hash");
  copy = scene.position;  // undo
  if (!(Snapshot(copy) == before)) scene.fault("assignment undoes", "not after " + scene.position.format(action));
  copy.apply(seat, action, NoEvents{});
  if (!(Snapshot(copy) == after))
    scene.fault("apply is a function",
                scene.position.format(action) + " led elsewhere the second time, or without events");
}

void check_counts(const Scene& scene) {
  ActionList list;
  std::uint64_t one = 0, two = 0;
  for (const Seat seat : members(scene.position.to_act())) {
    scene.position.legal(seat, list);
    one += list.size();
  }
  if (one > 400) return;
  if (scene.position.perft(1) != one) scene.fault("perft counts legal actions", "perft 1 differs from the lists");
  if (one > 40) return;
  for (const Seat seat : members(scene.position.to_act())) {
    scene.position.legal(seat, list);
    for (const Action action : list) {
      Position next = scene.position;
      next.apply(seat, action, NoEvents{});
      two += next.perft(1);
    }
  }
  if (scene.position.perft(2) != two) scene.fault("perft counts legal actions", "perft 2 differs from the lists");
}

void check_retire(const Scene& scene, Rng& rng) {
  const int seats = scene.position.seats();
  for (int i = 0; i < seats; ++i) {
    const Leave why = rng.below(2) == 0 ? Leave::resigned : Leave::timed_out;
    Position left = scene.position;
    EventLog log;
    left.retire(seat_at(i), why, [&](const Event& event) { log.push_back(event); });
    ++scene.report.retired;
    const std::string who = "seat " + std::to_string(i) + (why == Leave::resigned ? " resigned" : " timed out");
    const Scene after{scene.info, scene.config, scene.record, left, scene.report};
    if (log.empty()) scene.fault("leaving is told", who + " without an event");
    // In a match leaving ends one game; the next one is told to begin by the end of this.
    const bool match_goes_on = !left.outcome().over && std::any_of(log.begin(), log.end(), [](const Event& event) {
      return event.kind == Event::Kind::ended;
    });
    if (left.to_act().contains(seat_at(i)) && !match_goes_on)
      scene.fault("who left does not act", who + " and is still to act");
    check_turn_and_outcome(after);
    check_views(after);
    for (const auto& side : left.view(Viewer::spectator).sides)
      if (index(side.seat) == i && !side.retired && seats > 2)
        scene.fault("leaving is shown", who + " and the view does not say so");
    const auto rank = [&](int seat) { return left.outcome().rank[static_cast<std::size_t>(seat)]; };
    if (seats == 2 && left.outcome().over && rank(i) <= rank(1 - i))
      scene.fault("who left does not win", who + " and is not ranked last");
    ActionList list;
    for (int ply = 0; ply < 400 && !left.to_act().empty(); ++ply) {
      const Seat seat = random_seat(left, rng);
      left.legal(seat, list);
      if (list.empty()) {
        scene.fault("play goes on without who left", who + "; then a seat to act has no legal action");
        break;
      }
      left.apply(seat, pick(left, list, rng), NoEvents{});
      if (left.to_act().contains(seat_at(i)) && !match_goes_on) {
        scene.fault("who left does not act", who + " and is to act again later");
        break;
      }
    }
    check_turn_and_outcome(after);
  }
}

void check_setup(const Scene& scene) {
  const View view = scene.position.view(Viewer::referee);
  Config config = scene.config;
  std::string mover;
  for (const auto& side : view.sides)
    if (side.seat == view.turn.seat) mover = side.name;
  config.setup = Setup{view.board, mover};
  const Made made = scene.info.make(config);
  ++scene.report.setups;
  if (made.error.empty()) {
    ++scene.report.setups_taken;
    if (!made.position || made.position.view(Viewer::referee).board != view.board)
      scene.fault("a position given is the position taken", "the board came out different");
  }
  std::vector<Setup> wrong = {
      {{"?"}, ""}, {{std::string(5000, 'W')}, ""}, {std::vector<std::string>(100, "...."), ""}, {view.board, "nobody"}};
  wrong.push_back({view.board, mover});
  wrong.back().board.back() += '.';
  wrong.push_back({view.board, mover});
  wrong.back().board.front().front() = '~';
  for (const Setup& setup : wrong) {
    config.setup = setup;
    const Made refused = scene.info.make(config);
    if (refused.error.empty())
      scene.fault("an impossible position is refused",
                  "taken: " + join(setup.board, "|").substr(0, 200) + " to move " + setup.to_move);
  }
}

void check_refold(const Scene& scene) {
  Made made = scene.info.make(scene.config);
  if (!made.error.empty()) return;
  EventLog log;
  for (const Move& move : scene.record) {
    const Reason reason = made.position.play(move.seat, move.word, log);
    if (reason == Reason::none) continue;
    scene.fault("a record replays", move.word + " was refused: " + std::string(to_word(reason)));
    return;
  }
  if (made.position.hash() != scene.position.hash()) scene.fault("a record refolds to the same hash", "another hash");
  for (int viewer = 0; viewer <= static_cast<int>(Viewer::referee); ++viewer) {
    if (viewer >= scene.position.seats() && viewer < static_cast<int>(Viewer::spectator)) continue;
    if (!(made.position.view(static_cast<Viewer>(viewer)) == scene.position.view(static_cast<Viewer>(viewer))))
      scene.fault("a record refolds to the same views", "viewer " + std::to_string(viewer) + " sees something else");
  }
}

namespace {

void check_playout(const Scene& scene, std::uint64_t seed) {
  Position one = scene.position, two = scene.position;
  Rng rng_one(seed), rng_two(seed);
  const Playout first = one.playout(rng_one), second = two.playout(rng_two);
  if (first.plies != second.plies || !(first.outcome == second.outcome))
    scene.fault("a playout depends on its seed alone", "two ends for one seed");
  if (!first.outcome.over && first.plies < kMaxPlayoutPlies) scene.fault("a playout ends the game", "it did not");
  if (first.outcome.over && *std::max_element(first.outcome.rank.begin(), first.outcome.rank.end()) == 0)
    scene.fault("a playout ranks the seats", "no ranks");
}

void check_over(const Scene& scene) {
  ActionList list;
  for (int i = 0; i < scene.position.seats(); ++i) {
    scene.position.legal(seat_at(i), list);
    if (!list.empty()) scene.fault("nobody moves after the end", "seat " + std::to_string(i) + " has legal actions");
    Position copy = scene.position;
    EventLog log;
    for (const Move& move : scene.record)
      if (copy.play(seat_at(i), move.word, log) != Reason::game_over || !log.empty())
        scene.fault("nobody moves after the end", move.word + " was not refused with game-over");
  }
  const View truth = scene.position.view(Viewer::referee);
  for (const Viewer viewer : onlookers(scene.position))
    if (scene.position.view(viewer).board != truth.board)
      scene.fault("after the end the board is open to all", "a viewer sees less than the referee");
}

void check_closely(const Scene& scene, const std::vector<std::pair<Seat, Action>>& foreign, Rng& rng) {
  check_views(scene);
  check_words(scene, foreign, rng);
  check_bad_words(scene, rng);
  if (!scene.report.faults.empty()) return;  // what follows plays what is listed, and relies on it
  check_copies(scene, rng);
  check_worlds(scene, foreign, rng);
  check_choices(scene, rng);
  check_commuting(scene, rng);
}

}  // namespace

void check_play(const GameInfo& info, std::string_view option_words, std::uint64_t seed, Effort effort,
                Report& report) {
  Rng rng(seed);
  const Config config{.options = parse_option_words(option_words), .setup = std::nullopt};
  std::vector<std::pair<Seat, Action>> foreign;  // actions met elsewhere in these games: well formed, often not legal
  for (int game = 0; game < effort.games && report.faults.empty(); ++game) {
    Made made = info.make(config);
    std::vector<Move> record;
    Position position = std::move(made.position);
    const Scene scene{info, config, record, position, report};
    if (!made.error.empty() || !position) {
      scene.fault("the options of `variety` are good", made.error.english());
      return;
    }
    ++report.games;
    int close_looks = 0;
    Turn turn = position.turn();
    ActionList list{Action{7}, Action{7}};  // `legal` must clear it
    while (static_cast<int>(record.size()) < effort.plies && report.faults.empty()) {
      check_turn_and_outcome(scene);
      if (position.to_act().empty()) break;
      const bool early = record.size() < 6;
      if (close_looks < effort.closely && (early || rng.below(6) == 0)) {
        ++close_looks;
        check_closely(scene, foreign, rng);
        if (!report.faults.empty()) return;
        if (close_looks % 4 == 1) check_counts(scene);
        if (close_looks % 8 == 2) check_retire(scene, rng);
        if (close_looks % 8 == 3) check_setup(scene);
        if (close_looks % 8 == 4) check_playout(scene, rng());
      }
      const SeatSet acting = position.to_act();
      const Seat seat = random_seat(position, rng);
      position.legal(seat, list);
      if (list.empty()) {
        scene.fault("a seat to act has a legal action", "seat " + std::to_string(index(seat)) + " has none");
        return;
      }
      const Action action = pick(position, list, rng);
      const std::string word = position.format(action);
      Position after = position;
      EventLog events;
      if (const Reason reason = after.play(seat, word, events); reason != Reason::none) {
        scene.fault("a legal word is accepted", word + " was refused: " + std::string(to_word(reason)));
        return;
      }
      check_events(scene, after, events);
      if (foreign.size() < 200) foreign.emplace_back(seat, action);
      position = std::move(after);
      record.push_back({seat, word});
      ++report.plies;
      // A turn has a number of its own; where several act at once it is nobody's in particular.
      const Turn now = position.turn();
      const bool single = acting.size() == 1 && position.to_act().size() == 1;
      if (now.number < turn.number || (single && now.seat != turn.seat && now.number == turn.number))
        scene.fault("turns are numbered through", "the number did not grow with the turn");
      turn = now;
    }
    check_views(scene);
    check_refold(scene);
    check_table(scene, rng);
    if (position.to_act().empty()) {
      ++report.ended;
      check_over(scene);
    } else {
      check_playout(scene, rng());
    }
  }
}

}  // namespace cairn::contract
