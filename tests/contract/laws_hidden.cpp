#include <algorithm>

#include "tests/contract/laws.h"

namespace cairn::contract {

namespace {

constexpr int kWorlds = 3;              // sampled per seat and position
constexpr std::uint32_t kChoices = 40;  // of one seat, compared in pairs

ActionList some(ActionList list, std::uint32_t most, Rng& rng) {
  for (std::size_t i = 0; i + 1 < list.size() && i < most; ++i)
    std::swap(list[i], list[i + rng.below(static_cast<std::uint32_t>(list.size() - i))]);
  if (list.size() > most) list.resize(most);
  return list;
}

std::string shown(const EventLog& log, const Position& position) {
  std::string text;
  for (const Event& event : log)
    text += std::string(text.empty() ? "" : ", ") + std::string(to_word(event.kind)) + " " + position.name(event.at);
  return "[" + text + "]";
}

ActionList sorted_legal(const Position& position, Seat seat) {
  ActionList list;
  position.legal(seat, list);
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

// A world sampled for a seat is one that the seat cannot tell from the true one: same view, same legal list, same
// turn, the same answer at the door for everything that it may try and that the door refuses by what the seat knows.
void check_worlds(const Scene& scene, const std::vector<std::pair<Seat, Action>>& foreign, Rng& rng) {
  const Position& truth = scene.position;
  for (int i = 0; i < truth.seats(); ++i) {
    const Seat seat = seat_at(i);
    const std::string who = "seat " + std::to_string(i);
    const View view = truth.view(viewer_of(seat)), open = truth.view(Viewer::spectator);
    const ActionList list = sorted_legal(truth, seat);
    for (int k = 0; k < (scene.info.hidden ? kWorlds : 1); ++k) {
      const Position world = truth.sample(seat, rng);
      ++scene.report.worlds;
      if (world.hash() != truth.hash()) {
        ++scene.report.hidden_worlds;
        if (!scene.info.hidden) scene.fault("without hidden information there is one world", who + " sampled another");
      }
      if (!(world.view(viewer_of(seat)) == view))
        scene.fault("a sampled world looks the same", who + " sees another view");
      if (!(world.view(Viewer::spectator) == open))
        scene.fault("a sampled world looks the same", "the public view of " + who + "'s world differs");
      if (sorted_legal(world, seat) != list)
        scene.fault("a sampled world allows the same", who + " has another legal list");
      if (!(world.turn() == truth.turn()) || !(world.to_act() == truth.to_act()))
        scene.fault("a sampled world has the same turn", who + " would notice");
      if (!(world.outcome() == truth.outcome())) scene.fault("a sampled world has the same outcome", who);
      for (const auto& [owner, action] : foreign)
        if (owner == seat && world.check(seat, action) != truth.check(seat, action)) {
          scene.fault("the door tells nothing hidden",
                      who + " gets another answer to " + truth.format(action) + " in another world");
          break;
        }
      if (scene.info.hidden && !world.to_act().empty()) {
        Position copy = world;
        Rng own(rng());
        if (!copy.playout(own).outcome.over) scene.fault("a sampled world can be played out", who);
      }
    }
  }
}

// Two choices of one seat that leave somebody's view alike must tell that somebody the same.
void check_choices(const Scene& scene, Rng& rng) {
  if (!scene.info.hidden && scene.position.to_act().size() < 2) return;
  struct Seen {
    View view;
    EventLog log;
    Action action;
  };
  for (const Seat seat : members(scene.position.to_act())) {
    ActionList list;
    scene.position.legal(seat, list);
    list = some(std::move(list), kChoices, rng);
    for (const Viewer viewer : onlookers(scene.position)) {
      if (viewer == viewer_of(seat)) continue;
      std::vector<Seen> alike;
      for (const Action action : list) {
        Position after = scene.position;
        EventLog log;
        after.apply(seat, action, [&](const Event& event) { log.push_back(event); });
        Seen now{after.view(viewer), seen(log, viewer), action};
        const auto same =
            std::find_if(alike.begin(), alike.end(), [&](const Seen& other) { return other.view == now.view; });
        if (same == alike.end()) {
          alike.push_back(std::move(now));
          continue;
        }
        ++scene.report.choices;
        if (same->log != now.log)
          scene.fault("views alike are told alike",
                      scene.position.format(same->action) + " " + shown(same->log, scene.position) + " and " +
                          scene.position.format(action) + " " + shown(now.log, scene.position) +
                          " look the same to viewer " + std::to_string(static_cast<int>(viewer)));
      }
    }
  }
}

// Simultaneous actions: when both orders are told alike, they lead to the same position.
void check_commuting(const Scene& scene, Rng& rng) {
  const auto acting = members(scene.position.to_act());
  if (acting.size() < 2) return;
  for (int attempt = 0; attempt < 12; ++attempt) {
    const Seat one = acting[rng.below(static_cast<std::uint32_t>(acting.size()))];
    const Seat two = acting[rng.below(static_cast<std::uint32_t>(acting.size()))];
    if (one == two) continue;
    const ActionList first = sorted_legal(scene.position, one), second = sorted_legal(scene.position, two);
    if (first.empty() || second.empty()) continue;
    const Action a = pick(scene.position, first, rng), b = pick(scene.position, second, rng);
    const auto play = [&](Seat s1, Action a1, Seat s2, Action a2, EventLog& log) {
      Position position = scene.position;
      position.apply(s1, a1, [&](const Event& event) { log.push_back(event); });
      if (position.check(s2, a2) != Reason::none) return Position();
      position.apply(s2, a2, [&](const Event& event) { log.push_back(event); });
      return position;
    };
    EventLog log_ab, log_ba;
    const Position ab = play(one, a, two, b, log_ab), ba = play(two, b, one, a, log_ba);
    if (!ab || !ba || !std::is_permutation(log_ab.begin(), log_ab.end(), log_ba.begin(), log_ba.end())) continue;
    ++scene.report.commuted;
    if (ab.hash() != ba.hash() || !(ab.view(Viewer::referee) == ba.view(Viewer::referee)))
      scene.fault("simultaneous actions commute",
                  scene.position.format(a) + " and " + scene.position.format(b) + " do not, and are told alike");
  }
}

}  // namespace cairn::contract
