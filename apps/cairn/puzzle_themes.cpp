#include "apps/cairn/puzzle_themes.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/text.h"
#include "games/solved.h"

namespace cairn::cli {

namespace {

constexpr std::size_t kEarly = 3;  // moves of a line in which zombies and revealed captures count: two of the winner's
constexpr std::size_t kFewFreedoms = 3;  // of each of two groups that race

using Points = std::vector<Point>;

bool has(const Points& points, Point point) {
  return std::find(points.begin(), points.end(), point) != points.end();
}

// How many balls of a side stand in pairs whose link is cut.
std::size_t cut_balls(const View& view, int side) {
  std::size_t count = 0;
  for (const View::Mark& mark : view.marks) {
    if (mark.kind != "cut") continue;
    for (const View::Group& group : view.groups)
      if (group.side == side)
        count += static_cast<std::size_t>(
            std::count_if(mark.points.begin(), mark.points.end(), [&](Point p) { return has(group.pieces, p); }));
  }
  return count;
}

// Groups of both sides that have few freedoms and share one.
struct Race {
  Points own, other;
};
std::vector<Race> races(const View& view, int side) {
  std::vector<Race> found;
  const auto near = [](const View::Group& group) {
    return !group.freedoms.empty() && group.freedoms.size() <= kFewFreedoms;
  };
  for (const View::Group& own : view.groups) {
    if (own.side != side || !near(own)) continue;
    for (const View::Group& other : view.groups) {
      if (other.side == side || other.side < 0 || !near(other)) continue;
      if (std::any_of(own.freedoms.begin(), own.freedoms.end(), [&](Point p) { return has(other.freedoms, p); }))
        found.push_back({own.pieces, other.pieces});
    }
  }
  return found;
}

// What each move of the line took from the board, and whether a zombie came of it.
struct Taken {
  Points white, black;
  bool stayed = false;
  const Points& of(int side) const { return side == 0 ? white : black; }
};
Taken taken_by(const EventLog& log) {
  Taken taken;
  for (const Event& event : log) {
    if (event.kind == Event::Kind::stayed) taken.stayed = true;
    if (event.kind == Event::Kind::removed) (event.side == 0 ? taken.white : taken.black).push_back(event.at);
  }
  return taken;
}

// Whether the winner takes the other group of a race before a ball of its own is gone.
bool wins_race(const Race& race, const std::vector<Taken>& all, int side) {
  for (std::size_t i = 1; i < all.size(); ++i) {
    const auto lost = [&](const Points& pieces, int of) {
      return std::any_of(pieces.begin(), pieces.end(), [&](Point p) { return has(all[i].of(of), p); });
    };
    if (lost(race.own, side)) return false;
    if (lost(race.other, 1 - side)) return true;
  }
  return false;
}

std::vector<std::string> pictures(const std::vector<std::string>& board) {
  std::vector<std::string> all(8);
  for (const std::string& level : board) {
    const auto rows = split(level, '/');
    const std::size_t n = rows.size();
    for (std::size_t s = 0; s < all.size(); ++s) {
      for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c) {
          std::size_t row = (s & 1U) != 0 ? n - 1 - r : r, column = (s & 2U) != 0 ? n - 1 - c : c;
          if ((s & 4U) != 0) std::swap(row, column);
          all[s] += rows[row][column];
        }
      all[s] += '/';
    }
  }
  return all;
}

}  // namespace

std::string themes_of(const Position& position, std::string_view line) {
  Position now = position;
  const int side = static_cast<int>(now.to_act().front());
  const View before = now.view(Viewer::referee);
  std::vector<Taken> all;
  View after;
  Point first{};
  for (const auto word : split_words(line)) {
    if (now.to_act().size() != 1) break;
    EventLog log;
    if (now.play(now.to_act().front(), word, log) != Reason::none) return {};
    all.push_back(taken_by(log));
    if (all.size() > 1) continue;
    after = now.view(Viewer::referee);
    for (const Event& event : log)
      if (event.kind == Event::Kind::placed) first = event.at;
  }
  if (all.empty()) return {};
  bool zombie = false, revealed = false;
  for (std::size_t i = 0; i < std::min(kEarly, all.size()); i += 2) {
    zombie |= all[i].stayed;
    revealed |= !all[i].of(side).empty();
  }
  const bool overpass = cut_balls(after, 1 - side) > cut_balls(before, 1 - side);
  const bool sacrifice = all.size() > 1 && has(all[1].of(side), first);
  const auto both = races(before, side);
  const bool race = all[0].of(1 - side).empty() &&
                    std::any_of(both.begin(), both.end(), [&](const Race& one) { return wins_race(one, all, side); });
  std::string themes;
  const std::array<bool, kPuzzleThemes.size()> fits{zombie, overpass, race, revealed, sacrifice};
  for (std::size_t i = 0; i < fits.size(); ++i)
    if (fits[i]) themes += (themes.empty() ? "" : ",") + std::string(kPuzzleThemes[i]);
  return themes;
}

std::string one_of_eight(const Position& position) {
  const View view = position.view(Viewer::referee);
  const auto all = pictures(view.board);
  return *std::min_element(all.begin(), all.end()) + std::to_string(static_cast<int>(position.to_act().front()));
}

}  // namespace cairn::cli
